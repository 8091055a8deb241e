"""Lock: each zone is a dial with six numbers, and the whole lock has one colour."""

from dataclasses import dataclass, field

from firmware_host import kit

TRIES = 8  # of a round
NUMBERS = (1, 2, 3, 4, 5, 6)
SIGNS = (*map(str, NUMBERS), *kit.KINDS)


class Hide(kit.Record, kit.NeedsChance, tag="hide"):  # an action of the board
    code: tuple[str, ...] = field(default=(), repr=False)  # numbers, then the colour
    entropy: bytes = field(default=b"", repr=False)


class Turn(kit.Record, tag="turn"):  # an action of the player on turn
    numbers: tuple[int, ...]
    colour: kit.Kind


class Hidden(kit.Record, tag="hidden"):  # a fact
    code: tuple[str, ...] = field(repr=False)


class Judged(Turn, kit.RightOrWrong, tag="judged"):  # a fact
    dials: int
    tint: bool
    right: bool


Action = Hide | Turn | kit.common.Action
Fact = Hidden | Judged | kit.common.Fact


@dataclass(frozen=True, kw_only=True)
class Door(kit.common.State, kit.TakesTurns):
    dials: int  # as the option of that name is chosen
    locks: int
    code: tuple[str, ...] = field(default=(), repr=False)
    first: int = 0  # on turn: this seat, or the next who has not left
    tries: tuple[str, ...] = ()  # each try: its numbers and colour, and what is right

    @property
    def round(self):
        return min(len(self.results) + 1, self.locks)

    @property
    def turn(self):
        return self.next_from(self.first) if self.code and not self.over else None


class Dials(kit.Form[Door]):
    """A try: zone buttons turn the dials, the own button turns the colour."""

    numbers: tuple[int, ...] = field(default=(), kw_only=True)  # 0 before one is chosen
    colour: kit.Kind | None = field(default=None, kw_only=True)
    has_zones: bool = field(default=True, kw_only=True)

    def open(self, seat):
        if seat != self.at.game.turn:
            return kit.Refused("not-your-turn")
        return kit.replace(self, seat=seat, numbers=(0,) * self.at.game.dials)

    def current(self):
        return self if self.seat == self.at.game.turn else None

    def zone(self, zone):
        at = zone - 1
        if at >= len(self.numbers):
            return kit.Refused("outside-word", values=(("zone", zone),))
        number = kit.following(NUMBERS, self.numbers[at])
        numbers = (*self.numbers[:at], number, *self.numbers[zone:])
        return kit.Again(kit.replace(self, numbers=numbers))

    def own(self, _seats):
        return kit.replace(self, colour=kit.following(kit.KINDS, self.colour))

    def tick(self):
        if self.colour is None or not all(self.numbers):
            return kit.Refused("lock-open")
        numbers = list(self.numbers)
        return kit.Give({"do": "turn", "numbers": numbers, "colour": self.colour})

    def show(self, face):
        shown = [str(number or "?") for number in self.numbers]
        said = {"name": self.at.names[self.seat], "numbers": " ".join(shown)}
        line = kit.say("dials-lock", **said, colour=tint(self.colour))
        dials = [kit.ZoneFace(spelled=number) for number in shown]
        table = kit.TableFace(line, kind=self.colour, status=kit.say("how-lock"))
        zones = (*dials, *face.zones[len(dials) :])
        return kit.replace(face, table=table, zones=zones)


def drawn(entropy, dials):
    """Return the numbers and the colour of a lock."""
    at = [kit.chance.draw(entropy, f"{n}", len(NUMBERS)) for n in range(dials)]
    colour = kit.chance.draw(entropy, "colour", len(kit.KINDS))
    return (*(str(NUMBERS[one]) for one in at), str(kit.KINDS[colour]))


def tint(colour):
    """Return what a colour is called; a question mark before one is chosen."""
    return kit.say(f"colour-{colour}") if colour else "?"


SAID = {  # by code: in English, and in German
    "game-lock": ("Lock", "Schloss"),
    "rule-lock": (
        "Find the numbers of the dials, and the colour of the lock.",
        "Findet die Zahlen der Rädchen und die Farbe des Schlosses.",
    ),
    "knob-lock-dials": ("dials of a lock", "Rädchen eines Schlosses"),
    "knob-lock-locks": ("how many locks", "wie viele Schlösser"),
    "wait-lock": ("A lock is being set.", "Ein Schloss wird eingestellt."),
    "turn-lock": ("{name}: press your button", "{name}: drück deinen Knopf"),
    "dials-lock": ("{name}: {numbers}, {colour}", "{name}: {numbers}, {colour}"),
    "how-lock": (
        "Zones turn the dials, your button the colour; tick tries, cross leaves.",
        "Felder drehen Rädchen, dein Knopf die Farbe; Haken probiert, Kreuz lässt es.",
    ),
    "last-lock": ("{dials} right, colour {tint}", "{dials} richtig, Farbe {tint}"),
    "tint-lock-right": ("right", "richtig"),
    "tint-lock-wrong": ("wrong", "falsch"),
    "refused-lock-open": (
        "Choose a number for each dial, and a colour.",
        "Wählt für jedes Rädchen eine Zahl, und eine Farbe.",
    ),
    "short-lock-open": ("OPEN", "OFFEN"),
    "refused-lock-dials": ("This lock has {n} dials.", "Hier sind es {n} Rädchen."),
    "short-lock-dials": ("DIALS", "ANZAHL"),
    "told-lock-hide": ("The board sets a lock.", "Das Brett stellt ein Schloss ein."),
    "told-lock-turn": ("{numbers}, {colour}", "{numbers}, {colour}"),
    "do-lock-turn": ("Try {numbers}, {colour}", "{numbers}, {colour} probieren"),
    "key-lock-numbers": ("Numbers, from the left", "Zahlen, von links"),
    "key-lock-colour": ("Colour", "Farbe"),
    "view-lock-tries": ("Tries so far", "Versuche bisher"),
}


class Lock(kit.Game[Door, Action, Fact]):
    NAME, RULE = "lock", "rule-lock"
    OPTIONS = (
        kit.Option("dials", 4, (3, 4, 5, 6), "knob-lock-dials"),
        kit.Option("locks", 3, (1, 3, 5), "knob-lock-locks"),
    )
    NEEDS = kit.Needs(seats=(1, 6), zones=6, hears=())
    VERBS = {
        "hide": kit.Verb(("code",), board=True),
        "turn": kit.Verb(("numbers", "colour")),
    }
    VALUES = {
        "code": kit.grammar.list_of(kit.grammar.one_of(SIGNS), "numbers and a colour"),
        "numbers": kit.grammar.list_of(kit.grammar.numbers(1, 6), "3 to 6 numbers"),
        "colour": kit.grammar.PIECE,
    }
    SECRETS = (kit.Secret("hide", "code"),)
    PUBLIC = ("round", "turn", "tries", "totals", "over", "winners")
    TEXTS = {
        language: {code: both[at] for code, both in SAID.items()}
        for at, language in enumerate(("en", "de"))
    }
    STATE, BEGINS = Door, (Hidden,)
    ACTIONS, FACTS = kit.Codec("do", Action), kit.Codec("is", Fact)

    def forms(self, at):
        return (Dials(at, ("turn", at.game.round)),) if at.game.turn is not None else ()

    def interpret(self, door, event):
        return Hide() if isinstance(event, kit.Woke) and self.wake(door) else None

    def wake(self, door):
        return None if door.over or door.code else kit.AT_ONCE

    def decide(self, door, action):
        match action:
            case Hide(code, entropy) if not door.code:
                code = code or drawn(entropy, door.dials)
                if len(code) != door.dials + 1:
                    return kit.Refused("lock-dials", values=(("n", door.dials),))
                return (Hidden(code),)
            case Hide():
                return kit.Refused("too-late")
            case _ if not door.code:
                return kit.Refused("no-round")
            case kit.common.Void():
                return (kit.common.Voided(),)
            case Turn(numbers) if len(numbers) != door.dials:
                return kit.Refused("lock-dials", values=(("n", door.dials),))
            case Turn():
                return self.judge(door, action)

    def judge(self, door, tried):
        *numbers, colour = door.code
        dials = sum(map(str.__eq__, numbers, map(str, tried.numbers)))
        tint = tried.colour == colour
        right = tint and dials == door.dials
        answer = Judged(tried.numbers, tried.colour, dials, tint, right)
        count = len(door.tries) + 1
        if not right and count < TRIES:
            return (answer,)
        facts = (answer, door.score(door.turn, (TRIES + 1 - count) * right))
        last = len(door.results) + 1 == door.locks
        return self.ended(door, facts) if last else facts

    def answer(self, facts):
        judged = [one for one in facts if isinstance(one, Judged)]
        told = [{"dials": one.dials, "tint": one.tint} for one in judged]
        return super().answer(facts) | dict(*told)

    def apply(self, door, fact):
        match fact:
            case Hidden(code):
                first = len(door.results) % door.seats
                return kit.replace(door, code=code, tries=(), first=first)
            case Judged(numbers, colour, dials, tint):
                mark = "+" if tint else "-"
                told = f"{' '.join(map(str, numbers))} {colour}: {dials}{mark}"
                tries = (*door.tries, told)
                return kit.replace(door, tries=tries, first=door.turn + 1)
            case kit.common.Voided():
                return kit.replace(door, code=())
            case kit.common.Scored():
                return kit.replace(super().apply(door, fact), code=())
            case _:
                return super().apply(door, fact)

    def face(self, door, names):
        table = kit.TableFace(self.line(door, names))
        if door.tries:
            dials = door.tries[-1].partition(": ")[2]
            word = "right" if dials[-1] == "+" else "wrong"
            said = {"dials": dials[:-1], "tint": kit.say(f"tint-lock-{word}")}
            table = kit.replace(table, status=kit.say("last-lock", **said))
        zones = (kit.ZoneFace(in_word=zone <= door.dials) for zone in kit.ZONES)
        return kit.Face(table, tuple(zones))

    def describe_action(self, action, name):
        if not isinstance(action, Turn):
            return super().describe_action(action, name)
        said = {"numbers": " ".join(map(str, action.numbers))}
        return kit.say("told-lock-turn", **said, colour=tint(action.colour))


lock = Lock()

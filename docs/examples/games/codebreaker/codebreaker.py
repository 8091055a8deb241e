"""Code breaking: four kinds of piece, and a row of them that nobody knows."""

from collections import Counter
from dataclasses import dataclass, field

from firmware_host import kit

ROWS = 8  # tries of a round


class Hide(kit.Record, kit.NeedsChance, tag="hide"):  # an action of the board
    code: tuple[kit.Kind, ...] = field(default=(), repr=False)
    entropy: bytes = field(default=b"", repr=False)


class Lay(kit.Record, kit.TapsPiece, tag="lay"):  # an action, and a fact
    zone: kit.Zone
    kind: kit.Kind


class Hidden(kit.Record, tag="hidden"):  # a fact
    code: tuple[kit.Kind, ...] = field(repr=False)


class Judged(kit.Record, kit.RightOrWrong, tag="judged"):  # a fact
    here: int
    elsewhere: int
    right: bool


Action = Hide | Lay | kit.common.Action
Fact = Hidden | Lay | Judged | kit.common.Fact


@dataclass(frozen=True, kw_only=True)
class Desk(kit.common.State, kit.TakesTurns):
    length: int  # as the option of that name is chosen
    codes: int
    code: tuple[kit.Kind, ...] = field(default=(), repr=False)
    first: int = 0  # on turn: this seat, or the next who has not left
    row: tuple[kit.Kind | None, ...] = ()
    tries: tuple[str, ...] = ()  # each finished row: its colours, here and elsewhere

    @property
    def round(self):
        return min(len(self.results) + 1, self.codes)

    @property
    def turn(self):
        return self.next_from(self.first) if self.code and not self.over else None


def judged(code, row):
    """Return what a row is worth; a piece counts once."""
    here = sum(map(kit.Kind.__eq__, code, row))
    return Judged(here, (Counter(code) & Counter(row)).total() - here, here == len(row))


SAID = {  # by code: in English, and in German
    "game-codebreaker": ("Code breaking", "Code knacken"),
    "rule-codebreaker": ("Find the hidden row.", "Findet die versteckte Reihe."),
    "knob-codebreaker-length": ("pieces of a code", "Teile eines Codes"),
    "knob-codebreaker-codes": ("how many codes", "wie viele Codes"),
    "wait-codebreaker": ("A code is being made.", "Ein Code wird gemacht."),
    "turn-codebreaker": ("{name}: fill all zones", "{name}: füll alle Felder"),
    "row-codebreaker": ("Here {here}, else {more}", "Hier {here}, sonst {more}"),
    "refused-codebreaker-zone": ("There is no zone {zone}.", "Feld {zone} fehlt hier."),
    "short-codebreaker-zone": ("OUTSIDE", "AUSSEN"),
    "told-codebreaker-hide": ("The board makes a code.", "Das Brett macht einen Code."),
    "told-codebreaker-lay": ("Zone {zone}: {kind}", "Feld {zone}: {kind}"),
    "do-codebreaker-lay": ("Lay it in zone {zone}", "In Feld {zone} legen"),
    "view-codebreaker-tries": ("Rows so far", "Reihen bisher"),
}


class Codebreaker(kit.Game[Desk, Action, Fact]):
    NAME, RULE = "codebreaker", "rule-codebreaker"
    OPTIONS = (
        kit.Option("length", 4, (3, 4, 5, 6), "knob-codebreaker-length"),
        kit.Option("codes", 3, (1, 3, 5), "knob-codebreaker-codes"),
    )
    NEEDS = kit.Needs(seats=(1, 6), zones=6)
    VERBS = {"hide": kit.Verb(("code",), board=True), "lay": kit.Verb(("zone", "kind"))}
    VALUES = {
        "code": kit.grammar.list_of(kit.grammar.PIECE, "3 to 6 kinds of piece"),
        "zone": kit.grammar.ZONE,
        "kind": kit.grammar.PIECE,
    }
    SECRETS = (kit.Secret("hide", "code"),)
    PUBLIC = ("round", "turn", "row", "tries", "totals", "over", "winners")
    TEXTS = {
        language: {code: both[at] for code, both in SAID.items()}
        for at, language in enumerate(("en", "de"))
    }
    STATE, BEGINS = Desk, (Hidden,)
    ACTIONS, FACTS = kit.Codec("do", Action), kit.Codec("is", Fact)

    def interpret(self, desk, event):
        if isinstance(event, kit.Tapped) and event.piece and event.zone in kit.ZONES:
            return Lay(event.zone, event.piece.kind)
        return Hide() if isinstance(event, kit.Woke) and self.wake(desk) else None

    def wake(self, desk):
        return None if desk.over or desk.code else kit.AT_ONCE

    def decide(self, desk, action):
        match action:
            case Hide(code, entropy) if not desk.code:
                at = range(desk.length)
                drawn = (
                    kit.KINDS[kit.chance.draw(entropy, f"{n}", len(kit.KINDS))]
                    for n in at
                )
                return (Hidden(code or tuple(drawn)),)
            case Hide():
                return kit.Refused("too-late")
            case _ if not desk.code:
                return kit.Refused("no-round")
            case kit.common.Void():
                return (kit.common.Voided(),)
            case Lay(zone) if zone > len(desk.code):
                return kit.Refused("codebreaker-zone", values=(("zone", zone),))
            case Lay():
                laid = self.apply(desk, action)
                return (action, *(() if None in laid.row else self.judge(laid)))

    def judge(self, desk):
        answer, tried = judged(desk.code, desk.row), len(desk.tries) + 1
        if not answer.right and tried < ROWS:
            return (answer,)
        facts = (answer, desk.score(desk.turn, (ROWS + 1 - tried) * answer.right))
        last = len(desk.results) + 1 == desk.codes
        return self.ended(desk, facts) if last else facts

    def answer(self, facts):
        judged = [one for one in facts if isinstance(one, Judged)]
        told = [{"here": one.here, "elsewhere": one.elsewhere} for one in judged]
        return super().answer((*judged, *facts)) | dict(*told)

    def apply(self, desk, fact):
        match fact:
            case Hidden(code):
                first = len(desk.results) % desk.seats
                empty = (None,) * len(code)
                return kit.replace(desk, code=code, row=empty, tries=(), first=first)
            case Lay(zone, kind):
                row = (*desk.row[: zone - 1], kind, *desk.row[zone:])
                return kit.replace(desk, row=row)
            case Judged(here, elsewhere):
                told = f"{' '.join(desk.row)}: {here} + {elsewhere}"
                tries, empty = (*desk.tries, told), (None,) * len(desk.row)
                return kit.replace(desk, row=empty, tries=tries, first=desk.turn + 1)
            case kit.common.Voided():
                return kit.replace(desk, code=(), row=())
            case kit.common.Scored():
                return kit.replace(super().apply(desk, fact), code=(), row=())
            case _:
                return super().apply(desk, fact)

    def face(self, desk, names):
        table = kit.TableFace(self.line(desk, names))
        if desk.tries:
            here, more = desk.tries[-1].partition(": ")[2].split(" + ")
            status = kit.say("row-codebreaker", here=here, more=more)
            table = kit.replace(table, status=status)
        empty = (kit.ZoneFace(in_word=False),) * (len(kit.ZONES) - len(desk.row))
        return kit.Face(table, (*map(self.zone, desk.row), *empty))

    def zone(self, kind):
        placed = tuple(int(one == kind) for one in kit.KINDS)
        return kit.ZoneFace(kit.Lamp.YES if kind else kit.Lamp.DARK, placed=placed)


codebreaker = Codebreaker()

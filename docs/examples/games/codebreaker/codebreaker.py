"""Code breaking: four kinds of piece, and a row of them that nobody knows."""

from collections import Counter
from dataclasses import dataclass, field

from firmware_host.board.events import Tapped, Woke
from firmware_host.board.faces import Face, Lamp, TableFace, ZoneFace
from firmware_host.board.messages import Refused, say
from firmware_host.board.options import Option
from firmware_host.board.pieces import KINDS, ZONES, Kind, Zone
from firmware_host.board.record import Record, replace
from firmware_host.games import chance, common, grammar
from firmware_host.games.codec import Codec
from firmware_host.games.contract import AT_ONCE, Needs, Secret, Verb
from firmware_host.games.game import Game

ROWS = 8  # tries of a round


class Hide(Record, tag="hide"):  # an action: the board makes a code, by chance
    code: tuple[Kind, ...] = field(default=(), repr=False)
    entropy: bytes = field(default=b"", repr=False)


class Lay(Record, tag="lay"):  # an action, and a fact: it lies there
    zone: Zone
    kind: Kind


class Hidden(Record, tag="hidden"):  # a fact
    code: tuple[Kind, ...] = field(repr=False)


class Judged(Record, tag="judged"):  # a fact: how many lie right or elsewhere
    here: int
    elsewhere: int
    right: bool


Action = Hide | Lay | common.Action
Fact = Hidden | Lay | Judged | common.Fact


@dataclass(frozen=True, kw_only=True)
class Desk(common.State):
    length: int  # as the option of that name is chosen
    codes: int
    code: tuple[Kind, ...] = field(default=(), repr=False)
    first: int = 0  # on turn: this seat, or the next who has not left
    row: tuple[Kind | None, ...] = ()
    tries: tuple[str, ...] = ()  # each finished row: its colours, here and elsewhere

    @property
    def round(self):
        return min(len(self.results) + 1, self.codes)

    @property
    def turn(self):
        return self.next_from(self.first) if self.code and not self.over else None


def judged(code, row):
    """Return what a row is worth; a piece counts once."""
    here = sum(map(Kind.__eq__, code, row))
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


class Codebreaker(Game[Desk, Action, Fact]):
    NAME, RULE = "codebreaker", "rule-codebreaker"
    OPTIONS = (
        Option("length", 4, (3, 4, 5, 6), "knob-codebreaker-length"),
        Option("codes", 3, (1, 3, 5), "knob-codebreaker-codes"),
    )
    NEEDS = Needs(seats=(1, 6), zones=6)
    VERBS = {"hide": Verb(("code",), board=True), "lay": Verb(("zone", "kind"))}
    VALUES = {
        "code": grammar.list_of(grammar.PIECE, "3 to 6 kinds of piece"),
        "zone": grammar.ZONE,
        "kind": grammar.PIECE,
    }
    SECRETS = (Secret("hide", "code"),)
    PUBLIC = ("round", "turn", "row", "tries", "totals", "over", "winners")
    TEXTS = {
        language: {code: both[at] for code, both in SAID.items()}
        for at, language in enumerate(("en", "de"))
    }
    STATE, BEGINS = Desk, (Hidden,)
    ACTIONS, FACTS = Codec("do", Action), Codec("is", Fact)

    def interpret(self, desk, event):
        if isinstance(event, Tapped) and event.piece and event.zone in ZONES:
            return Lay(event.zone, event.piece.kind)
        return Hide() if isinstance(event, Woke) and self.wake(desk) else None

    def wake(self, desk):
        return None if desk.over or desk.code else AT_ONCE

    def decide(self, desk, action):
        match action:
            case Hide(code, entropy) if not desk.code:
                at = range(desk.length)
                drawn = (KINDS[chance.draw(entropy, f"{n}", len(KINDS))] for n in at)
                return (Hidden(code or tuple(drawn)),)
            case Hide():
                return Refused("too-late")
            case _ if not desk.code:
                return Refused("no-round")
            case common.Void():
                return (common.Voided(),)
            case Lay(zone) if zone > len(desk.code):
                return Refused("codebreaker-zone", values=(("zone", zone),))
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
                return replace(desk, code=code, row=empty, tries=(), first=first)
            case Lay(zone, kind):
                row = (*desk.row[: zone - 1], kind, *desk.row[zone:])
                return replace(desk, row=row)
            case Judged(here, elsewhere):
                told = f"{' '.join(desk.row)}: {here} + {elsewhere}"
                tries, empty = (*desk.tries, told), (None,) * len(desk.row)
                return replace(desk, row=empty, tries=tries, first=desk.turn + 1)
            case common.Voided():
                return replace(desk, code=(), row=())
            case common.Scored():
                return replace(super().apply(desk, fact), code=(), row=())
            case _:
                return super().apply(desk, fact)

    def face(self, desk, names):
        table = TableFace(self.line(desk, names))
        if desk.tries:
            here, more = desk.tries[-1].partition(": ")[2].split(" + ")
            status = say("row-codebreaker", here=here, more=more)
            table = replace(table, status=status)
        empty = (ZoneFace(in_word=False),) * (len(ZONES) - len(desk.row))
        return Face(table, (*map(self.zone, desk.row), *empty))

    def zone(self, kind):
        placed = tuple(int(one == kind) for one in KINDS)
        return ZoneFace(Lamp.YES if kind else Lamp.DARK, placed=placed)


codebreaker = Codebreaker()

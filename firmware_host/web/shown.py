"""
What leaves the board, field by field, as types: the one list of what may be sent.

The documents are built of these fields, and `openapi.json` is made of their types. A
field that no list names is never sent.
"""

from typing import NotRequired, TypedDict

from firmware_host.board.commands import StateRef
from firmware_host.board.faces import CardFace, Lamp, Mark
from firmware_host.board.json import JsonObject
from firmware_host.board.pieces import Counts, Kind
from firmware_host.board.table_values import Overview, Seated, Told
from firmware_host.web import values

# --- the state document -------------------------------------------------------


class Player(Seated):
    """Somebody at the table, with the name that is shown."""

    name: str


class Face(TypedDict):
    """What a letter zone shows; of its screen the picture is made by each page."""

    lamp: Lamp
    in_word: bool
    placed: Counts
    covered: tuple[bool, bool, bool, bool]
    letter: str | None
    build: Counts
    spelled: str | None
    mark: Mark | None
    card: CardFace | None


class Zone(Face):
    """A letter zone, 1 to 6, and the word on its screen."""

    zone: int
    word: str


class Screen(TypedDict):
    """What the table's screen shows beside its words: ``marked`` is a choice's."""

    kind: Kind | None
    busy: bool
    marked: int


class Sentences(TypedDict):
    """What the table's screen says: whom it waits for, and for what."""

    line: str
    status: str
    note: str
    fault: str


class HouseRule(TypedDict):
    """A rule of the house, and whether it is as ``usual``."""

    name: str
    text: str
    value: str
    usual: bool


class JoinState(TypedDict):
    """How phones come in; ``code`` and ``url`` are empty where they may not be seen."""

    code: str
    url: str
    shows: bool
    door: str
    locked: bool
    teams: bool
    phones: int
    seated: list[int]


class Right(TypedDict):
    """How many had the word by then, after so many pieces."""

    after: int
    count: int


class WordCount(TypedDict):
    """How often a word was believed in."""

    word: str
    count: int


class BelievedWords(TypedDict):
    """The words that were believed in most, and how many believed in others."""

    words: list[WordCount]
    others: int


class AnswerCount(TypedDict):
    """How often an answer was predicted."""

    answer: int
    count: int


class Predicted(TypedDict):
    """How the last prediction went; ``n`` is the number of the event that decided."""

    n: int
    answer: int
    counts: list[AnswerCount]
    right: int
    of: int


class Prediction(TypedDict):
    """What everybody may predict, how many of how many have, and how it went last."""

    asks: str
    asked: bool
    open: bool
    chosen: int
    of: int
    last: Predicted | None


class OwnPredicted(TypedDict):
    """What this phone had predicted last, and whether it was right."""

    n: int
    answer: int
    right: bool


class OwnPrediction(TypedDict):
    """What this phone may predict, has chosen, and has got for it."""

    may: bool
    asks: str
    answers: list[int]
    chosen: int | None
    last: OwnPredicted | None
    points: int


class You(TypedDict):
    """
    What this phone alone may know.

    ``may`` are the verbs that make sense now, ``secret`` what the game shows to this
    seat alone, ``waiting`` the phones that a holder could let in.
    """

    seat: int
    phone: int
    hat: int
    may: list[str]
    secret: JsonObject | None
    hunch: str
    prediction: OwnPrediction
    looks_on: bool
    waiting: list[int]


class Knock(TypedDict):
    """A phone at the door: its number while it waits, and whether it was let in."""

    waits: int | None
    admitted: bool


class Act(TypedDict):
    """What the teacher has done, and when."""

    act: str
    at_ms: int | None


class UnknownTag(TypedDict):
    """A tag that was tapped, and that nobody has enrolled for play."""

    uid: str
    zone: int
    spare: bool
    random: bool
    tapped_ms: int | None


class Enrolling(TypedDict):
    """How far a set is enrolled: what is to be tapped, and what a tap has brought."""

    number: int
    of: int
    what: str | None
    said: str | None
    good: bool
    over: bool


class Tags(TypedDict):
    """The sets, the tags that nobody knows, and what is being enrolled."""

    boxes: list[values.Box]
    unknown: list[UnknownTag]
    run: Enrolling | None


class KnownPhone(TypedDict):
    """A phone as the teacher knows it."""

    number: int
    seat: int | None
    machine: int


class Guest(TypedDict):
    """A phone that waits at the door."""

    number: int
    name: str
    machine: int


class WallScreen(TypedDict):
    """A screen, and whether it shows the code for joining."""

    number: int
    shows: bool


class Teacher(TypedDict):
    """What only the teacher's page may know."""

    wall_language: str
    ended: bool
    acts: list[Act]
    clock: bool
    restores: bool
    tags: Tags | None
    phones: list[KnownPhone]
    guests: list[Guest]
    one_address: bool
    walls: list[WallScreen]
    rude: list[str]


class WifiShown(TypedDict):
    """The board's own Wi-Fi."""

    ssid: str
    password: str


class State(Overview, Screen, Sentences):
    """
    How things stand.

    ``n`` grows with each change while ``start`` is the same; it is another one once the
    pages were started again. ``seen`` is sent back with each command of the game.
    ``you`` and ``knock`` are there for a phone,
    ``teacher`` for the teacher, ``wifi`` on a wall, ``board`` for the hands at a
    simulated board.
    """

    page: str
    undo: str
    note_code: str
    choices: list[str]
    players: list[Player]
    zones: list[Zone]
    moments: list[Told]
    rules: list[HouseRule]
    start: str
    n: int
    seen: StateRef
    virtual: bool
    join: JoinState
    hunches: list[Right]
    hunch_words: BelievedWords
    prediction: Prediction
    dotted: list[str]
    levels: dict[str, str]
    last_round: bool
    zone_cards: bool
    gone_on: int
    wall_language: str
    you: NotRequired[You | None]
    knock: NotRequired[Knock | None]
    teacher: NotRequired[Teacher]
    wifi: NotRequired[WifiShown]
    board: NotRequired[JsonObject]


# --- beats --------------------------------------------------------------------


class Beat(TypedDict):
    """
    Heartbeat message: everything up to now has been sent.

    A socket on which nothing else is sent has one every four seconds. One that has been
    silent for ten is dead even if it looks open: dial again.
    """

    beat: bool


# --- events -------------------------------------------------------------------


class Event(Told):
    """
    What has just happened, as everybody may know it.

    ``n`` counts from 1 since the board was started. ``missed`` is how many events
    before this one nobody can be told any more; ``game`` is the game that is played.
    """

    game: str
    missed: int

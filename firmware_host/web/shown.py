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


# --- answers beside the state ------------------------------------------------


class Done(TypedDict):
    """All went well."""

    ok: bool


class Admitted(Done):
    """A phone came in and has its number, or it waits for the teacher by a number."""

    phone: NotRequired[int | None]
    waits: NotRequired[int]


class Refusal(TypedDict):
    """Nothing has changed: the code of the reason, and a sentence."""

    refused: str
    text: str


class Fault(TypedDict):
    """What was sent cannot be understood, or is not there: a sentence."""

    error: str


class Me(TypedDict):
    """Who is asking, and which places are free."""

    roles: list[str]
    seat: int | None
    free: list[Player]
    teams: bool
    locked: bool
    door: str
    own_names: bool
    nicknames: list[str]


class Longest(TypedDict):
    """The longest words of the caller's hand in the round whose words were shown."""

    words: list[str]


class Versions(TypedDict):
    """
    What runs, and the number of each format, as docs/formats.md has them.

    ``words`` says by language which list of words may be played.
    """

    letterzone: str
    state: int
    journal: int
    transcript: int
    rules: int
    contract: int
    wire: int
    words: dict[str, str]


class Claimed(TypedDict):
    """Whether the class is claimed, and by whom."""

    teacher: bool
    claimed: bool
    at_board: bool


class OptionChoice(TypedDict):
    """What a rule can be set to."""

    value: str | int
    text: str


class ShownOption(TypedDict):
    """A rule of a game; ``word`` are the fewest and most letters of a typed one."""

    name: str
    text: str
    value: str | int
    default: str | int
    choices: list[OptionChoice]
    word: tuple[int, int] | None
    draws: bool


#: The key by which pages know what players may settle.
_Options = TypedDict("_Options", {"knobs": list[ShownOption]})  # noqa: UP013 - no name of ours


class OfferedGame(_Options):
    """A game that can be chosen, with its rules of the house."""

    name: str
    title: str
    rule: str
    seats: tuple[int, int]
    lengths: list[int]
    maker: bool
    bots: list[str]
    page: str


class OfferedGames(TypedDict):
    """The games that can be chosen."""

    games: list[OfferedGame]


class DeclaredValue(TypedDict):
    """What stands under a key; ``item`` is another such value, of a list."""

    kind: str
    choices: list[str | int]
    item: NotRequired[JsonObject]


class DeclaredKey(DeclaredValue):
    """A key of a line."""

    name: str
    needed: bool


class DeclaredVerb(TypedDict):
    """A line that a page may send; ``by`` is whether it names its seat."""

    do: str
    by: bool
    keys: list[DeclaredKey]


class Declared(TypedDict):
    """What a game declares: its lines, cards, drawings, and fields of its view."""

    lengths: list[int]
    drawings: list[str]
    verbs: list[DeclaredVerb]
    hears: list[str]
    cards: list[str]
    fields: list[str]


class Alphabet(TypedDict):
    """
    The letter piece alphabet, kinds in the order of every count.

    A pose is the place of a piece's kind, its x, its y and its turn.
    """

    kinds: list[Kind]
    letters: dict[str, Counts]
    poses: dict[str, list[tuple[int, float, float, float]]]


class GameSheet(values.Sheet):
    """A game with its scoresheet, and which page shows it."""

    page: str


class GamePositions(GameSheet):
    """A game with every position of its finished rounds."""

    may_change: bool
    positions: list[values.Position]


class History(TypedDict):
    """A page of games, the newest first; the next one has those before ``older``."""

    place: str
    may_change: bool
    games: list[GameSheet]
    older: int
    groups: dict[str, str]
    words: list[dict[str, str | int]]
    kinds: list[dict[str, str | int]]


class LessonEnd(TypedDict):
    """
    The scoresheet with its names, for the page that asked alone.

    ``erased`` is false while a copy of a name is left, which the board tries to erase.
    """

    sheet: GameSheet | None
    erased: bool


class BackupList(TypedDict):
    """The backups, and whether the next start begins with one."""

    backups: list[dict[str, int]]
    restores: bool


class Numbered(TypedDict):
    """The number of what was made, or has arrived."""

    number: int


class PackList(TypedDict):
    """Packs of words."""

    packs: list[values.Pack]


class OnePack(TypedDict):
    """A pack of words."""

    pack: values.Pack


class CheckedWord(TypedDict):
    """A word that was pasted, and in sentences what is odd about it."""

    typed: str
    word: str
    good: bool
    why: list[str]


class CheckedWords(TypedDict):
    """The words that were pasted."""

    words: list[CheckedWord]


class ReturnCode(TypedDict):
    """By which another phone takes a lost one's place."""

    code: str


class SignedIn(TypedDict):
    """A browser that is signed in as the teacher."""

    number: int
    browser: str
    own: bool
    began_ms_ago: int
    seen_ms_ago: int


class SignedInList(TypedDict):
    """The browsers that are signed in as the teacher."""

    sessions: list[SignedIn]


class PartsNow(TypedDict):
    """How each part is, how well each reader reads, and where the walk is."""

    parts: list[JsonObject]
    readers: list[JsonObject]
    walk: JsonObject | None
    walked: list[JsonObject]


class TaggedItem(TypedDict):
    """A thing that can carry a tag."""

    item: str
    name: str
    has: bool


class TaggedItems(TypedDict):
    """Everything that can carry a tag."""

    items: list[TaggedItem]


class WayIn(TypedDict):
    """Where a tablet becomes the board, and that as a QR code."""

    url: str
    picture: str


class Updates(TypedDict):
    """Which version runs, which is offered; nothing on a board without updates."""

    update: JsonObject | None

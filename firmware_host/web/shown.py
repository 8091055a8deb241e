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
from firmware_host.board.record import tagged
from firmware_host.board.table_values import HotSeats, Overview, Seated, Told
from firmware_host.web import values

# --- the state document -------------------------------------------------------


@tagged("Player")
class ShownPlayer(Seated):
    """A player at the table, with the displayed name."""

    name: str


class Face(TypedDict):
    """The state of a letter zone, from which each page draws its own picture."""

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
    """The table screen without its texts; ``marked`` is the index of a choice."""

    kind: Kind | None
    busy: bool
    marked: int


class Sentences(TypedDict):
    """The texts of the table screen: whose turn it is, and what is to be done."""

    line: str
    status: str
    note: str
    fault: str


class HouseRule(TypedDict):
    """An option of the game; ``usual`` is true if it has its default."""

    name: str
    text: str
    value: str
    usual: bool


class JoinState(TypedDict):
    """
    How phones join: the code, the address, and whether joining is open.

    ``code`` and ``url`` are empty if the viewer may not see them.
    """

    code: str
    url: str
    shows: bool
    door: str
    locked: bool
    teams: bool
    phones: int
    seated: list[int]


class Right(TypedDict):
    """The number of phones with the right word after a number of laid pieces."""

    after: int
    count: int


class WordCount(TypedDict):
    """A word, and the number of phones that chose it as their hunch."""

    word: str
    count: int


class BelievedWords(TypedDict):
    """The most chosen words, and the number of phones that chose other words."""

    words: list[WordCount]
    others: int


class AnswerCount(TypedDict):
    """How many phones predicted one of the question's ``answers``, a number."""

    answer: int
    count: int


class Predicted(TypedDict):
    """The result of the last prediction; ``n`` is the number of the deciding event."""

    n: int
    answer: int
    counts: list[AnswerCount]
    right: int
    of: int


class Prediction(TypedDict):
    """The question to predict, how many phones have predicted, and the last result."""

    asks: str
    asked: bool
    open: bool
    chosen: int
    of: int
    last: Predicted | None


class OwnPredicted(TypedDict):
    """The last prediction of this phone, and whether it was right."""

    n: int
    answer: int
    right: bool


class OwnPrediction(TypedDict):
    """What this phone may predict, its present choice, and its points."""

    may: bool
    asks: str
    answers: list[int]
    chosen: int | None
    last: OwnPredicted | None
    points: int


class You(TypedDict):
    """
    The private part of the state for one phone.

    ``may`` are the verbs that make sense now, ``secret`` the private fields of this
    seat, ``waiting`` the phones that a holder may admit.
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
    """A phone at the door: its number while it waits, and whether it was admitted."""

    waits: int | None
    admitted: bool


class Act(TypedDict):
    """An act of the teacher, and its time."""

    act: str
    at_ms: int | None


class UnknownTag(TypedDict):
    """A tapped tag that is not enrolled."""

    uid: str
    zone: int
    spare: bool
    random: bool
    tapped_ms: int | None


class Enrolling(TypedDict):
    """The progress of an enrolment: the item to tap, and the result of the last tap."""

    number: int
    of: int
    what: str | None
    said: str | None
    good: bool
    over: bool
    turn: int


class Tags(TypedDict):
    """The sets of tags, the unknown tags, and the present enrolment."""

    boxes: list[values.Box]
    unknown: list[UnknownTag]
    run: Enrolling | None


class KnownPhone(TypedDict):
    """A phone, as the teacher's page shows it."""

    number: int
    seat: int | None
    machine: int


class Guest(TypedDict):
    """A phone that waits for the teacher."""

    number: int
    name: str
    machine: int


class WallScreen(TypedDict):
    """A wall screen, and whether it shows the joining code."""

    number: int
    shows: bool


class Teacher(TypedDict):
    """The private part of the state for the teacher's page."""

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
    The state document.

    ``n`` grows with each change while ``start`` is the same; ``start`` changes when the
    pages are restarted. ``seen`` is sent back with each command of the game. ``you``
    and ``knock`` are present for a phone, ``teacher`` for the teacher, ``wifi`` on a
    wall, ``board`` and ``hot`` for the user of a virtual board.
    """

    page: str
    undo: str
    note_code: str
    choices: list[str]
    players: list[ShownPlayer]
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
    hot: NotRequired[HotSeats]


# --- beats --------------------------------------------------------------------


class Beat(TypedDict):
    """
    Heartbeat message: everything up to now has been sent.

    It is sent every four seconds on a socket without other messages. A socket that was
    silent for ten seconds is dead even if it looks open: connect again.
    """

    beat: bool


# --- events -------------------------------------------------------------------


class Event(Told):
    """
    A public event of the game, for the pages' animations and messages.

    ``n`` counts from 1 since the start of the board. ``missed`` is the number of
    earlier events that are lost for this client; ``game`` is the game that is played.
    """

    game: str
    missed: int


# --- answers beside the state ------------------------------------------------


class Done(TypedDict):
    """Success."""

    ok: bool


class Admitted(Done):
    """
    A phone has joined, with its number.

    Or it waits for the teacher, with a number.
    """

    phone: NotRequired[int | None]
    waits: NotRequired[int]


class Refusal(TypedDict):
    """A refusal, which has changed nothing: its code, and a sentence."""

    refused: str
    text: str


class Fault(TypedDict):
    """An error with a sentence: the request is invalid, or something does not exist."""

    error: str


class Me(TypedDict):
    """The caller's rights and seat, and the free seats."""

    roles: list[str]
    seat: int | None
    free: list[ShownPlayer]
    teams: bool
    locked: bool
    door: str
    own_names: bool
    nicknames: list[str]


class Longest(TypedDict):
    """The longest words of the caller's hand in the last round that was shown."""

    words: list[str]


class Versions(TypedDict):
    """
    The version of the program, and the number of each format (docs/formats.md).

    ``words`` are, by language, digests of the accepted words.
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
    """Whether the class is claimed, and whether the caller is its teacher."""

    teacher: bool
    claimed: bool
    at_board: bool


class OptionChoice(TypedDict):
    """A choice of an option."""

    value: str | int
    text: str


class ShownOption(TypedDict):
    """An option; ``word`` are the least and greatest length of a typed word."""

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
    """A game that can be chosen, with its options."""

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
    """The type of a key's value; ``item`` is the type of a list's items."""

    kind: str
    choices: list[str | int]
    item: NotRequired[JsonObject]


class DeclaredKey(DeclaredValue):
    """A key of a line."""

    name: str
    needed: bool


class DeclaredVerb(TypedDict):
    """A line that a page may send; ``by`` is true if it names its seat."""

    do: str
    by: bool
    keys: list[DeclaredKey]


class Declared(TypedDict):
    """The declarations of a game: lines, cards, drawings, and fields of its view."""

    lengths: list[int]
    drawings: list[str]
    verbs: list[DeclaredVerb]
    hears: list[str]
    cards: list[str]
    fields: list[str]


class Alphabet(TypedDict):
    """
    The letter piece alphabet; counts are in the order of the kinds.

    A pose is the index of a piece's kind, its x, its y and its turn.
    """

    kinds: list[Kind]
    letters: dict[str, Counts]
    poses: dict[str, list[tuple[int, float, float, float]]]


class GameSheet(values.Sheet):
    """A game with its scoresheet; ``page`` names the script that shows it."""

    page: str


class GamePositions(GameSheet):
    """A game with every position of its finished rounds."""

    may_change: bool
    positions: list[values.Position]


class History(TypedDict):
    """A page of games, the newest first; ``older`` begins the next page, or 0."""

    place: str
    may_change: bool
    games: list[GameSheet]
    older: int
    groups: dict[str, str]
    words: list[dict[str, str | int]]
    kinds: list[dict[str, str | int]]


class LessonEnd(TypedDict):
    """
    The scoresheet of a lesson with names, for the page that ended it.

    ``erased`` is false while a copy of a name is left; the board retries to erase it.
    """

    sheet: GameSheet | None
    erased: bool


class BackupList(TypedDict):
    """The backups, and whether the next start restores one."""

    backups: list[dict[str, int]]
    restores: bool


class Numbered(TypedDict):
    """The number of a backup that was made or uploaded."""

    number: int


class PackList(TypedDict):
    """All word packs of the board."""

    packs: list[values.Pack]


class OnePack(TypedDict):
    """A pack of words."""

    pack: values.Pack


class CheckedWord(TypedDict):
    """A checked word, and its problems as sentences."""

    typed: str
    word: str
    good: bool
    why: list[str]


class CheckedWords(TypedDict):
    """The checked words of a text."""

    words: list[CheckedWord]


class ReturnCode(TypedDict):
    """The code by which another phone takes a lost phone's seat."""

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
    """The state of each part, the statistics of each reader, and the part test."""

    parts: list[JsonObject]
    readers: list[JsonObject]
    walk: JsonObject | None
    walked: list[JsonObject]


class TaggedItem(TypedDict):
    """An item that can carry a tag."""

    item: str
    name: str
    has: bool


class TaggedItems(TypedDict):
    """All items that can carry a tag."""

    items: list[TaggedItem]


class WayIn(TypedDict):
    """The address at which a tablet becomes the board, also as a QR code."""

    url: str
    picture: str


class Updates(TypedDict):
    """The running and the offered version; empty on a board without updates."""

    update: JsonObject | None

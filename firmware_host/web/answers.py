"""What is answered beside the state, field by field, as types: see `shown`."""

from typing import NotRequired, TypedDict

from firmware_host.board.json import JsonObject
from firmware_host.board.pieces import Counts, Kind
from firmware_host.web import values
from firmware_host.web.shown import Player


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

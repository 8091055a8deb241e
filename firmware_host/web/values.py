"""What the web asks its ports for, as JSON: objects whose fields are known."""

from typing import TypedDict

from firmware_host.board.json import Json, JsonObject
from firmware_host.board.record import Record


class Cell(TypedDict, total=False):
    """A cell of a scoresheet; ``counted`` and ``note`` where somebody put it right."""

    points: int
    counted: int
    note: str


class Round(TypedDict):
    """A finished round; points and cells by place, None before somebody sat there."""

    word: str
    maker: int | None
    guessed_by: int | None
    nonce: str
    words: list[str]
    ms: int
    noes: int
    points: list[int | None]
    cells: list[Cell | None]


class Sitter(TypedDict):
    """A player of a game: ``symbol`` and ``animal`` may be empty."""

    seat: int
    name: str
    symbol: str
    animal: str


class Sheet(TypedDict):
    """
    A game with its scoresheet.

    Each round's points stand by seat, the board's last where it makes the words; they
    are as somebody has put them right, and ``cells`` says what was counted. It began on
    that ``evening`` of the board, 0 where nobody can tell, ``began_s`` seconds after
    1970, UTC, None where no clock was known.
    """

    game: int
    played: str
    name: str
    group: str
    evening: int
    began_s: int | None
    language: str
    length: int
    rules: JsonObject
    board_makes: bool
    players: list[Sitter]
    results: list[Round]
    totals: list[int]
    winners: list[int]
    ended: bool
    running: bool


class Chronicle(TypedDict):
    """
    A page of games, the newest first, and the names of their groups by code.

    The next page has the games before ``older``; 0 where there is none. A word or a
    kind of piece has ``yes``, ``no``, ``wrong``, ``found`` and ``games``: how hard it
    has been in these games, the hardest first.
    """

    games: list[Sheet]
    older: int
    groups: dict[str, str]
    words: list[dict[str, str | int]]
    kinds: list[dict[str, str | int]]


class Position(TypedDict):
    """
    How the board lay after one action.

    ``part`` is the number of the round, from 0, ``ms`` since the game began, ``said``
    what was done and what came of it, ``seat`` who did it (-1 the board, None nobody);
    ``moments`` have ``what``, ``seat``, ``zone``, ``kind`` and ``word`` of what has
    happened by it. ``word`` is empty until it was shown. ``insight`` is what it was
    worth (`games.analysis.Insight`), with a sentence; None where nothing is to be said.
    At the end of a round it says what each hand could have laid, if the game is over.
    """

    part: int
    ms: int
    said: list[str]
    seat: int | None
    moments: list[dict[str, Json]]
    word: str
    view: dict[str, Json]
    insight: dict[str, Json] | None


class Hard(TypedDict):
    """
    How hard a word is (`words.difficulty`).

    ``chance`` is that of finding it within three guesses, in percent, ``taps`` the
    fewest and the most that it needs; ``why`` are the messages of what that rests on,
    and ``twins`` the words that are built like it.
    """

    level: str
    chance: int
    taps: list[int]
    why: list[Json]
    twins: list[str]


class Looked(Hard):
    """A word of a pack; it ``lays`` where this box has the letters for it."""

    word: str
    lays: bool


class Pack(TypedDict):
    """
    A pack of words, and how many it has; each one is ``known`` where it was asked for.

    It is the board's ``own`` where somebody typed it or took it from a file.
    """

    key: str
    own: bool
    name: str
    language: str
    level: str
    topic: str
    licence: str
    author: str
    words: int
    known: list[Looked]


class Worth(TypedDict):
    """A word as its maker may want to know it: ``rare``, and its ``twins``."""

    rare: bool
    twins: list[str]


class FileText(TypedDict):
    """The decoded text of a file, and the name of its encoding."""

    text: str
    encoding: str


class Table(TypedDict):
    """
    A table from an uploaded file, with its rows and a guess of the word column.

    ``best`` is the column, from 0, that has most words; ``open_quotes`` has the rows in
    which a quote is not closed; ``head`` is true where the first row has names.
    """

    rows: list[list[str]]
    names: list[str]
    best: int
    head: bool
    encoding: str
    sheet: str
    sheets: list[str]
    open_quotes: list[int]


class Checked(TypedDict):
    """A word that was pasted; ``why`` has the messages of what is odd about it."""

    typed: str
    word: str
    good: bool
    why: list[Json]


class UnknownTag(TypedDict):
    """A tag that was tapped, and that nobody has enrolled for play."""

    uid: str
    zone: int
    spare: bool
    random: bool
    tapped_ms: int


class Group(TypedDict):
    """How many things of a group have a tag, of how many, and which have none."""

    group: str
    has: int
    of: int
    missing: str


class Box(TypedDict):
    """A set of tagged things."""

    name: str
    spares: int
    groups: list[Group]


class TagCase(TypedDict):
    """
    The sets, the tags that nobody knows, and what is being enrolled.

    ``run`` has ``number`` and ``of``, ``what`` is to be tapped and what was ``said`` of
    the last tap (messages or None), whether that was ``good``, and ``over`` at the end.
    """

    boxes: list[Box]
    unknown: list[UnknownTag]
    run: JsonObject | None


class Tagged(TypedDict):
    """A thing that can carry a tag; ``name`` is a message."""

    item: str
    name: Json
    has: bool


class Wifi(Record):
    """
    The board's own Wi-Fi, meant to be read by everybody in the room.

    Args:
        ssid: Its name.
        password: What lets somebody in.
    """

    ssid: str
    password: str

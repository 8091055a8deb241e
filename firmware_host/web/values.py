"""The JSON values of the web's ports: objects with known fields."""

from typing import TypedDict

from firmware_host.board.json import Json, JsonObject
from firmware_host.board.record import Record


class Cell(TypedDict, total=False):
    """A cell of a scoresheet; ``counted`` and ``note`` exist if it was corrected."""

    points: int
    counted: int
    note: str


class Round(TypedDict):
    """A finished round; points and cells by seat, None before the seat was taken."""

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

    Each round's points are in the order of the seats, the board's last if it makes the
    words. They include corrections; ``cells`` has the original points. ``evening`` is
    the number of the board's evening, 0 if unknown. ``began_s`` is the start in seconds
    since 1970, UTC, None without a known clock.
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

    The next page has the games before ``older``; 0 if there are none. The difficulty of
    words and of kinds of pieces in these games, the hardest first, is given by ``yes``,
    ``no``, ``wrong``, ``found`` and ``games``.
    """

    games: list[Sheet]
    older: int
    groups: dict[str, str]
    words: list[dict[str, str | int]]
    kinds: list[dict[str, str | int]]


class Position(TypedDict):
    """
    The state of the board after one action.

    ``part`` is the number of the round, from 0. ``ms`` is the time since the start of
    the game. ``said`` are the sentences about the action and its result. ``seat`` is
    the seat that acted: -1 for the board, None for none. ``moments`` are the public
    events of the action, with ``what``, ``seat``, ``zone``, ``kind`` and ``word``.
    ``word`` is empty until it was shown. ``insight`` is the analysis of the action
    (`games.analysis.Insight`) with a sentence, or None. At the end of a round of a
    finished game it lists the best words of each hand.
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
    The difficulty of a word (`words.difficulty`).

    ``chance`` is the probability in percent of finding it within three guesses.
    ``taps`` are the least and the greatest number of taps that it needs. ``why`` are
    messages with the reasons. ``twins`` are the words that are built of the same
    pieces.
    """

    level: str
    chance: int
    taps: list[int]
    why: list[Json]
    twins: list[str]


class Looked(Hard):
    """A word of a pack; ``lays`` is true if this box has enough letters for it."""

    word: str
    lays: bool


class Pack(TypedDict):
    """
    A word pack with its number of words; ``known`` are notes on each, if requested.

    ``own`` is true if it was typed at this board or imported from a file.
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
    """Facts about a word for its maker: whether it is ``rare``, and its ``twins``."""

    rare: bool
    twins: list[str]


class FileText(TypedDict):
    """The decoded text of a file, and the name of its encoding."""

    text: str
    encoding: str


class Table(TypedDict):
    """
    A table from an uploaded file, with its rows and a guess of the word column.

    ``best`` is the index of the column with most words. ``open_quotes`` are the rows in
    which a quote is not closed. ``head`` is true if the first row has names.
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
    """A checked word; ``why`` are messages with its problems."""

    typed: str
    word: str
    good: bool
    why: list[Json]


class UnknownTag(TypedDict):
    """A tapped tag that is not enrolled."""

    uid: str
    zone: int
    spare: bool
    random: bool
    tapped_ms: int


class Group(TypedDict):
    """The numbers of a group's items with a tag and in all, and the missing items."""

    group: str
    has: int
    of: int
    missing: str


class Box(TypedDict):
    """A set of items with tags, such as one box of pieces."""

    name: str
    spares: int
    groups: list[Group]


class TagCase(TypedDict):
    """
    The sets of tags, the unknown tags, and the present enrolment.

    ``run`` is the enrolment: ``number`` and ``of`` are its progress, ``what`` is the
    item to tap and ``said`` the result of the last tap (messages or None), ``good``
    whether that was a success, ``over`` whether the enrolment has ended, and ``turn`` a
    number that grows with each tap and button.
    """

    boxes: list[Box]
    unknown: list[UnknownTag]
    run: JsonObject | None


class Tagged(TypedDict):
    """An item that can carry a tag; ``name`` is a message."""

    item: str
    name: Json
    has: bool


class Wifi(Record):
    """
    The board's own Wi-Fi, meant to be read by everybody in the room.

    Args:
        ssid: Its name.
        password: Its password.
    """

    ssid: str
    password: str

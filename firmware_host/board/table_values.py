"""What the table tells the web, as JSON: objects whose fields are known."""

from collections.abc import Sequence
from typing import TypedDict

from firmware_host.board.json import Json, JsonObject


class Phone(TypedDict):
    """
    A phone, as its own page and the teacher know it.

    A teacher speaks of it by ``number``; ``seat`` is its place or None, ``person``
    whose it is, 0 for nobody. It ``looks_on`` where it came too late for a secret.
    """

    number: int
    seat: int | None
    person: int
    looks_on: bool


class Sitter(TypedDict):
    """
    Somebody at the table; ``name`` is a text, or a message for the nameless.

    ``bot`` is how strong it is, one of `STRENGTHS`; empty for a person.
    """

    seat: int
    name: Json
    symbol: str
    animal: str
    left: bool
    points: int | None
    person: int
    bot: str


class Visited(TypedDict):
    """
    A kiosk, and who stands before it: the fields of `Visit` that a page needs.

    ``visit`` is its number; ``here`` is false at the start, while nobody is there;
    ``asks`` is whether it asks if anybody still is, ``turn`` ``theirs``, ``soon`` or
    ``up``.
    """

    visit: int
    here: bool
    asks: bool
    turn: str


class Told(TypedDict):
    """
    A moment: what it is, by the fields of `Moment`.

    ``tune`` is the name of what is played, empty for nothing; ``said`` are the clips
    that tell it, without their language.
    """

    n: int
    what: str
    seat: int | None
    zone: int | None
    kind: str | None
    word: str
    marks: Sequence[tuple[int, str]]
    answer: int | None
    tune: str
    said: list[str]


class Asked(TypedDict):
    """What everybody may predict; nothing where there are no ``answers``."""

    of: str
    asks: str
    answers: list[int]


class Sight(TypedDict):
    """
    What one phone may know of the table.

    ``phase`` is ``choosing``, ``playing`` or ``over``; ``game`` is empty while things
    are chosen, and ``chosen`` the game that is played or comes next. ``length``,
    ``board_makes``, ``rounds`` and ``rules`` (those that are not as usual) are of that
    game. ``elapsed_ms`` counts no pauses; ``left_ms`` is how long the board waits still
    for what runs out, None for nothing; ``running`` says whether that clock runs.

    ``screen`` and ``zones`` have the fields of `TableFace` and `ZoneFace`, their words
    as messages; ``view`` what the game lets everybody know, None while things are
    chosen; ``secret`` what the viewer's seat alone may have, None for whoever has
    nothing of one's own. ``lines`` are the verbs that a page may send, each with the
    keys of its line, and ``may`` those that make sense now. ``words`` are those of the
    finished rounds, and ``laid`` counts the pieces in the zones. ``question`` is what
    everybody may predict: which one it is (``of``), what it ``asks``, its ``answers``.
    ``tutorial`` is true in the first minute, which counts nowhere. ``kiosk`` is
    None on a board that is no kiosk. ``moments`` are what
    has just happened: a page knows by the last one's number what it has heard.
    ``bots`` are the `STRENGTHS` of bots that can come now.
    """

    language: str
    place: str
    game: str
    chosen: str
    phase: str
    tutorial: bool
    kiosk: Visited | None
    paused: bool
    sound: bool
    elapsed_ms: int
    left_ms: int | None
    running: bool
    length: int
    board_makes: bool
    rounds: int
    pack: str
    screen: JsonObject
    zones: list[JsonObject]
    players: list[Sitter]
    view: JsonObject | None
    secret: JsonObject | None
    rules: dict[str, str | int]
    lines: dict[str, list[str]]
    may: list[str]
    turn: int | None
    over: bool
    waiting: bool
    commitment: str
    words: list[str]
    laid: int
    question: Asked
    moments: list[Told]
    bots: tuple[str, ...]


class OfferedOption(TypedDict):
    """A rule of a game; ``code`` is a message, and so is the second of each choice."""

    name: str
    code: Json
    value: str | int
    default: str | int
    choices: list[tuple[str | int, Json]]
    word: tuple[int, int] | None
    draws: bool


class Offered(TypedDict):
    """
    A game that can be chosen; ``rule`` is the code of a message.

    ``bots`` are the `STRENGTHS` that its bots have; empty without any.
    """

    name: str
    rule: str
    seats: tuple[int, int]
    lengths: tuple[int, ...]
    maker: bool
    bots: tuple[str, ...]
    options: list[OfferedOption]
    declares: JsonObject

"""What the table tells the web, as JSON: objects whose fields are known."""

from collections.abc import Sequence
from typing import Literal, TypedDict

from firmware_host.board.faces import Mark
from firmware_host.board.json import Json, JsonObject
from firmware_host.board.moments import What
from firmware_host.board.pieces import Kind


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


class Seated(TypedDict):
    """
    Somebody at the table, without name: ``symbol`` and ``animal`` may be empty.

    ``bot`` is how strong it is, one of `STRENGTHS`; empty for a person.
    """

    seat: int
    symbol: str
    animal: str
    left: bool
    points: int | None
    bot: str


class Sitter(Seated):
    """Somebody at the table; ``name`` is a text, or a message for the nameless."""

    name: Json
    person: int


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
    what: What
    seat: int | None
    zone: int | None
    kind: Kind | None
    word: str
    marks: Sequence[tuple[int, Mark]]
    answer: int | None
    tune: str
    said: list[str]


class Asked(TypedDict):
    """What everybody may predict; nothing where there are no ``answers``."""

    of: str
    asks: str
    answers: list[int]


class Overview(TypedDict):
    """
    What goes to every page as it is.

    ``phase`` is ``choosing``, ``playing`` or ``over``; ``game`` is empty while things
    are chosen, and ``chosen`` the game that is played or comes next. ``length``,
    ``board_makes`` and ``rounds`` are of that game. ``elapsed_ms`` counts no pauses;
    ``left_ms`` is how long the board waits still for what runs out, None for nothing;
    ``running`` says whether that clock runs. ``view`` is what the game lets everybody
    know, None while things are chosen. ``tutorial`` is true in the first minute, which
    counts nowhere. ``kiosk`` is None on a board that is no kiosk. ``bots`` are the
    `STRENGTHS` of bots that can come now.
    """

    language: str
    place: str
    game: str
    chosen: str
    phase: Literal["choosing", "playing", "over"]
    tutorial: bool
    paused: bool
    sound: bool
    kiosk: Visited | None
    elapsed_ms: int
    left_ms: int | None
    running: bool
    length: int
    board_makes: bool
    rounds: int
    view: JsonObject | None
    bots: Sequence[str]
    pack: str


class Sight(Overview):
    """
    What one phone may know of the table.

    ``screen`` and ``zones`` have the fields of `TableFace` and `ZoneFace`, their words
    as messages; ``secret`` is what the viewer's seat alone may have, None for whoever
    has nothing of one's own. ``rules`` are those of the game that are not as usual.
    ``lines`` are the verbs that a page may send, each with the
    keys of its line, and ``may`` those that make sense now. ``words`` are those of the
    finished rounds, and ``laid`` counts the pieces in the zones. ``question`` is what
    everybody may predict: which one it is (``of``), what it ``asks``, its ``answers``.
    ``moments`` are what has just happened: a page knows by the last one's number what
    it has heard. ``undo`` is a message that names what an undo takes back, or None.
    ``seen`` is what a command carries that is made for this state: the number of the
    table's start, and how often since then something has changed.
    """

    seen: list[int]

    undo: Json
    screen: JsonObject
    zones: list[JsonObject]
    players: list[Sitter]
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

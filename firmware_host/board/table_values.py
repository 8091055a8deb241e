"""The JSON objects that the table sends to the pages' process, with their types."""

from collections.abc import Sequence
from typing import Literal, TypedDict

from firmware_host.board.faces import Mark
from firmware_host.board.json import Json, JsonObject
from firmware_host.board.moments import What
from firmware_host.board.pieces import Kind


class Phone(TypedDict):
    """
    A phone, as its own page and the teacher know it.

    ``number`` identifies the phone, ``seat`` is its seat or None, ``person`` is its
    user, 0 for none. ``looks_on`` is true if the phone came too late to see this
    round's secret.
    """

    number: int
    seat: int | None
    person: int
    looks_on: bool


class Seated(TypedDict):
    """
    A player without a name; ``symbol`` and ``animal`` may be empty.

    ``bot`` is the strength of a bot, one of `STRENGTHS`; empty for a person.
    """

    seat: int
    symbol: str
    animal: str
    left: bool
    points: int | None
    bot: str


class Sitter(Seated):
    """A player; ``name`` is a text, or a message for a player without a name."""

    name: Json
    person: int


class Visited(TypedDict):
    """
    The visit at a kiosk: the fields of `Visit` that a page needs.

    ``visit`` is the visit's number. ``here`` is false at the start, while nobody is
    there. ``asks`` is true while the kiosk asks if somebody is still there. ``turn`` is
    ``theirs``, ``soon`` or ``up``.
    """

    visit: int
    here: bool
    asks: bool
    turn: str


class Told(TypedDict):
    """
    A moment, with the fields of `Moment`.

    ``tune`` is the name of the tune to play, empty for none. ``said`` are the names of
    the sound clips, without their language.
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
    """The question whose answer everybody may predict; without ``answers`` none."""

    of: str
    asks: str
    answers: list[int]


class GameChoice(TypedDict):
    """A game, the length of its words, and who makes them in how many rounds."""

    game: str
    length: int
    board_makes: bool
    rounds: int


class NextGame(GameChoice):
    """The next game as it is chosen; ``rules`` are its changed options."""

    rules: dict[str, str | int]


class Overview(GameChoice):
    """
    The part of the state that is the same for all viewers.

    ``phase`` is ``choosing``, ``playing`` or ``over``. ``game`` is empty in the phase
    ``choosing``; ``chosen`` is the game that is played, was played last, or comes next.
    ``length``, ``board_makes`` and ``rounds`` are of that game; ``next`` may be another
    one, in the phase ``over`` above all. ``elapsed_ms`` excludes pauses.
    ``left_ms`` is the time until the game's running time is up, None without one;
    ``running`` is true if that clock runs. ``view`` is the public part of the game's
    state, None in the phase ``choosing``. ``tutorial`` is true in the tutorial, which
    does not count. ``kiosk`` is None on a board that is no kiosk. ``bots`` are the
    `STRENGTHS` of bots that can join now. ``open`` is false while a game is played that
    no further player can join.
    """

    language: str
    place: str
    chosen: str
    phase: Literal["choosing", "playing", "over"]
    tutorial: bool
    paused: bool
    sound: bool
    kiosk: Visited | None
    elapsed_ms: int
    left_ms: int | None
    running: bool
    next: NextGame
    view: JsonObject | None
    bots: Sequence[str]
    open: bool
    pack: str


class PrivateTurn(TypedDict):
    """An action that a seat has to do unseen by others; `games.views` lists ``why``."""

    seat: int
    why: str


class HotSeats(TypedDict):
    """
    The seats whose private views the shared screen may open.

    ``seats`` are these seats, ``looks`` those of them that have a secret to look at,
    and ``needs`` the private actions that are due, in the order of the turns.
    """

    seats: list[int]
    looks: list[int]
    needs: list[PrivateTurn]


class Sight(Overview):
    """
    The state of the table that one viewer may know.

    ``screen`` and ``zones`` have the fields of `TableFace` and `ZoneFace`, their texts
    as messages. ``secret`` are the private fields of the viewer's seat, None without
    any. ``rules`` are the options of the game that differ from their defaults.
    ``lines`` are the verbs that a page may send, each with the keys of its line;
    ``may`` are the verbs that make sense now. ``words`` are the words of finished
    rounds. ``laid`` is the number of pieces in the zones. ``question`` is what
    everybody may predict: its name (``of``), what it ``asks``, and its ``answers``.
    ``moments`` are the last public events; a page plays those with a number above the
    last one that it has played. ``undo`` is a message that names the action which an
    undo reverts, or None. ``seen`` identifies this state: the number of the table's
    start, and the number of changes since; a command carries it. ``hot`` is for the
    shared screen.
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
    hot: HotSeats


class OfferedOption(TypedDict):
    """An option of a game; ``code``, and the second of each choice, are messages."""

    name: str
    code: Json
    value: str | int
    default: str | int
    choices: list[tuple[str | int, Json]]
    word: tuple[int, int] | None
    draws: bool


class FoundWord(TypedDict):
    """A word of the day that was found at this board."""

    day: int
    language: str
    word: str


class Collected(TypedDict):
    """
    The words of the day found, and the bots beaten, at this board; no person is named.

    ``day`` is the number of today by the clock of the board, 0 if the clock may be
    wrong; ``last`` is the day number that was entered last. ``beaten`` are, by game,
    the bots that a single person has beaten: strengths joined by ``+``.
    """

    day: int
    last: int
    found: list[FoundWord]
    beaten: dict[str, list[str]]


class Offered(TypedDict):
    """
    A game that can be chosen; ``rule`` is the code of a message.

    ``bots`` are the `STRENGTHS` of its bots; empty if it has none.
    """

    name: str
    rule: str
    seats: tuple[int, int]
    lengths: tuple[int, ...]
    maker: bool
    bots: tuple[str, ...]
    options: list[OfferedOption]
    declares: JsonObject

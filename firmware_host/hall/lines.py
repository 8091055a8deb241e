"""
What goes over the broker: topics, and the messages under them.

A board numbers what it tells from 1 on, without gaps; all that it has ever told is one
*stream*. Whoever listens takes the next number alone, and asks for what is missing.
Nothing in a message is more than everybody at that table has seen.
"""

from json import JSONEncoder

from firmware_host.board.json import (
    Json,
    JsonObject,
    as_number,
    flag,
    inner,
    number,
    numbers,
    objects,
    read_object,
    text,
)
from firmware_host.board.record import Record

#: The number of these messages (docs/formats.md); it stands in every topic.
VERSION = 1

#: What every topic of ours begins with.
ROOT = f"letterzone/{VERSION}"

#: Longer messages are not read.
MOST_BYTES = 16_384

#: What a board says, each under a topic of its own, and what it is asked.
TOPICS = ("row", "tail", "state", "answer", "ask")

#: What stands under `state`.
ONLINE, OFFLINE = "online", "offline"

#: What stands under `answer` while lamps are dark.
NONE = "none"

_json = JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


def topic(board: str, what: str) -> str:
    """
    Return a topic of a board; ``+`` for that of any.

    Args:
        board: What a board is known by.
        what: One of `TOPICS`.
    """
    return f"{ROOT}/{board}/{what}"


#: Whoever listens says here that it is there; boards answer with their tail.
HELLO = f"{ROOT}/hall/hello"


def board_of(name: str) -> str:
    """Return whose topic it is; empty where it is none of a board's."""
    parts = name.split("/")
    return parts[2] if len(parts) == 4 and name.startswith(f"{ROOT}/") else ""  # noqa: PLR2004 - letterzone, number, board, what


class Begun(Record):
    """
    A game begins.

    Args:
        game: What is played.
        language: In which language.
        length: Letters of the word; 0 where a game has none.
        seats: How many sit down.
        rounds: How many rounds the board draws; 0 where people make the words.
        evening: Which evening it belongs to (`evening.Evening.code`); empty for none.
    """

    game: str
    language: str
    length: int
    seats: int
    rounds: int = 0
    evening: str = ""


class Ended(Record):
    """
    The end of a round, with its word.

    Args:
        word: The word; empty in games without one.
        points: The points of the round by seat; if the board makes the words, its
            points are the last item.
        found: The seat that found the word; None if no seat did.
        nonce: The random text that, with the word, proves the commitment; empty
            without a commitment.
    """

    word: str
    points: tuple[int, ...]
    found: int | None = None
    nonce: str = ""


class Happened(Record):
    """
    A moment, as everybody at the table has had it (`board.moments.Moment`).

    Args:
        what: What it was.
        seat: Who did it; None for nobody.
        zone: Where; None for nowhere.
        kind: With which piece; empty for none.
        word: A word that everybody has heard; mostly empty.
    """

    what: str
    seat: int | None = None
    zone: int | None = None
    kind: str = ""
    word: str = ""


class Told(Record):
    """
    One row of a journal, as far as everybody may know it.

    Args:
        stream: Of which telling.
        n: Its number there, from 1.
        game: The game's number on its board.
        ms: Since that game began.
        begun: What begins, where a game does.
        moments: What has happened.
        ended: The rounds that are over by it; more than one never was.
        totals: The points by seat, after it; empty where none are known.
        promise: The commitment that stands after it; empty for none.
        over: True once the game is.
    """

    stream: str
    n: int
    game: int
    ms: int = 0
    begun: Begun | None = None
    moments: tuple[Happened, ...] = ()
    ended: tuple[Ended, ...] = ()
    totals: tuple[int, ...] = ()
    promise: str = ""
    over: bool = False


class Tail(Record):
    """
    How much a board has to tell.

    Args:
        stream: Of which telling.
        n: The last number; 0 for none.
        name: What the board is called.
    """

    stream: str
    n: int
    name: str


class Ask(Record):
    """Whoever listens wants once more what came after a number of a stream."""

    stream: str
    after: int


#: What goes over a broker, and what stands inside.
MESSAGES = (Told, Begun, Happened, Ended, Tail, Ask)


def write(one: Told | Tail | Ask) -> bytes:
    """Return a message as JSON for the broker; empty and false fields are left out."""
    return _json(_plain(one)).encode()


def _plain(one: Record) -> dict[str, Json]:
    return {
        name: _value(value)
        for name, value in vars(one).items()
        if value not in ("", (), None) and value is not False
    }


def _value(value: object) -> Json:
    if isinstance(value, Record):
        return _plain(value)
    if isinstance(value, tuple):
        return [_value(one) for one in value]
    assert value is None or isinstance(value, (str, int))  # noqa: S101 - no other field is there
    return value


def read_told(payload: bytes) -> Told:
    """
    Return what `write` made of a row.

    Raises:
        ValueError: It is none.
    """
    item = _read(payload)
    begun = inner(item, "begun") if "begun" in item else None
    return Told(
        stream=_short(item, "stream"),
        n=_counted(item, "n", 1),
        game=_counted(item, "game"),
        ms=_counted({"ms": 0, **item}, "ms"),
        begun=None if begun is None else _begun(begun),
        moments=tuple(map(_happened, _objects(item, "moments"))),
        ended=tuple(map(_ended, _objects(item, "ended"))),
        totals=_numbers(item, "totals"),
        promise=_short(item, "promise"),
        over=flag(item, "over", default=False),
    )


def read_tail(payload: bytes) -> Tail:
    """
    Return what `write` made of a tail.

    Raises:
        ValueError: It is none.
    """
    item = _read(payload)
    return Tail(_short(item, "stream"), _counted(item, "n"), _short(item, "name"))


def read_ask(payload: bytes) -> Ask:
    """
    Return what `write` made of a question.

    Raises:
        ValueError: It is none.
    """
    item = _read(payload)
    return Ask(_short(item, "stream"), _counted({"after": 0, **item}, "after"))


def _read(payload: bytes) -> JsonObject:
    if len(payload) > MOST_BYTES:
        msg = f"a message has at most {MOST_BYTES} bytes"
        raise ValueError(msg)
    return read_object(payload)


def _begun(item: JsonObject) -> Begun:
    return Begun(
        game=_short(item, "game"),
        language=_short(item, "language"),
        length=number(item, "length", 0),
        seats=number(item, "seats", 0),
        rounds=number(item, "rounds", 0),
        evening=_short(item, "evening"),
    )


def _happened(item: JsonObject) -> Happened:
    return Happened(
        what=_short(item, "what"),
        seat=_maybe(item, "seat"),
        zone=_maybe(item, "zone"),
        kind=_short(item, "kind"),
        word=_short(item, "word"),
    )


def _ended(item: JsonObject) -> Ended:
    return Ended(
        word=_short(item, "word"),
        points=_numbers(item, "points"),
        found=_maybe(item, "found"),
        nonce=_short(item, "nonce"),
    )


def _objects(item: JsonObject, name: str) -> tuple[JsonObject, ...]:
    return objects({name: (), **item}, name)


def _numbers(item: JsonObject, name: str) -> tuple[int, ...]:
    return numbers({name: (), **item}, name)


def _maybe(item: JsonObject, name: str) -> int | None:
    return as_number(item[name], name) if name in item else None


def _short(item: JsonObject, name: str, most: int = 100) -> str:
    """Return a text that a screen can show; nothing where it is not there."""
    found = text(item, name, "")
    if len(found) > most or not found.isprintable():
        msg = f"{name} must be at most {most} letters in one line"
        raise ValueError(msg)
    return found


def _counted(item: JsonObject, name: str, least: int = 0) -> int:
    found = number(item, name)
    if found < least:
        msg = f"{name} must be at least {least}"
        raise ValueError(msg)
    return found

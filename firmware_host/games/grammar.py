"""The grammar of transcript lines, and declarations for pages that write them."""

from collections.abc import Iterable, Mapping
from dataclasses import fields, replace
from functools import cache
from json import dumps

from firmware_host.board.commands import On
from firmware_host.board.json import Json, JsonObject, is_int, text
from firmware_host.board.pieces import KINDS, Card
from firmware_host.board.record import tag_of
from firmware_host.board.schema import in_words
from firmware_host.games.bots import Bot
from firmware_host.games.contract import Value, Verb
from firmware_host.games.game import Engine
from firmware_host.games.views import Common, NoView, SeatView, View

#: The verbs of every game.
VERBS: Mapping[str, Verb] = {
    "undo": Verb(on=On.LAST),
    "void": Verb(on=On.ROUND),
    "leave": Verb(needs=("by",)),
    "join": Verb(needs=("by",), may=("bot",), board=True),
    "end": Verb(on=On.ROUND),
}

#: The longest word, and the most items of a list.
LONGEST = 100

_HEX = frozenset("0123456789abcdef")


def _is_hex(value: Json) -> bool:
    return isinstance(value, str) and len(value) == 64 and set(value) <= _HEX  # noqa: PLR2004 - 32 bytes


def _is_word(value: Json) -> bool:
    return isinstance(value, str) and len(value) <= LONGEST


def numbers(first: int, last: int) -> Value:
    """Return the value of a whole number from *first* to *last*."""
    return Value(
        lambda v: is_int(v) and first <= v <= last,
        f"{first} to {last}",
        kind="number",
        choices=range(first, last + 1),
    )


def one_of(names: Iterable[str]) -> Value:
    """Return the value of one word among *names*."""
    known = tuple(names)
    return Value(
        lambda v: isinstance(v, str) and v in known,
        in_words(known),
        kind="choice",
        choices=known,
    )


def list_of(item: Value, expected: str) -> Value:
    """Return the value of a list whose items fit `item`."""
    return Value(
        lambda v: (
            isinstance(v, list | tuple) and len(v) <= LONGEST and all(map(item.fits, v))
        ),
        expected,
        kind="list",
        item=item,
    )


def drawn(item: Value) -> Value:
    """Return `item` as a value that only the board may write."""
    return replace(item, board=True)


#: The value of a key that a game does not declare.
ANYTHING = Value(lambda _: True, "anything")

#: Values that any game may use.
SEAT = Value(
    lambda v: isinstance(v, int | str), "a player's name", seat=True, kind="seat"
)
WORD = Value(_is_word, "a word", kind="word")
LETTER = Value(
    lambda v: isinstance(v, str) and len(v) == 1 and v.isupper(),
    "a capital letter",
    kind="letter",
)
#: A nonce or a commitment.
PROOF = drawn(Value(_is_hex, "64 hex digits"))
FLAG = Value(lambda v: isinstance(v, bool), "true or false", kind="flag")
ZONE = replace(numbers(1, 6), kind="zone")
PIECE = replace(one_of(KINDS), kind="piece")


def is_bot(value: Json) -> bool:
    """Return True if a value is the `Bot.text` of a bot."""
    try:
        return isinstance(value, str) and Bot.read(value) is not None
    except ValueError:
        return False


#: The values of every game's lines: the seat, and the bot that joins.
SHARED = {
    "by": SEAT,
    "bot": drawn(Value(is_bot, "a bot such as panda-easy-0123456789abcdef")),
}


def card(cards: Iterable[Card]) -> Value:
    """Return the value of one card among *cards*, by its name: ``coin-2``."""
    return replace(one_of(map(called, cards)), kind="card")


def called(card: Card) -> str:
    """Return the name of a card as one word, for lines and for typed input."""
    return f"{card.name}-{card.number}" if card.number else card.name


def verbs_of(engine: Engine) -> dict[str, Verb]:
    """Return every verb of a game, those of any game last."""
    return {**engine.VERBS, **VERBS}


def value(engine: Engine, key: str) -> Value:
    """Return the declared value of *key* in a line of a game."""
    return SHARED.get(key) or engine.VALUES.get(key, ANYTHING)


def keys(
    item: JsonObject, *, allowed: Iterable[str], needed: Iterable[str], what: str
) -> None:
    """
    Check that an object in a transcript has the right keys.

    Raises:
        ValueError: A required key is missing, or a key is unknown.
    """
    for key in item:
        if key not in allowed:
            msg = f"{what} has no {key!r}; it knows: {', '.join(allowed)}"
            raise ValueError(msg)
    for key in needed:
        if key not in item:
            msg = f"{what} needs {key!r}"
            raise ValueError(msg)


def fit(key: str, given: Json, right: Value) -> None:
    """
    Check the value of a key in a transcript's line.

    Raises:
        ValueError: The value is not as *right* declares.
    """
    if not right.fits(given):
        msg = f"{key} must be {right.expected}, not {shown(given)}"
        raise ValueError(msg)


def checked(item: JsonObject, engine: Engine) -> dict[str, Json]:
    """
    Return a copy of an action's line after checking everything except its players.

    Raises:
        ValueError: It has no meaning in this game; the text says why.
    """
    do, verbs = item.get("do"), verbs_of(engine)
    if not isinstance(do, str) or do not in verbs:
        msg = f'"do" must be one of {", ".join(verbs)}, not {shown(do)}'
        raise ValueError(msg)
    verb = verbs[do]
    allowed = ("do", *verb.needs, *verb.may)
    keys(item, allowed=allowed, needed=verb.needs, what=f'"{do}"')
    for key, given in item.items():
        right = value(engine, key)
        if not right.seat:
            fit(key, given, right)
    return dict(item)


def asked(item: JsonObject, engine: Engine, seats: int) -> dict[str, Json]:
    """
    Return the checked line of a person's request, seats as numbers.

    Raises:
        ValueError: The line is wrong, names no seat, or only the board may write it.
    """
    line = checked(item, engine)
    if verbs_of(engine)[text(line, "do")].board:
        msg = f'the board alone does "{line["do"]}"'
        raise ValueError(msg)
    for key, given in line.items():
        right = value(engine, key)
        if right.board:
            msg = f"the board alone says {key}"
            raise ValueError(msg)
        if right is ANYTHING:
            fit(key, given, _PLAIN)
        known = type(given) is int and 0 <= given < seats
        if right.seat and not known:
            msg = f'"{key}" must be a seat of 0 to {seats - 1}'
            raise ValueError(msg)
    return line


def _is_plain(value: Json, depth: int = 2) -> bool:
    """Return True for a short text, a number, a flag, or a list of such values."""
    if isinstance(value, list | tuple):
        short = depth > 0 and len(value) <= LONGEST
        return short and all(_is_plain(one, depth - 1) for one in value)
    return _is_word(value) or isinstance(value, bool | int)


#: The value for a page under a key that a game does not declare.
_PLAIN = Value(_is_plain, "a short text, a number, true, false or a list of these")


@cache
def sendable(engine: Engine) -> Mapping[str, tuple[str, ...]]:
    """Return the verbs that a page may send, each with the keys of its line."""
    return {
        name: tuple(
            key
            for key in (*verb.needs, *verb.may)
            if not ((right := value(engine, key)).board or right.hands)
        )
        for name, verb in verbs_of(engine).items()
        if not (verb.board or verb.hands)
    }


def shown(given: Json) -> str:
    """Return a value as JSON, for a message."""
    return dumps(given, ensure_ascii=False)


# --- what a page must know of a game -----------------------------------------

#: The fields of a view that pages handle for every game.
_SHOWN = frozenset(
    (*(one.name for one in fields(Common)), "totals", "winners", "results")
)


def declared(engine: Engine) -> dict[str, Json]:
    """
    Return the declarations of a game as JSON.

    Returns:
        ``verbs``, the game's own lines that a page may send: each with ``do``, ``by``
        (whether it names its seat) and ``keys``, each of these with ``name``,
        ``needed``, ``kind``, ``choices`` and, of a list, ``item``; ``hears``, any of
        ``piece``, ``tile`` and ``card``; ``cards``, the names of its own; and
        ``fields``, what a view tells that only this game has.
    """
    lines = sendable(engine)
    return {
        "verbs": [
            {"do": do, "by": "by" in lines[do], "keys": _keys(engine, do, lines[do])}
            for do in engine.VERBS
            if do in lines
        ],
        "hears": [tag_of(item) for item in engine.NEEDS.hears],
        "cards": list(map(called, engine.CARDS)),
        "fields": [name for name in engine.PUBLIC if name not in _SHOWN],
    }


def public_names(engine: Engine, view: View) -> tuple[str, ...]:
    """Return the fields of `view` that are public: the game's own `PUBLIC`."""
    if isinstance(view, NoView):
        return ("totals", "over", "winners")
    return engine.PUBLIC


def sendable_now(engine: Engine, state: object) -> dict[str, tuple[str, ...]]:
    """Return the verbs that a page may send now, each with the keys of its line."""
    closed = engine.at_board(state)
    lines = sendable(engine)
    return {do: keys for do, keys in lines.items() if do not in closed}


def verbs_among(lines: JsonObject, engine: Engine, view: View) -> tuple[str, ...]:
    """
    Return the game's own verbs among *lines*, for the viewer with that *view*.

    If seats have private fields, a viewer without any is no player.
    """
    looks_on = engine.OWN and not isinstance(view, SeatView)
    return () if looks_on else tuple(do for do in engine.VERBS if do in lines)


def _keys(engine: Engine, do: str, keys: tuple[str, ...]) -> list[dict[str, Json]]:
    needs = engine.VERBS[do].needs
    return [
        {"name": key, "needed": key in needs, **_value(value(engine, key))}
        for key in keys
        if key != "by"
    ]


def _value(value: Value) -> dict[str, Json]:
    item = {} if value.item is None else {"item": _value(value.item)}
    return {"kind": value.kind, "choices": list(value.choices), **item}

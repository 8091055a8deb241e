"""What may stand in a transcript's line: some verbs of any game, and its own."""

from collections.abc import Iterable, Mapping
from json import dumps
from typing import Any

from firmware_host.games.contract import Engine, Value, Verb

#: What can be done in any game.
VERBS: Mapping[str, Verb] = {
    "undo": Verb(),
    "void": Verb(),
    "leave": Verb(needs=("by",)),
    "join": Verb(needs=("by",)),
    "end": Verb(),
}

#: No word is longer, and nothing that a line holds has more items.
LONGEST = 100

_HEX = frozenset("0123456789abcdef")


def is_int(value: Any) -> bool:
    """Tell whether a value of a JSON file is a whole number."""
    return isinstance(value, int) and not isinstance(value, bool)


def _is_hex(value: Any) -> bool:
    return isinstance(value, str) and len(value) == 64 and set(value) <= _HEX  # noqa: PLR2004 - 32 bytes


def _is_word(value: Any) -> bool:
    return isinstance(value, str) and len(value) <= LONGEST


def numbers(first: int, last: int) -> Value:
    """Return the value of a whole number from *first* to *last*."""
    return Value(lambda v: is_int(v) and first <= v <= last, f"{first} to {last}")


def one_of(names: Iterable[str]) -> Value:
    """Return the value of one word among *names*."""
    known = tuple(names)
    *others, last = known
    return Value(
        lambda v: isinstance(v, str) and v in known, f"{', '.join(others)} or {last}"
    )


def list_of(item: Value, expected: str) -> Value:
    """Return the value of a list, each item of it as *item* says."""
    return Value(
        lambda v: (
            isinstance(v, list | tuple) and len(v) <= LONGEST and all(map(item.fits, v))
        ),
        expected,
    )


#: Values that any game may use.
SEAT = Value(lambda v: isinstance(v, int | str), "a player's name", seat=True)
WORD = Value(_is_word, "a word")
HEX = Value(_is_hex, "64 hex digits")
FLAG = Value(lambda v: isinstance(v, bool), "true or false")
ZONE = numbers(1, 6)


def value(engine: Engine, key: str) -> Value | None:
    """Return what is right under *key* in a line; None where anything is."""
    return SEAT if key == "by" else engine.VALUES.get(key)


def keys(
    item: Mapping[str, Any],
    *,
    allowed: Iterable[str],
    needed: Iterable[str],
    what: str,
) -> None:
    """
    Check which keys an object has.

    Raises:
        ValueError: One is missing, or not known.
    """
    for key in item:
        if key not in allowed:
            msg = f"{what} has no {key!r}; it knows: {', '.join(allowed)}"
            raise ValueError(msg)
    for key in needed:
        if key not in item:
            msg = f"{what} needs {key!r}"
            raise ValueError(msg)


def checked(item: Mapping[str, Any], engine: Engine) -> dict[str, Any]:
    """
    Return one action's line, everything of it checked but who it names.

    Raises:
        ValueError: It has no meaning in this game; the text says why.
    """
    do, verbs = item.get("do"), {**engine.VERBS, **VERBS}
    if not isinstance(do, str) or do not in verbs:
        msg = f'"do" must be one of {", ".join(verbs)}, not {_shown(do)}'
        raise ValueError(msg)
    verb = verbs[do]
    allowed = ("do", *verb.needs, *verb.may)
    keys(item, allowed=allowed, needed=verb.needs, what=f'"{do}"')
    for key, given in item.items():
        right = value(engine, key)
        if right is not None and not right.seat and not right.fits(given):
            msg = f"{key} must be {right.expected}, not {_shown(given)}"
            raise ValueError(msg)
    return dict(item)


def _shown(given: Any) -> str:
    return dumps(given, ensure_ascii=False)

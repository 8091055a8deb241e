"""
Check the declarations of a game from outside before the board plays it.

Pages and board read these fields without a guard, so a wrong one must never reach them.
"""

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass
from itertools import chain, islice
from types import UnionType
from typing import (
    NamedTuple,
    NewType,
    TypeVar,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

from firmware_host.board.pieces import ZONES, Item
from firmware_host.board.players import STRENGTHS
from firmware_host.games.contract import Needs
from firmware_host.games.game import Engine, Game
from firmware_host.games.grammar import declared
from firmware_host.games.shapes import all_described
from firmware_host.limits import SEATS

#: The pattern of a game's name, which is part of file names, codes and transcripts.
NAME = re.compile(r"[a-z][a-z0-9_-]{1,31}")

#: The most letters of a value that are shown, and the most parts of it that are
#: checked.
_SHOWN, _LOOKED_AT = 60, 200

#: The kinds of input that a page has for a value; see `games.contract.Value`.
_KINDS = (
    *("zone", "seat", "piece", "card", "letter", "word", "number", "choice", "flag"),
    *("list", "text"),
)


class DeclarationFault(NamedTuple):
    """
    One error in a game's declarations: the field, its value, and the remedy.

    Args:
        field: Its name, such as ``NEEDS.hears``.
        value: Its value as text.
        remedy: A description of correct values.
    """

    field: str
    value: str
    remedy: str

    def __str__(self) -> str:
        return f"{self.field} is {self.value}; it must be {self.remedy}"


def faults(game: Engine) -> tuple[DeclarationFault, ...]:
    """
    Return the errors in a game's declarations; empty if all are right.

    The types are checked first, then the values, then whether the pages can get a
    description of all of it. Errors of an earlier check hide those of later checks.
    """
    for found in (_wrong_kinds(game), _wrong_values(game), _undescribed(game)):
        if wrong := tuple(found):
            return wrong
    return ()


# --- kinds --------------------------------------------------------------------


def _wrong_kinds(game: Engine) -> Iterator[DeclarationFault]:
    for name, hint in get_type_hints(Game).items():
        if name == "STATE" and type(game).start is not Game.start:
            continue  # only the start that most games have reads it
        try:
            value = getattr(game, name)
        except Exception as fault:  # noqa: BLE001 - a stranger's property may raise anything
            yield DeclarationFault(
                name, f"not there ({type(fault).__name__})", _hint_text(hint)
            )
            continue
        yield from _type_faults(name, value, hint)


def _type_faults(name: str, value: object, hint: object) -> Iterator[DeclarationFault]:
    """Yield a fault for each part of a value that does not match its type hint."""
    kind, inner = get_origin(hint) or hint, get_args(hint)
    if isinstance(hint, TypeVar) or hint is object or str(hint) == "typing.Any":
        return
    if kind in (Union, UnionType):
        is_right = any(not any(_type_faults(name, value, one)) for one in inner)
    elif kind is type:
        is_right = isinstance(value, type)
    else:
        is_right = _has_type(value, kind)
        if is_right and kind is tuple and inner[-1:] != (Ellipsis,):
            is_right = len(value) == len(inner)  # type: ignore[arg-type] # a tuple
    if not is_right:
        yield DeclarationFault(name, _shown(value), _hint_text(hint))
    elif kind not in (Union, UnionType, type):
        for at, one, expected in islice(_parts(name, value, inner), _LOOKED_AT):
            yield from _type_faults(at, one, expected)


def _parts(
    name: str, value: object, inner: tuple[object, ...]
) -> Iterator[tuple[str, object, object]]:
    """Yield the path, the value and the type hint of each part of a value."""
    if inner and isinstance(value, Mapping):
        for key, one in value.items():
            yield f"a key of {name}", key, inner[0]
            yield f"{name}[{key!r}]", one, inner[1]
    elif inner and isinstance(value, Sequence) and not isinstance(value, str):
        same = len(inner) == 1 or inner[1] is Ellipsis
        for at, one in enumerate(value):
            yield f"{name}[{at}]", one, inner[0 if same else at]
    elif is_dataclass(value) and not isinstance(value, type):
        hints = get_type_hints(type(value))
        for field in fields(value):
            yield f"{name}.{field.name}", getattr(value, field.name), hints[field.name]


def _has_type(value: object, kind: object) -> bool:
    """Return True if a value has the type *kind*; a bool is never a number."""
    if kind is Callable:
        return callable(value)
    if isinstance(value, bool):
        return kind is bool
    plain = kind.__supertype__ if isinstance(kind, NewType) else kind
    return isinstance(plain, type) and isinstance(value, plain)


def _hint_text(hint: object) -> str:
    """Return the text of a type hint without module names, for error messages."""
    return re.sub(r"\b\w+\.|<class '|'>|~", "", str(hint))


def _shown(value: object) -> str:
    try:
        text = repr(value)
    except Exception as fault:  # noqa: BLE001 - as above
        text = f"something whose repr raises {type(fault).__name__}"
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"


# --- values -------------------------------------------------------------------


def _wrong_values(game: Engine) -> Iterator[DeclarationFault]:
    """Yield a fault for each declaration of the right type but a wrong value."""
    names = [one.name for one in game.OPTIONS]
    yield from _unless(
        NAME.fullmatch(game.NAME),
        *("NAME", game.NAME),
        "2 to 32 small letters, digits, - and _, a letter first",
    )
    yield from _unless(
        {*game.BOTS} <= {*STRENGTHS}, "BOTS", game.BOTS, f"any of {STRENGTHS}"
    )
    yield from _unless(
        len({*names}) == len(names), "OPTIONS", names, "options of different names"
    )
    for option in game.OPTIONS:
        default, choices = option.default, option.choices
        yield from _unless(
            choices and (default == "" or option.takes(default)),
            *(f"OPTIONS: {option.name}", (default, choices)),
            "choices, and one of them as default",
        )
    yield from _wrong_needs(game.NEEDS)
    yield from _wrong_lines(game)


def _wrong_needs(needs: Needs) -> Iterator[DeclarationFault]:
    (least, most), kinds = needs.seats, get_args(Item)
    yield from _unless(
        1 <= least <= most <= SEATS,
        *("NEEDS.seats", needs.seats),
        f"the fewest and the most players, 1 to {SEATS}",
    )
    yield from _unless(
        {*needs.lengths} <= {*ZONES},
        *("NEEDS.lengths", needs.lengths),
        f"lengths of 1 to {len(ZONES)} letters",
    )
    yield from _unless(
        0 <= needs.zones <= len(ZONES),
        *("NEEDS.zones", needs.zones),
        f"a number of zones, 0 to {len(ZONES)}",
    )
    yield from _unless(
        all(one in kinds for one in needs.hears),
        *("NEEDS.hears", needs.hears),
        f"any of {', '.join(one.__name__ for one in kinds)}",
    )


def _wrong_lines(game: Engine) -> Iterator[DeclarationFault]:
    keys = {do: {*verb.needs, *verb.may} for do, verb in game.VERBS.items()}
    wanted = {*chain.from_iterable(keys.values())} - {"by"}
    yield from _unless(
        wanted <= {*game.VALUES},
        *("VALUES", sorted(game.VALUES)),
        f"a value for each key of VERBS: {', '.join(sorted(wanted))}",
    )
    for key, value in game.VALUES.items():
        yield from _unless(
            value.kind in _KINDS,
            f"VALUES[{key!r}].kind",
            value.kind,
            f"one of {_KINDS}",
        )
    for secret in game.SECRETS:
        yield from _unless(
            secret.key in keys.get(secret.do, ()),
            *("SECRETS", (secret.do, secret.key)),
            "a verb of VERBS and a key of it",
        )


def _unless(
    is_right: object, name: str, value: object, remedy: str
) -> Iterator[DeclarationFault]:
    if not is_right:
        yield DeclarationFault(name, _shown(value), remedy)


# --- what the pages get -------------------------------------------------------


def _undescribed(game: Engine) -> Iterator[DeclarationFault]:
    """Yield a fault for each description of the game that JSON cannot represent."""
    asked: Mapping[str, Callable[[Engine], object]] = {
        "what the pages get": declared,
        "the description of the API": lambda engine: all_described((engine,)),
    }
    for name, describe in asked.items():
        try:
            json.dumps(describe(game))
        except Exception as fault:  # noqa: BLE001 - a stranger's value may raise anything
            yield DeclarationFault(
                name, f"impossible: {_shown(fault)}", "what JSON can hold"
            )

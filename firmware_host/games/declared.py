"""What a page must know of a game to play it without a file of the game's own."""

from dataclasses import fields

from firmware_host.board.json import Json, JsonObject
from firmware_host.board.record import tag_of
from firmware_host.games import grammar
from firmware_host.games.contract import Common, NoView, Value, public_of
from firmware_host.games.game import Engine

#: Fields of a view that the pages show by themselves, or go by.
_SHOWN = frozenset(
    (*(one.name for one in fields(Common)), "totals", "winners", "results")
)


def declared(engine: Engine) -> dict[str, Json]:
    """
    Return what a game declares, as JSON has it.

    Returns:
        ``verbs``, the game's own lines that a page may send: each with ``do``, ``by``
        (whether it names its seat) and ``keys``, each of these with ``name``,
        ``needed``, ``kind``, ``choices`` and, of a list, ``item``; ``hears``, any of
        ``piece``, ``tile`` and ``card``; ``cards``, the names of its own; and
        ``fields``, what a view tells that only this game has.
    """
    lines = grammar.sendable(engine)
    return {
        "verbs": [
            {"do": do, "by": "by" in lines[do], "keys": _keys(engine, do, lines[do])}
            for do in engine.VERBS
            if do in lines
        ],
        "hears": [tag_of(item) for item in engine.NEEDS.hears],
        "cards": list(map(grammar.called, engine.CARDS)),
        "fields": [name for name in engine.PUBLIC if name not in _SHOWN],
    }


def public_names(engine: Engine, view: object) -> tuple[str, ...]:
    """Return the fields of *view* that everybody may read: the game's own `PUBLIC`."""
    if isinstance(view, NoView):
        return ("totals", "over", "winners")
    return engine.PUBLIC


def sendable_now(engine: Engine, state: object) -> dict[str, tuple[str, ...]]:
    """Return the lines that a page may send as the game stands, each with its keys."""
    closed = engine.at_board(state)
    lines = grammar.sendable(engine)
    return {do: keys for do, keys in lines.items() if do not in closed}


def verbs_among(lines: JsonObject, engine: Engine, view: object) -> tuple[str, ...]:
    """
    Return the game's own verbs among *lines*, for whoever has that *view*.

    Where seats have something of their own, who has nothing does not play.
    """
    looks_on = engine.OWN and public_of(view) is view
    return () if looks_on else tuple(do for do in engine.VERBS if do in lines)


def _keys(engine: Engine, do: str, keys: tuple[str, ...]) -> list[dict[str, Json]]:
    needs = engine.VERBS[do].needs
    return [
        {"name": key, "needed": key in needs, **_value(grammar.value(engine, key))}
        for key in keys
        if key != "by"
    ]


def _value(value: Value) -> dict[str, Json]:
    item = {} if value.item is None else {"item": _value(value.item)}
    return {"kind": value.kind, "choices": list(value.choices), **item}

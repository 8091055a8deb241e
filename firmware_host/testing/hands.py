"""What a game from outside promises to whoever has the board alone, and no page."""

from collections.abc import Iterator
from itertools import product
from string import ascii_uppercase

from firmware_host.board import catalogue
from firmware_host.board.events import BoardEvent, Button, Pressed, Tapped
from firmware_host.board.json import JsonObject, text
from firmware_host.board.pieces import RACK, ZONES, Card, Item, Piece, Tile
from firmware_host.games import grammar
from firmware_host.games.common import State
from firmware_host.games.game import Engine
from firmware_host.testing.walks import Case, after_all, context, opened


def plays_without_pages(case: Case, seed: int) -> Iterator[str]:
    """
    What people do in a playthrough can be done at the board alone, by hand.

    Also at a station, where a piece is laid on the rack and waits for a zone's button:
    it cannot wait where it means something on the rack already. The games of the house
    have modes of the session for what no touch says.
    """
    engine = case.engine
    header, lines = opened(case, case.examples[seed % len(case.examples)])
    state: State = engine.start(header)
    events = list(touches(engine))
    for number, line in enumerate(lines, 2):
        action = engine.action(line)
        verb = engine.VERBS.get(text(line, "do"))
        # A form is filled in with the board's buttons.
        own = (
            verb is not None
            and not verb.board
            and not engine.forms(context(engine, state))
        )
        if own and not _by_hand(engine, state, line, events):
            yield f"line {number}: nobody can do {line} with a piece or a button"
            return
        there = [one for one in events if _at_a_station(engine, state, one)]
        if own and not _by_hand(engine, state, line, there):
            yield (
                f"line {number}: nobody can do {line} at a station: on the rack, where"
                " it has to wait, its piece means something else"
            )
            return
        state = after_all(engine, state, engine.act(state, action))


def touches(engine: Engine) -> Iterator[BoardEvent]:
    """Yield each touch that a board has for a game."""
    items: list[Item] = []
    if Piece in engine.NEEDS.hears:
        items += catalogue.pieces()
    if Tile in engine.NEEDS.hears:
        items += [Tile(letter, 1) for letter in ascii_uppercase]
    if Card in engine.NEEDS.hears:
        items += engine.CARDS
    yield from (Tapped(zone, item) for zone, item in product((RACK, *ZONES), items))
    yield from map(Pressed, Button)


def _at_a_station(engine: Engine, state: State, event: BoardEvent) -> bool:
    """Tell whether a touch can be had over the rack and a zone's button."""
    if not isinstance(event, Tapped) or event.zone == RACK:
        return True
    if isinstance(event.piece, Card) or engine.pieces_on_board(state) is not None:
        return True
    return engine.interpret(state, Tapped(RACK, event.piece)) is None


def _by_hand(
    engine: Engine, state: State, line: JsonObject, events: list[BoardEvent]
) -> bool:
    """Tell whether a touch is that line, or what people say of it."""
    said = {
        key: value
        for key, value in line.items()
        if key == "do" or not grammar.value(engine, key).board
    }
    for event in events:
        action = engine.interpret(state, event)
        told = {} if action is None else engine.action_json(action)
        if all(told.get(key) == value for key, value in said.items()):
            return True
    return False

"""Playing a transcript on a simulated board: through the pads, not past them."""

from collections.abc import AsyncIterator
from dataclasses import dataclass

from firmware_host.board.events import Tapped
from firmware_host.board.pieces import ZONES, Item, Kind, Piece, Zone
from firmware_host.games.common import Join
from firmware_host.session.state import Player
from firmware_host.simulate.hands import Hands
from firmware_host.simulate.pieces import cards, whole_set
from firmware_host.table.presenter import Outcome
from firmware_host.table.table import Table


@dataclass(frozen=True, slots=True)
class Played:
    """An action, and what the board answered."""

    line: int
    action: object
    outcome: Outcome


async def play(
    table: Table, hands: Hands, actions: tuple[tuple[int, object, str], ...]
) -> AsyncIterator[Played]:
    """
    Yield each action of a transcript as the board has answered it.

    What can be tapped goes through tag, pad, wire and journal; words and decisions are
    given to the table, as a terminal or a browser gives them.

    Args:
        table: The table, with its game begun.
        hands: The hands at its board.
        actions: Line, action, and the name of whoever acts.
    """
    for line, action, name in actions:
        tap = tap_of(table, action)
        if tap is not None:
            outcome = await hands.tap_item(*tap)
        elif isinstance(action, Join) and name not in _names(table):
            outcome = await table.submit(action, player=Player(name))
        else:
            outcome = await table.submit(action)
        yield Played(line, action, outcome)


def tap_of(table: Table, action: object) -> tuple[Zone, Item] | None:
    """
    Return the tap that means *action* now, in whatever game; None where none does.

    The engine itself is asked what it would hear in a tap of this or that.
    """
    playing = table.session.playing
    if playing is None:
        return None
    hears, engine, game = playing.engine.NEEDS.hears, playing.engine, playing.game
    some: tuple[Item, ...] = (*map(Piece, Kind), *whole_set(), *cards())
    taps = ((zone, item) for item in some if isinstance(item, hears) for zone in ZONES)
    return next(
        (tap for tap in taps if engine.interpret(game, Tapped(*tap)) == action), None
    )


def _names(table: Table) -> tuple[str, ...]:
    playing = table.session.playing
    if playing is None:
        return ()
    return tuple(player.name for player in playing.players)

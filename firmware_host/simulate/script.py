"""Playing a transcript on a simulated board: through the pads, not past them."""

from firmware_host.board.catalogue import pieces
from firmware_host.board.events import Tapped
from firmware_host.board.pieces import ZONES, Item, Kind, Piece, Zone
from firmware_host.games.common import Join
from firmware_host.session.state import Player
from firmware_host.simulate.hands import Hands
from firmware_host.simulate.pieces import cards
from firmware_host.table.presenter import Outcome
from firmware_host.table.table import Table


async def act(table: Table, hands: Hands, action: object, name: str) -> Outcome:
    """
    Do an action of a transcript, and return what the board has answered.

    What can be tapped goes through tag, pad, wire and journal; words and decisions are
    given to the table, as a terminal or a browser gives them.

    Args:
        table: The table, with its game begun.
        hands: The hands at its board.
        action: The engine's own kind of action.
        name: Whoever acts.
    """
    tap = tap_of(table, action)
    if tap is not None:
        return await hands.tap(*tap)
    if isinstance(action, Join) and name not in _names(table):
        return await table.submit(action, player=Player(name))
    return await table.submit(action)


def tap_of(table: Table, action: object) -> tuple[Zone, Item] | None:
    """
    Return the tap that means *action* now, in whatever game; None where none does.

    The engine itself is asked what it would hear in a tap of this or that.
    """
    playing = table.session.playing
    if playing is None:
        return None
    hears, engine, game = playing.engine.NEEDS.hears, playing.engine, playing.game
    some: tuple[Item, ...] = (*map(Piece, Kind), *pieces(), *cards())
    taps = ((zone, item) for item in some if isinstance(item, hears) for zone in ZONES)
    return next(
        (tap for tap in taps if engine.interpret(game, Tapped(*tap)) == action), None
    )


def _names(table: Table) -> tuple[str, ...]:
    playing = table.session.playing
    if playing is None:
        return ()
    return tuple(player.name for player in playing.players)

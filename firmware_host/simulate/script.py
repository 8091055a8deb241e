"""Playing a transcript on a simulated board: through the pads, not past them."""

from firmware_host.board.catalogue import pieces
from firmware_host.board.events import Tapped
from firmware_host.board.pieces import ZONES, Item, Kind, Piece, Zone
from firmware_host.games.game import Join
from firmware_host.session.play import Playing
from firmware_host.session.setups import Player
from firmware_host.simulate.doing import Doing
from firmware_host.simulate.pieces import cards
from firmware_host.table.presenter import Outcome


async def act(doing: Doing, action: object, name: str) -> Outcome:
    """
    Do an action of a transcript, and return what the board has answered.

    What can be tapped goes through tag, pad, wire and journal; words and decisions are
    given to the table, as a terminal or a browser gives them.

    Args:
        doing: What a person does at the board, with its game begun.
        action: The engine's own kind of action.
        name: Whoever acts.
    """
    playing = doing.playing
    tap = None if playing is None else tap_of(playing, action)
    if tap is not None:
        return await doing.hands.tap(*tap)
    if isinstance(action, Join) and name not in doing.names():
        return await doing.table.submit(action, player=Player(name))
    return await doing.table.submit(action)


def tap_of(playing: Playing, action: object) -> tuple[Zone, Item] | None:
    """
    Return the tap that means *action* now, in whatever game; None where none does.

    The engine itself is asked what it would hear in a tap of this or that.
    """
    hears = playing.engine.NEEDS.hears
    some: tuple[Item, ...] = (*map(Piece, Kind), *pieces(), *cards())
    taps = ((zone, item) for item in some if isinstance(item, hears) for zone in ZONES)
    return next((tap for tap in taps if playing.means(Tapped(*tap)) == action), None)

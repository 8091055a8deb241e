"""Playing a transcript at a simulated board, with taps on its pads."""

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
    Do an action of a transcript at a simulated board, and return its outcome.

    An action that a tap can mean goes through tag, pad, wire and journal. Others are
    submitted to the table, as by a terminal or a browser.

    Args:
        doing: The person at the board, whose game has begun.
        action: An action of the game's engine.
        name: The name of the player who acts.
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
    Return a pad and an item whose tap means *action* now, or None.

    All taps are tried with the engine's `interpret`, so this works for each game.
    """
    hears = playing.engine.NEEDS.hears
    some: tuple[Item, ...] = (*map(Piece, Kind), *pieces(), *cards())
    taps = ((zone, item) for item in some if isinstance(item, hears) for zone in ZONES)
    return next((tap for tap in taps if playing.means(Tapped(*tap)) == action), None)

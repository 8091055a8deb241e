"""What is said of the moments of a table: players by their symbols."""

from collections.abc import Iterator

from firmware_host.board.messages import Message, say
from firmware_host.board.moments import Moment, What
from firmware_host.games.views import Viewer, public_of
from firmware_host.session.play import Playing

#: How it is said of somebody who has a symbol; a name is never said.
BY_SYMBOL = {
    "clip-turn-next": "clip-turn",
    "clip-secret-waits": "clip-makes",
    "clip-round-guessed": "clip-found",
    "clip-game-won": "clip-wins",
}

#: After these the points are said: somebody has won.
_WON = {"clip-game-won", "clip-game-shared"}

#: The most points that there is a clip for.
MOST_POINTS = 40


def said(moment: Moment, playing: Playing | None, *, bot: bool) -> tuple[Message, ...]:
    """
    Return what is said of a moment: its zone first, players by their symbols.

    Of a bot also which piece it tries, for nobody sees that in a hand; what it is to do
    nobody need be told.
    """
    messages = list[Message]()
    if bot and moment.kind and moment.zone and moment.said:
        messages.append(say(f"kind-{moment.kind}"))
    if moment.zone and moment.said:
        messages.append(say("clip-zone", n=moment.zone))
    for one in moment.said:
        named = BY_SYMBOL.get(one.code, "")
        if bot and moment.what is What.TURN and not named:
            continue
        symbol = _symbol(playing, moment.seat) if named else None
        messages.append(say(named, player=symbol) if symbol else one)
        if playing and one.code in _WON:
            messages += _points(playing)
    return tuple(messages)


def _symbol(playing: Playing | None, seat: int | None) -> Message | None:
    """Return the symbol of whoever sits there, as it is said; None without one."""
    if playing is None or seat is None or not 0 <= seat < len(playing.players):
        return None
    symbol = playing.players[seat].symbol
    return say(f"player-{symbol}") if symbol else None


def _points(playing: Playing) -> Iterator[Message]:
    """Yield the points of everybody who has a symbol."""
    totals = public_of(playing.view(Viewer.PUBLIC)).totals
    for seat, points in enumerate(totals):
        symbol = _symbol(playing, seat)
        if symbol and points <= MOST_POINTS:
            yield from (symbol, say("clip-points", n=points))

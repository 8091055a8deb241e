"""What an undo would take back: the last action of a person, named for everybody."""

from firmware_host.board.messages import Message, say
from firmware_host.board.moments import Moment, What
from firmware_host.games.game import State, seat_of
from firmware_host.session.play import BY_BOT, Playing
from firmware_host.session.setups import name_of

#: How an action is named by the moment that it made.
_NAMES = {
    **dict.fromkeys((What.WRONG, What.LAST_TOKEN, What.OUT), say("undo-guess")),
    What.ASKED: say("undo-ask"),
    What.HINT: say("undo-hint"),
    What.JOINED: say("undo-join"),
    What.LEFT: say("undo-leave"),
}


def last_action(playing: Playing) -> Message | None:
    """
    Return a text that names the action which an undo reverts; None if none.

    What bots and the board did after it goes back together with it.
    """
    after, told = playing.game, playing.told
    for facts, by in zip(reversed(playing.acts), reversed(playing.trail), strict=True):
        if not isinstance(after, State) or after.before is None:
            return None
        before = after.before
        if by != BY_BOT and not after.by_board:
            if told is None:
                told = playing.engine.moments(before, facts, after)
            return _name(playing, told, facts[0])
        after, told = before, None
    return None


def _name(playing: Playing, moments: tuple[Moment, ...], fact: object) -> Message:
    """Return a text that names an action by its first event or by its player."""
    done = next((one for one in moments if one.what is not What.TURN), None)
    seat = seat_of(fact) if done is None else done.seat
    if seat is None or not 0 <= seat < len(playing.players):
        return say("undo-last")
    name = name_of(playing.players[seat], seat)
    if done is not None and done.what in _NAMES:
        return say(_NAMES[done.what].code, name=name)
    if done is not None and done.zone:
        return say("undo-tap" if done.kind else "undo-zone", name=name, n=done.zone)
    return say("undo-move", name=name)

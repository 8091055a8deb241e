"""Bots at the table: which seats they hold, how they join, which actions are theirs."""

from firmware_host.board.messages import Message, Refused, say
from firmware_host.board.pieces import Seat
from firmware_host.board.players import ANIMALS
from firmware_host.games.bots import Bot
from firmware_host.games.game import Check, End, Join, Leave, Undo, Void, seat_of
from firmware_host.games.views import Viewer, common
from firmware_host.session.play import Playing
from firmware_host.session.setups import Player, Setup, name_of

#: Actions that bots never take: they are for the people at the table.
_PEOPLES = (Undo, Void, End, Join, Leave, Check)


def active_bots(playing: Playing) -> tuple[Seat, ...]:
    """Return the seats of all bots still in the game."""
    return tuple(seat for seat, one in playing.sitting.items() if one.bot is not None)


def bot_turn_refusal(playing: Playing, action: object = None) -> Refused | None:
    """
    Return the refusal for a person who acts on a bot's turn, or None.

    Args:
        playing: The game.
        action: The person's action; None for any action of the seat on turn.
    """
    bots = playing.bots
    seat = _actor(playing, action) if bots else None
    if seat is None or seat not in bots:
        return None
    name = name_of(playing.players[seat], seat)
    return Refused("bot-turn", values=(("name", name),))


def may_act(playing: Playing, seat: Seat, action: object) -> bool:
    """
    Return True if the bot at `seat` may take `action`.

    Actions that any seat may take, such as dealing, are left to people if any play.
    """
    by = _actor(playing, action)
    its_own = by == seat or (by is None and only_bots_left(playing))
    return its_own and not isinstance(action, _PEOPLES)


def only_bots_left(playing: Playing) -> bool:
    """Return True if every remaining player is a bot."""
    return active_bots(playing) == tuple(playing.engine.sitting(playing.game))


def _actor(playing: Playing, action: object) -> Seat | None:
    """Return the seat that an action names, else the seat on turn."""
    by = seat_of(action)
    return seat_on_turn(playing) if by is None else by


def seat_on_turn(playing: Playing) -> Seat | None:
    """Return the seat on turn, or None if no single seat is."""
    return common(playing.view(Viewer.PUBLIC), Viewer.PUBLIC).turn


def can_seat_bots(playing: Playing) -> bool:
    """Return True if the game has bots and no bot would have to make the word."""
    needs, header = playing.engine.NEEDS, playing.header
    return bool(playing.engine.BOTS) and (header.board_makes or not needs.maker)


def join_label(player: Player) -> Message:
    """Return the menu label that adds this bot."""
    strength = "" if player.bot is None else player.bot.strength
    return say("bot-comes", name=name_of(player, 0), how=say(f"bot-{strength}"))


def leave_label(player: Player) -> Message:
    """Return the menu label that removes this bot."""
    return say("bot-goes", name=name_of(player, 0))


def make_bot(setup: Setup, playing: Playing | None, strength: str) -> Player | None:
    """Create a bot with an unused animal, or None if all animals are taken."""
    players = setup.players + (playing.players if playing else ())
    taken = {one.animal for one in players}
    taken |= {one.bot.animal for one in players if one.bot is not None}
    free = [one for one in ANIMALS if one not in taken]
    return Player(bot=Bot(strength, free[-1])) if free else None

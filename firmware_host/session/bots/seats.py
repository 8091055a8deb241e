"""Where bots sit, how they come and go, and what is theirs to do."""

from firmware_host.board.messages import Message, Refused, say
from firmware_host.board.pieces import Seat
from firmware_host.board.players import ANIMALS
from firmware_host.games.bots import Bot
from firmware_host.games.game import Check, End, Join, Leave, Undo, Void, seat_of
from firmware_host.games.views import Viewer, common
from firmware_host.session.play import Playing
from firmware_host.session.setups import Player, Setup, name_of

#: What no bot does: it is for the people at the table.
_PEOPLES = (Undo, Void, End, Join, Leave, Check)


def here(playing: Playing) -> tuple[Seat, ...]:
    """Return the seats of the bots that have not left."""
    bots = playing.bots
    return tuple(seat for seat in playing.engine.sitting(playing.game) if seat in bots)


def refused(playing: Playing, action: object = None) -> Refused | None:
    """
    Return why people may not do what is a bot's to do; None where it is not.

    Args:
        playing: The game.
        action: What they would do; None for whatever the one on turn does.
    """
    bots = playing.bots
    seat = _by(playing, action) if bots else None
    if seat is None or seat not in bots:
        return None
    name = name_of(playing.players[seat], seat)
    return Refused("bot-turn", values=(("name", name),))


def may(playing: Playing, seat: Seat, action: object) -> bool:
    """
    Tell whether an action is one that the bot at a seat can do for itself.

    What anybody at the table can do, such as dealing, is left to people where some sit.
    """
    by = _by(playing, action)
    its_own = by == seat or (by is None and alone(playing))
    return its_own and not isinstance(action, _PEOPLES)


def alone(playing: Playing) -> bool:
    """Tell whether none but bots play on."""
    return here(playing) == tuple(playing.engine.sitting(playing.game))


def _by(playing: Playing, action: object) -> Seat | None:
    """Return who does an action: the seat it names, else the one on turn."""
    by = seat_of(action)
    return turn(playing) if by is None else by


def turn(playing: Playing) -> Seat | None:
    """Return whose turn it is; None for nobody's, or everybody's."""
    return common(playing.view(Viewer.PUBLIC), Viewer.PUBLIC).turn


def play(playing: Playing) -> bool:
    """Tell whether bots can sit down in a game: none of them makes a word."""
    needs, header = playing.engine.NEEDS, playing.header
    return bool(playing.engine.BOTS) and (header.board_makes or not needs.maker)


def comes(player: Player) -> Message:
    """Return the words for a bot that can come."""
    strength = "" if player.bot is None else player.bot.strength
    return say("bot-comes", name=name_of(player, 0), how=say(f"bot-{strength}"))


def goes(player: Player) -> Message:
    """Return the words for a bot that can go."""
    return say("bot-goes", name=name_of(player, 0))


def new(setup: Setup, playing: Playing | None, strength: str) -> Player | None:
    """Return a bot that can sit down; None where no animal is left to be."""
    players = setup.players + (playing.players if playing else ())
    taken = {one.animal for one in players}
    taken |= {one.bot.animal for one in players if one.bot is not None}
    free = [one for one in ANIMALS if one not in taken]
    return Player(bot=Bot(strength, free[-1])) if free else None

"""A game with simple bots: seekers without knowledge, who never guess."""

from dataclasses import replace

from firmware_host.board.events import Button, Woke
from firmware_host.board.pieces import Millis
from firmware_host.games.bots import STRENGTHS, Bot, Move
from firmware_host.games.catalogue import GAMES
from firmware_host.games.chance import draw_index
from firmware_host.games.decipher.game import Decipher
from firmware_host.games.decipher.rules import AskForPiece, PassTurn, TapPiece
from firmware_host.session.modes import choosing
from firmware_host.session.setups import Player
from firmware_host.session.step import wake_at
from tests.session.evening import first_evening, press, then

#: So long each of them thinks.
THINKS_MS = 2000


class Seekers(Decipher):
    """Decipher, with bots that tap at random where nothing was refused."""

    BOTS = STRENGTHS

    def bot(self, view, _header, _strength, chance):
        """Tap, ask while there is something to ask for, and pass."""
        public = view.public
        if public.turn != view.seat or public.over:
            return None
        if public.holding is None and not public.bonus_mode:
            return None
        if public.holding is None:
            left = public.hidden and public.bonus_left
            return Move(AskForPiece() if left else PassTurn(), Millis(THINKS_MS))
        free = [
            public.first_zone + at
            for at, covered in enumerate(public.covered)
            if not covered[public.holding.place]
        ]
        zone = free[draw_index(chance, len(free), 0)]
        return Move(TapPiece(zone, public.holding), Millis(THINKS_MS))


SEEKERS = Seekers()

#: The games, with these bots in place of Decipher's own.
GAMES_HERE = {**{name: GAMES[name] for name in GAMES}, "decipher": SEEKERS}

BOT = Player(bot=Bot("easy", "panda"))
OWL = Player(bot=Bot("sharp", "cat"))


def begun(*players, engine=SEEKERS, **setup):
    """Return a session whose game has begun; the board makes the words."""
    everybody = players or (Player(button=Button.CIRCLE), BOT)
    session = first_evening(players=everybody, board_makes=True, **setup)
    games = {**GAMES_HERE, engine.NAME: engine}
    session = replace(choosing.ask(session, "again"), games=games)
    return press(session, Button.TICK).session


def woken(session, now_ms, *, times=100, until=lambda _: False):
    """
    Take due wake-ups until *until* is true.

    Return the session, the time and the steps.
    """
    done = []
    for _ in range(times):
        due = wake_at(session, Millis(now_ms))
        if due is None or until(session):
            break
        now_ms = max(now_ms, due)
        done.append(then(session, Woke(), now_ms))
        session = done[-1].session
    return session, now_ms, done


def on_turn(session):
    """Return whose turn it is."""
    now = session.playing.game.round
    return None if now is None else now.turn

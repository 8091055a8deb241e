"""Two seekers against each other, with the board as maker: who has more points?"""

import random
from collections.abc import Callable

from firmware_host.app.content.languages import load_language
from firmware_host.board.events import Woke
from firmware_host.board.messages import Refused
from firmware_host.board.pieces import BOARD, Seat
from firmware_host.games.contract import Header
from firmware_host.games.decipher.evidence import SeekerMind, choose_action
from firmware_host.games.decipher.game import decipher
from firmware_host.games.decipher.rules import Action, SetSecret
from firmware_host.games.decipher.view import DecipherView
from firmware_host.games.views import Viewer
from tests.games.decipher.child import Child

#: Rounds of a game: each of two begins twice.
ROUNDS = 4

#: Returns a player's action on its turn, or None while it waits for a piece.
Player = Callable[[DecipherView, Header, Seat], Action | None]


def child(code: str, length: int, rnd: random.Random) -> Player:
    """Return a child of eight."""
    one = Child(code, length, rnd)
    return lambda view, _, seat: one.acts(view, seat)


def thinker(mind: SeekerMind, rnd: random.Random) -> Player:
    """Return a bot of a mind."""
    seed = rnd.randbytes(8)
    return lambda view, header, seat: choose_action(view, header, seat, mind, seed)


def play(header: Header, players: tuple[Player, Player], rnd: random.Random):
    """Return the points of the two after a whole game."""
    game = decipher.start(header)
    while not game.over:
        action = decipher.interpret(game, Woke()) if decipher.wake(game) else None
        if action == SetSecret(BOARD):
            action = SetSecret(BOARD, entropy=rnd.randbytes(32))
        if action is None:
            view = decipher.view(game, Viewer.PUBLIC)
            action = players[view.turn](view, header, view.turn)
        outcome = decipher.act(game, action)
        assert not isinstance(outcome, Refused), (action, outcome)
        game = decipher.fold(game, outcome)
    return game.totals[:2]


def wins(
    first: Callable[[str, int, random.Random], Player],
    second: Callable[[str, int, random.Random], Player],
    games: int,
    level: str = "first-readers",
) -> float:
    """
    Return which share of games the first wins; a tie is half a win for each.

    Every other game is German, every other pair has words of five letters, else of
    four, and the two begin in turns.
    """
    won = 0.0
    for number in range(games):
        rnd = random.Random(number)  # noqa: S311 - the same games in every run
        code, length = ("en", "de")[number % 2], (4, 5)[number // 2 % 2]
        header = Header(
            "decipher",
            seats=2,
            length=length,
            board_makes=True,
            rounds=ROUNDS,
            language=load_language(code),
            options=(("words", level),),
        )
        sides = [first(code, length, rnd), second(code, length, rnd)]
        turned = number // 4 % 2
        points = play(header, tuple(sides[::-1] if turned else sides), rnd)
        mine, other = points[::-1] if turned else points
        won += 1.0 if mine > other else 0.5 if mine == other else 0.0
    return won / games

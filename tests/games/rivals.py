"""Games that bots play among themselves, without a board."""

import hashlib
from collections.abc import Callable, Iterator
from typing import Any

from firmware_host.board.events import Button, Pressed, Woke
from firmware_host.board.messages import Refused
from firmware_host.board.pieces import Seat
from firmware_host.games import bots
from firmware_host.games.bots import Move
from firmware_host.games.contract import Header

#: More actions than any game of bots has.
MOST = 3000


def played(
    engine: Any,
    header: Header,
    strengths: tuple[str, ...],
    seed: int,
    ask: Callable[..., Move | None] | None = None,
) -> Iterator[tuple[Any, Any, Any]]:
    """
    Yield each action of a game of bots, with the states before and after it.

    The bot with the shortest time is next. If none has a move, the board has one, or
    the tick is pressed.

    Args:
        engine: The game.
        header: As it was settled.
        strengths: Of the bot on each seat.
        seed: Another one is another game.
        ask: How a bot is asked, in place of the game's own `bot`.
    """
    ask = ask or engine.bot
    game = engine.start(header)
    seeds = [bots.seed(_bytes(seed, "sits"), at) for at in range(header.seats)]
    for number in range(MOST):
        if engine.is_over(game):
            return
        moves = [
            ask(
                engine.view(game, Seat(at)),
                header,
                strengths[at],
                bots.chance(seeds[at], number),
            )
            for at in engine.sitting(game)
        ]
        ready = [one for one in moves if one is not None]
        if ready:
            action = min(ready, key=lambda one: one.after_ms).action
        elif engine.wake(game) is not None:
            action = engine.interpret(game, Woke())
        else:
            action = engine.interpret(game, Pressed(Button.TICK))
        action = engine.with_entropy(action, _bytes(seed, f"board {number}"))
        facts = engine.act(game, action)
        assert not isinstance(facts, Refused), (action, facts)
        after = engine.fold(game, facts)
        yield game, action, after
        game = after
    msg = f"game {seed} of {engine.NAME} does not end"
    raise AssertionError(msg)


def _bytes(seed: int, label: str) -> bytes:
    return hashlib.sha256(f"{seed} {label}".encode()).digest()

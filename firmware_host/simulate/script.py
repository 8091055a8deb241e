"""Playing a transcript on a simulated board: through the pads, not past them."""

from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Any

from firmware_host.games.common import Join
from firmware_host.games.decipher_facts import Tap
from firmware_host.session.state import Player, Playing
from firmware_host.simulate.hands import Hands
from firmware_host.table.table import Outcome, Table


@dataclass(frozen=True, slots=True)
class Played:
    """An action, and what the board answered."""

    line: int
    action: Any
    outcome: Outcome


async def play(
    table: Table, hands: Hands, actions: tuple[tuple[int, Any, str], ...]
) -> AsyncIterator[Played]:
    """
    Yield each action of a transcript as the board has answered it.

    Taps go through tag, pad, wire and journal; words and decisions are given to the
    table, as a terminal or a browser gives them.

    Args:
        table: The table, with its game begun.
        hands: The hands at its board.
        actions: Line, action, and the name of whoever acts.
    """
    for line, action, name in actions:
        if isinstance(action, Tap):
            outcome = await hands.tap(action.zone, action.kind)
        elif isinstance(action, Join) and name not in _names(table):
            outcome = await table.submit(action, player=Player(name))
        else:
            outcome = await table.submit(action)
        yield Played(line, action, outcome)


def _names(table: Table) -> tuple[str, ...]:
    phase = table.session.phase
    if not isinstance(phase, Playing):
        return ()
    return tuple(player.name for player in phase.players)

"""The hands at a simulated board: they tap, press and hold, and see what comes."""

import asyncio
from typing import Any, Protocol

from firmware_host.board.happenings import Button
from firmware_host.board.pieces import Kind, Piece, Zone
from firmware_host.link.events import Event
from firmware_host.link.messages import Tap
from firmware_host.session.state import Playing
from firmware_host.simulate.pieces import spare, uid_of
from firmware_host.table.table import Outcome, Table

#: Longer than any answer takes, even of a card that stalls.
ANSWER_S = 10.0

#: How long the menu's grip is held, with a little to spare.
GRIP_S = 3.2


class Board(Protocol):
    """The physical face of a simulated controller."""

    def put(self, zone: Zone, uid: bytes) -> None:
        """Hold a tag to the pad of a zone."""

    def lift(self, zone: Zone) -> None:
        """Take whatever is on a pad away."""

    def press(self, button: Button) -> None:
        """Push a button down."""

    def release(self, button: Button) -> None:
        """Let a button go."""


class Hands:
    """
    Hands at a simulated board.

    Args:
        board: Where they tap and press.
        table: Whose answers they wait for.
        away_ms: How long a piece is away before it can be tapped anew.
    """

    def __init__(self, board: Board, table: Table, *, away_ms: int = 400) -> None:
        self._away_s = (away_ms + 50) / 1000
        self._board = board
        self._table = table
        self._waiting: asyncio.Future[Outcome] | None = None
        table.listen(self._listen)

    def _listen(self, event: Any, outcome: Outcome) -> None:
        tapped = isinstance(event, Event) and isinstance(event.body, Tap)
        if tapped and self._waiting is not None and not self._waiting.done():
            self._waiting.set_result(outcome)

    def _laid(self) -> frozenset[Piece]:
        """See which pieces lie on the board, also after a power cut or an undo."""
        phase = self._table.session.phase
        now = phase.game.round if isinstance(phase, Playing) else None
        if now is None:
            return frozenset()
        return frozenset(Piece(kind, number) for kind, number, _ in now.laid)

    async def tap(self, zone: Zone, kind: Kind) -> Outcome:
        """
        Tap a piece of *kind* in *zone*, and take it away unless it may stay.

        Returns:
            What the board answered; None where it gave no answer, as with a pulled
            cable.
        """
        piece = spare(kind, self._laid())
        self._waiting = asyncio.get_running_loop().create_future()
        self._board.put(zone, uid_of(piece))
        try:
            async with asyncio.timeout(ANSWER_S):
                outcome = await self._waiting
        except TimeoutError:
            outcome = None
        finally:
            self._waiting = None
            self._board.lift(zone)
            await asyncio.sleep(self._away_s)
        return outcome

    async def press(self, button: Button) -> None:
        """Push a button and let it go."""
        self._board.press(button)
        await asyncio.sleep(0.1)
        self._board.release(button)

    async def grip(self, *buttons: Button) -> None:
        """Hold buttons down together, long enough for the menu."""
        for button in buttons:
            self._board.press(button)
        await asyncio.sleep(GRIP_S)
        for button in buttons:
            self._board.release(button)

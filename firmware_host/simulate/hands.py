"""The hands at a simulated board: they tap, press and hold, and await the outcome."""

import asyncio
from collections import Counter
from collections.abc import Callable

from firmware_host.board.events import Button
from firmware_host.board.pieces import Item, Piece, Tile, Zone
from firmware_host.link.events import Event
from firmware_host.link.messages import ButtonChange, Tap, UnclearTap
from firmware_host.simulate.controller import SimulatedController
from firmware_host.simulate.pieces import TILES, spare, uid_of
from firmware_host.table.presenter import Outcome
from firmware_host.table.table import Table

#: The longest wait for an answer, even with a stalled card, in seconds.
ANSWER_S = 10.0

#: The longest wait until the table has handled a released button, in seconds.
RELEASE_S = 3.0

#: How long the menu's chord is held, in seconds, with a margin.
CHORD_S = 3.2


class Hands:
    """
    Hands at a simulated board.

    Args:
        board: The simulated controller.
        table: The table whose outcomes are awaited.
        away_ms: How long a piece is away before it can be tapped again, in ms.
    """

    def __init__(
        self, board: SimulatedController, table: Table, *, away_ms: int = 400
    ) -> None:
        self._away_s = (away_ms + 50) / 1000
        self._board = board
        self._table = table
        self._waiting: asyncio.Future[Outcome] | None = None
        self._awaited: Callable[[object], bool] = _is_tap
        self._tiles: Counter[str] = Counter()
        self._away_at = 0.0
        table.listen(self._listen)

    def _listen(self, event: object, outcome: Outcome) -> None:
        if self._waiting is None or self._waiting.done():
            return
        if isinstance(event, Event) and self._awaited(event.body):
            self._waiting.set_result(() if outcome is None else outcome)

    async def _outcome(self, of: Callable[[object], bool], within_s: float) -> Outcome:
        """Return the outcome of the next event that fits; None without one in time."""
        self._waiting = asyncio.get_running_loop().create_future()
        self._awaited = of
        try:
            async with asyncio.timeout(within_s):
                return await self._waiting
        except TimeoutError:
            return None
        finally:
            self._waiting = None

    def laid(self) -> frozenset[Piece]:
        """Return the pieces on the board, by the state of the game."""
        playing = self._table.session.playing
        lies = playing.pieces() if playing is not None else None
        return frozenset(piece for _, piece in lies or () if piece.number)

    async def tap(self, zone: Zone, item: Item) -> Outcome:
        """
        Tap a piece, a tile or a card in *zone*, and take it away unless it may stay.

        Args:
            zone: The pad; 0 is the rack.
            item: The item, as in `tag_on`.

        Returns:
            The outcome; None without one in time, such as with an unplugged cable.
        """
        return await self.hold(self.tag_on(item), zone)

    def tag_on(self, item: Item) -> bytes:
        """
        Return the UID of an item's tag.

        A piece without a number is the first that is not on the board; a tile without a
        number is another one each time.
        """
        match item:
            case Piece(kind=kind, number=0):
                return uid_of(spare(kind, self.laid()))
            case Tile(letter=letter, number=0):
                self._tiles[letter] += 1
                return uid_of(Tile(letter, self._tiles[letter] % TILES[letter] + 1))
            case _:
                return uid_of(item)

    async def away(self) -> None:
        """Wait until the last lifted piece has been away long enough."""
        left_s = self._away_at - asyncio.get_running_loop().time()
        await asyncio.sleep(max(left_s, 0.0))

    async def hold(
        self, uid: bytes, *pads: Zone, within_s: float | None = None
    ) -> Outcome:
        """
        Hold a tag to one pad or several until there is an outcome, then take it away.

        After the outcome it returns at once; the next touch waits until the tag is
        `away`.

        Args:
            uid: The UID of the tag.
            pads: The pads; two for a piece across the edge of both.
            within_s: The longest wait for the answer, in seconds; else `ANSWER_S`.
        """
        await self.away()
        for zone in pads:
            self._board.put(zone, uid)
        try:
            return await self._outcome(
                _is_tap, ANSWER_S if within_s is None else within_s
            )
        finally:
            for zone in pads:
                self._board.lift(zone)
            self._away_at = asyncio.get_running_loop().time() + self._away_s

    async def press(self, *buttons: Button, held_s: float = 0.1) -> None:
        """
        Press buttons together, and release them after *held_s* seconds.

        Returns once the table has handled the release, or after `RELEASE_S`.
        """
        for button in buttons:
            self._board.press(button)
        await asyncio.sleep(held_s)
        for button in buttons:
            self._board.release(button)
        await self._outcome(_is_release, RELEASE_S)

    async def chord(self, *buttons: Button) -> None:
        """Hold buttons down together, long enough for the menu."""
        await self.press(*buttons, held_s=CHORD_S)


def _is_tap(body: object) -> bool:
    """Return whether the body of a controller's event is a tap, clear or not."""
    return isinstance(body, Tap | UnclearTap)


def _is_release(body: object) -> bool:
    """Return whether the body of a controller's event is the release of a button."""
    return isinstance(body, ButtonChange) and not body.down

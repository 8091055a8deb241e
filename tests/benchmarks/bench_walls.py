"""
What one tap costs with one wall, with twenty, and with twenty who hear events.

    PYTHONPATH=. python tests/benchmarks/bench_walls.py [--rounds 5] [--taps 40]

Three boards with their web, each in the middle of a round; walls are sockets without a
network. A tap, and its undo, is over once each wall was sent what it says. What is
counted is the processor's time of the whole program: rules, journal, screens, document,
and everything that is done for each wall. The floor sends one text to as many sockets.
"""

import argparse
import asyncio
import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from firmware_host.board.events import Tapped
from firmware_host.board.pieces import Kind, Piece, Zone
from firmware_host.games.game import Undo
from firmware_host.web.live import Live
from tests.controller.bench import until
from tests.web.school import School, school
from tests.web.walls import Wall

FEW, MANY = 1, 20
TAP = Tapped(Zone(1), Piece(Kind.WIDE_CURVE, 1))  # HOBBY has no blue one in zone 1


class Line:
    """The least that can be sent to: a socket that counts."""

    def __init__(self) -> None:
        self.got: list[str] = []

    async def receive_text(self) -> None:
        """Stay for ever."""
        await asyncio.Event().wait()

    async def send_text(self, text: str) -> None:
        """Be sent something."""
        self.got.append(text)


async def begin(now: School, count: int) -> list[Wall]:
    """Begin a round of HOBBY before so many walls."""
    table_api = now.api
    await table_api.send(
        {"command": "choose", "players": ["Ann", "Ben"], "board_makes": False}
    )
    await table_api.send(
        {"command": "begin", "language": "en", "length": 5, "game": "decipher"}
    )
    await now.set_secret("HOBBY")
    walls = [Wall(now.app) for _ in range(count)]
    await until(lambda: all(wall.got for wall in walls))
    return walls


async def taps_ms(now: School, walls: list[Wall], taps: int) -> float:
    """Return the processor's ms for a tap and its undo."""
    began_s = time.process_time()
    for _ in range(taps):
        await sent(walls, lambda: now.table.happen(TAP))
        asked = asyncio.ensure_future(now.table.submit(Undo()))
        await sent(walls, lambda: None)
        await asked
    return (time.process_time() - began_s) * 1000 / taps


async def sent(walls: list[Wall], change: Callable[[], None]) -> None:
    """Change something; wait until each wall was sent a text more."""
    before = [len(wall.got) for wall in walls]
    change()
    while any(len(w.got) == n for w, n in zip(walls, before, strict=True)):  # noqa: ASYNC110 - see `until`
        await asyncio.sleep(0.001)


def straight(port: object, *_inner: str) -> object:
    """Return a port as it is on a board; the tests' own sends all through JSON."""
    return port


async def floor_ms(count: int, changes: int) -> float:
    """Return the processor's ms for one text to as many sockets."""
    live, lines = Live(), [Line() for _ in range(count)]
    tasks = [
        asyncio.create_task(live.show(line, lambda: [str(live.number)]))  # type: ignore[arg-type] # as much of a socket as it needs
        for line in lines
    ]
    await until(lambda: all(line.got for line in lines))
    began_s = time.process_time()
    for number in range(1, changes + 1):
        live.changed()
        while lines[-1].got[-1] != str(number):  # noqa: ASYNC110 - as above
            await asyncio.sleep(0)
    took_s = time.process_time() - began_s
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    return took_s * 1000 / changes


async def main() -> None:
    """Measure in turn; print the cost of a tap and its undo."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--taps", type=int, default=40)
    given = parser.parse_args()
    with (
        tempfile.TemporaryDirectory() as first,
        tempfile.TemporaryDirectory() as second,
        tempfile.TemporaryDirectory() as third,
    ):
        async with (
            school(Path(first), port=straight) as small,
            school(Path(second), port=straight) as big,
            school(Path(third), port=straight) as heard,
        ):
            few, many = await begin(small, FEW), await begin(big, MANY)
            one = await begin(heard, FEW)
            listeners = [Wall(heard.app, "events") for _ in range(MANY)]
            took: list[tuple[float, float, float]] = []
            for _ in range(given.rounds + 1):  # the first warms up
                left = await taps_ms(small, few, given.taps)
                right = await taps_ms(big, many, given.taps)
                took.append((left, right, await taps_ms(heard, one, given.taps)))
            sends = await floor_ms(MANY, given.taps * 10)
            assert all(len(one.got) >= given.taps for one in listeners)
            for wall in (*few, *many, *one, *listeners):
                await wall.leave()
    one_ms, many_ms, heard_ms = map(statistics.median, zip(*took[1:], strict=True))
    ratio = statistics.median(big / small for small, big, _ in took[1:])
    more = statistics.median(heard / small for small, _, heard in took[1:])
    print(f"a tap and its undo, {FEW} wall: {one_ms:.2f} ms of the processor")
    print(f"a tap and its undo, {MANY} walls: {many_ms:.2f} ms, {ratio:.2f} times that")
    print(f"and {FEW} wall, {MANY} listeners: {heard_ms:.2f} ms, {more:.2f} times that")
    print(f"each wall more: {(many_ms - one_ms) / 2 / (MANY - FEW):.3f} ms a change")
    print(f"floor, one text to a wall: {sends / MANY:.3f} ms")


if __name__ == "__main__":
    asyncio.run(main())

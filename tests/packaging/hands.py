"""Hands at a board in a container: a controller on a pty, which lines tell to press."""

import asyncio
import sys
from pathlib import Path

sys.path[:0] = ["/usr/lib/letterzone", "/usr/lib/letterzone/vendor"]

from firmware_host.board.events import Button  # noqa: E402 - only now to be found
from firmware_host.simulate.controller import (  # noqa: E402 - likewise
    SimulatedController,
)


async def main() -> None:
    """Press what each line names, until there are no more."""
    with SimulatedController(Path("/run/hands")) as board:
        while line := await asyncio.to_thread(sys.stdin.readline):
            board.press(Button(line.strip()))
            await asyncio.sleep(0.1)
            board.release(Button(line.strip()))


asyncio.run(main())

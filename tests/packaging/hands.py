"""
Hands at a board in a container: a controller on a pty, and lines that say what to do.

    tick                    press that button
    kill PID ZONE UID       kill that process, and tap there at once; answers with the
                            ms until the tap is kept, or 0 if none was within 20 s
"""

import asyncio
import os
import signal
import sys
import time
from pathlib import Path

sys.path[:0] = ["/usr/lib/letterzone", "/usr/lib/letterzone/vendor"]

from firmware_host.board.events import Button  # noqa: E402 - only now to be found
from firmware_host.board.pieces import Zone  # noqa: E402 - likewise
from firmware_host.simulate.controller import (  # noqa: E402 - likewise
    SimulatedController,
)

#: The longest wait, in seconds.
LONGEST_S = 20.0


async def main() -> None:
    """Do what each line says, until the input ends."""
    with SimulatedController(Path("/run/hands")) as board:
        while line := await asyncio.to_thread(sys.stdin.readline):
            match line.split():
                case ["kill", pid, zone, uid]:
                    took_ms = await kill(board, int(pid), Zone(int(zone)), uid)
                    sys.stdout.write(f"{took_ms}\n")
                    sys.stdout.flush()
                case [button]:
                    board.press(Button(button))
                    await asyncio.sleep(0.1)
                    board.release(Button(button))


async def kill(board: SimulatedController, pid: int, zone: Zone, uid: str) -> int:
    """Kill a process, tap, and return how long the tap waited, in ms; 0: for ever."""
    began_s = time.monotonic()
    os.kill(pid, signal.SIGKILL)
    board.put(zone, bytes.fromhex(uid))
    took_s = 0.0
    for wanted in (True, False):  # it settles; it is kept
        while bool(board.waiting) != wanted:
            await asyncio.sleep(0.001)
            took_s = time.monotonic() - began_s
            if took_s > LONGEST_S:
                return 0
    board.lift(zone)
    await asyncio.sleep(0.5)
    return round(took_s * 1000)


asyncio.run(main())

"""
Count the calls of our code for one tap, from the wire to the lamp and the document.

    python tools/tap_calls.py [--calls]

The board is the real one at a pty, with fake pins and screens, and the controller's own
core at the other end. Counted are calls of functions of `firmware_host` in all threads,
from the frame's first byte until the lamp is lit; then those that make the document of
the wall. Screens are drawn later and do not count, nor do comprehensions and lambdas,
which are part of the function around them. `--calls` prints how often each function is
called.
"""

import argparse
import asyncio
import os
import pty
import sys
import tempfile
import threading
import time
import tty
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from types import FrameType

from gpiozero.pins.mock import MockFactory, MockPin

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))
PACKAGE = f"{ROOT}/firmware_host/"

from firmware_host.app.content.languages import load_texts  # noqa: E402 - needs the path above
from firmware_host.app.daemon.daemon import Hardware  # noqa: E402 - as above
from firmware_host.app.system.hardware import profile_path  # noqa: E402 - as above
from firmware_host.board.pieces import Kind, Piece, Seat, Zone  # noqa: E402 - as above
from firmware_host.devices.firmware import import_firmware  # noqa: E402 - as above
from firmware_host.session.setups import Player  # noqa: E402 - as above
from firmware_host.settings.profile import load_profile  # noqa: E402 - as above
from firmware_host.simulate.pieces import uid_of  # noqa: E402 - as above
from firmware_host.table.sight import sight  # noqa: E402 - as above
from firmware_host.web import documents  # noqa: E402 - as above
from tests.devices.chips import ChipScreens  # noqa: E402 - as above
from tests.opened import choice, open_table  # noqa: E402 - as above

#: The seconds in which a tap must be answered and drawn.
STILL_S = 1.5

#: The zone and the piece of the tap: the word has it there, so the answer is Yes.
ZONE = Zone(1)

#: A function: its file below the package, its first line and its name.
Function = tuple[str, int, str]


class Calls:
    """Counts function calls between `start` and `stop`."""

    def __init__(self) -> None:
        self.counted: Counter[Function] = Counter()
        self._on = False

    def __call__(self, frame: FrameType, event: str, _: object) -> None:
        """Count a call, as `sys.setprofile` reports it."""
        code = frame.f_code
        ours = code.co_filename.startswith(PACKAGE) and code.co_name[0] != "<"
        if self._on and event == "call" and ours:
            file = code.co_filename.removeprefix(PACKAGE)
            self.counted[file, code.co_firstlineno, code.co_qualname] += 1

    def start(self) -> None:
        """Begin or continue counting."""
        self._on = True

    def stop(self, *_: object) -> None:
        """Stop counting."""
        self._on = False


def _now_ms() -> int:
    return time.monotonic_ns() // 1_000_000


class Pins(MockFactory):
    """gpiozero's mock pins; *lit* is called as soon as the pin *watched* is high."""

    def __init__(self, watched: int, lit: Callable[[], None]) -> None:
        super().__init__(pin_class=Pin)
        self.watched, self.lit = watched, lit


class Pin(MockPin):
    """A mock pin that tells its factory."""

    def _change_state(self, value: bool) -> bool:  # noqa: FBT001 - gpiozero's own shape
        changed = super()._change_state(value)
        if changed and value and self._number == self.factory.watched:
            self.factory.lit()
        return bool(changed)


class Controller:
    """The controller's program at the other end of a pseudo-terminal."""

    def __init__(self, master: int) -> None:
        (file,) = import_firmware("core")
        self._core = file.Core(b"counting", 7)
        self._master = master
        asyncio.get_running_loop().add_reader(master, self._hear)

    def _hear(self) -> None:
        self._core.receive(os.read(self._master, 4096), _now_ms())
        self.turn()

    def turn(self) -> None:
        """Write the pending output of the program to the terminal."""
        self._core.tick(_now_ms())
        if said := bytes(self._core.take()):
            os.write(self._master, said)

    def tap(self, zone: Zone, uid: bytes) -> None:
        """Hold a piece over a zone."""
        self._core.tap(zone, uid, _now_ms())
        self.turn()


async def count(calls: Calls, folder: Path) -> None:
    """Count the function calls of one tap."""
    master, slave = pty.openpty()
    tty.setraw(slave)
    controller = Controller(master)
    profile, piece = load_profile(profile_path("simulated")), Piece(Kind.LONG_STICK, 1)
    tick, uid = profile.lamps[ZONE][1], bytes(uid_of(piece))
    hardware = Hardware(
        factory=Pins(tick, calls.stop),
        bus=ChipScreens(profile.screens).open,
        port=os.ttyname(slave),
        pieces={uid: piece},
    )
    async with open_table(profile, folder, hardware=hardware) as table:
        for _ in range(20):  # until the link stands
            controller.turn()
            await asyncio.sleep(0.05)
        await table.choose(choice((Player("Ann"), Player("Ben"))))
        engine = table.session.playing.engine
        secret = {"do": "secret", "by": Seat(0), "word": "HOBBY"}
        await table.submit(engine.action(secret))
        for _ in range(2):  # the first tap imports, and draws for the first time
            controller.turn()  # a heartbeat that is due does not count
            await asyncio.sleep(0.1)
            calls.counted.clear()
            calls.start()
            controller.tap(ZONE, uid)
            await asyncio.sleep(STILL_S)
            calls.start()
            seen = sight(table.session, table.face, None)
            documents.public(seen, load_texts("en"))
            calls.stop()
            await table.submit(engine.action({"do": "undo"}))
            await asyncio.sleep(STILL_S)


def main() -> None:
    """Count, and print the numbers."""
    parser = argparse.ArgumentParser(description=__doc__.strip().splitlines()[0])
    parser.add_argument("--calls", action="store_true", help="print each function")
    asked, calls = parser.parse_args(), Calls()
    threading.setprofile(calls)
    sys.setprofile(calls)
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(count(calls, Path(folder)))
    sys.setprofile(None)
    if asked.calls:
        for (file, line, name), times in sorted(calls.counted.items()):
            print(f"{times:4} {file}:{line} {name}")
    files = {file for file, _, _ in calls.counted}
    print(
        f"{calls.counted.total()} calls of {len(calls.counted)} functions"
        f" in {len(files)} files"
    )


if __name__ == "__main__":
    main()

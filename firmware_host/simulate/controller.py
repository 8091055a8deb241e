"""
The zone controller without a Pico: its very own files, at the far end of a pty.

The protocol, the queue, the dwell and all other judgement are `hardware/controller/`
itself. Only the pads, the buttons and the cable are made up here, and those behave
as theirs do: a piece must stay to be read, and a pulled cable hangs up.
"""

import asyncio
import os
import pty
import secrets
import sys
import tempfile
import tty
from collections.abc import Callable
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from types import ModuleType

import firmware_host
from firmware_host.board.happenings import Button
from firmware_host.board.pieces import ZONES, Zone
from firmware_host.link.messages import BUTTONS

#: How often the simulated readers look at each pad; the Pico's take about 60 ms.
SWEEP_MS = 10

_READ_BYTES = 4096


def firmware_folder() -> Path:
    """Return where the controller's own files are: in the source, or in the wheel."""
    package = Path(firmware_host.__file__).parent
    for root in (package.parent, package):
        if (folder := root / "hardware" / "controller") and folder.is_dir():
            return folder
    msg = f"no hardware/controller beside or in {package}: the installation is broken"
    raise FileNotFoundError(msg)


def firmware(*names: str) -> list[ModuleType]:
    """
    Import files of the controller, which lie flat as on the Pico.

    Their short names are taken out of `sys.modules` again, so that nobody else's
    module called ``core`` is mistaken for ours.
    """
    flat = [path.stem for path in firmware_folder().glob("*.py")]
    others = {name: sys.modules.pop(name) for name in flat if name in sys.modules}
    sys.path.insert(0, str(firmware_folder()))
    try:
        return [import_module(name) for name in names]
    finally:
        sys.path.remove(str(firmware_folder()))
        for name in flat:
            sys.modules.pop(name, None)
        sys.modules.update(others)


class SimulatedController:
    """
    A controller in memory, on a real pty.

    Enter it in a running event loop; leaving pulls its cable::

        async with SimulatedController() as board:
            print("letterzone run --port", board.path)
            await board.tap(Zone(3), uid)

    Args:
        folder: Where `path` is made; a folder of its own by default.
        zones: Where it has a pad; the rack is always there.
        dwell_ms: How long a piece must stay to be a tap; 0 for scripts in a hurry.
        gone_ms: How long it must be away to be a new one.
        clock_ms: A clock that never goes back; the loop's own by default.
    """

    def __init__(
        self,
        *,
        folder: Path | None = None,
        zones: tuple[Zone, ...] = ZONES,
        dwell_ms: int = 150,
        gone_ms: int = 400,
        clock_ms: Callable[[], int] | None = None,
    ) -> None:
        core, taps = firmware("core", "taps")
        self._pads: dict[Zone, list[bytes]] = {zone: [] for zone in (Zone(0), *zones)}
        self._core = core.Core(
            secrets.token_bytes(8),
            secrets.randbelow(2**32 - 1) + 1,
            zones=sum(1 << zone for zone in self._pads),
        )
        self._firmware = taps
        self._taps = taps.Taps(dwell_ms=dwell_ms, gone_ms=gone_ms)
        self._clock_ms = clock_ms or self._loop_ms
        self._own_folder = None if folder else tempfile.TemporaryDirectory()
        self._path = Path(folder or self._own_folder.name) / "controller"
        ...

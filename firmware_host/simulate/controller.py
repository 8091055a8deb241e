"""
The zone controller without a Pico: the controller's own program at a pty.

The protocol, the queue, the dwell time and all decisions are those of
`hardware/controller/`. Only pads, buttons and cable are simulated: a piece must stay
for its dwell time to be read, and a pulled cable closes the port.
"""

import asyncio
import os
import pty
import secrets
import tty
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Self

from firmware_host.board.events import Button
from firmware_host.board.pieces import RACK, ZONES, Zone
from firmware_host.devices.clock import monotonic_ms
from firmware_host.devices.firmware import import_firmware
from firmware_host.link.messages import BUTTONS, Capability

#: The period in ms of the simulated readers; a Pico needs about 60 ms per round.
SWEEP_MS = 10

_READ_BYTES = 4096


class Cable:
    """
    A USB cable: a pty with a stable name, which can be unplugged and plugged in.

    Args:
        path: A symbolic link to the current pty.
        hear: Called with the bytes that the Pi sends.
    """

    def __init__(self, path: Path, *, hear: Callable[[bytes], None]) -> None:
        self.path = path
        self._hear = hear
        self._ends: tuple[int, int] | None = None

    def plug(self) -> None:
        """Plug in: open a new pty, as the kernel may give the port a new number."""
        if self._ends is not None:
            return
        master, slave = self._ends = pty.openpty()
        tty.setraw(slave)  # kept open, so that the pty survives a Pi that disconnects
        os.set_blocking(master, False)
        asyncio.get_running_loop().add_reader(master, self._readable)
        fresh = self.path.with_suffix(".new")
        fresh.symlink_to(os.ttyname(slave))
        fresh.replace(self.path)

    def pull(self) -> None:
        """Unplug: close the pty; pulling twice is allowed."""
        if self._ends is None:
            return
        asyncio.get_running_loop().remove_reader(self._ends[0])
        for end in self._ends:
            os.close(end)
        self._ends = None
        self.path.unlink(missing_ok=True)

    def write(self, data: bytes) -> None:
        """Send bytes to the Pi; bytes that a full line does not take are lost."""
        if self._ends is not None and data:
            with suppress(BlockingIOError):
                os.write(self._ends[0], data)

    def _readable(self) -> None:
        if self._ends is not None:
            with suppress(BlockingIOError):
                self._hear(os.read(self._ends[0], _READ_BYTES))


class SimulatedController:
    """
    Simulates a controller on a real pty, for tests and the demo.

    Use it as a plain ``with`` inside a running event loop; leaving pulls its cable::

        with SimulatedController(folder) as board:
            await board.tap(Zone(3), uid)

    Args:
        folder: The folder for the link to its pty.
        zones: The zones that have a pad, in addition to the rack.
        dwell_ms: The time in ms that a piece must stay to count as a tap; 0 for fast
            scripts.
        gone_ms: The time in ms that a piece must be away before it can be tapped again.
        rims: True if its zones have rims.
        clock_ms: Returns the ms of a monotonic clock.
    """

    def __init__(  # noqa: PLR0913 - a controller is built in many ways
        self,
        folder: Path,
        *,
        zones: tuple[Zone, ...] = ZONES,
        dwell_ms: int = 150,
        gone_ms: int = 400,
        rims: bool = False,
        clock_ms: Callable[[], int] | None = None,
    ) -> None:
        self._files = import_firmware("core", "taps")
        self._clock_ms = clock_ms or monotonic_ms
        self._dwell_ms = dwell_ms
        self._gone_ms = gone_ms
        self._able = Capability.TAGS | Capability.BUTTONS
        if rims:
            self._able |= Capability.RIMS
        self._pads: dict[Zone, list[bytes]] = {zone: [] for zone in (RACK, *zones)}
        self._blind: set[Zone] = set()
        self._uid = secrets.token_bytes(8)
        self._cable = Cable(folder / "controller", hear=self._hear)
        self._settled = asyncio.Event()
        self._alarm: asyncio.TimerHandle | None = None
        self._sweeping: asyncio.TimerHandle | None = None
        self._boot()

    def __enter__(self) -> Self:
        self.plug_cable()
        return self

    def __exit__(self, *_: object) -> None:
        self.pull_cable()
        for timer in (self._alarm, self._sweeping):
            if timer is not None:
                timer.cancel()
        self._alarm = self._sweeping = None

    @property
    def path(self) -> str:
        """The serial port for the daemon; the same after each replug."""
        return str(self._cable.path)

    @property
    def lost(self) -> int:
        """The number of events since its boot that a full queue dropped."""
        return int(self._core.lost)

    @property
    def waiting(self) -> int:
        """The number of events that the daemon has not acknowledged."""
        return len(self._core._queue)  # noqa: SLF001 - the protocol does not report it

    def rim(self, zone: Zone) -> tuple[bool, bool]:
        """Return whether a zone's rim shows a cross, and whether a tick."""
        crosses, ticks = self._core.rims
        return bool(crosses >> zone & 1), bool(ticks >> zone & 1)

    # Actions of a person

    def put(self, zone: Zone, uid: bytes) -> None:
        """Hold the tag *uid* to the pad of *zone*."""
        self._pads[zone].append(uid)
        self._sweep()

    def lift(self, zone: Zone) -> None:
        """Take everything off the pad of *zone*."""
        self._pads[zone].clear()
        self._sweep()

    async def tap(self, zone: Zone, uid: bytes) -> None:
        """Put a tag on a pad until it counts as a tap, lift it, and wait `gone_ms`."""
        self._settled.clear()
        self.put(zone, uid)
        await self._settled.wait()
        self.lift(zone)
        await asyncio.sleep(self._gone_ms / 1000)

    def press(self, button: Button) -> None:
        """Push *button* down."""
        self._core.button(BUTTONS.index(button), 1, self._clock_ms())
        self._turn()

    def release(self, button: Button) -> None:
        """Release *button*."""
        self._core.button(BUTTONS.index(button), 0, self._clock_ms())
        self._turn()

    def fail(self, zone: Zone, code: int) -> None:
        """Break the tag reader of *zone* (1 silent, 2 stuck), or heal it (0)."""
        if code:
            self._blind.add(zone)
        else:
            self._blind.discard(zone)
        self._core.fault(zone, code, self._clock_ms())
        self._turn()

    def pull_cable(self) -> None:
        """
        Unplug the simulated USB cable between the controller and the Pi.

        The controller keeps running, as behind a powered hub.
        """
        self._cable.pull()

    def plug_cable(self) -> None:
        """Plug in the simulated USB cable between the controller and the Pi."""
        self._cable.plug()
        self._turn()

    def reboot(self) -> None:
        """Reboot the controller: queued events are lost, and a new boot id is used."""
        self._boot()
        self._turn()

    # The Pico's main loop

    def _boot(self) -> None:
        core, taps = self._files
        boot_id = secrets.randbelow(2**32 - 1) + 1
        zones = sum(1 << zone for zone in self._pads)
        self._taps = taps.Taps(self._dwell_ms, self._gone_ms)
        self._core = core.Core(
            self._uid, boot_id, zones, int(self._able), self._taps.report
        )

    def _hear(self, data: bytes) -> None:
        self._core.receive(data, self._clock_ms())
        while self._core.tunings:
            zone, dwell_ms, _ = self._core.tunings.pop(0)
            if self._dwell_ms:  # fast scripts keep 0
                self._taps.tune(zone, dwell_ms)
        if self._core.update_asked:
            self._cable.write(self._core.take())
            self._boot()
        self._turn()

    def _turn(self) -> None:
        """Call the controller's `tick`, send its bytes, and set the timer again."""
        now_ms = self._clock_ms()
        self._core.tick(now_ms)
        self._cable.write(self._core.take())
        if self._alarm is not None:
            self._alarm.cancel()
        delay_s = max(self._core.wake_at() - now_ms, 1) / 1000
        self._alarm = asyncio.get_running_loop().call_later(delay_s, self._turn)

    def _sweep(self) -> None:
        """Let each reader read its pad, repeatedly while a tag is on one."""
        if self._sweeping is not None:
            self._sweeping.cancel()
            self._sweeping = None
        now_ms = self._clock_ms()
        for zone, tags in self._pads.items():
            read = [] if zone in self._blind else tags
            for found in self._taps.see(zone, read, now_ms):
                self._find(found, now_ms)
        if self._taps.busy():
            self._sweeping = asyncio.get_running_loop().call_later(
                SWEEP_MS / 1000, self._sweep
            )

    def _find(self, found: tuple[str, Zone, bytes | int], now_ms: int) -> None:
        what, zone, detail = found
        tell = self._core.tap if what == self._files[1].TAP else self._core.unclear
        tell(zone, detail, now_ms)
        self._settled.set()
        self._turn()

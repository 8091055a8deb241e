"""
A tag reader on the Pi itself: a PN532 on a serial port, for a board without controller.

It reports the same events as a controller's rack reader, so the other layers need not
distinguish the two. A silent chip or a lost port is retried until it works.

The driver is the controller's own (hardware/controller/pn532.py). The maintained
library needs 110 ms per reading instead of 25, and 16 more packages: docs/devices.md.
"""

import asyncio
import secrets
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Protocol

from firmware_host.board.pieces import RACK
from firmware_host.devices.controller import PORT_ERRORS, OnPort, Serial, open_port
from firmware_host.devices.firmware import import_firmware
from firmware_host.link.events import Connected, Event, LinkEvent, Offline, Reads
from firmware_host.link.messages import (
    WHYS,
    Body,
    Capability,
    Command,
    Fault,
    Tap,
    Tune,
    UnclearTap,
)

#: The timeout of a reading in seconds; the chip normally answers within 20 ms.
PATIENCE_S = 0.1

#: The time in seconds that a tag needs in the field before it answers. Source: ISO/IEC
#: 14443-3.
GUARD_S = 0.005

FIRST_RETRY_S, LAST_RETRY_S = 0.1, 2.0

#: The period in ms in which statistics are reported, the same as a controller's.
TOLD_MS = 1000

#: The bytes that wake a sleeping chip before the first frame.
#: Source: UM0701-02, 7.2.11.
_WAKE = b"\x55\x55" + bytes(14)


class _Chip(Protocol):
    """
    The part of the chip's driver that is used.

    An unreadable tag has an empty UID.
    """

    def start(self) -> None: ...
    def tune(self, gain: int, /) -> None: ...
    def field_on(self) -> None: ...
    def field_off(self) -> None: ...
    def uids(self) -> list[bytes]: ...


@dataclass(eq=False)
class SerialReader(OnPort):
    """A tag reader on a serial port, in the controller's place; see `OnPort`."""

    def __post_init__(self) -> None:
        self._pn532, taps, self._wire = import_firmware("pn532", "taps", "wire")
        self._tapped, self._taps = taps.TAP, taps.Taps()
        self._boot_id = secrets.randbelow(2**32 - 1) + 1
        self._n = 0
        self._gain: int | None = None
        self._faulty = self._open = False
        self._told_ms = -TOLD_MS
        self._stopped = threading.Event()
        self._loop: asyncio.AbstractEventLoop | None = None

    def __repr__(self) -> str:
        return f"<SerialReader {self.port} {'open' if self._open else 'shut'}>"

    @property
    def is_open(self) -> bool:
        """Whether the port is open; the chip may still be silent."""
        return self._open

    @property
    def is_idle(self) -> bool:
        """Whether all commands are done; always True, as each is done at once."""
        return True

    async def run(self) -> None:
        """Read tags until cancelled or closed."""
        self._loop = asyncio.get_running_loop()
        try:
            await asyncio.to_thread(self._live)
        finally:
            self.close()

    def acknowledge(self, event: Event) -> None:
        """Do nothing: events that the Pi itself reads are not repeated."""

    def command(self, command: Command) -> None:
        """Set dwell time and gain by `Tune`; ignore other commands."""
        if isinstance(command, Tune):
            self._taps.dwell_ms = command.dwell_ms
            self._gain = command.gain

    def close(self) -> None:
        """Stop reading and close the port; closing twice is allowed."""
        self._stopped.set()

    # --- on a thread of its own ---

    def _live(self) -> None:
        retry_s = FIRST_RETRY_S
        while not self._stopped.is_set():
            self.alive()
            try:
                with self._opened() as chip:
                    retry_s = FIRST_RETRY_S
                    while not self._stopped.is_set():
                        self._look(chip)
            except PORT_ERRORS:
                self._fail("silent")
            except self._pn532.ReaderError as fault:
                self._fail("stuck" if fault.code == self._wire.STUCK else "silent")
            self._stopped.wait(retry_s)
            retry_s = min(2 * retry_s, LAST_RETRY_S)

    @contextmanager
    def _opened(self) -> Iterator[_Chip]:
        with open_port(self.port, timeout_s=PATIENCE_S) as port:
            chip: _Chip = self._pn532.Pn532(_SerialWire(port))
            chip.start()
            self._open, tuned = True, Capability.TAGS
            self._tell(Connected(self._boot_id, "direct", "PN532", (RACK,), tuned))
            try:
                yield chip
            finally:
                self._open = False

    def _look(self, chip: _Chip) -> None:
        """Read the pad once, and report the resulting events."""
        self.alive()
        gain, self._gain = self._gain, None
        if gain is not None:
            chip.tune(gain)
        chip.field_on()
        time.sleep(GUARD_S)
        uids = chip.uids()
        chip.field_off()
        if self._faulty:
            self._faulty = False
            self._happen(Fault(RACK, "healed"))
        now_ms = self.clock_ms()
        found = self._taps.see(RACK, uids, now_ms)
        if now_ms - self._told_ms >= TOLD_MS:
            self._told_ms = now_ms
            for reads in self._taps.report(now_ms):
                self._tell(Reads.of(*reads))
        for what, _, detail in found:
            if what == self._tapped:
                self._happen(Tap(RACK, bytes(detail)))
            else:
                self._happen(UnclearTap(RACK, WHYS[detail]))

    def _fail(self, code: str) -> None:
        if not self._faulty:
            self._faulty = True
            self._happen(Fault(RACK, code))
            self._tell(Offline())

    def _happen(self, body: Body) -> None:
        self._n += 1
        self._tell(Event(self._boot_id, self._n, 0, 0, body))

    def _tell(self, event: LinkEvent) -> None:
        if self._loop is not None and not self._stopped.is_set():
            self._loop.call_soon_threadsafe(self.hear, event)


class _SerialWire:
    """The chip's serial line, which returns whole frames by their length field."""

    def __init__(self, port: Serial) -> None:
        self._port = port

    def wake(self) -> None:
        self._port.reset_input_buffer()
        self._port.write(_WAKE)

    def send(self, data: bytes) -> None:
        self._port.write(data)

    def answer(self, _most: int) -> bytes | None:
        """Return the next frame, an answer or an ACK; None after the timeout."""
        head = self._port.read_until(b"\x00\xff")
        size = self._port.read(2)
        if not head.endswith(b"\x00\xff") or len(size) < 2:  # noqa: PLR2004 - length and its complement
            return None
        rest = b"" if size == b"\x00\xff" else self._port.read(size[0] + 1)
        return b"\x00\x00\xff" + bytes(size) + bytes(rest) + bytes(self._port.read(1))

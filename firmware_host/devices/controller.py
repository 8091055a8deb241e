"""
The serial port to the zone controller; the only file that imports pyserial.

The event loop calls this code when the port has bytes; nothing polls or blocks. A lost
port is opened again every second or two until it succeeds. Commands are repeated until
their ACK, so bytes that a full port does not take may be dropped.
"""

import asyncio
import os
import secrets
import termios
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import KW_ONLY, dataclass
from pathlib import Path

from serial import Serial as Serial  # noqa: PLC0414 - for the reader to import
from serial.tools import list_ports

from firmware_host.link.events import Event, LinkEvent
from firmware_host.link.link import Link
from firmware_host.link.messages import Command

#: The wait in seconds before a closed port is opened again; it doubles ...
FIRST_RETRY_S = 0.05

#: ... up to this, so that a connected cable is noticed within two seconds.
LAST_RETRY_S = 1.0

#: The folder in which Linux names USB ports by the connected device.
BY_ID = Path("/dev/serial/by-id")

#: The USB vendor Raspberry Pi and the product MicroPython on a Pico.
#: Source: MicroPython, ports/rp2/mpconfigport.h.
PICO = (0x2E8A, 0x0005)

#: The longest wait in seconds until written bytes are sent; at 115,200 baud 2 ms are
#: enough.
DRAIN_S = 0.1

_READ_BYTES = 4096
_UNSENT_BYTES = 4096

#: The errors of a serial port; pyserial also raises the terminal's own errors.
PORT_ERRORS = (OSError, termios.error)


def open_port(path: str, *, timeout_s: float) -> Serial:
    """Open a serial port exclusively, at 115,200 baud."""
    return Serial(path, 115_200, timeout=timeout_s, exclusive=True)


def find_port() -> str:
    """Return the port of the first connected Pico, else the default port's path."""
    for port in list_ports.comports():
        if (port.vid, port.pid) == PICO:
            names = BY_ID.iterdir() if BY_ID.is_dir() else ()
            device = Path(port.device).resolve()
            return str(next((n for n in names if n.resolve() == device), device))
    return "/dev/ttyACM0"


def _drain(port: Serial) -> None:
    """Wait until written bytes are sent: an event without its ACK would be repeated."""
    until_s = time.monotonic() + DRAIN_S
    while port.out_waiting:
        if time.monotonic() > until_s:
            port.reset_output_buffer()  # else closing would wait for unsent bytes
            return
        time.sleep(DRAIN_S / 20)


@dataclass(eq=False)
class OnPort:
    """
    The common base of a controller and of the tag reader that replaces it.

    Args:
        port: The path of its serial port.
        hear: Called in the event loop with each event.
        clock_ms: Returns the ms of a monotonic clock.
        alive: Called at least once a second while its task or thread runs, with or
            without a connected port.
    """

    port: str
    _: KW_ONLY
    hear: Callable[[LinkEvent], None]
    clock_ms: Callable[[], int]
    alive: Callable[[], None] = lambda: None


@dataclass(eq=False)
class SerialController(OnPort):
    """
    The zone controller at the end of a serial port; see `OnPort`.

    For an empty port, each attempt searches for the first connected Pico.
    """

    def __post_init__(self) -> None:
        self._link = Link(session=secrets.randbits(32), now_ms=self.clock_ms())
        self._serial: Serial | None = None
        self._fd = -1
        self._lost = asyncio.Event()
        self._unsent = b""
        self._blocked = False
        self._closed = False
        self._timer: asyncio.TimerHandle | None = None

    def __repr__(self) -> str:
        return f"<SerialController {self.port or 'any Pico'} {self._link.state.name}>"

    @property
    def is_open(self) -> bool:
        """Whether the port is open; the controller may still be silent."""
        return self._serial is not None

    @property
    def is_idle(self) -> bool:
        """Whether the controller has acknowledged all commands."""
        return self._link.is_idle

    async def run(self) -> None:
        """Keep the port open until cancelled or closed."""
        retry_s = FIRST_RETRY_S
        try:
            while not self._closed:
                self.alive()
                if self._open():
                    retry_s = FIRST_RETRY_S
                    await self._lost.wait()
                    self._release()
                else:
                    self._tell(self._link.unplugged(self.clock_ms()))
                    retry_s = min(2 * retry_s, LAST_RETRY_S)
                await asyncio.sleep(retry_s)
        finally:
            self.close()

    def acknowledge(self, event: Event) -> None:
        """Acknowledge an event that is durable, or whose refusal is shown."""
        self._link.acknowledge(event)
        self._flush()

    def command(self, command: Command) -> None:
        """Send a command, now or as soon as the controller is connected again."""
        self._link.command(command)
        self._turn(())

    def show_rims(self, crosses: int, ticks: int) -> None:
        """Light the crosses and ticks of the rims: bit 0 is zone 1."""
        self._link.show_rims(crosses, ticks)
        self._flush()

    def close(self) -> None:
        """Close the port without an event; closing twice is allowed."""
        self._closed = True
        self.show_rims(0, 0)
        self._release()
        self._lost.set()

    def _open(self) -> bool:
        try:
            self._serial = Serial(self.port or find_port(), timeout=0, exclusive=True)
        except PORT_ERRORS:
            return False
        self._fd = self._serial.fileno()
        self._lost.clear()
        asyncio.get_running_loop().add_reader(self._fd, self._readable)
        self._turn(())
        return True

    def _release(self) -> None:
        if self._serial is None:
            return
        loop = asyncio.get_running_loop()
        loop.remove_reader(self._fd)
        loop.remove_writer(self._fd)
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        port, self._serial = self._serial, None
        self._unsent, self._blocked = b"", False
        with suppress(*PORT_ERRORS):  # without a cable the bytes are lost
            _drain(port)
        with suppress(*PORT_ERRORS):
            port.close()
        events = self._link.unplugged(self.clock_ms())
        self._tell(() if self._closed else events)

    def _lose(self) -> None:
        asyncio.get_running_loop().remove_reader(self._fd)
        self._lost.set()

    def _readable(self) -> None:
        try:
            data = os.read(self._fd, _READ_BYTES)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        if data:
            self._turn(self._link.receive(data, self.clock_ms()))
        else:
            self._lose()

    def _turn(self, events: Iterable[LinkEvent]) -> None:
        """Report events, then call the link's `tick`, send, and set the timer."""
        try:
            self._tell(events)
        finally:
            if self._serial is not None:
                self._wake()

    def _tell(self, events: Iterable[LinkEvent]) -> None:
        for event in events:
            try:
                self.hear(event)
            except Exception:
                if isinstance(event, Event):  # else it would be repeated for ever
                    self._link.acknowledge(event)
                raise

    def _wake(self) -> None:
        now_ms = self.clock_ms()
        if self._link.wake_at() <= now_ms:
            self._tell(self._link.tick(now_ms))
        self._flush()
        delay_s = max(self._link.wake_at() - now_ms, 1) / 1000
        loop = asyncio.get_running_loop()
        if self._timer is not None and self._timer.when() <= loop.time() + delay_s:
            return  # the timer that runs already is earlier
        if self._timer is not None:
            self._timer.cancel()
        self._timer = loop.call_later(delay_s, self._ring)

    def _ring(self) -> None:
        self._timer = None
        self.alive()
        self._turn(())

    def _flush(self) -> None:
        """Write queued bytes; keep at most `_UNSENT_BYTES` that the port rejects."""
        data = self._link.data_to_send()
        if len(self._unsent) + len(data) <= _UNSENT_BYTES:
            self._unsent += data
        if self._serial is None or not self._unsent:
            return
        try:
            sent_bytes = os.write(self._fd, self._unsent)
        except BlockingIOError:
            sent_bytes = 0
        except OSError:
            self._lose()
            return
        self._unsent = self._unsent[sent_bytes:]
        loop = asyncio.get_running_loop()
        if self._unsent:
            loop.add_writer(self._fd, self._flush)
        elif self._blocked:
            loop.remove_writer(self._fd)
        self._blocked = bool(self._unsent)

"""The wire from a simulated controller to the table: bytes take time, or get lost."""

import errno
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

from tests.world.turns import Loop

#: The faults of a wire.
HARMS = ("drop", "flip", "double", "late")

#: How long bytes take, in milliseconds, and how long they take that come late.
SOON_MS, LATE_MS = (0.5, 3.0), (10.0, 120.0)

FIRST_FD = 100_000


class Wire:
    """
    A cable with a port at the Pi's end; what goes in comes out a moment later.

    Args:
        loop: Its clock.
        chance: What decides what becomes of bytes.
    """

    def __init__(self, loop: Loop, chance: Random) -> None:
        self._loop = loop
        self._chance = chance
        self.harm = 0.0
        self.mute = False  # the controller hangs
        self.harms: tuple[str, ...] = HARMS
        self.plugged = False
        self.plugs = 0
        self.dead = False  # the Pi at the other end
        self.hear: Callable[[bytes], None] = lambda _data: None
        self._fds = FIRST_FD
        self._ports: dict[int, bytearray | None] = {}
        self._last: dict[object, float] = {}

    # --- the controller's end ---

    def cable(self, path: Path, *, hear: Callable[[bytes], None]) -> "Wire":
        """Stand for the simulated controller's own cable."""
        self.path, self.hear = path, hear
        return self

    def plug(self) -> None:
        """Connect."""
        if not self.plugged:
            self.plugged = True
            self.plugs += 1

    def pull(self) -> None:
        """Hang up."""
        self.plugged = False
        for fd in self._ports:
            self._ports[fd] = None
            self._readable(fd)

    def write(self, data: bytes) -> None:
        """Send bytes to the Pi."""
        if self.plugged and data and not self.mute:
            self._send(data, self._arrive)

    # --- the Pi's end ---

    def open(self, *_: Any, **__: Any) -> "Port":
        """Stand for pyserial's port."""
        if not self.plugged:
            raise OSError(errno.ENOENT, "could not open port")
        self._fds += 1
        self._ports[self._fds] = bytearray()
        return Port(self, self._fds)

    def read(self, fd: int, _most: int) -> bytes:
        """Stand for `os.read`."""
        held = self._ports.get(fd)
        if held is None:
            return b""
        if not held:
            raise BlockingIOError
        data = bytes(held)
        held.clear()
        return data

    def written(self, fd: int, data: bytes) -> int:
        """Stand for `os.write`."""
        if self._ports.get(fd) is None:
            raise OSError(errno.EIO, "Input/output error")
        if not self.dead:
            self._send(bytes(data), self._deliver)
        return len(data)

    def shut(self, fd: int) -> None:
        """Let a port go."""
        self._ports.pop(fd, None)

    # --- on the way ---

    def _send(self, data: bytes, arrive: Callable[[int, bytes], None]) -> None:
        delay_ms, plugs, late = self._chance.uniform(*SOON_MS), self.plugs, False
        if self.harm and self._chance.random() < self.harm:
            match self._chance.choice(self.harms):
                case "drop":
                    return
                case "flip":
                    at = self._chance.randrange(len(data))
                    bit = 1 << self._chance.randrange(8)
                    data = data[:at] + bytes((data[at] ^ bit,)) + data[at + 1 :]
                case "double":
                    self._loop.call_later(0.004, arrive, plugs, data)
                case _:
                    delay_ms, late = self._chance.uniform(*LATE_MS), True
        at = self._loop.time() + delay_ms / 1000
        if not late:  # whatever was sent before arrives before
            at = self._last[arrive] = max(at, self._last.get(arrive, 0.0) + 1e-6)
        self._loop.call_at(at, arrive, plugs, data)

    def _arrive(self, plugs: int, data: bytes) -> None:
        if not self.plugged or plugs != self.plugs:
            return
        for fd, held in list(self._ports.items()):
            if held is not None:
                held.extend(data)
                self._readable(fd)

    def _deliver(self, plugs: int, data: bytes) -> None:
        if self.plugged and plugs == self.plugs:
            self.hear(data)

    def _readable(self, fd: int) -> None:
        reader = self._loop.readers.get(fd)
        if reader is not None:
            self._loop.call_soon(reader)


class Port:
    """The part of pyserial's port that is used."""

    out_waiting = 0

    def __init__(self, wire: Wire, fd: int) -> None:
        self._wire = wire
        self._fd = fd

    def fileno(self) -> int:
        """Return its descriptor, which only the wire knows."""
        return self._fd

    def reset_output_buffer(self) -> None:
        """Do nothing: nothing waits here."""

    def close(self) -> None:
        """Let it go."""
        self._wire.shut(self._fd)

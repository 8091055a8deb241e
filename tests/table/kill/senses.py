"""The observer's parts: its view of the outputs, the controller, and the process."""

import os
import pty
import select
import signal
import socket
import subprocess
import sys
import time
import tty
from dataclasses import dataclass
from pathlib import Path

from firmware_host.devices.columns import WIDTH, pack
from firmware_host.devices.firmware import import_firmware
from tests.devices.chips import Decoder
from tests.table.kill.evening import PROFILE, Life, Touch, uid_of

#: Nothing takes so long unless it is broken.
PATIENCE_S = 20.0

#: The screens that show answers, zone 1 first.
ZONE_SCREENS = tuple(sorted(name for name in PROFILE.screens if name.isdigit()))

#: A start imports everything, which takes long where much else runs.
START_S = 60.0

_DAEMON = Path(__file__).with_name("daemon.py")
_LINE_PAGES, _LINE_COLUMNS = 4, 120  # of the table screen, without the breathing dot


class BrokenPromiseError(AssertionError):
    """The daemon does not keep its word; the text says which."""


@dataclass(frozen=True, slots=True)
class Sight:
    """
    The content of the screens at one moment.

    Args:
        zones: The zones' screens, as their chips keep them.
        line: The big line of the table screen: for whom, and what is waited for.
    """

    zones: tuple[bytes, ...]
    line: bytes

    def differs_from(self, other: "Sight") -> str:
        """Return which screens differ, and how many of their bytes are not 0."""
        here, there = (*self.zones, self.line), (*other.zones, other.line)
        names = [*(f"zone {n}" for n in range(1, len(self.zones) + 1)), "table"]
        return ", ".join(
            f"{name} ({len(one) - one.count(0)} bytes, not {len(due) - due.count(0)})"
            for name, one, due in zip(names, here, there, strict=True)
            if one != due
        )


@dataclass(frozen=True, slots=True)
class Told:
    """A report of the daemon, with its time and what was visible."""

    at_ns: int
    detail: str
    sight: Sight


class Eyes:
    """
    A view of lamps and screens; the simulated screens outlive the daemon.

    Args:
        records: What the daemon takes down.
    """

    def __init__(self, records: socket.socket) -> None:
        self._records = records
        self._glass = {name: Decoder(at.chip) for name, at in PROFILE.screens.items()}
        self._pictures: dict[str, bytes] = {}
        self.lit: list[str] = []
        self.told: dict[str, Told] = {}
        self.commits: dict[int, int] = {}
        self.died_ns: int | None = None

    def look(self, wait_s: float = 0) -> None:
        """Take in all that has happened, and wait so long for the first of it."""
        while select.select([self._records], [], [], wait_s)[0]:
            wait_s = 0
            line, _, payload = self._records.recv(65536).partition(b"\n")
            at_ns, what, detail = line.decode().split(" ", 2)
            self._see(int(at_ns), what, detail=detail, payload=payload)

    def _see(self, at_ns: int, what: str, *, detail: str, payload: bytes) -> None:
        match what:
            case "screen":
                self._glass[detail].hear(payload)
                self._pictures.pop(detail, None)
            case "lamp":
                name, level = detail.split()
                if level == "1" and name != "buzzer":
                    self.lit.append(name)
            case "commit":
                self.commits[int(detail)] = at_ns
            case "dies":
                self.died_ns = at_ns
            case _:
                # The newest of its name, and each with the number of its answers.
                told, count = (
                    Told(at_ns, detail, self.sight()),
                    detail.partition(" ")[0],
                )
                self.told[what] = self.told[f"{what} {count}"] = told

    def forget(self) -> None:
        """Forget lamps and reports, but keep the screens."""
        self.lit.clear()
        self.told.clear()
        self.commits.clear()
        self.died_ns = None

    def sight(self) -> Sight:
        """Return the content of the screens."""
        for name, glass in self._glass.items():
            if name not in self._pictures:
                self._pictures[name] = pack(glass.image)
        table = self._pictures["table"]
        rows = (
            table[page * WIDTH : page * WIDTH + _LINE_COLUMNS]
            for page in range(_LINE_PAGES)
        )
        zones = tuple(self._pictures[name] for name in ZONE_SCREENS)
        return Sight(zones, b"".join(rows))


class Controller:
    """
    The controller at its end of the pty, with its real core.

    Its clock stands still while the daemon is dead. Otherwise a slow machine would make
    it send taps that are too late, which is another test.
    """

    def __init__(self) -> None:
        (core,) = import_firmware("core")
        self._core = core.Core(b"observer", 7)
        self._master, self._slave = pty.openpty()
        tty.setraw(self._slave)
        self.port = os.ttyname(self._slave)
        self._slept_ms = 0
        self._asleep_at_ms: int | None = None

    def close(self) -> None:
        """Let the pty go."""
        os.close(self._master)
        os.close(self._slave)

    @property
    def waiting(self) -> int:
        """How many taps are not acknowledged yet."""
        return len(self._core._queue)

    @property
    def told(self) -> int:
        """The number of the last event."""
        return self._core._n

    def tap(self, touch: Touch) -> None:
        """Tap."""
        self._core.tap(touch.zone, uid_of(touch.kind), self._now_ms())
        self.turn()

    def turn(self) -> None:
        """Run the controller's core, and send its data."""
        self._core.tick(self._now_ms())
        data = self._core.take()
        if data:
            os.write(self._master, data)

    def hear(self, wait_s: float) -> bool:
        """Receive data with a timeout; return whether there was some."""
        if not select.select([self._master], [], [], wait_s)[0]:
            return False
        self._core.receive(os.read(self._master, 4096), self._now_ms())
        return True

    def sleep(self) -> None:
        """Stop the clock."""
        self._asleep_at_ms = self._now_ms()

    def wake(self) -> None:
        """Let the clock go on from where it stood."""
        if self._asleep_at_ms is not None:
            then_ms, self._asleep_at_ms = self._asleep_at_ms, None
            self._slept_ms += self._now_ms() - then_ms

    def _now_ms(self) -> int:
        if self._asleep_at_ms is not None:
            return self._asleep_at_ms
        return time.monotonic_ns() // 1_000_000 - self._slept_ms


def queued_ns(pid: int | str) -> int:
    """
    Return how long a process has stood in line for a processor.

    Source: Linux, Documentation/scheduler/sched-stats.rst, /proc/PID/schedstat.
    """
    path = Path(f"/proc/{pid}/schedstat")
    return int(path.read_text().split()[1]) if path.exists() else 0


class Zygote:
    """The process that forks daemons, and the two sockets to it."""

    def __init__(self) -> None:
        kind = socket.AF_UNIX, socket.SOCK_SEQPACKET
        self._records, self._their_records = socket.socketpair(*kind)
        self._orders, self._their_orders = socket.socketpair(*kind)
        self._orders.settimeout(START_S)
        self.eyes = Eyes(self._records)
        self._daemon = 0
        self._process = self._new()

    def _new(self) -> "subprocess.Popen[bytes]":
        numbers = [one.fileno() for one in (self._their_records, self._their_orders)]
        return subprocess.Popen(
            [sys.executable, _DAEMON, *map(str, numbers)],
            pass_fds=numbers,
            env=os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        )

    def renew(self) -> int:
        """Begin again with a new process; return when, in ns."""
        self._process.kill()
        self._process.wait(PATIENCE_S)
        at_ns = time.monotonic_ns()
        self._process = self._new()
        return at_ns

    def close(self) -> None:
        """End whatever still lives."""
        if self._daemon and not self.has_ended:
            self.kill()
        self._process.kill()
        self._process.wait(PATIENCE_S)
        for one in self._records, self._their_records, self._orders, self._their_orders:
            one.close()

    def start(self, life: Life) -> int:
        """Begin a life; return when, in ns."""
        at_ns = time.monotonic_ns()
        self._orders.send(life.to_bytes())
        self._daemon = int(self._orders.recv(64))
        return at_ns

    def queued_ns(self) -> int:
        """Return how long it and its daemon have stood in line for a processor."""
        return queued_ns(self._process.pid) + queued_ns(self._daemon)

    def life_queued_ns(self) -> int:
        """Return the time in ns that the daemon has waited for a CPU."""
        return queued_ns(self._daemon)

    def kill(self) -> int:
        """Kill the daemon; return when, in ns."""
        at_ns = time.monotonic_ns()
        os.kill(self._daemon, signal.SIGKILL)
        return at_ns

    @property
    def has_ended(self) -> bool:
        """Whether the daemon is dead."""
        return bool(select.select([self._orders], [], [], 0)[0])

    def bury(self) -> None:
        """
        Wait for the daemon's end, and see its last.

        Raises:
            BrokenPromiseError: It was not killed, but ended by itself.
        """
        status, self._daemon = int(self._orders.recv(64)), 0
        self.eyes.look()
        if status != -signal.SIGKILL:
            msg = f"the daemon ended by itself, with {status}"
            raise BrokenPromiseError(msg)

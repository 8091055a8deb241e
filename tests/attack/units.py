"""
The board's units as control groups: the limits that systemd sets.

Weights and limits are read from the unit files themselves. It needs root, and control
groups that can be written to.
"""

import configparser
import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

UNITS = Path(__file__).parents[2] / "systemd"
GROUPS = Path("/sys/fs/cgroup")

#: How long real-time threads of a group may run in each second, in microseconds: a bit
#: less than what Linux leaves to those of all groups. Version 2 has no such bound.
REALTIME_US = "900000"

#: How long the processes of a group may take to end, in seconds.
LEAVING_S = 5.0

#: The default weight in systemd.
WEIGHT = 100


@dataclass(frozen=True, slots=True)
class Share:
    """
    What some processes may have of a computer.

    Args:
        name: What they are called.
        cpu: Their weight of the processor; 100 is everybody's.
        memory: The most memory they may take, in bytes; 0 for as much as there is.
        realtime: Whether they may have threads that come before all ordinary ones.
    """

    name: str
    cpu: int = WEIGHT
    memory: int = 0
    realtime: bool = False


def share_of(unit: str) -> Share:
    """Return the shares that a unit's file gives its processes."""
    parser = configparser.ConfigParser(strict=False, interpolation=None)
    parser.read(UNITS / f"{unit}.service", encoding="utf-8")
    service = parser["Service"]
    memory = service.get("MemoryMax", "0M")
    return Share(
        unit,
        service.getint("CPUWeight", WEIGHT),
        int(memory.removesuffix("M")) << 20,
        service.getint("LimitRTPRIO", 0) > 0,
    )


@contextmanager
def shared(*shares: Share) -> Iterator[Callable[[str, int], None]]:
    """
    Make a group for each share; yield a function that puts a process into one.

    Raises:
        OSError: There are no control groups here that we may write to.
    """
    made: list[Path] = []
    try:
        for share in shares:
            for folder, bounds in _bounds(share):
                folder.mkdir(exist_ok=True)
                made.append(folder)
                for file, text in bounds.items():
                    (folder / file).write_text(text)

        def enter(name: str, pid: int) -> None:
            for folder in made:
                if folder.name == _name(name):
                    (folder / "cgroup.procs").write_text(str(pid))

        yield enter
    finally:
        until = time.monotonic() + LEAVING_S
        for folder in made:
            _remove(folder, until)


def _remove(folder: Path, until: float) -> None:
    """Remove a group once it is empty; leave it where that is not so by then."""
    while folder.exists():
        try:
            folder.rmdir()
        except OSError:  # somebody is in it who will end soon
            if time.monotonic() > until:
                return
            time.sleep(0.1)


def _name(name: str) -> str:
    return f"attacked-{os.getpid()}-{name}"


def _bounds(share: Share) -> Iterator[tuple[Path, dict[str, str]]]:
    """Yield each group of a share with its files and texts, for version 2 or 1."""
    name, memory = _name(share.name), str(share.memory)
    if (GROUPS / "cgroup.controllers").exists():
        bounds = {"cpu.weight": str(share.cpu)}
        yield GROUPS / name, bounds | ({"memory.max": memory} if share.memory else {})
        return
    bounds = {"cpu.shares": str(share.cpu * 1024 // WEIGHT)}
    if share.realtime:
        bounds["cpu.rt_runtime_us"] = REALTIME_US
    yield GROUPS / "cpu" / name, bounds
    if share.memory:
        yield GROUPS / "memory" / name, {"memory.limit_in_bytes": memory}

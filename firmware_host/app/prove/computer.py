"""What is measured of the computer of a board, while the board plays or does not."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

from firmware_host.app.doctor.machine import (
    HOT,
    PAST,
    THROTTLED,
    UNDER_VOLTAGE,
    Machine,
    power_bits,
)
from firmware_host.app.prove.measures import Measured
from firmware_host.app.prove.proof import Result

#: An evening: before that nobody knows whether the supply lasts one.
EVENING_S = 3 * 3600

#: "Starting" is there by then; nobody waits longer than that.
STARTING_MS, STARTING_MOST_S = 3000, 60.0

#: A board is ready so soon after its kernel has begun; one that is so much later than
#: its system was not started with it.
READY_MS, TOGETHER_MS = 15_000, 60_000

_LOOK_S = 0.005
_UNIT = "letterzone.service"


def figures(machine: Machine) -> dict[str, int]:
    """
    Return what can be measured of a computer whose board may be in play.

    `throttled` as the firmware has it, `up_s` since the kernel began; `kernel_ms` until
    the system was up and `ready_ms` until the board was, both from there; and the
    memory of the board's daemon, now and at its most. What nobody knows is left out.
    """
    found: dict[str, int | None] = {"throttled": power_bits(machine)}
    up = machine.text("proc/uptime").partition(".")[0]
    found["up_s"] = int(up) if up.isdigit() else None
    system = _shown(machine, "FinishTimestampMonotonic")
    wanted = ("ActiveEnterTimestampMonotonic", "MemoryCurrent", "MemoryPeak")
    unit = _shown(machine, *wanted, of=_UNIT)
    found["kernel_ms"] = _part(system, "FinishTimestampMonotonic", 1000)
    found["ready_ms"] = _part(unit, "ActiveEnterTimestampMonotonic", 1000)
    found["memory_kb"] = _part(unit, "MemoryCurrent", 1024)
    found["peak_kb"] = _part(unit, "MemoryPeak", 1024)
    return {name: value for name, value in found.items() if value is not None}


def _shown(machine: Machine, *properties: str, of: str = "") -> Mapping[str, str]:
    """Return what `systemctl show` says of a unit, or of systemd itself."""
    asked = [f"--property={one}" for one in properties]
    told = machine.ask("systemctl", "show", *filter(None, [of]), *asked)
    return dict(line.split("=", 1) for line in told.splitlines() if "=" in line)


def _part(shown: Mapping[str, str], name: str, unit: int) -> int | None:
    """Return a number in a larger unit; None for none, and for systemd's "not set"."""
    value = shown.get(name, "")
    number = int(value) if value.isdigit() else 0
    return number // unit if 0 < number < 1 << 63 else None


def power_of_an_evening(machine: Machine) -> Measured:
    """See whether the supply was ever too weak, or the computer too hot."""
    found = figures(machine)
    if "throttled" not in found:
        return Measured(None, why="no-metal")
    ever = UNDER_VOLTAGE | THROTTLED | HOT
    bad = found["throttled"] & (ever | ever << PAST)
    if not bad and found.get("up_s", 0) < EVENING_S:
        return Measured(None, why="early")
    return Measured(Result.REFUTED if bad else Result.PROVEN, figures=found)


def ready(machine: Machine) -> Measured:
    """See how soon after its kernel the board was ready, at the last start of both."""
    found = figures(machine)
    if "ready_ms" not in found or "kernel_ms" not in found:
        return Measured(None, why="early")
    if found["ready_ms"] > found["kernel_ms"] + TOGETHER_MS:
        return Measured(None, why="early")  # it was begun anew since
    soon = found["ready_ms"] <= READY_MS
    return Measured(Result.PROVEN if soon else Result.REFUTED, figures=found)


def is_installed(machine: Machine) -> Measured:
    """See whether the package is at work on Raspberry Pi OS."""
    if not (machine.root / "etc/rpi-issue").exists():
        return Measured(None, why="no-metal")
    status = machine.ask("dpkg-query", "--show", "--showformat=${Status}", "letterzone")
    active = machine.ask("systemctl", "is-active", _UNIT).strip()
    if status != "install ok installed":
        return Measured(None, why="early")
    result = Result.PROVEN if active == "active" else Result.REFUTED
    return Measured(result, figures=figures(machine))


def starting(_machine: Machine) -> Measured:
    """
    Start a daemon without metal, and time its first picture.

    On the board's own screens it is there at most a whole picture later, 23 ms. The
    daemon that is started has no pin and no port, so it disturbs none.
    """
    with TemporaryDirectory() as folder:
        ms = starting_ms(Path(folder))
    if ms is None:
        return Measured(Result.REFUTED)
    result = Result.PROVEN if ms <= STARTING_MS else Result.REFUTED
    return Measured(result, figures={"starting_ms": ms})


def starting_ms(folder: Path) -> int | None:
    """Return how long the table's screen takes to show something; None for ever."""
    words = ("run", "simulated", "--port", folder / "none", "--screens", folder)
    began_s = time.monotonic()
    daemon = subprocess.Popen(  # noqa: S603 - this very program
        [sys.executable, "-m", "firmware_host", *words, "--folder", folder / "board"],
        env={**os.environ, "NOTIFY_SOCKET": ""},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        while time.monotonic() - began_s < STARTING_MOST_S:
            if (folder / "table.png").exists():
                return round(1000 * (time.monotonic() - began_s))
            if daemon.poll() is not None:
                return None
            time.sleep(_LOOK_S)
        return None
    finally:
        if daemon.poll() is None:
            daemon.send_signal(signal.SIGTERM)
        daemon.wait()


#: Every measure of the computer alone, by its name in `claims.toml`.
MEASURES: Mapping[str, Callable[[Machine], Measured]] = {
    "power": power_of_an_evening,
    "ready": ready,
    "installed": is_installed,
    "starting": starting,
}

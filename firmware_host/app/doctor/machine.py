"""
The doctor's checks of the computer: power, clock, memory card, groups, versions.

Each check measures through `Computer`. A separate function without side effects judges
the result.
"""

import errno
import os
import platform
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from shutil import disk_usage

from firmware_host import __version__
from firmware_host.app.doctor.findings import Finding, broken, ok, untried, watch
from firmware_host.app.pages.place import is_own
from firmware_host.app.system.hotspot import ADDRESS, SHOWN
from firmware_host.board.messages import say
from firmware_host.board.record import Record

#: The bits of `vcgencmd get_throttled`; those of the past are 16 places higher.
#: Source: raspberrypi.com, documentation, "vcgencmd": get_throttled.
UNDER_VOLTAGE, THROTTLED, HOT, PAST = 0x1, 0x4, 0x8, 16

#: Less free space than the first is a warning, less than the second a fault; in bytes.
LITTLE_BYTES, NONE_BYTES = 200_000_000, 5_000_000

#: The libraries whose versions are reported, by their PyPI names.
LIBRARIES = (
    *("gpiozero", "lgpio", "luma.core", "luma.oled", "pillow"),
    *("pyserial", "smbus2", "starlette", "uvicorn", "websockets"),
)

#: The group that may use each kind of device.
GROUPS = {"gpio": "gpiochip*", "i2c": "i2c-*", "dialout": "tty[AU][CS][MB][0-9]*"}

_ASK_S = 2.0
_BLOCK = bytes(4096)


def _asked(*command: str) -> str:
    """Return the output of a program; "" if it is missing or fails."""
    try:
        return subprocess.run(  # noqa: S603 - fixed commands
            command, capture_output=True, check=True, text=True, timeout=_ASK_S
        ).stdout
    except (OSError, subprocess.SubprocessError):
        return ""


def _write_a_block(folder: Path) -> None:
    with tempfile.TemporaryFile(dir=folder) as file:
        file.write(_BLOCK)
        file.flush()
        os.fsync(file.fileno())


class Computer(Record):
    """
    The ways to ask the computer; the defaults are the real ones.

    Args:
        root: The root of its files.
        ask_power: Returns what `vcgencmd get_throttled` prints.
        ask: Returns the output of another program; empty if it fails.
        write: Writes a block into a folder; raises OSError if that fails.
        free_bytes: Returns the free bytes of a folder's disk.
        may_use: Returns True if this process may read and write a device.
        now_s: The time of day, in seconds since 1970.
        owns: Returns True if the computer has an address now.
    """

    root: Path = Path("/")
    ask_power: Callable[[], str] = lambda: _asked("vcgencmd", "get_throttled")
    ask: Callable[..., str] = _asked
    write: Callable[[Path], None] = _write_a_block
    free_bytes: Callable[[Path], int] = lambda folder: disk_usage(folder).free
    may_use: Callable[[Path], bool] = lambda path: os.access(path, os.R_OK | os.W_OK)
    now_s: Callable[[], float] = time.time
    owns: Callable[[str], bool] = is_own

    def text(self, path: str) -> str:
        """Return the content of a file of the computer; "" if there is none."""
        with suppress(OSError):
            content = (self.root / path).read_bytes()
            return content.decode(errors="replace").strip("\0\n ")
        return ""

    def config(self) -> str:
        """Return the settings of a Pi's firmware."""
        return self.text("boot/firmware/config.txt") or self.text("boot/config.txt")


def examine_machine(machine: Computer, folder: Path) -> Iterator[Finding]:
    """Yield the findings about the computer; `folder` is the journal's."""
    yield judge_power(power_bits(machine))
    yield judge_disk(*measure_disk(machine, folder))
    for group in shut_groups(machine):
        then = say("then-group", group=group)
        yield broken("groups", say("doctor-groups", group=group), then)
    born_s = Path(__file__).stat().st_mtime
    yield judge_clock(machine.now_s(), born_s)
    if (machine.root / SHOWN).exists():
        yield judge_hotspot(is_open=machine.owns(ADDRESS))
    yield ok("versions", say("doctor-versions", **versions(machine)))


# --- power ------------------------------------------------------------------


def power_bits(machine: Computer) -> int | None:
    """Return the bits of `get_throttled`, or None if they are unknown."""
    told = machine.ask_power().partition("=")[2].strip()
    files = sorted(machine.root.glob("sys/devices/platform/*/*/get_throttled"))
    told = told or next((machine.text(str(file)) for file in files), "")
    try:
        bits = int(told, 16)
    except ValueError:
        bits = None
    for folder in machine.root.glob("sys/class/hwmon/hwmon*"):
        if machine.text(f"{folder}/name") == "rpi_volt":
            low = machine.text(f"{folder}/in0_lcrit_alarm") == "1"
            bits = (bits or 0) | (UNDER_VOLTAGE << PAST if low else 0)
    return bits


def judge_power(bits: int | None) -> Finding:
    """Return a finding: whether the power supply is strong enough."""
    if bits is None:
        return untried("power", say("doctor-power-unknown"))
    if bits & UNDER_VOLTAGE:
        return broken("power", say("doctor-power-low"), say("then-supply"))
    if bits & UNDER_VOLTAGE << PAST:
        return watch("power", say("doctor-power-was-low"), say("then-supply"))
    if bits & (THROTTLED | HOT):
        return watch("power", say("doctor-power-hot"), say("then-cool"))
    return ok("power", say("doctor-power"))


# --- the memory card --------------------------------------------------------


def measure_disk(machine: Computer, folder: Path) -> tuple[int, int]:
    """Return the bytes that are free, and the error of writing a block, or 0."""
    try:
        free = machine.free_bytes(folder)
        machine.write(folder)
    except OSError as fault:
        return 0, fault.errno or errno.EIO
    return free, 0


def judge_disk(free_bytes: int, error: int) -> Finding:
    """Return a finding: whether games can be stored."""
    megabytes = free_bytes // 1_000_000
    match error:
        case errno.EROFS:
            return broken("disk", say("doctor-disk-shut"), say("then-card"))
        case errno.ENOSPC | errno.EDQUOT:
            return broken("disk", say("doctor-disk-full"), say("then-room"))
        case errno.EACCES | errno.EPERM:
            return untried("disk", say("doctor-disk-others"), say("then-user"))
        case errno.ENOENT | errno.ENOTDIR:
            return untried("disk", say("doctor-disk-none"), say("then-folder"))
        case 0 if free_bytes < NONE_BYTES:
            return broken("disk", say("doctor-disk-full"), say("then-room"))
        case 0 if free_bytes < LITTLE_BYTES:
            return watch(
                "disk", say("doctor-disk-little", mb=megabytes), say("then-room")
            )
        case 0:
            return ok("disk", say("doctor-disk", mb=megabytes))
        case _:
            why = os.strerror(error)
            return broken("disk", say("doctor-disk-fails", why=why), say("then-card"))


# --- who may use what -------------------------------------------------------


def shut_groups(machine: Computer) -> tuple[str, ...]:
    """Return the groups whose devices exist and are not usable by this process."""
    dev = machine.root / "dev"
    return tuple(
        group
        for group, pattern in GROUPS.items()
        if (there := list(dev.glob(pattern)))
        and not any(machine.may_use(path) for path in there)
    )


# --- the clock and the versions ---------------------------------------------


def judge_clock(now_s: float, born_s: float) -> Finding:
    """Return a finding: the clock is wrong if it is before the program's own date."""
    if now_s < born_s:
        return watch("clock", say("doctor-clock-early"), say("then-clock"))
    return ok("clock", say("doctor-clock"))


def judge_hotspot(*, is_open: bool) -> Finding:
    """Return a finding about the board's own Wi-Fi: whether it is open."""
    if is_open:
        return ok("hotspot", say("doctor-hotspot", address=ADDRESS))
    return watch("hotspot", say("doctor-hotspot-shut"), say("then-hotspot"))


def versions(machine: Computer) -> dict[str, str]:
    """Return the installed versions: Letterzone, Python, system and computer."""
    system = dict(
        line.split("=", 1)
        for line in machine.text("etc/os-release").splitlines()
        if "=" in line
    )
    return {
        "letterzone": __version__,
        "python": platform.python_version(),
        "system": system.get("PRETTY_NAME", platform.system()).strip('"'),
        "linux": platform.release(),
        "computer": machine.text("proc/device-tree/model") or platform.machine(),
    }


def libraries() -> dict[str, str]:
    """Return the version of each installed library."""
    found = {}
    for name in LIBRARIES:
        with suppress(PackageNotFoundError):
            found[name] = version(name)
    return found

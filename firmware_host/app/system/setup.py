"""
Setup of a computer as a board: plan the changes, report them, then make them.

A plan is a tuple of steps and is made without changing anything. A replaced file is
kept under another name. A file is never half written, even at a power cut. In
``config.txt`` everything outside our block stays as it is, byte for byte. A line there
that contradicts the profile is reported with its number.

Source: Raspberry Pi documentation, "config.txt"; the firmware's overlays README.
"""

import os
import re
import shutil
import subprocess
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from firmware_host.board.messages import Message, say
from firmware_host.board.record import Record
from firmware_host.errors import SettingsError
from firmware_host.journal.file import sync
from firmware_host.settings.profile import Profile, load_profile
from firmware_host.settings.uses import UART_PINS, UART_PORTS, pi_uses

BEGIN = "# letterzone begin: written by `letterzone setup`, which also takes it out"
END = "# letterzone end"

#: The speed of the screens' I2C bus, in bits per second.
BAUD = 400_000

#: The pins that a parameter of ``config.txt`` occupies.
PARAM_PINS: Mapping[str, tuple[int, ...]] = {
    "spi": (7, 8, 9, 10, 11),
    "i2s": (18, 19, 20, 21),
}

#: The parameter of an overlay that names its pin, and the default pin.
OVERLAY_PINS: Mapping[str, tuple[str, int]] = {
    "w1-gpio": ("gpiopin", 4),
    "gpio-ir": ("gpio_pin", 18),
    "gpio-fan": ("gpiopin", 12),
    "gpio-shutdown": ("gpio_pin", 3),
    "gpio-poweroff": ("gpiopin", 26),
}

_BAUDRATES = ("i2c_arm_baudrate", "i2c_baudrate", "i2c1_baudrate")

_ON = ("on", "1", "yes")

_BLOCK = re.compile(
    rf"(?:\A|\r?\n){re.escape(BEGIN)}\r?\n.*?{re.escape(END)}(?:\r?\n|\Z)", re.DOTALL
)


def lines_for(profile: Profile) -> tuple[str, ...]:
    """Return the lines of ``config.txt`` that the board needs."""
    lines = ["[all]"]
    if profile.screens:
        lines.append(f"dtparam=i2c_arm=on,i2c_arm_baudrate={BAUD}")
    if any(place.channel is not None for place in profile.screens.values()):
        lines.append("dtoverlay=i2c-mux,pca9548")
    if {profile.port, profile.reader_port} & set(UART_PORTS):
        lines.append("enable_uart=1")
    if profile.power is not None:
        lines.append(f"dtoverlay=gpio-shutdown,gpio_pin={profile.power}")
    return tuple(lines)


def with_block(text: str, lines: tuple[str, ...], where: str) -> str:
    """
    Return `text` with our block, replacing an earlier one or at the end.

    Args:
        text: The whole file.
        lines: The lines inside the block.
        where: The file's name, for error messages.

    Raises:
        SettingsError: Half a block is there and cannot be replaced.
    """
    end = "\r\n" if "\r\n" in text else "\n"
    # The line break before the block belongs to it. Removing the block then restores
    # the file exactly, whether it ended with a line break or not.
    block = end + end.join((BEGIN, *lines, END)) + end
    found = _found(text, where)
    if found is None:
        return text + block
    return text[: found.start()] + block + text[found.end() :]


def without_block(text: str, where: str) -> str:
    """
    Return `text` without our block, as it was before `with_block`.

    Raises:
        SettingsError: Half a block is there.
    """
    found = _found(text, where)
    return text if found is None else text[: found.start()] + text[found.end() :]


def _found(text: str, where: str) -> re.Match[str] | None:
    found = _BLOCK.search(text)
    for number, line in _outside(text, found):
        if line in (BEGIN, END) or line.startswith("# letterzone begin"):
            msg = (
                f"{where}:{number}: half a block of ours is left here; delete every"
                " line from `# letterzone begin` to `# letterzone end` and try again"
            )
            raise SettingsError(msg)
    return found


def _outside(text: str, block: re.Match[str] | None) -> Iterator[tuple[int, str]]:
    """Yield number and stripped text of each line outside our block."""
    at, ours = 0, range(*block.span()) if block else range(0)
    for number, line in enumerate(text.splitlines(keepends=True), 1):
        if at not in ours:
            yield number, line.strip()
        at += len(line)


def conflicts(text: str, profile: Profile, where: str) -> tuple[str, ...]:
    """
    Return the lines outside our block that contradict the profile.

    Each is part of a sentence: the line's number, its text, and what the board needs.

    Args:
        text: The whole file.
        profile: The board's profile.
        where: The file's name, for error messages.
    """
    found = []
    for number, line in _outside(text, _found(text, where)):
        bare = line.partition("#")[0].strip()
        if why := _against(bare, profile):
            found.append(f"line {number}, {bare}: {why}")
    return tuple(found)


def _against(line: str, profile: Profile) -> str:
    """Return why a line contradicts the profile; empty if it does not."""
    name, _, value = (part.strip() for part in line.partition("="))
    if name in ("dtparam", "device_tree_param") and profile.screens:
        for param, wanted in _params(value):
            if param in ("i2c_arm", "i2c", "i2c1") and wanted in ("off", "0", "no"):
                return "the screens need the I2C bus on"
            if param in _BAUDRATES and wanted != str(BAUD):
                return f"the screens need the I2C bus at {BAUD} bits a second"
    if line not in lines_for(profile):
        uses = {use.pin: use.part for use in pi_uses(profile)}
        for pin in _taken(name, value):
            if pin in uses:
                return f"it takes pin {pin}, which {uses[pin]} needs"
    return ""


def _params(value: str) -> Iterator[tuple[str, str]]:
    """Yield each parameter of a line with its value; without a value it is `on`."""
    for param in value.split(","):
        name, is_given, wanted = (part.strip() for part in param.partition("="))
        yield name, wanted if is_given else "on"


def _taken(name: str, value: str) -> tuple[int, ...]:
    """Return the pins that a line occupies."""
    overlay, _, rest = value.partition(",")
    match name:
        case "enable_uart" if value == "1":
            return UART_PINS
        case "dtoverlay" | "device_tree_overlay" if overlay in OVERLAY_PINS:
            param, pin = OVERLAY_PINS[overlay]
            given = dict(_params(rest)).get(param, str(pin))
            return (int(given),) if given.isdecimal() else ()
        case "dtparam":
            on = [param for param, wanted in _params(value) if wanted in _ON]
            return tuple(pin for param in on for pin in PARAM_PINS.get(param, ()))
        case _:
            return ()


# --- plans, and how they are carried out -------------------------------------


#: The boot file of Raspberry Pi OS, in the current and in an older place.
BOOT_FILES = ("boot/firmware/config.txt", "boot/config.txt")

#: The profile that the daemon of an installed board reads.
PROFILE = "etc/letterzone/board.toml"

#: A copy of the profile as setup wrote it. A profile that differs was changed by a
#: person.
MARK = f"{PROFILE}.letterzone"

#: The units that setup enabled, one per line. Units that a package enabled are not
#: disabled by us.
SWITCHED = "etc/letterzone/units.letterzone"

#: The units that start with the computer.
UNITS = (
    "letterzone.service",
    "letterzone-web.service",
    "letterzone-publish.service",
    "letterzone-backup.timer",
    "letterzone-update.timer",
    "letterzone-update.path",
    "letterzone-firewall.service",
    "letterzone-hotspot.service",
)

#: The unit that shows the wall on the computer's own screen.
KIOSK = "letterzone-kiosk.service"

_UNIT_FOLDERS = ("etc/systemd/system", "usr/lib/systemd/system", "lib/systemd/system")

Run = Callable[[Sequence[str]], None]


class FileEdit(Record):
    """
    A file to write or delete.

    Args:
        path: The file.
        after: The new content; None to delete it.
        mode: The permissions.
        group: The number of the group of the file; 0 for root.
        keep: True to keep the present content under another name.
    """

    path: Path
    after: bytes | None
    mode: int = 0o644
    group: int = 0
    keep: bool = True

    @property
    def copy(self) -> Path | None:
        """
        The unused path to which the present file will be copied before the change.

        None if the file does not exist, or if its content is not kept.
        """
        if not self.keep or not self.path.exists():
            return None
        return next(name for name in _names(self.path) if not name.exists())

    @property
    def is_done(self) -> bool:
        """True if the file has the new content already."""
        return _bytes(self.path) == self.after

    def describe(self) -> tuple[Message, ...]:
        """Return messages that describe the change."""
        path = str(self.path)
        gone = self.after is None
        done = say("setup-remove", path=path) if gone else say("setup-write", path=path)
        kept = () if self.copy is None else (say("setup-keep", copy=str(self.copy)),)
        return (done, *kept)


class RunStep(Record):
    """
    A command to run.

    Args:
        words: The command and its arguments.
        what: A message that says what it is for.
    """

    words: tuple[str, ...]
    what: Message

    def describe(self) -> tuple[Message, ...]:
        """Return messages that describe the command."""
        return (self.what,)


class KeptFile(Record):
    """
    A system file that the setup leaves unchanged.

    Args:
        path: The file.
    """

    path: Path

    def describe(self) -> tuple[Message, ...]:
        """Return the message that the file is left unchanged."""
        return (say("setup-stays", path=str(self.path)),)


PlanStep = FileEdit | RunStep | KeptFile
Plan = tuple[PlanStep, ...]


def boot_file(root: Path) -> Path:
    """
    Return the boot file of this computer.

    Raises:
        SettingsError: There is none, so it is not a Raspberry Pi.
    """
    for name in BOOT_FILES:
        if (root / name).is_file():
            return root / name
    places = " nor ".join(str(root / name) for name in BOOT_FILES)
    msg = f"there is neither {places}: is this a Raspberry Pi, and its card mounted?"
    raise SettingsError(msg)


def plan_board(root: Path, given: Path, *, kiosk: bool | None = None) -> Plan:
    """
    Return the plan that makes this computer the board of a profile.

    Args:
        root: The root of the computer's files, ``/`` for this computer.
        given: The profile.
        kiosk: Whether its own screen shows the wall; None for no change.

    Raises:
        SettingsError: The profile is invalid, there is no boot file, or one of its
            lines contradicts the profile.
    """
    profile = load_profile(given)
    path = boot_file(root)
    boot = FileEdit(path, _boot_for(path, profile))
    own = FileEdit(root / PROFILE, given.read_bytes(), keep=not _is_ours(root))
    plan: Plan = () if boot.is_done else (boot,)
    if not own.is_done:
        plan += (FileEdit(root / MARK, own.after, keep=False), own)
    units = (*UNITS, KIOSK) if kiosk else UNITS
    there = (unit for unit in units if _is_there(root, unit))
    off = tuple(unit for unit in there if not _is_on(root, unit))
    listed = "".join(f"{unit}\n" for unit in (*_switched(root), *off))
    noted = FileEdit(root / SWITCHED, listed.encode(), keep=False)
    plan += (noted,) if off else ()
    plan += tuple(_switch(root, "enable", unit) for unit in off)
    if kiosk is False and _is_on(root, KIOSK):
        plan += (_switch(root, "disable", KIOSK),)
    return plan if own.is_done else plan + restart_daemon(root)


def plan_undo(root: Path) -> Plan:
    """
    Return the plan that undoes the setup, byte for byte; saved games stay.

    A file that a person has changed since is left, and so is its copy.

    Raises:
        SettingsError: There is no boot file, or half a block of ours in it.
    """
    path = boot_file(root)
    after = without_block(_read(path), str(path))
    boot = FileEdit(path, after.encode(errors="surrogateescape"), keep=False)
    plan: Plan = () if boot.is_done else (boot,)
    plan += _drop(copy for copy in _copies(path) if _bare(copy) == after)
    plan += _undo_profile(root)
    ours = (unit for unit in (*UNITS, KIOSK) if unit in _switched(root))
    plan += tuple(_switch(root, "disable", unit) for unit in ours if _is_on(root, unit))
    plan += _drop(one for one in (root / SWITCHED,) if one.exists())
    if not plan:
        return ()
    gone = {step.path for step in plan if isinstance(step, FileEdit) and not step.after}
    left = (*_copies(path), *_copies(root / PROFILE))
    return plan + tuple(KeptFile(copy) for copy in left if copy not in gone)


def _undo_profile(root: Path) -> Plan:
    """Return the steps that restore the profile from before the setup, or delete it."""
    path, copies = root / PROFILE, _copies(root / PROFILE)
    if not (root / MARK).exists():
        return ()
    mark = _drop([root / MARK])
    if _is_ours(root):
        before = _bytes(copies[0]) if copies else None
        return (FileEdit(path, before, keep=False), *_drop(copies[:1]), *mark)
    same = _drop(copy for copy in copies if _bytes(copy) == _bytes(path))
    return (*((KeptFile(path),) if path.exists() else ()), *same, *mark)


def _is_ours(root: Path) -> bool:
    """Return True if the profile is unchanged since setup wrote it."""
    here = _bytes(root / PROFILE)
    return here is not None and here == _bytes(root / MARK)


def restart_daemon(root: Path) -> Plan:
    """Return the step that restarts a running daemon, so that it reads its files."""
    if root != Path("/"):
        return ()
    words = ("systemctl", "try-restart", UNITS[0])
    return (RunStep(words, say("setup-anew")),)


def carry_out(plan: Plan) -> None:
    """
    Execute a plan in order.

    Args:
        plan: The steps.

    Raises:
        SettingsError: A file cannot be written, or a command fails. Finished steps stay
            done, and the next run continues after them.
    """
    for step in plan:
        if isinstance(step, RunStep):
            run_command(step.words)
        if not isinstance(step, FileEdit):
            continue
        try:
            _change(step)
        except OSError as fault:
            msg = f"{step.path}: cannot be changed: {fault.strerror}; nothing is lost"
            raise SettingsError(msg) from fault


def run_command(words: Sequence[str]) -> None:
    """
    Run a command of the system.

    Raises:
        SettingsError: It is missing, or it fails.
    """
    try:
        done = subprocess.run(  # noqa: S603 - our own words, no shell
            words, capture_output=True, text=True, check=False
        )
    except OSError as fault:
        msg = f"{words[0]} cannot be run: {fault.strerror}; is it installed?"
        raise SettingsError(msg) from fault
    if done.returncode:
        why = done.stderr.strip() or f"it ended with {done.returncode}"
        msg = f"`{' '.join(words)}` failed: {why}"
        raise SettingsError(msg)


def units_missing(root: Path) -> tuple[str, ...]:
    """Return the units that are not installed."""
    return tuple(unit for unit in UNITS if not _is_there(root, unit))


# --- the boot file -----------------------------------------------------------


def _boot_for(path: Path, profile: Profile) -> bytes:
    text = _read(path)
    found = conflicts(text, profile, str(path))
    if found:
        msg = (
            f"{path}: {'; '.join(found)}; put # before what is named here and try again"
        )
        raise SettingsError(msg)
    text = with_block(text, lines_for(profile), str(path))
    return text.encode(errors="surrogateescape")


def _read(path: Path) -> str:
    """
    Return the text of a file of unknown encoding.

    Undecodable bytes are preserved.
    """
    try:
        return path.read_bytes().decode(errors="surrogateescape")
    except OSError as fault:
        msg = f"{path}: cannot be read: {fault.strerror}"
        raise SettingsError(msg) from fault


def _bare(path: Path) -> str | None:
    """Return a boot file without our block, or None if half a block is in it."""
    try:
        return without_block(_read(path), str(path))
    except SettingsError:
        return None


# --- files -------------------------------------------------------------------


def _names(path: Path) -> Iterator[Path]:
    """Yield the possible paths for copies of a file, in the order of their use."""
    return (path.with_name(f"{path.name}.letterzone-{at}") for at in range(1, 1000))


def _copies(path: Path) -> tuple[Path, ...]:
    return tuple(name for name in _names(path) if name.exists())


def _bytes(path: Path) -> bytes | None:
    return path.read_bytes() if path.exists() else None


def _drop(paths: Iterable[Path]) -> Plan:
    return tuple(FileEdit(path, None, keep=False) for path in paths)


def _change(change: FileEdit) -> None:
    if change.copy is not None:
        write_whole(change.copy, change.path.read_bytes(), mode=change.mode)
    if change.after is None:
        change.path.unlink(missing_ok=True)
        if change.path.parent.name == "letterzone":
            with suppress(OSError):  # the folder holds another file
                change.path.parent.rmdir()
        return
    change.path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(change.path, change.after, mode=change.mode, group=change.group)


def write_whole(path: Path, content: bytes, *, mode: int, group: int = 0) -> None:
    """
    Write a file atomically and durably.

    After a crash it is old or new, never partial.
    """
    part = path.with_name(f"{path.name}.part")
    part.unlink(missing_ok=True)
    descriptor = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        part.chmod(mode)  # independent of the umask
        if group:
            shutil.chown(part, group=group)
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)
    sync(path.parent)  # the new name is durable too


# --- units -------------------------------------------------------------------


def _switched(root: Path) -> tuple[str, ...]:
    """Return the units that setup has enabled."""
    return tuple((_bytes(root / SWITCHED) or b"").decode(errors="replace").split())


def _switch(root: Path, how: str, unit: str) -> RunStep:
    """Return the step that makes systemd ``enable`` or ``disable`` a unit."""
    place = () if root == Path("/") else (f"--root={root}",)
    told = say("setup-enable" if how == "enable" else "setup-disable", unit=unit)
    return RunStep(("systemctl", *place, how, unit), told)


def _is_there(root: Path, unit: str) -> bool:
    return any((root / folder / unit).exists() for folder in _UNIT_FOLDERS)


def _is_on(root: Path, unit: str) -> bool:
    wanted = (root / "etc/systemd/system").glob("*.wants")
    return any((folder / unit).is_symlink() for folder in wanted)

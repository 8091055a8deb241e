"""`letterzone setup`, `kiosk`, `update`: commands that change this computer."""

import asyncio
import os
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory

from firmware_host.app.content.languages import load_texts
from firmware_host.app.system.hardware import profile_path
from firmware_host.app.system.hotspot import plan_hotspot, plan_no_hotspot
from firmware_host.app.system.installer import (
    BOARD,
    Installer,
    StickUpdater,
    alone,
    find,
    mounted,
    take,
)
from firmware_host.app.system.kiosk import command, forget_crash, page_url, wait_for
from firmware_host.app.system.setup import (
    PROFILE,
    FileEdit,
    Plan,
    carry_out,
    plan_board,
    plan_undo,
    units_missing,
)
from firmware_host.board.messages import Message, say
from firmware_host.cli import commands
from firmware_host.cli.places import (
    FOLDER,
    board_of,
    folder_of,
    language_of,
    profile_or_full,
)
from firmware_host.errors import SettingsError
from firmware_host.settings.profile import load_profile


@commands.run.register
def set_up(given: commands.SetupCommand) -> int:
    """Print the planned changes, ask for consent, and make them."""
    root, texts = Path(given.root), load_texts(language_of(given.language))
    if root == Path("/") and os.geteuid() != 0:
        msg = "only root may change this computer: sudo letterzone setup"
        raise SettingsError(msg)

    def tell(message: Message) -> None:
        print(texts.say(message))

    if given.at_board:
        _at_board(root, tell)
        return 0
    plan = _plan(root, given)
    if not plan:
        tell(say("setup-nothing"))
        return 0
    tell(say("setup-plan"))
    for step in plan:
        for line in step.describe():
            print(f"  {texts.say(line)}")
        _show(step)
    if not given.yes and not _agreed(texts.say(say("setup-ask"))):
        tell(say("setup-left"))
        return 0
    carry_out(plan)
    tell(say("setup-undone" if given.undo else "setup-done"))
    if any(one.path.name == "config.txt" for one in plan if isinstance(one, FileEdit)):
        tell(say("setup-restart"))
    for unit in () if given.undo else units_missing(root):
        tell(say("setup-missing", unit=unit))
    return 0


def _at_board(root: Path, tell: Callable[[Message], None]) -> None:
    """Run the first start on the table's screen, until the board is built."""
    # Imported late: other uses of the command need none of this.
    first = import_module("firmware_host.app.first.steps")
    place = first.FirstPlaces(root / "boot/firmware", root)
    asyncio.run(first.first_start(place, FOLDER, tell))


def _plan(root: Path, given: commands.SetupCommand) -> Plan:
    if given.undo:
        return plan_no_hotspot(root) + plan_undo(root)
    if given.hotspot is False:
        plan = plan_no_hotspot(root)
    else:
        plan = plan_hotspot(root) if given.hotspot else ()
    if not given.profile and given.hotspot is not None and given.kiosk is None:
        return plan  # only the Wi-Fi changes
    return plan_board(root, _profile(root, given.profile), kiosk=given.kiosk) + plan


def _profile(root: Path, given: str) -> Path:
    """Return the profile: by file, by name of a build, or the installed one."""
    if not given:
        if (root / PROFILE).exists():
            return root / PROFILE
        msg = "which board is it? say letterzone setup full, or another build or file"
        raise SettingsError(msg)
    return Path(given) if given.endswith(".toml") else profile_path(given)


def _show(step: object) -> None:
    """Print the lines that a step adds to the boot file."""
    if isinstance(step, FileEdit) and step.path.name == "config.txt" and step.after:
        before = step.path.read_bytes().splitlines()
        for line in step.after.splitlines():
            if line not in before:
                print(f"    + {line.decode(errors='replace')}")


def _agreed(question: str) -> bool:
    print(question, end=" ", flush=True)
    line = sys.stdin.readline()
    if not line:  # no terminal, or end of input
        print()
        msg = "nobody answered, and nothing was changed; to be asked nothing say --yes"
        raise SettingsError(msg)
    return line.strip().casefold() in ("y", "yes", "j", "ja")


@commands.run.register
def show_page(given: commands.KioskCommand) -> int:
    """Wait for the page, then replace this process by the browser."""
    profile = load_profile(board_of(given.profile))
    page = given.page or os.environ.get("LETTERZONE_PAGE") or "wall"
    folder = folder_of(given.folder, name="letterzone-kiosk")
    words = command(
        page_url(profile, page), folder, wayland="WAYLAND_DISPLAY" in os.environ
    )
    wait_for(words[-1])
    forget_crash(folder)
    os.execv(words[0], words)  # noqa: S606 - no shell needed


@commands.run.register
def update(given: commands.UpdateCommand) -> int:
    """Install another version, and print the installed one."""
    if given.examine:
        return _examine()
    if not (given.file or given.stick or given.back):
        msg = "say which: a FILE, --stick, or --back for the version before"
        raise SettingsError(msg)
    if os.geteuid() != 0:
        msg = "only root may install: sudo letterzone update ..."
        raise SettingsError(msg)
    installer = Installer()
    with alone(target=given.ask):
        if given.ask:
            StickUpdater(installer=installer).answer()
            return 0
        if installer.was_torn:
            installer.mend()
        _install(given, installer)
    print(f"letterzone {installer.version} is installed and works")
    return 0


def _install(given: commands.UpdateCommand, installer: Installer) -> None:
    if given.stick:
        with mounted() as folder:
            _take(find(folder), installer, older=given.back)
    elif given.file:
        _take(Path(given.file), installer, older=given.back)
    else:
        installer.back()


def _take(file: Path, installer: Installer, *, older: bool) -> None:
    with TemporaryDirectory() as own:
        package = take(file, Path(own))
        if not older:
            installer.check(package)
        installer.install(package)


def _examine() -> int:
    """Print the broken parts for `Installer`, one per line."""
    # Imported late: the other commands here need no board.
    from firmware_host.app.doctor import board, doctor, findings  # noqa: PLC0415 - see above

    profile = load_profile(profile_or_full())
    found = asyncio.run(doctor.diagnose(board.DiagnosisTarget(profile, BOARD)))
    bad = findings.PartState.BROKEN
    for part in sorted(one.part for one in found.findings if one.state is bad):
        print(part)
    return 0

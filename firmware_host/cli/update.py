"""`letterzone update`: another version, from a file or a stick; or the one before."""

import asyncio
import os
from pathlib import Path
from tempfile import TemporaryDirectory

from firmware_host.app.doctor.board import DiagnosisTarget
from firmware_host.app.doctor.doctor import diagnose
from firmware_host.app.doctor.findings import State
from firmware_host.app.system.installer import BOARD, Installer
from firmware_host.app.system.packages import find, take
from firmware_host.app.system.stick import Stick, alone, mounted
from firmware_host.cli import commands
from firmware_host.cli.places import board_here
from firmware_host.errors import SettingsError
from firmware_host.settings.profile import load_profile


@commands.run.register
def update(given: commands.Update) -> int:
    """Install another version, and say which one is there now."""
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
            Stick(installer=installer).answer()
            return 0
        if installer.was_torn:
            installer.mend()
        _install(given, installer)
    print(f"letterzone {installer.version} is installed and works")
    return 0


def _install(given: commands.Update, installer: Installer) -> None:
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
    """Print the parts that are broken, for `Installer`, one a line."""
    profile = load_profile(board_here())
    found = asyncio.run(diagnose(DiagnosisTarget(profile, BOARD)))
    broken = sorted(one.part for one in found.findings if one.state is State.BROKEN)
    for part in broken:
        print(part)
    return 0

"""Where this machine keeps things, and what language it speaks."""

import os
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from firmware_host.app.system.hardware import profile_path
from firmware_host.board.entries import JOURNAL
from firmware_host.board.json import read_object, text
from firmware_host.cli import spoken
from firmware_host.errors import JournalError, SettingsError
from firmware_host.languages import CODES

#: Where the packaged program has its profile and its folder.
PROFILE, FOLDER = Path("/etc/letterzone/board.toml"), Path("/var/lib/letterzone")


def language_of(asked: str) -> str:
    """Return the language asked for, or the terminal's, or English."""
    return asked or spoken.language()


def folder_of(asked: str, *, name: str = "letterzone", make: bool = True) -> Path:
    """
    Return the folder of the journal.

    Args:
        asked: What was typed; empty for the usual one.
        name: What it is called where nobody has named one.
        make: Whether it is made where there is none.

    Raises:
        SettingsError: It cannot be made.
    """
    if asked:
        folder = Path(asked)
    elif os.environ.get("STATE_DIRECTORY"):  # systemd's
        folder = Path(os.environ["STATE_DIRECTORY"])
    else:
        state = os.environ.get("XDG_STATE_HOME") or "~/.local/state"
        folder = Path(state).expanduser() / name
    if not make:
        return folder
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as fault:
        msg = f"{folder}: cannot be made: {fault.strerror}; name another by --folder"
        raise SettingsError(msg) from fault
    return folder


def board_folder_of(asked: str, *, make: bool = True) -> Path:
    """Return the folder of this machine's board; see `folder_of`."""
    if not asked and FOLDER.exists():
        return FOLDER
    return folder_of(asked, make=make)


def journal_in(folder: Path, *, first: str = "play a game") -> Path:
    """
    Return the journal in a folder.

    Args:
        folder: The folder.
        first: What makes one, in words.

    Raises:
        SettingsError: There is none yet.
    """
    path = folder / JOURNAL
    if not path.exists():
        msg = f"{path}: there is no journal yet; {first}, or name its --folder"
        raise SettingsError(msg)
    return path


def journal_alone(folder: Path, section: str) -> Path:
    """
    Return the journal in a folder, which no daemon has open.

    Args:
        folder: The folder.
        section: Where the teacher's page does the same, by its heading.

    Raises:
        JournalError: The board is on.
    """
    from firmware_host.journal.file import is_open  # noqa: PLC0415 - a start needs none

    path = folder / JOURNAL
    if is_open(path):
        msg = (
            f"{path}: the board is on; do this on its teacher's page under {section},"
            " or stop it first: sudo systemctl stop letterzone"
        )
        raise JournalError(msg)
    return path


def chosen_language(settings: Mapping[str, str]) -> str:
    """Return the language that was chosen last at a board; empty where none was."""
    # A journal that is damaged, or so new that nobody has chosen, does not know.
    with suppress(ValueError, KeyError):
        language = text(read_object(settings["setup"]), "language")
        return language if language in CODES else ""
    return ""


def profile_of(asked: str) -> Path:
    """
    Return the profile of this machine's board.

    Raises:
        SettingsError: Nobody has named one, and there is none.
    """
    if asked or PROFILE.exists():
        return Path(asked or PROFILE)
    msg = f"{PROFILE}: there is no board here yet; name its profile by --profile"
    raise SettingsError(msg)


def board_here() -> Path:
    """Return the profile of this machine's board; where it has none, the full one."""
    return PROFILE if PROFILE.exists() else profile_path("full")


def board_of(asked: str) -> Path:
    """
    Return the profile of the board that is meant.

    That is the file that was named, or the build, such as ``starter``; where nothing
    was, this machine's own board; and where it has none, the full one.

    Raises:
        SettingsError: There is no such build.
    """
    if not asked:
        return board_here()
    path = Path(asked)
    return path if path.suffix or path.exists() else profile_path(asked)

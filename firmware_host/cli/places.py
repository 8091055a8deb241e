"""The folders and files of this machine, and the language of its terminal."""

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

#: The profile and the folder of an installed package.
PROFILE, FOLDER = Path("/etc/letterzone/board.toml"), Path("/var/lib/letterzone")


def language_of(asked: str) -> str:
    """Return the language asked for, or the terminal's, or English."""
    return asked or spoken.language()


def folder_of(asked: str, *, name: str = "letterzone", make: bool = True) -> Path:
    """
    Return the folder of the journal.

    Args:
        asked: The folder from the command line; empty for the default.
        name: The name of the default folder.
        make: True to create it.

    Raises:
        SettingsError: It cannot be created.
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
    Return the path of the journal in a folder.

    Args:
        folder: The folder.
        first: The action that creates a journal, for the error message.

    Raises:
        SettingsError: There is no journal yet.
    """
    path = folder / JOURNAL
    if not path.exists():
        msg = f"{path}: there is no journal yet; {first}, or name its --folder"
        raise SettingsError(msg)
    return path


def journal_alone(folder: Path, section: str) -> Path:
    """
    Return the path of the journal in a folder, if no daemon has it open.

    Args:
        folder: The folder.
        section: The heading on the teacher's page that offers the same action.

    Raises:
        JournalError: A daemon has it open.
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
    """Return the language last chosen at the board; empty for none."""
    # A damaged or new journal has no such setting.
    with suppress(ValueError, KeyError):
        language = text(read_object(settings["setup"]), "language")
        return language if language in CODES else ""
    return ""


def profile_of(asked: str) -> Path:
    """
    Return the path of a named profile, as `board_of`, or of this machine's board.

    Raises:
        SettingsError: None is named, and none is installed; or there is no such build.
    """
    if asked or PROFILE.exists():
        return board_of(asked)
    msg = f"{PROFILE}: there is no board here yet; name its profile by --profile"
    raise SettingsError(msg)


def profile_or_full() -> Path:
    """Return the profile of this machine's board, or the profile ``full``."""
    return PROFILE if PROFILE.exists() else profile_path("full")


def board_of(asked: str) -> Path:
    """
    Return the path of the profile to use.

    It is the named file or build, such as ``starter``; without a name the profile of
    this machine's board; and without one the profile ``full``.

    Raises:
        SettingsError: There is no such build.
    """
    if not asked:
        return profile_or_full()
    path = Path(asked)
    return path if path.suffix or path.exists() else profile_path(asked)

"""
Every error this package raises on purpose.

* `LetterzoneError`
    * `SettingsError` (also `ValueError`): a profile, alphabet, list or option is wrong.
    * `TranscriptError` (also `ValueError`): a transcript cannot be understood.
    * `BoardMissingError` (also `ConnectionError`): a required part of the board is
    * missing.
    * `JournalError` (also `OSError`): the journal cannot be opened or written.
    * `DoubtError` (also `OSError`): it is unknown whether the journal stored an entry.
    * `AskedError` (also `ValueError`): a request over the network is invalid.
    * `AwayError` (also `ConnectionError`): the table does not answer its pages.
    * `UpdateError` (also `ValueError`): a package cannot be installed.
    * `RuleError` (also `ValueError`): a fault of our own code, never of a player.

Mistakes of people and noise on cables are never errors. They are values, such as
`Refused` or `Noise`, and the game continues.
"""

from enum import StrEnum


def reason(fault: BaseException) -> str:
    """Return the operating system's words for a fault, or its own."""
    said = fault.strerror if isinstance(fault, OSError) else None
    return said or str(fault)


class LetterzoneError(Exception):
    """Base of the tree; the command line turns it into one line and exit 2."""

    #: Heading in docs/troubleshooting.md. A test checks that it exists.
    help_anchor = "letterzone-error"


class SettingsError(LetterzoneError, ValueError):
    """A setting is missing, unknown, or out of range."""

    help_anchor = "settings-error"


class TranscriptError(LetterzoneError, ValueError):
    """A line of a transcript has no meaning."""

    help_anchor = "transcript-error"


class BoardMissingError(LetterzoneError, ConnectionError):
    """A part that the profile names cannot be reached."""

    help_anchor = "board-missing-error"


class JournalError(LetterzoneError, OSError):
    """The journal cannot be opened, read or written."""

    help_anchor = "journal-error"


class DoubtError(LetterzoneError, OSError):
    """
    It is unknown whether the last entry was stored; the next start finds out.

    It is no `JournalError`, which means that the entry was certainly not stored.
    """

    help_anchor = "doubt-error"


class AskedError(LetterzoneError, ValueError):
    """The request of a browser or a program is invalid."""

    help_anchor = "asked-error"


class AwayError(LetterzoneError, ConnectionError):
    """The table does not answer its pages; it may become available again."""

    help_anchor = "away-error"

    def __init__(self) -> None:
        super().__init__("the table does not answer; it comes back by itself")


class NoUpdate(StrEnum):
    """Why a package was not installed: codes of messages."""

    NONE = "update-none"
    STICK = "update-stick"
    UNSIGNED = "update-unsigned"
    KEY = "update-key"
    TORN = "update-torn"
    PACKAGE = "update-package"
    OLDER = "update-older"
    FAILED = "update-failed"
    NO_BACK = "update-no-back"


class UpdateError(LetterzoneError, ValueError):
    """
    A package cannot be installed, or was removed again because it did not work.

    Args:
        why: The code of the message for the board and the page.
        text: The sentence for a terminal.
    """

    help_anchor = "update-error"

    def __init__(self, why: NoUpdate, text: str) -> None:
        super().__init__(text)
        self.why = why


class RuleError(LetterzoneError, ValueError):
    """An engine was asked something that makes no sense: a bug of ours."""

    help_anchor = "rule-error"


def place_of(fault: Exception) -> str:
    """Return the type of an exception, and the lines that led to it."""
    way, at = list[str](), fault.__traceback__
    while at is not None and (at := at.tb_next) is not None:
        file = at.tb_frame.f_code.co_filename.rpartition("/")[2]
        way.append(f"{file}:{at.tb_lineno}")
    return f"{type(fault).__name__} at {' > '.join(way)}"

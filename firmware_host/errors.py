"""
Every error this package raises on purpose.

* `LetterzoneError`
    * `SettingsError` (also `ValueError`): a profile, alphabet, list or option is wrong.
    * `TranscriptError` (also `ValueError`): a transcript cannot be understood.
    * `BoardMissingError` (also `ConnectionError`): a part the board needs is not there.
    * `JournalError` (also `OSError`): the journal cannot be opened or written.
    * `DoubtError` (also `OSError`): nobody knows whether the journal kept something.
    * `AskedError` (also `ValueError`): a request by network has no meaning.
    * `AwayError` (also `ConnectionError`): the table does not answer its pages.
    * `UpdateError` (also `ValueError`): a package is none that may be installed.
    * `RuleError` (also `ValueError`): a caller of ours is wrong, never a player.

What people and cables do wrong is never an error. It is a value, such as
`Refused` or `Noise`, and the game goes on.
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
    Whether the last entry was kept, the next start finds out.

    It is no `JournalError`: whoever takes that for "it has not happened" must not take
    this one for it.
    """

    help_anchor = "doubt-error"


class AskedError(LetterzoneError, ValueError):
    """What a browser or a program asked for has no meaning."""

    help_anchor = "asked-error"


class AwayError(LetterzoneError, ConnectionError):
    """The table does not answer its pages; it comes back by itself."""

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
    A package is none that may be installed, or it did not work and is gone again.

    Args:
        why: Which of the messages says so on the board and on the page.
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

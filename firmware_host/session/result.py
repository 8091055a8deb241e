"""The result of one step, and functions that make the usual ones."""

from typing import TYPE_CHECKING

from firmware_host.board.entries import Entry
from firmware_host.board.messages import Refused
from firmware_host.board.record import Record
from firmware_host.session.setups import setup_text
from firmware_host.session.state import Session

if TYPE_CHECKING:  # few boards play a duplicate evening
    from firmware_host.hall.evening import Key


class StepResult(Record):
    """
    What came of one event.

    Args:
        session: The table afterwards.
        entry: What is written down before anything is shown; None for nothing.
        outcome: The facts of an accepted action, the refusal, or None for neither.
        off: True where the program is to end.
        fault: What the log shall say of a bot that has gone home; empty for nothing.
        quiet: True where nothing has changed but what only one person sees, the maker
            or whoever makes an attempt: nobody else is told that there was anything.
        key: A duplicate evening's key whose seed is to be reckoned, which takes long;
            it comes back as `asked.EveningAsked`.
    """

    session: Session
    entry: Entry | None = None
    outcome: tuple[object, ...] | Refused | None = None
    off: bool = False
    quiet: bool = False
    fault: str = ""
    key: "Key | None" = None


def remember(session: Session) -> Entry:
    """Return the entry that keeps the setup for the next game."""
    return Entry(settings=(("setup", setup_text(session.setup)),))

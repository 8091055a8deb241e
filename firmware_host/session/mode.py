"""The base of the modes: a table is in one at a time, each in `session/modes/`."""

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Self

from firmware_host.board.events import Button, Tapped, Touch
from firmware_host.board.faces import Face, TableFace
from firmware_host.board.messages import Message, Refused
from firmware_host.board.pieces import Millis
from firmware_host.board.record import Record, replace

if TYPE_CHECKING:  # a session has a mode, and a mode is asked about its session
    from firmware_host.session.acting import InGame, Now
    from firmware_host.session.result import StepResult
    from firmware_host.session.state import Session


class Mode:
    """
    What the table does now, as a value with all that it needs.

    The methods here leave everything to the game. A mode overrides those in which it
    comes before the game. None means that the game gets the event.
    """

    __slots__ = ()

    #: The mode that this one lies over, and gives back in the end; None at the bottom.
    under: "Mode | None"

    @classmethod
    def at(cls, session: "Session") -> Self | None:
        """Return the session's mode of this class, also below others; None without."""
        mode: Mode | None = session.mode
        while mode is not None and not isinstance(mode, cls):
            mode = mode.under
        return mode

    # --- what it hears ---

    def press(self, now: "InGame", button: Button) -> "StepResult | None":
        """Return the step of a button that was pressed."""

    def release(self, button: Button) -> "Mode":
        """Return the mode after a button was released."""
        del button
        return self

    def rack(self, now: "InGame", event: Tapped) -> "StepResult | None":
        """Return the step of a tile or a card on the rack."""

    def tap(self, now: "InGame", event: Touch) -> "StepResult | None":
        """Return the step of a piece that is tapped in a zone."""

    def no_rack(self, session: "Session") -> Refused | None:
        """Return why no piece can wait on the rack now; None where one can."""
        return Refused("paused") if session.paused else None

    # --- when it is due ---

    def due_ms(self, session: "Session") -> Millis | None:
        """Return when the mode wants `Woke`; None for never."""

    def wake(self, now: "InGame") -> "StepResult | None":
        """Return the step that is due now; None if nothing is."""

    # --- what it looks like ---

    @property
    def covers(self) -> bool:
        """Whether the table screen has no place for "paused" and "go on?"."""
        return False

    def render(self, now: "InGame", face: Face, names: tuple[str, ...]) -> Face:
        """Return the game's face as it looks in this mode."""
        del now, names
        return face

    def announces(self, session: "Session") -> bool:
        """Return whether the table screen says that somebody has begun a word."""
        del session
        return False

    def hides(self, session: "Session", other: "Mode") -> bool:
        """Return whether this mode and *other* look alike to everybody else."""
        del session, other
        return False

    # --- whether it still stands ---

    def after(self, session: "Session") -> "Mode":
        """Return the mode after the session has changed; it may be over."""
        del session
        return self

    def acted(self) -> "Mode":
        """Return the mode after an accepted action."""
        return self

    def closed(self) -> "Mode":
        """Return the mode without the menu over it."""
        return self


class Asking(Mode, ABC):
    """A mode that asks a question while no game is on, and gets each button."""

    __slots__ = ()

    @property
    @abstractmethod
    def tip(self) -> Message:
        """What a person at the board can do now."""

    @abstractmethod
    def choose(self, now: "Now", button: Button) -> "StepResult":
        """Return the step of a button that was pressed."""

    def rack(self, now: "Now", event: Tapped) -> "StepResult | None":
        """Return the step of a tile or a card on the rack."""

    def wake(self, now: "Now") -> "StepResult | None":
        """Return the step that is due now; None if nothing is."""

    @abstractmethod
    def table(self, session: "Session", names: tuple[str, ...]) -> TableFace:
        """Return the question, and who plays, for everybody to see."""

    def local(self, table: TableFace) -> TableFace | None:
        """Return what only the board's own table screen shows; None for *table*."""


class Cover(Record, Mode):
    """
    A mode with its own table screen; a mode below it waits.

    Args:
        under: What goes on once this mode ends.
    """

    under: Mode

    @property
    def covers(self) -> bool:
        """Whether the table screen has no place for "paused" and "go on?": none."""
        return True

    def release(self, button: Button) -> Mode:
        """Pass the release of a button to the mode that waits."""
        return replace(self, under=self.under.release(button))

    def hides(self, session: "Session", other: Mode) -> bool:
        """Return whether only what waits differs, and hides that."""
        if not isinstance(other, Cover) or replace(other, under=self.under) != self:
            return False
        return self.under.hides(session, other.under)

    def after(self, session: "Session") -> Mode:
        """Return the mode, with the one below it brought up to date."""
        return replace(self, under=self.under.after(session))

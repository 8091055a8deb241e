"""What a table does now is one mode at a time; each has a file in `session/modes/`."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

from firmware_host.board.events import Button, Tapped, TooLate, Unclear
from firmware_host.board.faces import Face
from firmware_host.board.messages import Refused
from firmware_host.board.pieces import Millis
from firmware_host.games.values import replace

if TYPE_CHECKING:  # a session has a mode, and a mode is asked about its session
    from firmware_host.session.acting import Moment
    from firmware_host.session.result import StepResult
    from firmware_host.session.state import Session


class Mode:
    """
    What a table does now: a value that owns what it needs.

    Each method has an answer that leaves everything to the game; a mode overrides
    those where it comes first. None stands for "the game hears it".
    """

    __slots__ = ()

    #: The mode that this one lies over, and gives back in the end; None at the bottom.
    under: "Mode | None"

    #: True where the table screen has no place for "paused" and "go on?".
    covers = False

    @classmethod
    def at(cls, session: "Session") -> Self | None:
        """Return the session's mode of this kind, be it under others; None without."""
        mode: Mode | None = session.mode
        while mode is not None and not isinstance(mode, cls):
            mode = mode.under
        return mode

    # --- what it hears ---

    def press(self, moment: "Moment", button: Button) -> "StepResult | None":
        """Return what a button does that went down."""

    def release(self, button: Button) -> "Mode":
        """Return the mode after a button came up."""
        del button
        return self

    def rack(self, moment: "Moment", event: Tapped) -> "StepResult | None":
        """Return what a tile or a card means that is held to the rack."""

    def tap(
        self, moment: "Moment", event: Tapped | Unclear | TooLate
    ) -> "StepResult | None":
        """Return what a piece means that is tapped where the game would hear it."""

    def no_rack(self, session: "Session") -> Refused | None:
        """Return why no piece can wait on the rack now; None where one can."""
        return Refused("paused") if session.paused else None

    # --- when it is due ---

    def due_ms(self, session: "Session") -> Millis | None:
        """Return when it wants to be woken; None for never."""

    def wake(self, moment: "Moment") -> "StepResult | None":
        """Return what it does by itself; None where nothing is due."""

    # --- what it looks like ---

    def render(self, moment: "Moment", face: Face, names: tuple[str, ...]) -> Face:
        """Return the game's face as it looks in this mode."""
        del moment, names
        return face

    def announces(self, session: "Session") -> bool:
        """Tell whether everybody reads at the table that somebody has begun a word."""
        del session
        return False

    def hides(self, session: "Session", other: "Mode") -> bool:
        """Tell whether nobody else sees a difference between this mode and *other*."""
        del session, other
        return False

    # --- whether it still stands ---

    def after(self, session: "Session") -> "Mode":
        """Return what stands of it in a session whose world has changed."""
        del session
        return self

    def acted(self) -> "Mode":
        """Return what stands of it once an action has counted."""
        return self

    def closed(self) -> "Mode":
        """Return the mode without the menu over it."""
        return self


@dataclass(frozen=True)
class Cover(Mode):
    """
    A mode with a table screen of its own; a word that is spelled waits under it.

    Args:
        under: What goes on once this mode ends.
    """

    under: Mode

    covers = True

    def release(self, button: Button) -> Mode:
        """Let what waits hear that a button came up."""
        return replace(self, under=self.under.release(button))

    def hides(self, session: "Session", other: Mode) -> bool:
        """Tell whether what waits hides the difference, and there is no other one."""
        if not isinstance(other, Cover) or replace(other, under=self.under) != self:
            return False
        return self.under.hides(session, other.under)

    def after(self, session: "Session") -> Mode:
        """Return the mode over what still stands under it."""
        return replace(self, under=self.under.after(session))

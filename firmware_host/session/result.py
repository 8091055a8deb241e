"""The result of one step, and functions that make the usual ones."""

from dataclasses import dataclass

from firmware_host.board.faces import Buzz
from firmware_host.board.messages import Refused
from firmware_host.session.effects import Effect, Sound, Store
from firmware_host.session.setups import setup_text
from firmware_host.session.state import Session


@dataclass(frozen=True, slots=True)
class StepResult:
    """
    What came of one event.

    Args:
        session: The table afterwards.
        effects: What to do, in this order.
        outcome: The facts of an accepted action, the refusal, or None for neither.
        quiet: True where nothing has changed but what only one person sees, the maker
            or whoever makes an attempt: nobody else is told that there was anything.
    """

    session: Session
    effects: tuple[Effect, ...] = ()
    outcome: tuple[object, ...] | Refused | None = None
    quiet: bool = False


def sounds(session: Session, buzz: Buzz | None) -> tuple[Sound, ...]:
    """Return the sound of an answer; nothing where it is turned off."""
    return (Sound(buzz),) if buzz and session.setup.sound else ()


def remember(session: Session) -> Store:
    """Return the effect that stores the setup for the next game."""
    return Store(settings=(("setup", setup_text(session.setup)),))

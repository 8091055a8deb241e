"""What one step of the table brings, and how the usual ones are made."""

from dataclasses import dataclass, replace
from typing import Any

from firmware_host.board.faces import Buzz
from firmware_host.board.happenings import Tapped, TooLate, Unclear
from firmware_host.board.messages import Refused
from firmware_host.board.pieces import Millis, Zone
from firmware_host.games.values import changer
from firmware_host.session import lobby, play
from firmware_host.session.effects import Effect, Sound, Store
from firmware_host.session.play import Done
from firmware_host.session.state import Refusal, Session

#: How long the lamps of a refusal blink.
REFUSAL_MS = 2000

_session = changer(Session)


@dataclass(frozen=True, slots=True)
class Step:
    """
    What came of one happening.

    Args:
        session: The table afterwards.
        effects: What to do, in this order.
        outcome: The facts of an accepted action, the refusal, or None for neither.
    """

    session: Session
    effects: tuple[Effect, ...] = ()
    outcome: tuple[Any, ...] | Refused | None = None


def accept(session: Session, done: Done) -> Step:
    """Return the step of an accepted action."""
    after = _session(session, phase=done.playing, refusal=None, lost=0)
    sounds = (Sound(done.buzz),) if done.buzz and session.setup.sound else ()
    return Step(after, (done.store, *sounds), done.facts)


def refuse(session: Session, refused: Refused, event: Any, *, now_ms: Millis) -> Step:
    """Return the step of a refusal: nothing changes but what is shown."""
    zones: tuple[Zone, ...] = ()
    if isinstance(event, Tapped | Unclear | TooLate):
        zones = (event.zone,)
    zones += tuple(
        Zone(value)
        for name, value in refused.values
        if name == "zone" and isinstance(value, int)
    )
    refusal = Refusal(refused, zones, Millis(now_ms + REFUSAL_MS))
    sounds = (Sound(Buzz.REFUSED),) if session.setup.sound else ()
    return Step(replace(session, refusal=refusal), sounds, refused)


def remember(session: Session) -> Store:
    """Return what keeps the setup for the next time."""
    return Store(settings=(("setup", lobby.setup_text(session.setup)),))


def begin(session: Session, *, now_ms: Millis) -> Step:
    """Return the step that begins the game of the session's setup."""
    begun = play.begin(session, now_ms=now_ms)
    settings = remember(session).settings
    after = replace(
        session,
        phase=begun.playing,
        next_game=session.next_game + 1,
        refusal=None,
        menu=None,
    )
    return Step(after, (replace(begun.store, settings=settings),), ())

"""The result of one step, and functions that make the usual ones."""

from dataclasses import dataclass

from firmware_host.board.events import Tapped, TooLate, Unclear
from firmware_host.board.faces import Buzz
from firmware_host.board.messages import Refused
from firmware_host.board.pieces import Millis, Seat, Zone
from firmware_host.games.values import replace
from firmware_host.session.effects import Effect, Sound, Store
from firmware_host.session.play import Done
from firmware_host.session.setups import setup_text
from firmware_host.session.state import Look, Playing, Refusal, Session, Setup

#: How long the lamps of a refusal blink.
REFUSAL_MS = 2000


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


def accept(session: Session, done: Done) -> StepResult:
    """Return the step of an accepted action."""
    playing = done.playing
    after = replace(
        session,
        playing=playing,
        refusal=None,
        lost=0,
        said=None,
        racked=None,
        mode=session.mode.acted(),
        look=Look(),
        paused=session.paused and not done.store.ended,
    )
    before = session.playing
    if before is not None:
        here = playing.engine.sitting(playing.game)
        if here != before.engine.sitting(before.game):
            after = replace(after, setup=_seated(session.setup, playing, here))
    sounds = (Sound(done.buzz),) if done.buzz and session.setup.sound else ()
    return StepResult(after, (done.store, *sounds), done.facts)


def _seated(setup: Setup, playing: Playing, here: tuple[Seat, ...]) -> Setup:
    """Return the setup with those who play on: they are offered the next game."""
    return replace(setup, players=tuple(playing.players[seat] for seat in here))


def refuse(
    session: Session, refused: Refused, event: object, *, now_ms: Millis
) -> StepResult:
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
    after = replace(session, refusal=refusal, said=None, lost=0)
    return StepResult(after, sounds, refused)


def remember(session: Session) -> Store:
    """Return the effect that stores the setup for the next game."""
    return Store(settings=(("setup", setup_text(session.setup)),))

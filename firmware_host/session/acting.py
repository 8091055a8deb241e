"""Actions in the running game; pausing it and going on."""

from dataclasses import dataclass

from firmware_host.board.json import Json
from firmware_host.board.messages import Refused
from firmware_host.board.pieces import Millis
from firmware_host.games.common import Check, End, Join, Leave, Undo, Void
from firmware_host.games.requests import Request
from firmware_host.games.values import replace
from firmware_host.session import play
from firmware_host.session.effects import Store
from firmware_host.session.mode import Mode
from firmware_host.session.play import Done
from firmware_host.session.result import StepResult, accept, refuse
from firmware_host.session.state import Playing, Session

#: The setting that outlives a restart: the number of the game that is stopped.
PAUSED = "paused"

#: What may be done while the game is stopped.
_ALWAYS = (Check, Undo, Void, Leave, Join, End)


@dataclass(frozen=True, slots=True)
class Moment:
    """
    A table at which a game is on, at the moment when something happens.

    Args:
        session: The table before.
        playing: Its game.
        now_ms: The clock of this start of the program.
        entropy: 32 fresh bytes of chance, used where a round begins.
    """

    session: Session
    playing: Playing
    now_ms: Millis
    entropy: bytes = b""

    @property
    def requests(self) -> tuple[Request, ...]:
        """What the game can be given now."""
        return self.playing.requests

    def keep(self, mode: Mode) -> StepResult:
        """Return the step into a mode; an earlier refusal is no longer shown."""
        return StepResult(replace(self.session, mode=mode, refusal=None))

    def refuse(self, refused: Refused, event: object) -> StepResult:
        """Return the step that refuses an event, for everybody to see."""
        return refuse(self.session, refused, event, now_ms=self.now_ms)

    def act(self, action: object) -> Done | Refused:
        """Return the outcome of *action*, unless the game is paused."""
        if self.session.paused and not isinstance(action, _ALWAYS):
            return Refused("paused")
        return play.act(self.playing, action, now_ms=self.now_ms, entropy=self.entropy)

    def accept(self, done: Done, mode: Mode | None = None) -> StepResult:
        """Return the step of an accepted action, into a mode."""
        step = accept(self.session, done)
        if mode is None:
            return step
        return replace(step, session=replace(step.session, mode=mode))

    def line(self, line: dict[str, Json]) -> Done | Refused:
        """Return what a line of the transcript brings, as `act` does."""
        return self.act(self.playing.engine.action(line))

    def acted(self, action: object, event: object) -> StepResult:
        """Return the step of *action*, which *event* asked for."""
        done = self.act(action)
        if isinstance(done, Refused):
            return self.refuse(done, event)
        return self.accept(done)


def pause(session: Session, *, paused: bool, now_ms: Millis) -> StepResult | Refused:
    """Return the session with its game paused, or going on."""
    playing = session.playing
    if playing is None:
        return Refused("no-round")
    if playing.engine.is_over(playing.game):
        return Refused("game-over")
    if paused == session.paused:
        return StepResult(session, (), ())
    clock = play.stop_clock if paused else play.start_clock
    playing = replace(clock(playing, now_ms), resumed=False)
    after = replace(session, playing=playing, paused=paused, refusal=None)
    value = str(playing.game_id) if paused else None
    return StepResult(after, (Store(settings=((PAUSED, value),)),), ())


def go_on(session: Session, event: object, *, now_ms: Millis) -> StepResult:
    """Let a game that is paused go on."""
    if not session.paused:
        return StepResult(session)
    done = pause(session, paused=False, now_ms=now_ms)
    if isinstance(done, Refused):
        return refuse(session, done, event, now_ms=now_ms)
    return done

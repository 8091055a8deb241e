"""What one player puts together before it is given: letters, signs or cards."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import field
from typing import Generic, Self, TypeVar

from firmware_host.board.events import ZONE_BUTTONS, Button, Pressed, Tapped
from firmware_host.board.json import Json
from firmware_host.board.messages import Refused
from firmware_host.board.pieces import Millis, Seat
from firmware_host.board.record import Record, replace
from firmware_host.games.requests import LayRequest, PlayRequest
from firmware_host.session.acting import InGame, Now
from firmware_host.session.mode import Mode
from firmware_host.session.result import StepResult
from firmware_host.session.state import Playing, Session

T = TypeVar("T")
R = TypeVar("R", bound=LayRequest | PlayRequest)

#: A button that is held begins to run after so long, and gets faster later on.
HOLD_MS, RUN_MS, FAST_MS = 500, 200, 80
FAST_AFTER = 8

#: Nobody holds a button through the alphabet so often: its coming up was lost.
MOST_STEPS = 120

#: Tick or cross is held so long for more than a press: to overrule, or to judge.
SAY_MS = 1000

#: The place that a held button steps, how often it has, and when it does next.
Runs = tuple[int, int, Millis]


class Draft(Record, Mode, ABC, Generic[R]):
    """
    A draft of what a game can be given; it is never written down.

    Args:
        under: Play, which goes on once the draft is given or called off.
        seat: Who makes it.
        request: What the game can be given.
        refused: Why it was not taken, told to who makes it alone.
        runs: The place that a held button steps.
    """

    under: Mode
    seat: Seat
    request: R = field(repr=False)
    refused: Refused | None = field(default=None, repr=False)
    runs: Runs | None = field(default=None, repr=False)

    # --- who makes it ---

    @classmethod
    def begun(cls, under: Mode, request: R, seat: Seat) -> Self:
        """Return an empty draft."""
        return cls(under, seat, request)

    @classmethod
    def begin(
        cls,
        now: InGame,
        request: R,
        button: Button,
        *,
        able: Sequence[Seat],
        refused: Refused | None,
    ) -> StepResult:
        """
        Let the next of those who share a button begin, or refuse it.

        Args:
            now: The table; who drafts now comes before the next one.
            request: What the game can be given.
            button: The player's button.
            able: Those of its seats that can give it; never empty without *refused*.
            refused: Why none of them can begin.
        """
        refused = Refused("paused") if now.session.paused else refused
        if refused is not None:
            return now.refuse(refused, Pressed(button))
        mode = now.session.mode
        if isinstance(mode, Draft):
            seat = following(able, mode.seat)
            return now.keep(cls.begun(mode.under, request, seat))
        return now.keep(cls.begun(mode, request, able[0]))

    # --- what it hears ---

    def stepped(self, at: int) -> Self:
        """Return the draft with what is at a place one step further, where it steps."""
        del at
        return self

    def running(self, at: int, *, now_ms: Millis) -> Self:
        """Return the draft with a place one step further, and running on."""
        return replace(self.stepped(at), runs=(at, 0, Millis(now_ms + HOLD_MS)))

    def release(self, button: Button) -> Mode:
        """Return the draft after a button came up: no place runs on."""
        return replace(self, runs=None) if button in ZONE_BUTTONS else self

    # --- what is given ---

    def given(
        self, now: InGame, line: dict[str, Json], event: Pressed | Tapped
    ) -> StepResult:
        """Give a line of the transcript, or tell why it is not taken."""
        done = now.line(line)
        if isinstance(done, Refused):
            return self.told(now, done, event)
        return now.end(done, self.under)

    def told(self, now: Now, refused: Refused, event: object) -> StepResult:
        """Tell who makes it alone why it is not taken."""
        del event
        return now.keep(replace(self, refused=refused, runs=None))

    # --- when it is due ---

    def due_ms(self, session: Session) -> Millis | None:
        """Return when a held button means more."""
        if self.runs is not None:
            return self.runs[2]
        button = held_alone(session)
        if button is None or not self.says(button):
            return None
        return Millis(dict(session.held)[button] + SAY_MS)

    def wake(self, now: InGame) -> StepResult | None:
        """Let a held button step its place, or do what holding it means."""
        due_ms, button = self.due_ms(now.session), held_alone(now.session)
        if due_ms is None or now.now_ms < due_ms:
            return None
        if self.runs is not None:
            return self.ran(now, self.runs)
        done = None if button is None else self.said(now, button)
        # The button has said what it had to say; held on, it mutes nothing.
        return done and replace(done, session=replace(done.session, held=()))

    def ran(self, now: Now, runs: Runs) -> StepResult:
        """Let a held button step its place once more."""
        after = paced(runs, now_ms=now.now_ms)
        return now.keep(replace(self.stepped(runs[0]), runs=after))

    def says(self, button: Button) -> bool:
        """Tell whether a button that is held alone says more after `SAY_MS`."""
        del button
        return False

    def said(self, now: InGame, button: Button) -> StepResult | None:
        """Return the step of a button that was held long enough."""

    # --- whether it still stands ---

    def after(self, session: Session) -> Mode:
        """Return the draft, or play where nobody can give it any more."""
        playing, request = session.playing, session.request(type(self.request))
        if playing is None or request is None or request.round != self.request.round:
            return self.under
        if not self.stands(playing, request):
            return self.under
        return replace(self, request=request)

    @abstractmethod
    def stands(self, playing: Playing, request: R) -> bool:
        """Return whether the game can still be given the draft."""


def held_alone(session: Session) -> Button | None:
    """Return the button that is held and no other; None where that is not so."""
    return session.held[0][0] if len(session.held) == 1 else None


def paced(runs: Runs, *, now_ms: Millis) -> Runs | None:
    """Return how a held button runs on after one more step; None for no more."""
    at, count, _ = runs
    pause_ms = RUN_MS if count < FAST_AFTER else FAST_MS
    return (at, count + 1, Millis(now_ms + pause_ms)) if count < MOST_STEPS else None


def following(items: Sequence[T], now: object) -> T:
    """Return the item after *now*, the first one after the last or after another."""
    known = [at for at, item in enumerate(items) if item == now]
    return items[(known[0] + 1) % len(items) if known else 0]

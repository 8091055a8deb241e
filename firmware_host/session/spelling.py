"""Spelling letter by letter: a zone's button steps its letter, a tile adds one."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Generic, Self, TypeVar

from firmware_host.board.events import ZONE_BUTTONS, Button, Tapped
from firmware_host.board.json import Json
from firmware_host.board.messages import Refused
from firmware_host.board.pieces import Millis, Seat, Tile
from firmware_host.games.requests import WordRequest
from firmware_host.games.values import replace
from firmware_host.session.acting import Moment
from firmware_host.session.mode import Mode
from firmware_host.session.result import StepResult
from firmware_host.session.state import Playing, Session

T = TypeVar("T")
W = TypeVar("W", bound=WordRequest)

#: A button that is held begins to run after so long, and gets faster later on.
HOLD_MS, RUN_MS, FAST_MS = 500, 200, 80
FAST_AFTER = 8

#: Nobody holds a button through the alphabet so often: its coming up was lost.
MOST_STEPS = 120

#: Tick or cross is held so long for more than a press: to overrule, or to judge.
SAY_MS = 1000

#: What a held button steps, how often it has, and when it does next.
Runs = tuple[int, int, Millis]


@dataclass(frozen=True)
class Spelling(Mode, Generic[W]):
    """
    A word that somebody spells with buttons or tiles; it is never written down.

    Args:
        under: Play, which goes on once the word is given or called off.
        seat: Who spells.
        request: The word that can be given.
        letters: By place in the word; empty where none is chosen yet.
        refused: Why the word was not taken, told to who spells alone.
        runs: The place in the word that a held button steps.
    """

    under: Mode
    seat: Seat
    request: W = field(repr=False)
    letters: tuple[str, ...] = field(repr=False)
    refused: Refused | None = field(default=None, repr=False)
    runs: Runs | None = field(default=None, repr=False)

    @classmethod
    def begun(cls, under: Mode, request: W, seat: Seat) -> Self:
        """Return a word without a letter yet."""
        return cls(under, seat, request, ("",) * request.length)

    @property
    def word(self) -> str:
        """What has been spelled so far."""
        return "".join(self.letters)

    # --- its letters ---

    def stepped(self, at: int, *, now_ms: Millis) -> Self:
        """Return the word with the letter *at* one step further, and running on."""
        return replace(self._turned(at), runs=(at, 0, Millis(now_ms + HOLD_MS)))

    def _turned(self, at: int) -> Self:
        return self._with(at, following(self.request.choices(at), self.letters[at]))

    def added(self, letter: str) -> Self | None:
        """Return the word with *letter* in the first free place; None without one."""
        free = [at for at, known in enumerate(self.letters) if not known]
        return self._with(free[0], letter) if free else None

    def without_last(self) -> Self | None:
        """Return the word without its last letter; None where it has none."""
        filled = [at for at, known in enumerate(self.letters) if known]
        return self._with(filled[-1], "") if filled else None

    def _with(self, at: int, letter: str) -> Self:
        letters = (*self.letters[:at], letter, *self.letters[at + 1 :])
        return replace(self, letters=letters, refused=None, runs=None)

    # --- what it hears ---

    def rack(self, moment: Moment, event: Tapped) -> StepResult | None:
        """Return what a tile on the rack adds."""
        if not isinstance(event.piece, Tile):
            return None
        if moment.session.paused:
            return moment.refuse(Refused("paused"), event)
        return self.tile(moment, event, event.piece.letter)

    def tile(self, moment: Moment, event: Tapped, letter: str) -> StepResult | None:
        """Return what the letter of a tile adds."""

    def release(self, button: Button) -> Mode:
        """Return the word after a button came up: no letter runs on."""
        return replace(self, runs=None) if button in ZONE_BUTTONS else self

    # --- when it is due ---

    def due_ms(self, session: Session) -> Millis | None:
        """Return when a held button means more."""
        if self.runs is not None:
            return self.runs[2]
        button = held_alone(session)
        if button is None or not self.says(button):
            return None
        return Millis(dict(session.held)[button] + SAY_MS)

    def wake(self, moment: Moment) -> StepResult | None:
        """Let a held button step its letter, or do what holding it means."""
        due_ms, button = self.due_ms(moment.session), held_alone(moment.session)
        if due_ms is None or moment.now_ms < due_ms:
            return None
        if self.runs is not None:
            runs = paced(self.runs, now_ms=moment.now_ms)
            return moment.keep(replace(self._turned(self.runs[0]), runs=runs))
        done = None if button is None else self.said(moment, button)
        # The button has said what it had to say; held on, it mutes nothing.
        return done and replace(done, session=replace(done.session, held=()))

    def says(self, button: Button) -> bool:
        """Tell whether a button that is held alone says more after `SAY_MS`."""
        del button
        return False

    def said(self, moment: Moment, button: Button) -> StepResult | None:
        """Return the step of a button that was held long enough."""

    # --- whether it still stands ---

    def after(self, session: Session) -> Mode:
        """Return the word, or play where nobody can give it any more."""
        playing, request = session.playing, session.request(type(self.request))
        if playing is None or request is None or request.round != self.request.round:
            return self.under
        return (
            replace(self, request=request)
            if self.stands(playing, request)
            else self.under
        )

    def stands(self, playing: Playing, request: W) -> bool:
        """Return whether the game can still be given the word."""
        raise NotImplementedError


def held_alone(session: Session) -> Button | None:
    """Return the button that is held and no other; None where that is not so."""
    return session.held[0][0] if len(session.held) == 1 else None


def place(request: WordRequest, button: Button) -> int | None:
    """Return the place in the word that a button steps, if it is a zone's."""
    if button not in ZONE_BUTTONS:
        return None
    return ZONE_BUTTONS.index(button) + 1 - request.first_zone


def outside(request: WordRequest, at: int) -> Refused:
    """Return the refusal of a zone that is none of the word's."""
    return Refused("outside-word", values=(("zone", at + request.first_zone),))


def paced(runs: Runs, *, now_ms: Millis) -> Runs | None:
    """Return how a held button runs on after one more step; None for no more."""
    at, count, _ = runs
    pause_ms = RUN_MS if count < FAST_AFTER else FAST_MS
    return (at, count + 1, Millis(now_ms + pause_ms)) if count < MOST_STEPS else None


def following(items: Sequence[T], now: object) -> T:
    """Return the item after *now*, the first one after the last or after another."""
    known = [at for at, item in enumerate(items) if item == now]
    return items[(known[0] + 1) % len(items) if known else 0]


def line(
    playing: Playing, request: WordRequest, seat: Seat, given: str
) -> dict[str, Json]:
    """Return the transcript's line that gives a word."""
    verb = playing.engine.VERBS[request.do]
    by = {"by": seat} if "by" in (*verb.needs, *verb.may) else {}
    return {"do": request.do, **by, request.key: given}

"""Spelling letter by letter: a zone's button steps its letter, a tile adds one."""

from dataclasses import field
from typing import Self, TypeVar

from firmware_host.board.events import ZONE_BUTTONS, Button, Pressed, Tapped
from firmware_host.board.json import Json
from firmware_host.board.messages import Refused
from firmware_host.board.pieces import Seat, Tile
from firmware_host.board.record import replace
from firmware_host.games.requests import WordRequest
from firmware_host.session.acting import Now
from firmware_host.session.mode import Mode
from firmware_host.session.modes.draft import Draft, following
from firmware_host.session.result import StepResult
from firmware_host.session.state import Playing

W = TypeVar("W", bound=WordRequest)


class Spelling(Draft[W]):
    """
    A word that somebody spells with buttons or tiles.

    Args:
        letters: By place in the word; empty where none is chosen yet.
    """

    letters: tuple[str, ...] = field(repr=False, kw_only=True)

    @classmethod
    def begun(cls, under: Mode, request: W, seat: Seat) -> Self:
        """Return a word without a letter yet."""
        return cls(under, seat, request, letters=("",) * request.length)

    @property
    def word(self) -> str:
        """What has been spelled so far."""
        return "".join(self.letters)

    # --- its letters ---

    def stepped(self, at: int) -> Self:
        """Return the word with the letter of a place one step further."""
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

    def zone(self, now: Now, button: Button) -> StepResult | None:
        """Step the letter of a zone; None where the button is no zone's."""
        if button not in ZONE_BUTTONS:
            return None
        at = self.place(button)
        if at is not None:
            return now.keep(self.running(at, now_ms=now.now_ms))
        zone = ZONE_BUTTONS.index(button) + 1
        outside = Refused("outside-word", values=(("zone", zone),))
        return self.told(now, outside, Pressed(button))

    def place(self, button: Button) -> int | None:
        """Return the place in the word that a zone's button steps; None outside it."""
        at = ZONE_BUTTONS.index(button) + 1 - self.request.first_zone
        return at if 0 <= at < self.request.length else None

    def rack(self, now: Now, event: Tapped) -> StepResult | None:
        """Return what a tile on the rack adds."""
        if not isinstance(event.piece, Tile):
            return None
        if now.session.paused:
            return now.refuse(Refused("paused"), event)
        return self.tile(now, event, event.piece.letter)

    def tile(self, now: Now, event: Tapped, letter: str) -> StepResult:
        """Add the letter of a tile."""
        after = self.added(letter) if letter in self.request.letters else None
        if after is None:
            return self.told(now, self.misfit(letter), event)
        return now.keep(after)

    def misfit(self, letter: str) -> Refused:
        """Return why a tile's letter is not added: it is none, or has no place."""
        if letter not in self.request.letters:
            return Refused("guess-letters")
        return length_of(self.request)


def length_of(request: WordRequest) -> Refused:
    """Return the refusal of a word that is too short or too long."""
    return Refused("guess-length", values=(("length", request.length),))


def line(
    playing: Playing, request: WordRequest, seat: Seat, given: str
) -> dict[str, Json]:
    """Return the transcript's line that gives a word."""
    verb = playing.engine.VERBS[request.do]
    by = {"by": seat} if "by" in (*verb.needs, *verb.may) else {}
    return {"do": request.do, **by, request.key: given}

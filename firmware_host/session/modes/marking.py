"""
Marking by hand at the board: an owner says what each letter of the query is worth.

The own button says who marks; a zone's button turns its letter's sign. All may see it:
the board checks it at once, and shows the right signs whatever was said.
"""

from dataclasses import field
from typing import Self

from firmware_host.board.events import Button, Tapped
from firmware_host.board.faces import Face, Lamp, TableFace
from firmware_host.board.json import JsonObject
from firmware_host.board.messages import Message, say
from firmware_host.board.pieces import Seat
from firmware_host.board.record import replace
from firmware_host.games.requests import GuessRequest, MarkRequest, marked
from firmware_host.session.acting import InGame, Now
from firmware_host.session.mode import Mode
from firmware_host.session.modes.guess import Guess
from firmware_host.session.result import StepResult
from firmware_host.session.state import Name
from firmware_host.words.marks import NONE


class Marking(Guess):
    """Signs that are spelled as letters are: who marks is called as for a guess."""

    request: MarkRequest = field(repr=False)

    @classmethod
    def begun(cls, under: Mode, request: GuessRequest, seat: Seat) -> Self:
        """Return signs of which none marks anything yet."""
        empty = super().begun(under, request, seat)
        return replace(empty, letters=(NONE,) * request.length)

    def zone(self, now: Now, button: Button) -> StepResult | None:
        """Turn the sign of a zone, once for each press; outside the word nothing."""
        at = self.place(button)
        if at is None:
            return StepResult(now.session)
        return now.keep(self.stepped(at))

    def rack(self, now: Now, event: Tapped) -> StepResult | None:
        """Leave a tile to the game: it is no sign."""

    def wrong(self, name: Name, line: JsonObject) -> Message:
        """Return what is said where the board shows other signs."""
        del line
        return say("marking-wrong", name=name)

    def render(self, now: InGame, face: Face, names: tuple[str, ...]) -> Face:
        """Return the face of a board at which somebody marks; no lamp answers yet."""
        del now
        line = say("marking", name=names[self.seat], word=self.request.word)
        zones = marked(self.request.word, self.word, self.request.first_zone)
        return replace(
            face,
            table=TableFace(line, status=say("marking-how")),
            zones=tuple(replace(zone, lamp=Lamp.DARK) for zone in zones),
        )

"""
Marking by hand at the board: an owner says what each letter of the query is worth.

The own button says who marks; a zone's button turns its letter's sign. All may see it:
the board checks it at once, and shows the right signs whatever was said.
"""

from dataclasses import dataclass, field

from firmware_host.board.events import PLAYER_BUTTONS, Button, Pressed, Tapped
from firmware_host.board.faces import Face, Lamp, TableFace
from firmware_host.board.messages import Refused, say
from firmware_host.games.requests import MarkRequest, marked
from firmware_host.games.values import replace
from firmware_host.session import spelling
from firmware_host.session.acting import Moment
from firmware_host.session.modes.guess import Guess
from firmware_host.session.result import StepResult
from firmware_host.session.state import name_of
from firmware_host.words.marks import NONE


@dataclass(frozen=True)
class Marking(Guess):
    """Signs that are spelled as letters are: who marks is called as for a guess."""

    request: MarkRequest = field(repr=False)

    def press(self, moment: Moment, button: Button) -> StepResult | None:
        """Return what a button does to the signs."""
        if button in PLAYER_BUTTONS:
            return self.call(moment, self.request, button, self)
        if button is Button.CROSS:
            return moment.keep(self.under)
        if button is Button.TICK:
            return self._give(moment)
        at = spelling.place(self.request, button)
        if at is None or not 0 <= at < self.request.length:
            return StepResult(moment.session)
        turned = self.stepped(at, now_ms=moment.now_ms)
        return moment.keep(replace(turned, runs=None))

    def rack(self, moment: Moment, event: Tapped) -> StepResult | None:
        """Leave a tile to the game: it is no sign."""

    @property
    def signs(self) -> str:
        """What is said of each letter; nothing stands for no mark."""
        return "".join(sign or NONE for sign in self.letters)

    def _give(self, moment: Moment) -> StepResult:
        playing = moment.playing
        done = moment.line(spelling.line(playing, self.request, self.seat, self.signs))
        if isinstance(done, Refused):
            return moment.refuse(done, Pressed(Button.TICK))
        accepted = moment.accept(done, self.under)
        after = accepted.session
        if playing.engine.answer(done.facts)["answer"] == "wrong":
            name = name_of(playing.players[self.seat], self.seat)
            after = replace(after, said=say("marking-wrong", name=name))
        return replace(accepted, session=after)

    def render(self, moment: Moment, face: Face, names: tuple[str, ...]) -> Face:
        """Return the face of a board at which somebody marks; no lamp answers yet."""
        del moment
        line = say("marking", name=names[self.seat], word=self.request.word)
        zones = marked(self.request.word, self.signs, self.request.first_zone)
        return replace(
            face,
            table=TableFace(line, status=say("marking-how")),
            zones=tuple(replace(zone, lamp=Lamp.DARK) for zone in zones),
        )

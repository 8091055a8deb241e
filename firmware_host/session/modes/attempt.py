"""
An attempt at one of several hidden words, which nobody sees before all are opened.

A player's button says who makes it, the next one whose word it is. Then it is spelled
as a secret is: on the screen that one alone sees, or by tiles whose number is told. The
zones stay as they are, no sound is made, and what has been given is on no screen again.
"""

from dataclasses import field

from firmware_host.board.events import PLAYER_BUTTONS, Button, Pressed, Tapped
from firmware_host.board.faces import Face, TableFace
from firmware_host.board.json import Json
from firmware_host.board.messages import Refused, say
from firmware_host.board.pieces import Seat
from firmware_host.board.record import replace
from firmware_host.games.requests import AttemptRequest
from firmware_host.session.acting import InGame, Now
from firmware_host.session.mode import Mode
from firmware_host.session.modes import spelling
from firmware_host.session.modes.draft import following
from firmware_host.session.modes.guess import barred
from firmware_host.session.modes.unseen import Unseen
from firmware_host.session.result import StepResult
from firmware_host.session.state import Playing, Session


class Attempt(Unseen[AttemptRequest]):
    """
    An attempt that nobody else may see, nor at whose word it is.

    Args:
        of: Whose word is tried, once that was said.
    """

    of: Seat | None = field(default=None, repr=False)

    @classmethod
    def call(
        cls, now: InGame, request: AttemptRequest, button: Button
    ) -> StepResult | None:
        """
        Let the player of a button make an attempt; pressed again, "not now".

        Where several share the button it goes on from one to the next: whose words
        among theirs the first can try, and then to the next who can make an attempt.
        """
        seats = now.playing.seats_of(button)
        if not seats:
            return None
        able = [seat for seat in seats if seat in request.whose]
        nothing = Refused("nothing-to-find")
        bare = spelling.line(now.playing, request, seats[0], "")
        refused = None if able else barred(now.playing, bare) or nothing
        refused = Refused("paused") if now.session.paused else refused
        if refused is not None:
            return now.refuse(refused, Pressed(button))
        stops: list[tuple[Seat, Seat | None]] = []
        for seat in able:
            shared = [of for of in seats if of in request.whose[seat]]
            stops += [(seat, None), *((seat, of) for of in shared)]
        begun = cls.at(now.session)
        if begun is None:
            return now.keep(cls.begun(now.session.mode, request, able[0]))
        at = stops.index((begun.seat, begun.of if begun.of in seats else None)) + 1
        if at == len(stops):
            return now.keep(begun.under)
        seat, of = stops[at]
        fresh = begun if begun.seat == seat else cls.begun(begun.under, request, seat)
        return now.keep(replace(fresh, of=of))

    # --- what it hears ---

    def press(self, now: InGame, button: Button) -> StepResult | None:
        """Return what a button does to the attempt."""
        if button in PLAYER_BUTTONS:
            own = self.seat in now.playing.seats_of(button)
            if own:
                return self.call(now, self.request, button)
            return self._name(now, button)
        if button is Button.TICK:
            return self._give(now)
        if button is Button.CROSS:
            return self._back(now)
        if self.of is None:
            return now.refuse(Refused("whose-word"), Pressed(button))
        if not now.session.own_screen:
            return now.refuse(Refused("button-idle"), Pressed(button))
        return self.zone(now, button)

    def tile(self, now: Now, event: Tapped, letter: str) -> StepResult:
        """Add the letter of a tile, once it is said whose word is tried."""
        if self.of is None:
            return now.refuse(Refused("whose-word"), event)
        return super().tile(now, event, letter)

    def _name(self, now: InGame, button: Button) -> StepResult:
        """Say whose word it is by the owner's button; again, the next who shares it."""
        shared = now.playing.seats_of(button)
        able = [seat for seat in shared if seat in self.request.whose[self.seat]]
        if not able:
            return now.refuse(Refused("nothing-to-find"), Pressed(button))
        of = following(able, self.of)
        return now.keep(replace(self, of=of, refused=None))

    def _back(self, now: InGame) -> StepResult:
        """Take a letter back, then whose word it is; before that, make no attempt."""
        shorter = self.without_last()
        if shorter is not None:
            return now.keep(shorter)
        if self.of is not None:
            return now.keep(replace(self, of=None, refused=None))
        line: dict[str, Json] = {"do": self.request.skip, "by": self.seat}
        return self.given(now, line, Pressed(Button.CROSS))

    # --- what is given ---

    def _give(self, now: InGame) -> StepResult:
        """Give the attempt; until all are opened nobody sees more than that."""
        event = Pressed(Button.TICK)
        if self.of is None:
            return now.refuse(Refused("whose-word"), event)
        line = spelling.line(now.playing, self.request, self.seat, self.word)
        return self.given(now, {**line, "of": self.of}, event)

    def told(self, now: Now, refused: Refused, event: object) -> StepResult:
        """Tell everybody of a pause; else whoever tries alone."""
        if refused.code == "paused":
            return now.refuse(refused, event)
        return super().told(now, refused, event)

    # --- whether it still stands ---

    def stands(self, playing: Playing, request: AttemptRequest) -> bool:
        """Tell whether an attempt can still be made, and at that word."""
        del playing
        able = request.whose.get(self.seat, ())
        return self.seat in request.whose and (self.of is None or self.of in able)

    # --- what it looks like ---

    def announces(self, session: Session) -> bool:
        """Tell that everybody reads who makes it."""
        del session
        return True

    def hides(self, session: Session, other: Mode) -> bool:
        """Tell whether letters came or went, and no more."""
        if not isinstance(other, Attempt) or other.seat != self.seat:
            return False
        return session.own_screen and None not in (self.of, other.of)

    def render(self, now: InGame, face: Face, names: tuple[str, ...]) -> Face:
        """Return the face of a board at which somebody makes an attempt unseen."""
        face, name = self.under.render(now, face, names), names[self.seat]
        if self.of is None:
            line, status = say("attempt-whose", name=name), say("attempt-whose-how")
            table = TableFace(line, status=status, note=say("attempt-not-now"))
            return replace(face, table=table, maker=None)
        line = say("attempt-unseen", name=name)
        if now.session.own_screen:
            table = TableFace(line, status=say("attempt-own"), note=say("attempt-how"))
            note = say("own-attempt", name=names[self.of])
            note = note if self.refused is None else self.refused.reason
            return replace(face, table=table, maker=self.own_face(note))
        table = TableFace(line, note=self.by_tiles(now.session, name))
        return replace(face, table=table, maker=None)

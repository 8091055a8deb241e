"""
Cards that the board has dealt, at the board alone: seen and played behind the lid.

A player's own button begins; the tick then shows the hand, so that nobody sees it by a
slip. A zone's button chooses the card of that number, the next one plays it on the pile
of its zone. The own button turns on: to the own code, to the pile that comes next, and
where the code can be broken to breaking it, by the tick. The cross takes the choice
back, and without one closes the cards.

What is looked at or chosen goes nowhere else: zones and table screen stay as they were,
no sound is made, and whoever looks on is told only who is at the lid.
"""

from dataclasses import field

from firmware_host.board.events import ZONE_BUTTONS, Button
from firmware_host.board.faces import CardsFace, Face, TableFace
from firmware_host.board.json import Json
from firmware_host.board.messages import Message, Refused, say
from firmware_host.board.pieces import Zone
from firmware_host.board.record import replace
from firmware_host.games.forms import following
from firmware_host.games.requests import PlayRequest
from firmware_host.session.acting import InGame
from firmware_host.session.mode import Mode
from firmware_host.session.modes.lid import Lid
from firmware_host.session.result import StepResult
from firmware_host.session.state import Playing, Session

#: So many cards are shown at a time.
SHOWN = len(ZONE_BUTTONS)


class Holding(Lid[PlayRequest]):
    """
    Cards that somebody looks at behind the lid; `page` is one of `pages`.

    Args:
        chosen: Which card of the hand is to be played, from 0; None for none.
        first: The first card of the pile that is shown, from 0.
    """

    chosen: int | None = field(default=None, repr=False)
    first: int = 0

    @classmethod
    def call(
        cls, now: InGame, request: PlayRequest, button: Button
    ) -> StepResult | None:
        """Let the player of a button look; who does already turns to the next page."""
        here = now.playing.seats_of(button)
        seats, held = [s for s in here if s in request.hands], cls.at(now.session)
        if not seats:
            return None
        if held is not None and held.seat in seats and held.page != "cover":
            return now.keep(held.turned())
        seen = now.session.own_screen
        refused = None if seen else Refused("cards-no-screen")
        return cls.begin(now, request, button, able=seats, refused=refused)

    def turned(self) -> "Holding":
        """Return the next of the pages that there are now."""
        page = following(self.pages(), self.page)
        return replace(self, page=page, chosen=None, first=0, refused=None)

    def pages(self) -> list[str]:
        """Return the pages that there are now, after the cover."""
        pages, request = ["hand", "code"], self.request
        if self.seat == request.turn:
            pages += ["pile"] * bool(request.pile) + ["break"] * bool(request.ends)
        return pages

    # --- what it hears ---

    def back(self) -> Mode:
        """Take the choice back; without one close the cards."""
        if self.chosen is None:
            return self.under
        return replace(self, chosen=None, refused=None)

    def tick(self, now: InGame) -> StepResult:
        """Break the code where that is asked; elsewhere the tick means nothing."""
        if self.page == "break":
            return self._act(now, {"do": self.request.ends})
        return StepResult(now.session)

    def zone(self, now: InGame, at: int) -> StepResult:
        """Choose a card, play the one that is chosen, or turn a long pile over."""
        request, hand = self.request, self.request.hands[self.seat]
        if self.page == "pile":
            first = self.first + SHOWN
            first = first if first < len(request.pile) else 0
            over = replace(self, first=first, refused=None)
            return now.keep(self.idle() if first == self.first else over)
        may_play = self.page == "hand" and self.seat == request.turn
        if not may_play or (self.chosen is None and at >= len(hand)):
            return now.keep(self.idle())
        if self.chosen is None:
            return now.keep(replace(self, chosen=at, refused=None))
        column = request.piles.get(Zone(at + 1))
        if column is None:
            return now.keep(replace(self, refused=Refused("no-pile")))
        card, _ = hand[self.chosen]
        line: dict[str, Json] = {"do": request.play, "column": column, "card": card}
        return self._act(now, line)

    def _act(self, now: InGame, line: dict[str, Json]) -> StepResult:
        """Play or break; what cannot be is told to the player alone."""
        done = now.line(line)
        if isinstance(done, Refused):
            return now.keep(replace(self, chosen=None, refused=done))
        mode = self.after(now.accept(done).session)  # a choice ends with the turn
        if isinstance(mode, Holding):
            mode = replace(mode, chosen=None, refused=None)
        return now.end(done, mode)

    # --- whether it still stands ---

    def after(self, session: Session) -> Mode:
        """Return the cards on a page that there is; a changed hand has none chosen."""
        now = super().after(session)
        if not isinstance(now, Holding):
            return now
        if now.request.hands[self.seat] != self.request.hands[self.seat]:
            now = replace(now, chosen=None)
        if now.page not in ("cover", *now.pages()):
            return replace(now, page="hand", refused=None)
        return now

    def stands(self, playing: Playing, request: PlayRequest) -> bool:
        """Tell whether there is a hand still; a card was chosen for this turn only."""
        ended = self.chosen is not None and request.turn != self.seat
        return super().stands(playing, request) and not ended

    # --- what it looks like ---

    def table(self, table: TableFace, name: str) -> TableFace:
        """Return the table screen that says who is at the lid."""
        return replace(table, status=say("hold-lid", name=name))

    def cards(self, note: Message) -> CardsFace:
        """Return the cards of the page."""
        cards = {
            "hand": tuple(one for _, one in self.request.hands[self.seat]),
            "code": self.request.codes[self.seat],
            "pile": self.request.pile[self.first : self.first + SHOWN],
        }
        return CardsFace(cards.get(self.page, ()), chosen=self.chosen, note=note)

    def note(self) -> Message:
        """Return what the player can do."""
        if self.page != "hand":
            return say(f"hold-{self.page}")
        if self.seat != self.request.turn:
            return say("hold-wait")
        if self.chosen is None:
            return say("hold-choose")
        zones = ", ".join(str(zone) for zone in self.request.piles)
        return say("hold-zone", zones=zones)


def hint(session: Session, face: Face) -> Face:
    """Return the face of a board at which somebody can look at cards."""
    if not session.own_screen:
        return face
    return replace(face, table=replace(face.table, status=say("hold-hint")))

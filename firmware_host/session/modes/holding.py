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

from dataclasses import dataclass, field

from firmware_host.board.events import (
    PLAYER_BUTTONS,
    ZONE_BUTTONS,
    Button,
    Pressed,
)
from firmware_host.board.faces import CardsFace, Face, TableFace
from firmware_host.board.json import Json
from firmware_host.board.messages import Message, Refused, say
from firmware_host.board.pieces import Seat, Zone
from firmware_host.games.requests import PlayRequest
from firmware_host.games.values import replace
from firmware_host.session import play, spelling
from firmware_host.session.acting import Moment
from firmware_host.session.mode import Mode
from firmware_host.session.result import StepResult
from firmware_host.session.state import Session

#: So many cards are shown at a time.
SHOWN = len(ZONE_BUTTONS)


@dataclass(frozen=True)
class Holding(Mode):
    """
    Cards that somebody looks at behind the lid; nothing of it is written down.

    Args:
        under: Play, which goes on once the cards are closed.
        seat: Whose they are.
        request: The cards that can be looked at.
        page: ``cover`` before they are shown; then ``hand``, ``code``, ``pile`` or
            ``break``.
        chosen: Which card of the hand is to be played, from 0; None for none.
        first: The first card of the pile that is shown, from 0.
        refused: Why the card was not taken.
    """

    under: Mode
    seat: Seat
    request: PlayRequest = field(repr=False)
    page: str = "cover"
    chosen: int | None = field(default=None, repr=False)
    first: int = 0
    refused: Refused | None = field(default=None, repr=False)

    @classmethod
    def call(
        cls,
        moment: Moment,
        request: PlayRequest,
        button: Button,
        now: "Holding | None" = None,
    ) -> StepResult | None:
        """Let the player of a button look; who does already turns to the next page."""
        session, players = moment.session, moment.playing.players
        seats = [s for s in play.seats_of(players, button) if s in request.hands]
        if not seats:
            return None
        if now is not None and now.seat in seats and now.page != "cover":
            return moment.keep(now.turned())
        refused = None if session.own_screen else Refused("cards-no-screen")
        refused = Refused("paused") if session.paused else refused
        if refused is not None:
            return moment.refuse(refused, Pressed(button))
        seat = spelling.following(seats, now and now.seat)
        under = session.mode if now is None else now.under
        return moment.keep(cls(under, seat, request))

    # --- what it hears ---

    def press(self, moment: Moment, button: Button) -> StepResult | None:
        """Return what a button does to the cards."""
        if button in PLAYER_BUTTONS:
            return self.call(moment, self.request, button, self)
        if button not in (Button.TICK, Button.CROSS, *ZONE_BUTTONS):
            return None
        if {Button.TICK, Button.CROSS} <= dict(moment.session.held).keys():
            return StepResult(moment.session)  # the menu's chord plays nothing
        if self.page == "cover":
            return moment.keep(self._uncovered(button))
        if button is Button.CROSS:
            rests = replace(self, chosen=None, refused=None)
            return moment.keep(self.under if self.chosen is None else rests)
        if button is Button.TICK and self.page == "break":
            return self._act(moment, {"do": self.request.ends})
        if button is Button.TICK:
            return StepResult(moment.session)
        return self._zone(moment, ZONE_BUTTONS.index(button))

    def _uncovered(self, button: Button) -> Mode:
        if button is Button.CROSS:
            return self.under
        if button is Button.TICK:
            return replace(self, page="hand", refused=None)
        return self._idle()

    def _idle(self) -> "Holding":
        """Tell the player alone that a button means nothing: all would see more."""
        return replace(self, refused=Refused("button-idle"))

    def turned(self) -> "Holding":
        """Return the next of the pages that there are now."""
        page = spelling.following(self._pages(), self.page)
        return replace(self, page=page, chosen=None, first=0, refused=None)

    def _pages(self) -> list[str]:
        pages, request = ["hand", "code"], self.request
        if self.seat == request.turn:
            pages += ["pile"] * bool(request.pile) + ["break"] * bool(request.ends)
        return pages

    def _zone(self, moment: Moment, at: int) -> StepResult:
        """Choose a card, play the one that is chosen, or turn a long pile over."""
        request, hand = self.request, self.request.hands[self.seat]
        if self.page == "pile":
            first = self.first + SHOWN
            first = first if first < len(request.pile) else 0
            over = replace(self, first=first, refused=None)
            return moment.keep(self._idle() if first == self.first else over)
        may_play = self.page == "hand" and self.seat == request.turn
        if not may_play or (self.chosen is None and at >= len(hand)):
            return moment.keep(self._idle())
        if self.chosen is None:
            return moment.keep(replace(self, chosen=at, refused=None))
        column = request.piles.get(Zone(at + 1))
        if column is None:
            return moment.keep(replace(self, refused=Refused("no-pile")))
        line: dict[str, Json] = {
            "do": request.play,
            "column": column,
            "card": hand[self.chosen][0],
        }
        return self._act(moment, line)

    def _act(self, moment: Moment, line: dict[str, Json]) -> StepResult:
        """Play or break; what cannot be is told to the player alone."""
        done = moment.line(line)
        if isinstance(done, Refused):
            return moment.keep(replace(self, chosen=None, refused=done))
        accepted = moment.accept(done)
        mode = self.after(accepted.session)  # a card that was chosen ends the turn
        if isinstance(mode, Holding):
            mode = replace(mode, chosen=None, refused=None)
        return moment.accept(done, mode)

    # --- whether it still stands ---

    def after(self, session: Session) -> Mode:
        """Return the cards, or play: under a menu or a pause they are closed."""
        request = session.request(PlayRequest)
        busy = session.paused or not session.own_screen
        if request is None or busy or session.mode is not self:
            return self.under
        ended = self.chosen is not None and request.turn != self.seat
        if (
            request.round != self.request.round
            or self.seat not in request.hands
            or ended
        ):
            return self.under
        now = replace(self, request=request)
        if self.page in ("cover", *now._pages()):  # noqa: SLF001 - it is our own kind
            return now
        return replace(now, page="hand", refused=None)

    # --- what it looks like ---

    def hides(self, session: Session, other: Mode) -> bool:
        """Tell whether the same player is at the lid: the rest is for one alone."""
        del session
        return isinstance(other, Holding) and other.seat == self.seat

    def render(self, moment: Moment, face: Face, names: tuple[str, ...]) -> Face:
        """Return the face of a board at which somebody looks at cards."""
        del moment
        name = names[self.seat]
        table = replace(face.table, status=say("hold-lid", name=name))
        if self.page == "cover":
            note = self.refused.reason if self.refused else say("lay-covered")
            cover = TableFace(say("lay-cover", name=name), note=note)
            return replace(face, table=table, maker=cover)
        cards = {
            "hand": tuple(one for _, one in self.request.hands[self.seat]),
            "code": self.request.codes[self.seat],
            "pile": self.request.pile[self.first : self.first + SHOWN],
        }
        shown = cards.get(self.page, ())
        own = CardsFace(shown, chosen=self.chosen, note=self._note())
        return replace(face, table=table, maker=own)

    def _note(self) -> Message:
        """Return what the player can do, or why a card was not taken."""
        if self.refused is not None:
            return self.refused.reason
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

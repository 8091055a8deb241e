"""Cards behind the lid: a cover first, so that nobody sees a hand by a slip."""

from abc import abstractmethod
from collections.abc import Hashable
from typing import TypeVar

from firmware_host.board.events import PLAYER_BUTTONS, ZONE_BUTTONS, Button
from firmware_host.board.faces import CardsFace, Face, HandFace, TableFace
from firmware_host.board.messages import Message, Refused, say
from firmware_host.board.record import replace
from firmware_host.games.requests import LayRequest, PlayRequest
from firmware_host.session.acting import InGame
from firmware_host.session.mode import Mode
from firmware_host.session.modes.draft import Draft
from firmware_host.session.result import StepResult
from firmware_host.session.state import Playing, Session

R = TypeVar("R", bound=LayRequest | PlayRequest)


class Lid(Draft[R]):
    """
    Cards that one player looks at alone; whoever looks on is told only who it is.

    Args:
        page: ``cover`` before the hand is shown; then ``hand``, or another one.
    """

    page: str = "cover"

    @property
    def on_table(self) -> bool:
        """Whether the cards are held by people, and no screen is needed to see them."""
        return False

    # --- what it hears ---

    @classmethod
    @abstractmethod
    def call(cls, now: InGame, request: R, button: Button) -> StepResult | None:
        """Let the player of a button look; who does already turns to the next page."""

    def press(self, now: InGame, button: Button) -> StepResult | None:
        """Return what a button does to the cards."""
        if button in PLAYER_BUTTONS:
            return self.call(now, self.request, button)
        if button not in (Button.TICK, Button.CROSS, *ZONE_BUTTONS):
            return None
        if {Button.TICK, Button.CROSS} <= dict(now.session.held).keys():
            return StepResult(now.session)  # the menu's chord gives nothing
        if self.page == "cover":
            return now.keep(self._uncovered(button))
        if button is Button.CROSS:
            return now.keep(self.back())
        if button is Button.TICK:
            return self.tick(now)
        return self.zone(now, ZONE_BUTTONS.index(button))

    def _uncovered(self, button: Button) -> Mode:
        if button is Button.CROSS:
            return self.under
        if button is Button.TICK:
            return replace(self, page="hand", refused=None)
        return self.idle()

    def idle(self) -> Mode:
        """Tell the player alone that a button means nothing: all would see more."""
        return replace(self, refused=Refused("button-idle"))

    @abstractmethod
    def back(self) -> Mode:
        """Return what the cross leaves."""

    @abstractmethod
    def tick(self, now: InGame) -> StepResult:
        """Return what the tick does."""

    @abstractmethod
    def zone(self, now: InGame, at: int) -> StepResult:
        """Return what a zone's button does, from 0."""

    # --- whether it still stands ---

    def after(self, session: Session) -> Mode:
        """Return the cards, or play: under a menu or in a pause they are closed."""
        seen = session.own_screen or self.on_table
        if session.paused or session.mode is not self or not seen:
            return self.under
        return super().after(session)

    def stands(self, playing: Playing, request: R) -> bool:
        """Tell whether the player has a hand still."""
        del playing
        return self.seat in request.hands

    # --- what it looks like ---

    @property
    def public(self) -> Hashable:
        """What everybody may see, beside who is at the lid."""
        return None

    def hides(self, session: Session, other: Mode) -> bool:
        """Tell whether all that others may see is the same."""
        del session
        if not isinstance(other, type(self)) or other.seat != self.seat:
            return False
        return self.public == other.public

    def render(self, now: InGame, face: Face, names: tuple[str, ...]) -> Face:
        """Return the face of a board at which somebody looks at cards."""
        name = names[self.seat]
        face = replace(face, table=self.table(face.table, name))
        if self.page == "cover":
            note = self.refused.reason if self.refused else say("lay-covered")
            cover = TableFace(say("lay-cover", name=name), note=note)
            return replace(face, maker=cover)
        own = now.session.own_screen
        note = self.refused.reason if self.refused else self.note()
        return replace(face, maker=self.cards(note) if own else None)

    @abstractmethod
    def table(self, table: TableFace, name: str) -> TableFace:
        """Return the table screen that says who is at the lid."""

    @abstractmethod
    def cards(self, note: Message) -> HandFace | CardsFace:
        """Return the cards as the player alone sees them."""

    @abstractmethod
    def note(self) -> Message:
        """Return what the player can do."""

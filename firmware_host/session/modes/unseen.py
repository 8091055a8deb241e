"""A word that somebody spells unseen, on a screen of one's own or by tiles."""

from typing import TypeVar

from firmware_host.board.faces import WordFace
from firmware_host.board.messages import Message, Refused, say
from firmware_host.board.record import replace
from firmware_host.games.requests import WordRequest
from firmware_host.session.acting import Now
from firmware_host.session.modes.spelling import Spelling
from firmware_host.session.result import StepResult
from firmware_host.session.state import Session

W = TypeVar("W", bound=WordRequest)


class Unseen(Spelling[W]):
    """A word of which nobody else may see more than the number of its letters."""

    def told(self, now: Now, refused: Refused, event: object) -> StepResult:
        """Tell who spells, and nobody else where there is a screen of one's own."""
        told = super().told(now, refused, event)
        if now.session.own_screen:
            return told
        return replace(now, session=told.session).refuse(refused, event)

    def own_face(self, note: Message) -> WordFace:
        """Return the word on the screen that one person alone sees."""
        return WordFace(self.request.first_zone, self.letters, note=note)

    def by_tiles(self, session: Session, name: str) -> Message:
        """Say how the word is given without a screen: by tiles, or a phone."""
        if any(self.letters):
            count = sum(map(bool, self.letters))
            return say("secret-count", name=name, n=count, needs=len(self.letters))
        if session.input == "buttons":
            return say("secret-phone")
        return say("secret-tiles", name=name)

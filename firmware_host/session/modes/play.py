"""Play: no mode over the game; a button or a tile can begin one."""

from firmware_host.board.events import Button, Tapped
from firmware_host.board.faces import Face
from firmware_host.board.messages import Refused
from firmware_host.board.pieces import Tile
from firmware_host.board.record import Record
from firmware_host.games.requests import (
    AttemptRequest,
    GuessRequest,
    LayRequest,
    MarkRequest,
    PageRequest,
    PlayRequest,
    Request,
    SecretRequest,
    WordRequest,
)
from firmware_host.session.acting import InGame
from firmware_host.session.mode import Mode
from firmware_host.session.modes import holding, laying, pages
from firmware_host.session.modes.attempt import Attempt
from firmware_host.session.modes.guess import Guess
from firmware_host.session.modes.holding import Holding
from firmware_host.session.modes.laying import Laying
from firmware_host.session.modes.marking import Marking
from firmware_host.session.modes.secret import Secret
from firmware_host.session.result import StepResult


class Play(Record, Mode):
    """The game is played: what it wants says which mode can begin."""

    under = None

    def press(self, now: InGame, button: Button) -> StepResult | None:
        """Let a button begin a word or a look at cards, or turn the zones."""
        begun = (_pressed(now, request, button) for request in now.requests)
        return next((one for one in begun if one is not None), None)

    def rack(self, now: InGame, event: Tapped) -> StepResult | None:
        """Return the step of a tile or a card on the rack."""
        begun = (_racked(self, now, request, event) for request in now.requests)
        return next((one for one in begun if one is not None), None)

    def render(self, now: InGame, face: Face, names: tuple[str, ...]) -> Face:
        """Return the game's face, with what can begin and how."""
        for request in now.requests:
            match request:
                case LayRequest():
                    face = laying.hint(now.session, request, face)
                case PlayRequest():
                    face = holding.hint(now.session, face)
                case SecretRequest(replaces=False, maker=maker):
                    face = Secret.begun(self, request, maker).render(now, face, names)
                case PageRequest():
                    face = pages.render(now, face, request, names)
                case _:
                    pass
        return face


def _pressed(now: InGame, request: Request, button: Button) -> StepResult | None:
    """Return the step of a button that begins one request; else None."""
    match request:
        case LayRequest():
            return Laying.call(now, request, button)
        case PlayRequest():
            return Holding.call(now, request, button)
        case AttemptRequest():
            return Attempt.call(now, request, button)
        case MarkRequest():
            return Marking.call(now, request, button)
        case GuessRequest():
            return Guess.call(now, request, button)
        case SecretRequest():
            return Secret.first(now, request, button)
        case PageRequest():
            return pages.press(now, request, button)
        case _:
            return None


def _racked(
    play: Play, now: InGame, request: Request, event: Tapped
) -> StepResult | None:
    """Return the step of a tile or a card that begins one request; else None."""
    if isinstance(request, LayRequest):
        return laying.not_laid(now, request, event, seated=False)
    if not isinstance(request, WordRequest) or not isinstance(event.piece, Tile):
        return None
    if isinstance(request, MarkRequest):
        return None
    if now.session.paused:
        return now.refuse(Refused("paused"), event)
    match request:
        case AttemptRequest():
            return now.refuse(Refused("whose-word"), event)
        case GuessRequest(turn=turn):
            return Guess.begun(play, request, turn).rack(now, event)
        case SecretRequest(maker=maker):
            return Secret.begun(play, request, maker).rack(now, event)
        case _:
            return None

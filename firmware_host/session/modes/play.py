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
from firmware_host.session.acting import Moment
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

    def press(self, moment: Moment, button: Button) -> StepResult | None:
        """Let a button begin a word or a look at cards, or turn the zones."""
        begun = (_pressed(moment, request, button) for request in moment.requests)
        return next((one for one in begun if one is not None), None)

    def rack(self, moment: Moment, event: Tapped) -> StepResult | None:
        """Return the step of a tile or a card on the rack."""
        begun = (_racked(self, moment, request, event) for request in moment.requests)
        return next((one for one in begun if one is not None), None)

    def render(self, moment: Moment, face: Face, names: tuple[str, ...]) -> Face:
        """Return the game's face, with what can begin and how."""
        for request in moment.requests:
            match request:
                case LayRequest():
                    face = laying.hint(moment.session, request, face)
                case PlayRequest():
                    face = holding.hint(moment.session, face)
                case SecretRequest(replaces=False, maker=maker):
                    face = Secret.begun(self, request, maker).render(
                        moment, face, names
                    )
                case PageRequest():
                    face = pages.render(moment, face, request, names)
                case _:
                    pass
        return face


def _pressed(moment: Moment, request: Request, button: Button) -> StepResult | None:
    """Return the step of a button that begins one request; else None."""
    match request:
        case LayRequest():
            return Laying.call(moment, request, button)
        case PlayRequest():
            return Holding.call(moment, request, button)
        case AttemptRequest():
            return Attempt.call(moment, request, button)
        case MarkRequest():
            return Marking.call(moment, request, button)
        case GuessRequest():
            return Guess.call(moment, request, button)
        case SecretRequest():
            return Secret.first(moment, request, button)
        case PageRequest():
            return pages.press(moment, request, button)
        case _:
            return None


def _racked(
    play: Play, moment: Moment, request: Request, event: Tapped
) -> StepResult | None:
    """Return the step of a tile or a card that begins one request; else None."""
    if isinstance(request, LayRequest):
        return laying.not_laid(moment, request, event, seated=False)
    if not isinstance(request, WordRequest) or not isinstance(event.piece, Tile):
        return None
    if isinstance(request, MarkRequest):
        return None
    if moment.session.paused:
        return moment.refuse(Refused("paused"), event)
    match request:
        case AttemptRequest():
            return moment.refuse(Refused("whose-word"), event)
        case GuessRequest(turn=turn):
            return Guess.begun(play, request, turn).rack(moment, event)
        case SecretRequest(maker=maker):
            return Secret.begun(play, request, maker).rack(moment, event)
        case _:
            return None

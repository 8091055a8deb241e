"""Play: nothing lies over the game, and a button or a tile can begin something."""

from dataclasses import dataclass

from firmware_host.board.events import PLAYER_BUTTONS, Button, Tapped
from firmware_host.board.faces import Face
from firmware_host.board.messages import Refused
from firmware_host.board.pieces import Tile
from firmware_host.games.requests import LayRequest, PlayRequest, WordRequest
from firmware_host.session import pages
from firmware_host.session.acting import Moment
from firmware_host.session.mode import Mode
from firmware_host.session.modes import holding, laying
from firmware_host.session.modes.attempt import Attempt
from firmware_host.session.modes.guess import Guess
from firmware_host.session.modes.holding import Holding
from firmware_host.session.modes.laying import Laying
from firmware_host.session.modes.marking import Marking
from firmware_host.session.modes.secret import Secret
from firmware_host.session.result import StepResult


@dataclass(frozen=True)
class Play(Mode):
    """The game is played: what it wants says which mode can begin."""

    under = None

    def press(self, moment: Moment, button: Button) -> StepResult | None:
        """Let a player's button begin a word or a look at cards."""
        request, calls = moment.request, button in PLAYER_BUTTONS
        match request:
            case LayRequest() if calls:
                return Laying.call(moment, request, button)
            case PlayRequest() if calls:
                return Holding.call(moment, request, button)
            case WordRequest(hidden=True) if calls:
                return Attempt.call(moment, request, button)
            case WordRequest(marks=marks) if calls and marks:
                return Marking.call(moment, request, button)
            case WordRequest(turn=turn) if calls and turn is not None:
                return Guess.call(moment, request, button)
            case WordRequest(hidden=False, marks=""):
                begun = Secret.begin(moment, request, button)
                return begun or pages.press(moment, request, button)
            case WordRequest():
                return pages.press(moment, request, button)
            case _:
                return None

    def rack(self, moment: Moment, event: Tapped) -> StepResult | None:
        """Let a tile begin a word."""
        request = moment.request
        if isinstance(request, LayRequest):
            return laying.not_laid(moment, request, event, seated=False)
        if not isinstance(request, WordRequest) or request.marks:
            return None
        if not isinstance(event.piece, Tile):
            return None
        if moment.session.paused:
            return moment.refuse(Refused("paused"), event)
        if request.hidden:
            return moment.refuse(Refused("whose-word"), event)
        if request.turn is not None:
            return Guess.begun(self, request, request.turn).rack(moment, event)
        if request.maker is None:
            return None
        return Secret.begun(self, request, request.maker).rack(moment, event)

    def render(self, moment: Moment, face: Face, names: tuple[str, ...]) -> Face:
        """Return the game's face, with what can begin and how."""
        request = moment.request
        match request:
            case LayRequest():
                return laying.hint(moment.session, request, face)
            case PlayRequest():
                return holding.hint(moment.session, face)
            case WordRequest(turn=None, maker=maker) if maker is not None:
                return Secret.begun(self, request, maker).render(moment, face, names)
            case WordRequest():
                return pages.render(moment, face, request, names)
            case _:
                return face

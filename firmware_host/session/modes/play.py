"""Play: no mode over the game; a button or a tile can begin one."""

from firmware_host.board.events import PLAYER_BUTTONS, Button, Tapped
from firmware_host.board.faces import Face
from firmware_host.board.record import Record
from firmware_host.games.requests import LayRequest, PlayRequest, Request
from firmware_host.session.acting import InGame
from firmware_host.session.mode import Mode
from firmware_host.session.modes import filling, holding, laying
from firmware_host.session.modes.holding import Holding
from firmware_host.session.modes.laying import Laying
from firmware_host.session.result import StepResult


class Play(Record, Mode):
    """The game is played: what it offers says which form can begin."""

    under = None

    def press(self, now: InGame, button: Button) -> StepResult | None:
        """Let a button begin a form, or a look at cards."""
        begins = filling.call if button in PLAYER_BUTTONS else filling.begin_by_button
        begun = (_pressed(now, request, button) for request in now.requests)
        return begins(now, button) or next((one for one in begun if one), None)

    def rack(self, now: InGame, event: Tapped) -> StepResult | None:
        """Return the step of a tile or a card on the rack."""
        begun = (
            laying.not_laid(now, request, event, seated=False)
            for request in now.requests
            if isinstance(request, LayRequest)
        )
        return filling.begin_by_item(now, event) or next(
            (one for one in begun if one), None
        )

    def render(self, now: InGame, face: Face, names: tuple[str, ...]) -> Face:
        """Return the game's face, with what can begin and how."""
        for request in now.requests:
            if isinstance(request, LayRequest):
                face = laying.hint(now.session, request, face)
            if isinstance(request, PlayRequest):
                face = holding.hint(now.session, face)
        return filling.offered(now, face, names)


def _pressed(now: InGame, request: Request, button: Button) -> StepResult | None:
    """Return the step of a button that begins one request; else None."""
    match request:
        case LayRequest():
            return Laying.call(now, request, button)
        case PlayRequest():
            return Holding.call(now, request, button)
        case _:
            return None

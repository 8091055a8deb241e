"""Play: no mode over the game; a button or a tile can begin a form."""

from firmware_host.board.events import PLAYER_BUTTONS, Button, Tapped
from firmware_host.board.faces import Face
from firmware_host.board.record import Record
from firmware_host.session.modes import filling
from firmware_host.session.state import InGame, Mode, StepResult


class Play(Record, Mode):
    """The game is played: what it offers says which form can begin."""

    under = None

    def press(self, now: InGame, button: Button) -> StepResult | None:
        """Let a button begin a form."""
        if button in PLAYER_BUTTONS:
            return filling.call(now, button)
        return filling.begin_by_button(now, button)

    def rack(self, now: InGame, event: Tapped) -> StepResult | None:
        """Let a tile or a card on the rack begin a form."""
        return filling.begin_by_item(now, event)

    def render(self, now: InGame, face: Face, names: tuple[str, ...]) -> Face:
        """Return the game's face, with what can begin and how."""
        return filling.offered(now, face, names)

"""Play: nothing lies over the game, and a button or a tile can begin something."""

from dataclasses import dataclass

from firmware_host.board.faces import Face
from firmware_host.board.happenings import PLAYER_BUTTONS, Button, Tapped
from firmware_host.board.messages import Refused
from firmware_host.board.pieces import Tile
from firmware_host.games.wanted import Hands, Held, Wanted
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
from firmware_host.session.result import Step


@dataclass(frozen=True)
class Play(Mode):
    """The game is played: what it wants says which mode can begin."""

    under = None

    def press(self, moment: Moment, button: Button) -> Step | None:
        """Let a player's button begin a word or a look at cards."""
        want, calls = moment.want, button in PLAYER_BUTTONS
        match want:
            case Hands() if calls:
                return Laying.call(moment, want, button)
            case Held() if calls:
                return Holding.call(moment, want, button)
            case Wanted(hidden=True) if calls:
                return Attempt.call(moment, want, button)
            case Wanted(marks=marks) if calls and marks:
                return Marking.call(moment, want, button)
            case Wanted(turn=turn) if calls and turn is not None:
                return Guess.call(moment, want, button)
            case Wanted(hidden=False, marks=""):
                begun = Secret.begin(moment, want, button)
                return begun or pages.press(moment, want, button)
            case Wanted():
                return pages.press(moment, want, button)
            case _:
                return None

    def rack(self, moment: Moment, event: Tapped) -> Step | None:
        """Let a tile begin a word."""
        want = moment.want
        if isinstance(want, Hands):
            return laying.not_laid(moment, want, event, seated=False)
        if not isinstance(want, Wanted) or want.marks:
            return None
        if not isinstance(event.piece, Tile):
            return None
        if moment.session.paused:
            return moment.refuse(Refused("paused"), event)
        if want.hidden:
            return moment.refuse(Refused("whose-word"), event)
        if want.turn is not None:
            return Guess.begun(self, want, want.turn).rack(moment, event)
        if want.maker is None:
            return None
        return Secret.begun(self, want, want.maker).rack(moment, event)

    def look(self, moment: Moment, face: Face, names: tuple[str, ...]) -> Face:
        """Return the game's face, with what can begin and how."""
        want = moment.want
        match want:
            case Hands():
                return laying.hint(moment.session, want, face)
            case Held():
                return holding.hint(moment.session, face)
            case Wanted(turn=None, maker=maker) if maker is not None:
                return Secret.begun(self, want, maker).look(moment, face, names)
            case Wanted():
                return pages.look(moment, face, want, names)
            case _:
                return face

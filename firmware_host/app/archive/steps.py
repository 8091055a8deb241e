"""The actions of a game, one by one, each with the state before and after it."""

from firmware_host.board.messages import Refused
from firmware_host.board.moments import Moment
from firmware_host.board.record import Record
from firmware_host.games.game import Engine


class GameStep(Record):
    """
    One action of a game and its effect.

    Args:
        number: The row in the journal, or the line in a transcript.
        action: An action of the game.
        outcome: The facts that the action brought, or why it was refused.
        before: The game's state before the action.
        after: The state after it; the same state if the action was refused.
        by: The name of the acting player, who may have no seat; empty for nobody.
        ms: The time since the game began, in ms; 0 in a transcript.
    """

    number: int
    action: object
    outcome: tuple[object, ...] | Refused
    before: object
    after: object
    by: str = ""
    ms: int = 0

    @property
    def facts(self) -> tuple[object, ...]:
        """The facts that the action brought; none if it was refused."""
        return () if isinstance(self.outcome, Refused) else self.outcome

    def moments(self, engine: Engine) -> tuple[Moment, ...]:
        """Return the moments of the action that everybody may know."""
        return engine.moments(self.before, self.facts, self.after)

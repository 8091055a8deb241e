"""WQRDLES as a game: its declarations, and its rules, views and forms put together."""

from firmware_host.board.messages import Refused
from firmware_host.games.bots import STRENGTHS
from firmware_host.games.codec import Codec
from firmware_host.games.contract import Secret
from firmware_host.games.game import Game, Join, Joined, Undo
from firmware_host.games.views import own_fields, public_fields
from firmware_host.games.wqrdles import evidence, forms, rules, view
from firmware_host.games.wqrdles.rules import Action, Fact, Opened, WqrdlesState


class Wqrdles(Game[WqrdlesState, Action, Fact]):
    """WQRDLES. Source: rules, part 4."""

    NAME, RULE = "wqrdles", "rule-wqrdles"
    OPTIONS, NEEDS = rules.OPTIONS, rules.NEEDS
    ACTIONS, FACTS = Codec("do", Action), Codec("is", Fact)
    VERBS, VALUES = view.VERBS, view.VALUES
    PUBLIC = public_fields(view.PublicView)
    OWN = own_fields(view.PlayerView)
    SECRETS = (
        Secret("secret", "word", makes=True),
        Secret("guess", "word", opened_by="opened"),
    )
    BEGINS = (rules.Hid,)
    BOTS = STRENGTHS

    start = staticmethod(rules.start)
    interpret = staticmethod(rules.interpret)
    wake = staticmethod(rules.wake)
    decide = staticmethod(rules.decide)
    apply = staticmethod(rules.apply)
    leave = staticmethod(rules.leave)
    face = staticmethod(view.face)
    moments_of = staticmethod(view.moments_of)
    line = staticmethod(view.line)
    forms = staticmethod(forms.forms)
    answer = staticmethod(view.answer)
    describe_fact = staticmethod(view.describe_fact)
    answer_counts = staticmethod(view.answer_counts)
    view = staticmethod(view.view)
    bot = staticmethod(evidence.bot)
    insight = staticmethod(evidence.insight)

    def act(self, state: WqrdlesState, action: Action) -> tuple[Fact, ...] | Refused:
        """Return the facts that *action* causes; refuse to undo a deal of cards."""
        if isinstance(action, Undo) and state.just_dealt and not state.over:
            return Refused("nothing-to-undo")
        return super().act(state, action)

    def join(self, state: WqrdlesState, action: Join) -> tuple[Joined] | Refused:
        """Return the facts of a joining player; a race of two has no free seat."""
        return Refused("no-seat") if state.race else super().join(state, action)

    def is_final(self, state: WqrdlesState, facts: tuple[Fact, ...]) -> bool:
        """
        Return True if no action up to these facts can be undone.

        The facts show a secret word, or the marks that a player had to find.
        """
        return any(map(rules.reveals, facts))

    def is_own(self, state: WqrdlesState, facts: tuple[Fact, ...]) -> bool:
        """Return True if the board opened the attempts itself because time ran out."""
        first = facts[0]
        return isinstance(first, Opened) and first.by_time


wqrdles = Wqrdles()

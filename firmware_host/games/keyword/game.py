"""KEYWORD as a game: its declarations and the functions of its modules."""

from firmware_host.board.messages import Message, say
from firmware_host.games.bots import STRENGTHS
from firmware_host.games.contract import Secret
from firmware_host.games.game import Game, Undone
from firmware_host.games.keyword import evidence, forms, rules, view
from firmware_host.games.keyword.rules import (
    Action,
    Deal,
    Dealt,
    Fact,
    KeywordState,
    Looked,
    Pass,
    RanLate,
)
from firmware_host.games.views import own_fields, public_fields


class Keyword(Game[KeywordState, Action, Fact]):
    """KEYWORD: words from own cards and six shared ones. Source: rules, part 5."""

    NAME, RULE = "keyword", "rule-keyword"
    OPTIONS, NEEDS = rules.OPTIONS, rules.NEEDS
    ACTIONS, FACTS = view.ACTIONS, view.FACTS
    VERBS, VALUES = view.VERBS, view.VALUES
    PUBLIC, OWN = public_fields(view.PublicView), own_fields(view.PlayerView)
    SECRETS = (
        Secret("deal", "hands", each=True),
        Secret("lay", "word"),
        Secret("pass", "discard"),
    )
    BEGINS = (Dealt,)
    BOTS = STRENGTHS
    CARDS = rules.TAGGED_CARDS

    start = staticmethod(rules.start)
    interpret = staticmethod(rules.interpret)
    wake = staticmethod(rules.wake)
    look = staticmethod(rules.look)
    at_screen = staticmethod(rules.at_screen)
    decide = staticmethod(rules.decide)
    apply = staticmethod(rules.apply)
    leave = staticmethod(rules.leave)
    end = staticmethod(rules.final)
    face = staticmethod(view.face)
    moments_of = staticmethod(view.moments_of)
    line = staticmethod(view.line)
    forms = staticmethod(forms.forms)
    describe_fact = staticmethod(view.describe_fact)
    to_transcript = staticmethod(view.to_transcript)
    view = staticmethod(view.view)
    bot = staticmethod(evidence.bot)
    hindsight = staticmethod(evidence.hindsight)

    def fold(self, state: KeywordState, facts: tuple[Fact, ...], /) -> KeywordState:
        """Return the state after one action; an undo does not undo looks at a hand."""
        after = super().fold(state, facts)
        return rules.undone(state, after) if isinstance(facts[0], Undone) else after

    def is_own(self, _state: KeywordState, facts: tuple[Fact, ...], /) -> bool:
        """Return True for a look or an expired timer, which an undo passes over."""
        return isinstance(facts[0], Looked | RanLate)

    def with_entropy(self, action: Action, entropy: bytes) -> Action:
        """Return `action` with the entropy it needs: none if it names its cards."""
        named = isinstance(action, Deal) and (action.hands or action.row)
        return action if named else super().with_entropy(action, entropy)

    def describe_action(self, action: Action, name: str) -> Message:
        """
        Return a sentence about an action.

        The sentence about a pass only has the number of cards.
        """
        if isinstance(action, Pass):
            return say("told-keyword-pass", name=name, n=len(action.discard))
        return super().describe_action(action, name)


keyword = Keyword()

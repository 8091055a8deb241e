"""KEYWORD: words from cards of one's own and six open ones."""

from firmware_host.board.messages import Message, say
from firmware_host.games.bots import STRENGTHS
from firmware_host.games.contract import Secret
from firmware_host.games.game import Game
from firmware_host.games.keyword import evidence, forms, rules, view
from firmware_host.games.keyword.rules import Action, Deal, Dealt, Fact, Pass, State
from firmware_host.games.views import own_fields, public_fields


class Keyword(Game[State, Action, Fact]):
    """KEYWORD: words from cards of one's own and six open ones."""

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

    def with_entropy(self, action: Action, entropy: bytes) -> Action:
        """Return *action* with the chance it needs: none where it names its cards."""
        named = isinstance(action, Deal) and (action.hands or action.row)
        return action if named else super().with_entropy(action, entropy)

    def describe_action(self, action: Action, name: str) -> Message:
        """Return in words what *name* did; of a hand that is passed, how many cards."""
        if isinstance(action, Pass):
            return say("told-keyword-pass", name=name, n=len(action.discard))
        return super().describe_action(action, name)


keyword = Keyword()

"""KEYWORD: words from cards of one's own and six open ones."""

from firmware_host.board.messages import Message, say
from firmware_host.games.bots import STRENGTHS
from firmware_host.games.contract import Secret, own_fields, public_fields
from firmware_host.games.game import Game
from firmware_host.games.keyword import (
    bot,
    evidence,
    moments,
    real,
    rules,
    score,
    state,
    transcript,
    view,
)
from firmware_host.games.keyword.actions import Action, Deal, Dealt, Fact, Pass
from firmware_host.games.keyword.state import State


class Keyword(Game[State, Action, Fact]):
    """KEYWORD: words from cards of one's own and six open ones."""

    NAME, RULE = "keyword", "rule-keyword"
    OPTIONS, NEEDS = rules.OPTIONS, rules.NEEDS
    ACTIONS, FACTS = transcript.ACTIONS, transcript.FACTS
    VERBS, VALUES = transcript.VERBS, transcript.VALUES
    PUBLIC, OWN = public_fields(view.PublicView), own_fields(view.PlayerView)
    SECRETS = (
        Secret("deal", "hands", each=True),
        Secret("lay", "word"),
        Secret("pass", "discard"),
    )
    BEGINS = (Dealt,)
    BOTS = STRENGTHS
    CARDS = real.CARDS

    start = staticmethod(rules.start)
    interpret = staticmethod(rules.interpret)
    wake = staticmethod(rules.wake)
    decide = staticmethod(rules.decide)
    apply = staticmethod(state.apply)
    leave = staticmethod(rules.leave)
    end = staticmethod(score.final)
    face = staticmethod(view.face)
    moments_of = staticmethod(moments.moments_of)
    line = staticmethod(view.line)
    requests = staticmethod(rules.requests)
    view = staticmethod(view.view)
    describe_fact = staticmethod(transcript.describe_fact)
    to_transcript = staticmethod(transcript.to_transcript)
    bot = staticmethod(bot.bot)
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

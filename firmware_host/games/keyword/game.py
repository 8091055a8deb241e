"""KEYWORD: words from cards of one's own and six open ones."""

from firmware_host.games.game import Game
from firmware_host.games.keyword import real, rules, score, state, transcript, view
from firmware_host.games.keyword.actions import Action, Fact
from firmware_host.games.keyword.state import State


class Keyword(Game[State, Action, Fact]):
    """KEYWORD: words from cards of one's own and six open ones."""

    NAME, RULE = rules.NAME, rules.RULE
    KNOBS, NEEDS = rules.KNOBS, rules.NEEDS
    ACTIONS, FACTS = transcript.ACTIONS, transcript.FACTS
    VERBS, VALUES = transcript.VERBS, transcript.VALUES
    PUBLIC, OWN = view.PUBLIC, view.OWN
    CARDS = real.CARDS

    start = staticmethod(rules.start)
    hear = staticmethod(rules.hear)
    wake = staticmethod(rules.wake)
    decide = staticmethod(rules.decide)
    apply = staticmethod(state.apply)
    leave = staticmethod(rules.leave)
    end = staticmethod(score.final)
    with_entropy = staticmethod(rules.with_entropy)
    face = staticmethod(view.face)
    wanted = staticmethod(rules.wanted)
    view = staticmethod(view.view)
    buzz = staticmethod(rules.buzz)
    answer = staticmethod(transcript.answer)
    begins = staticmethod(transcript.begins)
    result = staticmethod(transcript.result)
    told = staticmethod(transcript.told)
    tells = staticmethod(transcript.tells)
    written = staticmethod(transcript.written)


keyword = Keyword()

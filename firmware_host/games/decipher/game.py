"""
Decipher, the letter piece game.

Its declarations and the functions of its modules.
"""

from firmware_host.board.json import Json
from firmware_host.board.messages import Refused
from firmware_host.board.pieces import BOARD
from firmware_host.board.record import replace
from firmware_host.games.analysis import Insight
from firmware_host.games.bots import STRENGTHS, Move
from firmware_host.games.contract import Header, Secret
from firmware_host.games.decipher import forms, rules, tutorial, view
from firmware_host.games.decipher.rules import (
    Action,
    Answered,
    DecipherState,
    Fact,
    Handed,
    Hint,
    Hinted,
    RoundBegun,
    Voided,
)
from firmware_host.games.decipher.view import hint_answer
from firmware_host.games.game import Game, Join, Joined, RoundEnded
from firmware_host.games.views import View, own_fields, public_fields


class Decipher(Game[DecipherState, Action, Fact]):
    """Decipher, the letter piece game. Source: rules, parts 1 and 2."""

    NAME, RULE = "decipher", "rule-decipher"
    OPTIONS, NEEDS = rules.OPTIONS, rules.NEEDS
    ACTIONS, FACTS = view.ACTIONS, view.FACTS
    VERBS, VALUES = view.VERBS, view.VALUES
    PUBLIC, OWN = public_fields(view.DecipherView), own_fields(view.MakerView)
    SECRETS = (Secret("secret", "word", makes=True),)
    BEGINS = (RoundBegun,)
    TUTORIAL = tutorial.tutorial
    BOTS = STRENGTHS

    start = staticmethod(rules.start)
    interpret = staticmethod(rules.interpret)
    wake = staticmethod(rules.wake)
    apply = staticmethod(rules.apply)
    leave = staticmethod(rules.leave)
    end = staticmethod(rules.final)
    face = staticmethod(view.face)
    line = staticmethod(view.line)
    forms = staticmethod(forms.forms)
    describe_action = staticmethod(view.describe_action)
    describe_fact = staticmethod(view.describe_fact)
    answer_counts = staticmethod(view.answer_counts)
    pieces_on_board = staticmethod(rules.pieces_on_board)
    advice = staticmethod(view.advice)
    moments_of = staticmethod(view.moments_of)
    moments = staticmethod(view.moments)
    view = staticmethod(view.view)

    def join(self, state: DecipherState, action: Join) -> tuple[Joined] | Refused:
        """Return the facts of a joining player: up to four, or eight with the board."""
        most = self.NEEDS.most(board_makes=state.header.board_makes)
        full = len(state.players) >= most
        return Refused("no-seat") if full else super().join(state, action)

    def decide(
        self, state: DecipherState, action: Action
    ) -> tuple[Fact, ...] | Refused:
        """Return the facts of *action*, or its refusal; hints use the public view."""
        if isinstance(action, Hint):
            return rules.refused_hint(state, action) or self._hint(state, action)
        return rules.decide(state, action)

    def _hint(self, state: DecipherState, hint: Hint) -> tuple[Fact, ...] | Refused:
        by, about = hint.by, hint.about
        if hint != Hint(by, about):  # the line contains the hint's answer
            left, at, letter = hint.left, hint.at, hint.letter
            return (Hinted(by, about, hint.price or 0, left, at, letter),)
        from firmware_host.games.decipher import evidence  # noqa: PLC0415 - few ask for hints

        seen, language = view.public_view(state), state.header.language
        gone = state.called_off
        told = evidence.make_hint(seen, language, state.words, hint, gone)
        return told if isinstance(told, Refused) else (told,)

    def bot(
        self, view: View, header: Header, strength: str, chance: bytes, /
    ) -> Move | None:
        """Return the next move of a bot, or None while it waits for others."""
        from firmware_host.games.decipher import evidence  # noqa: PLC0415 - few play with bots

        return evidence.bot(view, header, strength, chance)

    def insight(
        self, before: object, action: Action, after: object, header: Header, /
    ) -> Insight | None:
        """Return the insight into an action from public views, or None for none."""
        from firmware_host.games.decipher import evidence  # noqa: PLC0415 - after the game

        return evidence.insight(before, action, after, header)

    def fold(self, state: DecipherState, facts: tuple[Fact, ...]) -> DecipherState:
        """Return the state after one accepted action; answers take a shorter path."""
        first, now = facts[0], state.round
        if not isinstance(first, Answered) or now is None:
            return super().fold(state, facts)
        return replace(
            state, round=rules.play(now, first), before=state, by_board=False
        )

    def answer(self, facts: tuple[Fact, ...]) -> dict[str, Json]:
        """Return the answer in *facts*, with the begin of bonus mode or a hint."""
        answer, first = super().answer(facts), facts[0]
        if isinstance(first, Answered) and first.bonus:
            return answer | {"bonus": True}
        return answer | hint_answer(first) if isinstance(first, Hinted) else answer

    def is_final(self, state: DecipherState, facts: tuple[Fact, ...]) -> bool:
        """
        Return True if no action up to these facts can be undone.

        These facts show the word of a round, or begin a round with a word that the
        board has drawn and committed to.
        """
        first = facts[0]
        drawn = (
            isinstance(first, RoundBegun) and first.maker == BOARD and not state.round
        )
        return drawn or any(isinstance(one, RoundEnded | Voided) for one in facts)

    def is_own(self, state: DecipherState, facts: tuple[Fact, ...]) -> bool:
        """Return True if the board drew another word or handed a piece over."""
        first = facts[0]
        own = isinstance(first, RoundBegun) and first.maker == BOARD
        return own or (isinstance(first, Handed) and state.board_plays)


decipher = Decipher()

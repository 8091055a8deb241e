"""Code cards as a game: its declarations and the functions of its modules."""

from firmware_host.board.messages import Message, Refused, say
from firmware_host.board.options import Option
from firmware_host.board.pieces import Card
from firmware_host.games.codec import Codec
from firmware_host.games.codecards import evidence, forms, rules, view
from firmware_host.games.codecards.rules import (
    BOTH,
    DEALT,
    ITEMS,
    REAL,
    WIDTH,
    Action,
    Begun,
    CardsState,
    Deal,
    Dealt,
    Fact,
    Hidden,
    Name,
    Play,
    Voided,
    name_of,
)
from firmware_host.games.contract import Needs, Secret
from firmware_host.games.game import Game, Leave
from firmware_host.games.views import own_fields, public_fields


class CodeCards(Game[CardsState, Action, Fact]):
    """Code cards. Source: rules, part 3."""

    NAME, RULE = "codecards", "rule-codecards"
    #: Source: rules, part 3; nine points for a perfect code are the rule book's.
    OPTIONS = (
        Option("points", "1-2-3", ("1-2-3", "1-1-3", "2-1-3", "0-0-3"), "knob-points"),
        Option(
            "cards",
            "",
            (REAL, DEALT),
            "knob-codecards-cards",
            tagged=(REAL,),
            unseen=(DEALT,),
        ),
        Option("early_break", "off", ("off", "on"), "knob-early-break"),
    )
    #: Source: rules, part 3: two players; three hidden cards a side, each with its pad.
    NEEDS = Needs(seats=(2, 2), zones=2 * WIDTH, hears=(Card,))
    ACTIONS, FACTS = Codec("do", Action), Codec("is", Fact)
    VERBS, VALUES = view.VERBS, view.VALUES
    PUBLIC = public_fields(view.PublicView, "answered")
    OWN = own_fields(view.PlayerView)
    SECRETS = (
        Secret("hide", "card"),
        Secret("code", "cards", makes=True),
        Secret("deal", "deck", each=True),
    )
    STATE, BEGINS = CardsState, (Hidden, Dealt, Begun)
    CARDS = ITEMS

    interpret = staticmethod(rules.interpret)
    wake = staticmethod(rules.wake)
    decide = staticmethod(rules.decide)
    apply = staticmethod(rules.apply)
    face = staticmethod(view.face)
    moments_of = staticmethod(view.moments_of)
    line = staticmethod(view.line)
    forms = staticmethod(forms.forms)
    leave = staticmethod(rules.left)
    answer = staticmethod(view.answer)
    insight = staticmethod(evidence.insight)
    describe_fact = staticmethod(view.describe_fact)
    view = staticmethod(view.view)
    at_board = staticmethod(rules.at_board)

    def act(self, state: CardsState, action: Action) -> tuple[Fact, ...] | Refused:
        """Return the facts of `action`; only the two players can leave."""
        nobody = isinstance(action, Leave) and action.by not in BOTH
        if nobody and not state.over:
            return Refused("not-a-player")
        return super().act(state, action)

    def with_entropy(self, action: Action, entropy: bytes) -> Action:
        """Return `action` with the entropy it needs: none if it names the deck."""
        named = isinstance(action, Deal) and action.deck
        return action if named else super().with_entropy(action, entropy)

    def is_final(self, state: CardsState, facts: tuple[Fact, ...]) -> bool:
        """
        Return True if no action up to these facts can be undone.

        The facts call the round off, which shows its codes.
        """
        return isinstance(facts[0], Voided)

    def is_own(self, state: CardsState, facts: tuple[Fact, ...]) -> bool:
        """Return True if the board itself has drawn the player who begins."""
        return isinstance(facts[0], Begun)

    def describe_action(self, action: Action, name: str) -> Message:
        """Return a sentence about an action; it does not name a hidden card."""
        match action:
            case Play(column=column, card=card):
                return say("told-codecards-play", column=column, card=name_of(card))
            case Name(card=card):
                return say("told-codecards-name", card=name_of(card))
            case _:
                return super().describe_action(action, name)


codecards = CodeCards()

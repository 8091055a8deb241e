"""Code cards: a code of three cards a side."""

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
    Deal,
    Dealt,
    Fact,
    Hidden,
    Name,
    Play,
    State,
    Voided,
    name_of,
)
from firmware_host.games.contract import Needs, Secret
from firmware_host.games.game import Game, Leave, Undo
from firmware_host.games.views import own_fields, public_fields


class CodeCards(Game[State, Action, Fact]):
    """Code cards: a code of three cards a side."""

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
    STATE, BEGINS = State, (Hidden, Dealt, Begun)
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

    def act(self, state: State, action: Action) -> tuple[Fact, ...] | Refused:
        """Return the facts of *action*; beside the two who play nobody can leave."""
        nobody = isinstance(action, Leave) and action.by not in BOTH
        if nobody and not state.over:
            return Refused("not-a-player")
        if isinstance(action, Undo) and state.just_dealt:
            return Refused("nothing-to-undo")
        return super().act(state, action)

    def with_entropy(self, action: Action, entropy: bytes) -> Action:
        """Return *action* with the chance it needs: none where it names the deck."""
        named = isinstance(action, Deal) and action.deck
        return action if named else super().with_entropy(action, entropy)

    def is_final(self, state: State, facts: tuple[Fact, ...]) -> bool:
        """Tell whether the codes are out."""
        return isinstance(facts[0], Voided)

    def is_own(self, state: State, facts: tuple[Fact, ...]) -> bool:
        """Tell whether the board has drawn the lot."""
        return isinstance(facts[0], Begun)

    def describe_action(self, action: Action, name: str) -> Message:
        """Return in words what *name* did; of a hidden card that it lies, no more."""
        match action:
            case Play(column=column, card=card):
                return say("told-codecards-play", column=column, card=name_of(card))
            case Name(card=card):
                return say("told-codecards-name", card=name_of(card))
            case _:
                return super().describe_action(action, name)


codecards = CodeCards()

"""Code cards in lines: what a transcript holds, and what a person would tell."""

from collections.abc import Callable, Mapping

from firmware_host.board.json import Json
from firmware_host.board.messages import Message, say
from firmware_host.board.pieces import Seat
from firmware_host.games import grammar
from firmware_host.games.codecards.actions import (
    Begun,
    Broken,
    Evaluated,
    Fact,
    Revealed,
    Voided,
)
from firmware_host.games.codecards.deck import (
    BOTH,
    DECK,
    PlayingCard,
    name_of,
    read_codes,
)
from firmware_host.games.common import GameEnded, won_by
from firmware_host.games.contract import Value, Verb

VERBS: Mapping[str, Verb] = {
    "hide": Verb(("by", "place", "card")),
    "code": Verb(("by", "cards")),
    "lot": Verb((), ("first", "nonce", "commitment"), board=True),
    "deal": Verb((), ("deck", "first", "nonce", "commitment")),
    "play": Verb(("column", "card")),
    "skip": Verb(),
    "done": Verb(),
    "break": Verb(),
    "name": Verb(("card",)),
}

_CARD = Value(lambda v: isinstance(v, str) and v in DECK, "a card such as QH or 10S")

VALUES: Mapping[str, Value] = {
    "place": grammar.numbers(1, 3),
    "column": grammar.numbers(1, 3),
    "card": _CARD,
    "cards": grammar.list_of(_CARD, 'cards such as ["QH", "7C", "10S"]'),
    "deck": grammar.drawn(grammar.list_of(_CARD, "all 52 cards, in their order")),
    "first": grammar.drawn(grammar.SEAT),
    "nonce": grammar.PROOF,
    "commitment": grammar.PROOF,
}


def answer(facts: tuple[Fact, ...]) -> dict[str, Json]:
    """Return what accepted *facts* say: a turn's answers by column, all at once."""
    answered = hits(facts)
    told = {} if answered is None else {"hits": list(answered)}
    return {"answer": "ok", **told}


def hits(facts: tuple[Fact, ...]) -> tuple[bool, ...] | None:
    """Return the pennies that accepted *facts* bring, by column; None without any."""
    return next((one.hits for one in facts if isinstance(one, Evaluated)), None)


# --- in words -----------------------------------------------------------------


def describe_fact(fact: Fact, name_of: Callable[[Seat], str]) -> Message | None:
    """Return in words what has come of it; None where nothing is to be said."""
    match fact:
        case Begun(first=seat):
            return say("cards-begins", name=name_of(seat))
        case Evaluated(hits=answered):
            columns = [str(at) for at, hit in enumerate(answered, 1) if hit]
            if not columns:
                return say("cards-no-hits")
            return say("cards-hits", columns=", ".join(columns))
        case Broken(by=seat):
            return say("cards-names-first", name=name_of(seat))
        case Revealed(codes=codes) | Voided(codes=codes):
            return _revealed(codes, name_of)
        case GameEnded(winners=winners):
            return won_by(list(map(name_of, winners)))
        case _:
            return None


def _revealed(codes: str, called: Callable[[Seat], str]) -> Message:
    one, two = map(_row, read_codes(codes))
    first, second = map(called, BOTH)
    return say("cards-revealed", name=first, cards=one, other=second, others=two)


def _row(text: str) -> Message:
    one, two, three = (name_of(PlayingCard(card)) for card in text.split())
    return say("cards-row", one=one, two=two, three=three)

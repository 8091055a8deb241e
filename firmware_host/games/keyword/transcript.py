"""KEYWORD in lines: what a transcript holds, and what a person would tell."""

from collections.abc import Callable, Mapping
from functools import reduce

from firmware_host.board.json import Json
from firmware_host.board.messages import Message, say
from firmware_host.board.pieces import Seat
from firmware_host.games import grammar
from firmware_host.games.codec import Codec
from firmware_host.games.common import GameEnded, Voided, won_by
from firmware_host.games.contract import Result, Value, Verb
from firmware_host.games.keyword.actions import (
    BLANK,
    UNKNOWN,
    Action,
    Claimed,
    Dealt,
    Fact,
    Laid,
    Passed,
    Shown,
)
from firmware_host.words.wide import LETTERS, LONGEST

VERBS: Mapping[str, Verb] = {
    "open": Verb(("zone", "card"), ("tag",), hands=True),
    "deal": Verb((), ("hands", "row")),
    "lay": Verb(("by", "word"), ("blue", "blanks", "tags", "known")),
    "pass": Verb(("by",), ("discard", "drawn", "tags")),
    "timeup": Verb(board=True),
    "claim": Verb(("by",)),
}

_ALL_CARDS = LETTERS | {BLANK}


def _are_cards(value: Json) -> bool:
    """Cards are written as one word, such as ``CATS?``, or as a list of them."""
    return (
        isinstance(value, str | list | tuple)
        and len(value) <= LONGEST
        and all(isinstance(card, str) and card in _ALL_CARDS for card in value)
    )


_CARDS = Value(_are_cards, "cards such as CATS?, a question mark for a blank")

VALUES: Mapping[str, Value] = {
    "word": grammar.WORD,
    "zone": grammar.ZONE,
    "card": grammar.one_of(sorted(_ALL_CARDS)),
    "tag": grammar.numbers(0, 99),
    "tags": grammar.list_of(grammar.numbers(0, 99), "the number of each card, or 0"),
    "hands": grammar.drawn(grammar.list_of(_CARDS, "the cards that each player draws")),
    "row": grammar.drawn(_CARDS),
    "blue": grammar.list_of(grammar.numbers(0, 6), "a zone or 0 for each letter"),
    "blanks": grammar.list_of(grammar.numbers(1, 99), "places in the word, from 1"),
    "known": grammar.drawn(grammar.FLAG),
    "discard": _CARDS,
    "drawn": grammar.drawn(_CARDS),
}

ACTIONS: Codec[Action] = Codec("do", Action)
FACTS: Codec[Fact] = Codec("is", Fact)


def to_transcript(
    action: Action, facts: tuple[Fact, ...], _round_number: int
) -> dict[str, Json]:
    """Return a transcript's line that brings the same *facts* without chance."""
    line = ACTIONS.write(action)
    for inside in ("entropy", "button"):
        line.pop(inside, None)
    match facts[0]:
        case Dealt(hands=hands, row=row) if facts[0].entropy or "hands" in line:
            line |= {"hands": ["".join(hand) for hand in hands], "row": "".join(row)}
        case Dealt(row=row):  # from cards on the table, which nobody has named
            line |= {"row": "".join(row)} if row else {}
        case Laid(known=bool(known)):
            line["known"] = known
        case Passed(discard=discard, drawn=drawn):
            seen = "".join(drawn).replace(UNKNOWN, "")
            cards = {"discard": "".join(discard), "drawn": seen}
            line |= {key: some for key, some in cards.items() if some}
        case _:
            pass
    return {key: list(v) if isinstance(v, tuple) else v for key, v in line.items()}


# --- in words -----------------------------------------------------------------

#: Why a word does not count.
_WHY: Mapping[str, Message] = {
    "not-a-word": say("keyword-not-a-word"),
    "blue-only": say("keyword-blue-only"),
    "card-twice": say("keyword-card-twice"),
    "not-in-row": say("keyword-not-in-row"),
}


def describe_fact(fact: Fact, name_of: Callable[[Seat], str]) -> Message | None:
    """Return in words what has come of it; None where nothing is to be said."""
    match fact:
        case Dealt(row=row) if row:
            return say("keyword-new-row", row=" ".join(row))
        case Shown():
            return _shown(fact, name_of)
        case Voided():
            return say("keyword-voided")
        case Claimed(by=seat):
            return say("keyword-line-cracked", names=name_of(seat))
        case GameEnded(winners=winners):
            return won_by(list(map(name_of, winners)))
        case _:
            return None


def how_it_ended(result: Result, name_of: Callable[[Seat], str]) -> Message:
    """Return in words whose word scored, and which; or that nobody's did."""
    if result.guessed_by is None:
        return say("keyword-note-nobody")
    name = name_of(result.guessed_by)
    return say("keyword-note-scored", name=name, word=result.word)


def _shown(fact: Shown, name_of: Callable[[Seat], str]) -> Message:
    """Say who laid what, what was wrong with it, and who scores."""
    said = []
    for number, word in enumerate(fact.words):
        name, wrong = name_of(Seat(number)), _reasons(fact, Seat(number))
        if wrong is not None:
            said.append(say("keyword-invalid", name=name, word=word, why=wrong))
        elif word:
            said.append(say("keyword-shows", name=name, word=word))
    said.append(how_it_ended(fact.result, name_of))
    return reduce(lambda one, other: say("keyword-then", one=one, other=other), said)


def _reasons(fact: Shown, seat: Seat) -> Message | None:
    """Return every reason why the word of *seat* does not count, in one."""
    found = [_WHY[why] for by, why in fact.faults if by == seat]
    if not found:
        return None
    return reduce(lambda one, other: say("keyword-also", one=one, other=other), found)

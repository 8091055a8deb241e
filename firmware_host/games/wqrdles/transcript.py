"""WQRDLES in lines: what a transcript holds, and what a person would tell."""

from collections.abc import Callable, Mapping

from firmware_host.board.json import Json
from firmware_host.board.messages import Message, say
from firmware_host.board.pieces import Seat
from firmware_host.games import grammar
from firmware_host.games.common import GameEnded, won_by
from firmware_host.games.contract import Value, Verb
from firmware_host.games.wqrdles.actions import (
    Dealt,
    Decoded,
    Fact,
    Hid,
    Marked,
    Opened,
    RoundOver,
    Swapped,
    Tried,
    Voided,
    all_words,
)
from firmware_host.games.wqrdles.rules import LENGTHS
from firmware_host.words.marks import GREEN, NONE, YELLOW
from firmware_host.words.query_cards import SIDES


def _is_marks(value: Json) -> bool:
    signs = {GREEN, YELLOW, NONE}
    return isinstance(value, str) and len(value) in LENGTHS and set(value) <= signs


VERBS: Mapping[str, Verb] = {
    "secret": Verb(("by", "word"), ("override", "sequence", "nonce", "commitment")),
    "deal": Verb((), ("pile",), board=True),
    "swap": Verb(("by",)),
    "query": Verb(("by", "word"), ("drawn",)),
    "decode": Verb(("by", "marks")),
    "guess": Verb(("by", "word"), ("of",)),
    "pass": Verb(("by",)),
    "timeup": Verb(board=True),
}
VALUES: Mapping[str, Value] = {
    "word": grammar.WORD,
    "of": grammar.SEAT,
    "override": grammar.drawn(grammar.FLAG),
    "sequence": grammar.one_of(("on", "off")),
    "drawn": grammar.drawn(grammar.FLAG),
    "nonce": grammar.PROOF,
    "commitment": grammar.PROOF,
    "marks": Value(_is_marks, 'a sign a letter, such as "gy---": g green, y yellow'),
    "pile": grammar.drawn(
        grammar.list_of(
            grammar.numbers(1, SIDES), f"query cards, numbers from 1 to {SIDES}"
        )
    ),
}


def answer(facts: tuple[Fact, ...]) -> dict[str, Json]:
    """
    Return what accepted *facts* say, as a transcript's reader wants it.

    ``right`` or ``wrong`` where an attempt is opened at once, and of marks by hand; the
    marks and clues of a filled row, by whose word they are, in turn order; and the
    points that attempts bring when they are opened.
    """
    told: dict[str, Json] = {"answer": "ok"}
    if isinstance(facts[0], Decoded):
        told["answer"] = "right" if facts[0].right else "wrong"
    for one in facts:
        if isinstance(one, Marked):
            told["marks"] = [marks for _, marks, _ in one.marks]
            told["clues"] = [sign for _, _, sign in one.marks]
        elif isinstance(one, Opened):
            told["opened"] = [earned for *_, earned in one.tries]
            if isinstance(facts[0], Tried) and len(one.tries) == 1:
                told["answer"] = "right" if one.tries[0][-1] else "wrong"
    return told


def answer_counts(facts: tuple[Fact, ...]) -> tuple[tuple[str, bool], ...]:
    """Return the attempts that were opened, and whether each was right."""
    return tuple(
        ("guess", bool(earned))
        for one in facts
        if isinstance(one, Opened)
        for *_, earned in one.tries
    )


def describe_fact(fact: Fact, name_of: Callable[[Seat], str]) -> Message | None:
    """Return in words what has come of it; None where nothing is to be said."""
    match fact:
        case Hid(word=word):
            return say("told-word", word=word, n=len(word))
        case Dealt(hands=hands):
            dealt = (f"{name_of(seat)} {card}" for seat, card in hands)
            return say("told-wqrdles-cards", cards=", ".join(dealt))
        case Swapped(card=card):
            return say("told-wqrdles-card", card=card)
        case Decoded(right=right):
            return say("told-right") if right else say("told-wrong")
        case Marked(marks=marks):
            signs = (f"{name_of(seat)} {sign} {clue}" for seat, sign, clue in marks)
            shown = ", ".join(one.rstrip() for one in signs)
            return say("told-wqrdles-marks", marks=shown)
        case Opened(tries=tries):
            return _opened(tries, name_of)
        case RoundOver(words=words):
            return say("wqrdles-words", words=all_words(words))
        case Voided(word=words):
            return say("wqrdles-voided", words=words)
        case GameEnded(winners=winners):
            return won_by(list(map(name_of, winners)))
        case _:
            return None


def _opened(
    tries: tuple[tuple[Seat, Seat, str, int], ...], name_of: Callable[[Seat], str]
) -> Message | None:
    if not tries:
        return None
    every = (
        f"{name_of(by)} → {name_of(of)} {word} {earned}"
        for by, of, word, earned in tries
    )
    return say("told-wqrdles-opened", tries=", ".join(every))

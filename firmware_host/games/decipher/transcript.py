"""Decipher in lines: what a transcript holds, and what a person would tell."""

from collections.abc import Callable, Mapping
from dataclasses import replace

from firmware_host.board.json import Json, number, text
from firmware_host.board.messages import Message, say
from firmware_host.board.pieces import Seat
from firmware_host.games import grammar
from firmware_host.games.codec import Codec
from firmware_host.games.common import GameEnded, RoundEnded, won_by
from firmware_host.games.contract import Result, Value, Verb
from firmware_host.games.decipher.actions import (
    ABOUT,
    LEFT,
    LETTER,
    Action,
    Answered,
    Begun,
    Fact,
    Guessed,
    Hinted,
    Voided,
)

VERBS: Mapping[str, Verb] = {
    "secret": Verb(("by", "word"), ("override", "nonce", "commitment")),
    "hand": Verb(("kind",), hands=True),
    "tap": Verb(("zone", "kind"), hands=True),
    "ask": Verb(),
    "pass": Verb(),
    "guess": Verb(("by", "word"), ("spoken",)),
    "retire": Verb(("by",)),
    "hint": Verb(("by", "about"), ("price", "left", "at", "letter")),
    "timeup": Verb(board=True),
    "check": Verb(board=True),
}
VALUES: Mapping[str, Value] = {
    "word": grammar.WORD,
    "override": grammar.FLAG,
    "spoken": replace(grammar.FLAG, hands=True),
    "nonce": grammar.PROOF,
    "commitment": grammar.PROOF,
    "kind": grammar.PIECE,
    "zone": grammar.ZONE,
    "about": grammar.one_of(ABOUT),
    "price": grammar.drawn(grammar.numbers(0, grammar.LONGEST)),
    "left": grammar.drawn(grammar.numbers(0, 999_999)),
    "at": grammar.drawn(grammar.ZONE),
    "letter": grammar.drawn(grammar.LETTER),
}

ACTIONS: Codec[Action] = Codec("do", Action)
FACTS: Codec[Fact] = Codec("is", Fact)


def answer_counts(facts: tuple[Fact, ...]) -> tuple[tuple[str, bool], ...]:
    """Return the pieces that were answered, by kind, and the guesses."""
    return tuple(
        (str(one.kind), one.yes) if isinstance(one, Answered) else ("guess", one.right)
        for one in facts
        if isinstance(one, Answered | Guessed)
    )


def describe_action(action: Action, name: str) -> Message:
    """Return in words what *name* did; the name is empty for the one on turn."""
    item = ACTIONS.write(action)
    do = item["do"]
    values: dict[str, str | int | Message] = {"name": name} if name else {}
    if "kind" in item:
        values["kind"] = say(f"kind-{item['kind']}")
    if "zone" in item:
        values["zone"] = number(item, "zone")
    if do == "guess" and item["word"]:
        values["word"] = text(item, "word")
    elif do == "guess":
        do = "guess-aloud"
    elif do == "hint":
        do = f"hint-{text(item, 'about')}"
    return say(f"told-{do}", **values)


def hint_in_words(hint: Hinted) -> Message:
    """Return what a hint has told."""
    if hint.about == LEFT:
        return say("hint-left", n=hint.left) if hint.left else say("hint-left-none")
    if hint.about == LETTER:
        return say("hint-letter", zone=hint.at, letter=hint.letter)
    return say("hint-zone", zone=hint.at)


def hint_answer(hint: Hinted) -> dict[str, Json]:
    """Return what a hint has told, as the replay of a transcript has it."""
    if hint.about == LEFT:
        return {"left": hint.left}
    letter: dict[str, Json] = {"letter": hint.letter} if hint.letter else {}
    return {"at": hint.at, **letter}


def how_it_ended(result: Result, name_of: Callable[[Seat], str]) -> Message:
    """Return in words which word the round had, and who found it."""
    if result.guessed_by is None:
        return say("round-unguessed", word=result.word)
    return say("round-guessed", name=name_of(result.guessed_by), word=result.word)


def describe_fact(fact: Fact, name_of: Callable[[Seat], str]) -> Message | None:
    """Return in words what has come of it; None where nothing is to be said."""
    match fact:
        case Answered(yes=yes, bonus=bonus):
            if bonus:
                return say("bonus-begins")
            return say("yes") if yes else say("no")
        case Guessed(right=right):
            return say("told-right") if right else say("told-wrong")
        case Hinted():
            return hint_in_words(fact)
        case Begun(word=word):
            return say("told-word", word=word, n=len(word))
        case Voided(word=word):
            return say("round-voided", word=word)
        case RoundEnded():
            return how_it_ended(fact.result, name_of)
        case GameEnded(winners=winners):
            return won_by(list(map(name_of, winners)))
        case _:
            return None

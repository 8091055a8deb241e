"""
The first minute of Decipher: a word whose first piece fits wherever it is laid.

Source: rules, "For all games": entropies are drawn until the word has three letters, is
on the drawn list, and the first kind fits every zone.
"""

import hmac

from firmware_host.board.messages import say
from firmware_host.games import chance
from firmware_host.games.decipher.rules import BONUS_PIECES, State, draw_word
from firmware_host.games.game import Tip, Tutorial
from firmware_host.words.levels import FIRST_READERS

#: Letters of its word.
LENGTH = 3

#: So many entropies are tried: of a list that ships about one in twenty will do.
TRIES = 2000

#: From so many pieces on somebody may know the word.
MAY_GUESS = 3

#: It has pieces enough to speak of guessing before bonus mode begins.
PIECES = MAY_GUESS + BONUS_PIECES + 1


def entropy(game: State, seed: bytes) -> bytes:
    """
    Return the first entropy after *seed* whose first piece fits every zone.

    Args:
        game: Before its word.
        seed: 32 bytes of chance.

    Returns:
        32 bytes; the last that was tried where a list has no such word.
    """
    alphabet, drawn = game.header.language.alphabet, b""
    for attempt in range(TRIES):
        drawn = hmac.digest(seed, f"tutorial:{attempt}".encode(), "sha256")
        word = draw_word(game, drawn)
        pieces = alphabet.pieces(word)
        kind = chance.draw_kind(drawn, pieces, 0)
        fits = all(alphabet.build(letter)[kind.place] for letter in word)
        if fits and sum(pieces) >= PIECES:
            break
    return drawn


def tip(game: State) -> Tip:
    """Return what is told now: what has just come of it, and one idea about it."""
    now = game.round
    if now is None:
        return _over(game) if game.results else _tip("begins")
    if now.last is not None and not now.last[1]:
        return _tip("no", zone=now.last[0])
    if now.bonus_mode and (now.asked or now.holding is not None):
        return _tip("asked")
    if now.last is None and now.guesses:
        return _tip("wrong", n=now.tokens[now.turn])
    if now.bonus_mode:
        return _tip("bonus") if any(now.hidden) else _tip("all")
    laid = now.handed - (now.holding is not None)
    if not laid:
        return _tip("first")
    assert now.last is not None  # noqa: S101 - a piece lies by an answer
    name = "guess" if laid >= MAY_GUESS else "turn" if laid > 1 else "yes"
    return _tip(name, zone=now.last[0])


def _over(game: State) -> Tip:
    result = game.results[-1]
    if result.guessed_by is None:
        return _tip("lost", word=result.word)
    return _tip("found", word=result.word, points=result.points[result.guessed_by])


def _tip(name: str, **values: str | int) -> Tip:
    why = say(f"tutorial-{name}-why", **values)
    return Tip(say(f"tutorial-{name}", **values), why)


tutorial = Tutorial(LENGTH, entropy, tip, {"words": FIRST_READERS})

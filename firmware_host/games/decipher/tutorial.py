"""
The tutorial of Decipher: a round whose first piece fits in every zone.

Source: rules, "For all games": entropies are drawn until the word has three letters, is
on the drawn list, and the first kind fits every zone.
"""

import hmac

from firmware_host.board.messages import say
from firmware_host.games import chance
from firmware_host.games.decipher.rules import BONUS_PIECES, DecipherState, draw_word
from firmware_host.games.game import Tip, Tutorial
from firmware_host.words.levels import FIRST_READERS

#: The number of letters of its word.
LENGTH = 3

#: The most entropies to try: with our lists about one in twenty fits.
TRIES = 2000

#: The number of laid pieces from which a player may know the word.
MAY_GUESS = 3

#: The fewest pieces of the word, so that guessing is explained before bonus mode.
PIECES = MAY_GUESS + BONUS_PIECES + 1


def entropy(game: DecipherState, seed: bytes) -> bytes:
    """
    Return the first entropy after `seed` whose first piece fits every zone.

    Args:
        game: The state before its word.
        seed: 32 random bytes.

    Returns:
        32 bytes; the last one tried if a list has no such word.
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


def tip(game: DecipherState) -> Tip:
    """Return the tip for a state: what has happened, and one idea about it."""
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
    assert now.last is not None  # noqa: S101 - every laid piece had an answer
    name = "guess" if laid >= MAY_GUESS else "turn" if laid > 1 else "yes"
    return _tip(name, zone=now.last[0])


def _over(game: DecipherState) -> Tip:
    result = game.results[-1]
    if result.guessed_by is None:
        return _tip("lost", word=result.word)
    return _tip("found", word=result.word, points=result.points[result.guessed_by])


def _tip(name: str, **values: str | int) -> Tip:
    why = say(f"tutorial-{name}-why", **values)
    return Tip(say(f"tutorial-{name}", **values), why)


tutorial = Tutorial(LENGTH, entropy, tip, {"words": FIRST_READERS})

"""
What a position is worth: the expected points of the seekers, less the maker's.

A No tells the seekers something, and pays the maker. So a tap is not worth its bits,
but what it does to the difference of points.
"""

from math import log2

from firmware_host.games.contract import Header
from firmware_host.games.decipher import evidence
from firmware_host.games.decipher.score import BONUS_TOKEN, DECIPHER_TOKEN
from firmware_host.games.decipher.seeker import PRIORS
from firmware_host.games.decipher.state import BONUS_PIECES, BONUS_TOKENS
from firmware_host.games.decipher.view import PublicView
from firmware_host.words.index import bands_of, index_of

#: More bits are not told apart.
MOST_BITS = 11

#: While pieces come, by the word's length; then by how many are hidden.
PHASES = ("3", "4", "5", "6", "hidden 3", "hidden 2", "hidden 1", "hidden 0")

#: Points of difference that a seeker who knows every word still loses, by the bits that
#: it lacks, 0 to `MOST_BITS`. Source: tools/measure_worth.py --rounds 500.
AHEAD: dict[str, tuple[float, ...]] = {
    "3": (0.0, 1.6, 2.9, 3.3, 3.8, 3.9, 4.9, 5.4, 5.4, 5.4, 5.4, 5.4),
    "4": (0.0, 1.7, 2.4, 3.0, 3.5, 4.0, 4.1, 5.1, 5.7, 5.7, 5.7, 5.7),
    "5": (0.0, 1.4, 1.5, 1.7, 2.2, 2.3, 3.1, 3.2, 3.5, 4.0, 4.2, 4.2),
    "6": (0.1, 0.8, 1.0, 1.2, 1.6, 2.0, 2.2, 2.8, 3.0, 3.2, 4.0, 4.0),
    "hidden 3": (0.1, 3.2, 6.6, 9.5, 10.8, 10.8, 10.8, 10.8, 10.8, 10.8, 10.8, 10.8),
    "hidden 2": (0.2, 5.1, 6.5, 7.7, 7.7, 7.7, 7.7, 7.7, 7.7, 7.7, 7.7, 7.7),
    "hidden 1": (0.2, 3.7, 4.8, 4.8, 4.8, 4.8, 4.8, 4.8, 4.8, 4.8, 4.8, 4.8),
    "hidden 0": (0.0, 0.9, 0.9, 0.9, 0.9, 0.9, 0.9, 0.9, 0.9, 0.9, 0.9, 0.9),
}


def bits_left(view: PublicView, header: Header) -> float:
    """Return what is not known of the word yet, in bits, 0 and more."""
    index = index_of(header.language, header.length)
    return bits_of(mass(header, evidence.fitting(view, index)))


def bits_of(words: float) -> float:
    """Return how many yes-or-no questions tell which of so many words it is."""
    return log2(max(1.0, words))


def information(before: float, after: float) -> float:
    """
    Return the bits of information in an answer: log2 of before over after.

    Args:
        before: How many words fitted, as `mass` counts them.
        after: How many of them still fit; for none, nothing can be said: 0 bits.
    """
    return log2(before / after) if before > after > 0 else 0.0


def mass(header: Header, bits: int) -> float:
    """Return the weighted number of words in *bits*; a rare word counts 1/16."""
    pairs = zip(PRIORS, bands_of(header.language, header.length), strict=True)
    return sum(prior * (bits & band).bit_count() for prior, band in pairs) / PRIORS[0]


def phase(view: PublicView, length: int) -> str:
    """Return which row of `AHEAD` counts."""
    waits = view.bonus_mode and view.holding is None and not view.asked
    return f"hidden {min(view.hidden or 0, BONUS_PIECES)}" if waits else str(length)


def if_found(view: PublicView) -> int:
    """Return the difference of points, were the word called out now and right."""
    paid = BONUS_TOKEN * (BONUS_TOKENS - view.bonus_left)
    seekers = sum(view.tokens) - 1 + DECIPHER_TOKEN + BONUS_TOKEN * view.bonus_left
    return seekers - (view.noes + paid + len(view.guesses) + 1)


def expected(view: PublicView, length: int, bits: float) -> float:
    """
    Return the difference of points that may be expected.

    Args:
        view: What everybody may know, in a round.
        length: Letters of the word.
        bits: What is not known of it yet, from 0 on.
    """
    return if_found(view) - ahead(phase(view, length), bits)


def ahead(row: str, bits: float) -> float:
    """Return what is still lost, between two columns of `AHEAD` as it lies."""
    losses, at = AHEAD[row], min(bits, MOST_BITS)
    low = int(at)
    high = min(low + 1, MOST_BITS)
    return losses[low] + (losses[high] - losses[low]) * (at - low)

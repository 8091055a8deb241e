"""
A seeker of the board: what it taps, asks, guesses, out of what everybody sees.

How well it plays is its `Mind`: which words it knows, how many NO tokens it overlooks,
how sure it wants to be. The same mind in the same round does the same twice.
"""

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache

from firmware_host.board.pieces import Counts, Seat, Zone
from firmware_host.board.record import Record
from firmware_host.games import chance
from firmware_host.games.chance import SIXTEEN
from firmware_host.games.contract import Header
from firmware_host.games.decipher import evidence
from firmware_host.games.decipher.actions import (
    Action,
    Ask,
    Guess,
    Pass,
    Tap,
)
from firmware_host.games.decipher.view import PublicView
from firmware_host.words.index import WordIndex, bands_of, index_of
from firmware_host.words.language import Language

#: How much likelier a word of each of `BANDS` is to be played than a rare one.
PRIORS = (16, 16, 16, 1)

#: So many words are weighed one by one; of more, nobody is sure anyway.
WEIGHED = 150


class Mind(Record):
    """
    How well a seeker plays.

    Args:
        knows: Of 16 words of each of `BANDS` how many it knows; which ones is its
            seed's chance, and stays.
        readily: How readily a word of each band comes to mind.
        overlooks: Of 16 NO tokens, how many it does not think of.
        slips: Of 16 taps, how many go into any zone that is free.
        dares: It guesses once a word is at least so likely, 0 to 1.
    """

    knows: tuple[int, ...] = (16, 16, 16, 16)
    readily: tuple[int, ...] = PRIORS
    overlooks: int = 0
    slips: int = 0
    dares: float = 0.5


#: Knows every word and forgets nothing: what a position is worth was measured with it.
PERFECT = Mind()


def choose(
    view: PublicView, header: Header, seat: Seat, mind: Mind, seed: bytes
) -> Action | None:
    """
    Return what a seeker on turn does; None where it waits for a piece.

    Args:
        view: What everybody may know, in a round.
        header: What was settled before the game.
        seat: The seeker's, on turn.
        mind: How well it plays.
        seed: Its chance, any bytes that know nothing of the word.
    """
    index = index_of(header.language, header.length)
    moment = f"{view.round} {view.placed} {view.covered} {view.guesses} {view.hidden}"
    own = chance.nonce(seed, moment)
    bits = thinks_of(view, header, mind, seed)
    best, sure = likeliest(view, header, bits, mind.readily)
    guesses = view.tokens[seat] > 0
    if guesses and best and sure >= mind.dares:
        return Guess(seat, best)
    if view.holding is not None:
        return Tap(_zone(view, index, bits, mind, own), view.holding)
    if not view.bonus_mode or view.asked:
        return None
    if view.hidden:
        return Ask()
    return Guess(seat, best) if guesses and best else Pass()


def thinks_of(view: PublicView, header: Header, mind: Mind, seed: bytes) -> int:
    """
    Return the words that a seeker thinks of: those it knows that fit what it sees.

    Where none of them fits it reads the letters off the pieces, as people do: then all
    that may be played are thought of.
    """
    index = index_of(header.language, header.length)
    seen = evidence.fitting(_overlooked(view, mind, seed), index)
    known = seen & _vocabulary(header.language, header.length, mind, seed)
    return known or evidence.fitting(view, index)


def likeliest(
    view: PublicView, header: Header, bits: int, readily: tuple[int, ...] = PRIORS
) -> tuple[str, float]:
    """
    Return the likeliest of some words, and its share of all of them, 0 to 1.

    Of more than `WEIGHED` none is likely: an empty word, and 0.

    Args:
        view: What everybody may know, in a round.
        header: What was settled before the game.
        bits: The words that are thought of.
        readily: How readily a word of each of `BANDS` comes to mind.
    """
    language, length = header.language, header.length
    if not 0 < bits.bit_count() <= WEIGHED:
        return "", 0.0
    index = index_of(language, length)
    weights = {
        word: prior * evidence.by_order(view, language.alphabet, word)
        for band, prior in zip(bands_of(language, length), readily, strict=True)
        for word in index.list(bits & band)
    }
    best = max(weights, key=weights.__getitem__)
    return best, weights[best] / sum(weights.values())


def _zone(
    view: PublicView, index: WordIndex, bits: int, mind: Mind, own: bytes
) -> Zone:
    """Return where the piece in hand is tapped: where a Yes is likeliest."""
    zones = [Zone(zone) for zone in view.question.answers]
    kind = view.holding
    if kind is None or chance.draw(own, "slip", SIXTEEN) < mind.slips:
        return zones[chance.draw(own, "zone", len(zones))]
    first = chance.draw(own, "zone", len(zones))  # of equals any
    turned = zones[first:] + zones[:first]
    return max(
        turned,
        key=lambda zone: evidence.yes(
            view, index, bits, kind=kind, zone=zone
        ).bit_count(),
    )


def _overlooked(view: PublicView, mind: Mind, seed: bytes) -> PublicView:
    """Return what a seeker thinks that it sees: some NO tokens are not thought of."""
    if not mind.overlooks:
        return view
    return replace(view, covered=tuple(_less(view, mind, seed)))


def _less(view: PublicView, mind: Mind, seed: bytes) -> Iterator[Counts]:
    """Yield by zone the NO tokens that are thought of."""
    for at, row in enumerate(view.covered):
        label = f"{view.round} {at}"
        red, yellow, blue, green = (
            no * (chance.draw(seed, f"{label} {kind}", SIXTEEN) >= mind.overlooks)
            for kind, no in enumerate(row)
        )
        yield red, yellow, blue, green


@lru_cache(maxsize=32)
def _vocabulary(language: Language, length: int, mind: Mind, seed: bytes) -> int:
    """Return the words that a seeker knows: of each level its share."""
    size = index_of(language, length).all.bit_length()
    pairs = zip(bands_of(language, length), mind.knows, strict=True)
    return sum(band & _share(seed, size, count) for band, count in pairs)


def _share(seed: bytes, size: int, count: int) -> int:
    """Return *size* random bits of which *count* of 16 are set."""
    if count >= SIXTEEN:
        return (1 << size) - 1
    bytes_each = (size + 7) // 8
    drawn = hashlib.shake_256(seed + b"words").digest(4 * bytes_each)
    planes = [
        int.from_bytes(drawn[at * bytes_each : (at + 1) * bytes_each])
        for at in range(4)
    ]
    return _below(planes, count)


def _below(planes: Sequence[int], count: int) -> int:
    """Return where the numbers whose bits are *planes*, high to low, are below it."""
    less, equal = 0, -1
    for at, plane in enumerate(planes):
        if count >> (3 - at) & 1:
            less |= equal & ~plane
            equal &= plane
        else:
            equal &= ~plane
    return less

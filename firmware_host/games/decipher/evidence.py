"""
What the answers of a round tell about its word, and the hints and bots that use it.

All of it follows from the public view and a list of words; nothing here knows the word.
"""

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from math import perm

from firmware_host.board.messages import Refused
from firmware_host.board.pieces import BOARD, KINDS, Counts, Kind, Millis, Seat, Zone
from firmware_host.board.record import Record
from firmware_host.games import chance
from firmware_host.games.bots import EASY, FAIR, SEED_BYTES, SHARP, Move
from firmware_host.games.chance import SIXTEEN, draw_index
from firmware_host.games.contract import Header
from firmware_host.games.decipher.rules import (
    BONUS_PIECES,
    LEFT,
    ZONE,
    Action,
    Ask,
    Guess,
    Hinted,
    Pass,
    Tap,
    price,
)
from firmware_host.games.decipher.view import PublicView
from firmware_host.games.views import SeatView, View
from firmware_host.words.alphabet import Alphabet
from firmware_host.words.index import WordIndex, bands_of, index_of
from firmware_host.words.language import Language
from firmware_host.words.levels import READILY


def fitting(view: PublicView, index: WordIndex) -> int:
    """
    Return the words of *index* that would have been answered as this one was.

    Each Yes, each No, each kind handed over, whether three pieces or more are hidden,
    and each wrong guess count. Where the board has drawn the word from this very list,
    it is none of those that it has shown before.

    Args:
        view: What everybody may know, in a round.
        index: The words that are thought of, of the view's length.
    """
    left = index.all
    for at, (placed, covered) in enumerate(zip(view.placed, view.covered, strict=True)):
        for kind in KINDS:
            has = placed[kind.place]
            if has:
                left &= index.needs(at, kind, has)
            if covered[kind.place]:
                left &= ~index.needs(at, kind, has + 1)
    handed = handed_over(view)
    if view.holding is not None:
        left &= index.kind_total(view.holding, handed[view.holding.place])
    left &= _hidden(view, index, handed)
    left &= ~index.bits(word for _, word in view.guesses)
    return left & ~_shown(view, index)


def handed_over(view: PublicView) -> Counts:
    """Return how many pieces of each kind have been handed over in this round."""
    red, yellow, blue, green = map(sum, zip(*view.placed, strict=True))
    counts = [red, yellow, blue, green]
    if view.holding is not None:
        counts[view.holding.place] += 1
    return counts[0], counts[1], counts[2], counts[3]


def words_with_yes(
    view: PublicView, index: WordIndex, bits: int, *, kind: Kind, zone: Zone
) -> int:
    """Return those of *bits* for which a piece of *kind* would be a Yes in a zone."""
    at = zone - view.first_zone
    return bits & index.needs(at, kind, view.placed[at][kind.place] + 1)


def by_order(view: PublicView, alphabet: Alphabet, word: str) -> float:
    """
    Return how likely the board is to have handed over these kinds for *word*.

    Each hidden piece is as likely to be next as any other, so what counts is how many
    of each kind have come, and not in which order. A person's choice tells nothing: 1.

    Args:
        view: What everybody may know.
        alphabet: The pieces of each letter.
        word: One that fits.
    """
    if view.maker != BOARD:
        return 1.0
    handed, has = handed_over(view), alphabet.pieces(word)
    ways = 1
    for come, there in zip(handed, has, strict=True):
        ways *= perm(there, come)
    return ways / perm(sum(has), sum(handed))


def _hidden(view: PublicView, index: WordIndex, handed: Counts) -> int:
    """Return the words of which as many pieces may be hidden as the view says."""
    if view.hidden is not None:
        pieces = sum(handed) + view.hidden
        return index.pieces_total(pieces) & ~index.pieces_total(pieces + 1)
    laid = sum(map(sum, view.placed))
    return index.pieces_total(laid + BONUS_PIECES + 1)


def _shown(view: PublicView, index: WordIndex) -> int:
    """Return the words that the board has shown and does not draw again."""
    if not index.drawn or view.maker != BOARD:
        return 0
    shown = index.bits(result.word for result in view.results)
    return 0 if shown == index.all else shown


# --- hints -------------------------------------------------------------------

# Source: docs/rules/decipher.md, "Hints"; a ruling of ours.


def make_hint(
    view: PublicView, language: Language, level: str, *, by: Seat, about: str
) -> Hinted | Refused:
    """
    Return a hint, or why there is none.

    It goes by all words that the board could have drawn, where the board makes them;
    where a person has made this one, by all that may be played.

    Args:
        view: What everybody may know, in a round.
        language: The one that is played.
        level: Which words the board draws.
        by: Who asks, a seeker in the round.
        about: One of `state.ABOUT`.
    """
    drawn = level if view.maker == BOARD else None
    index = index_of(language, view.length, drawn)
    fits = fitting(view, index)
    costs = price(about, view.length)
    if about == LEFT:
        return Hinted(by, about, costs, left=fits.bit_count())
    if not fits:
        return Refused("hint-no-words")
    if about == ZONE:
        kind = view.holding
        if kind is None:
            return Refused("no-piece")
        return Hinted(by, about, costs, at=_likeliest_zone(view, index, fits, kind))
    found = _excluded_letter(view, language, index, fits)
    if found is None:
        answered = any(map(any, (*view.placed, *view.covered)))
        return Refused("hint-none" if answered else "hint-early")
    zone, letter = found
    return Hinted(by, about, costs, at=zone, letter=letter)


def _likeliest_zone(view: PublicView, index: WordIndex, fits: int, kind: Kind) -> Zone:
    """Return the zone where most words want a piece; of equals the first."""
    zones = map(Zone, view.question.answers)
    return max(
        zones,
        key=lambda zone: words_with_yes(
            view, index, fits, kind=kind, zone=zone
        ).bit_count(),
    )


def _excluded_letter(
    view: PublicView, language: Language, index: WordIndex, fits: int
) -> tuple[Zone, str] | None:
    """
    Return the letter that is worth most to be rid of, with its zone; None for none.

    The pieces in the zone allow it, no word that fits has it there. Of all such it is
    the one that words most often have there, among those that the pieces allow.
    """
    told = {(zone, letter) for *_, zone, letter in view.hinted}
    best, most = None, 0.0
    usual = _letter_counts(index, "".join(filter(str.isalpha, language.tiles)))
    for at, (placed, covered) in enumerate(zip(view.placed, view.covered, strict=True)):
        zone, builds = Zone(view.first_zone + at), language.alphabet.builds
        allowed = {
            letter: count
            for letter, count in usual[at]
            if _may_be(builds[letter], placed, covered)
        }
        everything = sum(allowed.values())
        for letter, count in allowed.items():
            new = (zone, letter) not in told
            share = count / everything
            if new and share > most and not fits & index.letter(at, letter):
                best, most = (zone, letter), share
    return best


def _may_be(build: Counts, placed: Counts, covered: Counts) -> bool:
    """Tell whether a letter can become of the pieces that lie in a zone."""
    return all(
        needs == has if no else needs >= has
        for needs, has, no in zip(build, placed, covered, strict=True)
    )


@lru_cache(maxsize=4)
def _letter_counts(
    index: WordIndex, letters: str
) -> tuple[tuple[tuple[str, int], ...], ...]:
    """Return by place each letter with the number of words that have it there."""
    return tuple(
        tuple(
            (letter, count)
            for letter in letters
            if (count := index.letter(at, letter).bit_count())
        )
        for at in range(index.length)
    )


# --- a seeker ----------------------------------------------------------------

# The same `Mind` in the same round does the same twice.

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


def choose_action(
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
    best, sure = likeliest_word(view, header, bits, mind.readily)
    guesses = view.tokens[seat] > 0
    if guesses and best and sure >= mind.dares:
        return Guess(seat, best)
    if view.holding is not None:
        return Tap(_choose_zone(view, index, bits, mind, own), view.holding)
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
    seen = fitting(_overlooked(view, mind, seed), index)
    known = seen & _vocabulary(header.language, header.length, mind, seed)
    return known or fitting(view, index)


def likeliest_word(
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
        word: prior * by_order(view, language.alphabet, word)
        for band, prior in zip(bands_of(language, length), readily, strict=True)
        for word in index.list(bits & band)
    }
    best = max(weights, key=weights.__getitem__)
    return best, weights[best] / sum(weights.values())


def _choose_zone(
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
        key=lambda zone: words_with_yes(
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


# --- bots --------------------------------------------------------------------

# The weakest plays like a child of eight, who was described first: docs/difficulty.md.

#: How well each seeks, the weakest first.
MINDS: Mapping[str, Mind] = {
    EASY: Mind(knows=(12, 6, 2, 0), overlooks=6, slips=6, dares=0.2),
    FAIR: Mind(knows=(15, 11, 6, 1), readily=READILY, overlooks=3, slips=4, dares=0.3),
    SHARP: Mind(readily=(64, 32, 16, 1), dares=0.2),
}

#: It thinks at least so long, and at most so much longer.
THINKS_MS, LONGER_MS = 1500, 2000


def bot(view: View, header: Header, strength: str, chance: bytes, /) -> Move | None:
    """Return `Game.bot`: what the seeker at that seat does on its turn."""
    seen = view.public if isinstance(view, SeatView) else view
    if not isinstance(view, SeatView) or not isinstance(seen, PublicView):
        return None
    if seen.turn != view.seat:
        return None
    if view.seat not in seen.seekers:
        return None
    mind, seed = MINDS[strength], chance[:SEED_BYTES]
    action = choose_action(seen, header, view.seat, mind, seed)
    if action is None:
        return None
    return Move(action, Millis(THINKS_MS + draw_index(chance, LONGER_MS, 0)))

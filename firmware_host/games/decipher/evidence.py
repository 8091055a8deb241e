"""
What the answers of a round tell about its word: which words still fit, and how well.

All of it follows from the public view and a list of words; nothing here knows a word.
"""

from math import perm

from firmware_host.board.pieces import BOARD, KINDS, Counts, Kind, Zone
from firmware_host.games.decipher.state import BONUS_PIECES
from firmware_host.games.decipher.view import PublicView
from firmware_host.words.alphabet import Alphabet
from firmware_host.words.index import WordIndex


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


def yes(
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

"""
The words that a hand can lay with the open row, and how each is laid best.

All of it follows from the view of the seat that holds the hand, and a list of words.
"""

from collections import Counter
from functools import lru_cache

from firmware_host.board.pieces import ZONES, Zone
from firmware_host.games.analysis import FEW, Insight, Left
from firmware_host.games.contract import Header, SeatView, public_of
from firmware_host.games.keyword.actions import BLANK, Cards, Lay
from firmware_host.games.keyword.state import FREE
from firmware_host.games.keyword.view import PlayerView, PublicView
from firmware_host.words.language import Language
from firmware_host.words.longest import LayIndex
from firmware_host.words.wide import WideList


@lru_cache(maxsize=1)
def every_word(language: Language) -> LayIndex:
    """Return all words of a language for games of cards."""
    wide = language.wide
    words = wide if isinstance(wide, WideList) else tuple(sorted(wide))
    return LayIndex(words, language.unfit)


def layable(view: PlayerView, index: LayIndex) -> int:
    """
    Return the words of *index* that the hand can lay now, with one card of it at least.

    Args:
        view: Of the seat that holds the hand, in a round; where cards are real, nobody
            knows a hand, and none is laid.
        index: The words that are thought of.
    """
    cards = (*view.hand, *_row(view))
    letters = "".join(card for card in cards if card not in (BLANK, FREE))
    bits = index.laid(letters, cards.count(BLANK))
    return bits if BLANK in view.hand else bits & index.having(view.hand)


def longest(view: PlayerView, index: LayIndex) -> tuple[str, ...]:
    """Return the longest words that the hand can lay; of equals all."""
    return index.longest(layable(view, index))


def laying(view: PlayerView, word: str) -> Lay | None:
    """
    Return how the hand lays *word* with most blue cards; None where it cannot.

    Source: rules, part 5: of words equally long the one with more blue cards wins, and
    one orange card is needed.

    Args:
        view: Of the seat that holds the hand, in a round.
        word: Folded.
    """
    blue = _blue(view, word)
    if all(blue):
        blue[_given_up(view, word)] = 0
    hand, blanks = Counter(view.hand), []
    for place, letter in enumerate(word, 1):
        if blue[place - 1]:
            continue
        card = letter if hand[letter] else BLANK
        if not hand[card]:
            return None
        hand[card] -= 1
        blanks += [place] * (card == BLANK)
    return Lay(view.seat, word, tuple(blue), tuple(blanks))


def _blue(view: PlayerView, word: str) -> list[int]:
    """Return the zone of each letter's blue card; 0 where one of the hand is left."""
    zones: dict[str, list[Zone]] = {}
    for zone, card in zip(ZONES, _row(view), strict=True):
        zones.setdefault(card, []).append(zone)
    hand, own, lacking = Counter(view.hand), [], []
    blue = [0] * len(word)
    for at, letter in enumerate(word):
        if zones.get(letter):
            blue[at] = zones[letter].pop(0)
        elif hand[letter]:
            hand[letter] -= 1
            own.append(at)
        else:
            lacking.append(at)
    for at, zone in zip((*lacking, *own), zones.get(BLANK, ()), strict=False):
        blue[at] = zone
    return blue


def _given_up(view: PlayerView, word: str) -> int:
    """Return the place of a letter that the hand has, from 0; else any."""
    return next((at for at, letter in enumerate(word) if letter in view.hand), 0)


def _row(view: PlayerView) -> Cards:
    public: PublicView = public_of(view)
    return public.row


def hindsight(views: tuple[SeatView, ...], header: Header) -> Insight | None:
    """Return the longest words of each hand in a round; None if hands are unknown."""
    index = every_word(header.language)
    hands = [one for one in views if isinstance(one, PlayerView) and one.hand]
    each = []
    for one in hands:
        words = longest(one, index)
        each.append(Left(one.seat, len(words[0]) if words else 0, words[:FEW]))
    if not each:
        return None
    return Insight(None, 0, each=tuple(each), label="insight-longest")

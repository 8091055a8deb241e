"""
The words that a hand can lay with the open row, and a bot's choice among them.

Everything follows from the view of the hand's seat, and a list of words.
"""

from collections import Counter
from functools import lru_cache
from itertools import islice

from firmware_host.board.pieces import ZONES, Millis, Zone
from firmware_host.board.record import Record
from firmware_host.games.analysis import FEW, Insight, Left
from firmware_host.games.bots import EASY, FAIR, SHARP, Move
from firmware_host.games.chance import SIXTEEN, draw
from firmware_host.games.contract import Header
from firmware_host.games.keyword.rules import BLANK, FREE, Action, Claim, Lay, Pass
from firmware_host.games.keyword.view import PlayerView
from firmware_host.games.views import View
from firmware_host.words.language import Language
from firmware_host.words.levels import EASY as FIRST_WORDS, FREQUENT
from firmware_host.words.lexicon import LONGEST, SHORTEST
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
    Return the words of *index* that the hand can lay now, with one card or more of it.

    Args:
        view: The view of the hand's seat in a round; with real cards the hand is
            unknown, so no word is found.
        index: The words to search.
    """
    cards = (*view.hand, *view.public.row)
    letters = "".join(card for card in cards if card not in (BLANK, FREE))
    bits = index.laid(letters, cards.count(BLANK))
    return bits if BLANK in view.hand else bits & index.having(view.hand)


def longest(view: PlayerView, index: LayIndex) -> tuple[str, ...]:
    """Return the longest words that the hand can lay; in a tie all of them."""
    return index.longest(layable(view, index))


def laying(view: PlayerView, word: str) -> Lay | None:
    """
    Return the action that lays `word` with the most blue cards; None if impossible.

    Source: rules, part 5: of words of equal length the one with more blue cards wins,
    and one orange card is required.

    Args:
        view: The view of the hand's seat in a round.
        word: The word, folded.
    """
    blue = _blue(view, word)
    if all(blue):
        # One letter must come from the hand.
        own = (at for at, letter in enumerate(word) if letter in view.hand)
        blue[next(own, 0)] = 0
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
    """Return the zone of each letter's blue card; 0 for a card of the hand."""
    zones: dict[str, list[Zone]] = {}
    for zone, card in zip(ZONES, view.public.row, strict=True):
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


def hindsight(views: tuple[View, ...], header: Header) -> Insight | None:
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


# --- bots --------------------------------------------------------------------

#: The most words of one length that are compared, since jokers allow many.
COMPARED = 50

#: A random extra thinking time of up to this many ms, so that bots are not regular.
WAVERS_MS = 3000

#: After a player has laid or passed, a bot thinks no longer than this, in ms, so that
#: nobody has to wait long.
HURRIES_MS = 4000

#: The same in ms after two or more players have laid or passed: several bots think at
#: the same time, so the next one is ready soon after.
FOLLOWS_MS = 800


class Mind(Record):
    """
    The skill of a bot: the share of words that it knows, and its choices.

    Args:
        knows: The lists with the words that it knows; empty for all words that the
            board draws.
        finds: The number of layable words out of 16 that it finds.
        thinks_ms: Its thinking time in ms, if the sand timer allows it.
    """

    knows: tuple[str, ...] = ()
    finds: int = SIXTEEN
    thinks_ms: int = 10_000


#: The skill of each strength.
MINDS = {
    EASY: Mind((FIRST_WORDS, FREQUENT), finds=3, thinks_ms=16_000),
    FAIR: Mind(finds=4, thinks_ms=13_000),
    SHARP: Mind(),
}


def bot(view: View, header: Header, strength: str, chance: bytes) -> Move | None:
    """Return the next move of a bot, or None while it waits for others."""
    if not isinstance(view, PlayerView):
        return None
    public = view.public
    if view.seat in public.claims:
        return Move(Claim(view.seat))
    if view.seat not in public.thinking:
        return None
    mind = MINDS[strength]
    ms = mind.thinks_ms + draw(chance, "thinks", WAVERS_MS)
    if public.sand_s:
        ms = min(ms, public.sand_s * 500)  # half of the time is left then
    if ready := len(public.laid) + len(public.passed):
        ms = min(ms, HURRIES_MS if ready == 1 else FOLLOWS_MS)
    return Move(choose_move(view, header, mind, chance), Millis(ms))


def choose_move(view: PlayerView, header: Header, mind: Mind, chance: bytes) -> Action:
    """
    Return the action of a bot: a word, or a pass with new cards.

    Args:
        view: The view of its seat in a round. With real cards its hand is unknown,
            and it passes.
        header: The settings of the game.
        mind: Its skill.
        chance: Random bytes of its own for this move.
    """
    index = known_words(header.language, mind.knows)
    for words in index.by_length(layable(view, index)):
        first = draw(chance, "first", len(words))
        turned = words[first:] + words[:first]
        come = (word for word in turned if draw(chance, word, SIXTEEN) < mind.finds)
        found = islice(come, COMPARED)
        ways = [lay for word in found if (lay := laying(view, word))]
        for lay in sorted(ways, key=lambda one: sum(map(bool, one.blue)), reverse=True):
            if lay.word in header.language.wide:
                return lay
    return Pass(view.seat, view.hand)


@lru_cache(maxsize=4)
def known_words(language: Language, lists: tuple[str, ...]) -> LayIndex:
    """Return an index of the words of some lists, or of all that the board draws."""
    known = [language.bands.get(one, language.common) for one in lists or ("",)]
    lengths = range(SHORTEST, LONGEST + 1)
    words = {word for one in known for size in lengths for word in one.words(size)}
    return LayIndex(tuple(sorted(words)), language.unfit)

"""
A player of the board's in KEYWORD: which word of its hand comes to it.

It looks for the longest word, and of equals for the one with most blue cards; which of
them it finds is its `Mind`.
"""

from functools import lru_cache
from itertools import islice

from firmware_host.board.pieces import Millis
from firmware_host.board.record import Record
from firmware_host.games.bots import EASY, FAIR, SHARP, Move
from firmware_host.games.chance import SIXTEEN, draw
from firmware_host.games.contract import Header, SeatView, public_of
from firmware_host.games.keyword.actions import Action, Claim, Lay, Pass
from firmware_host.games.keyword.evidence import layable, laying
from firmware_host.games.keyword.view import PlayerView, PublicView
from firmware_host.words.language import Language
from firmware_host.words.levels import EASY as FIRST_WORDS, FREQUENT
from firmware_host.words.lexicon import LONGEST, SHORTEST
from firmware_host.words.longest import LayIndex

#: Of more words of one length, as with two jokers, no more are compared.
COMPARED = 50

#: It thinks longer by up to so many ms, or bots would lay like clockwork.
WAVERS_MS = 3000

#: Once somebody has laid or passed, each bot that is missing thinks no longer than so
#: many ms: whoever is done has nothing to do meanwhile.
HURRIES_MS = 4000


class Mind(Record):
    """
    How well it plays.

    Args:
        knows: The lists whose words it knows; none for all that the board draws.
        finds: Of 16 words that its cards lay, how many come to it.
        thinks_ms: How long it looks for them, as far as there is sand.
    """

    knows: tuple[str, ...] = ()
    finds: int = SIXTEEN
    thinks_ms: int = 10_000


#: By strength.
MINDS = {
    EASY: Mind((FIRST_WORDS, FREQUENT), finds=3, thinks_ms=16_000),
    FAIR: Mind(finds=4, thinks_ms=13_000),
    SHARP: Mind(),
}


def bot(view: SeatView, header: Header, strength: str, chance: bytes) -> Move | None:
    """Return what a player does next; None where it waits for others."""
    public: PublicView = public_of(view)
    if not isinstance(view, PlayerView):
        return None
    if view.seat in public.claims:
        return Move(Claim(view.seat))
    if view.seat not in public.thinking:
        return None
    mind = MINDS[strength]
    ms = mind.thinks_ms + draw(chance, "thinks", WAVERS_MS)
    if public.sand_s:
        ms = min(ms, public.sand_s * 500)  # half of the sand is left then
    if public.laid or public.passed:
        ms = min(ms, HURRIES_MS)
    return Move(choose(view, header, mind, chance), Millis(ms))


def choose(view: PlayerView, header: Header, mind: Mind, chance: bytes) -> Action:
    """
    Return the word that a player lays, or that it passes and takes new cards.

    Args:
        view: What its seat sees, in a round; of real cards it sees none, and passes.
        header: What was settled before the game.
        mind: How well it plays.
        chance: Its own, of this move.
    """
    index = known_words(header.language, mind.knows)
    for words in index.by_length(layable(view, index)):
        first = draw(chance, "first", len(words))
        turned = words[first:] + words[:first]
        come = (word for word in turned if draw(chance, word, SIXTEEN) < mind.finds)
        found = islice(come, COMPARED)
        ways = [lay for word in found if (lay := laying(view, word))]
        for lay in sorted(ways, key=_blue, reverse=True):
            if lay.word in header.language.wide:
                return lay
    return Pass(view.seat, view.hand)


@lru_cache(maxsize=4)
def known_words(language: Language, lists: tuple[str, ...]) -> LayIndex:
    """Return the words of some lists, or all that the board draws, of any length."""
    known = [language.bands.get(one, language.common) for one in lists or ("",)]
    lengths = range(SHORTEST, LONGEST + 1)
    words = {word for one in known for size in lengths for word in one.words(size)}
    return LayIndex(tuple(sorted(words)), language.unfit)


def _blue(lay: Lay) -> int:
    return sum(map(bool, lay.blue))

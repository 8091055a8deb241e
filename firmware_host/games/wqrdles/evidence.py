"""
Which words the hidden word of somebody can be, after all that everybody has seen.

All of it follows from a view and a list of words; nothing here knows a word.
"""

from firmware_host.board.pieces import Seat
from firmware_host.games.contract import public_of
from firmware_host.games.wqrdles.view import PlayerView, PublicView
from firmware_host.words.fitting import beside, marked
from firmware_host.words.index import WordIndex

#: Words with one of these are no secrets. Source: rules, part 4: letters A to Z.
_NO_LETTERS = "'-"


def fitting(view: PublicView | PlayerView, owner: Seat, index: WordIndex) -> int:
    """
    Return the words of *index* that would have been answered as *owner*'s was.

    Marks, sequence clues and wrong attempts count; a word that was found is the only
    one that fits.

    Args:
        view: In a round; everybody's, or that of a seat.
        owner: Whose word.
        index: The words that are thought of, whether or not the box can lay them.
    """
    public: PublicView = public_of(view)
    for seat, word, _ in public.found:
        if seat == owner:
            return index.bits((word,))
    bits = index.all
    for at in range(index.length):
        for sign in _NO_LETTERS:
            bits &= ~index.letter(at, sign)
    for _, query, answers in public.rows:
        for seat, marks, clue in answers:
            if seat == owner:
                bits = marked(index, bits, query, marks)
                bits = beside(index, bits, query, clue)
    return bits & ~index.bits(word for of, word in public.missed if of == owner)

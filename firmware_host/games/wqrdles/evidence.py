"""
Which words the hidden word of somebody can be, after all that everybody has seen.

All of it follows from a view and a list of words; nothing here knows a word.
"""

from firmware_host.board.pieces import Seat
from firmware_host.games.analysis import FEW, Insight, Left
from firmware_host.games.contract import Header, public_of
from firmware_host.games.wqrdles.view import PlayerView, PublicView
from firmware_host.words.fitting import beside, marked
from firmware_host.words.index import WordIndex, index_of

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


def insight(
    before: object, _action: object, after: object, header: Header
) -> Insight | None:
    """Return the words possible for each secret after a full row; else None."""
    if not (isinstance(before, PublicView) and isinstance(after, PublicView)):
        return None
    if len(after.rows) != len(before.rows) + 1:
        return None
    index = index_of(header.language, header.length, laid=False)
    each = tuple(
        left_of(after, owner, index)
        for owner in sorted(after.seats)
        if all(owner != seat for seat, *_ in after.found)
    )
    if not each:
        return None
    fewest = min(one.left for one in each)
    return Insight(None, fewest, each=each, label="insight-left-each")


def left_of(view: PublicView, owner: Seat, index: WordIndex) -> Left:
    """Return how many words can be a seat's secret, and which, if few."""
    bits = fitting(view, owner, index)
    few = index.list(bits) if bits.bit_count() <= FEW else ()
    return Left(owner, bits.bit_count(), few)

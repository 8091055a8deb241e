"""
What hits tell of three hidden cards: which cards each of them can be.

All of it follows from a view: what everybody saw, and what that seat alone knows. The
deck is the bits of a number, its first card the lowest one.
"""

from collections.abc import Iterator
from itertools import product
from math import log2

from firmware_host.board.pieces import Seat
from firmware_host.games.analysis import FEW, Insight
from firmware_host.games.codecards.rules import (
    COLUMNS,
    DECK,
    WIDTH,
    Pile,
    PlayingCard,
    facing,
    is_hit,
    other,
)
from firmware_host.games.codecards.view import PlayerView, PublicView
from firmware_host.games.contract import Header

#: For each place of a row, from its owner's left, the cards that it can hide.
Places = tuple[int, ...]

_BIT = {card: 1 << at for at, card in enumerate(DECK)}

_EVERY = (1 << len(DECK)) - 1

#: By card on top, the hidden cards for which it is a hit.
_HIT = {
    top: sum(_BIT[hidden] for hidden in DECK if is_hit(top, hidden)) for top in DECK
}


def fitting(view: PublicView | PlayerView, owner: Seat) -> Places:
    """
    Return the cards that each hidden card of *owner* can be, as far as *view* tells.

    Every answer of that row counts, and that a card which lies open, or which the seat
    of the view holds or has hidden, is no other's. What the answers of the other row
    tell is left out: whose view it is has that row before it.

    Args:
        view: Everybody's, or the one of the seat that seeks.
        owner: Whose row.
    """
    public = view.public if isinstance(view, PlayerView) else view
    free = _EVERY & ~_bits(_known(view, owner))
    places = [free] * WIDTH
    for column, answered in zip(COLUMNS, public.answered[other(owner)], strict=True):
        at = facing(column) - 1
        for card, hit in answered:
            places[at] &= _HIT[card] if hit else ~_HIT[card]
    return tuple(places)


def count(places: Places) -> int:
    """Return how many codes `codes` would yield."""
    one, two, three = places
    sizes = [place.bit_count() for place in places]
    twice = (
        (one & two).bit_count() * sizes[2]
        + (one & three).bit_count() * sizes[1]
        + (two & three).bit_count() * sizes[0]
    )
    return sizes[0] * sizes[1] * sizes[2] - twice + 2 * (one & two & three).bit_count()


def codes(places: Places) -> Iterator[Pile]:
    """Yield every code that fits: a card for each place, and no card twice."""
    for code in product(*map(cards, places)):
        if len({*code}) == WIDTH:
            yield code


def cards(bits: int) -> Pile:
    """Return the cards of *bits*, in the deck's order."""
    return tuple(card for card in DECK if _BIT[card] & bits)


def _known(view: PublicView | PlayerView, owner: Seat) -> set[PlayingCard]:
    """Return the cards that are somewhere else than in the row of *owner*."""
    public = view.public if isinstance(view, PlayerView) else view
    known = {card for row in public.tops for card in row if card is not None}
    for row in public.answered:
        known |= {card for pile in row for card, _ in pile}
    if isinstance(view, PlayerView):
        known |= {*view.hand}
        if view.seat != owner:
            known |= {card for card in view.code if card is not None}
    return known


def _bits(some: set[PlayingCard]) -> int:
    return sum(_BIT[card] for card in some)


def insight(
    before: object, _action: object, after: object, _header: Header
) -> Insight | None:
    """Return the number of codes still possible after a turn; None if no turn ended."""
    if not (isinstance(before, PublicView) and isinstance(after, PublicView)):
        return None
    seat = before.turn
    if seat is None or after.fresh != seat or before.fresh == seat:
        return None
    was, places = count(fitting(before, other(seat))), fitting(after, other(seat))
    left = count(places)
    bits = log2(was / left) if was > left > 0 else 0.0
    few = tuple(map(" ".join, codes(places))) if left <= FEW else ()
    return Insight(None, left, bits, words=few, label="insight-left-codes")

"""
The codes that are still possible, given the hits so far.

Everything follows from a view: public events, and what one seat alone knows. A set of
cards is an `int` with one bit for each card of the deck, the first card lowest.
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

#: For each place of a row, from its owner's left, the set of possible cards.
Places = tuple[int, ...]

_BIT = {card: 1 << at for at, card in enumerate(DECK)}

_EVERY = (1 << len(DECK)) - 1

#: For each card on top, the set of hidden cards for which it is a hit.
_HIT = {
    top: sum(_BIT[hidden] for hidden in DECK if is_hit(top, hidden)) for top in DECK
}


def fitting(view: PublicView | PlayerView, owner: Seat) -> Places:
    """
    Return for each hidden card of `owner` the set of cards that it can be.

    Each place is computed alone, so a card may be in the sets of several places. A card
    is possible if it agrees with all hits and misses at that place. Cards that are or
    were on top of a pile are excluded, as are the viewer's hand and the viewer's own
    hidden cards. Answers about the other player's hidden cards are not used.

    Args:
        view: The public view, or the view of the seat that seeks.
        owner: The owner of the row.
    """
    public = view.public if isinstance(view, PlayerView) else view
    free = _EVERY & ~sum(_BIT[card] for card in _known(view, owner))
    places = [free] * WIDTH
    for column, answered in zip(COLUMNS, public.answered[other(owner)], strict=True):
        at = facing(column) - 1
        for card, hit in answered:
            places[at] &= _HIT[card] if hit else ~_HIT[card]
    return tuple(places)


def count(places: Places) -> int:
    """Return the number of codes that `codes` would yield for these places."""
    one, two, three = places
    sizes = [place.bit_count() for place in places]
    twice = (
        (one & two).bit_count() * sizes[2]
        + (one & three).bit_count() * sizes[1]
        + (two & three).bit_count() * sizes[0]
    )
    return sizes[0] * sizes[1] * sizes[2] - twice + 2 * (one & two & three).bit_count()


def codes(places: Places) -> Iterator[Pile]:
    """Yield every possible code: a card for each place, without duplicates."""
    for code in product(*map(cards, places)):
        if len({*code}) == WIDTH:
            yield code


def cards(bits: int) -> Pile:
    """Return the cards of the set `bits`, in the deck's order."""
    return tuple(card for card in DECK if _BIT[card] & bits)


def _known(view: PublicView | PlayerView, owner: Seat) -> set[PlayingCard]:
    """Return the cards that cannot be in the row of `owner`."""
    public = view.public if isinstance(view, PlayerView) else view
    known = {card for row in public.tops for card in row if card is not None}
    for row in public.answered:
        known |= {card for pile in row for card, _ in pile}
    if isinstance(view, PlayerView):
        known |= {*view.hand}
        if view.seat != owner:
            known |= {card for card in view.code if card is not None}
    return known


def insight(
    before: object, _action: object, after: object, _header: Header
) -> Insight | None:
    """
    Return how many codes the other player can still have after a turn.

    None if the action has not ended a turn.
    """
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

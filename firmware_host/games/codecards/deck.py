"""The 52 cards of Code cards, and where their columns are on the board."""

from typing import NewType, Self

from firmware_host.board import catalogue
from firmware_host.board.faces import RANKS, CardFace
from firmware_host.board.messages import Message
from firmware_host.board.pieces import Card, Seat, Zone

#: A column of the player who acts, 1 to 3 from that player's left.
Column = NewType("Column", int)

#: A hidden card's place in its row, 1 to 3 from its owner's left.
Place = NewType("Place", int)

#: Source: rules, part 3: three hidden cards in a row, and as many columns.
WIDTH = 3

COLUMNS = tuple(Column(number) for number in range(1, WIDTH + 1))
PLACES = tuple(Place(number) for number in range(1, WIDTH + 1))

#: Source: rules, part 3: a hand of six.
HAND = 6

#: Who deals, by the house rule `cards`: the board, or people with real cards. A game
#: from before there was that rule has neither: whoever holds a card names it.
DEALT, REAL = "dealt", "real"

#: The two players, by seat.
BOTH = (Seat(0), Seat(1))


#: What a suit is called, by its letter in a card's name.
SUITS = {suit[0].upper(): suit for suit in catalogue.SUITS}


class PlayingCard(str):
    """
    A card of the deck: its rank and the first letter of its suit, such as ``10S``.

    `rank` is 1 for the ace to 13 for the king, `suit` what its tag is called.

    Source: rules, part 3: 52 cards, four suits, ace to king.

    Raises:
        ValueError: No card is called so.
    """

    __slots__ = ("rank", "suit")

    rank: int
    suit: str

    def __new__(cls, name: str) -> Self:
        """Make a card of its name."""
        rank, letter = name[:-1], name[-1:]
        if rank not in RANKS or letter not in SUITS:
            msg = f"no card is called {name!r}"
            raise ValueError(msg)
        card = super().__new__(cls, name)
        card.rank, card.suit = RANKS.index(rank) + 1, SUITS[letter]
        return card


#: Every card, clubs first, each suit from the ace.
DECK = tuple(PlayingCard(rank + letter) for letter in SUITS for rank in RANKS)

#: Some cards in their order: hidden ones from their owner's left.
Pile = tuple[PlayingCard, ...]

#: The deck as it is enrolled: ``card-clubs-1`` to ``card-spades-13``.
ITEMS = catalogue.deck()

_BY_ITEM = dict(zip(ITEMS, DECK, strict=True))


def of_item(item: Card) -> PlayingCard | None:
    """Return the playing card that a tagged card is; None where it is another one."""
    return _BY_ITEM.get(item)


def is_hit(top: PlayingCard, hidden: PlayingCard) -> bool:
    """
    Tell whether a penny goes on *hidden*.

    Source: rule book, "Evaluate Hidden Cards": the suit or the number is the same.
    """
    return top.suit == hidden.suit or top.rank == hidden.rank


def other(seat: Seat) -> Seat:
    """Return who sits opposite *seat*."""
    return Seat(1 - seat)


def facing(column: Column) -> Place:
    """
    Return which card of its owner lies behind a column of the player who acts.

    Source: rules, part 3: acting column c faces the owner's card 4 - c.
    """
    return Place(WIDTH + 1 - column)


def zone_of(owner: Seat, place: Place) -> Zone:
    """
    Return the zone of a hidden card, and of the pile before it.

    Seat 0 has zones 1 to 3 from the left; seat 1 sits opposite, so its own left is
    zone 6. Each of them finds the other's row by going on to the right.
    """
    return Zone(place if owner == BOTH[0] else 2 * WIDTH + 1 - place)


def place_of(zone: Zone) -> tuple[Seat, Place]:
    """Return whose hidden card a zone, 1 to 6, belongs to, and which one it is."""
    if zone <= WIDTH:
        return BOTH[0], Place(zone)
    return BOTH[1], Place(2 * WIDTH + 1 - zone)


def write_codes(codes: tuple[Pile, Pile]) -> str:
    """Return both codes as the commitment promises them: seat 0's three, then 1's."""
    return " ".join(card for code in codes for card in code)


def read_codes(codes: str) -> tuple[str, ...]:
    """Return what `write_codes` wrote as a row for each seat."""
    cards = codes.split()
    return (" ".join(cards[:WIDTH]), " ".join(cards[WIDTH:]))


def name_of(card: PlayingCard) -> Message:
    """Return what a card is called, for people."""
    return catalogue.name_of(Card(card.suit, card.rank))


def drawn(card: PlayingCard) -> CardFace:
    """Return how a card is drawn in a zone."""
    return CardFace(RANKS[card.rank - 1], card.suit)


#: What a card is named by: its rank, then its suit.
NAMED_BY = (RANKS, tuple(SUITS))

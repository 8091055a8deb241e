"""
Items that can carry a tag: letter pieces, letter tiles and cards, and their names.

The written name of an item is ``red-3``, ``tile-A-2``, ``start-NAME``, or for any other
card ``card-joker``.
"""

import re
from collections.abc import Iterable, Mapping

from firmware_host.board.faces import RANKS
from firmware_host.board.messages import Message, say
from firmware_host.board.pieces import (
    KINDS,
    PIECES_IN_BOX,
    Card,
    Item,
    Kind,
    Piece,
    Tile,
)
from firmware_host.limits import ITEM_LETTERS

#: The parts of a full set, in the order in which they are laid out.
PARTS = ("pieces", "tiles", "cards")

#: Parts that some boxes lack; they are included only if asked for by name.
MORE = ("deck", "letters")

#: The names of playing cards; a card's number is its rank, 1 for the ace to 13.
SUITS = ("clubs", "diamonds", "hearts", "spades")

#: The names of letter cards by colour, such as ``orange-e``; ``?`` is a blank.
LETTERS: Mapping[str, Mapping[str, str]] = {
    colour: {
        f"{colour}-{'blank' if card == '?' else card.lower()}": card
        for card in "ABCDEFGHIJKLMNOPQRSTUVWXYZ?"
    }
    for colour in ("orange", "blue")
}
_LETTER_CARDS = {
    name: (colour, card)
    for colour, named in LETTERS.items()
    for name, card in named.items()
}

#: Separators and prefixes that phones and readers write in a UID.
_UID_MARKS = re.compile(r"0x|[\s:.,_-]", re.IGNORECASE)

_NUMBER = r"(?:-([1-9]\d?))?"
_PIECE = re.compile(f"({'|'.join(KINDS)}){_NUMBER}")
_TILE = re.compile(f"tile-([A-Za-z'-]){_NUMBER}")
_CARD = re.compile(f"(start-|card-)([a-z]+(?:-[a-z]+)*){_NUMBER}")


def pieces() -> tuple[Piece, ...]:
    """Return the letter pieces of the box, red 1 first."""
    return tuple(
        Piece(kind, number)
        for kind, count in zip(KINDS, PIECES_IN_BOX, strict=True)
        for number in range(1, count + 1)
    )


def tiles(counts: Mapping[str, int]) -> tuple[Tile, ...]:
    """
    Return the letter tiles of a language, A 1 first, signs such as ``-`` after Z.

    Args:
        counts: The number of tiles of each letter.
    """
    letters = sorted(counts, key=lambda letter: (not letter.isalpha(), letter))
    return tuple(
        Tile(letter, number)
        for letter in letters
        for number in range(1, counts[letter] + 1)
    )


def cards(games: Iterable[str]) -> tuple[Card, ...]:
    """Return the start card of each game."""
    return tuple(Card(f"start-{game}") for game in games)


def deck() -> tuple[Card, ...]:
    """Return 52 playing cards, clubs first, each suit from the ace."""
    ranks = range(1, len(RANKS) + 1)
    return tuple(Card(suit, rank) for suit in SUITS for rank in ranks)


def letters(counts: Mapping[str, Mapping[str, int]]) -> tuple[Card, ...]:
    """
    Return the letter cards of a language, orange A 1 first, the blanks after Z.

    Args:
        counts: By colour, the number of cards of each letter.
    """
    return tuple(
        Card(name, number)
        for colour, named in LETTERS.items()
        for name, card in named.items()
        for number in range(1, counts.get(colour, {}).get(card, 0) + 1)
    )


def full_set(
    counts: Mapping[str, int],
    games: Iterable[str],
    parts: Iterable[str] = PARTS,
    cards_of: Mapping[str, Mapping[str, int]] | None = None,
) -> tuple[Item, ...]:
    """
    Return the items of a full set, in the order in which they are laid out.

    Args:
        counts: The number of tiles of each letter.
        games: The games, each with a start card.
        parts: The parts to include, out of `PARTS` and `MORE`.
        cards_of: By colour, the number of letter cards of each letter.
    """
    whole: Mapping[str, tuple[Item, ...]] = {
        "pieces": pieces(),
        "tiles": tiles(counts),
        "cards": cards(games),
        "deck": deck(),
        "letters": letters(cards_of or {}),
    }
    wanted = frozenset(parts)
    return tuple(item for part in whole if part in wanted for item in whole[part])


def write_item(item: Item) -> str:
    """Return the written name of *item*, for files and typed commands."""
    match item:
        case Piece(kind=kind):
            name = str(kind)
        case Tile(letter=letter):
            name = f"tile-{letter}"
        case Card(name=name):
            name = name if name.startswith("start-") else f"card-{name}"
    return f"{name}-{item.number}" if item.number else name


def read_item(text: str) -> Item | None:
    """Return the item of a written name; None if there is no such item."""
    if len(text) > ITEM_LETTERS:
        return None
    if piece := _PIECE.fullmatch(text):
        return Piece(Kind(piece[1]), int(piece[2] or 0))
    if tile := _TILE.fullmatch(text):
        return Tile(tile[1].upper(), int(tile[2] or 0))
    if card := _CARD.fullmatch(text):
        name = card[2] if card[1] == "card-" else card[1] + card[2]
        return Card(name, int(card[3] or 0))
    return None


def read_uid(text: str) -> bytes | None:
    """Return the bytes of a hexadecimal UID such as ``04:A3``; None if invalid."""
    try:
        return bytes.fromhex(_UID_MARKS.sub("", text))
    except ValueError:
        return None


def name_of(item: Item) -> Message:
    """Return the name of *item* for people: ``red 3``, ``queen of hearts``."""
    match item:
        case Piece(kind=kind, number=number) if number:
            return say(f"item-{kind}", n=number)
        case Piece(kind=kind):
            return say(f"kind-{kind}")
        case Tile(letter=letter, number=number):
            return say("item-tile", letter=letter, n=number or "")
        case Card(name=name, number=number) if name in SUITS and number:
            rank, suit = say(f"rank-{number}"), say(f"suit-{name}")
            return say("card-name", rank=rank, suit=suit)
        case Card(name=name, number=number) if name in _LETTER_CARDS:
            colour, card = _LETTER_CARDS[name]
            return say(f"item-letter-{colour}", letter=card, n=number or "")
        case Card(name=name, number=number):
            return say("item-card", name=f"{name} {number}" if number else name)

"""The tags of the box's pieces and tiles and of the games' cards."""

import re
from collections.abc import Collection, Mapping
from zlib import crc32

from firmware_host.board import catalogue
from firmware_host.board.faces import RANKS
from firmware_host.board.pieces import KINDS, Card, Item, Kind, Piece, Tile
from firmware_host.games.catalogue import GAMES
from firmware_host.games.game import Engine

#: The first bytes of a simulated UID. Source: ISO/IEC 7816-6, 04 is a maker of tags.
_START = bytes((0x04, 0x4C, 0x5A))

#: The values of a UID's fourth byte for tiles and for cards; a piece has its kind
#: there.
_TILE, _CARD = 0x10, 0x20

#: Letter tiles of the box. Source: rules, part 1, "Material".
TILES: Mapping[str, int] = dict.fromkeys(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZ", 3
) | dict.fromkeys("-'", 2)

#: Playing cards as typed: a rank, also in German, and the suit's English initial or
#: sign.
_GERMAN = {"B": "J", "D": "Q"}
_SUITS = {
    **dict.fromkeys("C♣", "clubs"),
    **dict.fromkeys("D♦", "diamonds"),
    **dict.fromkeys("H♥", "hearts"),
    **dict.fromkeys("S♠", "spades"),
}
_PLAYING = re.compile(f"({'|'.join((*RANKS, *_GERMAN))})([{''.join(_SUITS)}])")


def uid_of(item: Item) -> bytes:
    """Return the UID of the tag on *item*, seven bytes."""
    match item:
        case Piece(kind=kind, number=number):
            return _START + bytes((KINDS.index(kind), number, 0, 0))
        case Tile(letter=letter, number=number):
            return _START + bytes((_TILE, number, ord(letter), 0))
        case Card(name=name, number=number):
            called = crc32(name.encode()) & 0xFFFF
            return _START + bytes((_CARD, number)) + called.to_bytes(2, "big")


def cards(games: Mapping[str, Engine] = GAMES) -> tuple[Card, ...]:
    """Return the cards of all games."""
    brought = (card for game in games.values() for card in game.CARDS)
    return tuple(dict.fromkeys(brought))


def tags(games: Mapping[str, Engine] = GAMES) -> Mapping[bytes, Item]:
    """Return the item of each simulated tag, by UID."""
    items: tuple[Item, ...] = (
        *catalogue.pieces(),
        *catalogue.tiles(TILES),
        *cards(games),
    )
    return {uid_of(item): item for item in items}


def card_of(text: str, games: Mapping[str, Engine] = GAMES) -> Card | None:
    """
    Return the card of a typed text, or None if there is no such card.

    Args:
        text: A playing card such as ``QH``, ``Q♥`` or ``D♥``; another card by its name,
            such as ``hearts-12``.
        games: The games, some of which have cards.
    """
    playing = _PLAYING.fullmatch(text.strip().upper())
    if playing:
        rank = RANKS.index(_GERMAN.get(playing[1], playing[1])) + 1
        return Card(_SUITS[playing[2]], rank)
    item = catalogue.read_item(f"card-{text.strip().casefold()}")
    return item if isinstance(item, Card) and item in cards(games) else None


def spare(kind: Kind, laid: Collection[Piece]) -> Piece:
    """
    Return the first piece of a kind that is not on the board.

    Args:
        kind: The kind.
        laid: The pieces on the board. If all of the kind are there, the last of them is
            returned, and the board will refuse it.
    """
    own = [piece for piece in catalogue.pieces() if piece.kind is kind]
    return next((piece for piece in own if piece not in laid), own[-1])

"""The box's 48 letter pieces and 82 letter tiles, each with a tag of its own."""

from collections.abc import Collection, Mapping

from firmware_host.board import catalogue
from firmware_host.board.pieces import KINDS, Item, Kind, Piece, Tile

#: How a simulated tag's UID begins. Source: ISO/IEC 7816-6, 04 is a maker of tags.
_START = bytes((0x04, 0x4C, 0x5A))

#: What stands where a piece has its kind, in the UID of a tile's tag.
_TILE = 0x10

#: Letter tiles of the box. Source: rules, part 1, "Material".
TILES: Mapping[str, int] = dict.fromkeys(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZ", 3
) | dict.fromkeys("-'", 2)


def uid_of(item: Piece | Tile) -> bytes:
    """Return the UID of the tag on *item*, seven bytes."""
    if isinstance(item, Tile):
        return _START + bytes((_TILE, item.number, ord(item.letter), 0))
    return _START + bytes((KINDS.index(item.kind), item.number, 0, 0))


def whole_set() -> tuple[Piece, ...]:
    """Return every piece of the box."""
    return catalogue.pieces()


def tags() -> Mapping[bytes, Item]:
    """Return which simulated tag is on which piece, or tile."""
    items: tuple[Piece | Tile, ...] = (*whole_set(), *catalogue.tiles(TILES))
    return {uid_of(item): item for item in items}


def spare(kind: Kind, laid: Collection[Piece]) -> Piece:
    """
    Return the piece of *kind* that a hand finds first beside the board.

    Args:
        kind: Which kind.
        laid: Pieces that lie on the board. Where all of the kind do, it is one of
            these: the board will say so.
    """
    own = [piece for piece in whole_set() if piece.kind is kind]
    return next((piece for piece in own if piece not in laid), own[-1])

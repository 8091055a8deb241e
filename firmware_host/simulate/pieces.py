"""The box's 48 letter pieces, each with a tag of its own."""

from collections.abc import Collection, Mapping

from firmware_host.board.pieces import KINDS, PIECES_IN_BOX, Kind, Piece

#: How a simulated tag's UID begins. Source: ISO/IEC 7816-6, 04 is a maker of tags.
_START = bytes((0x04, 0x4C, 0x5A))


def uid_of(piece: Piece) -> bytes:
    """Return the UID of the tag on *piece*, seven bytes."""
    return _START + bytes((KINDS.index(piece.kind), piece.number, 0, 0))


def whole_set() -> tuple[Piece, ...]:
    """Return every piece of the box."""
    return tuple(
        Piece(kind, number)
        for kind, count in zip(KINDS, PIECES_IN_BOX, strict=True)
        for number in range(1, count + 1)
    )


def tags() -> Mapping[bytes, Piece]:
    """Return which simulated tag is on which piece."""
    return {uid_of(piece): piece for piece in whole_set()}


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

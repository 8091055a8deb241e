"""Which tag is which piece: nobody else on the board knows a tag."""

from concurrent.futures import Future

from firmware_host.board.messages import Refused
from firmware_host.board.pieces import Piece
from firmware_host.journal.entries import Entry
from firmware_host.journal.store import Journal

#: A single-size UID that begins so is made up anew each time.
#: Source: ISO/IEC 14443-3, "UID contents": 08 marks a random number.
_RANDOM = 0x08
_SINGLE_SIZE_BYTES = 4


def is_random(uid: bytes) -> bool:
    """Return whether the tag makes up its UID: phones and bank cards do."""
    return len(uid) == _SINGLE_SIZE_BYTES and uid[0] == _RANDOM


class Tags:
    """
    The tags of one set of pieces, kept in the journal.

    Args:
        journal: An open journal.
    """

    def __init__(self, journal: Journal) -> None:
        self._journal = journal

    def enrol(self, uid: bytes, piece: Piece) -> Future[None] | Refused:
        """
        Remember that the tag *uid* is on *piece*.

        A tag that was on another piece moves; a piece with a number forgets the tag
        it had.

        Args:
            uid: What the reader read, 4, 7 or 10 bytes.
            piece: What it is stuck to; number 0 where pieces are not told apart.

        Returns:
            A future, done when it is durable; or ``tag-random`` for a phone or a
            bank card, which would be another one next time.
        """
        if is_random(uid):
            return Refused("tag-random")
        return self._journal.append(Entry(tags=((uid, piece),)))

    def all(self) -> dict[bytes, Piece]:
        """Return every tag and its piece."""
        return self._journal.tags()

"""The tags of a board: which tag is on which piece, tile or card."""

from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import Future
from dataclasses import replace

from firmware_host.board.entries import OWN, Entry, Tag
from firmware_host.board.messages import Refused
from firmware_host.board.pieces import Item
from firmware_host.journal.store import Journal

#: The first byte of a single-size UID that is random at each reading.
#: Source: ISO/IEC 14443-3, "UID contents": 08 marks a random number.
_RANDOM = 0x08
_SINGLE_SIZE_BYTES = 4

#: The number that is added to a piece's number for each set after the first, so that
#: the pieces "red 3" of two sets are different pieces in the game.
_BOX_STEP = 100


def is_random(uid: bytes) -> bool:
    """Return True for a random UID, as phones and bank cards have it."""
    return len(uid) == _SINGLE_SIZE_BYTES and uid[0] == _RANDOM


class Tags(Mapping[bytes, Item]):
    """
    A mapping from the UID of a tag to its item, stored in the journal.

    An enrolled tag is in the mapping once it is durable. Spares are not in it.

    Args:
        journal: An open journal.
        beside: Further tags by UID that are not stored in the journal.
    """

    def __init__(
        self, journal: Journal, beside: Mapping[bytes, Item] | None = None
    ) -> None:
        self.journal = journal
        self._beside = beside or {}
        self._tags: dict[bytes, Tag] = {}
        self._in_play: dict[bytes, Item] = {}
        self._read()

    # --- the mapping from tags to items ---

    def __getitem__(self, uid: bytes) -> Item:
        return self._in_play[uid]

    def __iter__(self) -> Iterator[bytes]:
        return iter(self._in_play)

    def __len__(self) -> int:
        return len(self._in_play)

    # --- for enrolling ---

    def all(self) -> tuple[Tag, ...]:
        """Return all enrolled tags, spares included."""
        return tuple(self._tags.values())

    def boxes(self) -> tuple[str, ...]:
        """Return the names of all sets, the board's own first."""
        return tuple(dict.fromkeys((OWN, *(tag.box for tag in self._tags.values()))))

    def find(self, uid: bytes) -> Tag | None:
        """Return an enrolled tag by its UID, spares included; None if unknown."""
        return self._tags.get(uid)

    def on(self, item: Item | None, box: str = OWN) -> tuple[Tag, ...]:
        """Return the tags of an item in a set: several if the item has no number."""
        tags = self._tags.values()
        return tuple(tag for tag in tags if tag.item == item and tag.box == box)

    # --- what changes them ---

    def enrol(
        self, *tags: Tag, forgotten: Iterable[bytes] = ()
    ) -> Future[None] | Refused:
        """
        Delete some tags and enrol others in one transaction.

        A tag that was on another item moves. A numbered item loses its former tag.

        Args:
            tags: The tags to enrol, each with its item.
            forgotten: The UIDs of the tags to delete.

        Returns:
            A future, done when it is durable; or ``tag-random`` for the random UID of
            a phone or a bank card, which changes with each reading.
        """
        entry = Entry(tags=tags, forgotten=tuple(forgotten))
        if any(is_random(tag.uid) for tag in entry.tags):
            return Refused("tag-random")
        return self.journal.append(entry, then=self._read)

    def forget(self, *uids: bytes) -> Future[None]:
        """Delete tags by their UIDs; an unknown one is no error."""
        return self.journal.append(Entry(forgotten=uids), then=self._read)

    def _read(self) -> None:
        """Load all tags from the journal and replace the mapping in one assignment."""
        tags = {tag.uid: tag for tag in self.journal.tags()}
        numbers = self.journal.boxes()  # later, so that the set of each tag is known
        in_play = {uid: item for uid, item in self._beside.items() if uid not in tags}
        for uid, tag in tags.items():
            if tag.item is not None:
                in_play[uid] = _in_play(tag.item, numbers[tag.box])
        self._tags, self._in_play = tags, in_play


def _in_play(item: Item, box: int) -> Item:
    """Return an item with a number that is unique among all sets."""
    if not (item.number and box):
        return item
    return replace(item, number=item.number + _BOX_STEP * box)

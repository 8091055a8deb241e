"""Which tag is on what: nobody else on the board knows a tag."""

from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import Future
from dataclasses import replace

from firmware_host.board.entries import OWN, Entry, Tag
from firmware_host.board.messages import Refused
from firmware_host.board.pieces import Item
from firmware_host.journal.store import Journal

#: A single-size UID that begins so is made up anew each time.
#: Source: ISO/IEC 14443-3, "UID contents": 08 marks a random number.
_RANDOM = 0x08
_SINGLE_SIZE_BYTES = 4

#: What is added to a number for each set after the board's own, so that two pieces
#: called red 3 are two pieces in play.
_BOX_STEP = 100


def is_random(uid: bytes) -> bool:
    """Return whether the tag makes up its UID: phones and bank cards do."""
    return len(uid) == _SINGLE_SIZE_BYTES and uid[0] == _RANDOM


class Tags(Mapping[bytes, Item]):
    """
    The tags of a board, kept in the journal; as a mapping, what can be played with.

    What is enrolled is in the mapping as soon as it is durable. Spares are not in it.

    Args:
        journal: An open journal; it can be asked for again.
        beside: Tags that are known beside the journal's.
    """

    def __init__(
        self, journal: Journal, beside: Mapping[bytes, Item] | None = None
    ) -> None:
        self.journal = journal
        self._beside = beside or {}
        self._tags: dict[bytes, Tag] = {}
        self._in_play: dict[bytes, Item] = {}
        self._read()

    # --- what the table asks: a tag, and what it is on ---

    def __getitem__(self, uid: bytes) -> Item:
        return self._in_play[uid]

    def __iter__(self) -> Iterator[bytes]:
        return iter(self._in_play)

    def __len__(self) -> int:
        return len(self._in_play)

    # --- what whoever enrols asks ---

    def all(self) -> tuple[Tag, ...]:
        """Return every tag that was enrolled, spares too."""
        return tuple(self._tags.values())

    def boxes(self) -> tuple[str, ...]:
        """Return the name of each set that there is, the board's own first."""
        return tuple(dict.fromkeys((OWN, *(tag.box for tag in self._tags.values()))))

    def find(self, uid: bytes) -> Tag | None:
        """Return what is known of a tag; None where nobody has enrolled it."""
        return self._tags.get(uid)

    def on(self, item: Item | None, box: str = OWN) -> tuple[Tag, ...]:
        """Return the tags on *item*: one, or several where nobody counts them."""
        tags = self._tags.values()
        return tuple(tag for tag in tags if tag.item == item and tag.box == box)

    # --- what changes them ---

    def enrol(
        self, *tags: Tag, forgotten: Iterable[bytes] = ()
    ) -> Future[None] | Refused:
        """
        Forget and then enrol tags, all of it or nothing.

        A tag that was on something else moves; something with a number forgets the
        tag that it had.

        Args:
            tags: What each of them is on from now on.
            forgotten: The UIDs of tags that are on nothing any more.

        Returns:
            A future, done when it is durable; or ``tag-random`` for a phone or a
            bank card, which would be another one next time.
        """
        entry = Entry(tags=tags, forgotten=tuple(forgotten))
        if any(is_random(tag.uid) for tag in entry.tags):
            return Refused("tag-random")
        return self.journal.append(entry, then=self._read)

    def forget(self, *uids: bytes) -> Future[None]:
        """Forget tags; one that nobody knows is no error."""
        return self.journal.append(Entry(forgotten=uids), then=self._read)

    def _read(self) -> None:
        """Take what the journal has; on its thread, so that nobody sees half of it."""
        numbers = self.journal.boxes()
        tags = {tag.uid: tag for tag in self.journal.tags()}
        in_play = {uid: item for uid, item in self._beside.items() if uid not in tags}
        for uid, tag in tags.items():
            if tag.item is not None:
                in_play[uid] = _in_play(tag.item, numbers[tag.box])
        self._tags, self._in_play = tags, in_play


def _in_play(item: Item, box: int) -> Item:
    """Return *item* with a number that none of another set has."""
    if not (item.number and box):
        return item
    return replace(item, number=item.number + _BOX_STEP * box)

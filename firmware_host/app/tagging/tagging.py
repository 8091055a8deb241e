"""Everything that people do with tags beside playing: for the web and the terminal."""

import asyncio
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Future
from itertools import groupby

from firmware_host.app.tagging import setfile
from firmware_host.app.tagging.enrolling import Enrolling, Progress, called
from firmware_host.board.catalogue import (
    LETTERS,
    MORE,
    PARTS,
    SUITS,
    full_set,
    name_of,
    read_item,
    read_uid,
    write_item,
)
from firmware_host.board.entries import OWN, Tag
from firmware_host.board.events import Button
from firmware_host.board.json import of_fields, of_message
from firmware_host.board.messages import Refused
from firmware_host.board.pieces import KINDS, Card, Item, Piece, Tile
from firmware_host.errors import AskedError, JournalError
from firmware_host.journal.tags import Tags, is_random
from firmware_host.session.state import Session
from firmware_host.table.table import Table
from firmware_host.web import values

#: What tags are listed by; `MORE` only where one of them has a tag.
GROUPS = (*(str(kind) for kind in KINDS), "tiles", "cards", *MORE)

#: What is said for the tags that are on nothing, and for everything.
SPARES, ALL = "spares", "all"

_LETTER_CARDS = frozenset(name for named in LETTERS.values() for name in named)


def catalogue(session: Session, parts: Iterable[str] = PARTS) -> tuple[Item, ...]:
    """Return a full set as a table has it: its language's tiles, its games' cards."""
    language = session.languages[session.setup.language]
    return full_set(language.tiles, session.games, parts, language.cards)


def untagged(session: Session, tags: Tags) -> tuple[Item, ...]:
    """Return what of the board's own set has no tag yet; nothing if it reads none."""
    if session.input == "buttons":
        return ()
    return tuple(item for item in catalogue(session) if not tags.on(item, OWN))


def named(text: str, tags: Tags, box: str) -> list[bytes] | None:
    """
    Return the tags of a set that *text* names: of a thing, ``all``, or the ``spares``.

    None where nothing is called so.
    """
    item = read_item(text)
    if item is None and text not in (ALL, SPARES):
        return None
    here = (tag for tag in tags.all() if tag.box == box)
    return [tag.uid for tag in here if text == ALL or tag.item == item]


def group_of(item: Item) -> str:
    """Return which of `GROUPS` an item belongs to."""
    match item:
        case Piece(kind=kind):
            return str(kind)
        case Tile():
            return "tiles"
        case Card(name=name) if name in _LETTER_CARDS:
            return "letters"
        case Card(name=name):
            return "deck" if name in SUITS else "cards"


def counted(
    whole: Sequence[Item], known: Iterable[Tag], box: str = OWN
) -> list[values.Group]:
    """
    Return, for each group, how many of how many have a tag, and which have none.

    Args:
        whole: All that a box can have; of `MORE` a group counts only where one of it
            has a tag.
        known: Every tag.
        box: Which set is counted.
    """
    tagged = {tag.item for tag in known if tag.box == box and tag.item is not None}
    groups = [group_of(item) for item in tagged]
    found: list[values.Group] = []
    for group in GROUPS:
        if group in MORE and group not in groups:
            continue
        items = [item for item in whole if group_of(item) == group]
        missing = [item for item in items if item not in tagged]
        found.append(
            {
                "group": group,
                "has": groups.count(group),
                "of": len(items),
                "missing": listed(missing) if len(missing) < len(items) else "",
            }
        )
    return found


def listed(items: Sequence[Item]) -> str:
    """Return items of a group, shortly: ``3, 7-9``, ``A 2, B 1-3``."""
    names = []
    for name, same in groupby(
        items, key=lambda item: write_item(item).rstrip("0123456789")
    ):
        label = f"{name[5:-1]} " if name.startswith(("tile-", "card-")) else ""
        numbers = [item.number for item in same]
        if numbers == [0]:
            names.append(name)
        else:
            names.append(label + _ranges(numbers))
    return ", ".join(names)


def _ranges(numbers: Sequence[int]) -> str:
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ", ".join(str(r[0]) if len(r) == 1 else f"{r[0]}-{r[-1]}" for r in runs)


class Tagging:
    """
    A board's tags, for its teacher's page (`web.ports.TagCase`).

    Args:
        table: The table.
        tags: Where the tags are kept.
    """

    def __init__(self, table: Table, tags: Tags) -> None:
        self._table, self._tags = table, tags
        self._tell: Callable[[], None] = lambda: None
        self._now: Enrolling | None = None
        self._task: asyncio.Task[Progress] | None = None

    def on_change(self, tell: Callable[[], None]) -> None:
        """Call *tell* whenever `see` would show something new."""
        self._tell = tell

    # --- what is to be seen ---

    def see(self) -> values.TagCase | None:
        """
        Return the sets, the tags that nobody knows, and what is being enrolled.

        None for a board that reads no tags.
        """
        if self._table.session.input == "buttons":
            return None
        whole = catalogue(self._table.session, (*PARTS, *MORE))
        return {
            "boxes": [
                {
                    "name": box,
                    "spares": len(self._tags.on(None, box)),
                    "groups": counted(whole, self._tags.all(), box),
                }
                for box in self._tags.boxes()
            ],
            "unknown": [
                {
                    "uid": tag.uid.hex(),
                    "zone": tag.zone,
                    "spare": self._tags.find(tag.uid) is not None,
                    "random": is_random(tag.uid),
                    "tapped_ms": tag.ms,
                }
                for tag in reversed(self._table.unknown)
            ],
            "run": None if self._now is None else of_fields(self._now.progress),
        }

    def items(self, box: str) -> list[values.Tagged]:
        """Return everything there is or could be in a set, and whether it has a tag."""
        has = {tag.item for tag in self._tags.all() if tag.box == box}
        whole = catalogue(self._table.session, (*PARTS, *MORE))
        more = (item for item in has if item is not None and item not in whole)
        everything = (*whole, *sorted(more, key=write_item))
        return [
            {
                "item": write_item(one),
                "name": of_message(name_of(one)),
                "has": one in has,
            }
            for one in everything
        ]

    # --- what needs the board ---

    async def start(self, part: str, *, box: str = OWN) -> Refused | None:
        """Enrol in bulk: a part; ``all`` that every box has; or ``spares``."""
        if part == SPARES:
            return await self._begin((), box=box)
        parts = PARTS if part == ALL else (part,)
        wishes = catalogue(self._table.session, parts)
        if all(self._tags.on(wish, box) for wish in wishes):
            return Refused("tags-complete")
        return await self._begin(wishes, box=box)

    async def ask(self, item: str, *, box: str = OWN) -> Refused | None:
        """Let somebody tap the tag of one thing, whether it has one or not."""
        wish = read_item(item)
        if wish is None:
            return Refused("tag-item", values=(("item", item),))
        return await self._begin((wish,), box=box, moving=True)

    def press(self, button: str) -> Refused | None:
        """Press tick or cross at what goes on."""
        if self._task is None or self._now is None:
            return Refused("tags-idle")
        self._now.press(Button(button))
        return None

    async def stop(self) -> None:
        """Give the board back; what was enrolled stays."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        self._now = None

    async def _begin(
        self, wishes: Sequence[Item], *, box: str, moving: bool = False
    ) -> Refused | None:
        if not setfile.is_name(box):
            return Refused("set-name")
        if self._task is not None:
            return Refused("in-service")
        now = Enrolling(
            self._table,
            self._tags,
            wishes,
            box=box,
            moving=moving,
            changed=self._tell,
        )
        task = asyncio.create_task(now.run())
        await asyncio.sleep(0)  # by then it has service mode, or somebody else had it
        if task.done() and isinstance(task.exception(), AskedError):
            return Refused("in-service")
        self._now, self._task = now, task
        task.add_done_callback(self._ended)
        return None

    def _ended(self, task: "asyncio.Task[Progress]") -> None:
        self._task = None
        if not task.cancelled():
            task.exception()  # service mode is free again, whatever it was
        self._tell()

    # --- what needs no board ---

    async def give(self, uid: str, item: str, *, box: str = OWN) -> Refused | None:
        """Let a tag that nobody knew be something, or a ``spare``."""
        wish = read_item(item)
        if wish is None and item != "spare":
            return Refused("tag-item", values=(("item", item),))
        tapped = [tag.uid for tag in self._table.unknown if tag.uid == read_uid(uid)]
        if not tapped:
            return Refused("tag-gone")
        there = () if wish is None else self._tags.on(wish, box)
        gone = [one.uid for one in there]
        tag = Tag(tapped[0], wish, box)
        return await self._do(self._tags.enrol(tag, forgotten=gone))

    async def forget(self, item: str, *, box: str = OWN) -> Refused | None:
        """Forget the tags of a thing, of the ``spares``, or of a set (``all``)."""
        gone = named(item, self._tags, box)
        if gone is None:
            return Refused("tag-item", values=(("item", item),))
        return await self._do(self._tags.forget(*gone))

    def carried(self, box: str) -> str:
        """Return the file of a set."""
        return setfile.write_set(box, self._tags.all())

    async def take(
        self, text: str, *, box: str = "", replace: bool = False
    ) -> Refused | None:
        """
        Enrol what a set file says, all of it or nothing.

        Args:
            text: The file.
            box: What to call the set here; empty for the name in the file.
            replace: True where the file is right and the board is wrong.
        """
        read = setfile.read_set(text, box)
        if isinstance(read, setfile.BadLine):
            return Refused("set-file", values=(("line", read.line),))
        if box and not setfile.is_name(box):
            return Refused("set-name")
        done = setfile.take_set(read, self._tags, replace=replace)
        if not isinstance(done, tuple):
            return await self._do(done)
        first = done[0]
        values = (
            ("n", len(done)),
            ("what", called(first.tag.item)),
            ("known", called(first.known.item)),
            ("box", first.known.box),
        )
        return Refused("set-conflict", values=values)

    async def _do(self, change: Future[None] | Refused) -> Refused | None:
        """Wait until it is durable."""
        if isinstance(change, Refused):
            return change
        try:
            await asyncio.wrap_future(change)
        except JournalError:
            return Refused("journal-failed")
        self._tell()
        return None

"""
Everything that teachers do with tags, for the web pages and the terminal.

Enrolment: the board asks for one item after the other and stores the tag it reads. Any
pad may be used, one tap after the other or a piece on each pad at once: the next tag
read belongs to the item that is asked for. So several people can help, and a board with
one reader works the same way. Only items without a tag are asked for, so an enrolment
can be stopped and continued later.
"""

import asyncio
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Future
from dataclasses import KW_ONLY, dataclass, field, replace
from itertools import groupby

from firmware_host.app.tagging import setfile
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
from firmware_host.board.events import Button, Failed, Healed, Pressed, Released
from firmware_host.board.faces import Buzz, Face, Lamp, TableFace, ZoneFace
from firmware_host.board.json import of_fields, of_message
from firmware_host.board.messages import Message, Refused, say
from firmware_host.board.pieces import KINDS, RACK, ZONES, Card, Item, Piece, Tile, Zone
from firmware_host.board.record import Record
from firmware_host.errors import AskedError, JournalError
from firmware_host.journal.tags import Tags, is_random
from firmware_host.session.render import fault_message
from firmware_host.session.state import Session
from firmware_host.table.presenter import PATIENCE_S
from firmware_host.table.service_mode import (
    ServiceEvent,
    ServiceMode,
    TagSettled,
    TwoAtOnce,
)
from firmware_host.table.table import Table
from firmware_host.web import values

#: The groups in a list of tags. A group of `MORE` is listed only if one of its items
#: has a tag.
GROUPS = (*(str(kind) for kind in KINDS), "tiles", "cards", *MORE)

#: The words for all spare tags and for all tags.
SPARES, ALL = "spares", "all"

_LETTER_CARDS = frozenset(name for find_tags in LETTERS.values() for name in find_tags)


def catalogue(session: Session, parts: Iterable[str] = PARTS) -> tuple[Item, ...]:
    """Return a full set for this session: the language's tiles and the games' cards."""
    language = session.languages[session.setup.language]
    return full_set(language.tiles, session.games, parts, language.cards)


def untagged(session: Session, tags: Tags) -> tuple[Item, ...]:
    """
    Return the items of the board's own set without a tag.

    The result is empty if the board has no reader.
    """
    if session.input == "buttons":
        return ()
    return tuple(item for item in catalogue(session) if not tags.on(item, OWN))


def find_tags(text: str, tags: Tags, box: str) -> list[bytes] | None:
    """
    Return the UIDs in the set `box` that `text` selects, or None if it is unknown.

    `text` is the name of an item, ``all``, or ``spares``.
    """
    item = read_item(text)
    if item is None and text not in (ALL, SPARES):
        return None
    here = (tag for tag in tags.all() if tag.box == box)
    return [tag.uid for tag in here if text == ALL or tag.item == item]


def group_of(item: Item) -> str:
    """Return the group of an item, one of `GROUPS`."""
    match item:
        case Piece(kind=kind):
            return str(kind)
        case Tile():
            return "tiles"
        case Card(name=name) if name in _LETTER_CARDS:
            return "letters"
        case Card(name=name):
            return "deck" if name in SUITS else "cards"


def count_groups(
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
                "missing": list_items(missing) if len(missing) < len(items) else "",
            }
        )
    return found


def list_items(items: Sequence[Item]) -> str:
    """Return a short list of items of one group: ``3, 7-9`` or ``A 2, B 1-3``."""
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
    Enrolment and lists of tags for the teacher's page (`web.ports.TagsPort`).

    Args:
        table: The table.
        tags: The store of tags.
    """

    def __init__(self, table: Table, tags: Tags) -> None:
        self._table, self._tags = table, tags
        self._tell: Callable[[], None] = lambda: None
        self._now: Enrolment | None = None
        self._task: asyncio.Task[EnrolmentProgress] | None = None

    def on_change(self, tell: Callable[[], None]) -> None:
        """Call `tell` when the result of `see` has changed."""
        self._tell = tell

    # --- what is to be seen ---

    def see(self) -> values.TagCase | None:
        """
        Return all sets, the unknown tags that were tapped, and the running enrolment.

        The result is None if the board has no reader.
        """
        if self._table.session.input == "buttons":
            return None
        whole = catalogue(self._table.session, (*PARTS, *MORE))
        return {
            "boxes": [
                {
                    "name": box,
                    "spares": len(self._tags.on(None, box)),
                    "groups": count_groups(whole, self._tags.all(), box),
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
        """Return every possible item of a set, and whether it has a tag."""
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
        """Start an enrolment: of one part, of ``all`` parts, or of ``spares``."""
        if part == SPARES:
            return await self._begin((), box=box)
        parts = PARTS if part == ALL else (part,)
        wishes = catalogue(self._table.session, parts)
        if all(self._tags.on(wish, box) for wish in wishes):
            return Refused("tags-complete")
        return await self._begin(wishes, box=box)

    async def ask(self, item: str, *, box: str = OWN) -> Refused | None:
        """Start the enrolment of one item; an earlier tag of it is replaced."""
        wish = read_item(item)
        if wish is None:
            return Refused("tag-item", values=(("item", item),))
        return await self._begin((wish,), box=box, moving=True)

    def press(self, button: str, turn: int) -> Refused | None:
        """Press tick or cross in the running enrolment, if it is still at `turn`."""
        if self._task is None or self._now is None:
            return Refused("tags-idle")
        if turn != self._now.progress.turn:
            return Refused("stale")
        self._now.press(Button(button))
        return None

    async def stop(self) -> None:
        """Stop the running enrolment; its finished tags stay."""
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
        now = Enrolment(
            self._table, self._tags, wishes, box=box, moving=moving, changed=self._tell
        )
        task = asyncio.create_task(now.run())
        await asyncio.sleep(0)  # now it has service mode, or it failed
        if task.done() and isinstance(task.exception(), AskedError):
            return Refused("in-service")
        self._now, self._task = now, task
        task.add_done_callback(self._ended)
        return None

    def _ended(self, task: "asyncio.Task[EnrolmentProgress]") -> None:
        self._task = None
        if not task.cancelled():
            task.exception()  # mark the error as read; service mode is free again
        self._tell()

    # --- what needs no board ---

    async def give(self, uid: str, item: str, *, box: str = OWN) -> Refused | None:
        """Assign a tapped, unknown tag to an item, or store it as a ``spare``."""
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
        """Forget the tags of an item, of the ``spares``, or of a set (``all``)."""
        gone = find_tags(item, self._tags, box)
        if gone is None:
            return Refused("tag-item", values=(("item", item),))
        return await self._do(self._tags.forget(*gone))

    def carried(self, box: str) -> str:
        """Return the text of a set file."""
        return setfile.write_set(box, self._tags.all())

    async def take(
        self, text: str, *, box: str = "", replace: bool = False
    ) -> Refused | None:
        """
        Enrol all tags of a set file, or none.

        Args:
            text: The file's content.
            box: The name for the set on this board; empty for the name in the file.
            replace: True to forget the board's tags of that set first.
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
            ("what", item_name(first.tag.item)),
            ("known", item_name(first.known.item)),
            ("box", first.known.box),
        )
        return Refused("set-conflict", values=values)

    async def _do(self, change: Future[None] | Refused) -> Refused | None:
        """Wait until a change is durable; return the refusal if it failed."""
        if isinstance(change, Refused):
            return change
        try:
            await asyncio.wrap_future(change)
        except JournalError:
            return Refused("journal-failed")
        self._tell()
        return None


# --- enrolling, one tap after the other ----------------------------------------

#: Holding the cross button for this long ends the enrolment.
HOLD_S = 3.0

_IDLE = ZoneFace(in_word=False)


class EnrolmentProgress(Record):
    """
    The state of an enrolment, for display.

    Args:
        what: The name of the item to tap; None for a spare tag, or at the end.
        number: The number of this item, from 1.
        of: The number of items; 0 for no end.
        said: The result of the last tap or button; None at the start.
        good: True if that was a success, False if it was refused.
        over: True if the enrolment has ended.
        turn: The number of taps and buttons so far.
    """

    what: Message | None
    number: int
    of: int
    said: Message | None = None
    good: bool = True
    over: bool = False
    turn: int = 0


class _UndoStep(Record):
    """One step that the cross button can undo: place, tag read, and tags before."""

    at: int
    uid: bytes | None = None
    before: tuple[Tag, ...] = ()


@dataclass(slots=True)
class Enrolment:
    """
    An enrolment of many items, of one item, or of spare tags.

    Args:
        table: The table, which is out of play meanwhile.
        tags: The store of tags.
        wishes: The items to ask for, in order; empty for spare tags without end.
        box: The name of the set that the tags belong to.
        moving: True to ask for each item even if it has a tag, and to move a tag from
            another item. Used if a person chose the item.
        changed: Called when `progress` has changed.
    """

    table: Table
    tags: Tags
    wishes: Sequence[Item]
    _: KW_ONLY
    box: str = OWN
    moving: bool = False
    changed: Callable[[], None] = lambda: None
    _at: int = field(init=False)
    _turn: int = field(init=False, default=0)
    _steps: list[_UndoStep] = field(init=False, default_factory=list)
    _said: Message | None = field(init=False, default=None)
    _good: bool = field(init=False, default=True)
    _zones: list[ZoneFace] = field(init=False)
    _stopped: bool = field(init=False, default=False)
    _service_mode: ServiceMode = field(init=False)

    def __post_init__(self) -> None:
        self._at, self._zones = self._next(0), [_IDLE] * len(ZONES)

    @property
    def wish(self) -> Item | None:
        """The item to tap; None for a spare tag, or at the end."""
        return self.wishes[self._at] if self._at < len(self.wishes) else None

    @property
    def progress(self) -> EnrolmentProgress:
        """The state of the enrolment for the pages."""
        of, wish = len(self.wishes), self.wish
        what = None if wish is None else name_of(wish)
        over = self._stopped or (of > 0 and wish is None)
        number = min(self._at + 1, of)
        said, good = self._said, self._good
        return EnrolmentProgress(what, number, of, said, good, over, self._turn)

    def press(self, button: Button) -> None:
        """Press tick or cross from a page or a terminal."""
        self._turn += 1
        self._service_mode.put(Pressed(button))
        self._service_mode.put(Released(button))

    async def run(self) -> EnrolmentProgress:
        """
        Take the board out of play until all items have a tag or a person stops it.

        Each tag is durable before its lamp is lit. The call can be cancelled at any
        time.

        Raises:
            AskedError: The board is out of play already.
        """
        async with self.table.service_mode() as self._service_mode:
            self._show()
            while not self.progress.over:
                if await self._hear(await self._service_mode.next()):
                    self._turn += 1
                    self._show()
        self.changed()
        return self.progress

    def _next(self, start: int) -> int:
        """Return the index of the first item without a tag, from `start` on."""
        for at, wish in enumerate(self.wishes[start:], start):
            if self.moving or not self.tags.on(wish, self.box):
                return at
        return len(self.wishes)

    # --- what happens at the board ---

    async def _hear(self, event: ServiceEvent | None) -> bool:
        """Handle an event; return True if the board shows something new."""
        match event:
            case TagSettled(zone=zone, uid=uid):
                await self._tapped(zone, uid)
            case TwoAtOnce(zone=zone):
                self._refuse(Refused("unclear"), zone)
            case Pressed(button=Button.TICK):
                self._skip()
            case Pressed(button=Button.CROSS):
                if await self._service_mode.is_held(Button.CROSS, HOLD_S):
                    self._stopped = True
                else:
                    await self._take_back()
            case Failed() | Healed():
                pass  # the face names the fault
            case _:
                return False
        return True

    async def _tapped(self, zone: Zone, uid: bytes) -> None:
        known, wish = self.tags.find(uid), self.wish
        refused = self._refusal(uid, known, wish)
        if refused is not None:
            self._refuse(refused, zone)
            return
        there = self.tags.on(wish, self.box) if self.moving else ()
        before = there if known is None else (*there, known)
        gone = [tag.uid for tag in there]
        tag = Tag(uid, wish, self.box)
        if await self._written(self.tags.enrol(tag, forgotten=gone), zone):
            self._steps.append(_UndoStep(self._at, uid, before))
            self._at = self._next(self._at + 1) if self.wishes else 0
            self._answer(_told(tag, known), zone)

    def _refusal(
        self, uid: bytes, known: Tag | None, wish: Item | None
    ) -> Refused | None:
        if is_random(uid):
            return Refused("tag-random")
        if known is None or (known.item is None and wish is not None):
            return None
        values = (("what", item_name(known.item)), ("box", known.box))
        if known.box != self.box and not self.moving:
            return Refused("tag-elsewhere", values=values)
        if not self.moving or known == Tag(uid, wish, self.box):
            return Refused("tag-known", values=values)
        return None

    def _skip(self) -> None:
        if not self.wishes:
            self._stopped = True
            return
        self._steps.append(_UndoStep(self._at))
        self._at = self._next(self._at + 1)
        self._said, self._good = say("enrol-skipped"), True

    async def _take_back(self) -> None:
        if not self._steps:
            self._refuse(Refused("nothing-to-undo"))
            return
        step = self._steps[-1]
        if step.uid is not None:
            change = self.tags.enrol(*step.before, forgotten=(step.uid,))
            if not await self._written(change):
                return
        self._steps.pop()
        self._at, self._zones = step.at, [_IDLE] * len(ZONES)
        self._said, self._good = say("enrol-back"), True

    async def _written(
        self, change: Future[None] | Refused, zone: Zone | None = None
    ) -> bool:
        """
        Wait until the change is durable, with an hourglass.

        Return False if it failed.
        """
        if isinstance(change, Refused):
            self._refuse(change, zone)
            return False
        durable = asyncio.wrap_future(change)
        done, _ = await asyncio.wait((durable,), timeout=PATIENCE_S)
        if not done:
            face = self._face()
            self._service_mode.show(replace(face, table=replace(face.table, busy=True)))
        try:
            await durable
        except JournalError:
            self._refuse(Refused("journal-failed"), zone)
            return False
        return True

    # --- what the board says ---

    def _answer(self, said: Message, zone: Zone) -> None:
        self._said, self._good = said, True
        self._mark(zone, ZoneFace(Lamp.YES, say("yes")))
        self._service_mode.buzz(Buzz.YES)

    def _refuse(self, refused: Refused, zone: Zone | None = None) -> None:
        self._said, self._good = refused.message, False
        if zone is not None:
            word = say(f"short-{refused.code}")
            self._mark(zone, ZoneFace(Lamp.REFUSED, word))
        self._service_mode.buzz(Buzz.REFUSED)

    def _mark(self, zone: Zone, mark: ZoneFace) -> None:
        """
        Show an answer in a zone.

        The other zones keep their ticks until one ticks again.

        A rack has no lamps of its own, so the zones' lamps answer for it, odd and even
        zones in turn.
        """
        turn = len(self._steps) % 2
        own = [number for number in ZONES if zone in (number, RACK)]
        if zone == RACK and mark.lamp is Lamp.YES:
            own = [number for number in own if number % 2 == turn]
        again = any(self._zones[number - 1] == mark for number in own)
        for number in ZONES:
            if number in own:
                self._zones[number - 1] = mark
            elif zone == RACK or again or self._zones[number - 1].lamp is not Lamp.YES:
                self._zones[number - 1] = _IDLE

    def _show(self) -> None:
        self._service_mode.show(self._face())
        self.changed()

    def _face(self) -> Face:
        now, wish = self.progress, self.wish
        what = now.what
        line = say("enrol-spare") if what is None else say("enrol-tap", what=what)
        status = say("enrol-count", n=now.number, of=now.of)
        if not now.of:
            status = say("enrol-spares", n=len(self.tags.on(None, self.box)))
        faults = self.table.session.faults
        table = TableFace(
            line,
            kind=wish.kind if isinstance(wish, Piece) else None,
            status=status,
            note=now.said or say("enrol-keys"),
            fault=fault_message(faults[-1]) if faults else None,
        )
        return Face(table, tuple(self._zones))


async def name_tags(table: Table, tags: Tags, tell: Callable[[Message], None]) -> None:
    """
    Name the item of each tapped tag, until tick is pressed or the call is cancelled.

    Args:
        table: The table, which is out of play meanwhile.
        tags: The store of tags.
        tell: Called with each message that the board shows.

    Raises:
        AskedError: The board is out of play already.
    """
    async with table.service_mode() as service_mode:
        told = None
        while True:
            service_mode.show(Face(TableFace(say("tags-tap"), note=told)))
            event = await service_mode.next()
            if isinstance(event, Pressed) and event.button is Button.TICK:
                return
            if isinstance(event, TagSettled):
                told = describe_tag(event.uid, tags.find(event.uid))
                service_mode.buzz(Buzz.YES if event.uid in tags else Buzz.NO)
                tell(told)


def describe_tag(uid: bytes, known: Tag | None) -> Message:
    """Return a message that names the item of a tag."""
    if known is not None:
        return say("tags-known", what=item_name(known.item), box=known.box)
    if is_random(uid):
        return Refused("tag-random").message
    return say("tags-unknown", uid=uid.hex())


def item_name(item: Item | None) -> Message:
    """Return the name of an item; None is a spare tag."""
    return say("item-spare") if item is None else name_of(item)


def _told(tag: Tag, was: Tag | None) -> Message:
    """Return a message that names a tag's item, and the one it moved from."""
    if was is None or was.item is None:
        return say("enrol-is", what=item_name(tag.item))
    return say("enrol-moved", what=item_name(tag.item), was=item_name(was.item))

"""
Enrolling: the board asks for one thing after the other and hears which tag it has.

Any pad will do, one tap after the other or a piece on each pad at once: whatever is
read next is what is asked for next. So nobody needs to know which pad is whose turn,
six hands are as good as one, and a board with a single reader works the same way. What
is missing is what is asked for: whoever stops goes on there another day.
"""

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import KW_ONLY, dataclass, field, replace

from firmware_host.board.catalogue import name_of
from firmware_host.board.entries import OWN, Tag
from firmware_host.board.events import Button, Failed, Healed, Pressed, Released
from firmware_host.board.faces import Buzz, Face, Lamp, TableFace, ZoneFace
from firmware_host.board.messages import Message, Refused, say
from firmware_host.board.pieces import RACK, ZONES, Item, Piece, Zone
from firmware_host.board.record import Record
from firmware_host.errors import JournalError
from firmware_host.journal.tags import Tags, is_random
from firmware_host.session.render import fault_message
from firmware_host.table.presenter import PATIENCE_S
from firmware_host.table.service_mode import (
    ServiceEvent,
    ServiceMode,
    Tagged,
    TwoAtOnce,
)
from firmware_host.table.table import Table

#: Who holds the cross so long wants to stop.
HOLD_S = 3.0

_IDLE = ZoneFace(in_word=False)


class Progress(Record):
    """
    How far an enrolment is.

    Args:
        what: The name of what is to be tapped; None for a spare, or at the end.
        number: Which one in the order this is, 1 and up.
        of: How many there are in all; 0 for no end.
        said: What came of the last tap or button.
        good: True where that is something done, False where it is something refused.
        over: True once nobody asks for anything any more.
    """

    what: Message | None
    number: int
    of: int
    said: Message | None = None
    good: bool = True
    over: bool = False


class _Step(Record):
    """What the cross takes back: where we were, what came, and what had been so."""

    at: int
    uid: bytes | None = None
    before: tuple[Tag, ...] = ()


@dataclass(slots=True)
class Enrolling:
    """
    One enrolment: in bulk, of one thing, or of spares.

    Args:
        table: The table; its game waits meanwhile.
        tags: Where the tags are kept.
        wishes: What is asked for, in this order; empty for spares without end.
        box: The set that it all belongs to.
        moving: True where each wish is asked for even if it has a tag, and a tag that
            is on something else moves: whoever asks for one thing knows what it is.
        changed: Called whenever `progress` is another.
    """

    table: Table
    tags: Tags
    wishes: Sequence[Item]
    _: KW_ONLY
    box: str = OWN
    moving: bool = False
    changed: Callable[[], None] = lambda: None
    _at: int = field(init=False)
    _steps: list[_Step] = field(init=False, default_factory=list)
    _said: Message | None = field(init=False, default=None)
    _good: bool = field(init=False, default=True)
    _zones: list[ZoneFace] = field(init=False)
    _stopped: bool = field(init=False, default=False)
    _service_mode: ServiceMode = field(init=False)

    def __post_init__(self) -> None:
        self._at, self._zones = self._next(0), [_IDLE] * len(ZONES)

    @property
    def wish(self) -> Item | None:
        """What is to be tapped; None for a spare, or at the end."""
        return self.wishes[self._at] if self._at < len(self.wishes) else None

    @property
    def progress(self) -> Progress:
        """How far it is."""
        of, wish = len(self.wishes), self.wish
        what = None if wish is None else name_of(wish)
        over = self._stopped or (of > 0 and wish is None)
        number = min(self._at + 1, of)
        return Progress(what, number, of, self._said, self._good, over)

    def press(self, button: Button) -> None:
        """Press tick or cross from elsewhere than the board."""
        self._service_mode.put(Pressed(button))
        self._service_mode.put(Released(button))

    async def run(self) -> Progress:
        """
        Take the board out of play until everything is enrolled or somebody stops.

        Each tag is durable before its lamp is lit; it can be cancelled at any time.

        Raises:
            AskedError: The board is out of play already.
        """
        async with self.table.service_mode() as self._service_mode:
            self._show()
            while not self.progress.over:
                if await self._hear(await self._service_mode.next()):
                    self._show()
        self.changed()
        return self.progress

    def _next(self, start: int) -> int:
        """Return the place of the first wish from *start* on that has no tag yet."""
        for at, wish in enumerate(self.wishes[start:], start):
            if self.moving or not self.tags.on(wish, self.box):
                return at
        return len(self.wishes)

    # --- what happens at the board ---

    async def _hear(self, event: ServiceEvent | None) -> bool:
        """Do what follows from an event; tell whether the board shows something new."""
        match event:
            case Tagged(zone=zone, uid=uid):
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
                pass  # the face names it
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
            self._steps.append(_Step(self._at, uid, before))
            self._at = self._next(self._at + 1) if self.wishes else 0
            self._answer(_told(tag, known), zone)

    def _refusal(
        self, uid: bytes, known: Tag | None, wish: Item | None
    ) -> Refused | None:
        if is_random(uid):
            return Refused("tag-random")
        if known is None or (known.item is None and wish is not None):
            return None
        values = (("what", called(known.item)), ("box", known.box))
        if known.box != self.box and not self.moving:
            return Refused("tag-elsewhere", values=values)
        if not self.moving or known == Tag(uid, wish, self.box):
            return Refused("tag-known", values=values)
        return None

    def _skip(self) -> None:
        if not self.wishes:
            self._stopped = True
            return
        self._steps.append(_Step(self._at))
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
        """Wait until it is on the card, with an hourglass; say so where it is not."""
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
        Let a zone answer; ticks of other zones stay until one of them ticks again.

        A rack has no lamps of its own: the zones' tick for it, odd and even in turn.
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
    Say of each tag that is tapped what it is on, until the tick or cancelled.

    Args:
        table: The table; its game waits meanwhile.
        tags: Where the tags are kept.
        tell: Told what the board shows as well.

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
            if isinstance(event, Tagged):
                told = told_of(event.uid, tags.find(event.uid))
                service_mode.buzz(Buzz.YES if event.uid in tags else Buzz.NO)
                tell(told)


def told_of(uid: bytes, known: Tag | None) -> Message:
    """Return the sentence that says what a tag is on."""
    if known is not None:
        return say("tags-known", what=called(known.item), box=known.box)
    if is_random(uid):
        return Refused("tag-random").message
    return say("tags-unknown", uid=uid.hex())


def called(item: Item | None) -> Message:
    """Return what a tag is on, for people; None is a spare."""
    return say("item-spare") if item is None else name_of(item)


def _told(tag: Tag, was: Tag | None) -> Message:
    """Return what has become of a tag, and what it was before where it has moved."""
    if was is None or was.item is None:
        return say("enrol-is", what=called(tag.item))
    return say("enrol-moved", what=called(tag.item), was=called(was.item))

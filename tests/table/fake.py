"""A table whose parts are lists of their calls, on a simulated clock."""

import asyncio
from collections import defaultdict
from concurrent.futures import Future

from firmware_host.app.content.languages import load_texts
from firmware_host.board.pieces import Kind, Piece, Seat, Zone
from firmware_host.errors import JournalError
from firmware_host.games.decipher.rules import SetSecret
from firmware_host.languages import CODES
from firmware_host.link.events import Event
from firmware_host.link.messages import Tap
from firmware_host.session.acting import Submitted
from firmware_host.table.parts import Parts
from firmware_host.table.table import Table
from tests.session.evening import playing, then
from tests.table.outside import QuickLoop

TEXTS = {code: load_texts(code) for code in CODES}
UID, OTHER = b"\4stick0", b"\4curve0"
PIECES = {UID: Piece(Kind.LONG_STICK, 1), OTHER: Piece(Kind.WIDE_CURVE, 1)}

#: HOBBY has two long sticks in zone 1; its last zone is 5.
GOOD, BAD = (1, UID), (1, OTHER)


def hobby():
    """Return a round of HOBBY at its first tap, at 1 s."""
    made = Submitted(SetSecret(Seat(0), "HOBBY"))
    return then(playing(board_makes=False), made, 1000).session


class Fake:
    """A table with fake parts that record what it writes, shows and says, and when."""

    def __init__(self, session, last_events=()):
        self.last_event = defaultdict(int, last_events).__getitem__
        self.loop = asyncio.get_running_loop()
        self.written, self.waiting, self.told = [], [], []
        self.acknowledged, self.lamps, self.images = [], {}, 0
        self.full = self.stalled = self.broken = False
        parts = Parts(
            *(self, self, self, self, None, TEXTS, PIECES),
            clock_ms=lambda: int(self.loop.time() * 1000 + 1e-6),
            entropy=lambda: bytes(32),
        )
        self.table = Table(session, parts)
        self.table.listen(lambda *told: self.told.append((self.ms, *told)))

    @property
    def ms(self):
        """How late it is."""
        return round(self.loop.time() * 1000, 2)

    def append(self, entry, *, then=None, **_):
        """Be the journal."""
        future = Future()
        self.written.append((self.ms, entry))
        self.waiting.append((future, then))
        if not self.stalled:
            self.go_on()
        return future

    def go_on(self):
        """Finish the waiting writes, or refuse them if the card is full."""
        self.stalled = False
        for future, then_do in self.waiting:
            if self.full:
                future.set_exception(JournalError("the disk is full"))
            else:
                then_do()
                future.set_result(None)
        self.waiting.clear()

    def acknowledge(self, event):
        """Be the wire."""
        self.acknowledged.append((self.ms, event.boot_id, event.n))

    def show(self, what, *_image, cross=False, tick=False, urgent=False):
        """Be the lamps and the screens."""
        del urgent
        if isinstance(what, str):
            if self.broken:
                raise OSError
            self.images += 1
        else:
            self.lamps[what] = cross, tick

    def tap(self, n, what, *, boot_id=1, age_ms=0):
        """Tap, as the controller reports it."""
        zone, uid = what
        self.table.hear(Event(boot_id, n, age_ms, n, Tap(Zone(zone), uid)))

    async def at(self, seconds):
        """Let it be so late."""
        await asyncio.sleep(seconds - self.loop.time())

    def outcomes(self, kind=Event):
        """Return the outcome of each event of a kind, with its time."""
        return [
            (ms, outcome) for ms, event, outcome in self.told if isinstance(event, kind)
        ]

    @property
    def fault(self):
        """The fault that the table screen names."""
        fault = self.table.face.table.fault
        return fault and fault.code


def played(play, session=None, **more):
    """Run *play* at a table that begins at 1 s; return the fake table."""

    async def whole():
        await asyncio.sleep(1)
        fake = Fake(session or hobby(), **more)
        fake.table.start()
        await play(fake)
        fake.table.close()
        return fake

    with asyncio.Runner(loop_factory=QuickLoop) as runner:
        return runner.run(whole())

"""The watchdog is fed while every part of a real board moves, and no longer."""

import asyncio
import threading
from contextlib import asynccontextmanager

import pytest

from firmware_host.app.daemon import watchdog as at_test
from firmware_host.app.daemon.daemon import Hardware, open_board
from firmware_host.app.daemon.watchdog import Watchdog, feed_watchdog
from firmware_host.app.system.hardware import profile_path
from firmware_host.board.entries import Entry, RowEntry
from firmware_host.board.events import Button, Pressed
from firmware_host.devices import controller, writer
from firmware_host.devices.controller import SerialController
from firmware_host.devices.fake import FakePins
from firmware_host.settings.profile import load_profile
from tests.devices.chips import ChipScreens

PARTS = {"wire", "screens", "journal"}


@pytest.fixture(autouse=True)
def _haste(monkeypatch):
    """Shorten all periods of the watchdog and the controller."""
    monkeypatch.setattr(at_test, "EVERY_S", 0.02)
    monkeypatch.setattr(writer, "PULSE_S", 0.01)
    monkeypatch.setattr(controller, "LAST_RETRY_S", 0.01)
    monkeypatch.delenv("WATCHDOG_USEC", raising=False)


class Board:
    """A board without a controller, whose screens and card can be made to hang."""

    def __init__(self, folder):
        self.folder = folder
        self.told = []
        self.watchdog = Watchdog()
        self.screens, self.card = threading.Event(), threading.Event()
        self.screens.set()
        self.card.set()

    @asynccontextmanager
    async def running(self):
        """Be a daemon that systemd listens to."""
        profile = load_profile(profile_path("simulated"))
        hardware = Hardware(
            factory=FakePins(lamps=profile.lamps, buzzer=profile.buzzer).factory,
            bus=ChipScreens(profile.screens, watch=self._screen).open,
            port=str(self.folder / "no-controller"),
            before_commit=lambda: self.card.wait(30),
            join=self.watchdog.join,
        )
        async with (
            open_board(profile, self.folder, hardware=hardware) as board,
            feed_watchdog(
                self.watchdog, board.journal, status=lambda: "well", tell=self._tell
            ),
        ):
            try:
                yield board
            finally:
                self.screens.set()
                self.card.set()

    def _tell(self, *lines):
        self.told += lines

    def _screen(self, _name, _sent):
        self.screens.wait(30)

    async def feeds(self, times):
        """Wait until the watchdog was fed *times* times from now on."""
        self.told.clear()
        async with asyncio.timeout(20):
            while self.told.count("WATCHDOG=1") < times:  # noqa: ASYNC110 - systemd has no event
                await asyncio.sleep(0.005)

    async def starves(self, part):
        """Wait until only *part* is missing, and check that systemd is not notified."""
        line = f"STATUS=no sign of life from: {part}"
        async with asyncio.timeout(20):
            while self.told[-3:] != [line] * 3:  # noqa: ASYNC110 - systemd has no event
                await asyncio.sleep(0.005)
        self.told.clear()
        async with asyncio.timeout(20):
            while len(self.told) < 5:  # noqa: ASYNC110 - systemd has no event
                await asyncio.sleep(0.005)
        assert set(self.told) == {line}


@pytest.fixture
def board(tmp_path):
    """A board in a folder of its own."""
    return Board(tmp_path)


async def test_a_board_is_ready_without_a_controller_and_fed_from_then_on(board):
    """READY is sent without a controller, then WATCHDOG, and STOPPING at the end."""
    async with board.running():
        await board.feeds(3)
        # On a busy machine a thread may take longer than one of these short periods.
        told = {line for line in board.told if "no sign of life" not in line}
        assert told == {"READY=1", "WATCHDOG=1", "STATUS=well"}
        board.watchdog.begin_anew()
        assert set(board.watchdog.silent) == PARTS
        board.told.clear()
    assert board.told[-1] == "STOPPING=1"


async def test_it_is_not_ready_before_its_screens_are(board):
    """The daemon is not ready while the screens' bus hangs from the start."""
    board.screens.clear()
    async with board.running():
        async with asyncio.timeout(10):
            while board.watchdog.silent != ("screens",):  # noqa: ASYNC110 - see feeds
                await asyncio.sleep(0.005)
        assert board.told == []
        board.screens.set()
        await board.feeds(1)


async def test_a_screens_thread_that_hangs_is_missed(board):
    """A screens' thread that hangs in a transfer is reported as missing."""
    async with board.running() as running:
        await board.feeds(1)
        board.screens.clear()
        running.table.happen(Pressed(Button.TICK))
        await board.starves("screens")
        board.screens.set()
        await board.feeds(2)


async def test_a_journals_thread_that_hangs_is_missed(board):
    """A journal's thread that hangs before its COMMIT is reported as missing."""
    async with board.running():
        await board.feeds(1)
        board.card.clear()
        await board.starves("journal")
        board.card.set()
        await board.feeds(2)


async def test_a_journal_that_cannot_write_still_lives(board):
    """A journal that cannot write still counts as alive: a restart would not help."""
    async with board.running() as running:
        await board.feeds(1)
        impossible = Entry(rows=(RowEntry(99, 1, 0, None, "{}", "[]"),))
        done = asyncio.wrap_future(running.journal.append(impossible))
        with pytest.raises(Exception, match="impossible"):
            await done
        await board.feeds(2)


async def test_a_loop_that_hangs_feeds_nobody(board):
    """While the event loop hangs, systemd is not notified, although threads run."""
    async with board.running():
        await board.feeds(1)
        before = len(board.told)
        threading.Event().wait(0.2)  # ten times as long as from one feed to the next
        assert len(board.told) == before
        await board.feeds(2)


async def test_a_wire_task_that_has_ended_is_missed(tmp_path):
    """The controller's task counts as alive until it is cancelled."""
    watchdog = Watchdog()
    wire = SerialController(
        str(tmp_path / "nothing"),
        hear=lambda _event: None,
        clock_ms=lambda: 0,
        alive=watchdog.join("wire"),
    )
    task = asyncio.create_task(wire.run())
    for _ in range(3):
        watchdog.begin_anew()
        async with asyncio.timeout(10):
            while watchdog.silent:  # noqa: ASYNC110 - a heart has no event
                await asyncio.sleep(0.005)
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    watchdog.begin_anew()
    await asyncio.sleep(0.1)  # ten beats' time
    assert watchdog.silent == ("wire",)

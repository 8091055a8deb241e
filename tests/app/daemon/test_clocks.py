"""A killed board does not give back the time since the last row."""

import shutil

import pytest

from firmware_host.app.daemon.daemon import Hardware, open_board
from firmware_host.app.daemon.resume import take_up
from firmware_host.app.system.hardware import profile_path
from firmware_host.board.entries import JOURNAL
from firmware_host.board.events import Woke
from firmware_host.board.pieces import Millis
from firmware_host.devices.fake import FakePins
from firmware_host.journal.store import Journal
from firmware_host.session import play
from firmware_host.settings.profile import load_profile
from tests.app.written import HEADER, write
from tests.controller.bench import until
from tests.devices.chips import ChipScreens

PROFILE = load_profile(profile_path("simulated"))
CLOCK = f"{JOURNAL}.clock"

#: A row of WQRDLES waits for attempts: 120 seconds from its query on.
HEAD = HEADER | {"game": "wqrdles", "players": ["Ann", "Bob", "Cem"], "query": "own"}
ROWS = (
    {"do": "secret", "by": "Ann", "word": "HOUSE"},
    {"do": "secret", "by": "Bob", "word": "NEWTS"},
    {"do": "secret", "by": "Cem", "word": "ROAST"},
    {"do": "query", "by": "Ann", "word": "PECAN", "drawn": True},
)


@pytest.fixture
def folder(tmp_path):
    """Return a board's folder with a game in which the attempt timer runs."""
    with Journal(tmp_path / JOURNAL, reserve_bytes=0) as journal:
        assert len(write(journal, *ROWS, head=HEAD)) == len(ROWS)
    return tmp_path


def opened(folder, clock):
    """Open the board in a folder, with a clock of which the test sets the time."""
    pins = FakePins(lamps=PROFILE.lamps, buzzer=PROFILE.buzzer)
    hardware = Hardware(
        factory=pins.factory,
        bus=ChipScreens(PROFILE.screens).open,
        port=str(folder / "none"),
        clock_ms=lambda: clock[0],
    )
    return open_board(PROFILE, folder, hardware=hardware)


def left_ms(folder):
    """Return the remaining time of the attempts after a restart, in ms."""
    with Journal(folder / JOURNAL, reserve_bytes=0) as journal:
        playing = take_up(journal, setup=None, now_ms=Millis(0)).playing
    return play.left_ms(playing, Millis(0))


async def test_a_killed_board_does_not_give_back_the_time_since_the_last_row(
    folder, tmp_path
):
    """The folder is copied while the clock runs, as a kill leaves it."""
    clock, kept = [0], tmp_path / CLOCK
    async with opened(folder, clock) as running:
        table = running.table
        await running.table_api.do({"do": "pass", "by": 1})
        assert play.left_ms(table.session.playing, table.now_ms) == 120_000
        await until(lambda: kept.exists() and kept.read_bytes())
        before = kept.read_bytes()
        clock[0] = 3000
        table.happen(Woke())
        await until(lambda: kept.read_bytes() != before)
        killed = tmp_path / "killed"
        killed.mkdir()
        for path in folder.glob(f"{JOURNAL}*"):
            shutil.copy(path, killed / path.name)
    assert left_ms(killed) == 117_000


@pytest.mark.parametrize("content", [b"", b"\0" * 36, b"x" * 5000])
def test_a_damaged_clock_file_changes_nothing(folder, content):
    assert left_ms(folder) == 120_000
    (folder / CLOCK).write_bytes(content)
    assert left_ms(folder) == 120_000


def test_a_folder_in_place_of_the_file_changes_nothing(folder):
    (folder / CLOCK).mkdir()
    assert left_ms(folder) == 120_000

"""The bytes of a running clock: they count for one row of one game."""

from dataclasses import replace

import pytest

from firmware_host.board.pieces import Millis
from firmware_host.games.contract import Wake
from firmware_host.session import play
from firmware_host.session.play import Waiting
from firmware_host.session.stored.resuming import read_clock, write_clock
from tests.session.modes.test_choosing import begun
from tests.session.othergame import SAND_MS


@pytest.fixture
def playing():
    """Return a running game whose timer starts at 0 ms."""
    return replace(begun().playing, number=4)


def test_what_is_written_is_read(playing):
    content = write_clock(playing, Millis(25_000))
    assert read_clock(content, playing, 2000) == 25_000
    assert read_clock(content, playing, 26_000) == 26_000


def test_all_clocks_have_the_same_size(playing):
    sizes = {len(write_clock(playing, Millis(ms))) for ms in (0, 1, SAND_MS)}
    assert len(sizes) == 1


def test_each_flipped_bit_is_noticed(playing):
    content = write_clock(playing, Millis(25_000))
    for at in range(len(content) * 8):
        spoiled = bytearray(content)
        spoiled[at // 8] ^= 1 << at % 8
        assert read_clock(bytes(spoiled), playing, 2000) == 2000
    assert read_clock(content[:-1], playing, 2000) == 2000


@pytest.mark.parametrize(
    "change",
    [
        {"game_id": 9},
        {"number": 5},
        {"waits": Waiting(Wake(SAND_MS, "sand"), 7)},
        {"waits": None},
    ],
)
def test_the_clock_of_another_game_row_or_wait_does_not_count(playing, change):
    content = write_clock(playing, Millis(25_000))
    assert read_clock(content, replace(playing, **change), 2000) == 2000


def test_no_clock_goes_beyond_its_end(playing):
    content = write_clock(playing, Millis(10**12))
    assert read_clock(content, playing, 2000) == SAND_MS


def test_nothing_is_written_where_no_clock_runs(playing):
    stopped = play.stop_clock(playing, Millis(1000))
    tutorial, untimed = replace(playing, tutorial=True), replace(playing, waits=None)
    for one in (None, stopped, tutorial, untimed):
        assert write_clock(one, Millis(2000)) is None
    assert read_clock(b"", untimed, 2000) == 2000

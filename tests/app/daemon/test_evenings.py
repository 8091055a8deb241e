"""A game says when it was: the date where a clock is known, else which evening."""

import json

import pytest

from firmware_host.app.daemon.evenings import GAP_S, Evenings
from firmware_host.board.commands import Sit
from firmware_host.board.entries import Entry, NewGame, RowEntry
from firmware_host.devices.clock import Reading
from firmware_host.journal.store import Journal
from tests.web.school import school

#: The evening of 25 November 2026, in UTC.
EVENING_S = 1_795_631_400


@pytest.fixture
def journal(tmp_path):
    with Journal(tmp_path / "j.db", reserve_bytes=0) as opened:
        yield opened


def play(journal, *, start="a", up_s=100, at_s=None, lasted_ms=60_000):
    """
    Store a game that begins by these clocks and lasts so long.

    Return its time data.
    """
    when = Evenings(journal, lambda: Reading(start, up_s, at_s))()
    game = journal.next_game()
    header = json.dumps({"game": "decipher", **({"when": when} if when else {})})
    row = RowEntry(game, 1, lasted_ms, -1, "{}", "[]")
    journal.append(Entry(new_game=NewGame(game, header), rows=(row,))).result()
    return when


def test_evenings_are_counted_where_no_clock_is_known(journal):
    """O20: without a clock, a restart or hours without a game end an evening."""
    assert play(journal) == {"evening": 1, "start": "a", "up_s": 100}
    assert play(journal, up_s=900)["evening"] == 1
    assert play(journal, start="b", up_s=50)["evening"] == 2
    assert play(journal, start="b", up_s=50 + 60 + GAP_S - 1)["evening"] == 2
    assert play(journal, start="b", up_s=10 * GAP_S)["evening"] == 3


def test_a_long_game_is_one_evening(journal):
    """The gap is counted from when it was played last."""
    play(journal, up_s=0, lasted_ms=3 * GAP_S * 1000)
    assert play(journal, up_s=4 * GAP_S - 1)["evening"] == 1


def test_a_date_is_kept_only_where_it_is_known(journal):
    """A game's date is stored only if the clock is known."""
    assert "at_s" not in play(journal)
    assert play(journal, at_s=EVENING_S)["at_s"] == EVENING_S


def test_a_plug_that_was_pulled_makes_no_new_evening_where_the_time_is_known(journal):
    play(journal, at_s=EVENING_S)
    assert play(journal, start="b", up_s=5, at_s=EVENING_S + 600)["evening"] == 1
    assert play(journal, start="c", up_s=5, at_s=EVENING_S + 86_400)["evening"] == 2
    assert play(journal, start="c", up_s=9, at_s=EVENING_S)["evening"] == 3


def test_where_no_start_can_be_told_each_game_is_an_evening_of_its_own(journal):
    """Without a known start each game is an evening of its own."""
    assert [play(journal, start="")["evening"] for _ in range(2)] == [1, 2]


@pytest.mark.parametrize("header", ["{}", '{"when": 7}', '{"when": {"evening": "x"}}'])
def test_nothing_keeps_a_game_from_beginning(journal, header):
    """An old or invalid header in the journal does not stop a new game."""
    entry = Entry(new_game=NewGame(1, header))
    journal.append(entry).result()
    assert play(journal).get("evening", 1) == 1


async def test_a_real_board_keeps_it_with_each_game(tmp_path):
    """Each game's header has its evening, and resuming ignores it."""
    async with school(tmp_path) as board:
        await board.api.send(Sit("Ann").line)
        await board.api.send({"command": "begin"})
        await board.api.do({"do": "end"})
        await board.api.send({"command": "begin"})
        when = [read(board.journal, game)["evening"] for game in (1, 2)]
    assert when == [1, 1]
    async with school(tmp_path) as board:
        assert board.see()["phase"] == "playing"


def read(journal, game):
    """Return the time data in a game's header."""
    return json.loads(journal.game(game).header)["when"]

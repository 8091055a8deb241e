"""An accepted entry is stored whole, and a refused one not at all."""

import os
import random
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from firmware_host.board.entries import Entry, NameEntry, NewGame, RowEntry
from firmware_host.errors import JournalError, RuleError
from firmware_host.journal import store
from firmware_host.journal.opening import connect
from firmware_host.journal.store import Journal

ENDLESS = Path(__file__).parent / "powercut" / "endless.py"
ROOT = Path(__file__).parent.parent.parent

GAME = NewGame(1, '{"game": "decipher"}', ("Tina", "Lee"))


def row(number: int) -> RowEntry:
    return RowEntry(1, number, number * 10, 0, '{"do":"ask"}', '[{"is":"asked"}]')


@pytest.fixture
def path(tmp_path):
    return tmp_path / "j.db"


@pytest.fixture
def journal(path):
    with Journal(path, reserve_bytes=0) as opened:
        opened.append(Entry(new_game=GAME)).result()
        yield opened


def test_what_was_written_is_there_after_closing(path):
    """Rows, names, settings, events, in one transaction."""
    entry = Entry(
        rows=(row(1), row(2)), event=(7, 3), settings=(("a", "b"),), new_game=GAME
    )
    with Journal(path) as journal:
        journal.append(entry).result()
    with Journal(path) as again:
        assert list(again.rows(1)) == [row(1), row(2)]
        assert again.names(1) == ("Tina", "Lee")
        assert again.settings() == {"a": "b"}
        assert again.last_event(7) == 3
        assert again.unfinished() == 1


def test_then_is_called_once_it_is_durable_and_on_the_writers_thread(journal, path):
    """`then` is called on the writer's thread, after the entry is stored."""
    seen = []

    def look():
        from firmware_host.journal.reader import Reader  # noqa: PLC0415 - on that thread

        with Reader(path) as outside:
            seen.append((len(list(outside.rows(1))), threading.current_thread().name))

    journal.append(Entry(rows=(row(1),)), then=look).result()

    assert seen == [(1, "journal")]


def test_an_entry_is_written_whole_or_not_at_all(journal):
    """A second row with the same number takes its whole entry away with it."""
    journal.append(Entry(rows=(row(1),))).result()
    called = []
    bad = Entry(rows=(row(2), row(1)), settings=(("x", "y"),))

    with pytest.raises(RuleError, match="impossible"):
        journal.append(bad, then=lambda: called.append(1)).result()
    assert called == []
    assert [one.number for one in journal.rows(1)] == [1]
    assert "x" not in journal.settings()
    journal.append(Entry(rows=(row(2),))).result()


def test_a_bad_entry_does_not_take_its_neighbours_with_it(path):
    """A bad entry in a batch is refused alone; the others are stored."""
    gate = threading.Event()
    with Journal(path, before_commit=lambda: gate.wait(5), reserve_bytes=0) as journal:
        first = journal.append(Entry(new_game=GAME))
        futures = [journal.append(Entry(rows=(row(n),))) for n in (1, 1, 2)]
        gate.set()
        first.result()
        outcomes = [future.exception() for future in futures]

        assert [type(one) for one in outcomes] == [type(None), RuleError, type(None)]
        assert [one.number for one in journal.rows(1)] == [1, 2]


def test_entries_are_told_in_the_order_they_came(journal):
    """Entries are confirmed in the order in which they were given."""
    told = []
    futures = [
        journal.append(Entry(rows=(row(n),)), then=lambda n=n: told.append(n))
        for n in range(1, 30)
    ]
    for future in futures:
        future.result()

    assert told == list(range(1, 30))


def test_a_full_disk_is_one_sentence_and_heals(journal):
    """On a full disk an entry is refused whole, and later ones work."""
    writing = journal._open_writer._connection
    writing.execute("PRAGMA max_page_count=1")
    with pytest.raises(JournalError, match="the disk is full"):
        journal.append(Entry(settings=(("k", "x" * 50_000),))).result()
    assert "k" not in journal.settings()

    writing.execute("PRAGMA max_page_count=100000")
    journal.append(Entry(settings=(("k", "v"),))).result()
    assert journal.settings()["k"] == "v"


def test_a_board_starts_on_a_full_disk(path, monkeypatch):
    """A board starts on a full disk, with the space of the reserve."""
    with Journal(path, reserve_bytes=4096) as journal:
        journal.append(Entry(new_game=GAME)).result()
    reserve = path.with_name("j.db.reserve")
    assert reserve.exists()

    def connect_if_there_is_room(file, **how):
        if reserve.exists():
            msg = "disk I/O error"
            raise JournalError(msg)
        return connect(file, **how)

    monkeypatch.setattr(store, "connect", connect_if_there_is_room)
    with Journal(path, reserve_bytes=4096) as journal:
        assert journal.names(1) == ("Tina", "Lee")


def test_a_touch_writes_a_page_and_changes_nothing(journal, path):
    """A touch writes a page without a change, to test the card."""
    log = path.with_name("j.db-wal")
    before, games = log.stat().st_size, journal.games()
    journal.append(Entry()).result()
    assert log.stat().st_size == before
    journal.append(Entry(touch=True)).result()
    assert log.stat().st_size > before
    assert journal.games() == games
    assert not journal.outdated


@pytest.mark.ci
@pytest.mark.parametrize(
    "kills", [30, pytest.param(300, marks=pytest.mark.long)], ids=str
)
def test_kills_lose_nothing_that_was_told(path, kills):
    """After each kill all printed entries are there, in order, with their events."""
    for kill in range(kills):
        told = told_before_kill(path, after=kill % 11)
        with Journal(path, reserve_bytes=0) as journal:
            numbers = [one.number for one in journal.rows(1)]
            assert journal.set_aside is None
            assert numbers == list(range(1, len(numbers) + 1))
            assert len(numbers) >= told > 0
            assert journal.last_event(7) == len(numbers)


def told_before_kill(path, *, after: int) -> int:
    """
    Let a process write and kill it after some lines.

    Return the last number it printed.
    """
    command = [sys.executable, ENDLESS, path]
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, env=environment, text=True
    ) as child:
        assert child.stdout is not None
        first = [child.stdout.readline() for _ in range(after + 1)]
        child.kill()
        return int((first + child.stdout.readlines())[-1])


def test_what_then_raises_is_told_and_the_writer_goes_on(journal):
    """A mistake of ours must not silence the journal."""

    def slip():
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        journal.append(Entry(rows=(row(1),)), then=slip).result()
    journal.append(Entry(rows=(row(2),))).result()


def test_two_at_once_are_refused_by_name(journal, path):
    """A second journal on the file is refused with the first one's process."""
    with pytest.raises(JournalError, match="in use by process"), Journal(path):
        pass
    assert journal.next_game() == 2


def test_two_megabytes_are_kept_back(path):
    """Enough to go on, and to take an export with one."""
    with Journal(path) as journal:
        journal.append(Entry()).result()
        assert path.with_name("j.db.reserve").stat().st_size == 2_097_152


def test_closing_writes_what_waits_and_may_be_done_twice(path):
    """Closing writes the waiting entries and may be called twice."""
    journal = Journal(path, reserve_bytes=0)
    with journal:
        journal.append(Entry(new_game=GAME))
        waiting = [journal.append(Entry(rows=(row(n),))) for n in range(1, 20)]
    journal.close()

    assert all(one.exception() is None for one in waiting)
    with pytest.raises(JournalError, match="closed"):
        journal.append(Entry())


def test_a_later_name_is_kept_and_an_end_too(journal):
    """A later player's name and the game's end are stored."""
    journal.append(Entry(names=(NameEntry(1, 2, "Eve"),), ended=1)).result()

    assert journal.names(1) == ("Tina", "Lee", "Eve")
    assert journal.unfinished() is None
    assert journal.games()[0].ended


def test_who_has_not_sat_down_after_all_has_no_name(journal):
    """The seat is free for the next one."""
    journal.append(Entry(names=(NameEntry(1, 2, "Eve"),))).result()
    journal.append(Entry(names=(NameEntry(1, 2, None),))).result()
    assert journal.names(1) == ("Tina", "Lee")

    journal.append(Entry(names=(NameEntry(1, 2, "Gus"),))).result()
    assert journal.names(1) == ("Tina", "Lee", "Gus")


def test_erased_names_leave_no_byte_behind(journal, path):
    """Erased names are neither in the file nor in its log."""
    journal.append(Entry(names=(NameEntry(1, 2, "Zacharias"),))).result()
    assert b"Zacharias" in everything(path)

    journal.erase_names().result()
    journal.leave_no_trace().result()
    assert journal.names(1) == ("Player 1", "Player 2", "Player 3")
    assert b"Zacharias" not in everything(path)
    assert b"Tina" not in everything(path)


def test_one_games_names_go_and_the_others_stay(journal, path):
    """Erasing one game's names keeps other names and settings."""
    journal.append(Entry(new_game=NewGame(2, "{}", ("Uma",)))).result()
    journal.put_setting("volume", "7").result()

    journal.erase_names(2).result()
    journal.leave_no_trace().result()
    assert journal.names(1) == ("Tina", "Lee")
    assert journal.names(2) == ("Player 1",)
    assert journal.settings() == {"volume": "7"}
    assert b"Uma" not in everything(path)


def test_of_a_setting_forgotten_before_no_byte_is_left(path):
    """Pages are split as they fill, and each half may keep a copy of the other."""
    chance = random.Random(2)  # noqa: S311 - a seed that leaves such a copy
    keys = [f"k{number}" for number in range(300)]
    with Journal(path, reserve_bytes=0) as journal:
        for _ in range(1500):
            key, text = chance.choice(keys), None
            if chance.random() >= 0.3:
                name = "Zacharias" if key.endswith("7") else "x"
                text = name * chance.randint(1, 60)
            journal.put_setting(key, text)
        for key in keys:
            if key.endswith("7"):
                journal.put_setting(key, None).result()
        journal.erase_names().result()
        journal.leave_no_trace().result()
        assert b"Zacharias" not in everything(path)


def test_a_setting_is_replaced_and_forgotten(journal):
    """A setting is replaced, and deleted by None."""
    for value in ("1", "2"):
        journal.put_setting("wall", value).result()
    assert journal.settings() == {"wall": "2"}

    for _ in range(2):
        journal.put_setting("wall", None).result()
    assert journal.settings() == {}


def test_a_deleted_game_leaves_no_byte_behind(journal, path):
    """A deleted game's rows and names are neither in the file nor in its log."""
    other = NewGame(2, '{"game":"zebra"}', ("Zacharias",))
    zebra = RowEntry(2, 1, 0, 0, '{"do":"zebra"}', "[]")
    journal.append(Entry(rows=(row(1), zebra), new_game=other)).result()

    journal.delete_game(2).result()
    journal.leave_no_trace().result()
    assert [game.id for game in journal.games()] == [1]
    assert list(journal.rows(1)) == [row(1)]
    assert journal.names(1) == ("Tina", "Lee")
    assert b"Zacharias" not in everything(path)
    assert b"zebra" not in everything(path)
    journal.delete_game(7).result()
    journal.leave_no_trace().result()


def everything(path):
    return b"".join(one.read_bytes() for one in path.parent.glob(path.name + "*"))

"""The kept part of each damaged game, and the report of the rest."""

import sqlite3
from contextlib import closing

import pytest

from firmware_host.board.entries import Entry, NewGame, RowEntry, Tag
from firmware_host.board.pieces import Kind, Piece
from firmware_host.journal.copying import backups_of
from firmware_host.journal.store import Journal
from tests.journal.copier import copy

CUT = "{} is cut short after row {}"
GONE, KEPT = "{} is gone, or not all there", "{} is as a backup has it"
TABLES = ("boxes", "events", "settings", "tags")

#: Ways to damage game 2 that SQLite itself would not notice, by how many rows of its
#: beginning are left.
DAMAGES = {
    "UPDATE games SET header = '[]' WHERE id = 2": 0,
    "UPDATE games SET crc = crc + 1 WHERE id = 2": 0,
    "UPDATE rows SET ms = 9 WHERE game = 2 AND number = 3": 2,
    "UPDATE rows SET crc = crc + 1 WHERE game = 2 AND number = 1": 0,
    "DELETE FROM rows WHERE game = 2 AND number = 2": 1,
    "DELETE FROM rows WHERE game = 2 AND number = 1": 0,
    "DELETE FROM rows WHERE game = 2 AND number = 3": 2,
}


@pytest.fixture
def path(tmp_path):
    """Return a journal of three games with three rows each."""
    file = tmp_path / "j.db"
    with opened(file) as journal:
        for game in (1, 2, 3):
            rows = tuple(RowEntry(game, n, n, 0, "{}", "[]") for n in (1, 2, 3))
            new = NewGame(game, "{}", ("Ann", "Ben"))
            journal.append(Entry(new_game=new, rows=rows)).result()
        tag = Tag(b"one", Piece(Kind.LONG_STICK, 1))
        journal.append(Entry(tags=(tag,), event=(7, 3))).result()
        journal.put_setting("backup", "none").result()
    return file


def opened(file, *, salvaging=False):
    return Journal(file, reserve_bytes=0, salvaging=salvaging)


def back_up(path, number):
    """Make a backup that says which it is."""
    folder = path.parent / "backups"
    folder.mkdir(exist_ok=True)
    with opened(path) as journal:
        journal.put_setting("backup", str(number)).result()
        copy(path, folder / f"j-{number}.db")
        journal.put_setting("backup", "none").result()


def alter(path, *statements):
    """Change a file with SQLite's own hands."""
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        for sql in statements:
            other.execute(sql)


def found(path):
    """Return the losses that a salvage reports, each game's rows, and a setting."""
    with opened(path, salvaging=True) as journal:
        rows = {g.id: [r.number for r in journal.rows(g.id)] for g in journal.games()}
        for game in rows:
            assert journal.names(game) == ("Ann", "Ben")
        return journal.lost, rows, journal.settings().get("backup")


@pytest.mark.parametrize(("damage", "left"), DAMAGES.items())
def test_a_game_is_kept_up_to_its_first_gap(path, damage, left):
    """A game is kept up to its first gap and reported; other games are unchanged."""
    alter(path, damage)
    lost, rows, setting = found(path)
    assert lost == (CUT.format("game 2", left) if left else GONE.format("game 2"),)
    kept = {2: [*range(1, left + 1)]} if left else {}
    assert rows == {1: [1, 2, 3], 3: [1, 2, 3]} | kept
    assert setting == "none"


def test_a_backup_that_has_less_of_a_game_does_not_count(path):
    """A backup counts only if it has more rows of the game than the journal."""
    back_up(path, 9)
    with opened(path) as journal:
        rows = tuple(RowEntry(2, n, n, 0, "{}", "[]") for n in range(4, 10))
        journal.append(Entry(rows=rows)).result()
    whole = path.read_bytes()
    alter(path, "DELETE FROM rows WHERE game = 2 AND number = 8")
    lost, rows, _ = found(path)
    assert lost == (CUT.format("game 2", 7),)
    assert rows[2] == [1, 2, 3, 4, 5, 6, 7]
    path.write_bytes(whole)
    alter(path, "DELETE FROM rows WHERE game = 2 AND number = 3")
    lost, rows, _ = found(path)
    assert lost == (KEPT.format("game 2"),)
    assert rows[2] == [1, 2, 3]


def test_a_game_without_a_name_is_kept_without_it(path):
    alter(path, "DELETE FROM names WHERE game = 2 AND seat = 1")
    with opened(path, salvaging=True) as journal:
        assert journal.lost == ("game 2 is without all names",)
        assert len(list(journal.rows(2))) == 3
        assert journal.names(2) == ("Ann", "Player 2")
        assert journal.unsound(2) == ()


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_game_that_is_damaged_comes_from_the_newest_backup_that_has_it(path, damage):
    """
    A damaged game comes from the newest backup that has it.

    A deleted game stays deleted.
    """
    back_up(path, 9)
    alter(path.parent / "backups" / "j-9.db", "UPDATE rows SET ms = 9 WHERE game = 3")
    with opened(path) as journal:
        journal.delete_game(1).result()
    back_up(path, 10)
    alter(path.parent / "backups" / "j-10.db", damage)
    alter(path, damage)
    lost, rows, setting = found(path)
    assert lost == (KEPT.format("game 2"),)
    assert rows == {2: [1, 2, 3], 3: [1, 2, 3]}
    assert setting == "none"


def test_two_games_come_from_the_backups_that_have_them(path):
    """Two games come from different backups; one in no backup is reported as lost."""
    back_up(path, 9)
    back_up(path, 10)
    spoilt = "UPDATE games SET header = '[]' WHERE id IN ({})"
    alter(path.parent / "backups" / "j-9.db", spoilt.format("1"))
    alter(path.parent / "backups" / "j-10.db", spoilt.format("1, 2"))
    alter(path, spoilt.format("1, 2, 3"))
    lost, rows, setting = found(path)
    assert lost == (
        *(GONE.format("game 1"), KEPT.format("game 3"), KEPT.format("game 2")),
    )
    assert rows == {2: [1, 2, 3], 3: [1, 2, 3]}
    assert setting == "none"


@pytest.mark.parametrize(
    ("numbers", "newest"),
    [((9,), "9"), ((9, 10), "10"), ((2, 10, 9), "10"), ((), None)],
)
def test_of_a_file_that_is_rubbish_all_comes_from_the_newest_backup(
    path, numbers, newest
):
    """Without a readable page everything comes from the newest backup, by number."""
    for number in numbers:
        back_up(path, number)
    if numbers:
        for name in ("k-11.db", "j-x.db", "j-12.db.part"):
            (path.parent / "backups" / name).write_text("no backup")
    path.write_bytes(b"\xa5" * path.stat().st_size)
    lost, rows, setting = found(path)
    listed = GONE.format("the list of games")
    if newest is None:
        assert lost == (*(GONE.format(table) for table in TABLES), listed)
        assert (rows, setting) == ({}, None)
        return
    games = tuple(KEPT.format(f"game {game}") for game in (1, 2, 3))
    assert lost == (listed, *(KEPT.format(table) for table in TABLES), *games)
    assert rows == {game: [1, 2, 3] for game in (1, 2, 3)}
    assert setting == newest


def test_backups_are_found_by_their_number(path):
    """Backups are found by number, the newest first."""
    assert backups_of(path) == {}
    for number in (2, 10, 9):
        back_up(path, number)
    found = [(number, one.name) for number, one in backups_of(path).items()]
    assert found == [(10, "j-10.db"), (9, "j-9.db"), (2, "j-2.db")]


def test_what_is_whole_is_not_looked_for_in_a_backup(path):
    """Undamaged data is not compared with a backup, so deletions stay."""
    back_up(path, 9)
    with opened(path) as journal:
        journal.append(Entry(forgotten=(b"one",))).result()
        journal.delete_game(2).result()
    alter(path)
    lost, rows, setting = found(path)
    assert lost == ()
    assert rows == {1: [1, 2, 3], 3: [1, 2, 3]}
    assert setting == "none"
    with opened(path) as journal:
        assert journal.tags() == ()
        assert journal.last_event(7) == 3

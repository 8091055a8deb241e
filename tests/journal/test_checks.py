"""No changed bit, lost page or exchanged page of the journal stays unnoticed."""

import sqlite3
from contextlib import closing

import pytest

from firmware_host.board.entries import (
    Entry,
    NewGame,
    RowEntry,
    Snapshot,
    Summary,
    Tag,
)
from firmware_host.board.pieces import Kind, Piece
from firmware_host.errors import JournalError
from firmware_host.journal import store
from firmware_host.journal.checks import (
    count,
    counted,
    is_sound,
    with_crc,
)
from firmware_host.journal.file import scripts, upgrade
from firmware_host.journal.store import Journal
from tests.journal.older import old_journal

PAGE_BYTES, GAMES, ROWS = 4096, 30, 12
TABLES = ("boxes", "counts", "events", "games", "names", "rows", "settings")
TABLES = (*TABLES, "snapshots", "summaries", "tags")
SNAPSHOT = Snapshot(2, 4, "me", '{"a": 1}')
SUMMARY = Summary(2, "me", '{"b": 2}')


@pytest.fixture
def path(tmp_path):
    """Return a journal with something in every table, and on more than one page."""
    file = tmp_path / "j.db"
    with opened(file) as journal:
        tags = tuple(
            Tag(bytes([4, 0, *divmod(n, 256)]), Piece(Kind.LONG_STICK, n))
            for n in range(1, 300)
        )
        journal.append(Entry(tags=tags, event=(7, 9))).result()
        for n in range(1, 100):
            journal.put_setting(f"key {n}", "value" * 20).result()
        for game in range(1, GAMES + 1):
            facts = f'["{"x" * 200}"]'
            rows = tuple(
                RowEntry(game, n, n, 0, "{}", facts) for n in range(1, ROWS + 1)
            )
            new = NewGame(game, '{"n": 1}', ("Tina", "Lee"))
            ended = game if game < GAMES else None
            journal.append(Entry(rows=rows, new_game=new, ended=ended)).result()
        journal.append(Entry(snapshot=SNAPSHOT, summary=SUMMARY)).result()
    return file


def opened(file, *, salvaging=False):
    return Journal(file, reserve_bytes=0, salvaging=salvaging)


def rows_of(connection, table):
    sql = f"SELECT * FROM {table}"  # noqa: S608 - our own names
    return connection.execute(sql).fetchall()


def altered(path, *statements):
    """Change a file with SQLite's own hands."""
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        for sql in statements:
            other.execute(sql)


def told(path):
    """Return all data that the journal reads, and the faults it reports."""
    with opened(path) as journal:
        wrong = {*journal.lost, *journal.unsound()}
        games = {}
        for game in journal.games():
            wrong.update(one for one in journal.unsound(game.id) if "names" in one)
            try:
                rows = tuple(journal.rows(game.id))
            except JournalError as fault:
                wrong.add(str(fault))
            else:
                games[game.id] = (game, rows, journal.names(game.id))
        wrong.update(f"game {one}" for one in journal.damaged())
        return (games, journal.settings(), journal.tags()), wrong


def test_every_row_carries_its_checksum(path):
    """Every row has a valid checksum, whichever code wrote it."""
    with closing(sqlite3.connect(path)) as other:
        for table in TABLES:
            rows = rows_of(other, table)
            assert rows, table
            assert all(is_sound(table, row) for row in rows), table


def test_a_checksum_is_of_all_columns_and_of_the_tables_name():
    """A checksum covers all columns and the table's name, as the formats say."""
    assert with_crc("settings", ("place", "home"))[-1] == 0xE8E3BAC1
    row = with_crc("tags", (b"\x04\xaf", "tile", "A", 1, 0))
    assert is_sound("tags", row)
    assert not is_sound("boxes", row)
    for at in range(5):
        other = [*row]
        other[at] = b"\x05" if at == 0 else f"{row[at]}x"
        assert not is_sound("tags", tuple(other))


@pytest.mark.ci
@pytest.mark.parametrize(
    ("sql", "names"),
    [
        ("UPDATE games SET ended = 0 WHERE id = 3", "game 3"),
        ("UPDATE games SET seats = 3 WHERE id = 3", "game 3"),
        ("UPDATE games SET header = '{}' WHERE id = 3", "game 3"),
        ("UPDATE rows SET seat = 1 WHERE game = 3 AND number = 2", "game 3, row 2"),
        ("DELETE FROM rows WHERE game = 3 AND number = 1", "game 3, row 1"),
        ("DELETE FROM rows WHERE game = 3 AND number > 9", "game 3, row 10"),
        ("DELETE FROM rows WHERE game = 3", "game 3, row 1"),
        ("UPDATE names SET name = 'Tima' WHERE game = 3", "the names of game 3"),
        ("DELETE FROM names WHERE game = 3 AND seat = 1", "the names of game 3"),
        ("UPDATE settings SET value = 'w' WHERE key = 'key 7'", "1 of the settings"),
        ("UPDATE tags SET number = 500 WHERE number = 7", "1 of the tags"),
        ("UPDATE boxes SET name = '2'", "1 of the boxes"),
        ("DELETE FROM settings WHERE key = 'key 7'", "settings is gone, or not all"),
        ("DELETE FROM tags WHERE number = 7", "tags is gone, or not all"),
    ],
)
def test_what_has_changed_or_is_gone_is_named_and_not_told(path, sql, names):
    """
    A changed or missing row is reported and its data is not returned.

    SQLite itself notices nothing.
    """
    before, _ = told(path)
    altered(path, sql)
    after, wrong = told(path)
    assert any(names in one for one in wrong), wrong
    for was, now in zip(before, after, strict=True):
        if isinstance(was, dict):
            assert all(was[key] == value for key, value in now.items() if key != 3)
        else:
            assert {*now} <= {*was}


def test_a_game_whose_number_has_changed_is_named_by_both(path):
    """A game with a changed number is reported by the new number and the old one."""
    altered(path, "UPDATE games SET id = 40 WHERE id = 3")
    with opened(path) as journal:
        assert journal.damaged() == (40, 3)


@pytest.mark.ci
def test_pages_that_were_exchanged_are_found(path):
    """Exchanged pages are noticed, within a table and between two tables."""
    whole, (before, _) = path.read_bytes(), told(path)
    pages = len(whole) // PAGE_BYTES
    silent, other = [], 0
    for one in range(1, pages):
        two = 1 + (one + 6) % (pages - 1)
        for left in path.parent.glob("j.db*"):
            left.unlink()
        path.write_bytes(exchanged(whole, one, two))
        after, wrong = told(path)
        other += after != before
        if after != before and not wrong:
            silent.append((one, two))
    assert silent == []
    assert other > pages / 3


def exchanged(whole, one, two):
    """Return a file with two of its pages exchanged."""
    content = bytearray(whole)
    one, two = (slice(n * PAGE_BYTES, (n + 1) * PAGE_BYTES) for n in (one, two))
    content[one], content[two] = whole[two], whole[one]
    return bytes(content)


def test_an_older_journal_gets_its_checksums(tmp_path):
    """A journal of an older version gets checksums; damaged games stay damaged."""
    file = old_journal(tmp_path)
    with opened(file) as journal:
        assert [game.id for game in journal.games()] == [1]
        assert journal.damaged() == (2,)
        assert [row.number for row in journal.rows(1)] == [1, 2]
        assert journal.names(1) == ("Änn",)
        assert journal.settings() == {"place": "home"}
        assert journal.boxes() == {"1": 0}
        assert [tag.uid for tag in journal.tags()] == [b"\x04\x00\x00\xab"]
        assert journal.last_event(7) == 5
        assert journal.unsound(1) == ()
    with closing(sqlite3.connect(file)) as other:
        for table in ("counts", "events", "names", "rows", "settings", "tags"):
            rows = rows_of(other, table)
            assert rows, table
            assert all(is_sound(table, row) for row in rows), table


def test_a_snapshot_and_a_summary_are_kept_until_they_are_replaced(path):
    """A snapshot and a summary are replaced by later ones, and ignored if damaged."""
    with opened(path) as journal:
        assert journal.snapshot(2) == SNAPSHOT
        assert journal.summary(2) == SUMMARY
        assert journal.snapshot(3) is journal.summary(3) is None
        later = Snapshot(2, 6, "me", "{}")
        journal.append(Entry(snapshot=later)).result()
        assert journal.snapshot(2) == later
    altered(path, "UPDATE snapshots SET number = 7", "UPDATE summaries SET game = 4")
    with opened(path) as journal:
        assert journal.snapshot(2) is journal.summary(4) is None
        journal.delete_game(4).result()
    with closing(sqlite3.connect(path)) as other:
        assert other.execute("SELECT count(*) FROM summaries").fetchone() == (0,)


def test_snapshots_of_games_that_are_over_go_when_the_next_one_begins(path):
    """Starting a game deletes old games' snapshots, but not their summaries."""
    with opened(path) as journal:
        going = Snapshot(GAMES, 2, "me", "{}")
        journal.append(Entry(snapshot=going)).result()
        journal.append(Entry(new_game=NewGame(99, "{}"))).result()
        assert journal.snapshot(2) is None
        assert journal.snapshot(GAMES) == going
        assert journal.summary(2) == SUMMARY


def test_games_are_returned_by_pages(path):
    """Games are returned in pages, the newest first."""
    with opened(path) as journal:
        assert [one.id for one in journal.games_before(1 << 40, 2)] == [30, 29]
        assert [one.id for one in journal.games_before(29, 2)] == [28, 27]
        assert journal.games_before(1, 5) == ()
        assert (journal.row_count(2), journal.row_count(70)) == (12, None)
    altered(path, "UPDATE games SET seats = 7 WHERE id = 29")
    with opened(path) as journal:  # a damaged one makes no page shorter
        assert [one.id for one in journal.games_before(1 << 40, 2)] == [30, 28]
        assert journal.game(7).id == 7
        assert journal.game(70) is None
        assert journal.newest() == GAMES


def test_old_starts_of_a_controller_are_forgotten(path):
    """The last event is stored for the last 16 boots of a controller."""
    with opened(path) as journal:
        for boot in range(100, 140):
            journal.append(Entry(event=(boot, 1))).result()
            journal.append(Entry(event=(boot, boot))).result()
        known = [boot for boot in range(140) if journal.last_event(boot)]
        assert known == [*range(140 - store.KEPT_STARTS, 140)]
        assert all(journal.last_event(boot) == boot for boot in known)


def test_a_count_is_written_only_where_it_has_changed(tmp_path):
    """A count is written only if it has changed."""
    with opened(tmp_path / "j.db") as journal:
        connection = journal._open_writer._connection
        for _ in range(2):
            journal.put_setting("a", "b").result()
        before = connection.total_changes
        count(connection, "settings")
        assert connection.total_changes == before
        assert counted(connection, "settings") == 1
        assert counted(connection, "rows", 5) is None


def test_an_upgrade_that_is_cut_off_begins_anew(tmp_path):
    """Each step is there whole or not at all, and killing costs nothing."""
    file = old_journal(tmp_path)
    with closing(sqlite3.connect(file, isolation_level=None)) as old:
        broken = scripts()[3] + "\nINSERT INTO nowhere VALUES (1);"
        with pytest.raises(sqlite3.OperationalError, match="nowhere"):
            upgrade(old, {3: broken})
        old.execute("ROLLBACK")
        assert old.execute("PRAGMA user_version").fetchone() == (2,)
    with opened(file) as journal:
        assert [game.id for game in journal.games()] == [1]

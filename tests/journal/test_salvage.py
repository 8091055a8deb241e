"""From a damaged journal everything readable, or in a backup, is recovered."""

import random
import shutil
import sqlite3

import pytest

from firmware_host.board.entries import Entry, NewGame, RowEntry, Tag
from firmware_host.board.pieces import Kind, Piece
from firmware_host.journal.copying import backups_of
from firmware_host.journal.file import scripts, upgrade
from firmware_host.journal.store import Journal
from tests.journal.copier import copy

PAGE_BYTES, GAMES = 4096, 12
TAGS = {bytes([4, 0, 0, number]): Piece(Kind.LONG_STICK, number) for number in range(9)}


@pytest.fixture
def path(tmp_path):
    """Return a journal of twelve games; each of them fills some pages."""
    file = tmp_path / "j.db"
    with opened(file) as journal:
        enrolled = tuple(Tag(uid, item) for uid, item in TAGS.items())
        journal.append(Entry(tags=enrolled, settings=(("a", "b"),))).result()
        for game in range(1, GAMES + 1):
            rows = tuple(
                RowEntry(game, n, n, 0, "{}", f'["{"x" * 900}"]') for n in range(1, 12)
            )
            new = NewGame(game, '{"n": 1}', ("Tina",))
            journal.append(Entry(rows=rows, new_game=new, event=(7, game))).result()
    return file


def opened(file, *, salvaging=False):
    return Journal(file, reserve_bytes=0, salvaging=salvaging)


def spoil(path, *pages):
    """Fill pages with rubbish."""
    content = bytearray(path.read_bytes())
    for page in pages:
        content[page * PAGE_BYTES : (page + 1) * PAGE_BYTES] = b"\xa5" * PAGE_BYTES
    path.write_bytes(content)


def back_up(path):
    """Make a backup of the journal, where backups lie."""
    folder = path.parent / "backups"
    folder.mkdir(exist_ok=True)
    copy(path, folder / f"j-{len(backups_of(path)) + 1}.db")


def pages(path):
    return range(path.stat().st_size // PAGE_BYTES)


def test_without_its_first_page_nothing_is_lost(path):
    """Without its first page nothing is lost: the tables are found without it."""
    before = path.read_bytes()
    spoil(path, 0)
    with opened(path) as journal:
        assert [one.id for one in journal.games()] == list(range(1, GAMES + 1))
        assert {tag.uid for tag in journal.tags()} == set(TAGS)
        assert journal.settings() == {"a": "b"}
        assert journal.last_event(7) == GAMES
        assert journal.lost == ()
        assert journal.set_aside.read_bytes()[PAGE_BYTES:] == before[PAGE_BYTES:]


@pytest.mark.ci
def test_each_page_costs_only_what_is_on_it(path):
    """Each damaged page loses its own rows only, and the loss is reported."""
    whole = path.read_bytes()
    kept = []
    for page in pages(path):
        for left in path.parent.glob("j.db*"):
            left.unlink()
        path.write_bytes(whole)
        spoil(path, page)
        with opened(path, salvaging=True) as journal:
            found = sum(
                len(list(journal.rows(one.id))) == 11 for one in journal.games()
            )
            tags, named = len(journal.tags()), "\n".join(journal.lost)
            assert found == GAMES or "game" in named, page
            assert tags == len(TAGS) or "tags" in named, page
            kept.append((found, tags))
    assert sum(found >= GAMES - 4 for found, _ in kept) >= len(kept) - 6
    assert sum(tags == len(TAGS) for _, tags in kept) >= len(kept) - 2


@pytest.mark.parametrize(
    ("percent", "least"), [(60, 0.3), (80, 0.5), (90, 0.6), (95, 0.7), (99, 0.85)]
)
def test_of_a_file_that_was_cut_off_each_row_up_to_a_gap_is_kept(path, percent, least):
    """From a truncated file each game is kept up to its first gap, and reported."""
    content = path.read_bytes()
    path.write_bytes(content[: len(content) * percent // 100])
    with opened(path, salvaging=True) as journal:
        rows = {one.id: len(list(journal.rows(one.id))) for one in journal.games()}
        told = "\n".join(journal.lost)
    assert sum(rows.values()) >= least * 11 * GAMES
    for game in range(1, GAMES + 1):
        assert rows.get(game) == 11 or f"game {game} is" in told


def test_a_file_that_ends_before_its_tables_do_is_read_all_the_same(path):
    """A file that ends before a table begins is read, although SQLite refuses it."""
    content = path.read_bytes()
    path.write_bytes(content[: 9 * PAGE_BYTES + 100])
    with opened(path, salvaging=True) as journal:
        assert {tag.uid for tag in journal.tags()} == set(TAGS)
        assert journal.settings() == {"a": "b"}
        assert journal.next_game() == GAMES + 1


@pytest.mark.long
@pytest.mark.parametrize("pages", [1, 2, 4])
def test_of_pages_that_were_overwritten_at_random_most_rows_are_kept(path, pages):
    """With random pages overwritten each start works, and most rows are kept."""
    whole, chance, kept = path.read_bytes(), random.Random(pages), 0  # noqa: S311 - the same each time
    for _ in range(30):
        content = bytearray(whole)
        for page in chance.sample(range(len(whole) // PAGE_BYTES), pages):
            at = page * PAGE_BYTES
            content[at : at + PAGE_BYTES] = chance.randbytes(PAGE_BYTES)
        for left in path.parent.glob("j.db*"):
            left.unlink()
        path.write_bytes(content)
        with opened(path, salvaging=True) as journal:
            kept += sum(len(list(journal.rows(one.id))) for one in journal.games())
    assert kept > 30 * 11 * GAMES * (1 - 0.12 * pages)


def test_a_torn_page_of_tags_costs_only_its_own(tmp_path):
    """The others are read up to it, and from the end back to it."""
    file = tmp_path / "j.db"
    with opened(file) as journal:
        some = (Tag(bytes([4, 0, *divmod(n, 256)]), None) for n in range(1000))
        journal.append(Entry(tags=tuple(some))).result()
    whole, kept = file.read_bytes(), []
    for page in pages(file):
        for left in tmp_path.glob("j.db*"):
            left.unlink()
        file.write_bytes(whole)
        spoil(file, page)
        with opened(file, salvaging=True) as journal:
            kept.append(len(journal.tags()))
            assert kept[-1] == 1000 or "tags is gone, or not all there" in journal.lost
    torn = [count for count in kept if count < 1000]
    assert len(torn) > 5
    assert min(torn) > 700  # also of the page that leads to the others


def test_a_row_that_is_found_twice_hides_none_that_is_gone(tmp_path):
    """A row that is found twice does not hide a missing one."""
    file = tmp_path / "j.db"
    with opened(file) as journal:
        some = (Tag(bytes([4, 0, *divmod(n, 256)]), None) for n in range(1000))
        journal.append(Entry(tags=tuple(some))).result()
    content = bytearray(file.read_bytes())
    leaves = range(0, len(content), PAGE_BYTES)
    row = bytes([4, 0, *divmod(40, 256)])
    page = next(
        p for p in leaves if content[p] == 10 and row in content[p:][:PAGE_BYTES]
    )
    content[page + 10 : page + 12] = content[page + 8 : page + 10]
    file.write_bytes(content)
    with opened(file, salvaging=True) as journal:
        assert len(journal.tags()) == 999
        assert "tags is gone, or not all there" in journal.lost


@pytest.mark.ci
def test_what_is_torn_comes_from_the_newest_backup(path):
    """With a backup no damaged page loses data that is in it."""
    back_up(path)
    whole = path.read_bytes()
    for page in pages(path):
        for left in path.parent.glob("j.db*"):
            left.unlink()
        path.write_bytes(whole)
        spoil(path, page)
        with opened(path, salvaging=True) as journal:
            assert [one.id for one in journal.games()] == list(range(1, GAMES + 1))
            assert all(len(list(journal.rows(g))) == 11 for g in range(1, GAMES + 1))
            assert {tag.uid for tag in journal.tags()} == set(TAGS)
            assert not any("gone" in one for one in journal.lost)


def test_no_other_game_gets_the_number_of_one_that_is_gone(path):
    """A setting may name it, and a backup may have it."""
    content = bytearray(path.read_bytes())
    for page in pages(path):
        at = slice(page * PAGE_BYTES, (page + 1) * PAGE_BYTES)
        if page and b'{"n": 1}' in content[at]:
            content[at] = b"\xa5" * PAGE_BYTES  # the list of games
    path.write_bytes(content)
    with opened(path) as journal:
        assert journal.games() == ()
        assert f"game {GAMES} is gone, or not all there" in journal.lost
    with opened(path) as journal:
        assert journal.set_aside is None
        assert journal.next_game() == GAMES + 1
        assert journal.unsound(journal.left_open()) == ()


def test_a_damaged_backup_is_passed_over(path):
    """If the newest backup is damaged too, the one before is used."""
    back_up(path)
    back_up(path)
    newest = backups_of(path)[2]
    spoil(newest, *pages(newest))
    spoil(path, *pages(path))
    with opened(path) as journal:
        assert len(journal.games()) == GAMES


@pytest.mark.parametrize("kept", [False, True])
def test_a_game_whose_number_has_changed_is_known_by_its_rows(path, kept):
    """A game with a changed number comes from a backup, or is reported as lost."""
    if kept:
        back_up(path)
    other = sqlite3.connect(path)
    other.execute("UPDATE games SET id = 99 WHERE id = 3")
    other.commit()
    other.close()
    with opened(path, salvaging=True) as journal:
        assert ("game 3 is gone, or not all there" in journal.lost) is not kept
        assert (3 in {one.id for one in journal.games()}) is kept


def test_a_game_that_was_deleted_does_not_come_back(path):
    """Backups keep it; the journal does not get it from there."""
    back_up(path)
    with opened(path) as journal:
        journal.delete_game(3).result()
    spoil(path, 0)
    with opened(path) as journal:
        assert 3 not in {one.id for one in journal.games()}


def test_rows_that_only_the_log_has_are_kept(path):
    """A board that lost its power has them nowhere else."""
    with opened(path) as journal:
        journal.append(Entry(new_game=NewGame(99, "{}"))).result()
        for end in ("", "-wal"):
            shutil.copy(f"{path}{end}", path.with_name(f"k.db{end}"))
    other = path.with_name("k.db")
    spoil(other, 0)
    with opened(other) as journal:
        assert 99 in {one.id for one in journal.games()}


def test_a_number_that_is_wrong_sets_nothing_aside_for_good(path):
    """The version that a file says it has may be the bit that is gone."""
    other = sqlite3.connect(path)
    other.execute("PRAGMA user_version = 66")
    other.close()
    with opened(path) as journal:
        assert len(journal.games()) == GAMES
        assert journal.lost == ()


def test_a_journal_of_the_first_version_is_salvaged_too(tmp_path):
    """A journal of the first version is salvaged with its tags."""
    file = tmp_path / "old.db"
    old = sqlite3.connect(file, isolation_level=None)
    upgrade(old, {1: scripts()[1]})
    old.execute("INSERT INTO tags VALUES (x'04000001', 'red', 1)")
    old.execute("PRAGMA user_version = 9")
    old.close()
    with opened(file) as journal:
        assert [tag.item for tag in journal.tags()] == [Piece(Kind("red"), 1)]


def test_a_start_that_was_cut_off_is_gone_on_with(path):
    """A salvaged journal is used by the next start after an interruption."""
    spoil(path, 0)
    with opened(path) as journal:
        assert journal.set_aside
    path.rename(path.with_name("j.db.salvaged"))
    with opened(path) as journal:
        assert len(journal.games()) == GAMES

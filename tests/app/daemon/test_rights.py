"""Damage on the card never widens a right: doubtful settings count as closed."""

import json
import random
import sqlite3
from contextlib import suppress
from types import SimpleNamespace

import pytest

from firmware_host.app.daemon.restoring import Restoring
from firmware_host.app.daemon.resume import take_up
from firmware_host.app.daemon.rights import LOST
from firmware_host.app.pages.serving import JournalStore
from firmware_host.board.entries import JOURNAL, Entry
from firmware_host.board.pieces import Millis
from firmware_host.errors import DoubtError, JournalError
from firmware_host.journal.file import mark_damaged, with_ending
from firmware_host.journal.store import Journal
from firmware_host.session.setups import Setup, setup_text
from firmware_host.web.classroom.passphrase import Passphrase
from firmware_host.web.people.room import Room
from tests.app.written import GAME, write

PAGE_BYTES = 4096
ROOM = {"code": "BCDFGH", "locked": True, "door": "admit", "teams": False}
SETTINGS = {
    "setup": setup_text(Setup(place="class")),
    "web:teacher": json.dumps({"salt": "00" * 16, "hash": "11" * 32, "times": 5}),
    "web:room": json.dumps(ROOM),
    "pads": '{"1": {"dwell_ms": 200}}',
}

#: The rights on the board above: a claimed class and its door.
STRICT = ("class", True, "admit", True)


def write_journal(path, **changes):
    """Write a journal of a claimed class board; a change to None drops a setting."""
    known = {
        key: text for key, text in (SETTINGS | changes).items() if text is not None
    }
    with Journal(path, reserve_bytes=0) as journal:
        write(journal, *GAME)
        journal.append(Entry(settings=tuple(known.items()))).result()


def rights(path):
    """Start with a journal, at most twice; return the access rights it has then."""
    for _ in range(2):
        with suppress(DoubtError, JournalError), Journal(path, reserve_bytes=0) as one:
            return rights_in(one)
        mark_damaged(path)
    pytest.fail("the second start does not play either")


def rights_in(journal):
    session = take_up(journal, setup=None, now_ms=Millis(0))
    services = SimpleNamespace(
        store=JournalStore(journal),
        clock_ms=lambda: 0,
        entropy=bytes,
        packs=SimpleNamespace(known=lambda *_: False),
    )
    is_set = Passphrase(services.store, bytes).is_set
    door = Room(services).door
    return session.setup.place, is_set, door.kind, door.locked


def settings_page(path) -> int:
    """
    Return the byte offset of the journal's only page of settings.

    Source: sqlite.org/fileformat2.html, "B-tree Pages": a leaf of an index.
    """
    with sqlite3.connect(path) as card:
        query = "SELECT rootpage FROM sqlite_master WHERE name = 'settings'"
        (root,) = card.execute(query).fetchone()
    card.close()
    start = (root - 1) * PAGE_BYTES
    assert path.read_bytes()[start] == 10
    return start


def used_bits(content, start):
    """Return the number of each bit in use on a B-tree page of a database."""
    cells = int.from_bytes(content[start + 3 : start + 5])
    first = int.from_bytes(content[start + 5 : start + 7])
    used = [*range(8 + 2 * cells), *range(first, PAGE_BYTES)]
    return [8 * (start + at) + bit for at in used for bit in range(8)]


def try_bits(folder, pick):
    """Flip each chosen bit of a journal, and require the strictest access rights."""
    whole = folder / "whole.db"
    write_journal(whole)
    content = whole.read_bytes()
    assert rights(whole) == STRICT
    bits = pick(used_bits(content, settings_page(whole)))
    wider = {}
    for bit in bits:
        place = folder / str(bit)
        place.mkdir()
        damaged = bytearray(content)
        damaged[bit // 8] ^= 1 << bit % 8
        (place / JOURNAL).write_bytes(damaged)
        if (found := rights(place / JOURNAL)) != STRICT:
            wider[bit] = found
    assert wider == {}
    return len(bits)


def test_no_flipped_bit_of_a_setting_widens_a_right(tmp_path):
    """No flipped bit in the settings widens a right; the long test tries all bits."""
    chance = random.Random(31)  # noqa: S311 - chance that can be had again
    assert try_bits(tmp_path, lambda bits: chance.sample(bits, 40)) == 40


def test_no_flipped_bit_of_the_header_of_the_settings_widens_a_right(tmp_path):
    """
    No flipped bit in the header of the settings' page widens a right.

    The header has the free space, so a wrong one could overwrite a row.
    """
    assert try_bits(tmp_path, lambda bits: bits[: 8 * 8]) == 8 * 8


@pytest.mark.long
def test_no_bit_of_any_setting_widens_a_right(tmp_path):
    """Every bit of the page with the settings, its header and pointers included."""
    assert try_bits(tmp_path, lambda bits: bits) > 3000


@pytest.mark.parametrize("lost", ["setup", "web:teacher", "web:room"])
def test_a_setting_with_a_wrong_checksum_counts_as_closed(tmp_path, lost):
    path = tmp_path / JOURNAL
    write_journal(path)
    with sqlite3.connect(path) as card:
        card.execute("UPDATE settings SET crc = crc + 1 WHERE key = ?", (lost,))
    card.close()
    assert rights(path) == STRICT


@pytest.mark.parametrize("text", ["rubbish", "[]", "{}", '{"place": []}', "1" * 9000])
def test_garbage_in_the_setup_of_a_claimed_board_makes_it_a_class(tmp_path, text):
    """Garbage with a right checksum in a claimed board's setup makes it a class."""
    path = tmp_path / JOURNAL
    write_journal(path, setup=text)
    assert rights(path) == STRICT


@pytest.mark.parametrize("text", ["rubbish", "[]", '{"door": 3, "locked": "no"}'])
def test_garbage_in_the_room_locks_it(tmp_path, text):
    path = tmp_path / JOURNAL
    write_journal(path, **{"web:room": text})
    assert rights(path) == STRICT


def test_a_family_at_home_keeps_its_place_beside_another_damaged_setting(tmp_path):
    """A board at home stays at home if another setting is damaged."""
    path = tmp_path / JOURNAL
    home = setup_text(Setup(place="home"))
    write_journal(path, setup=home, **{"web:teacher": None})
    with sqlite3.connect(path) as card:
        card.execute("UPDATE settings SET crc = crc + 1 WHERE key = 'pads'")
    card.close()
    assert rights(path)[0] == "home"


def test_a_lost_passphrase_stays_set(tmp_path):
    """A damaged passphrase counts as set, so that nobody can claim the class again."""
    path = tmp_path / JOURNAL
    write_journal(path)
    with sqlite3.connect(path) as card:
        card.execute("UPDATE settings SET crc = crc + 1 WHERE key = 'web:teacher'")
    card.close()
    rights(path)
    with Journal(path, reserve_bytes=0) as journal:
        assert journal.settings()["web:teacher"] == LOST


# --- settings from a backup ---------------------------------------------------


def replaced(path, *, before, backup):
    """Return the access rights after a backup has replaced a journal."""
    write_journal(path, **backup)
    if before is None:
        with_ending(path, ".before").write_bytes(b"no journal")
    else:
        write_journal(with_ending(path, ".before"), **before)
    with Journal(path, reserve_bytes=0) as journal:
        Restoring(path).carry_over(journal)
        return rights_in(journal)


OF_HOME = {"setup": setup_text(Setup(place="home")), "web:teacher": None}


@pytest.mark.parametrize("setup", [OF_HOME["setup"], "rubbish", None])
def test_a_backup_from_before_the_class_does_not_open_it(tmp_path, setup):
    backup = {"setup": setup, "web:teacher": None, "web:room": None}
    assert replaced(tmp_path / JOURNAL, before={}, backup=backup) == STRICT


def test_a_backup_of_a_class_is_a_class_on_another_board(tmp_path):
    found = replaced(tmp_path / JOURNAL, before=OF_HOME, backup={"web:teacher": None})
    assert found[0] == "class"


def test_a_journal_that_cannot_be_read_leaves_a_closed_board(tmp_path):
    """An unreadable journal leaves a closed board: it may have been claimed."""
    backup = OF_HOME | {"web:room": None}
    assert replaced(tmp_path / JOURNAL, before=None, backup=backup) == STRICT

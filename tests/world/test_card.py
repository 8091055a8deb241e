"""The simulated card keeps what was synced, and loses and refuses what it may."""

import os
from pathlib import Path
from random import Random

import pytest

from firmware_host.board.entries import Entry, NewGame, RowEntry
from firmware_host.errors import DoubtError, JournalError
from firmware_host.journal.file import sync
from firmware_host.journal.store import Journal
from tests.world.card import Card
from tests.world.files import FILES

BEGUN = Entry(new_game=NewGame(1, "{}", ("Ann",)))


@pytest.fixture
def card(tmp_path):
    FILES.register()
    card = Card(tmp_path, Random(1))  # noqa: S311 - it is to be the same
    with card.mounted():
        yield card


def row(number):
    return Entry(rows=(RowEntry(1, number, number, 0, "{}", "[]"),))


def rows(card):
    with Journal(card.folder / "j.db", reserve_bytes=0) as journal:
        return len(list(journal.rows(1)))


@pytest.mark.parametrize("chance", range(30))
def test_what_is_told_stays_from_the_first_start_on(tmp_path, chance):
    """Confirmed entries survive a cut, even if a folder that was not synced is lost."""
    FILES.register()
    card = Card(tmp_path, Random(chance))  # noqa: S311 - as above
    with card.mounted():
        with Journal(card.folder / "j.db", reserve_bytes=0) as journal:
            journal.append(BEGUN).result()
            for number in (1, 2, 3):
                journal.append(row(number)).result()
            card.cut()
        card.next_life()
        assert rows(card) == 3


def test_a_card_that_is_never_synced_loses_what_it_was_told(card):
    """Data without a sync is lost in some cuts, synced data never."""
    path = card.folder / "file"
    Path(path).write_bytes(bytes(2048))
    lost = 0
    for _ in range(20):
        card.image = None
        card.cut()
        lost += card.image.get("file") != bytes(2048)
    assert lost > 5
    card.image = None
    descriptor = os.open(path, os.O_RDONLY)
    os.fsync(descriptor)
    os.close(descriptor)
    sync(card.folder)
    card.cut()
    assert card.image["file"] == bytes(2048)


def test_a_new_name_is_lost_until_its_folder_is_synced(card):
    one, other = card.folder / "one", card.folder / "other"
    one.write_bytes(b"1")
    sync(one)
    sync(card.folder)
    one.rename(other)
    left = set()
    for _ in range(20):
        card.image = None
        card.cut()
        left.add(tuple(card.image))
    assert left == {("one",), ("other",)}


@pytest.mark.parametrize(
    ("mode", "error"),
    [("eio", JournalError), ("half", JournalError), ("sync", DoubtError)],
)
def test_what_the_card_refuses_is_told(card, mode, error):
    with Journal(card.folder / "j.db", reserve_bytes=0) as journal:
        journal.append(BEGUN).result()
        card.mode = mode
        with pytest.raises(error):
            journal.append(row(1)).result()
        card.mode = "good"


def test_a_full_card_takes_nothing_more(card):
    with Journal(card.folder / "j.db", reserve_bytes=0) as journal:
        journal.append(BEGUN).result()
        card.room = 0
        with pytest.raises(JournalError, match="full"):
            journal.append(row(1)).result()
        card.room = None
        journal.append(row(1)).result()

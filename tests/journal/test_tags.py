"""The items of tags, and tags that cannot have one."""

import sqlite3
from contextlib import closing
from itertools import count
from threading import Event, Thread

import pytest

from firmware_host.board.entries import Entry, Tag
from firmware_host.board.messages import Refused
from firmware_host.board.pieces import Card, Kind, Piece, Tile
from firmware_host.journal.checks import with_crc
from firmware_host.journal.file import scripts, upgrade
from firmware_host.journal.reader import Reader
from firmware_host.journal.store import Journal
from firmware_host.journal.tags import Tags, is_random

RED, GREEN = Piece(Kind.LONG_STICK, 1), Piece(Kind.TIGHT_CURVE, 2)
A, START = Tile("A", 3), Card("start-decipher")


@pytest.fixture
def path(tmp_path):
    return tmp_path / "j.db"


@pytest.fixture
def tags(path):
    with Journal(path, reserve_bytes=0) as journal:
        yield Tags(journal)


@pytest.mark.parametrize("item", [RED, A, Tile("'", 2), START, Card("joker", 2)])
def test_an_enrolled_tag_is_what_it_is_on(tags, item):
    """An enrolled tag has its item, at once and after a restart."""
    tags.enrol(Tag(b"\x04abcdef", item)).result()
    assert dict(tags) == {b"\x04abcdef": item}
    assert dict(Tags(tags.journal)) == dict(tags)


def test_an_enrolled_tag_is_known_while_another_thread_reads(tags):
    """
    A long query on another thread does not hide a newly enrolled tag.

    On one connection a query that begins during another one reads its older snapshot.
    """
    entry = Entry(settings=tuple((f"key {at}", "x" * 50) for at in range(20_000)))
    tags.journal.append(entry).result()
    over, rounds = Event(), count()

    def read():
        while not over.is_set():
            tags.journal.settings()
            next(rounds)

    reading = Thread(target=read)
    reading.start()
    try:
        for number in range(1, 50):
            tags.enrol(Tag(bytes((4, number)), Tile("A", number))).result()
            assert tags.find(bytes((4, number))) is not None
    finally:
        over.set()
        reading.join()
    assert next(rounds)


def test_a_tag_is_known_in_play_once_it_is_durable_and_not_before(path):
    """The table asks the same mapping all along, and is never restarted for it."""
    seen = []
    with Journal(
        path, reserve_bytes=0, before_commit=lambda: seen.append(dict(tags))
    ) as journal:
        tags = Tags(journal)
        tags.enrol(Tag(b"tag-one", RED)).result()
        assert seen == [{}]
        assert tags[b"tag-one"] == RED
        tags.forget(b"tag-one").result()
        assert b"tag-one" not in tags


def test_a_set_may_be_added_while_the_tags_are_read(tags, monkeypatch):
    """A set that is added while tags are read is there at the next reading."""
    journal, boxes = tags.journal, tags.journal.boxes

    def boxes_before():
        """Return the sets as they were before one more is stored."""
        known = boxes()
        journal.append(Entry(tags=(Tag(b"tag-two", RED, box="4b"),))).result()
        return known

    monkeypatch.setattr(journal, "boxes", boxes_before)
    assert b"tag-two" not in Tags(journal)
    monkeypatch.undo()
    assert b"tag-two" in Tags(journal)


def test_a_phone_or_a_bank_card_is_refused_with_its_reason(tags):
    """A random UID, as of a phone, is refused, also within a list."""
    assert tags.enrol(Tag(b"\x08abc", RED)) == Refused("tag-random")
    mixed = (Tag(b"tag-one", RED), Tag(b"\x08abc", A))
    assert tags.enrol(*mixed) == Refused("tag-random")
    assert tags.all() == ()
    assert not is_random(b"\x08abcdef")


@pytest.mark.parametrize(
    ("uid", "random"),
    [
        *((b"\x08abc", True), (b"\x04abc", False), (b"\x09abc", False)),
        *((b"a\x08bc", False), (b"\x08abcd", False), (b"\x08abcdefghi", False)),
    ],
)
def test_a_number_that_is_made_up_is_short_and_begins_with_08(uid, random):
    """
    A random UID has four bytes, the first of them 08.

    Source: ISO/IEC 14443-3.
    """
    assert is_random(uid) is random


def test_a_numbered_thing_has_one_tag_and_a_tag_one_thing(tags):
    """Enrolling again moves a tag to the new item, or an item to the new tag."""
    tags.enrol(Tag(b"tag-one", RED)).result()
    tags.enrol(Tag(b"tag-two", RED)).result()
    assert tags.all() == (Tag(b"tag-two", RED),)

    tags.enrol(Tag(b"tag-two", GREEN)).result()
    assert tags.all() == (Tag(b"tag-two", GREEN),)
    assert tags.find(b"tag-two") == Tag(b"tag-two", GREEN)
    assert tags.on(RED) == ()
    assert tags.on(GREEN) == (Tag(b"tag-two", GREEN),)


def test_things_that_are_not_told_apart_share_no_tag_and_lose_none(tags):
    """Two tags may be on pieces without a number."""
    tags.enrol(Tag(b"one", Piece(Kind.WIDE_CURVE))).result()
    tags.enrol(Tag(b"two", Piece(Kind.WIDE_CURVE))).result()
    assert set(tags) == {b"one", b"two"}


def test_a_spare_is_nothing_in_play_until_it_becomes_something(tags):
    """A spare has no item in play, but is known, and can get an item later."""
    tags.enrol(Tag(b"spare", None)).result()
    assert b"spare" not in tags
    assert tags.find(b"spare") == Tag(b"spare", None)
    tags.enrol(Tag(b"spare", A)).result()
    assert tags[b"spare"] == A


def test_each_set_has_a_red_1_of_its_own(tags):
    """Each set has its own red 1, with different numbers in play."""
    tags.enrol(Tag(b"ours", RED)).result()
    tags.enrol(Tag(b"theirs", RED, box="4b")).result()
    tags.enrol(Tag(b"card", START, box="4b")).result()
    tags.enrol(Tag(b"third", RED, box="5c")).result()
    assert tags.boxes() == ("1", "4b", "5c")
    assert len(tags.all()) == 4
    assert tags[b"ours"] == RED
    assert tags[b"theirs"] == Piece(RED.kind, 101)
    assert tags[b"third"] == Piece(RED.kind, 201)
    assert tags.on(RED) == (Tag(b"ours", RED),)
    assert tags.on(RED, "4b") == (Tag(b"theirs", RED, "4b"),)
    assert tags.on(GREEN, "4b") == ()
    assert tags[b"card"] == START


@pytest.mark.parametrize(
    ("box", "goes", "named"),
    [
        ("1", set(), "1 of the boxes"),
        ("4b", {b"theirs"}, "1 of the boxes with the tags of its pieces"),
    ],
)
def test_the_boards_own_pieces_need_no_row_of_their_box(path, box, goes, named):
    """A damaged row of the board's own box loses no tags; that of another box does."""
    with Journal(path, reserve_bytes=0) as journal:
        tags = Tags(journal)
        tags.enrol(Tag(b"ours", RED), Tag(b"theirs", RED, box="4b")).result()
    with closing(sqlite3.connect(path)) as file, file:
        file.execute("UPDATE boxes SET name = '?' WHERE name = ?", (box,))
    with Journal(path, reserve_bytes=0) as journal:
        assert journal.unsound() == (named,)
        assert {b"ours", b"theirs"} - {*Tags(journal)} == goes


def test_what_is_known_beside_the_journal_gives_way_to_it(path):
    """Tags given beside the journal are replaced by those in it."""
    with Journal(path, reserve_bytes=0) as journal:
        tags = Tags(journal, {b"one": RED, b"two": GREEN})
        assert tags.all() == ()
        tags.enrol(Tag(b"one", A)).result()
        tags.enrol(Tag(b"two", None)).result()
        assert dict(tags) == {b"one": A}


def test_a_change_is_whole_or_not_at_all(path):
    """A card that takes nothing leaves every tag as it was."""
    full = False

    def card():
        if full:
            raise OSError(28, "No space left on device")

    with Journal(path, reserve_bytes=0, before_commit=card) as journal:
        tags = Tags(journal)
        tags.enrol(Tag(b"one", RED)).result()
        full = True
        failed = tags.enrol(Tag(b"two", A), forgotten=(b"one",))
        assert failed.exception() is not None
        assert dict(tags) == {b"one": RED}


def test_the_tags_of_the_first_version_are_still_there(path):
    """Each as the piece that it was; and the file is of the newest version then."""
    old = sqlite3.connect(path, isolation_level=None)
    upgrade(old, {1: scripts()[1]})
    old.execute("INSERT INTO tags VALUES (?, ?, ?)", (b"one", "green", 2))
    old.close()
    with Reader(path) as reader:
        assert reader.outdated
    with Journal(path, reserve_bytes=0) as journal:
        assert journal.tags() == (Tag(b"one", GREEN),)
        assert not journal.outdated


def test_a_thing_of_a_later_version_is_left_alone(tags):
    """Unknown items of a later version are ignored."""
    tags.enrol(Tag(b"one", RED)).result()
    with sqlite3.connect(tags.journal._path) as other:
        for columns in ((b"1", "piece", "violet", 1, 0), (b"2", "die", "six", 1, 0)):
            whole = with_crc("tags", columns)
            other.execute("INSERT INTO tags VALUES (?, ?, ?, ?, ?, ?)", whole)
    other.close()
    tags.journal.append(Entry()).result()
    assert Tags(tags.journal).all() == (Tag(b"one", RED),)

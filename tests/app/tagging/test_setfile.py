"""A set file is read exactly or not at all."""

import pytest

from firmware_host.app.tagging.setfile import (
    BadLine,
    Conflict,
    TagSet,
    conflicts,
    is_name,
    read_set,
    take_set,
    write_set,
)
from firmware_host.board.entries import Tag
from firmware_host.board.messages import Refused
from firmware_host.board.pieces import Card, Kind, Piece, Tile
from firmware_host.journal.store import Journal
from firmware_host.journal.tags import Tags

RED, TWO = Piece(Kind.LONG_STICK, 1), Piece(Kind.LONG_STICK, 2)


def uid(number):
    return bytes((4, number, 3, 4, 5, 6, 7))


TAGS = (
    Tag(uid(1), RED, "4b"),
    Tag(uid(2), Tile("'", 2), "4b"),
    Tag(uid(3), Card("start-decipher"), "4b"),
    Tag(uid(4), Card("start-decipher"), "4b"),
    Tag(uid(5), None, "4b"),
)
SET = TagSet("4b", TAGS, tuple(range(2, 7)))
FILE = write_set("4b", TAGS)


@pytest.fixture
def known(tmp_path):
    with Journal(tmp_path / "j.db", reserve_bytes=0) as journal:
        yield Tags(journal)


def test_what_was_written_is_read_again():
    """Pieces, tiles, cards and spares; byte for byte the same when written again."""
    read = read_set(FILE)
    assert read == TagSet("4b", TAGS)
    assert write_set("4b", read.tags) == FILE


def test_the_ends_of_its_lines_do_not_matter():
    """Windows, mail and version control change them."""
    for text in (FILE.replace("\n", "\r\n"), FILE.rstrip("\n")):
        assert read_set(text) == TagSet("4b", TAGS)


def test_only_that_set_is_written():
    assert read_set(write_set("4b", (*TAGS, Tag(uid(9), RED)))) == TagSet("4b", TAGS)


@pytest.mark.ci
@pytest.mark.parametrize("at", range(len(FILE)))
def test_no_changed_letter_is_taken_for_the_truth(at):
    """A single changed character makes the file invalid."""
    changed = FILE[:at] + ("0" if FILE[at] != "0" else "1") + FILE[at + 1 :]
    assert isinstance(read_set(changed), BadLine)


LINE = '{"uid": "04010304050607", "item": "red-1"}'


@pytest.mark.parametrize(
    ("line", "text", "why"),
    [
        (1, "", "no set file"),
        (1, "nonsense", "no set file"),
        (1, '{"letterzone-words": 1}', "no set file"),
        (1, '{"letterzone-set": 2}', "update"),
        (1, '{"letterzone-set": 1, "set": "", "tags": 0}', "needs a set"),
        (1, '{"letterzone-set": 1, "set": "' + "x" * 21 + '", "tags": 0}', "1 to 20"),
        (2, "{HEAD}\n[]", "must be"),
        (2, "{HEAD}\n" + LINE.replace("0401", "xx01"), "hexadecimal"),
        (2, "{HEAD}\n" + LINE.replace("0401", "04"), "6 bytes"),
        (
            2,
            "{HEAD}\n" + LINE.replace("04010304050607", "08010304"),
            "changes each time",
        ),
        (2, "{HEAD}\n" + LINE.replace("red-1", "rde-1"), "rde-1"),
        (3, f"{{HEAD}}\n{LINE}\n{LINE}", "line 2 already"),
        (3, f"{{HEAD}}\n{LINE}\n{LINE.replace('0401', '0402')}", "red-1 stands on"),
        (3, f"{{HEAD}}\n{LINE}\n{LINE.replace('0401', '0402')[:20]}", "must be"),
        (2, f"{{HEAD}}\n{LINE}\n", "2 tags were written, 1 are here"),
    ],
)
def test_a_bad_file_is_told_by_its_line(line, text, why):
    """A bad file is refused with the line and the reason."""
    text = text.replace("{HEAD}", '{"letterzone-set": 1, "set": "4b", "tags": 2}')
    read = read_set(text)
    assert isinstance(read, BadLine)
    assert read.line == line
    assert why in read.why


def test_a_file_cut_short_is_not_taken():
    """A truncated file is refused."""
    for at in range(len(FILE) - 1):
        assert isinstance(read_set(FILE[:at]), BadLine)


def test_a_set_is_taken_over_and_taking_it_again_changes_nothing(known):
    for _ in range(2):
        take_set(SET, known).result()
        assert set(known.all()) == set(TAGS)


def test_a_spare_becomes_what_the_file_says(known):
    known.enrol(Tag(uid(1), None)).result()
    take_set(SET, known).result()
    assert known.find(uid(1)) == TAGS[0]


def test_conflicts_are_named_and_nothing_is_half_done(known):
    """A tag that is another piece here, and a piece that has another tag here."""
    known.enrol(Tag(uid(1), TWO)).result()
    known.enrol(Tag(uid(9), Tile("'", 2), box="4b")).result()
    before = known.all()
    assert take_set(SET, known) == (
        Conflict(2, TAGS[0], Tag(uid(1), TWO)),
        Conflict(3, TAGS[1], Tag(uid(9), Tile("'", 2), "4b")),
    )
    assert known.all() == before


def test_the_file_is_right_where_somebody_says_so(known):
    """With `replace` the file's set replaces that of the board; other sets stay."""
    known.enrol(Tag(uid(1), TWO)).result()
    known.enrol(Tag(uid(8), TWO, box="1")).result()
    known.enrol(Tag(uid(9), Tile("'", 2), box="4b")).result()
    take_set(SET, known, replace=True).result()
    assert set(known.all()) == {*TAGS, Tag(uid(8), TWO)}
    assert conflicts(SET, known) == ()


def test_a_phone_gets_into_no_set(known):
    assert take_set(TagSet("1", (Tag(b"\x08abc", RED),), (2,)), known) == Refused(
        "tag-random"
    )


def test_a_set_has_a_name_that_can_be_read():
    assert is_name("4b")
    assert not is_name("")
    assert not is_name(" 4b")
    assert not is_name("x" * 21)
    assert not is_name("a\nb")

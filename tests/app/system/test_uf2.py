"""The owner's UF2 file for an empty Pico: it must be the right one and complete."""

import struct
from contextlib import contextmanager

import pytest

from firmware_host.app.system.flash import (
    FAMILIES,
    PicoCable,
    WrongFileError,
    bare_pico,
    bring,
    bring_by_hand,
    find_uf2,
)
from firmware_host.app.system.pico import BARE_PICOS
from firmware_host.errors import BoardMissingError

PICO, PICO_2 = BARE_PICOS


def uf2(path, drive="RPI-RP2", *, flags=0x2000, magic=0x9E5D5157):
    """Write a file of two blocks."""
    head = (0x0A324655, magic, flags, 0, 256, 0, 2, FAMILIES[drive])
    path.write_bytes((struct.pack("<8I", *head) + bytes(480)) * 2)
    return path


@contextmanager
def as_folder(drive):
    """Stand for a mounted drive."""
    yield drive


@pytest.mark.parametrize("bare", BARE_PICOS, ids=lambda bare: bare.drive)
def test_the_owners_file_goes_onto_the_drive(tmp_path, bare):
    """The one for that chip, whatever it is called, and byte for byte."""
    card, drive = tmp_path / "card", tmp_path / "drives" / bare.drive
    card.mkdir()
    drive.mkdir(parents=True)
    for number, one in enumerate(BARE_PICOS):
        uf2(card / f"{number}.uf2", one.drive)
    assert bare_pico(tmp_path / "drives") == bare
    bring(find_uf2(bare, card), tmp_path / "drives", mount=as_folder)
    (came,) = drive.iterdir()
    assert came.read_bytes() == (card / came.name).read_bytes()
    assert came.name == f"{BARE_PICOS.index(bare)}.uf2"


def test_no_drive_is_no_bare_pico(tmp_path):
    assert bare_pico(tmp_path) is None


def test_without_a_file_it_says_which_one_and_where_from(tmp_path):
    with pytest.raises(BoardMissingError, match=r"download/RPI_PICO, beside config"):
        find_uf2(PICO, tmp_path)


def test_the_other_picos_file_is_named(tmp_path):
    uf2(tmp_path / "mine.uf2", "RP2350")
    with pytest.raises(BoardMissingError, match=r"mine\.uf2 is for another chip"):
        find_uf2(PICO, tmp_path)


@pytest.mark.parametrize("wrong", [{"flags": 0}, {"magic": 1}])
def test_what_is_no_uf2_is_not_taken(tmp_path, wrong):
    uf2(tmp_path / "mine.uf2", **wrong)
    with pytest.raises(BoardMissingError):
        find_uf2(PICO, tmp_path)


def test_an_empty_file_is_not_taken(tmp_path):
    (tmp_path / "mine.uf2").write_bytes(b"")
    with pytest.raises(BoardMissingError):
        find_uf2(PICO, tmp_path)


def test_a_file_that_is_cut_short_is_not_taken(tmp_path):
    path = uf2(tmp_path / "mine.uf2")
    path.write_bytes(path.read_bytes()[:-1])
    with pytest.raises(BoardMissingError, match="whole"):
        find_uf2(PICO, tmp_path)


#: Opens, and cannot be read: as a file where the card is worn out.
WORN = "/proc/self/mem"


def test_a_file_that_cannot_be_read_is_named(tmp_path):
    (tmp_path / "mine.uf2").symlink_to(WORN)
    with pytest.raises(WrongFileError, match=r"mine\.uf2: cannot be read"):
        find_uf2(PICO, tmp_path)


def test_a_sound_file_is_found_beside_a_wrong_one(tmp_path):
    (tmp_path / "first.uf2").symlink_to(WORN)
    uf2(tmp_path / "mine.uf2")
    assert find_uf2(PICO, tmp_path).path.name == "mine.uf2"


def test_a_known_name_has_the_known_checksum(tmp_path):
    uf2(tmp_path / PICO.uf2)
    with pytest.raises(BoardMissingError, match="whole"):
        find_uf2(PICO, tmp_path)


def test_a_drive_that_takes_nothing_is_told(tmp_path):
    drives = tmp_path / "drives"
    drives.mkdir()
    (drives / "RPI-RP2").write_text("no folder")
    found = find_uf2(PICO, uf2(tmp_path / "mine.uf2").parent)
    with pytest.raises(BoardMissingError, match="does not take"):
        bring(found, drives, mount=as_folder)


@pytest.fixture
def bench(tmp_path):
    """A bare Pico's drive, its cable, and a mount after which MicroPython is there."""
    drive = tmp_path / "drives/RPI-RP2"
    drive.mkdir(parents=True)
    cable = PicoCable(str(tmp_path / "ttyACM0"), tmp_path / "drives", back_s=0)

    @contextmanager
    def mount(place):
        yield place
        (tmp_path / "ttyACM0").touch()

    return drive, cable, mount


def test_a_file_that_is_named_is_copied_and_the_pico_waited_for(bench, tmp_path):
    """The given file is copied to the Pico's drive, and the Pico comes back."""
    drive, cable, mount = bench
    bring_by_hand(uf2(tmp_path / "mine.uf2"), cable, mount=mount)
    assert [one.name for one in drive.iterdir()] == ["mine.uf2"]


def test_what_does_not_fit_is_not_copied(bench, tmp_path):
    """A wrong or missing file is not copied, and the error names the right one."""
    drive, cable, mount = bench
    for path in (uf2(tmp_path / "other.uf2", "RP2350"), tmp_path / "gone.uf2"):
        with pytest.raises(BoardMissingError, match=PICO.uf2):
            bring_by_hand(path, cable, mount=mount)
    assert [*drive.iterdir()] == []
    drive.rmdir()
    with pytest.raises(BoardMissingError, match="BOOTSEL"):
        bring_by_hand(uf2(tmp_path / "mine.uf2"), cable, mount=mount)


def test_a_pico_that_does_not_come_back_is_named(bench, tmp_path):
    """The file is there, and MicroPython is not."""
    _, cable, _ = bench
    with pytest.raises(BoardMissingError, match="did not come back"):
        bring_by_hand(uf2(tmp_path / "mine.uf2"), cable, mount=as_folder)

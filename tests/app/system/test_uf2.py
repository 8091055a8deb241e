"""MicroPython for a Pico that has none: the owner's file, the right one, whole."""

import struct
from contextlib import contextmanager

import pytest

from firmware_host.app.system.pico import BARE_PICOS
from firmware_host.app.system.uf2 import FAMILIES, bare_pico, bring, find_uf2
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

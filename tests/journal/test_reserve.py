"""Space that is kept back, so that a full disk can be got out of."""

import os
from types import SimpleNamespace

from firmware_host.journal.writer import Reserve


def test_space_is_held_and_given_back(tmp_path):
    """The reserve is a file of the given size; it can be released and made again."""
    place = tmp_path / "reserve"
    reserve = Reserve(place, size_bytes=4096)
    reserve.hold()
    assert place.stat().st_size == 4096
    assert place.stat().st_mode & 0o777 == 0o600

    reserve.release()
    assert not place.exists()
    reserve.release()
    reserve.hold()
    assert place.stat().st_size == 4096


def test_what_was_given_back_is_not_taken_from_under_an_evening(tmp_path, monkeypatch):
    """After a release the reserve is made again only with twice its space free."""
    place = tmp_path / "reserve"
    disk = SimpleNamespace(f_frsize=4096)
    monkeypatch.setattr(os, "statvfs", lambda _: disk)
    reserve = Reserve(place, size_bytes=65536)
    reserve.hold()
    reserve.release()
    for disk.f_bavail, there in ((16, False), (31, False), (32, True), (0, True)):
        reserve.hold()
        assert place.exists() is there


def test_a_disk_without_room_is_no_error(tmp_path):
    """A reserve that cannot be made is no error."""
    reserve = Reserve(tmp_path / "missing" / "reserve", size_bytes=4096)
    reserve.hold()

    assert not (tmp_path / "missing").exists()


def test_nothing_is_held_where_nothing_is_asked_for(tmp_path):
    """With a size of 0 no reserve is made."""
    reserve = Reserve(tmp_path / "reserve", size_bytes=0)
    reserve.hold()

    assert not (tmp_path / "reserve").exists()


def test_a_single_byte_is_held_and_held_again(tmp_path):
    """A reserve of one byte is made again only after a release."""
    place = tmp_path / "reserve"
    reserve = Reserve(place, size_bytes=1)
    for _ in range(2):
        reserve.hold()
        assert place.stat().st_size == 1
        place.unlink()
        reserve.hold()
        assert not place.exists()
        reserve.release()

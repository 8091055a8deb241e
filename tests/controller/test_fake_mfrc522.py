"""The fake chip detects errors that would disturb a real one."""

import pytest

from tests.controller.fake_mfrc522 import Air, FakeMfrc522, FieldsClashError, crc_a

FIELD_ON = bytes((0x14 << 1, 0x83))


def test_two_fields_at_once_are_noticed():
    """Turning on a second field raises an error, on which every sweep test relies."""
    air = Air(lambda: 0)
    FakeMfrc522(air).transfer(FIELD_ON)
    with pytest.raises(FieldsClashError, match="2 fields"):
        FakeMfrc522(air).transfer(FIELD_ON)
    assert air.most_lit == 2


def test_a_field_that_went_off_is_forgotten():
    """A field turned off by its register or by a reset does not count any more."""
    air = Air(lambda: 0)
    chips = [FakeMfrc522(air) for _ in range(3)]
    chips[0].transfer(FIELD_ON)
    chips[0].transfer(bytes((0x14 << 1, 0x80)))
    chips[1].transfer(FIELD_ON)
    chips[1].reset()
    chips[2].transfer(FIELD_ON)
    assert air.most_lit == 1


def test_its_checksum_of_a_known_frame():
    """Source: ISO/IEC 14443-3, annex B: 00 00 has A0 1E."""
    assert crc_a(b"\0\0") == bytes.fromhex("0000a01e")

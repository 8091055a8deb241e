"""
What every tag reader's driver must do, as tests.

Both chips pass them, and so does the example in docs/readers.md. A class that inherits
from `ReaderContract` and has a fixture ``reader`` runs these tests.
"""

import pytest

from firmware_host.devices.firmware import import_firmware

WIRE, MFRC522 = import_firmware("wire", "mfrc522")
ReaderError = MFRC522.ReaderError

UID = bytes.fromhex("04a1b2c3d4e5f6")
OTHER = bytes.fromhex("04f6e5d4c3b2a1")

#: A look is given up after so long; the sweep waits no longer either.
LOOK_MS = 50


class ReaderContract:
    """
    The promises, kept by what the fixture ``reader`` holds.

    - ``driver``: the driver, not started yet;
    - ``lay(*uids)``: makes exactly these tags lie on the antenna;
    - ``wait(ms)``: lets time pass;
    - ``is_lit()``: whether the radio field is on;
    - ``gain()``: how much it amplifies, 0 to 7;
    - ``hang()``: makes the chip hang until `reset`;
    - ``reset()``: pulls the reset line.
    """

    def look(self, reader):
        """Look once, as the sweep does."""
        driver = reader.driver
        driver.field_on()
        reader.wait(5)
        driver.look()
        for _ in range(LOOK_MS):
            if driver.done():
                break
            reader.wait(1)
        uids = driver.uids()
        driver.field_off()
        return uids

    def test_it_reads_a_tag_of_each_length(self, reader):
        """Four, seven or ten bytes, whole; the hand takes each away again."""
        reader.driver.start()
        for uid in (UID[:4], UID, UID + b"abc"):
            reader.lay(uid)
            assert self.look(reader) == [uid]
            reader.lay()
            assert self.look(reader) == []

    def test_it_reads_a_uid_that_begins_like_a_longer_one(self, reader):
        """88 marks the first part of a longer UID; some short ones begin so too."""
        reader.driver.start()
        for uid in (b"\x88abc", b"\x88\x88\x88\x88", b"\x04ab\x88cde", UID):
            reader.lay(uid)
            assert [self.look(reader) for _ in range(4)] == [[uid]] * 4
            reader.lay()
            assert self.look(reader) == []
        reader.lay(b"\x88\x04ab", UID)
        assert sorted(self.look(reader)) == [UID, b"\x88\x04ab"]

    def test_every_tag_is_told_and_an_empty_pad_has_none(self, reader):
        """Every tag on the pad is read, and the next look starts anew."""
        reader.driver.start()
        assert self.look(reader) == []
        reader.lay(UID, OTHER)
        assert sorted(self.look(reader)) == [UID, OTHER]
        reader.lay(UID)
        assert self.look(reader) == [UID]

    def test_its_field_is_on_only_when_it_is_told_so(self, reader):
        """The field is on only between `field_on` and `field_off`."""
        reader.driver.start()
        assert not reader.is_lit()
        reader.driver.field_on()
        assert reader.is_lit()
        reader.driver.field_off()
        assert not reader.is_lit()
        self.look(reader)
        assert not reader.is_lit()

    def test_its_gain_can_be_set(self, reader):
        """The gain can be set for each pad."""
        reader.driver.start()
        for gain in (0, 4, 7):
            reader.driver.tune(gain)
            assert reader.gain() == gain

    def test_a_chip_that_hangs_is_told_and_is_back_after_a_reset(self, reader):
        """A hanging chip raises an error, and reads again after a reset."""
        reader.driver.start()
        reader.lay(UID)
        reader.hang()
        with pytest.raises(ReaderError) as told:
            self.look(reader)
        assert told.value.code in (WIRE.SILENT, WIRE.STUCK)
        reader.reset()
        reader.wait(5)
        reader.driver.start()
        assert self.look(reader) == [UID]

    def test_what_was_looked_for_before_a_reset_is_forgotten(self, reader):
        """After a reset in the middle of a look only the new tag is read."""
        reader.driver.start()
        reader.lay(UID)
        reader.driver.field_on()
        reader.wait(5)
        reader.driver.look()
        reader.reset()
        reader.wait(5)
        reader.driver.start()
        reader.lay(OTHER)
        assert self.look(reader) == [OTHER]

"""The tag reader's driver, down to the registers of an emulated chip."""

import pytest
from hypothesis import given, strategies as st

from firmware_host.devices.firmware import import_firmware
from tests.controller.fake_mfrc522 import Air, FakeMfrc522, crc_a

MFRC522, TAPS, WIRE = import_firmware("mfrc522", "taps", "wire")

uids = st.sampled_from([4, 7, 10]).flatmap(
    lambda size: st.binary(min_size=size, max_size=size)
)


LONG = bytes.fromhex("04a1b2c3d4e5f6")
MANY = LONG, b"\x04abc", b"\x04abcdef", b"\x04xyzdef", b"\x05abcdef", b"\x06abcdefghi"


class Bus:
    """An SPI bus with one chip, whose select line must be low while it talks."""

    def __init__(self, chip):
        self.chip = chip
        self.level = 1
        self.bytes = 0

    def select(self, level):
        """Be the chip's select line."""
        self.level = level

    def write(self, out):
        """Send."""
        assert self.level == 0
        self.bytes += len(out)
        self.chip.transfer(out)

    def write_readinto(self, out, into):
        """Send and receive."""
        assert self.level == 0
        self.bytes += len(out)
        into[:] = self.chip.transfer(out)


class Setup:
    """A driver, its chip, and the air with its clock."""

    def __init__(self):
        self.now = 0
        self.air = Air(lambda: self.now)
        self.chip = FakeMfrc522(self.air)
        self.bus = Bus(self.chip)
        self.driver = MFRC522.Mfrc522(self.bus, self.bus.select)

    def read(self, *tags):
        """Read once with *tags* on the antenna."""
        self.chip.lay(tags)
        self.driver.field_on()
        self.now += 5
        try:
            return self.driver.uids()
        finally:
            self.driver.field_off()


@pytest.fixture
def setup():
    """A chip that was started."""
    setup = Setup()
    setup.driver.start()
    return setup


@given(uids)
def test_a_uid_of_any_length_is_read_whole(uid):
    """UIDs of one, two or three levels of the cascade are read."""
    setup = Setup()
    setup.driver.start()
    assert setup.read(uid) == [uid]


@given(st.lists(uids, min_size=2, max_size=4, unique=True))
def test_every_tag_in_the_field_is_told_apart(tags):
    """All tags are read, whether they collide in the first bit or the last."""
    setup = Setup()
    setup.driver.start()
    assert sorted(setup.read(*tags)) == sorted(tags)


@pytest.mark.parametrize("bit", range(32))
def test_three_tags_that_part_late_are_told_apart(setup, bit):
    """The second collision of a level is counted from where its answer begins."""
    first = 0x04030201 ^ 1 << bit
    tags = [first, first ^ 1 << (bit + 1) % 32, first ^ 1 << (bit + 9) % 32]
    uids = [n.to_bytes(4, "little") for n in tags]
    assert sorted(setup.read(*uids)) == sorted(uids)


@given(st.lists(st.lists(st.sampled_from(MANY), unique=True), max_size=8))
def test_what_the_last_look_saw_makes_the_next_one_no_worse(looks):
    """Tags come, go and stay; each look finds exactly those that are there."""
    setup = Setup()
    setup.driver.start()
    for tags in looks:
        assert sorted(setup.read(*tags)) == sorted(tags)


def test_a_tag_that_stays_is_known_by_its_first_part(setup):
    """Half the bytes on the bus, look after look; the third reads it whole."""
    sizes = []
    for _ in range(6):
        setup.bus.bytes = 0
        assert setup.read(LONG) == [LONG]
        sizes.append(setup.bus.bytes)
    first, brief, _, by_name = sizes[:4]
    assert brief < by_name < first
    assert brief < first / 2
    assert sizes[1:4] == [brief, brief, by_name]
    assert sizes[4:] == [brief, brief]


def test_tags_that_stay_are_told_apart_by_their_first_parts(setup):
    """Half the bytes in two looks of three; and a new one among them is read whole."""
    tags = [b"\x04%cliesA" % n for n in b"abc"]
    sizes = []
    for _ in range(6):
        setup.bus.bytes = 0
        assert sorted(setup.read(*tags)) == tags
        sizes.append(setup.bus.bytes)
    first, brief, _, by_name = sizes[:4]
    assert brief < by_name / 2 < first / 2
    assert sizes[1:] == [brief, brief, by_name, brief, brief]
    assert sorted(setup.read(*tags)) == tags  # by name
    new = b"\x04znewsB"
    setup.bus.bytes = 0
    assert sorted(setup.read(*tags, new)) == [*tags, new]
    assert setup.bus.bytes < first


def test_a_brief_look_tells_a_torn_answer_from_nobody(setup):
    """A torn answer is reported as a blur, no answer as no tag."""
    setup.read(LONG)
    setup.chip.fault = "torn"
    assert setup.read(LONG) == [TAPS.BLUR]
    setup.chip.fault = ""
    setup.read(LONG)
    assert setup.read() == []


def test_a_twin_that_lies_beside_it_is_seen_at_every_third_look(setup):
    """A second tag with the same first three bytes is read at every third look."""
    setup.read(LONG)
    twin = LONG[:3] + b"twin"
    looks = [set(setup.read(LONG, twin)) for _ in range(4)]
    assert looks == [{LONG}, {LONG}, {LONG, twin}, {LONG, twin}]
    assert setup.read(twin) == [twin]


def test_a_short_uid_and_a_long_one_that_begins_alike_are_a_blur_at_worst(setup):
    """Two UIDs with the same start may be a blur; each alone is read."""
    short = b"\x88" + LONG[:3]
    assert set(setup.read(short, LONG)) <= {TAPS.BLUR, short, LONG}
    assert setup.read(short, LONG) != []
    assert setup.read(short) == [short]
    assert setup.read(LONG) == [LONG]


def test_a_chip_that_does_not_say_where_answers_collide_sees_a_blur(setup):
    """A chip that does not report the place of a collision reads a blur."""
    setup.chip.fault = "placeless"
    assert setup.read(b"\x04abc", b"\x04abd") == [TAPS.BLUR]
    assert setup.read(b"\x04abc") == [b"\x04abc"]


def test_an_answer_that_is_torn_is_a_blur(setup):
    """A pad is never silent where something answers."""
    setup.chip.fault = "torn"
    assert setup.read(b"\x04abc") == [TAPS.BLUR]


def test_more_tags_than_can_lie_there_keep_nobody_waiting(setup):
    """Eight of twelve tags are read; then the look ends."""
    assert len(setup.read(*[b"\x04ab%c" % n for n in range(12)])) == 8


def test_an_empty_pad_reads_none(setup):
    """An empty pad reads no tag, and its field is off afterwards."""
    assert setup.read() == []
    assert setup.air.lit == []


def test_a_tag_is_read_again_in_the_next_sweep(setup):
    """Halted tags wake when the field goes off and on."""
    assert [setup.read(b"\x04abc") for _ in range(3)] == [[b"\x04abc"]] * 3


def test_a_tag_needs_5_ms_to_wake(setup):
    """After 4 ms in the field a tag is not read."""
    setup.chip.lay([b"\x04abc"])
    setup.driver.field_on()
    setup.now += 4
    assert setup.driver.uids() == []


def test_without_a_field_there_is_no_tag(setup):
    """The fake tags need power as real ones do."""
    setup.chip.lay([b"\x04abc"])
    setup.now += 1000
    assert setup.driver.uids() == []


@pytest.mark.parametrize(
    ("fault", "code"),
    [("dead", WIRE.SILENT), ("shorted", WIRE.SILENT), ("stuck", WIRE.STUCK)],
)
def test_a_chip_that_does_not_behave_is_told_and_not_waited_for(setup, fault, code):
    """Each fault of a chip raises an error with its code."""
    setup.chip.fault = fault
    with pytest.raises(MFRC522.ReaderError) as raised:
        setup.read(b"\x04abc")
    assert raised.value.code == code


def test_a_chip_that_lost_its_settings_is_silent_until_it_is_started(setup):
    """A dip in its supply must not make it deaf for ever."""
    setup.chip.reset()
    with pytest.raises(MFRC522.ReaderError) as raised:
        setup.read()
    assert raised.value.code == WIRE.SILENT
    setup.driver.start()
    assert setup.read(b"\x04abc") == [b"\x04abc"]


def test_a_field_that_does_not_go_off_is_told(setup):
    """Two fields at once are worse than one reader less; the sweep resets it."""
    setup.chip.fault = "burning"
    with pytest.raises(MFRC522.ReaderError) as raised:
        setup.read()
    assert raised.value.code == WIRE.STUCK


@given(st.binary(max_size=20))
def test_its_checksum_is_that_of_the_standard(data):
    """The fast checksum and the bitwise one agree."""
    assert MFRC522.with_crc(data) == crc_a(data)


def test_its_checksum_of_a_known_frame():
    """Source: ISO/IEC 14443-3, annex B: 12 34 has CF 26."""
    assert MFRC522.with_crc(b"\x12\x34") == bytes.fromhex("123426cf")

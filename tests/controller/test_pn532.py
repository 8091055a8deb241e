"""The PN532's driver, down to the frames of an emulated chip."""

import pytest
from hypothesis import given, strategies as st

from firmware_host.devices.firmware import import_firmware
from tests.controller.fake_mfrc522 import Air, FieldsClashError
from tests.controller.fake_pn532 import FakePn532, SpiFace, turned

PN532, TAPS, WIRE = import_firmware("pn532", "taps", "wire")
ReaderError = PN532.ReaderError

uids = st.sampled_from([4, 7, 10]).flatmap(
    lambda size: st.binary(min_size=size, max_size=size)
)


class Bus:
    """An SPI bus with one chip, whose select line must be low while it talks."""

    def __init__(self, chip):
        self.face = SpiFace(chip)
        self.level = 1

    def select(self, level):
        """Be the chip's select line."""
        self.level = level

    def write(self, out):
        """Send."""
        assert self.level == 0
        self.face.write(out)

    def readinto(self, into):
        """Receive."""
        assert self.level == 0
        into[:] = self.face.read(len(into))


class Setup:
    """A driver, its chip, and the air with its clock."""

    def __init__(self):
        self.now_us = 0
        self.air = Air(lambda: self.now_us // 1000)
        self.chip = FakePn532(self.air)
        bus = Bus(self.chip)
        self.driver = PN532.Pn532(PN532.SpiWire(bus, bus.select, self.sleep_us))

    def sleep_us(self, us):
        """Let time pass."""
        self.now_us += us

    def lists_of(self, read, *tags):
        """Return how often the chip is asked for a list during *read*."""
        before = self.chip.lists
        read(*tags)
        return self.chip.lists - before

    def read(self, *tags):
        """Read once with *tags* on the antenna."""
        self.chip.lay(tags)
        self.driver.field_on()
        self.now_us += 5000
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
    """UIDs of four, seven and ten bytes are read."""
    setup = Setup()
    setup.driver.start()
    assert setup.read(uid) == [uid]


def test_a_tag_that_the_chip_cannot_name_is_a_blur(setup):
    """A tag that answers requests but is in no list is reported as a blur."""
    odd = b"\x88abc"
    setup.chip.unlisted = [odd]
    assert setup.read() == []
    assert [setup.read(odd) for _ in range(4)] == [[], [], [TAPS.BLUR], [TAPS.BLUR]]
    assert setup.read() == []
    assert setup.read(odd) == []
    setup.chip.unlisted = []
    assert setup.read(odd) == [odd]


@pytest.mark.parametrize("count", range(7))
def test_up_to_six_tags_are_told_apart(setup, count):
    """Two are listed at a time; they are put to sleep, and the others are listed."""
    tags = [b"\x04aaaaa%c" % n for n in range(count)]
    assert setup.read(*tags) == tags


def test_a_chip_that_puts_nobody_to_sleep_lists_two(setup):
    """If the chip does not put tags to sleep, two are read."""
    setup.chip._configure, listed = lambda _: None, [b"\x04aaaaaa", b"\x04bbbbbb"]
    setup.chip.lay([*listed, b"\x04cccccc"])
    setup.chip._listed = lambda _: (
        b"\x02"
        + b"".join(bytes((n, 0, 0x44, 0, 7)) + uid for n, uid in enumerate(listed, 1)),
        5,
    )
    assert setup.driver.uids() == listed


def test_a_list_that_ends_too_soon_is_a_blur(setup):
    """A truncated list is reported as a blur."""
    setup.chip._listed = lambda _: (b"\x01\x01\x00\x44\x00\x07\x04aa", 5)
    assert setup.driver.uids() == [TAPS.BLUR]


def test_an_empty_pad_is_nobody(setup):
    """An empty pad reads no tag, and the chip looks twice only."""
    assert setup.read() == []
    assert setup.chip.retries == 1


def test_an_empty_pad_is_only_asked_whether_anybody_is_there(setup):
    """A list takes 6 ms, a request a tenth of that; now and then it lists anyway."""
    listed = [setup.lists_of(setup.read) for _ in range(40)]
    assert listed[:3] == [1, 0, 0]
    assert 2 <= sum(listed) <= 4
    assert setup.read(b"\x04aaaaaa") == [b"\x04aaaaaa"]


def test_who_has_answered_a_request_is_listed_all_the_same(setup):
    """Tags that have answered a request are still listed."""
    tags = [b"\x04aaaaa%c" % n for n in range(3)]
    setup.read()
    assert setup.read(*tags) == tags
    setup.read()
    setup.chip.retries = 0  # the fake is no decoration
    assert setup.read(*tags) == []


@pytest.mark.parametrize("gone", [b"\x04aaaaaa", b"\x04bbbbbb"])
def test_after_two_tags_the_chip_only_asks_for_a_third(setup, gone):
    """After two tags a look needs one list only, and a third tag is still found."""
    three = [b"\x04aaaaaa", b"\x04bbbbbb", b"\x04cccccc"]
    setup.read(*three[:2])
    assert setup.lists_of(setup.read, *three[:2]) == 1
    assert setup.read(*three) == three
    rest = [uid for uid in three if uid != gone]
    assert setup.read(*rest) == rest


def test_a_chip_that_cannot_ask_goes_back_to_its_lists(setup):
    """If asking misses tags that the lists find, the driver uses lists alone."""
    setup.chip.wait_ms = 0.1  # nobody answers so soon
    setup.read()
    seen = []
    while len(seen) < 200 and seen[-3:] != [1] * 3:
        seen.append(len(setup.read(b"\x04aaaaaa")))
    assert 0 < seen.count(1) <= 5
    assert all(setup.read(b"\x04aaaaaa") for _ in range(50))
    setup.driver.start()  # sets it right
    setup.read()
    assert setup.read(b"\x04aaaaaa") == [b"\x04aaaaaa"]


def test_a_request_needs_its_registers_and_a_list_spoils_them(setup):
    """A tag ignores a request that has a CRC, so the driver must set the registers."""
    setup.read()
    setup.driver._is_bare = True
    assert setup.read(b"\x04aaaaaa") == []


def test_a_chip_that_was_not_set_up_looks_for_ever():
    """Without `start` the chip never ends a look at an empty pad."""
    setup = Setup()
    with pytest.raises(ReaderError):
        setup.read()


def test_a_tag_needs_its_time_to_wake(setup):
    """Five milliseconds in the field, as the standard says."""
    setup.chip.lay([b"\x04aaaaaa"])
    setup.driver.field_on()
    assert setup.driver.uids() == []


def test_the_gain_is_set_and_nothing_else(setup):
    """Three bits of the first analog setting."""
    for gain in range(8):
        setup.driver.tune(gain)
        assert setup.chip.gain == gain


@pytest.mark.parametrize(
    ("fault", "code"),
    [
        ("dead", "SILENT"),
        ("stuck", "STUCK"),
        ("garbled", "SILENT"),
        ("burning", "STUCK"),
    ],
)
def test_a_fault_is_told_in_bounded_time(setup, fault, code):
    """Within a tenth of a second; and it is back once it is started again."""
    setup.read(b"\x04aaaaaa")
    before_us = setup.now_us
    setup.chip.fault = fault
    with pytest.raises(ReaderError) as told:
        setup.read(b"\x04aaaaaa")
    assert told.value.code == getattr(WIRE, code)
    assert setup.now_us - before_us < 120_000
    setup.chip.fault = ""
    setup.chip.reset()
    setup.driver.start()
    assert setup.read(b"\x04aaaaaa") == [b"\x04aaaaaa"]


def test_a_late_answer_counts_and_a_very_late_one_does_not(setup):
    """Ten milliseconds are waited for; a tenth of a second is a hung chip."""
    setup.chip.fault, setup.chip.late_ms = "late", 10
    assert setup.read(b"\x04aaaaaa") == [b"\x04aaaaaa"]
    setup.chip.late_ms = 100
    with pytest.raises(ReaderError):
        setup.read(b"\x04aaaaaa")
    setup.chip.fault = ""
    assert setup.read(b"\x04bbbbbb") == [b"\x04bbbbbb"]


def test_an_answer_that_was_torn_on_its_way_is_asked_for_again(setup):
    """A torn answer is asked for again once."""
    setup.chip.fault = "torn"
    assert setup.read(b"\x04aaaaaa") == [b"\x04aaaaaa"]


def test_a_look_can_be_left_alone_until_it_is_done(setup):
    """The sweep has other things to do meanwhile."""
    setup.chip.lay([b"\x04aaaaaa"])
    setup.driver.field_on()
    setup.now_us += 5000
    setup.driver.look()
    before_us = setup.now_us
    assert not setup.driver.done()
    assert setup.now_us == before_us
    setup.now_us += 5000
    assert setup.driver.done()
    assert setup.driver.uids() == [b"\x04aaaaaa"]


@given(st.binary(max_size=80))
def test_no_noise_opens(noise):
    """Random bytes are opened as a whole answer or None."""
    answer = PN532.opened(noise)
    assert answer is None or len(answer) < len(noise)


@given(st.binary(min_size=1, max_size=40), st.data())
def test_a_frame_with_a_wrong_bit_is_none(data, more):
    """Length, checksum, direction: each is looked at."""
    whole = bytearray(PN532.frame(data))
    whole[5] = 0xD5
    whole[-2] = whole[-2] - 1 & 0xFF
    assert PN532.opened(bytes(whole)) == data
    place = more.draw(st.integers(3, len(whole) - 2))
    whole[place] ^= 1 << more.draw(st.integers(0, 7))
    assert PN532.opened(bytes(whole)) != data


def test_two_fields_at_once_are_noticed():
    """The fake air, shared by two chips."""
    one = Setup()
    other = FakePn532(one.air)
    one.driver.start()
    one.driver.field_on()
    with pytest.raises(FieldsClashError):
        other._configure(b"\x01\x01")


def test_bits_are_turned_both_ways():
    """The Pico's bus sends the highest bit first, the chip wants the lowest."""
    assert turned(b"\x01\xd4") == b"\x80\x2b"
    assert bytes(PN532._TURNED[byte] for byte in turned(b"\x37")) == b"\x37"

"""The sweep over all readers, in a clock of our own."""

from itertools import pairwise

import pytest

from firmware_host.devices.firmware import import_firmware
from tests.controller.fake_mfrc522 import Air, FakeMfrc522, FieldsClashError
from tests.controller.test_mfrc522 import Bus

READERS, MFRC522, TAPS, WIRE = import_firmware("readers", "mfrc522", "taps", "wire")
A, B = b"\x04aaaaaa", b"\x04bbbbbb"


class Told:
    """A core that records events."""

    def __init__(self):
        self.told = []

    def tap(self, zone, uid, _):
        """Keep a tap."""
        self.told.append(("tap", zone, uid))

    def unclear(self, zone, why, _):
        """Keep an unclear tap."""
        self.told.append(("unclear", zone, why))

    def fault(self, zone, code, _):
        """Keep a fault."""
        self.told.append(("fault", zone, code))


class Board:
    """Readers on a bus, and tags to lay on them."""

    def __init__(self, zones):
        self.now = 0
        self.air = Air(lambda: self.now)
        self.chips = {zone: FakeMfrc522(self.air) for zone in zones}
        self.core = Told()
        buses = {zone: Bus(chip) for zone, chip in self.chips.items()}
        drivers = [(z, MFRC522.Mfrc522(bus, bus.select)) for z, bus in buses.items()]
        taps = TAPS.Taps()
        self.readers = READERS.Readers(drivers, taps, self.core, self.reset, self)

    def ticks_us(self):
        """Return the microseconds."""
        return 1000 * self.now

    def ticks_diff(self, later, earlier):
        """Return the microseconds between."""
        return later - earlier

    def sleep_us(self, us):
        """Wait; only a whole millisecond is worth it here."""
        self.now += us // 1000

    def reset(self):
        """Pull the line that all chips share."""
        for chip in self.chips.values():
            chip.reset()

    def run(self, ms):
        """Let the firmware's loop turn for *ms* milliseconds."""
        for _ in range(ms):
            self.now += 1
            self.readers.step(self.now)
        told, self.core.told = self.core.told, []
        return told


@pytest.fixture(params=[1, 2, 7], ids=["one reader", "two", "seven"])
def board(request):
    """Boards of all sizes."""
    return Board(range(request.param))


def test_each_pad_is_read_one_field_at_a_time(board):
    """A tag on every pad is a tap on every pad."""
    for zone, chip in board.chips.items():
        chip.lay([b"\x04%6d" % zone])
    assert board.run(500) == [("tap", zone, b"\x04%6d" % zone) for zone in board.chips]
    assert board.air.most_lit == 1


def test_two_looks_of_seven_pads_fit_into_the_shortest_tap():
    """A contact of 120 ms must be seen, whenever it begins."""
    board = Board(range(7))
    first = board.chips[0]
    lit = []
    for _ in range(500):
        board.run(1)
        if board.air.lit == [first] and (not lit or board.now - lit[-1] > 8):
            lit.append(board.now)
    sweep_ms = max(b - a for a, b in pairwise(lit))
    assert 2 * sweep_ms <= 120


def test_a_pad_that_saw_something_once_is_looked_at_again_before_all_others():
    """The pad is looked at again next, before the hand is gone."""
    board = Board(range(7))
    looks = []
    for chip in (board.chips[1], board.chips[2]):
        chip.lay([A])  # on both pads: it is weighed there for a while
    while board.readers._at != 4 or not board.air.lit:
        board.run(1)
    board.chips[5].lay([B])
    light = board.air.change

    def noted(chip, *, on):
        light(chip, on=on)
        if on:
            looks.extend(zone for zone, one in board.chips.items() if one is chip)

    board.air.change = noted
    board.run(150)
    first = looks.index(5)
    assert looks[first + 1] == 5


def test_what_an_empty_pad_said_is_weighed_while_the_next_field_is_on():
    """An empty look is processed while the next field is on, one with a tag before."""
    board = Board(range(7))
    seen = []
    see = TAPS.Taps.see

    def noted(taps, zone, uids, now):
        seen.append((zone, bool(uids), bool(board.air.lit)))
        return see(taps, zone, uids, now)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(TAPS.Taps, "see", noted)
        board.run(100)
        board.chips[3].lay([A])
        board.run(20)
        board.chips[4].fault = "hung"
        board.run(100)
    assert len(seen) > 20
    assert {lit for _, tags, lit in seen if tags} == {False}
    # Two looks end in the pad that hangs, or wait for the report of a tag.
    empty = [lit for _, tags, lit in seen if not tags]
    assert empty.count(False) <= 2 < empty.count(True)


def test_a_pad_that_saw_something_is_looked_at_before_the_others():
    """A tap is decided within 100 ms, half the time of three sweeps."""
    board = Board(range(7))
    board.run(100)
    board.chips[3].lay([A])
    began = board.now
    while not board.core.told:
        board.now += 1
        board.readers.step(board.now)
    assert board.core.told == [("tap", 3, A)]
    assert board.now - began <= 100


def test_what_is_undecided_keeps_no_other_pad_from_being_seen():
    """Every pad has its turn within a tenth of a second, or a look later."""
    board = Board(range(7))
    board.run(100)
    lit = dict.fromkeys(board.chips, board.now)
    longest = 0
    for turn in range(2000):
        board.chips[3].lay([A] if turn // 10 % 3 else [])
        board.run(1)
        for zone, chip in board.chips.items():
            if chip in board.air.lit:
                longest = max(longest, board.now - lit[zone])
                lit[zone] = board.now
    assert longest <= READERS.STALE_MS + 8


def test_where_a_sweep_takes_long_a_pad_may_wait_longer():
    """The longest wait of a pad grows with the time of a look."""
    readers = Board(range(7)).readers
    zones = list(range(7))
    for look_ms, due_ms in ((5, READERS.STALE_MS), (20, 7 * 20 * 4 // 3)):
        readers._looked = {zone: look_ms * zone for zone in zones}
        readers._takes = dict.fromkeys(zones, look_ms)
        assert not readers._is_late(zones, due_ms)
        assert readers._is_late(zones, due_ms + 1)


def test_who_waits_behind_others_is_given_its_turn_before_it_is_late():
    """Three looks come first, and each takes its time."""
    readers = Board(range(4)).readers
    readers._looked = dict.fromkeys(range(4), 0)
    readers._takes = dict.fromkeys(range(4), 10)
    assert not readers._is_late([0, 1, 2, 3], READERS.STALE_MS - 30)
    assert readers._is_late([0, 1, 2, 3], READERS.STALE_MS - 29)


@pytest.mark.parametrize(
    ("fault", "code"),
    [
        ("dead", WIRE.SILENT),
        ("shorted", WIRE.SILENT),
        ("stuck", WIRE.STUCK),
        ("burning", WIRE.STUCK),
    ],
)
def test_a_broken_reader_costs_only_itself(board, fault, code):
    """A fault is reported once, the other pads are read on, and it can heal."""
    board.run(100)
    board.chips[0].fault = fault
    assert board.run(3000) == [("fault", 0, code)]  # once, however often it is tried
    for zone, chip in board.chips.items():
        chip.lay([A if zone else B])
        if zone > 0:
            assert board.run(500) == [("tap", zone, A)]
            chip.lay([])
            board.run(500)

    board.chips[0].fault = ""
    assert board.run(2000) == [("fault", 0, WIRE.HEALED), ("tap", 0, B)]
    assert board.air.most_lit == 1


class PausedDriver:
    """
    A driver of a healthy chip, during one of whose calls the computer pauses.

    Args:
        board: Its clock.
        call: The call, ``look`` or ``done``.
    """

    def __init__(self, board, call):
        self._board, self._call = board, call
        self._ready_ms = 0
        self.readings = 0

    def start(self):
        """Do nothing, as the next two methods."""

    field_on = field_off = start

    def look(self):
        """Start a reading of 5 ms."""
        self._pause("look")
        self._ready_ms = self._board.now + 5

    def done(self):
        """Return True if the reading is over."""
        is_ready = self._board.now >= self._ready_ms
        self._pause("done")
        return is_ready

    def uids(self):
        """Count a reading of an empty pad."""
        self.readings += 1
        return []

    def _pause(self, call):
        if call == self._call:
            self._board.now += 2 * READERS.LOOK_MS


@pytest.mark.parametrize("call", ["look", "done"])
def test_a_pause_of_the_computer_is_no_fault_of_a_reader(call):
    """The time of a reading counts from when the chip was asked for it."""
    board = Board(())
    driver = PausedDriver(board, call)
    board.readers = READERS.Readers(
        [(0, driver)], TAPS.Taps(), board.core, board.reset, board
    )

    assert board.run(500) == []
    assert driver.readings > 10


def test_a_reader_broken_from_the_start_is_told(board):
    """A reader that is broken from the start is reported without any touch."""
    board.chips[0].fault = "dead"
    assert board.run(100) == [("fault", 0, WIRE.SILENT)]


def test_two_tags_on_a_pad_are_unclear(board):
    """A collision of two tags in the chip gives one "unclear" event."""
    board.chips[0].lay([A, B])
    assert board.run(1000) == [("unclear", 0, TAPS.TWO_PIECES)]


def test_a_board_without_readers_does_nothing():
    """Without readers nothing is reported."""
    assert Board(()).run(10) == []


def test_a_sweep_that_leaves_a_field_on_is_caught():
    """The fake air raises an error if a field is left on."""
    board = Board(range(2))
    for _, chip in board.readers._chips:
        chip.field_off = lambda: None
    with pytest.raises(FieldsClashError):
        board.run(100)

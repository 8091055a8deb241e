"""The sweep over all readers, in a clock of our own."""

from itertools import pairwise

import pytest

from firmware_host.devices.firmware import firmware
from tests.controller.fake_mfrc522 import Air, FakeMfrc522, FieldsClashError
from tests.controller.test_mfrc522 import Bus

READERS, MFRC522, TAPS, WIRE = firmware("readers", "mfrc522", "taps", "wire")
A, B = b"\x04aaaaaa", b"\x04bbbbbb"


class Told:
    """A core that keeps what it is told."""

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
        self.readers = READERS.Readers(drivers, taps, self.core, self.reset)

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


def test_three_looks_of_seven_pads_fit_into_the_dwell():
    """Else a tap would need longer than people are told."""
    board = Board(range(7))
    first = board.chips[0]
    lit = []
    for _ in range(500):
        board.run(1)
        if board.air.lit == [first] and (not lit or board.now - lit[-1] > 8):
            lit.append(board.now)
    sweep_ms = max(b - a for a, b in pairwise(lit))
    assert TAPS.HITS * sweep_ms <= TAPS.Taps().dwell_ms + sweep_ms


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
    """It is told once, the others are read on, and it heals."""
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


def test_a_reader_broken_from_the_start_is_told(board):
    """Nobody has to press anything to learn of a loose wire."""
    board.chips[0].fault = "dead"
    assert board.run(100) == [("fault", 0, WIRE.SILENT)]


def test_two_tags_on_a_pad_are_unclear(board):
    """By collision, from the chip to the core."""
    board.chips[0].lay([A, B])
    assert board.run(1000) == [("unclear", 0, TAPS.TWO_PIECES)]


def test_a_board_without_readers_does_nothing():
    """The buttons build has no tags."""
    assert Board(()).run(10) == []


def test_a_sweep_that_leaves_a_field_on_is_caught():
    """The air is no decoration."""
    board = Board(range(2))
    for _, chip in board.readers._chips:
        chip.field_off = lambda: None
    with pytest.raises(FieldsClashError):
        board.run(100)

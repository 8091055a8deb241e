"""A table whose controller is absent, reboots, or sends unknown messages."""

import os
import pty
import tty
from contextlib import asynccontextmanager

import pytest

from firmware_host.app.daemon.daemon import Hardware
from firmware_host.board.events import Button, Released
from firmware_host.board.messages import Refused
from firmware_host.devices.fake import FakePins
from firmware_host.link.frames import PROTOCOL, Decoder, Frame, encode
from firmware_host.link.messages import BUTTONS, Type, write
from tests.controller.bench import until
from tests.devices.chips import ChipScreens
from tests.opened import open_table
from tests.table.evening import PROFILE

UID = bytes.fromhex("04a1b2c3d4e5f6")
TICK = BUTTONS.index(Button.TICK)


class Stranger:
    """A foreign controller: bytes on a pty."""

    def __init__(self):
        self._master, self._slave = pty.openpty()
        tty.setraw(self._slave)
        os.set_blocking(self._master, False)
        self.port = os.ttyname(self._slave)
        self._decoder, self._seq, self._n = Decoder(), 0, 0
        self.acknowledged = []

    def close(self):
        """Pull the plug for good."""
        os.close(self._master)
        os.close(self._slave)

    def hello(self, boot_id):
        """Begin a boot."""
        self._n = self._seq = 0
        self.acknowledged.clear()
        values = (PROTOCOL, b"\1\0\0", b"stranger", boot_id, 0b1111111, 3)
        self._write(write(Type.HELLO, *values))

    def heartbeat(self, *held):
        """Say that it is alive, with those buttons down."""
        self._write(write(Type.BEAT, sum(1 << one for one in held), 0, 0))

    def say(self, kind, body):
        """Send an event of any kind; return its seq."""
        self._seq, self._n = self._seq + 1, self._n + 1
        head = self._n.to_bytes(4, "little") + bytes(4)
        self._write(Frame(kind, self._seq, head + body))
        return self._seq

    def has_acknowledged(self, seq):
        """Return True if the Pi has acknowledged an event."""
        while True:
            try:
                data = os.read(self._master, 4096)
            except BlockingIOError:
                break
            found = self._decoder.receive(data)
            self.acknowledged += [
                one.seq
                for one in found
                if isinstance(one, Frame) and one.type == Type.PI_ACK
            ]
        return seq in self.acknowledged

    def _write(self, frame):
        os.write(self._master, encode(frame))


@pytest.fixture
def stranger():
    """A controller that has said nothing yet."""
    made = Stranger()
    yield made
    made.close()


@asynccontextmanager
async def board(folder, port):
    """A table whose controller is on *port*."""
    pins = FakePins(lamps=PROFILE.lamps, buzzer=PROFILE.buzzer)
    screens = ChipScreens(PROFILE.screens)
    hardware = Hardware(factory=pins.factory, bus=screens.open, port=port, pieces={})
    async with open_table(PROFILE, folder, hardware=hardware) as table:
        yield table


def fault(table):
    """Return the code of the fault on the table screen, or None."""
    named = table.face.table.fault
    return named and named.code


async def test_a_board_without_its_controller_says_so(tmp_path):
    """A board without its controller's port shows the fault."""
    async with board(tmp_path, str(tmp_path / "nothing")) as table:
        await until(lambda: fault(table) == "fault-controller")


async def test_a_board_whose_controller_is_silent_says_so_and_heals(tmp_path, stranger):
    """A board with a silent controller shows the fault until HELLO comes."""
    async with board(tmp_path, stranger.port) as table:
        await until(lambda: fault(table) == "fault-controller")
        stranger.hello(boot_id=7)
        await until(lambda: fault(table) is None)


@pytest.mark.parametrize(
    ("kind", "body", "named"),
    [
        (0x14, b"new", "fault-protocol"),
        (Type.FAULT, b"\x03\x09", "fault-reader"),
        (Type.FAULT, b"\x63\x01", "fault-protocol"),
        (Type.UNCLEAR, b"\x02\x02", None),
        (Type.TAP, b"\x02" + bytes(11), None),
    ],
    ids=["new type", "new fault", "new part", "new reason", "long UID"],
)
async def test_what_cannot_be_read_never_blocks_the_tap_behind_it(
    tmp_path, stranger, kind, body, named
):
    """An unreadable event is acknowledged and does not block the next tap."""
    async with board(tmp_path, stranger.port) as table:
        outcomes = []
        table.listen(lambda _event, outcome: outcomes.append(outcome))
        stranger.hello(boot_id=7)
        await until(lambda: fault(table) is None)
        first = stranger.say(kind, body)
        await until(lambda: stranger.has_acknowledged(first))
        assert named is not None or isinstance(outcomes[-1], Refused)
        behind = stranger.say(Type.TAP, b"\x01" + UID)
        await until(lambda: stranger.has_acknowledged(behind))
        assert isinstance(outcomes[-1], Refused)
        assert fault(table) == named


async def test_a_button_let_go_while_the_controller_rebooted_is_released(
    tmp_path, stranger
):
    """A button missing in the heartbeat after a reboot is released."""
    async with board(tmp_path, stranger.port) as table:
        happened = []
        table.listen(lambda event, _outcome: happened.append(event))
        stranger.hello(boot_id=7)
        stranger.heartbeat()
        down = stranger.say(Type.BUTTON, bytes((TICK, 1)))
        await until(lambda: stranger.has_acknowledged(down))
        stranger.hello(boot_id=8)
        stranger.heartbeat()
        await until(lambda: Released(Button.TICK) in happened)

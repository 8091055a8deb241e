"""The simulated controller: hands on this side of a pty, the daemon's port on that."""

import asyncio
import os
import sys
from pathlib import Path

import pytest

import firmware_host
from firmware_host.board.events import Button
from firmware_host.board.pieces import Zone
from firmware_host.devices.firmware import firmware_folder, import_firmware
from firmware_host.link.events import Connected, Offline
from firmware_host.link.messages import (
    BUTTONS,
    ButtonChange,
    Fault,
    Tap,
    UnclearTap,
    Update,
)
from firmware_host.simulate.controller import SimulatedController
from tests.controller.bench import Listener, until

UID, OTHER = b"\x04aaaaaa", b"\x04bbbbbb"


@pytest.fixture
async def board(tmp_path):
    """A board in a hurry."""
    with SimulatedController(tmp_path, dwell_ms=0, gone_ms=0) as board:
        yield board


@pytest.fixture
async def listener(board):
    """A daemon that has welcomed it."""
    async with Listener(board.path) as listener:
        await until(lambda: listener.heard(Connected))
        yield listener


def is_there(board):
    """Return whether the daemon can find its port."""
    return Path(board.path).exists()


async def test_a_tap_goes_over_the_wire(board, listener):
    """Put down, held until it counts, lifted."""
    await board.tap(Zone(3), UID)
    await board.tap(Zone(3), UID)
    await until(lambda: listener.bodies() == [Tap(3, UID), Tap(3, UID)])


async def test_a_piece_must_stay_as_on_a_real_pad(tmp_path):
    """A piece that is lifted at once is not a tap."""
    with SimulatedController(tmp_path) as board:
        async with Listener(board.path) as listener:
            await until(lambda: listener.heard(Connected))
            board.put(Zone(1), UID)
            board.lift(Zone(1))
            await board.tap(Zone(2), OTHER)
            await until(listener.bodies)
            assert listener.bodies() == [Tap(2, OTHER)]


async def test_two_pieces_on_a_pad_and_one_on_two_are_unclear(board, listener):
    """Two pieces on a pad, and one on two pads, are reported as unclear."""
    board.put(Zone(1), UID)
    board.put(Zone(2), UID)
    await until(lambda: UnclearTap(2, "two-zones") in listener.bodies())
    board.lift(Zone(1))
    board.put(Zone(2), OTHER)
    await until(lambda: UnclearTap(2, "two-pieces") in listener.bodies())


async def test_buttons_go_down_and_come_up(board, listener):
    """Press and release are sent with the button's number."""
    board.press(Button.STAR)
    board.release(Button.STAR)
    star = BUTTONS.index(Button.STAR)
    await until(lambda: len(listener.bodies()) == 2)
    assert listener.bodies() == [
        ButtonChange(star, down=True),
        ButtonChange(star, down=False),
    ]


async def test_a_reader_can_fail_and_heal(board, listener):
    """A failing reader and its recovery are reported."""
    board.fail(Zone(2), 1)
    board.fail(Zone(2), 0)
    await until(lambda: listener.bodies() == [Fault(2, "silent"), Fault(2, "healed")])


async def test_what_happens_while_the_cable_is_out_is_told_afterwards(board, listener):
    """A tap without the cable is sent after it is connected again."""
    board.pull_cable()
    await until(lambda: listener.heard(Offline))
    await board.tap(Zone(3), UID)
    board.plug_cable()
    await until(lambda: listener.bodies() == [Tap(3, UID)])


async def test_the_path_stays_the_same_when_a_replug_gives_another_pty(board):
    """The link keeps its path when a replug gives another pty."""
    board.pull_cable()
    assert not is_there(board)
    other = os.openpty()  # takes the number that has just become free
    board.plug_cable()
    assert is_there(board)
    for end in other:
        os.close(end)


async def test_an_update_reboots_it(listener):
    """After an update HELLO has the same board and another boot."""
    listener.port.command(Update())
    await until(lambda: len(listener.heard(Connected)) == 2)
    first, second = listener.heard(Connected)
    assert (first.board_uid == second.board_uid, first.boot_id == second.boot_id) == (
        True,
        False,
    )


async def test_a_power_cut_loses_what_was_queued(board, listener):
    """The new boot counts its events from 1 again."""
    board.pull_cable()
    await until(lambda: listener.heard(Offline))
    board.press(Button.TICK)
    board.reboot()
    board.plug_cable()
    board.press(Button.CROSS)
    await until(listener.bodies)
    assert listener.bodies() == [ButtonChange(1, down=True)]


async def test_a_full_queue_counts_its_losses(board):
    """Of 40 events without a cable 32 wait and 8 are counted as lost."""
    board.pull_cable()
    for _ in range(20):
        board.press(Button.TICK)
        board.release(Button.TICK)
    assert board.lost == 8


async def test_nobody_listening_costs_nothing(tmp_path):
    """Unread output fills the pty and is dropped; a later listener is connected."""
    with SimulatedController(tmp_path) as board:
        for _ in range(2000):
            board._cable.write(b"\x55" * 100)
        async with Listener(board.path) as listener:
            await until(lambda: listener.heard(Connected))


async def test_leaving_takes_the_port_away_and_twice_is_fine(tmp_path):
    """After closing the port is gone, and unplugging is harmless."""
    board = SimulatedController(tmp_path)
    with board:
        board.put(Zone(1), UID)
    board.pull_cable()
    await asyncio.sleep(0)
    assert not is_there(board)


def test_the_firmwares_short_names_do_not_stay_in_the_way():
    """Importing the firmware restores another module of the same name."""
    mine = sys.modules["core"] = sys
    try:
        (core,) = import_firmware("core")
        assert core.__file__.endswith("hardware/controller/core.py")
        assert sys.modules["core"] is mine
        assert "wire" not in sys.modules
    finally:
        del sys.modules["core"]


def test_the_firmware_is_found_in_the_wheel_and_missed_where_it_is_not(
    tmp_path, monkeypatch
):
    """
    The firmware is found inside the package.

    Without it an error names the folder.
    """
    package = tmp_path / "firmware_host"
    package.mkdir()
    monkeypatch.setattr(firmware_host, "__file__", str(package / "__init__.py"))
    with pytest.raises(FileNotFoundError, match="hardware/controller"):
        firmware_folder()
    inside = package / "hardware" / "controller"
    inside.mkdir(parents=True)
    assert firmware_folder() == inside

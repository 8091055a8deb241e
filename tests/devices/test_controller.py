"""The daemon's serial port, on ptys that fail in every way a cable can."""

import asyncio
import os
import pty
import time
import tty
from collections.abc import Iterator
from types import SimpleNamespace

import pytest

from firmware_host.board.events import Button
from firmware_host.devices import controller
from firmware_host.devices.controller import SerialController, find_port
from firmware_host.link.events import Connected, Event, Offline
from firmware_host.link.messages import Update
from firmware_host.simulate.controller import SimulatedController, monotonic_ms
from tests.controller.bench import Listener, until


@pytest.fixture
async def board(tmp_path):
    """A board in a hurry."""
    with SimulatedController(tmp_path, dwell_ms=0, gone_ms=0) as board:
        yield board


@pytest.fixture
def deaf() -> Iterator[str]:
    """Yield a port whose other end does not read."""
    master, slave = pty.openpty()
    tty.setraw(slave)
    yield os.ttyname(slave)
    os.close(master)
    os.close(slave)


async def test_it_is_back_within_two_seconds_of_a_replug(board):
    """After a replug it is connected within seconds, however long the break was."""
    async with Listener(board.path) as listener:
        await until(lambda: listener.heard(Connected))
        for away_s in (0.01, 0.3, 1.5):
            listener.told.clear()
            board.pull_cable()
            await until(lambda: listener.heard(Offline), seconds=0.1)
            await asyncio.sleep(away_s)
            board.plug_cable()
            since = time.monotonic()
            await until(lambda: listener.heard(Connected))
            assert time.monotonic() - since < 5


async def test_it_waits_for_a_port_that_is_not_there_yet(tmp_path):
    """The daemon may start before the controller is plugged."""
    async with Listener(str(tmp_path / "controller")) as listener:
        await asyncio.sleep(0.1)
        assert not listener.port.is_open
        with SimulatedController(tmp_path):
            await until(lambda: listener.heard(Connected))
            assert listener.port.is_open
    assert not listener.port.is_open


async def test_a_port_that_takes_no_more_bytes_does_not_stop_the_loop(deaf):
    """A controller that hangs fills the line; lamps and screens go on."""
    async with Listener(deaf) as listener:
        await until(lambda: listener.port.is_open)
        slowest_s = 0.0
        for _ in range(300):
            since = time.monotonic()
            for _ in range(10):
                listener.port._link._heartbeat(0)
            listener.port._flush()
            slowest_s = max(slowest_s, time.monotonic() - since)
            await asyncio.sleep(0)
        assert slowest_s < 2.0  # it would wait for ever; a busy machine takes a while
        assert len(listener.port._unsent) <= 4096


async def test_a_line_that_was_full_is_used_again_when_it_empties():
    """Waiting data is written as soon as the connection has room."""
    master, slave = pty.openpty()
    tty.setraw(slave)
    async with Listener(os.ttyname(slave)) as listener:
        await until(lambda: listener.port.is_open)
        while not listener.port._unsent:
            listener.port._link._heartbeat(0)
            listener.port._flush()
        os.set_blocking(master, False)

        def drained():
            try:
                os.read(master, 65536)
            except BlockingIOError:
                return not listener.port._unsent
            return False

        await until(drained)
    os.close(master)
    os.close(slave)


async def test_each_event_is_acknowledged_once_by_whoever_heard_it(board):
    """The next event comes after the acknowledgement of the first."""
    async with Listener(board.path, acknowledge=False) as listener:
        await until(lambda: listener.heard(Connected))
        board.press(Button.TICK)
        board.press(Button.CROSS)
        await until(lambda: listener.heard(Event))
        (first,) = listener.heard(Event)
        listener.port.acknowledge(first)
        await until(lambda: len(listener.heard(Event)) == 2)
        assert [event.n for event in listener.heard(Event)] == [1, 2]


async def test_a_command_given_while_the_cable_is_out_is_done_when_it_is_back(board):
    """A command that was given while the cable was out is sent when it is back."""
    board.pull_cable()
    async with Listener(board.path) as listener:
        listener.port.command(Update())
        board.plug_cable()
        await until(lambda: len(listener.heard(Connected)) == 2)


async def test_a_listener_that_fails_does_not_stop_the_wire(board):
    """An exception in a listener is reported by the loop, and later events arrive."""
    told, reported = [], []

    def hear(event):
        told.append(event)
        if not isinstance(event, Event) or event.n == 1:
            msg = "a bug of ours"
            raise ZeroDivisionError(msg)
        port.acknowledge(event)

    asyncio.get_running_loop().set_exception_handler(
        lambda _, context: reported.append(type(context["exception"]))
    )
    port = SerialController(board.path, hear=hear, clock_ms=monotonic_ms)
    running = asyncio.create_task(port.run())
    await until(lambda: reported)
    for _ in range(3):
        board.press(Button.TICK)
    await until(lambda: [one.n for one in told if isinstance(one, Event)] == [1, 2, 3])
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)
    assert set(reported) == {ZeroDivisionError}


async def test_leaving_tells_nobody_that_the_controller_is_offline(board):
    """A daemon that ends must not show a fault as its last word."""
    async with Listener(board.path) as listener:
        await until(lambda: listener.heard(Connected))
        listener.port.close()
        listener.port.close()
        await until(listener._running.done)
    assert listener.heard(Offline) == []


@pytest.mark.parametrize(("waiting", "thrown_away"), [([3, 1, 0], 0), ([3] * 99, 1)])
async def test_the_last_ack_gets_out_and_a_stuck_line_holds_nobody_up(
    board, monkeypatch, waiting, thrown_away
):
    """
    The last ACK is sent before closing; a stuck port is dropped after a while.

    Otherwise the next program would get the last tick again.
    """
    calls = []

    class Slow(controller.Serial):
        @property
        def out_waiting(self):
            return waiting.pop(0)

        def reset_output_buffer(self):
            calls.append(self)

    monkeypatch.setattr(controller, "Serial", Slow)
    async with Listener(board.path) as listener:
        await until(lambda: listener.heard(Connected))
        since = time.monotonic()
        listener.port.close()
        assert time.monotonic() - since < 5
    assert len(calls) == thrown_away


async def test_a_second_daemon_does_not_get_the_port(board, monkeypatch):
    """The port cannot be opened while another daemon has it open."""
    async with Listener(board.path) as first:
        await until(lambda: first.heard(Connected))
        tries = []
        serial = controller.Serial
        monkeypatch.setattr(
            controller, "Serial", lambda *a, **k: (tries.append(a), serial(*a, **k))[1]
        )
        async with Listener(board.path) as second:
            await until(lambda: len(tries) >= 3)
            assert not second.port.is_open


async def test_an_idle_wire_costs_hardly_any_wake_ups(board):
    """An idle wire wakes up at most six times in 1.2 seconds."""
    async with Listener(board.path) as listener:
        await until(lambda: len(listener.told) >= 2)
        wakes = []
        turn = listener.port._turn
        listener.port._turn = lambda events: (wakes.append(1), turn(events))
        await asyncio.sleep(1.2)
        assert 1 <= len(wakes) <= 6


@pytest.mark.parametrize("by_id", [True, False])
def test_the_first_pico_is_found_whatever_its_number(tmp_path, monkeypatch, by_id):
    """
    The first Pico is found by its USB id.

    Its lasting name is used if there is one.
    """
    device = tmp_path / "ttyACM7"
    device.touch()
    other = SimpleNamespace(vid=0x1234, pid=5, device="/dev/ttyUSB0")
    pico = SimpleNamespace(vid=0x2E8A, pid=5, device=str(device))
    monkeypatch.setattr(controller.list_ports, "comports", lambda: [other, pico])
    names = tmp_path / "by-id"
    monkeypatch.setattr(controller, "BY_ID", names)
    if by_id:
        names.mkdir()
        (names / "usb-other").symlink_to("/dev/null")
        (names / "usb-MicroPython").symlink_to(device)
    assert find_port() == str(names / "usb-MicroPython" if by_id else device)


def test_without_a_pico_the_port_is_where_one_would_appear(monkeypatch):
    """Without a Pico the default port is returned, where it may appear later."""
    monkeypatch.setattr(controller.list_ports, "comports", list)
    assert find_port() == "/dev/ttyACM0"


def test_it_says_what_it_is():
    """The repr has the port and the state of the connection."""
    port = SerialController("", hear=print, clock_ms=monotonic_ms)
    assert repr(port) == "<SerialController any Pico WAITING>"

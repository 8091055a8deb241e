"""The doctor finds and names each fault, and the game goes on."""

import asyncio
import errno
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from firmware_host.app.daemon.crashes import Crashes
from firmware_host.app.daemon.daemon import Hardware
from firmware_host.app.daemon.standby import tell
from firmware_host.app.daemon.status_socket import status_socket
from firmware_host.app.doctor import board as doctor_board
from firmware_host.app.doctor.board import DiagnosisTarget
from firmware_host.app.doctor.doctor import diagnose
from firmware_host.app.doctor.findings import PartState
from firmware_host.board.catalogue import pieces
from firmware_host.board.entries import JOURNAL, Tag
from firmware_host.board.events import Button, Failed
from firmware_host.board.messages import Refused
from firmware_host.board.pieces import Kind, Piece, Zone
from firmware_host.link.events import Reads
from firmware_host.link.frames import encode
from firmware_host.link.messages import Type, write
from firmware_host.simulate.controller import SimulatedController
from firmware_host.simulate.pieces import tags, uid_of
from tests.app.ward import PROFILE, Ward, ward
from tests.devices.chips import ChipScreens

STRANGER = bytes.fromhex("04AABBCCDDEE80")


def raises(number):
    """Return a way to write that fails so."""

    def write(_folder):
        raise OSError(number, "no")

    return write


def old(now: Ward) -> None:
    """Restart the controller with a program of an older version."""
    now.board._boot()
    core = now.board._core
    core._hello = (b"\x00\x09\x00", *core._hello[1:])
    now.board._turn()


def foreign(now: Ward) -> None:
    """Let the controller send only a HELLO of an unknown protocol."""
    core = now.board._core
    core.take = lambda: b""
    hello = write(Type.HELLO, 9, b"\x09\x00\x00", b"12345678", 77, 127, 3)
    now.board._cable.write(encode(hello))


def bare(now: Ward) -> None:
    """Replace the controller by a Pico that was never flashed."""
    now.board.pull_cable()
    label = now.target.machine.root / "dev/disk/by-label/RPI-RP2"
    label.mkdir(parents=True)


def use(now: Ward, part: str) -> None:
    """Kill a part, and let there be an answer by it."""
    now.pins.die(part)
    now.board.put(Zone(1), uid_of(Piece(Kind.LONG_STICK, 1)))
    now.board.lift(Zone(1))


def read(now: Ward, second: Reads) -> None:
    """Let a reader report a bad second four times while a piece is on it."""
    for _ in range(4):
        now.running.meter.hear(second)


def shut(now: Ward) -> None:
    """Take away the permission for the I2C buses."""
    now.change(may_use=lambda path: not path.name.startswith("i2c"))


def deaf(now: Ward) -> None:
    """Set an address for the pages where no server listens."""
    profile = replace(now.target.profile, web="127.0.0.1:9")
    now.target = replace(now.target, profile=profile)


def config(now: Ward) -> Any:
    return now.target.machine.root / "boot/firmware/config.txt"


def unplug_bus(now: Ward) -> None:
    """Take the overlay out: the bus is gone after the next start."""
    config(now).write_text("dtparam=audio=on\n")
    (now.target.machine.root / "dev/i2c-1").unlink()


def pull_mux(now: Ward) -> None:
    """Remove the multiplexer's channels from the kernel's device list."""
    for link in (now.target.machine.root / "sys/bus/i2c/devices").glob("1-00*/ch*"):
        link.unlink()


Plant = Callable[[Ward], Any]

#: Each planted fault: its part, the doctor's code for it, and how to plant it.
FAULTS: dict[str, tuple[str, str, Plant]] = {
    "a dead zone screen": (
        *("screen-3", "doctor-screen-silent"),
        lambda now: now.screens.screens["3"].die(),
    ),
    "a dead table screen": (
        *("screen-table", "doctor-screen-silent"),
        lambda now: now.screens.screens["table"].die(),
    ),
    "a lamp without its pin": (
        *("lamp-1", "doctor-pin-taken"),
        lambda now: use(now, "lamp-1"),
    ),
    "a buzzer without its pin": (
        *("buzzer", "doctor-pin-taken"),
        lambda now: use(now, "buzzer"),
    ),
    "a button that sticks": (
        *("button-service", "doctor-held"),
        lambda now: now.board.press(Button.SERVICE),
    ),
    "no controller": (
        *("controller", "doctor-controller-none"),
        lambda now: now.board.pull_cable(),
    ),
    "a Pico without a program": ("controller", "doctor-controller-bare", bare),
    "a controller of another protocol": (
        *("controller", "doctor-controller-protocol"),
        foreign,
    ),
    "a controller with an old program": ("controller", "doctor-controller-old", old),
    "a controller that counts anew": (
        *("controller", "doctor-controller-anew"),
        lambda now: now.running.table.happen(Failed("protocol")),
    ),
    "a dead reader": (
        *("reader-2", "doctor-reader-silent"),
        lambda now: now.board.fail(Zone(2), 1),
    ),
    "a reader that misses most of it": (
        *("reader-5", "doctor-reader-poor"),
        lambda now: read(now, Reads(Zone(5), 20, 8, 0, 0)),
    ),
    "a reader that hears its neighbour": (
        *("reader-6", "doctor-reader-two"),
        lambda now: read(now, Reads(Zone(6), 20, 0, 20, None)),
    ),
    "a tag that nobody knows": (
        *("tags", "doctor-tags-unknown"),
        lambda now: now.board.put(Zone(3), STRANGER),
    ),
    "a weak power supply": (
        *("power", "doctor-power-low"),
        lambda now: now.change(ask_power=lambda: "throttled=0x50005\n"),
    ),
    "a card with little room": (
        *("disk", "doctor-disk-little"),
        lambda now: now.change(free_bytes=lambda _: 20_000_000),
    ),
    "a card that is full": (
        *("disk", "doctor-disk-full"),
        lambda now: now.change(write=raises(errno.ENOSPC)),
    ),
    "a card that can only be read": (
        *("disk", "doctor-disk-shut"),
        lambda now: now.change(write=raises(errno.EROFS)),
    ),
    "no bus": ("buses", "doctor-buses-off", unplug_bus),
    "no multiplexer": ("buses", "doctor-buses-mux", pull_mux),
    "a group that is missing": ("groups", "doctor-groups", shut),
    "no pages": ("network", "doctor-web-mute", deaf),
    "an alphabet with a mistake": (
        *("words", "doctor-words-box"),
        lambda now: (now.folder / "alphabet.toml").write_text('N = ["pink"]'),
    ),
    "a crash": (
        *("crashes", "doctor-crashes"),
        lambda now: Crashes(now.folder).write(["ValueError"]),
    ),
    "a clock that stands in 1970": (
        *("clock", "doctor-clock-early"),
        lambda now: now.change(now_s=lambda: 0.0),
    ),
}


def ground(now: Ward) -> None:
    """Change nothing."""


@pytest.fixture
def impatient(monkeypatch):
    """A button sticks after a quarter of a second."""
    monkeypatch.setattr(doctor_board, "STUCK_MS", 250)


async def plays_on(now: Ward) -> None:
    """Play the round to its end: a Yes, a No, and a right guess."""
    table_api = now.running.table_api
    for kind, yes in (("red", True), ("blue", False)):
        assert await table_api.do({"do": "tap", "zone": 1, "kind": kind}) is None
        lamp = table_api.sight_of(None)["zones"][0]["lamp"]
        assert lamp == ("yes" if yes else "no")
    assert await table_api.do({"do": "guess", "by": 1, "word": "HOBBY"}) is None
    assert table_api.sight_of(None)["view"]["results"][0]["guessed_by"] == 1


@pytest.mark.ci
@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.usefixtures("impatient")
async def test_a_planted_fault_is_found_and_named_and_play_goes_on(fault, tmp_path):
    """Each planted fault is found with its advice, and no other part is reported."""
    part, code, plant = FAULTS[fault]
    async with ward(tmp_path) as now:
        assert now.ill() == {}
        plant(now)
        await now.falls_ill(part, code)
        assert set(now.ill()) == {part}
        (found,) = [one for one in now.findings() if one.part == part]
        assert found.then is not None
        await plays_on(now)


def test_there_are_fifteen_faults_and_more():
    assert len(FAULTS) >= 15


@pytest.mark.usefixtures("impatient")
async def test_a_healthy_board_has_no_finding(tmp_path):
    """A healthy board has no finding, and each part of the profile is in the list."""
    async with ward(tmp_path) as now:
        await plays_on(now)
        await asyncio.sleep(0.3)
        assert now.ill() == {}
        parts = {one.part for one in now.findings()}
        profile = now.target.profile
        assert parts >= {f"screen-{name}" for name in profile.screens}
        assert parts >= {f"lamp-{zone}" for zone in profile.lamps}
        assert parts >= {f"reader-{zone}" for zone in profile.pico.readers}
        assert parts >= {"power", "disk", "journal", "tags", "controller", "versions"}


# --- a board that is opened by the doctor, or has a daemon --------------------


async def test_tags_that_are_missing_or_twice_are_told(tmp_path):
    """A piece in play is known; the others cannot be tapped."""
    few = dict(list(tags().items())[:40])
    async with ward(tmp_path / "few", pieces=few) as now:
        assert now.ill() == {"tags": "doctor-tags-few"}
        await plays_on(now)
    twice = {**tags(), STRANGER: Piece(Kind.LONG_STICK, 1)}
    async with ward(tmp_path / "twice", pieces=twice) as now:
        assert now.ill() == {"tags": "doctor-tags-twice"}
        await plays_on(now)


async def test_a_damaged_journal_was_set_aside_and_a_new_one_is_played_on(tmp_path):
    """A damaged journal is kept as a file, and the game goes on with a new one."""
    (tmp_path / "board").mkdir()
    (tmp_path / "board" / JOURNAL).write_bytes(b"noise" * 1000)
    async with ward(tmp_path) as now:
        assert now.ill() == {"journal": "doctor-journal-aside"}
        await plays_on(now)


async def test_a_board_whose_daemon_runs_is_asked_there(tmp_path):
    """
    A running daemon is asked for its findings.

    Without its socket it counts as busy.
    """
    async with ward(tmp_path) as now:
        target = now.target
        told = await diagnose(target)
        assert named(told.findings)["board"] == "doctor-board-busy"
        async with status_socket(target.folder, lambda: tell(target, now.running)):
            told = await diagnose(target)
        assert sorted(told.findings, key=str) == sorted(now.findings(), key=str)


async def test_a_board_without_a_daemon_is_opened_and_left_as_it_was(tmp_path):
    """Without a daemon the doctor opens the parts and changes no file."""
    async with ward(tmp_path) as now:
        target, parts = now.target, now.running.tags
        for item in pieces():
            result = parts.enrol(Tag(uid_of(item), item))
            assert not isinstance(result, Refused)
        result.result()
        now.screens.screens["3"].die()
    before = files(now.folder)
    with SimulatedController(tmp_path, dwell_ms=0, gone_ms=0):
        ways = Hardware(factory=now.pins.factory, bus=now.screens.open)
        found = await diagnose(replace(target, hardware=ways))
    bad = {one.part for one in found.findings if one.state is PartState.BROKEN}
    assert bad == {"screen-3"}
    assert named(found.findings)["tags"] == "doctor-tags"
    assert found.reports.connected is not None
    assert files(now.folder) == before


async def test_pins_that_cannot_be_reached_are_one_finding(tmp_path):
    """Unreachable pins give one finding, and other parts are still checked."""
    pico = replace(PROFILE.pico, port=str(tmp_path / "none"))
    profile = replace(PROFILE, pins="rpigpio", pico=pico)
    screens = ChipScreens(profile.screens)
    target = DiagnosisTarget(profile, tmp_path, Hardware(bus=screens.open))
    found = named((await diagnose(target)).findings)
    assert found["pins"] == "doctor-pins"
    assert found["screen-3"] == "doctor-screen"
    assert found["controller"] == "doctor-controller-none"
    assert "lamp-1" not in found


def named(findings):
    return {one.part: one.says.code for one in findings}


def files(folder):
    """Return every file of a folder with its content, but for SQLite's own two."""
    return {
        path.name: path.read_bytes()
        for path in folder.iterdir()
        if not path.name.endswith(("-shm", "-wal"))
    }

"""A whole board on the doctor's table: real parts that can be made ill, and a game."""

import asyncio
import time
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from firmware_host.app.daemon.daemon import Hardware, Running, open_board
from firmware_host.app.doctor.board import DiagnosisTarget
from firmware_host.app.doctor.doctor import computer_findings, known_findings
from firmware_host.app.doctor.findings import Finding, PartState
from firmware_host.app.doctor.machine import Computer
from firmware_host.app.system.hardware import profile_path
from firmware_host.board.pieces import Item, Seat
from firmware_host.devices.fake import FakePins
from firmware_host.games.decipher.rules import SetSecret
from firmware_host.session.setups import Player
from firmware_host.settings.profile import Profile, load_profile
from firmware_host.simulate.controller import SimulatedController
from firmware_host.simulate.pieces import tags
from tests.app.page import page
from tests.controller.bench import until
from tests.devices.chips import ChipScreens
from tests.opened import choice

PROFILE = load_profile(profile_path("simulated"))

#: Screens and lamps are found dead when they are next used or asked.
FOUND_S = 8

#: Channels of the multiplexer are buses from this number on.
FIRST_CHANNEL = 11


def computer(root: Path, profile: Profile = PROFILE) -> Path:
    """Make the files of a healthy Raspberry Pi under *root*."""
    texts = {
        "boot/firmware/config.txt": "dtparam=i2c_arm=on\ndtoverlay=i2c-mux,pca9548\n",
        "proc/device-tree/model": "Raspberry Pi 5 Model B Rev 1.0\0",
        "etc/os-release": 'PRETTY_NAME="Debian GNU/Linux 13 (trixie)"\n',
        "dev/i2c-1": "",
        "dev/ttyACM0": "",
        "dev/gpiochip0": "",
    }
    for path, text in texts.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text, encoding="utf-8")
    devices = root / "sys/bus/i2c/devices"
    for at in profile.screens.values():
        (devices / "1-0070").mkdir(parents=True, exist_ok=True)
        bus = devices / f"i2c-{FIRST_CHANNEL + (at.channel or 0)}"
        bus.mkdir()
        (devices / f"1-0070/channel-{at.channel}").symlink_to(bus)
    return root


@dataclass(slots=True)
class Ward:
    """
    A board in play, and everything that a test can do to it.

    Args:
        folder: Where its journal lies.
        target: The same, as the doctor sees it.
        running: With everything open.
        board: The controller and its pads.
        pins: Lamps and buzzer.
        screens: The screens.
        told: What came of each thing that was dealt with.
    """

    folder: Path
    target: DiagnosisTarget
    running: Running
    board: SimulatedController
    pins: FakePins
    screens: ChipScreens
    told: list[Any] = field(default_factory=list)

    def findings(self) -> tuple[Finding, ...]:
        """Return everything that the doctor finds now."""
        return (
            *computer_findings(self.target, runs=True),
            *known_findings(self.target, self.running),
        )

    def ill(self) -> dict[str, str]:
        """Return the parts that are broken or to be watched, with their codes."""
        bad = (PartState.BROKEN, PartState.WATCH)
        return {one.part: one.says.code for one in self.findings() if one.state in bad}

    async def falls_ill(self, part: str, code: str) -> None:
        """Wait until the doctor says *code* of *part*."""
        deadline_s = time.monotonic() + FOUND_S
        while self.ill().get(part) != code:
            assert time.monotonic() < deadline_s, self.ill()
            await asyncio.sleep(0.05)

    def change(self, **ways: Any) -> None:
        """Let the computer answer otherwise."""
        machine = replace(self.target.machine, **ways)
        self.target = replace(self.target, machine=machine)


def healthy(root: Path) -> Computer:
    """Return a computer that is well."""
    return Computer(
        root=computer(root),
        ask_power=lambda: "throttled=0x0\n",
        free_bytes=lambda _: 8_000_000_000,
    )


@asynccontextmanager
async def ward(
    folder: Path, *, pieces: Mapping[bytes, Item] | None = None
) -> AsyncIterator[Ward]:
    """Open a board on a healthy computer, and begin a round of HOBBY."""
    machine, place = healthy(folder / "computer"), folder / "board"
    place.mkdir(exist_ok=True)
    pins = FakePins(lamps=PROFILE.lamps, buzzer=PROFILE.buzzer)
    screens = ChipScreens(PROFILE.screens)
    with (
        page() as port,
        SimulatedController(folder, dwell_ms=0, gone_ms=0) as board,
    ):
        profile = replace(
            PROFILE,
            pico=replace(PROFILE.pico, port=board.path),
            web=f"127.0.0.1:{port}",
        )
        hardware = Hardware(
            factory=pins.factory,
            bus=screens.open,
            pieces=tags() if pieces is None else pieces,
        )
        # The doctor believes that the screens hang on the computer's own buses.
        target = DiagnosisTarget(profile, place, replace(hardware, bus=None), machine)
        async with open_board(profile, place, hardware=hardware) as running:
            now = Ward(place, target, running, board, pins, screens)
            running.table.listen(lambda _, outcome: now.told.append(outcome))
            await until(lambda: running.meter.connected)
            people = (Player("Tina"), Player("Lee"))
            await running.table.choose(choice(people))
            await running.table.submit(SetSecret(Seat(0), "HOBBY"))
            yield now

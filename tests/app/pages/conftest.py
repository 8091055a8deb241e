"""A board whose pages are opened."""

import pytest

from firmware_host.app.daemon.daemon import Hardware, open_board
from firmware_host.app.system.hardware import profile_path
from firmware_host.devices.fake import FakePins
from firmware_host.settings.profile import load_profile
from tests.devices.chips import ChipScreens

PROFILE = load_profile(profile_path("simulated"))


@pytest.fixture
def screens():
    """The screens of that board."""
    return ChipScreens(PROFILE.screens)


@pytest.fixture
async def running(tmp_path, screens):
    """A board without its cable."""
    pins = FakePins(lamps=PROFILE.lamps, buzzer=PROFILE.buzzer)
    hardware = Hardware(
        factory=pins.factory, bus=screens.open, port=str(tmp_path / "nothing")
    )
    async with open_board(PROFILE, tmp_path, hardware=hardware) as board:
        yield board

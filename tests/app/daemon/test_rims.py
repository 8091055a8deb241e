"""The zones' rims on a whole board: the daemon, its wire and the controller's core."""

from contextlib import asynccontextmanager
from dataclasses import replace

import pytest

from firmware_host.app.daemon.daemon import Hardware, open_board
from firmware_host.app.system.hardware import profile_path
from firmware_host.board.pieces import ZONES, Kind, Piece, Seat, Zone
from firmware_host.devices.fake import FakePins
from firmware_host.games.decipher.rules import SetSecret
from firmware_host.session.setups import Player
from firmware_host.settings.board import RimSettings
from firmware_host.settings.profile import load_profile
from firmware_host.simulate.controller import SimulatedController
from firmware_host.simulate.pieces import uid_of
from tests.controller.bench import until
from tests.devices.chips import ChipScreens
from tests.opened import choice

PROFILE = load_profile(profile_path("simulated"))
RIMS = RimSettings(pin=27, leds=12, brightness=48, supply_ma=1000)
RED, *_ = Kind


@asynccontextmanager
async def opened(folder, *, rims=RIMS, able=True):
    """A board with rims, and a game of two in which HOBBY is to be found."""
    pins = FakePins(lamps=PROFILE.lamps, buzzer=PROFILE.buzzer)
    with SimulatedController(folder, dwell_ms=20, rims=able) as controller:
        pico = replace(PROFILE.pico, port=controller.path, rims=rims)
        hardware = Hardware(
            factory=pins.factory,
            bus=ChipScreens(PROFILE.screens).open,
            pieces={uid_of(Piece(RED, 1)): Piece(RED, 1)},
        )
        profile = replace(PROFILE, pico=pico)
        async with open_board(profile, folder, hardware=hardware) as running:
            chosen = choice((Player("Tina"), Player("Lee")))
            language = running.table.session.languages["en"]
            header = replace(chosen.header, language=language)
            await running.table.choose(replace(chosen, header=header))
            await running.table.submit(SetSecret(Seat(0), "HOBBY"))
            yield controller, pins, running


async def test_a_rim_shows_what_the_lamps_of_its_zone_show(tmp_path):
    """Each rim shows the same as its zone's lamps, also after a reboot."""
    async with opened(tmp_path) as (controller, pins, running):
        await until(lambda: controller.waiting == 0)
        await controller.tap(Zone(1), uid_of(Piece(RED, 1)))
        await until(lambda: any(controller.rim(Zone(1))))
        await until(
            lambda: (
                [controller.rim(zone) for zone in ZONES]
                == [pins.pair(zone) for zone in ZONES]
            )
        )
        seen = controller.rim(Zone(1))
        assert seen in ((True, False), (False, True))
        controller.reboot()
        assert controller.rim(Zone(1)) == (False, False)
        await until(lambda: controller.rim(Zone(1)) == seen)
        running.wire.close()
        await until(lambda: controller.rim(Zone(1)) == (False, False))


@pytest.mark.parametrize(("rims", "able"), [(None, True), (RIMS, False)])
async def test_off_where_the_profile_or_the_controller_has_none(tmp_path, rims, able):
    """Without rims in the profile or the controller only the lamps answer."""
    async with opened(tmp_path, rims=rims, able=able) as (controller, pins, running):
        assert (running.table._parts.rims is None) == (rims is None)
        await controller.tap(Zone(1), uid_of(Piece(RED, 1)))
        await until(lambda: any(pins.pair(Zone(1))))
        assert controller.rim(Zone(1)) == (False, False)

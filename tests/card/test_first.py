"""
A new card's first switch-on, with nothing answered beforehand.

Screens and Pico are this program's, on USB: the card's own kernel drives the bus, its
multiplexer, and the chip of the table's screen, whose glass is looked at here. On the
Pico runs the real MicroPython. Missing are the pins of a Pi's header.
"""

import asyncio
import sys
from pathlib import Path

import pytest

from firmware_host.app.daemon.starting import _say, face_in_all
from firmware_host.app.first.steps import BuildChoice, builds, button_pin, question
from firmware_host.app.system.flash import files
from firmware_host.app.system.hardware import profile_path
from firmware_host.board.events import Button
from firmware_host.board.faces import TableFace
from firmware_host.board.messages import say
from firmware_host.picture.table import draw_table
from firmware_host.settings.profile import load_profile
from tests.card.board import KEPT, TOLD
from tests.card.glass import Screens
from tests.card.machine import (
    PATIENCE_S,
    Card,
    Machine,
    debugfs,
    switched_on,
    told_beside,
)
from tests.card.pico import PicoOnUsb
from tests.card.usb import I2cDevice, Plug
from tests.devices.display_contract import sees

pytestmark = pytest.mark.long

#: A button that is up is seen to be so in this time, also in an emulated computer.
SEEN_S = 4.0

#: Time after which a button that had no effect is pressed again.
AGAIN_S = 90.0

FULL = load_profile(profile_path("full"))

#: The overlay's effect on a Pi: a multiplexer on the header's first bus.
BUSES = """\
[Unit]
DefaultDependencies=no
After=systemd-modules-load.service
Before=letterzone-first.service
[Service]
Type=oneshot
ExecStart=/bin/sh -c 'modprobe -a xhci-pci i2c-dev i2c-tiny-usb
    until [ -e /sys/bus/i2c/devices/i2c-1 ]; do sleep 2; done
    echo pca9548 0x70 > /sys/bus/i2c/devices/i2c-1/new_device'
""".replace("\n    ", "; ")


def said(face: TableFace):
    """Return how the table's screen shows a face before there is a journal."""
    return draw_table(face, _say, alive=False)


async def press(
    pico: PicoOnUsb, screens: Screens, button: Button, machine: Machine
) -> None:
    """
    Hold a button until the table's screen changes, then release it.

    A button that is down at the Pico's first look is ignored, so it is pressed again.
    """
    before = screens.table.image.tobytes()
    began_s = held_s = machine.age_s()
    while screens.table.image.tobytes() == before:
        assert machine.age_s() < began_s + PATIENCE_S, machine.said()[-3000:]
        if machine.age_s() > held_s + AGAIN_S:
            pico.hold([])
            await asyncio.sleep(SEEN_S)
            held_s = machine.age_s()
        pico.hold([button_pin(FULL, button).pin])
        await asyncio.sleep(0.2)
    pico.hold([])
    await asyncio.sleep(SEEN_S)


async def test_a_new_card_asks_flashes_and_lets_the_board_be_built(
    card: Card, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The question, two ticks, our program on the Pico, and building until a third."""
    screens, told = Screens(FULL), []
    empty = Plug(tmp_path / "empty.socket", I2cDevice(Screens(FULL, none=True)))
    bus = Plug(tmp_path / "bus.socket", I2cDevice(screens))
    async with PicoOnUsb(tmp_path) as pico:
        plugs = (empty, bus, pico.plug)
        more = f"{TOLD} {told_beside('buses.service', BUSES)} loglevel=7"
        async with switched_on(card, tmp_path / "on", plugs=plugs, more=more) as on:
            for plug in (empty, bus):
                await plug.plug()
                await asyncio.sleep(1)
            nothing = said(question(BuildChoice(())))
            await on.until(lambda: sees(screens.table, nothing))
            told.append(f"asked {on.age_s():.1f} s")
            offered = BuildChoice(builds()).pressed(button_pin(FULL, Button.TICK))
            await press(pico, screens, Button.TICK, on)
            asked = said(question(offered))
            await on.until(lambda: sees(screens.table, asked))
            told.append(f"offered {on.age_s():.1f} s")
            assert offered.offered == FULL
            await press(pico, screens, Button.TICK, on)
            flashing = said(face_in_all(say("first-flashing")))
            await on.until(lambda: sees(screens.table, flashing))
            told.append(f"taken {on.age_s():.1f} s")
            wanted = files(FULL)
            await on.until(
                lambda: all(
                    (pico.flash / name).exists()
                    and (pico.flash / name).read_bytes() == data
                    for name, data in wanted.items()
                )
            )
            told.append(f"flashed {on.age_s():.1f} s")
            await on.until(lambda: "zone controller: answers now" in on.said())
            await on.until(lambda: "pad of zone 6: answers now" in on.said())
            told.append(f"building {on.age_s():.1f} s")
            pico.hold([button_pin(FULL, Button.TICK).pin])
            await on.until(lambda: "Finished letterzone-first.service" in on.said())
            told.append(f"built {on.age_s():.1f} s")
            pico.hold([])
            await asyncio.sleep(5)
    with capsys.disabled():
        sys.stdout.write(f"\nin QEMU, with nothing answered: {', '.join(told)}\n")
    assert kept(card, tmp_path) >= {"board.toml", "built", "flashed"}


def kept(card: Card, folder: Path) -> set[str]:
    """Return the files in the board's folder on the used card."""
    ran = card.after(folder / "on")
    part = ran.cut_out(KEPT, folder / "kept.img")
    rows = debugfs(part, "ls -p /etc").splitlines()
    return {row.split("/")[5] for row in rows if row.count("/") > 5}

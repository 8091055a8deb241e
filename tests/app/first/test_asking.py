"""Asking which build it is: a real MicroPython's pins, and those of the header."""

import asyncio
import json

import pytest
from gpiozero.pins.mock import MockFactory

from firmware_host.app.first.steps import (
    BuildChoice,
    ButtonPin,
    HeaderPins,
    PicoPins,
    ask,
    build_of_config,
    builds,
    button_pin,
    question,
)
from firmware_host.app.system.flash import PicoCable, files
from firmware_host.board.events import Button
from tests.app.pico import Pico
from tests.controller.bench import until

BUILDS = builds()
(FULL,) = (one for one in BUILDS if one.name == "full")
(STARTER,) = (one for one in BUILDS if one.name == "starter")


class Table:
    """The setup question on a table screen, with simulated button presses."""

    def __init__(self, *hands):
        self.faces = []
        self.hands = hands
        self.answer = None

    async def __aenter__(self):
        self.answer = asyncio.create_task(ask(BUILDS, self.hands, self.faces.append))
        return self

    async def __aexit__(self, *_):
        self.answer.cancel()
        await asyncio.gather(self.answer, return_exceptions=True)
        for one in self.hands:
            one.close()

    def says(self):
        """Return the code and the build of the message on the screen."""
        if not self.faces:
            return "", None
        line = self.faces[-1].line
        return line.code, dict(line.values).get("build")


class Fingers:
    """Pins by hand, as `PinReader` wants them."""

    config = b""

    def __init__(self):
        self.down = frozenset()
        self.looks = 0

    async def look(self, spots):
        """Return the pressed pins among *spots*."""
        self.looks += 1
        return self.down & spots

    def close(self):
        """Do nothing."""

    async def press(self, at):
        """Press, and let go."""
        for self.down in (frozenset({at}), frozenset()):
            await looked(self)


def counted(hands):
    """Make *hands* count its successful reads."""
    look, hands.looks = hands.look, 0

    async def counting(spots):
        down = await look(spots)
        hands.looks += down is not None
        return down

    hands.look = counting
    return hands


async def looked(hands, times=2):
    """Wait until *hands* have been looked at."""
    until_looks = hands.looks + times
    await until(lambda: hands.looks >= until_looks)


def pico_with(folder, content):
    """Return a Pico that has those files."""
    pico = Pico(folder)
    pico.flash.mkdir()
    for name, data in content.items():
        (pico.flash / name).write_bytes(data)
    return pico


def world(folder, *down):
    """Move the fingers on a Pico's pins."""
    fresh = folder / "world.new"
    fresh.write_text(json.dumps({"tags": {}, "faults": {}, "down": down}))
    fresh.replace(folder / "world.json")


async def test_a_new_pico_says_its_build_by_the_pin_of_tick(tmp_path):
    """A Pico with MicroPython is read at its prompt; tick's pin names the build."""
    content = {"board_config.py": files(STARTER)["board_config.py"] + b"# other\n"}
    cable = PicoCable(str(tmp_path / "ttyACM0"), tmp_path, hello_s=0.1, back_s=20)
    hands = counted(PicoPins(cable, again_s=0.1))
    tick = button_pin(STARTER, Button.TICK).pin
    with pico_with(tmp_path, content):
        async with Table(hands) as table:
            await looked(hands)
            assert table.says() == ("first-press", None)
            world(tmp_path, tick)
            await until(lambda: table.says() == ("first-is-it", "starter"))
            world(tmp_path)
            await looked(hands)
            world(tmp_path, tick)
            assert (await asyncio.wait_for(table.answer, 20)).name == "starter"


async def test_a_pico_that_knows_its_build_says_it_by_itself(tmp_path):
    """A new card for a board that has played; one press makes it sure."""
    cable = PicoCable(str(tmp_path / "ttyACM0"), tmp_path, hello_s=3, back_s=20)
    hands = PicoPins(cable, again_s=0.1)
    with pico_with(tmp_path, files(FULL)):
        async with Table(hands) as table:
            await until(lambda: table.says() == ("first-is-it", "full"), seconds=40)
            world(tmp_path, button_pin(FULL, Button.TICK).pin)
            assert (await asyncio.wait_for(table.answer, 20)).name == "full"


async def test_without_a_pico_the_headers_pins_are_heard():
    """The direct build has its buttons there."""
    factory = MockFactory()
    pico = PicoPins(PicoCable("/dev/null/none", hello_s=0.1), again_s=60)
    header = counted(HeaderPins(factory))
    async with Table(pico, header) as table:
        pin = factory.pin(14)
        await until(lambda: pin.function == "input" and pin.pull == "up")
        await looked(header)
        pin.drive_low()
        await until(lambda: table.says() == ("first-is-it", "direct"))
        pin.drive_high()
        await looked(header)
        pin.drive_low()
        assert (await asyncio.wait_for(table.answer, 20)).name == "direct"


async def test_a_pin_that_hangs_on_ground_is_no_finger():
    """A pin that is low from the start counts only after it was released."""
    hands, tick = Fingers(), button_pin(FULL, Button.TICK)
    hands.down = frozenset({tick})
    async with Table(hands) as table:
        await looked(hands)
        assert table.says() == ("first-press", None)
        hands.down = frozenset()
        await looked(hands)
        await hands.press(tick)
        assert table.says() == ("first-is-it", "full")


async def test_one_press_that_lasts_counts_once():
    hands, tick = Fingers(), button_pin(FULL, Button.TICK)
    async with Table(hands) as table:
        await looked(hands)
        hands.down = frozenset({tick})
        await looked(hands, 9)
        assert table.says() == ("first-is-it", "full")
        assert not table.answer.done()


async def test_nobody_is_asked_by_a_pin_that_no_build_has():
    hands = Fingers()
    async with Table(hands) as table:
        await looked(hands)
        await hands.press(ButtonPin(on_pico=True, pin=22))
        assert table.says() == ("first-press", None)


@pytest.mark.parametrize("config", [b"", b"x" * 32])
def test_a_config_of_nobodys_says_nothing(config):
    assert build_of_config(BUILDS, config) is None


def test_the_question_is_asked_in_each_language():
    face = question(BuildChoice(BUILDS, 0))
    languages = [message["language"] for message in (face.line, face.status)]
    assert languages == ["en", "de"]

"""The fakes: what drivers do on one face, eyes and fingers find on the other."""

import re
import runpy
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import SimpleNamespace

import pytest
import smbus2
from PIL import Image

import firmware_host
from firmware_host.board.events import Button
from firmware_host.board.pieces import Zone
from firmware_host.devices import gpio
from firmware_host.devices.decoder import Decoder
from firmware_host.devices.fake import (
    FakeBus,
    FakeMux,
    FakePins,
    FakeScreen,
    FakeScreens,
)
from firmware_host.devices.pins import Buzzer, Lamps
from firmware_host.devices.screens import Screen

LAMPS = {Zone(1): (5, 6), Zone(2): (12, 13)}
FULL = Image.new("1", (128, 64), 1)


@pytest.fixture
def seen():
    """What whoever watches was told."""
    return []


@pytest.fixture
def pins(seen):
    """Two pairs of lamps, a buzzer and a button."""
    return FakePins(
        lamps=LAMPS,
        buzzer=18,
        buttons={Button.TICK: 22},
        watch=lambda *change: seen.append(change),
    )


def test_whoever_watches_learns_of_each_change(pins, seen):
    """By name, once, and of nothing that does not change."""
    with Lamps(pins.factory, LAMPS) as lamps, Buzzer(pins.factory, 18) as buzzer:
        lamps.show(Zone(2), cross=False, tick=True)
        lamps.show(Zone(2), cross=False, tick=True)
        buzzer.on(440)

    assert seen == [
        ("tick-2", True),
        ("buzzer", True),
        ("buzzer", False),
        ("tick-2", False),
    ]
    assert pins.seen == dict.fromkeys(
        ("cross-1", "tick-1", "cross-2", "tick-2", "buzzer"), False
    )


def test_a_lamp_goes_out_when_its_plug_is_pulled(pins, seen):
    """Eyes see it at once, drivers when they next use it; the other lamp stays lit."""
    with Lamps(pins.factory, LAMPS) as lamps:
        for zone in LAMPS:
            lamps.show(zone, cross=True, tick=False)
        pins.die("lamp-1")
        assert pins.pair(Zone(1)) == (False, False)
        assert pins.pair(Zone(2)) == (True, False)
        with pytest.raises(OSError, match="GPIO5 does not answer"):
            pins.factory.pin(5).state = True
        pins.heal("lamp-1")
        assert pins.pair(Zone(1)) == (True, False)

    assert ("cross-1", False) in seen


def test_a_pin_is_one_object_for_the_first_two_threads(pins, monkeypatch):
    """Else a press would reach an object that nothing reads."""
    slow = gpio.MockPin.__init__

    def make_slowly(*words):
        time.sleep(0.05)
        slow(*words)

    monkeypatch.setattr(gpio.MockPin, "__init__", make_slowly)
    with ThreadPoolExecutor(2) as threads:
        one, other = threads.map(pins.factory.pin, (22, 22))
    assert one is other


def test_a_dead_button_cannot_be_read_and_says_nothing(pins):
    """Healed, it is where the finger is."""
    pin = pins.factory.pin(22)
    pin.input_with_pull("up")
    told = []

    def note(_ticks, level):
        told.append(level)

    pin.when_changed = note
    pins.die("button-tick")
    pins.press(Button.TICK)
    with pytest.raises(OSError, match="GPIO22"):
        _ = pin.state
    assert told == []
    pins.heal("button-tick")
    assert not pin.state
    pins.release(Button.TICK)
    assert pin.state
    assert told == [True]


def test_a_part_that_is_not_there_cannot_die(pins):
    """A test that pulls the wrong plug finds out."""
    with pytest.raises(KeyError, match="lamp-6"):
        pins.die("lamp-6")
    with pytest.raises(KeyError, match="button-star"):
        pins.press(Button.STAR)


def test_the_bus_takes_what_smbus2_takes():
    """Blocks of 32 bytes, messages of any length, and no read."""
    glass = FakeScreen("ssd1306")
    bus = FakeBus({0x3C: glass})
    bus.write_i2c_block_data(0x3C, 0x00, [0xE3] * 32)
    bus.i2c_rdwr(smbus2.i2c_msg.write(0x3C, [0x40, *bytes(100)]))
    assert glass.bytes_sent == 33 + 101

    with pytest.raises(ValueError, match="32 bytes"):
        bus.write_i2c_block_data(0x3C, 0x00, [0xE3] * 33)


def test_nobody_answers_at_another_address_or_on_a_closed_bus():
    """The errors are the kernel's."""
    bus = FakeBus({0x3C: FakeScreen("ssd1306")})
    with pytest.raises(OSError, match="Remote I/O") as caught:
        bus.write_i2c_block_data(0x3D, 0x00, [0xE3])
    assert caught.value.errno == 121
    bus.close()
    with pytest.raises(OSError, match="Bad file descriptor"):
        bus.write_i2c_block_data(0x3C, 0x00, [0xE3])


def test_whoever_watches_the_bus_sees_the_same_picture():
    """From the bytes alone; an observer in another process needs no more."""
    place = SimpleNamespace(chip="sh1106", bus=1, channel=2, address=0x3C)
    elsewhere = {"3": Decoder("sh1106")}
    fakes = FakeScreens(
        {"3": place}, watch=lambda name, sent: elsewhere[name].hear(sent)
    )
    screen = Screen("sh1106", bus=lambda: fakes.open(place))
    picture = FULL.copy()
    picture.paste(0, (10, 10, 50, 40))
    for shown in (FULL, picture):
        screen.show(shown)
        assert elsewhere["3"].image.tobytes() == shown.tobytes()
        assert fakes.screens["3"].image.tobytes() == shown.tobytes()


def test_each_screen_dies_and_heals_alone():
    """Two on one bus, one on a channel of its own."""
    places = {
        name: SimpleNamespace(chip="ssd1306", bus=1, channel=channel, address=address)
        for name, channel, address in (
            ("1", None, 0x3C),
            ("2", None, 0x3D),
            ("3", 5, 0x3C),
        )
    }
    fakes = FakeScreens(places)
    screens = {
        name: Screen("ssd1306", bus=lambda at=at: fakes.open(at), address=at.address)
        for name, at in places.items()
    }
    for screen in screens.values():
        screen.show(FULL)
    fakes.screens["2"].die()
    lit = {name: one.image.getbbox() for name, one in fakes.screens.items()}
    assert lit == {"1": (0, 0, 128, 64), "2": None, "3": (0, 0, 128, 64)}

    screens["1"].show(Image.new("1", (128, 64)))
    with pytest.raises(OSError, match="0x3D"):
        screens["2"].pulse()
    fakes.screens["2"].heal()
    screens["2"].show(FULL)
    assert fakes.screens["2"].image.getbbox() == (0, 0, 128, 64)


def test_a_screen_that_holds_sda_blocks_its_multiplexer_until_a_reset():
    """And after one the kernel opens a channel anew only when it was in another."""
    mux, holder, other = FakeMux(), FakeScreen("ssd1306"), FakeScreen("ssd1306")
    mux.reach(1, other)
    mux.holder = holder
    mux.reach(1, other)  # nobody has opened the channel of the one that holds
    for channel, screen in ((0, holder), (1, other)):
        with pytest.raises(OSError, match="timed out"):
            mux.reach(channel, screen)
    mux.reset()
    mux.reach(1, other)
    mux.reset()
    with pytest.raises(OSError, match="Remote"):
        mux.reach(1, other)
    mux.holder = None
    mux.reach(0, holder)
    mux.reach(1, other)


def test_the_manuals_example_runs(tmp_path):
    """What docs/devices.md shows is what happens."""
    page = Path(firmware_host.__file__).parents[1] / "docs" / "devices.md"
    examples = re.findall(
        r"```python\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL
    )
    assert len(examples) == 2
    for example in examples:
        script = tmp_path / "example.py"
        script.write_text(example, encoding="utf-8")
        runpy.run_path(str(script))

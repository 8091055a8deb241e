"""The fakes: outputs of drivers can be read, and inputs can be given."""

import re
import runpy
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from PIL import Image

import firmware_host
from firmware_host.board.events import Button
from firmware_host.board.pieces import Zone
from firmware_host.board.wiring import ScreenAt
from firmware_host.devices import gpio
from firmware_host.devices.fake import FakePins, FakeScreens
from firmware_host.devices.pins import Buzzer, Lamps

LAMPS = {Zone(1): (5, 6), Zone(2): (12, 13)}
FULL = Image.new("1", (128, 64), 1)


@pytest.fixture
def seen():
    """Return a list for the watcher's calls."""
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
    """A watcher is called once for each change, with the name."""
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
    """Two threads that ask for a pin at once get the same object."""
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


def test_each_display_dies_and_heals_alone():
    """
    A display that dies is dark, and the others still work.

    The watcher gets each picture and the display's name.
    """
    places = {
        name: ScreenAt("ssd1306", channel=channel, bus=1, address=0x3C)
        for name, channel in (("1", 0), ("2", 1))
    }
    seen = []
    fakes = FakeScreens(places, watch=lambda name, image: seen.append((name, image)))
    for at in places.values():
        fakes.open(at).show(FULL)
    fakes.screens["2"].die()
    lit = {name: one.image.getbbox() for name, one in fakes.screens.items()}
    assert lit == {"1": (0, 0, 128, 64), "2": None}
    assert [(name, image.getbbox()) for name, image in seen] == [
        ("1", (0, 0, 128, 64)),
        ("2", (0, 0, 128, 64)),
        ("2", None),
    ]
    with pytest.raises(OSError, match="Remote I/O"):
        fakes.open(places["2"]).pulse()
    fakes.screens["2"].heal()
    fakes.open(places["2"]).show(FULL)
    assert fakes.screens["2"].image.getbbox() == (0, 0, 128, 64)


def test_a_picture_that_is_painted_on_later_is_shown_as_it_was():
    """A display keeps a copy, as its chip does."""
    fakes = FakeScreens({"1": ScreenAt("sh1106", channel=0, bus=1, address=0x3C)})
    picture = FULL.copy()
    fakes.screens["1"].show(picture)
    picture.paste(0, (0, 0, 128, 64))
    assert fakes.screens["1"].image.getbbox() == (0, 0, 128, 64)


def test_the_manuals_example_runs(tmp_path):
    """The examples in docs/devices.md run."""
    page = Path(firmware_host.__file__).parents[1] / "docs" / "devices.md"
    examples = re.findall(
        r"```python\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL
    )
    assert len(examples) == 2
    for example in examples:
        script = tmp_path / "example.py"
        script.write_text(example, encoding="utf-8")
        runpy.run_path(str(script))

"""Screens, as eyes see them through the chip at the end of luma's own I2C class."""

import atexit
import os
import subprocess
import sys
from random import Random
from types import SimpleNamespace

import pytest
from luma.core.interface.serial import i2c
from luma.oled import device
from PIL import Image, ImageChops, ImageDraw

from firmware_host.devices import screens
from firmware_host.devices.columns import pack
from firmware_host.devices.screens import CHIPS, Screen, open_bus
from firmware_host.errors import BoardMissingError, SettingsError
from tests.devices.chips import KINDS, ChipScreen, FakeBus

FRAMES = 200

#: An answer may take this much of the bus.
ANSWER_BYTES = 600


@pytest.fixture(params=list(CHIPS))
def chip(request):
    """Each chip that a profile may name."""
    return request.param


@pytest.fixture
def glass(chip):
    """Return the chip on the bus."""
    return ChipScreen(chip)


@pytest.fixture
def screen(chip, glass):
    """The driver of it."""
    return Screen(chip, bus=lambda: FakeBus({0x3C: glass}))


def noise(seed, size=(128, 64)):
    """Return a picture in which about every second pixel is lit."""
    data = Random(seed).randbytes(size[0] * size[1] // 8)  # noqa: S311 - noise, no secret
    return Image.frombytes("1", size, data)


def test_a_screen_that_is_built_in_upside_down_is_read_all_the_same(chip, glass):
    """An upside-down screen turns whole pictures and changed bands."""
    screen = Screen(chip, bus=lambda: FakeBus({0x3C: glass}), upside_down=True)
    picture = noise(1)
    screen.show(picture)
    picture.paste(noise(2, (128, 32)))
    screen.show(picture, band=True)
    turned = picture.transpose(Image.Transpose.ROTATE_180)
    assert glass.image.tobytes() == turned.tobytes()


def test_a_screen_is_as_bright_as_its_profile_says(chip, glass):
    """A screen has the profile's contrast, or its driver's default."""
    Screen(chip, bus=lambda: FakeBus({0x3C: glass})).pulse()
    usual = glass.contrast
    Screen(chip, bus=lambda: FakeBus({0x3C: glass}), contrast=9).pulse()
    assert glass.contrast == 9 != usual


def frames(seed):
    """Yield pictures, most of them the last one with something drawn into it."""
    chance = Random(seed)  # noqa: S311 - noise, no secret
    picture = noise(seed)
    for number in range(FRAMES):
        if number % 5 == 0:
            picture = noise(chance.random())
        picture = picture.copy()
        x, y = chance.randrange(128), chance.randrange(64)
        box = (
            x,
            y,
            min(127, x + chance.randrange(90)),
            min(63, y + chance.randrange(40)),
        )
        ImageDraw.Draw(picture).rectangle(box, fill=chance.randrange(2), outline=1)
        yield picture


def sent(glass, screen, picture, *, band=False):
    """Show a picture, and return how many bytes reached the glass for it."""
    already = glass.bytes_sent
    screen.show(picture, band=band)
    return glass.bytes_sent - already


class CountedBus:
    """A bus that counts the written bytes."""

    def __init__(self, bus):
        self._bus = bus
        self.bytes_sent = 0

    def write_i2c_block_data(self, i2c_addr, register, data):
        """Send a block, and count it with its register."""
        self.bytes_sent += 1 + len(data)
        self._bus.write_i2c_block_data(i2c_addr, register, data)

    def i2c_rdwr(self, *i2c_msgs):
        """Send messages, and count them."""
        self.bytes_sent += sum(len(bytes(message)) for message in i2c_msgs)
        self._bus.i2c_rdwr(*i2c_msgs)

    def close(self):
        """Let the bus go."""
        self._bus.close()


def assert_seen(glass, picture):
    """Check that eyes see *picture*, every pixel of it."""
    wrong = ImageChops.logical_xor(glass.image, picture).getbbox()
    assert wrong is None, f"the glass is wrong within {wrong}"


def test_two_hundred_frames_are_seen_bit_by_bit(screen, glass):
    """After each of 200 random frames the chip has exactly that picture."""
    for picture in frames(7):
        screen.show(picture)
        assert_seen(glass, picture)


def test_a_driver_that_skips_one_column_is_caught(screen, glass, monkeypatch):
    """The check above fails when one changed column of many is left out."""

    def cheat(old, new, *, overhead):
        return [
            window._replace(column=window.column + 1)
            for window in honest(old, new, overhead=overhead)
        ]

    honest = screens.changes
    before, after = noise(1), noise(1)
    after.paste(ImageChops.invert(after.crop((40, 10, 90, 60))), (40, 10))
    screen.show(before)
    monkeypatch.setattr(screens, "changes", cheat)
    screen.show(after)

    with pytest.raises(AssertionError, match=r"wrong within \(40, 10, 41, 60\)"):
        assert_seen(glass, after)


def test_the_bytes_are_those_of_lumas_own_driver(chip, screen, glass):
    """The chip's memory is the same as with luma's own driver."""
    theirs = ChipScreen(chip)
    stock = getattr(device, chip)(i2c(bus=FakeBus({0x3C: theirs}), address=0x3C))
    for seed in range(5):
        stock.display(noise(seed))
        screen.show(noise(seed))
        assert_seen(theirs, glass.image)


def test_an_answer_takes_at_most_600_bytes(screen, glass):
    """An answer takes at most 600 bytes, even if every byte of its band changes."""
    for top in (0, 32):
        before = noise(3)
        after = before.copy()
        band = before.crop((0, top, 128, top + 32))
        after.paste(ImageChops.invert(band), (0, top))
        screen.show(before)

        assert sent(glass, screen, after) <= ANSWER_BYTES
        assert_seen(glass, after)


def test_the_band_can_go_ahead(screen, glass):
    """The band can be sent first, and then only the rest is sent."""
    before, after = noise(5), noise(6)
    screen.show(before)
    assert sent(glass, screen, after, band=True) <= ANSWER_BYTES
    half_way = after.copy()
    half_way.paste(before.crop((0, 32, 128, 64)), (0, 32))
    assert_seen(glass, half_way)

    assert sent(glass, screen, after) <= ANSWER_BYTES
    assert_seen(glass, after)
    assert sent(glass, screen, after, band=True) == 0


def test_a_new_screen_shows_the_band_on_black(screen, glass):
    """A new screen is cleared before its band is sent."""
    screen.show(noise(5), band=True)
    on_black = noise(5)
    on_black.paste(0, (0, 32, 128, 64))

    assert_seen(glass, on_black)


def test_a_counted_bus_counts_what_arrives(chip, glass):
    """The counted bytes are those that arrive at the chip."""
    bus = CountedBus(FakeBus({0x3C: glass}))
    screen = Screen(chip, bus=lambda: bus)
    for picture in frames(8):
        screen.show(picture)
        assert bus.bytes_sent == glass.bytes_sent > 0


def test_the_same_picture_again_sends_nothing(screen, glass):
    """An equal picture sends nothing, not even a command."""
    screen.show(noise(4))

    assert sent(glass, screen, noise(4)) == 0


def test_one_digit_is_a_handful_of_bytes(screen, glass):
    """A score that changes from 3 to 4."""
    picture = Image.new("1", (128, 64))
    screen.show(picture)
    ImageDraw.Draw(picture).text((100, 51), "4", fill=1)

    assert sent(glass, screen, picture) <= 40


def test_nothing_touches_the_bus_before_the_first_picture(chip):
    """A screen keeps its arguments until it is needed."""
    opened = []
    screen = Screen(chip, bus=lambda: opened.append(1) or FakeBus({}))
    repr(screen)
    screen.close()

    assert opened == []


def test_closing_makes_it_dark(screen, glass):
    """Closing, even twice, makes the screen dark; it can be used again."""
    screen.show(noise(1))
    screen.close()
    screen.close()
    assert glass.image.getbbox() is None

    screen.show(noise(2))
    assert_seen(glass, noise(2))


def test_a_screen_that_was_unplugged_is_set_up_anew(screen, glass):
    """A screen that was unplugged is initialised, and its whole memory is written."""
    screen.show(noise(1))
    glass.die()
    with pytest.raises(OSError, match=r"Remote I/O|not found"):
        screen.show(noise(2))
    glass.heal()
    assert glass.image.getbbox() is None

    screen.show(noise(1))
    assert_seen(glass, noise(1))


@pytest.mark.parametrize("after", range(12))
def test_whenever_the_plug_is_pulled_the_next_picture_is_whole(chip, after):
    """Between any two transfers of a picture."""
    left = [10**9]

    def count(_sent):
        left[0] -= 1
        if left[0] < 0:
            glass.die()
            raise OSError(121, "Remote I/O error")

    glass = ChipScreen(chip, watch=count)
    screen = Screen(chip, bus=lambda: FakeBus({0x3C: glass}))
    screen.show(noise(1))
    left[0] = after
    try:
        screen.show(noise(2))
    except OSError:
        glass.heal()
        left[0] = 10**9
        screen.show(noise(2))

    assert_seen(glass, noise(2))


def test_a_dead_screen_costs_one_transfer(chip, glass, screen):
    """A dead screen costs one transfer, which comes before the initialisation."""
    calls = []

    class CountingBus(FakeBus):
        def _send(self, address, sent):
            calls.append(sent)
            super()._send(address, sent)

    screen = Screen(chip, bus=lambda: CountingBus({0x3C: glass}))
    glass.die()
    with pytest.raises(OSError, match="0x3C"):
        screen.show(noise(1))

    assert calls == [b"\x00\xe3"]


def test_trying_for_ever_fills_nothing(screen, glass):
    """Repeated tries leave no handlers: luma would keep each display until the end."""
    hooks = atexit._ncallbacks()
    screen.show(noise(0))
    for seed in range(1, 20):
        glass.die()
        with pytest.raises(OSError, match="0x3C"):
            screen.show(noise(seed))
        glass.heal()
        screen.show(noise(seed))

    assert atexit._ncallbacks() == hooks


def test_a_pulse_finds_out(screen, glass):
    """Whether it is there, for two bytes."""
    screen.show(noise(1))
    already = glass.bytes_sent
    screen.pulse()
    assert glass.bytes_sent - already == 2
    assert_seen(glass, noise(1))

    glass.die()
    with pytest.raises(OSError, match="0x3C"):
        screen.pulse()


def test_a_missing_bus_is_a_missing_screen(chip):
    """An error of the bus is raised unchanged."""

    def missing():
        raise FileNotFoundError(2, "No such file or directory", "/dev/i2c-7")

    with pytest.raises(FileNotFoundError):
        Screen(chip, bus=missing).show(noise(1))


def test_an_unknown_chip_is_refused():
    """An unknown chip is refused with the known names, the same as the decoder's."""
    with pytest.raises(SettingsError, match="ssd1306, sh1106, ssd1309"):
        Screen("ssd1322", bus=lambda: FakeBus({}))
    assert set(CHIPS) == set(KINDS)


def test_a_bus_that_is_not_there_is_one_sentence():
    """The error for a missing bus has its path and the remedy."""
    with pytest.raises(BoardMissingError, match=r"/dev/i2c-249 .*letterzone setup"):
        open_bus(SimpleNamespace(bus=249, channel=None))


def test_a_process_ends_cleanly_with_a_dead_screen(chip):
    """A process with a dead screen ends at once, without output."""
    code = f"""
import random
from PIL import Image
from tests.devices.chips import FakeBus, ChipScreen
from firmware_host.devices.screens import Screen
glass = ChipScreen({chip!r})
screen = Screen({chip!r}, bus=lambda: FakeBus({{0x3C: glass}}))
screen.show(Image.new("1", (128, 64), 1))
glass.die()
"""
    run = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        check=False,
        text=True,
        timeout=20,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )

    assert (run.returncode, run.stdout, run.stderr) == (0, "", "")


def test_a_real_screen_takes_pictures():
    """A real screen on a Pi's bus takes pictures; a person has to look at them."""
    if os.environ.get("LETTERZONE_BENCH") != "wired":
        pytest.skip("set LETTERZONE_BENCH=wired on a Pi wired as docs/devices.md says")
    bus = CountedBus(open_bus(SimpleNamespace(bus=1, channel=None)))
    screen = Screen("ssd1306", bus=lambda: bus)
    assert sent(bus, screen, noise(1)) > len(pack(noise(1)))
    assert sent(bus, screen, noise(1)) == 0
    screen.close()

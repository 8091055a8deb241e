"""The decoder shows what a real chip would, and raises on invalid bytes."""

from random import Random
from types import SimpleNamespace

import pytest
import smbus2
from luma.core.interface.serial import i2c
from luma.oled import device
from PIL import Image, ImageChops

from firmware_host.devices.screens import Screen
from tests.devices.chips import (
    KINDS,
    ChipScreen,
    ChipScreens,
    Decoder,
    FakeBus,
    FakeMux,
    NotACommandError,
)

WINDOWED = ["ssd1306", "ssd1309"]


def picture(seed):
    """Return a picture of noise."""
    noise = Random(seed).randbytes(1024)  # noqa: S311 - noise, no secret
    return Image.frombytes("1", (128, 64), noise)


def same(one, other):
    """Return True if two pictures are equal, pixel by pixel."""
    return ImageChops.logical_xor(one, other).getbbox() is None


@pytest.fixture(params=list(KINDS))
def stock(request):
    """A screen driven by luma's own class, untouched, and its glass."""
    glass = ChipScreen(request.param)
    bus = i2c(bus=FakeBus({0x3C: glass}), address=0x3C)
    return getattr(device, request.param)(bus, width=128, height=64), glass


def test_lumas_own_driver_shows_its_pictures(stock):
    """The pictures of luma's own driver are shown exactly."""
    screen, glass = stock
    for seed in range(5):
        screen.display(picture(seed))
        assert same(glass.image, picture(seed))
    screen.cleanup()
    assert glass.image.getbbox() is None


def test_two_different_pictures_are_not_alike():
    """The comparison above can fail, by one pixel too."""
    other = picture(1)
    other.putpixel((77, 33), not other.getpixel((77, 33)))

    assert not same(picture(1), other)


def test_luma_can_hide_and_show_it(stock):
    """Off is black, and on again nothing is lost."""
    screen, glass = stock
    screen.display(picture(1))
    screen.hide()
    assert glass.image.getbbox() is None
    screen.show()
    assert same(glass.image, picture(1))


@pytest.mark.parametrize("chip", KINDS)
def test_a_chip_without_a_start_is_dark(chip):
    """Without its start commands a chip shows nothing."""
    decoder = Decoder(chip)
    decoder.hear(b"\x40" + bytes([255]) * 100)

    assert decoder.image.getbbox() is None


def test_without_its_charge_pump_an_ssd1306_is_dark():
    """An SSD1306 is dark without its charge pump; an SSD1309 has no such pump."""
    for chip, dark in (("ssd1306", True), ("ssd1309", False)):
        decoder = Decoder(chip)
        decoder.hear(b"\x00\xaf\xa5")
        assert (decoder.image.getbbox() is None) is dark


@pytest.mark.parametrize("chip", KINDS)
def test_after_power_the_memory_is_noise(chip):
    """A driver that sends only changes to a new chip leaves rubbish on the glass."""
    decoder = Decoder(chip)
    decoder.hear(b"\x00\xaf\xa1\xc8")
    if chip == "ssd1306":
        decoder.hear(b"\x00\x8d\x14")

    assert decoder.image.getbbox() == (0, 0, 128, 64)
    assert not same(decoder.image, ImageChops.invert(Image.new("1", (128, 64))))


@pytest.mark.parametrize("chip", WINDOWED)
def test_a_window_is_filled_row_by_row(chip):
    """A window is filled column by column, page by page, and over from the start."""
    decoder = lit(chip)
    decoder.hear(bytes([0x00, 0x21, 10, 12, 0x22, 2, 3]))
    decoder.hear(bytes([0x40, 1, 0, 0, 0, 0, 2, 128]))

    assert lit_pixels(decoder) == {(10, 23), (12, 25)}


def test_a_page_is_filled_from_its_column_on():
    """The glass begins at the third column of an SH1106's memory."""
    decoder = lit("sh1106")
    decoder.hear(bytes([0x00, 0xB5, 0x02 + 4, 0x10]))
    decoder.hear(bytes([0x40, 1, 128]))

    assert lit_pixels(decoder) == {(4, 40), (5, 47)}


def test_the_picture_can_be_turned_moved_and_inverted():
    """The picture can be mirrored, moved and inverted as in the data sheets."""
    decoder = lit("ssd1306")
    decoder.hear(bytes([0x00, 0x21, 0, 127, 0x22, 0, 7]))
    decoder.hear(bytes([0x40, 1]))
    assert lit_pixels(decoder) == {(0, 0)}

    decoder.hear(b"\x00\xa0")
    assert lit_pixels(decoder) == {(127, 0)}
    decoder.hear(b"\x00\xc0")
    assert lit_pixels(decoder) == {(127, 63)}
    decoder.hear(b"\x00\xa1\xc8\x41")
    assert lit_pixels(decoder) == {(0, 63)}
    decoder.hear(b"\x00\x40\xa7")
    assert len(lit_pixels(decoder)) == 128 * 64 - 1
    decoder.hear(b"\x00\xa6\xa5")
    assert len(lit_pixels(decoder)) == 128 * 64


@pytest.mark.parametrize(
    ("chip", "sent"),
    [
        pytest.param("ssd1306", b"\x00\xff", id="unknown"),
        pytest.param("ssd1306", b"\x00\x21\x00", id="argument missing"),
        pytest.param("ssd1306", b"\x80\xaf", id="control byte"),
        pytest.param("ssd1306", b"\x00\x20\x00\xb0", id="page in window mode"),
        pytest.param("ssd1306", b"\x00\x22\x00\x08", id="a ninth page"),
        pytest.param("ssd1306", b"\x00\x21\x00\x80", id="a 129th column"),
        pytest.param("ssd1306", b"\x00\x21\x05\x04", id="window inside out"),
        pytest.param("ssd1306", b"\x00\x20\x01", id="a mode nobody uses"),
        pytest.param("sh1106", b"\x00\x21\x00\x7f", id="no windows"),
        pytest.param("sh1106", b"\x00\xb8", id="a ninth page by number"),
        pytest.param("sh1106", b"\x40" + bytes(133), id="past the page's end"),
    ],
)
def test_what_no_data_sheet_knows_is_refused(chip, sent):
    """Commands that are not in the data sheet raise an error."""
    with pytest.raises(NotACommandError):
        Decoder(chip).hear(sent)


def lit(chip):
    """Return a decoder that is on, the right way up, and empty."""
    decoder = Decoder(chip)
    for page in range(8):
        decoder.hear(bytes([0x00, 0xB0 | page, 0x00, 0x10]))
        decoder.hear(b"\x40" + bytes(KINDS[chip].columns))
    decoder.hear(b"\x00\xa1\xc8\xaf")
    if 0x20 in KINDS[chip].arguments:
        decoder.hear(b"\x00\x20\x00\x8d\x14")
    return decoder


def lit_pixels(decoder):
    """Return where eyes see light."""
    image = decoder.image
    return {(x, y) for x in range(128) for y in range(64) if image.getpixel((x, y))}


# --- the bus they hang on ---

FULL = Image.new("1", (128, 64), 1)


def test_the_bus_takes_what_smbus2_takes():
    """Blocks of 32 bytes, messages of any length, and no read."""
    glass = ChipScreen("ssd1306")
    bus = FakeBus({0x3C: glass})
    bus.write_i2c_block_data(0x3C, 0x00, [0xE3] * 32)
    bus.i2c_rdwr(smbus2.i2c_msg.write(0x3C, [0x40, *bytes(100)]))
    assert glass.bytes_sent == 33 + 101

    with pytest.raises(ValueError, match="32 bytes"):
        bus.write_i2c_block_data(0x3C, 0x00, [0xE3] * 33)


def test_nobody_answers_at_another_address_or_on_a_closed_bus():
    """Another address and a closed bus raise the kernel's errors."""
    bus = FakeBus({0x3C: ChipScreen("ssd1306")})
    with pytest.raises(OSError, match="Remote I/O") as caught:
        bus.write_i2c_block_data(0x3D, 0x00, [0xE3])
    assert caught.value.errno == 121
    bus.close()
    with pytest.raises(OSError, match="Bad file descriptor"):
        bus.write_i2c_block_data(0x3C, 0x00, [0xE3])


def test_whoever_watches_the_bus_sees_the_same_picture():
    """An observer of the bus decodes the same picture from the bytes."""
    place = SimpleNamespace(chip="sh1106", bus=1, channel=2, address=0x3C)
    elsewhere = {"3": Decoder("sh1106")}
    fakes = ChipScreens(
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
    fakes = ChipScreens(places)
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
    """
    A screen that holds SDA blocks its multiplexer until a reset.

    Afterwards the kernel opens a channel only if another one was open.
    """
    mux, holder, other = FakeMux(), ChipScreen("ssd1306"), ChipScreen("ssd1306")
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

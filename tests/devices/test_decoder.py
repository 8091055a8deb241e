"""The decoder shows what a real chip would, and objects to what it would not."""

from random import Random

import pytest
from luma.core.interface.serial import i2c
from luma.oled import device
from PIL import Image, ImageChops

from firmware_host.devices.decoder import KINDS, Decoder, NotACommandError
from firmware_host.devices.fake import FakeBus, FakeScreen

WINDOWED = ["ssd1306", "ssd1309"]


def picture(seed):
    """Return a picture of noise."""
    noise = Random(seed).randbytes(1024)  # noqa: S311 - noise, no secret
    return Image.frombytes("1", (128, 64), noise)


def same(one, other):
    """Say whether two pictures look alike, pixel by pixel."""
    return ImageChops.logical_xor(one, other).getbbox() is None


@pytest.fixture(params=list(KINDS))
def stock(request):
    """A screen driven by luma's own class, untouched, and its glass."""
    glass = FakeScreen(request.param)
    bus = i2c(bus=FakeBus({0x3C: glass}), address=0x3C)
    return getattr(device, request.param)(bus, width=128, height=64), glass


def test_lumas_own_driver_shows_its_pictures(stock):
    """Whoever wrote that driver had never seen this decoder."""
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
    """Whatever its memory holds after power came."""
    decoder = Decoder(chip)
    decoder.hear(b"\x40" + bytes([255]) * 100)

    assert decoder.image.getbbox() is None


def test_without_its_charge_pump_an_ssd1306_is_dark():
    """It is on, and yet nobody sees anything; an SSD1309 has no such pump."""
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
    """Columns first, then the next page, and round again; no byte outside it."""
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
    """As the data sheets say; luma's start-up chooses one way of eight."""
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
    """A chip would do something odd; the decoder says that we did."""
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

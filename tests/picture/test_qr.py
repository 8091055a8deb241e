"""QR codes of the table screen are read by another program's decoder."""

import pytest
from PIL import Image, ImageChops

from firmware_host.app.content.languages import load_texts
from firmware_host.board.faces import TableFace
from firmware_host.board.messages import say
from firmware_host.picture.qr import MODULE_PX, SIDE, draw_qr
from firmware_host.picture.table import draw_table
from tests.picture.camera import read

#: The longest address that there can be, and the one of the board's own Wi-Fi.
LONG = "HTTP://255.255.255.255:65535/C/0123456789ABCDEF"
OWN = "HTTP://10.42.0.1/C/FEDCBA9876543210"


def screen(text):
    """Return the whole table screen with the teacher's code and *text* on it."""
    line, status = say("teacher-code", digits="274 918"), say("teacher-recovers")
    face, code = TableFace(line, status=status, scan=text), draw_qr(text)
    texts = load_texts("de")
    return draw_table(face, lambda one: texts.say(one, "screen"), alive=True, qr=code)


@pytest.mark.parametrize("turned", [0, 8, 33, 90, 180, 265])
@pytest.mark.parametrize("scaled", [1, 1.7, 3, 8])
@pytest.mark.parametrize("text", [LONG, OWN])
def test_it_is_read_from_the_whole_screen_turned_and_scaled(text, scaled, turned):
    """Words beside it and the dot that breathes do no harm."""
    image = screen(text).convert("L")
    size = (round(image.width * scaled), round(image.height * scaled))
    seen = image.resize(size, Image.Resampling.BICUBIC)
    seen = seen.rotate(turned, Image.Resampling.BICUBIC, expand=True)
    assert read(seen) == [text]


def test_a_code_that_is_spoilt_is_not_read():
    """The decoder decodes: it does not guess."""
    image = screen(OWN)
    image.paste(1, (20, 20, 52, 52))
    assert read(image) == []


@pytest.mark.parametrize("text", [LONG, OWN])
def test_lit_ground_is_around_it_on_all_sides(text):
    """There is a margin of three modules on all sides."""
    code = draw_qr(text)
    assert code.size == (SIDE, SIDE)
    dark = ImageChops.invert(code.convert("L")).getbbox()
    left, top, right, bottom = dark
    assert min(left, top, SIDE - right, SIDE - bottom) >= 3 * MODULE_PX
    assert (right - left) == (bottom - top) == 25 * MODULE_PX


def test_what_does_not_fit_says_so():
    with pytest.raises(ValueError, match="99 characters do not fit"):
        draw_qr("A" * 99)
    assert read(draw_qr("A" * 77)) == ["A" * 77]


@pytest.mark.parametrize("language", ["en", "de"])
def test_each_digit_is_seen_beside_it(language):
    """Each digit of the code, and the hint, is drawn beside it."""
    texts = load_texts(language)

    def words(message):
        return texts.say(message, "screen")

    def drawn(digits, hint="teacher-forgot"):
        face = TableFace(say("teacher-code", digits=digits), status=say(hint))
        code = draw_qr(OWN)
        return draw_table(face, words, alive=False, qr=code).tobytes()

    for at in [0, 1, 2, 4, 5, 6]:
        assert drawn("888 888") != drawn("888 888"[:at] + "1" + "888 888"[at + 1 :])
    assert drawn("888 888") != drawn("888 888", "teacher-recovers")

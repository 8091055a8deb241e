"""The least that must be sent to change a picture, and never less."""

from random import Random

from hypothesis import given, strategies as st
from PIL import Image

from firmware_host.devices.columns import (
    PICTURE_BYTES,
    Window,
    changes,
    merged,
    pack,
)

OVERHEAD = 8

#: The window that holds everything.
WHOLE = Window(0, 7, 0, 127)

PICTURES = st.binary(min_size=PICTURE_BYTES, max_size=PICTURE_BYTES)
EDITS = st.lists(
    st.tuples(st.integers(0, PICTURE_BYTES - 1), st.integers(0, 255)), max_size=300
)


def edited(picture, edits):
    """Return *picture* with some of its bytes replaced."""
    after = bytearray(picture)
    for at, byte in edits:
        after[at] = byte
    return bytes(after)


def sent(old, new, windows):
    """Return a chip's memory after *windows* of *new* were sent over *old*."""
    holds = bytearray(old)
    for window in windows:
        data = window.cut(new)
        assert len(data) == window.size_bytes
        width = window.last_column - window.column + 1
        for row, page in enumerate(range(window.page, window.last_page + 1)):
            start = page * 128 + window.column
            holds[start : start + width] = data[row * width : (row + 1) * width]
    return bytes(holds)


def cost(windows):
    """Return the number of bytes on the bus for *windows*."""
    return sum(window.size_bytes + OVERHEAD for window in windows)


def test_a_pixel_is_packed_where_the_chip_looks_for_it():
    """Eight rows a page, the lowest bit on top; a plain loop says the same."""
    image = Image.frombytes("1", (128, 64), Random(1).randbytes(PICTURE_BYTES))  # noqa: S311 - noise, no secret
    plain = bytearray(PICTURE_BYTES)
    for x in range(128):
        for y in range(64):
            plain[y // 8 * 128 + x] |= bool(image.getpixel((x, y))) << y % 8

    assert pack(image) == plain


@given(PICTURES, EDITS)
def test_every_changed_byte_is_sent(old, edits):
    """Every changed byte is sent, by pages and by merged windows."""
    new = edited(old, edits)
    pages = changes(old, new, overhead=OVERHEAD)

    assert sent(old, new, pages) == new
    assert sent(old, new, merged(pages, overhead=OVERHEAD)) == new


@given(PICTURES)
def test_where_nobody_knows_what_a_chip_holds_everything_is_sent(new):
    """Page by page, or in the one window that is cheaper."""
    pages = changes(None, new, overhead=OVERHEAD)

    assert sent(bytes(PICTURE_BYTES), new, pages) == new
    assert merged(pages, overhead=OVERHEAD) == [WHOLE]


@given(PICTURES, EDITS)
def test_merging_never_costs_more(old, edits):
    """Merged windows never cost more than the pages or the whole picture."""
    pages = changes(old, edited(old, edits), overhead=OVERHEAD)
    tall = merged(pages, overhead=OVERHEAD)

    assert cost(tall) <= min(cost(pages), cost([WHOLE]))


def test_nothing_changed_sends_nothing():
    """Without a change nothing is sent, not even a command."""
    picture = bytes(PICTURE_BYTES)

    assert changes(picture, picture, overhead=OVERHEAD) == []
    assert merged([], overhead=OVERHEAD) == []


def test_one_pixel_is_one_byte():
    """One changed pixel sends the one byte with it."""
    new = edited(bytes(PICTURE_BYTES), [(3 * 128 + 7, 1)])

    assert changes(bytes(PICTURE_BYTES), new, overhead=OVERHEAD) == [Window(3, 3, 7, 7)]


def test_a_short_gap_is_sent_along_and_a_long_one_is_not():
    """A window costs as much as eight bytes, so eight are the limit."""
    near = edited(bytes(PICTURE_BYTES), [(0, 1), (9, 1)])
    far = edited(bytes(PICTURE_BYTES), [(0, 1), (10, 1)])

    assert changes(bytes(PICTURE_BYTES), near, overhead=8) == [Window(0, 0, 0, 9)]
    assert len(changes(bytes(PICTURE_BYTES), far, overhead=8)) == 2


def test_a_band_is_one_window():
    """An answer changes the lower half of the screen: 512 bytes and one command."""
    new = bytes(512) + Random(2).randbytes(512)  # noqa: S311 - noise, no secret
    old = bytes(512) + bytes(byte ^ 0xFF for byte in new[512:])
    windows = merged(changes(old, new, overhead=OVERHEAD), overhead=OVERHEAD)

    assert windows == [Window(4, 7, 0, 127)]

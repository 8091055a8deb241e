"""
A screen's picture as its chip keeps it, and the least that must be sent to change it.

A 128x64 chip keeps eight pages of 128 columns; a byte is eight pixels, the lowest bit
on top. No library of ours, no clock, no bus: bytes in, windows out.
"""

import re
from collections.abc import Iterable
from typing import NamedTuple

from PIL.Image import Image, Transpose

WIDTH = 128
HEIGHT = 64
PAGES = HEIGHT // 8

#: Bytes of a whole picture.
PICTURE_BYTES = WIDTH * PAGES

#: Bytes of the upper half, the band that answers are written into.
BAND_BYTES = PICTURE_BYTES // 2


class Window(NamedTuple):
    """
    A rectangle of bytes to send.

    Args:
        page: Its first page, from the top, 0 to 7.
        last_page: Its last page, counted in.
        column: Its first column, from the left, 0 to 127.
        last_column: Its last column, counted in.
    """

    page: int
    last_page: int
    column: int
    last_column: int

    @property
    def size_bytes(self) -> int:
        """How many bytes of picture it holds."""
        pages = self.last_page - self.page + 1
        return pages * (self.last_column - self.column + 1)

    def cut(self, picture: bytes) -> bytes:
        """Return the window's bytes of *picture*, page by page."""
        starts = (page * WIDTH for page in range(self.page, self.last_page + 1))
        return b"".join(
            picture[start + self.column : start + self.last_column + 1]
            for start in starts
        )


#: The window that holds everything.
WHOLE = Window(0, PAGES - 1, 0, WIDTH - 1)


def pack(image: Image) -> bytes:
    """
    Return *image*, 128x64 of mode "1", as a chip keeps it.

    A quarter turn makes rows of eight bytes out of columns; Pillow does in 18 µs what
    a loop over the pixels does in 680.
    """
    turned = image.transpose(Transpose.ROTATE_270).tobytes()
    return b"".join(turned[PAGES - 1 - page :: PAGES] for page in range(PAGES))


def changes(old: bytes, new: bytes, *, overhead: int) -> list[Window]:
    """
    Return windows of one page each that cover every byte in which the two differ.

    Args:
        old: What the chip holds.
        new: What it shall hold.
        overhead: What a window costs beside its bytes; a gap no longer than that is
            sent along.
    """
    if old == new:
        return []
    both = int.from_bytes(old) ^ int.from_bytes(new)
    differs = both.to_bytes(PICTURE_BYTES)
    run = re.compile(rb"[^\0]+(?:\0{1,%d}[^\0]+)*" % overhead)
    return [
        Window(page, page, found.start(), found.end() - 1)
        for page in range(PAGES)
        for found in run.finditer(differs[page * WIDTH : (page + 1) * WIDTH])
    ]


def merged(windows: Iterable[Window], *, overhead: int) -> list[Window]:
    """
    Return fewer, taller windows that cover the same bytes and cost no more.

    Args:
        windows: As `changes` returns them.
        overhead: What a window costs beside its bytes.
    """
    tall: list[Window] = []
    for window in windows:
        for at, above in enumerate(tall):
            if above.last_page >= window.page - 1:
                left, right, size_bytes = _around(above, window)
                if size_bytes <= above.size_bytes + window.size_bytes + overhead:
                    tall[at] = Window(above.page, window.page, left, right)
                    break
        else:
            tall.append(window)
    return _all_in_one(tall, overhead=overhead) or tall


def _around(above: Window, below: Window) -> tuple[int, int, int]:
    """Return first column, last column and size of what holds two windows."""
    left, right = above.column, above.last_column
    left = min(left, below.column)
    right = max(right, below.last_column)
    return left, right, (below.last_page - above.page + 1) * (right - left + 1)


def _all_in_one(windows: list[Window], *, overhead: int) -> list[Window]:
    """Return one window round all of them where that costs less, else none."""
    if not windows:
        return []
    around = Window(
        min(window.page for window in windows),
        max(window.last_page for window in windows),
        min(window.column for window in windows),
        max(window.last_column for window in windows),
    )
    apart = sum(window.size_bytes + overhead for window in windows)
    return [around] if around.size_bytes + overhead <= apart else []

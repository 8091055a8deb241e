"""
A screen's picture in the format of its chip, and the smallest update to send.

A 128x64 chip has eight pages of 128 columns; a byte is eight pixels, the lowest bit on
top. This module uses neither clock nor bus: bytes in, windows out.
"""

import re
from collections.abc import Iterable
from functools import reduce
from typing import NamedTuple

from PIL.Image import Image, Transpose

WIDTH = 128
HEIGHT = 64
PAGES = HEIGHT // 8

#: The bytes of a whole picture.
PICTURE_BYTES = WIDTH * PAGES

#: The bytes of the upper half of a picture, which shows answers.
BAND_BYTES = PICTURE_BYTES // 2


class Window(NamedTuple):
    """
    A rectangle of bytes to send.

    Args:
        page: Its first page, from the top, 0 to 7.
        last_page: Its last page, inclusive.
        column: Its first column, from the left, 0 to 127.
        last_column: Its last column, inclusive.
    """

    page: int
    last_page: int
    column: int
    last_column: int

    @property
    def size_bytes(self) -> int:
        """The number of bytes in the window."""
        pages = self.last_page - self.page + 1
        return pages * (self.last_column - self.column + 1)

    def around(self, other: "Window") -> "Window":
        """Return the smallest window that holds this one and another."""
        return Window(
            min(self.page, other.page),
            max(self.last_page, other.last_page),
            min(self.column, other.column),
            max(self.last_column, other.last_column),
        )

    def cut(self, picture: bytes) -> bytes:
        """Return the bytes of a picture inside the window, page by page."""
        starts = (page * WIDTH for page in range(self.page, self.last_page + 1))
        return b"".join(
            picture[start + self.column : start + self.last_column + 1]
            for start in starts
        )


def pack(image: Image) -> bytes:
    """
    Return an image, 128x64 of mode "1", in the chip's format: 1,024 bytes.

    Rotating by 90 degrees turns columns into rows: Pillow does it in 18 µs, a loop over
    the pixels takes 680.
    """
    turned = image.transpose(Transpose.ROTATE_270).tobytes()
    return b"".join(turned[PAGES - 1 - page :: PAGES] for page in range(PAGES))


def changes(old: bytes | None, new: bytes, *, overhead: int) -> list[Window]:
    """
    Return windows, each in one page, that cover every differing byte.

    Args:
        old: The bytes on the chip; None if unknown, and then every page is sent.
        new: The bytes to show.
        overhead: The cost of a window in addition to its content, in bytes; shorter
            between changes are sent as well.
    """
    if old == new:
        return []
    if old is None:
        return [Window(page, page, 0, WIDTH - 1) for page in range(PAGES)]
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
        overhead: The bytes that a window costs beside its content.
    """
    tall: list[Window] = []
    for window in windows:
        for at, above in enumerate(tall):
            both = above.around(window)
            apart_bytes = above.size_bytes + window.size_bytes + overhead
            touch = above.last_page >= window.page - 1
            if touch and both.size_bytes <= apart_bytes:
                tall[at] = both
                break
        else:
            tall.append(window)
    if not tall:
        return []
    whole = reduce(Window.around, tall)
    apart_bytes = sum(window.size_bytes + overhead for window in tall)
    return [whole] if whole.size_bytes + overhead <= apart_bytes else tall

"""
The contract of every kind of display, on which `ScreenWriter` relies.

Another kind of display is tested with its own `make`, which returns the display and its
visible side with `image`, `die` and `heal`.
"""

from collections.abc import Callable
from typing import Any

import pytest
from PIL import Image, ImageChops, ImageDraw

Make = Callable[[], tuple[Any, Any]]

SIZE = (128, 64)


def drawn(*box: int) -> Image.Image:
    """Return a picture with a filled box in it."""
    picture = Image.new("1", SIZE)
    ImageDraw.Draw(picture).rectangle(box, fill=1)
    return picture


def sees(eyes: Any, picture: Image.Image) -> bool:
    """Return True if the visible picture is exactly *picture*."""
    return ImageChops.logical_xor(eyes.image.convert("1"), picture).getbbox() is None


def shows_what_it_is_given(make: Make) -> None:
    """Each picture whole, and nothing of the one before."""
    display, eyes = make()
    for picture in (drawn(3, 3, 90, 60), drawn(100, 0, 127, 63), Image.new("1", SIZE)):
        display.show(picture)
        assert sees(eyes, picture)


def shows_the_upper_half_first(make: Make) -> None:
    """The lower half stays as it was until it is shown too."""
    display, eyes = make()
    display.show(Image.new("1", SIZE))
    display.show(drawn(10, 10, 50, 55), band=True)
    assert sees(eyes, drawn(10, 10, 50, 31))
    display.show(drawn(10, 10, 50, 55))
    assert sees(eyes, drawn(10, 10, 50, 55))


def fails_by_an_oserror(make: Make) -> None:
    """Without the display, `show` and `pulse` raise OSError."""
    display, eyes = make()
    display.show(drawn(0, 0, 9, 9))
    eyes.die()
    with pytest.raises(OSError, match=r"."):
        display.pulse()
    with pytest.raises(OSError, match=r"."):
        display.show(drawn(0, 0, 99, 9))


def comes_back_whole(make: Make) -> None:
    """After a failure the display shows the whole next picture."""
    display, eyes = make()
    display.show(drawn(0, 0, 9, 9))
    eyes.die()
    with pytest.raises(OSError, match=r"."):
        display.show(drawn(20, 20, 30, 30))
    eyes.heal()
    display.pulse()
    display.show(drawn(40, 40, 60, 60))
    assert sees(eyes, drawn(40, 40, 60, 60))


def closes_dark_and_silently(make: Make) -> None:
    """Twice is fine, and so is a display that is not there any more."""
    display, eyes = make()
    display.show(drawn(0, 0, 99, 9))
    display.close()
    display.close()
    assert eyes.image.getbbox() is None
    other, away = make()
    other.show(drawn(0, 0, 99, 9))
    away.die()
    other.close()


PROMISES = (
    shows_what_it_is_given,
    shows_the_upper_half_first,
    fails_by_an_oserror,
    comes_back_whole,
    closes_dark_and_silently,
)

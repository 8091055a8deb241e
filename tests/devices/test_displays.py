"""Every display keeps one contract: each chip, the fake, and one from the manual."""

import re
from pathlib import Path

import pytest
from PIL import Image

from firmware_host.devices.fake import FakeDisplay
from firmware_host.devices.screens import CHIPS, Screen
from tests.devices.chips import ChipScreen, FakeBus
from tests.devices.display_contract import PROMISES

MANUAL = Path(__file__).parents[2] / "docs" / "devices.md"


def from_the_manual():
    """Return the `make` function of the manual's example."""
    (block,) = re.findall(
        r"^```python\n(# A display of your own\n.*?)^```$",
        MANUAL.read_text(encoding="utf-8"),
        re.MULTILINE | re.DOTALL,
    )
    names = {}
    exec(block, names)  # noqa: S102 - it is our own manual
    return names["make"]


def of_chip(chip):
    """Return a function that makes a display of a chip, and its glass."""

    def make():
        glass = ChipScreen(chip)
        return Screen(chip, bus=lambda: FakeBus({0x3C: glass})), glass

    return make


def of_the_fake():
    """Return the fake display, which has eyes of its own."""
    display = FakeDisplay()
    return display, display


DISPLAYS = {
    **{chip: of_chip(chip) for chip in CHIPS},
    "fake": of_the_fake,
    "manual": from_the_manual(),
}


@pytest.mark.parametrize("promise", PROMISES, ids=lambda promise: promise.__name__)
@pytest.mark.parametrize("display", DISPLAYS)
def test_a_display_keeps_its_promises(display, promise):
    """Each display passes the same contract."""
    promise(DISPLAYS[display])


class Lazy:
    """A display that breaks every promise it can."""

    def __init__(self):
        self.image = Image.new("1", (128, 64), 1)

    def show(self, _image, **_band):
        """Show nothing, and say that nothing was sent."""
        return 0

    def pulse(self):
        """Be there, whatever happens."""

    close = die = heal = pulse


@pytest.mark.parametrize("promise", PROMISES, ids=lambda promise: promise.__name__)
def test_a_promise_can_be_broken(promise):
    """Each notices a display that does nothing."""

    def make():
        lazy = Lazy()
        return lazy, lazy

    with pytest.raises((AssertionError, pytest.fail.Exception)):
        promise(make)

"""
Fake parts with two interfaces: the driver's, and that of the people at the board.

gpiozero drives the fake pins like real ones, and fake displays take pictures like
`Screen`. Each part can fail and heal alone, as if it were unplugged.
"""

import errno
from collections.abc import Callable, Mapping
from functools import partial
from itertools import chain

from PIL import Image

from firmware_host.board.events import Button
from firmware_host.board.pieces import Zone
from firmware_host.board.wiring import ScreenAt
from firmware_host.devices.columns import HEIGHT, WIDTH
from firmware_host.devices.gpio import Factory, WatchedFactory


def _ignore(_name: str, _seen: object) -> None:
    """Ignore a change: the default listener."""


class FakePins:
    """
    A board's lamps, buzzer and buttons on gpiozero's mock pins.

    `factory` is for the devices; the other members stand for the people at the board.

    Args:
        lamps: Cross pin and tick pin of each zone.
        buzzer: The buzzer's pin; None without one.
        buttons: The pin of each button.
        watch: Called with ``cross-ZONE``, ``tick-ZONE`` or ``buzzer`` and whether it
            is lit or sounds now, at each change, on the thread that made it.
    """

    def __init__(
        self,
        *,
        lamps: Mapping[Zone, tuple[int, int]] | None = None,
        buzzer: int | None = None,
        buttons: Mapping[Button, int] | None = None,
        watch: Callable[[str, bool], None] = _ignore,
    ) -> None:
        self._parts: dict[str, tuple[int, ...]] = {}
        self._names: dict[int, str] = {}
        for zone, pair in (lamps or {}).items():
            self._parts[f"lamp-{zone}"] = pair
            self._names |= zip(pair, (f"cross-{zone}", f"tick-{zone}"), strict=True)
        if buzzer is not None:
            self._parts["buzzer"] = (buzzer,)
            self._names[buzzer] = "buzzer"
        for button, number in (buttons or {}).items():
            self._parts[f"button-{button.value}"] = (number,)
        self._watch = watch
        self.seen = dict.fromkeys(self._names.values(), False)
        self.factory: Factory = WatchedFactory(self._changed)
        for number in chain(*self._parts.values()):
            self.factory.pin(number)  # two threads that ask first would get one each

    def pair(self, zone: Zone) -> tuple[bool, bool]:
        """Return True for a lit cross, and True for a lit tick, of a zone."""
        return self.seen[f"cross-{zone}"], self.seen[f"tick-{zone}"]

    @property
    def hertz(self) -> float:
        """The frequency of a passive buzzer in Hz; 0 for silence."""
        if not self.seen["buzzer"]:
            return 0
        (number,) = self._parts["buzzer"]
        return float(self.factory.pin(number).frequency or 0)

    def press(self, button: Button) -> None:
        """Hold a button down."""
        self._hold(button, down=True)

    def release(self, button: Button) -> None:
        """Release a button."""
        self._hold(button, down=False)

    def die(self, part: str) -> None:
        """
        Unplug a part, so that it fails.

        Args:
            part: ``lamp-ZONE``, ``buzzer`` or ``button-NAME``.
        """
        for number in self._parts[part]:
            self.factory.pin(number).broken = True
            self._changed(number, level=False)

    def heal(self, part: str) -> None:
        """Connect a part again; it shows the levels of its pins."""
        for number in self._parts[part]:
            self.factory.pin(number).mend()

    def _hold(self, button: Button, *, down: bool) -> None:
        self.factory.pin(self._parts[f"button-{button.value}"][0]).hold(down=down)

    def _changed(self, number: int, level: bool) -> None:  # noqa: FBT001 - see WatchedFactory
        name = self._names.get(number)
        if name is not None and self.seen[name] is not level:
            self.seen[name] = level
            self._watch(name, level)


class FakeDisplay:
    """
    One fake display, which can be unplugged.

    Args:
        watch: Called with each new picture.
    """

    def __init__(
        self, *, watch: Callable[[Image.Image], None] = lambda _: None
    ) -> None:
        self._watch = watch
        #: The visible picture: 128x64 of mode "1".
        self.image = Image.new("1", (WIDTH, HEIGHT))
        self.dead = False

    def show(self, image: Image.Image, *, band: bool = False) -> None:
        """
        Show an image, or with *band* only its upper half.

        Raises:
            OSError: The display is unplugged.
        """
        self.pulse()
        shown = image.copy()
        if band:
            lower = (0, HEIGHT // 2, WIDTH, HEIGHT)
            shown.paste(self.image.crop(lower), lower)
        self._set(shown)

    def pulse(self) -> None:
        """
        Check that the display answers.

        Raises:
            OSError: The display is unplugged.
        """
        if self.dead:
            raise OSError(errno.EREMOTEIO, "Remote I/O error")

    def close(self) -> None:
        """Make the display dark."""
        self._set(Image.new("1", (WIDTH, HEIGHT)))

    def die(self) -> None:
        """Unplug the display: it becomes dark and loses its picture."""
        self.dead = True
        self.close()

    def heal(self) -> None:
        """Plug the display in; it is dark until the next picture."""
        self.dead = False

    def _set(self, image: Image.Image) -> None:
        self.image = image
        self._watch(image)


class FakeScreens:
    """
    All screens of a board.

    `open` is for the devices, which open each display by it.

    Args:
        screens: The place of each screen in the profile, by name.
        watch: Called with a screen's name and its picture at each change.
    """

    def __init__(
        self,
        screens: Mapping[str, ScreenAt],
        *,
        watch: Callable[[str, Image.Image], None] = _ignore,
    ) -> None:
        self.screens: dict[str, FakeDisplay] = {}
        self._at: dict[ScreenAt, FakeDisplay] = {}
        for name, at in screens.items():
            self.screens[name] = FakeDisplay(watch=partial(watch, name))
            self._at[at] = self.screens[name]

    def open(self, at: ScreenAt) -> FakeDisplay:
        """Return the display of a place in the profile."""
        return self._at[at]

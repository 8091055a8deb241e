"""Screens that are files: what each shows as a PNG, for whoever has none of metal."""

from collections.abc import Callable, Mapping
from pathlib import Path

from firmware_host.board.wiring import ScreenAt
from firmware_host.devices.fake import FakeBus, FakeScreen, FakeScreens
from firmware_host.errors import SettingsError


class SavedScreens(FakeScreens):
    """
    Every screen of a board, each in a file of its own: ``table.png``, ``3.png``.

    A file is as its screen's glass is after each transfer, and is never half written.

    Args:
        screens: Where the profile hangs each, by name.
        folder: Where the files lie; it is made.

    Raises:
        SettingsError: Nobody can write there.
    """

    def __init__(self, screens: Mapping[str, ScreenAt], folder: Path) -> None:
        super().__init__(screens)
        self._folder = folder
        self._names = {id(screen): name for name, screen in self.screens.items()}
        self._seen: dict[str, bytes] = {}
        try:
            folder.mkdir(parents=True, exist_ok=True)
            for screen in self.screens.values():
                self.save(screen)
        except OSError as fault:
            msg = (
                f"{folder}: the screens cannot be kept there: {fault.strerror};"
                " name another folder by --screens"
            )
            raise SettingsError(msg) from fault

    def open(self, at: ScreenAt) -> FakeBus:
        """Open the bus of the screen at *at*."""
        return _SavedBus(self._buses[at.bus, at.channel], self.save)

    def save(self, screen: FakeScreen) -> None:
        """Write down what a screen shows, where that is news."""
        name, image = self._names[id(screen)], screen.image
        if self._seen.get(name) == (pixels := image.tobytes()):
            return
        fresh = self._folder / f".{name}.new"
        image.save(fresh, "PNG")
        fresh.replace(self._folder / f"{name}.png")
        self._seen[name] = pixels


class _SavedBus(FakeBus):
    """A bus whose screens are written down after each transfer."""

    def __init__(
        self, screens: Mapping[int, FakeScreen], save: Callable[[FakeScreen], None]
    ) -> None:
        super().__init__(screens)
        self._save = save

    def _send(self, address: int, sent: bytes) -> None:
        super()._send(address, sent)
        self._save(self._screens[address])

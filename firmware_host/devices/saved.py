"""Screens that are files: what each shows as a PNG, for whoever has none of metal."""

from collections.abc import Mapping
from pathlib import Path

from PIL.Image import Image

from firmware_host.board.wiring import ScreenAt
from firmware_host.devices.fake import FakeScreens
from firmware_host.errors import SettingsError


class SavedScreens(FakeScreens):
    """
    Every screen of a board, each in a file of its own: ``table.png``, ``3.png``.

    A file is never half written.

    Args:
        screens: Where the profile hangs each, by name.
        folder: Where the files lie; it is made.

    Raises:
        SettingsError: Nobody can write there.
    """

    def __init__(self, screens: Mapping[str, ScreenAt], folder: Path) -> None:
        super().__init__(screens, watch=self._save)
        self._folder = folder
        self._seen: dict[str, bytes] = {}
        try:
            folder.mkdir(parents=True, exist_ok=True)
            for name, screen in self.screens.items():
                self._save(name, screen.image)
        except OSError as fault:
            msg = (
                f"{folder}: the screens cannot be kept there: {fault.strerror};"
                " name another folder by --screens"
            )
            raise SettingsError(msg) from fault

    def _save(self, name: str, image: Image) -> None:
        """Write down what a screen shows, where that is news."""
        if self._seen.get(name) == (pixels := image.tobytes()):
            return
        fresh = self._folder / f".{name}.new"
        image.save(fresh, "PNG")
        fresh.replace(self._folder / f"{name}.png")
        self._seen[name] = pixels

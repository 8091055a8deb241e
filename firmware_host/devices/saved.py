"""Screens as PNG files, for a board without displays."""

from collections.abc import Mapping
from pathlib import Path

from PIL.Image import Image

from firmware_host.board.wiring import ScreenAt
from firmware_host.devices.fake import FakeScreens
from firmware_host.errors import SettingsError


class SavedScreens(FakeScreens):
    """
    All screens of a board, each as a file: ``table.png``, ``3.png``.

    Files are replaced atomically.

    Args:
        screens: The place of each screen in the profile, by name.
        folder: The folder of the files; created if missing.

    Raises:
        SettingsError: The folder cannot be written.
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
        """Write a screen's picture to its file if it has changed."""
        if self._seen.get(name) == (pixels := image.tobytes()):
            return
        fresh = self._folder / f".{name}.new"
        image.save(fresh, "PNG")
        fresh.replace(self._folder / f"{name}.png")
        self._seen[name] = pixels

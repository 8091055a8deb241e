"""Finding the hardware folder: in the source, or inside an installed package."""

from pathlib import Path

from firmware_host.errors import SettingsError

_PACKAGE = Path(__file__).parent.parent.parent

#: Where profiles and the controller's firmware lie.
FOLDER = next(
    (
        folder
        for folder in (_PACKAGE / "hardware", _PACKAGE.parent / "hardware")
        if folder.is_dir()
    ),
    _PACKAGE.parent / "hardware",
)


def profile_path(build: str) -> Path:
    """
    Return the profile of a build that we ship, such as ``full``.

    Raises:
        SettingsError: There is no such build.
    """
    path = FOLDER / build / "board.toml"
    if not path.exists():
        msg = f"there is no build {build!r}; there are: {', '.join(builds())}"
        raise SettingsError(msg)
    return path


def builds() -> tuple[str, ...]:
    """Return the name of each build that we ship."""
    return tuple(sorted(one.parent.name for one in FOLDER.glob("*/board.toml")))

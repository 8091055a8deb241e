"""Finds the `hardware` folder: in the source, or inside an installed package."""

from pathlib import Path

from firmware_host.errors import SettingsError

_PACKAGE = Path(__file__).parent.parent.parent

#: The folder of the shipped profiles and of the controller's program.
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
    Return the path of a shipped profile, such as ``full``.

    Raises:
        SettingsError: There is no profile of that name.
    """
    path = FOLDER / build / "board.toml"
    if not path.exists():
        msg = f"there is no build {build!r}; there are: {', '.join(builds())}"
        raise SettingsError(msg)
    return path


def builds() -> tuple[str, ...]:
    """Return the names of the shipped profiles, sorted."""
    return tuple(sorted(one.parent.name for one in FOLDER.glob("*/board.toml")))

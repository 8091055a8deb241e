"""The games to check, each with its playthroughs."""

import importlib
import json
import os
import sys
import tempfile
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from firmware_host.app.content.languages import load_texts
from firmware_host.app.content.outside import FITTING, GROUP, found_games
from firmware_host.errors import SettingsError
from firmware_host.settings.files import read_text_file
from firmware_host.testing.walks import Case


def playthroughs(name: str, folder: Path) -> tuple[str, ...]:
    """Return every transcript in a folder whose game is called *name*."""
    paths = sorted(folder.rglob("*.jsonl"))
    texts = [read_text_file(path, remedy="save it as UTF-8") for path in paths]
    return tuple(text for text in texts if _game_of(text) == name)


def _game_of(text: str) -> str:
    try:
        head = json.loads(text.partition("\n")[0])
    except ValueError:
        return ""
    return str(head.get("game", "")) if isinstance(head, dict) else ""


@contextmanager
def cases_in(folder: Path) -> Iterator[list[Case]]:
    """
    Register the games of a package in a folder as if installed, within this context.

    Args:
        folder: The folder of the package's ``pyproject.toml``.

    Raises:
        SettingsError: The file is missing, registers no game, or one cannot be loaded.
    """
    folder, (group, named) = folder.resolve(), _named_in(folder / "pyproject.toml")
    with tempfile.TemporaryDirectory(prefix="letterzone-") as made:
        info = Path(made) / "own-0.dist-info"
        info.mkdir()
        (info / "METADATA").write_text("Metadata-Version: 2.1\nName: own\nVersion: 0\n")
        entries = [f"{name} = {value}" for name, value in sorted(named.items())]
        (info / "entry_points.txt").write_text("\n".join([f"[{group}]", *entries]))
        with on_module_path(made, str(folder), str(folder / "src")):
            games, aside = found_games()
            for one in aside:
                raise one.fault
            own = [game for game in games.values() if game.NAME in named]
            yield [Case(game, playthroughs(game.NAME, folder)) for game in own]


def _named_in(path: Path) -> tuple[str, dict[str, str]]:
    """Return a package's entry point group, and the object path of each game in it."""
    try:
        read = tomllib.loads(path.read_text(encoding="utf-8"))
        groups: dict[str, dict[str, str]] = read["project"]["entry-points"]
        fitting = (one for one in groups if one.startswith(GROUP))
        group = next(fitting, FITTING)
        named = groups[group]
    except OSError as fault:
        msg = f"{path}: {fault.strerror}; go into the folder of your game"
        raise SettingsError(msg) from fault
    except (ValueError, KeyError, TypeError) as fault:
        msg = f'{path}: names no game in [project.entry-points."{FITTING}"]'
        raise SettingsError(msg) from fault
    return group, named


@contextmanager
def on_module_path(*folders: str) -> Iterator[None]:
    """Add folders to the module path of this process and of its child processes."""
    before = os.environ.get("PYTHONPATH")
    paths = [*folders, *([before] if before else [])]
    os.environ["PYTHONPATH"] = os.pathsep.join(paths)
    sys.path[:0] = folders
    forget()
    try:
        yield
    finally:
        for one in folders:
            sys.path.remove(one)
        os.environ["PYTHONPATH"] = before or ""
        forget()


def forget() -> None:
    """Clear the caches of installed games and of their texts."""
    importlib.invalidate_caches()
    found_games.cache_clear()
    load_texts.cache_clear()

"""
The type checker sees a mistake at each seam of the house.

All are planted in one copy of the package, each in a file of its own: the checker runs
once. Without them it finds nothing, as each `./run test` shows.
"""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

#: What is wrong: in which file, what stands there, what instead, and what is said.
MISTAKES = {
    "a field that the state does not have": (
        *("games/decipher/state.py", "replace(now, asked=True", "replace(now, aksed=1"),
        'Unexpected keyword argument "aksed"',
    ),
    "a type that the state does not take": (
        *("games/keyword/state.py", "claimed=True)", "claimed='yes')"),
        'Argument "claimed" to "replace"',
    ),
    "a fact of no game": (
        *("games/decipher/rules.py", "return (Handed(kind),)", "return (object(),)"),
        "Incompatible return value type",
    ),
    "a function of another shape": (
        *("games/codecards/view.py", "def face(game: State, names: tuple[str, ...])"),
        "def face(game: State, names: tuple[int, ...])",
        "Incompatible types in assignment",
    ),
    "a part of a game left out": (
        *("games/wqrdles/game.py", "    decide = staticmethod(rules.decide)\n", ""),
        'Cannot instantiate abstract class "Wqrdles"',
    ),
    "a wrong argument to a game": (
        *("session/render.py", "playing.engine.face(playing.game, names)"),
        *("playing.engine.face(playing.game, 1)", 'Argument 2 to "face" of "Game"'),
    ),
    "something that the room does not have": (
        *("web/people/seats.py", "room.takes(code)", "room.taks(code)"),
        '"Room" has no attribute "taks"',
    ),
    "something that nobody can ask the table": (
        *("web/classroom/lesson.py", "table_api.rename(", "table_api.renames("),
        '"TableApi" has no attribute "renames"',
    ),
}


@pytest.fixture(scope="module")
def faults(tmp_path_factory) -> list[str]:
    """What the checker says of a copy of the package with every mistake in it."""
    copy = tmp_path_factory.mktemp("typing")
    shutil.copytree(
        ROOT / "firmware_host",
        copy / "firmware_host",
        ignore=lambda _folder, names: [n for n in names if not _is_source(n)],
    )
    shutil.copy(ROOT / "pyproject.toml", copy)
    if (ROOT / ".mypy_cache").exists():
        shutil.copytree(ROOT / ".mypy_cache", copy / ".mypy_cache")
    for name, right, wrong, _ in MISTAKES.values():
        path = copy / "firmware_host" / name
        source = path.read_text(encoding="utf-8")
        assert source.count(right) >= 1, (name, right)
        path.write_text(source.replace(right, wrong, 1), encoding="utf-8")
    words = [sys.executable, "-m", "mypy"]
    done = subprocess.run(words, cwd=copy, capture_output=True, text=True, check=False)
    assert done.returncode == 1, done.stdout + done.stderr
    return done.stdout.splitlines()


def _is_source(name: str) -> bool:
    return "." not in name or name.endswith((".py", ".pyi", ".typed"))


@pytest.mark.ci
@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_is_found(mistake: str, faults: list[str]) -> None:
    """In the file where it is, or in the game's, which is made of that file."""
    name, *_, said = MISTAKES[mistake]
    places = {name, f"{name.rpartition('/')[0]}/game.py"}
    here = [line for line in faults if any(f"/{one}:" in line for one in places)]
    assert [line for line in here if said in line] != []

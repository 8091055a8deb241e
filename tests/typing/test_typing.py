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
        *("games/decipher/rules.py", "replace(now, asked=True", "replace(now, aksed=1"),
        'Unexpected keyword argument "aksed"',
    ),
    "a type that the state does not take": (
        *("games/keyword/rules.py", "claimed=True)", "claimed='yes')"),
        'Argument "claimed" to "replace"',
    ),
    "a fact of no game": (
        *("games/decipher/rules.py", "return (Handed(kind),)", "return (object(),)"),
        "Incompatible return value type",
    ),
    "a function of another shape": (
        *(
            "games/codecards/view.py",
            "def face(game: CardsState, names: tuple[str, ...])",
        ),
        "def face(game: CardsState, names: tuple[int, ...])",
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
        *(
            "web/upkeep.py",
            "table_api.send(Rename(",
            "table_api.sends(Rename(",
        ),
        '"TablePort" has no attribute "sends"',
    ),
}

#: Names that are misspelt where a class declares them, or where they are read: in which
#: file, what stands there, what instead, in which file it is said, and what.
MISSPELT = {
    "yes or no of a fact": (
        *("games/decipher/rules.py", "    yes: bool\n", "    yess: bool\n"),
        *("games/decipher/rules.py", '"Answered" with abstract attribute "yes"'),
    ),
    "right or wrong of a fact": (
        *("games/wqrdles/rules.py", "    right: bool\n", "    rigth: bool\n"),
        *("games/wqrdles/rules.py", '"Decoded" with abstract attribute "right"'),
    ),
    "a property that answers": (
        *("games/codecards/rules.py", "def yes(self)", "def yse(self)"),
        *("games/codecards/rules.py", '"Evaluated" with abstract attribute "yes"'),
    ),
    "the end of a round": (
        *("games/codecards/rules.py", "def result(self)", "def reslt(self)"),
        *("games/codecards/rules.py", '"Revealed" with abstract attribute "result"'),
    ),
    "the word of a round that was called off": (
        *("games/wqrdles/rules.py", "def word(self)", "def wrod(self)"),
        *("games/wqrdles/rules.py", '"Voided" with abstract attribute "word"'),
    ),
    "what a transcript takes from a fact": (
        *("games/codecards/rules.py", "def told(self)", "def tolds(self)"),
        *("games/codecards/rules.py", '"Begun" with abstract attribute "told"'),
    ),
    "the chance of a round": (
        *("games/keyword/rules.py", "    entropy: bytes = ", "    entropi: bytes = "),
        *("games/keyword/rules.py", '"Deal" with abstract attribute "entropy"'),
    ),
    "the kind of a piece that a bot lays": (
        *(
            "games/decipher/rules.py",
            "    kind: Kind\n    number",
            "    kinds: Kind\n    number",
        ),
        *("games/decipher/rules.py", '"TapPiece" with abstract attribute "kind"'),
    ),
    "the turn of a state": (
        *("games/wqrdles/rules.py", "def turn(self)", "def trun(self)"),
        *("games/wqrdles/rules.py", '"WqrdlesState" with abstract attribute "turn"'),
    ),
    "the player of an action": (
        *("games/game.py", "return one.by if", "return one.bye if"),
        *("games/game.py", '"BySeat" has no attribute "bye"'),
    ),
    "an action of the board": (
        *("session/play.py", "not after.by_board", "not after.by_bord"),
        *("session/play.py", '"State" has no attribute "by_bord"'),
    ),
    "what a game says of its view": (
        *("games/keyword/view.py", "def common(self)", "def comon(self)"),
        *("games/keyword/view.py", '"comon" is marked as an override'),
    ),
    "a field of a game's view": (
        *("games/codecards/view.py", "turn=self.turn,", "turn=self.trun,"),
        *("games/codecards/view.py", '"PublicView" has no attribute "trun"'),
    ),
    "what a game tells the board of its view": (
        *("games/wqrdles/view.py", "waiting=self.waiting,", "wating=self.waiting,"),
        *("games/wqrdles/view.py", 'Unexpected keyword argument "wating"'),
    ),
    "what the session reads of a view": (
        *("table/sight.py", '"waiting": known.waiting', '"waiting": known.wating'),
        *("table/sight.py", '"Common" has no attribute "wating"'),
    ),
}


@pytest.fixture(scope="module")
def faults(tmp_path_factory) -> list[str]:
    """Return mypy's output for a copy of the package with every mistake in it."""
    copy = tmp_path_factory.mktemp("typing")
    shutil.copytree(
        ROOT / "firmware_host",
        copy / "firmware_host",
        ignore=lambda _folder, names: [n for n in names if not _is_source(n)],
    )
    shutil.copy(ROOT / "pyproject.toml", copy)
    if (ROOT / ".mypy_cache").exists():
        shutil.copytree(ROOT / ".mypy_cache", copy / ".mypy_cache")
    planted = [one[:3] for one in (*MISTAKES.values(), *MISSPELT.values())]
    for name, right, wrong in planted:
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
    """The error is in the file of the mistake or in `game.py`, which is made of it."""
    name, *_, said = MISTAKES[mistake]
    places = {name, f"{name.rpartition('/')[0]}/game.py"}
    here = [line for line in faults if any(f"/{one}:" in line for one in places)]
    assert [line for line in here if said in line] != []


@pytest.mark.ci
@pytest.mark.parametrize("name", MISSPELT)
def test_a_misspelt_name_is_found(name: str, faults: list[str]) -> None:
    """A name that the board reads of a game, where it is declared or read."""
    *_, place, said = MISSPELT[name]
    here = [line for line in faults if f"/{place}:" in line]
    assert [line for line in here if said in line] != []

"""A game from outside and its tests need one module of ours."""

import ast
from pathlib import Path

import pytest

from firmware_host import kit
from firmware_host.games import contract
from firmware_host.testing import making

ROOT = Path(__file__).parents[1]
SAMPLES = ROOT / "docs" / "examples" / "games"


def modules(source: str) -> set[str]:
    """Return the modules of ours that a source imports."""
    named = set()
    for one in ast.walk(ast.parse(source)):
        if isinstance(one, ast.Import):
            named |= {name.name for name in one.names}
        elif isinstance(one, ast.ImportFrom) and one.module == "firmware_host":
            named |= {f"firmware_host.{name.name}" for name in one.names}
        elif isinstance(one, ast.ImportFrom):
            named.add(one.module)
    return {one for one in named if one.startswith("firmware_host")}


def sources():
    """Return the sources of a new game and of each sample game, by name."""
    new = dict(making.new_files("treasure"))
    samples = {str(one.relative_to(SAMPLES)): one for one in SAMPLES.rglob("*.py")}
    return {
        **{name: text for name, text in new.items() if name.endswith(".py")},
        **{name: one.read_text(encoding="utf-8") for name, one in samples.items()},
    }


@pytest.mark.parametrize("name", sources())
def test_a_game_and_its_tests_import_the_kit_alone(name):
    assert modules(sources()[name]) <= {"firmware_host.kit"}


def test_another_module_would_be_found():
    found = modules(
        "import firmware_host.games.game\nfrom firmware_host.kit import say"
    )
    assert found == {"firmware_host.games.game", "firmware_host.kit"}


def test_a_new_game_names_the_number_of_the_contract():
    assert contract.VERSION == kit.CONTRACT
    package = dict(making.new_files("treasure"))["pyproject.toml"]
    assert f'[project.entry-points."letterzone.games.{kit.CONTRACT}"]' in package

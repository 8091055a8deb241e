"""docs/transcript.md says every line, key, house rule and refusal of every game."""

import ast
import json
import re
from functools import cache
from pathlib import Path

import pytest

import firmware_host.games
from firmware_host.app.content.languages import load_texts
from firmware_host.games import grammar
from firmware_host.games.catalogue import GAMES

PAGE = Path(__file__).parents[2] / "docs" / "transcript.md"
FOLDER = Path(firmware_host.games.__file__).parent


def part(heading, text, level):
    """Return the text below a heading, up to the next one of its level."""
    marks = "#" * level
    found = re.search(
        rf"^{marks} {re.escape(heading)}$(.*?)(?=^#{{1,{level}}} |\Z)",
        text,
        re.MULTILINE | re.DOTALL,
    )
    return found[1] if found else ""


def missing(engine, text):
    """Yield what the page does not describe of a game."""
    title = load_texts("en").find(f"game-{engine.NAME}", "page")
    actions = part("The actions", text, 2)
    own = part(title, actions, 3)
    shown = [json.loads(line) for line in re.findall(r'`(\{"do".*?\})`', own)]
    for line in shown:
        try:
            grammar.checked(line, engine)
        except ValueError as fault:
            yield str(fault)
    verbs = {line["do"] for line in shown}
    yield from (f"{verb} of {title}" for verb in engine.VERBS if verb not in verbs)
    for verb in engine.VERBS.values():
        for key in (*verb.needs, *verb.may):
            if f'"{key}"' not in own and f"`{key}`" not in own:
                yield f"{key} of {title}"
    for option in engine.OPTIONS:
        if f"`{option.name}`" not in part("The header", text, 2) + own:
            yield f"the house rule {option.name} of {title}"
    for code in refusals(engine.NAME):
        if f"`{code}`" not in part("Refusals", text, 2):
            yield f"the refusal {code} of {title}"


@cache
def refusals(name):
    """Return every code with which a game refuses a line; a form refuses touches."""
    found = set()
    paths = (FOLDER / name).glob("*.py")
    for path in (one for one in paths if one.name != "forms.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Refused":
                found |= {
                    one.value
                    for one in ast.walk(node.args[0])
                    if isinstance(one, ast.Constant) and isinstance(one.value, str)
                }
    assert found  # else nobody looked where the game lies
    return found


@pytest.mark.parametrize("engine", GAMES.values(), ids=lambda engine: engine.NAME)
def test_the_page_says_everything_of_a_game(engine):
    """The page describes every verb, key and option of a game."""
    assert list(missing(engine, PAGE.read_text(encoding="utf-8"))) == []


def test_the_page_says_what_can_be_done_in_every_game():
    """The page has an example line for each verb of all games."""
    text = part("The actions", PAGE.read_text(encoding="utf-8"), 2)
    assert [verb for verb in grammar.VERBS if f'{{"do": "{verb}"' not in text] == []


@pytest.mark.parametrize("engine", GAMES.values(), ids=lambda engine: engine.NAME)
def test_a_line_that_the_page_forgets_is_found(engine):
    """A page without a verb, a key, a house rule or a refusal does not pass."""
    text = PAGE.read_text(encoding="utf-8")
    verb = next(iter(engine.VERBS))
    assert list(missing(engine, text.replace(f'"do": "{verb}"', '"do": "hum"')))
    assert list(missing(engine, text.replace(engine.OPTIONS[0].name, "")))
    for code in refusals(engine.NAME):
        assert list(missing(engine, text.replace(f"`{code}`", "")))

"""The declarations of an external game are checked before they are used."""

import random
from collections.abc import Mapping
from copy import copy
from dataclasses import fields, is_dataclass, replace
from importlib.metadata import EntryPoint
from typing import get_type_hints

import pytest

from firmware_host.app.content import declarations, games, outside
from firmware_host.app.content.declarations import faults
from firmware_host.app.content.languages import load_language, load_texts
from firmware_host.board.events import Button
from firmware_host.games.catalogue import GAMES, NAMES
from firmware_host.games.game import Game
from firmware_host.games.shapes import all_described
from firmware_host.games.wqrdles.game import wqrdles
from firmware_host.languages import CODES
from firmware_host.session.modes import choosing
from firmware_host.session.render import render
from firmware_host.session.setups import Player, Setup
from firmware_host.session.state import Session
from firmware_host.table.sight import offered_games, sight
from tests.session.evening import press

STRANGER = copy(wqrdles)

#: Values that stand where something else should.
ODD = (
    None,
    -1,
    99,
    1.5,
    "",
    "x",
    b"x",
    (),
    ("letter",),
    [3],
    {},
    {"a": 1},
    int,
    object,
)


def game_with(**fields):
    """Return a game from another package with some declarations replaced."""
    game = copy(wqrdles)
    for name, value in ({"NAME": "ghost"} | fields).items():
        setattr(game, name, value)
    return game


@pytest.fixture
def install(monkeypatch):
    """Yield a function that installs a game and returns all games of the board."""

    def installed(game):
        entry = EntryPoint("ghost", f"{__name__}:STRANGER", outside.FITTING)
        monkeypatch.setattr(outside, "entry_points", lambda **_: [entry])
        monkeypatch.setattr(EntryPoint, "load", lambda _: game)
        outside.found_games.cache_clear()
        return games.board_games()

    yield installed
    monkeypatch.undo()
    outside.found_games.cache_clear()


@pytest.mark.parametrize("name", NAMES)
def test_the_games_of_the_board_declare_nothing_wrong(name):
    assert faults(GAMES[name]) == ()


NEEDS = wqrdles.NEEDS


@pytest.mark.parametrize(
    ("wrong", "field", "value", "remedy"),
    [
        (
            {"NEEDS": replace(NEEDS, hears=("letter",))},
            "NEEDS.hears[0]",
            "'letter'",
            "Card",
        ),
        ({"NEEDS": None}, "NEEDS", "None", "Needs"),
        ({"NEEDS": replace(NEEDS, seats=(2, 99))}, "NEEDS.seats", "(2, 99)", "1 to 8"),
        ({"NEEDS": replace(NEEDS, hears=(int,))}, "NEEDS.hears", "int", "Piece"),
        ({"PUBLIC": "rows"}, "PUBLIC", "'rows'", "tuple[str"),
        ({"NAME": "Ghost!"}, "NAME", "'Ghost!'", "small letters"),
        ({"BOTS": ("clever",)}, "BOTS", "clever", "any of"),
        ({"TEXTS": {"en": {"a": 3}}}, "TEXTS['en']['a']", "3", "str"),
        ({"VALUES": {}}, "VALUES", "[]", "a value for each key"),
    ],
)
def test_a_wrong_declaration_is_named(wrong, field, value, remedy):
    """A wrong declaration is reported with its field, its value and the remedy."""
    first = faults(game_with(**wrong))[0]
    assert first.field == field
    assert value in first.value
    assert remedy in first.remedy


def test_a_declaration_that_raises_is_named():
    class Rude(type(wqrdles)):
        @property
        def OPTIONS(self):  # noqa: N802 - the name of the declaration
            raise ZeroDivisionError

    assert faults(Rude())[0].value == "not there (ZeroDivisionError)"


def test_a_game_that_is_set_aside_is_named_at_the_board(install):
    """A rejected game is named on the board's screen, and on pages with the reason."""
    engines = install(game_with(NEEDS=replace(NEEDS, hears=("letter",))))
    assert list(engines) == list(NAMES)
    said = outside.set_aside()
    assert "ghost" in load_texts("en").say(said, "screen")
    for code in CODES:
        assert "NEEDS.hears[0] is 'letter'" in load_texts(code).say(said, "page")


def test_a_whole_game_is_not_set_aside(install):
    assert "ghost" in install(game_with())
    assert outside.set_aside() is None


# --- two thousand mutants -----------------------------------------------------


def mutated(value, chance):
    """Return a random invalid value, or *value* with a random part changed."""
    if is_dataclass(value) and not isinstance(value, type) and chance.random() < 0.8:
        names = [one.name for one in fields(value)]
        if names:
            name = chance.choice(names)
            return replace(value, **{name: mutated(getattr(value, name), chance)})
    if isinstance(value, tuple) and value and chance.random() < 0.7:
        at = chance.randrange(len(value))
        return (*value[:at], mutated(value[at], chance), *value[at + 1 :])
    if isinstance(value, Mapping) and value and chance.random() < 0.7:
        key = chance.choice(list(value))
        if chance.random() < 0.2:
            return {one: value[one] for one in value if one != key}
        return {**value, key: mutated(value[key], chance)}
    return chance.choice(ODD)


def exercise(engines):
    """Call everything that pages and the board use before and at a game's start."""
    languages = {code: load_language(code) for code in CODES}
    setup = Setup(game="ghost", players=(Player("Ann"), Player("Ben")))
    mode = choosing.Choosing("game")
    session = Session(languages=languages, games=engines, setup=setup, mode=mode)
    offered_games(session)
    all_described(engines.values())
    for question in ("game", "length", "players", "again"):
        asked = choosing.ask(session, question)
        render(asked, load_texts("en"), 0)
    begun = press(choosing.ask(session, "again"), Button.TICK).session
    sight(begun, render(begun, load_texts("de"), 0), None)


@pytest.mark.parametrize(
    "seeds", [range(40), pytest.param(range(40, 2000), marks=pytest.mark.long)]
)
def test_pages_and_board_answer_whatever_a_game_declares(install, seeds):
    """A mutant is set aside, or all that is asked of it can be answered."""
    aside = 0
    for seed in seeds:
        chance = random.Random(seed)  # noqa: S311 - the same mutants each time
        name = chance.choice([one for one in get_type_hints(Game) if one != "STATE"])
        wrong = {name: mutated(getattr(wqrdles, name), chance)}
        engines = install(game_with(**wrong))
        aside += "ghost" not in engines
        if "ghost" in engines:
            exercise(engines)
    assert len(seeds) / 4 < aside < len(seeds)


def test_unchecked_a_wrong_declaration_breaks_the_pages(install, monkeypatch):
    """Without the check a wrong declaration raises an error in the pages."""
    monkeypatch.setattr(declarations, "faults", lambda _: ())
    engines = install(game_with(NEEDS=replace(NEEDS, hears=("letter",))))
    with pytest.raises(AttributeError, match="__dict__"):
        exercise(engines)

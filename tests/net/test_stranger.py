"""A third-party game that fails at any moment: the board answers, and plays on."""

import gc
import re
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any
from unittest.mock import patch

import pytest
from hypothesis import given, settings, strategies as st

from firmware_host.app.content import time_limit
from firmware_host.app.content.stranger import StrangersGame
from firmware_host.app.content.time_limit import Limited
from firmware_host.app.daemon import resume
from firmware_host.games.catalogue import with_outside
from tests.net.world import World

PAGE = Path(__file__).parents[2] / "docs" / "games.md"


def sample() -> Any:
    """Return the class of the game that the docs show."""
    [text] = re.findall(
        r"^```python\n(.*?)^```$", PAGE.read_text("utf-8"), re.MULTILINE | re.DOTALL
    )
    module = ModuleType("sample_of_the_docs")
    sys.modules[module.__name__] = module
    exec(compile(text, "treasure.py", "exec"), module.__dict__)  # noqa: S102 - our own
    return module.Treasure


TREASURE = sample()


def raises() -> Any:
    raise ZeroDivisionError


def leaves() -> Any:
    raise SystemExit


#: The ways in which it fails instead of answering.
WRONG = (raises, leaves, lambda: time.sleep(9), lambda: float("nan"), object, tuple)

#: The functions of a game that are called.
ASKED = (
    *("start", "act", "fold", "view", "face", "wake", "interpret", "forms"),
    *("is_over", "sitting", "answer", "fact", "fact_json", "action", "result"),
)

EVENTS = st.one_of(
    st.builds(lambda zone: {"tap": zone, "item": "red-1"}, st.integers(1, 6)),
    st.builds(lambda zone: {"do": {"do": "tap", "zone": zone}}, st.integers(1, 6)),
    st.sampled_from(
        [
            {"do": {"do": "undo"}},
            {"do": {"do": "end"}},
            {"press": "tick"},
            {"release": "tick"},
            {"stand": 1},
            {"pause": True},
            {"pause": False},
            {"wait": 3000},
            {"restart": True},
        ]
    ),
)


class Wild:
    """The sample game of the docs, which fails from a certain call on."""

    def __init__(self, name: str, good: int, wrong: Any) -> None:
        self._game, self._name = TREASURE(), name
        self._good, self._wrong = good, wrong

    def __getattr__(self, name: str) -> Any:
        if name != self._name:
            return getattr(self._game, name)
        self._good -= 1
        call = getattr(self._game, name)
        return call if self._good >= 0 else lambda *_given, **_named: self._wrong()


def play(engine: Any, events: list[Any]) -> None:
    """Play a stranger's game, and then one of the house."""
    games = with_outside({"treasure": engine})
    with (
        patch.object(time_limit, "GAME_CALL_S", 0.3),
        patch.object(resume, "board_games", lambda: games),
    ):
        world = World({"language": "en"})
        began = {"game": "treasure", "language": "en", "players": ["Ann", "Bo"]}
        for event in [{"begin": began}, *events]:
            assert world.do(event)["outcome"] != "no answer"
            assert world.wrong() == []
            world.look()
        house = {"game": "decipher", "language": "en", "board_makes": True}
        world.do({"do": {"do": "end"}})
        world.do({"begin": {**house, "players": ["Ann", "Bo"]}})
        assert world.look()["public"]["game"] == "decipher"
        assert world.wrong() == []


@pytest.fixture(autouse=True)
def calm() -> Iterator[None]:
    """No collection of a test run's whole memory, which may outlast a game's limit."""
    gc.disable()
    yield
    gc.enable()


@settings(max_examples=25, deadline=None, derandomize=True)
@given(
    name=st.sampled_from(ASKED),
    good=st.integers(0, 30),
    wrong=st.sampled_from(WRONG),
    events=st.lists(EVENTS, max_size=12),
)
def test_the_board_plays_on(name: str, good: int, wrong: Any, events: Any) -> None:
    """Every event is answered, nothing raises, and another game can be begun."""
    wild: Any = Wild(name, good, wrong)
    play(StrangersGame(wild, Limited(None)), events)


def test_without_the_seam_it_would_not() -> None:
    """Without the guard the same fault raises an exception."""
    with pytest.raises((AssertionError, ZeroDivisionError)):
        play(Wild("act", 2, raises), [{"do": {"do": "tap", "zone": 1}}] * 9)

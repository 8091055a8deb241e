"""Every game of the house is found by its name, and keeps the contract."""

import subprocess
import sys

import pytest

from firmware_host.app.languages import load_texts
from firmware_host.board.messages import say
from firmware_host.errors import SettingsError
from firmware_host.games import decipher
from firmware_host.games.catalogue import GAMES, NAMES, settled

VERBS = (
    *("start", "hear", "decide", "apply", "fold", "wake", "view", "face"),
    *("results", "is_over", "with_entropy", "buzz", "answer", "begins", "result"),
    *("voided", "tally", "told", "tells", "written", "lies", "wanted", "sitting"),
    *("action_json", "action", "fact_json", "fact"),
)


@pytest.mark.parametrize("engine", GAMES.values(), ids=lambda engine: engine.NAME)
def test_a_game_has_a_name_a_rule_and_every_verb(engine):
    """One sentence says what it is about, in the texts."""
    assert load_texts("en").say(say(engine.RULE)) != engine.RULE
    assert [verb for verb in VERBS if not callable(getattr(engine, verb, None))] == []
    for knob in engine.KNOBS:
        assert knob.default in (*knob.choices, "")
        assert load_texts("de").say(say(knob.code)) != knob.code


def test_knobs_are_settled_before_a_game():
    """Only what is not as usual is written down."""
    assert settled(decipher, {"hand": "tap", "first_zone": 2}) == (("first_zone", 2),)


@pytest.mark.parametrize(
    ("name", "value", "told"),
    [
        ("sand", 3, "decipher has no setting 'sand'; it has: first_zone, guess_tokens"),
        ("hand", "foot", "hand cannot be 'foot'; it can be tap, confirm"),
        ("first_zone", True, "first_zone cannot be True"),
    ],
)
def test_a_wrong_knob_is_told_with_what_there_is(name, value, told):
    with pytest.raises(SettingsError, match=told):
        settled(decipher, {name: value})


def test_a_game_is_called_as_its_module_is():
    """By that name it is found, and by no other."""
    assert [engine.NAME for engine in GAMES.values()] == list(NAMES) == list(GAMES)
    assert len(GAMES) == len(NAMES)
    assert GAMES["decipher"] is decipher
    assert "chess" not in GAMES
    assert GAMES.get("catalogue") is None


def test_only_the_game_that_is_played_is_imported():
    """A board of one game has no memory to spare for the others."""
    program = (
        "import sys\n"
        "from firmware_host.games.catalogue import GAMES\n"
        "assert 'keyword' in GAMES and list(GAMES) and GAMES['decipher']\n"
        "print(*sys.modules)"
    )

    loaded = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    ).stdout.split()

    assert "firmware_host.games.decipher" in loaded
    for name in NAMES[1:]:
        assert not [
            one for one in loaded if one.startswith(f"firmware_host.games.{name}")
        ]

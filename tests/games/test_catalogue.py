"""Every game of the house is found by its name, and keeps the contract."""

import pytest

from firmware_host.app.languages import load_texts
from firmware_host.board.messages import say
from firmware_host.errors import SettingsError
from firmware_host.games import decipher
from firmware_host.games.catalogue import GAMES, find

VERBS = (
    *("start", "hear", "decide", "apply", "fold", "wake", "view", "face"),
    *("results", "is_over", "with_entropy", "buzz", "answer"),
    *("action_json", "action", "fact_json", "fact"),
)


@pytest.mark.parametrize("engine", GAMES, ids=lambda engine: engine.NAME)
def test_a_game_has_a_name_a_rule_and_every_verb(engine):
    """One sentence says what it is about, in the texts."""
    assert find(engine.NAME) is engine
    assert load_texts("en").say(say(engine.RULE)) != engine.RULE
    assert [verb for verb in VERBS if not callable(getattr(engine, verb, None))] == []
    for knob in engine.KNOBS:
        assert knob.default in knob.choices
        assert load_texts("de").say(say(knob.code)) != knob.code


def test_an_unknown_game_is_told_with_those_there_are():
    """The remedy is in the sentence."""
    with pytest.raises(SettingsError, match=r"'chess'; there are: decipher"):
        find("chess")


def test_a_game_of_an_outsider_is_found_too():
    """It comes from an entry point, and needs no line of ours."""

    class Chess:
        NAME = "chess"

    assert find("chess", others=(Chess,)) is Chess
    assert find("decipher", others=(Chess,)) is decipher

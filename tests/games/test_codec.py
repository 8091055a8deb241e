"""Written actions and facts are read back; anything else is refused."""

from typing import get_args

import pytest
from hypothesis import given, strategies as st

from firmware_host.board.pieces import Kind, Seat, Zone
from firmware_host.errors import RuleError
from firmware_host.games.decipher.game import decipher
from firmware_host.games.decipher.rules import Action, Fact, TapPiece
from tests.games.records import with_init

st.register_type_strategy(Kind, st.sampled_from(Kind))

actions = st.one_of([st.from_type(with_init(cls)) for cls in get_args(Action)])
facts = st.one_of([st.from_type(with_init(cls)) for cls in get_args(Fact)])


@given(actions)
def test_every_action_reads_back(action):
    """Each action survives being written as JSON and read."""
    assert decipher.action(decipher.action_json(action)) == action


@given(facts)
def test_every_fact_reads_back(fact):
    """Every fact can be written and read back."""
    assert decipher.fact(decipher.fact_json(fact)) == fact


def test_a_row_is_short():
    """A written action leaves out default values."""
    assert decipher.action_json(TapPiece(Zone(3), Kind.LONG_STICK)) == {
        "do": "tap",
        "zone": 3,
        "kind": "red",
    }


@pytest.mark.parametrize(
    "line",
    [
        {},
        {"do": "fly"},
        {"do": "tap"},
        {"do": "tap", "zone": 3, "kind": "pink"},
        {"do": "ask", "by": Seat(1)},
        {"do": "check", "seen": [["red", 1]]},
        {"do": "check", "seen": [["red", 1, 2, 3]]},
        {"do": "secret", "by": 0, "entropy": "xyz"},
    ],
    ids=str,
)
def test_a_damaged_row_is_an_error_and_no_guess(line):
    """A damaged row raises an error."""
    with pytest.raises(RuleError, match="not one of ours"):
        decipher.action(line)

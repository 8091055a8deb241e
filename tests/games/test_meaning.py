"""The meaning of a game's class comes from its base classes only."""

import pytest

from firmware_host.board.record import Record
from firmware_host.games import meaning
from firmware_host.games.meaning import TakesTurns, YesOrNo, turn_of


class Answered(Record, YesOrNo):
    """A fact of some game."""

    zone: int
    yes: bool


class State(Record, TakesTurns):
    """A state of some game."""

    turn: int | None


class Nameless(Record):
    """A state with the field alone."""

    turn: int


def test_a_base_leaves_the_fields_of_a_class_as_they_are() -> None:
    """A base class does not change the fields of a class or their order."""
    assert Answered(3, yes=True) == Answered(zone=3, yes=True)
    assert repr(Answered(3, yes=False)).endswith("(zone=3, yes=False)")


@pytest.mark.parametrize(
    ("state", "seat"), [(State(1), 1), (State(None), None), (Nameless(1), None)]
)
def test_a_seat_is_on_turn_in_a_state_that_takes_turns(
    state: object, seat: int | None
) -> None:
    """A field of that name alone means nothing."""
    assert turn_of(state) == seat


def test_the_bases_are_empty_at_run_time() -> None:
    """The bases have no attributes, as these would hide a dataclass's fields."""
    ours = [one for one in vars(meaning).values() if isinstance(one, type)]
    ours = [one for one in ours if one.__module__ == meaning.__name__]
    assert len(ours) == 9
    own = {name for one in ours for name in vars(one) if not name.startswith("__")}
    assert own == set()

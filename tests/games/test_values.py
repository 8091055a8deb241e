"""A changed value differs in what was changed, and the old one stays."""

from dataclasses import FrozenInstanceError, dataclass, field, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_host.games.values import changer


@dataclass(frozen=True, slots=True)
class Point:
    """Something to change."""

    x: int
    y: int = 0
    name: str = field(default="", repr=False)


change = changer(Point)


@given(st.integers(), st.integers(), st.text(), st.integers())
def test_a_change_is_what_replace_would_make(x, y, name, new):
    """Only faster."""
    point = Point(x, y, name)

    assert change(point, x=new) == replace(point, x=new)
    assert change(point) == point
    assert point == Point(x, y, name)


def test_what_comes_out_is_as_frozen_as_what_went_in():
    """No back door into a value."""
    with pytest.raises(FrozenInstanceError):
        change(Point(1), x=2).x = 3


def test_a_field_that_does_not_exist_is_an_error():
    """A slip of ours is loud."""
    with pytest.raises(TypeError, match="z"):
        change(Point(1), z=3)


def test_none_is_a_value_like_any_other():
    """It does not mean "keep"."""
    assert change(Point(1, 2), y=None).y is None

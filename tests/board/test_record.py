"""`replace` returns a changed copy, and the old value stays."""

import dataclasses
from dataclasses import FrozenInstanceError, dataclass, field

import pytest
from hypothesis import given, strategies as st

from firmware_host.board.record import Record, put, replace


@dataclass(frozen=True)
class Point:
    """Something to change."""

    x: int
    y: int = 0
    name: str = field(default="", repr=False)


@given(st.integers(), st.integers(), st.text(), st.integers())
def test_a_change_is_what_replace_would_make(x, y, name, new):
    """`replace` gives the same as `dataclasses.replace`."""
    point = Point(x, y, name)

    assert replace(point, x=new) == dataclasses.replace(point, x=new)
    assert replace(point) == point
    assert point == Point(x, y, name)


def test_what_comes_out_is_as_frozen_as_what_went_in():
    """The copy that `replace` makes is frozen too."""
    with pytest.raises(FrozenInstanceError):
        replace(Point(1), x=2).x = 3


def test_a_field_that_does_not_exist_is_an_error():
    """`replace` with an unknown field raises TypeError."""
    with pytest.raises(TypeError, match="z"):
        replace(Point(1), z=3)


def test_none_is_a_value_like_any_other():
    """None is set like any other value."""
    assert replace(Point(1, 2), y=None).y is None


@dataclass(frozen=True, slots=True)
class Place:
    """Something that has slots."""

    x: int


def test_a_value_with_slots_is_changed_too():
    """Values with slots are changed too, and unknown names raise TypeError."""
    assert replace(Place(1), x=2) == Place(2)
    with pytest.raises(TypeError, match="z"):
        replace(Place(1), z=3)


class Whisper(Record):
    """A record with a secret field, left out of its repr."""

    word: str = field(repr=False)
    loud: bool = False


def test_a_record_is_a_frozen_dataclass_that_keeps_its_secret():
    """Each class below `Record` is one without a word."""
    whisper = Whisper("SUMMER")

    assert whisper == Whisper("SUMMER", loud=False)
    assert "SUMMER" not in repr(whisper)
    with pytest.raises(FrozenInstanceError):
        whisper.loud = True


@given(st.lists(st.integers(), min_size=1), st.data())
def test_one_place_of_a_row_changes_and_no_other(row, data):
    """`put` changes one place of a tuple and returns a new one."""
    old, at = tuple(row), data.draw(st.integers(0, len(row) - 1))
    row[at] = -1

    assert put(old, at, -1) == tuple(row)


class Marked(Record):
    """A record with a field that is not compared and one that is not printed."""

    x: int
    seen: int = field(default=0, compare=False)
    word: str = field(default="", repr=False)


@dataclass(frozen=True)
class Generated:
    """The same, as the standard library makes it."""

    x: int
    seen: int = field(default=0, compare=False)
    word: str = field(default="", repr=False)


@given(*[st.tuples(st.integers(0, 1), st.integers(0, 1), st.sampled_from("AB"))] * 2)
def test_a_record_is_compared_and_printed_as_a_dataclass_is(one, two):
    """Equal or not, as a key, and in words; another class is never equal."""
    records, others = (Marked(*one), Marked(*two)), (Generated(*one), Generated(*two))
    assert (records[0] == records[1]) is (others[0] == others[1])
    assert len(set(records)) == len(set(others))
    assert repr(records[0]) == repr(others[0]).replace("Generated", "Marked")
    assert records[0] != others[0]


def test_nothing_of_a_record_is_changed_or_deleted():
    """Fields can be neither set nor deleted."""
    with pytest.raises(FrozenInstanceError, match="x cannot be changed"):
        Marked(1).x = 2
    with pytest.raises(FrozenInstanceError, match="x cannot be deleted"):
        del Marked(1).x


class Filled(Record):
    """Fields of each kind."""

    x: int
    marks: list[int] = field(default_factory=list)
    name: str = field(default="", kw_only=True)
    size: int = field(init=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "size", len(self.marks))


def test_the_fields_of_a_record_are_its_arguments():
    """Fields are arguments in order or by name, with defaults that are not shared."""
    assert Filled(1, [2], name="a").__dict__ == {
        "x": 1,
        "marks": [2],
        "name": "a",
        "size": 1,
    }
    assert Filled(1) == Filled(x=1, marks=[], name="")
    assert Filled(1).marks is not Filled(1).marks
    for wrong in (Filled, lambda: Filled(1, [], "a"), lambda: Filled(1, y=2)):
        with pytest.raises(TypeError):
            wrong()


class Wider(Filled):
    """A record below a record."""

    y: int = 0


def test_a_record_below_another_one_has_its_own_arguments():
    """A subclass has its own arguments, also after its base class was used."""
    assert Filled(1).x == 1
    assert Wider(1, y=2).y == 2


class Own(Record):
    """A class that says itself how a value is made."""

    x: int

    def __init__(self, text: str) -> None:
        object.__setattr__(self, "x", int(text))


def test_a_record_keeps_an_init_of_its_own():
    """A record's own `__init__` is kept."""
    assert Own("7").x == 7

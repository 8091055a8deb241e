"""Values computed once, and again as soon as their inputs change."""

import pytest

from firmware_host.board.once import Lazy, Once


@pytest.fixture
def made():
    return []


@pytest.fixture
def once(made):
    """Return a function that computes lists through `Once`, and records when."""
    kept = Once()

    def get(key, *of):
        return kept(key, of, lambda: made.append(key) or list(of))

    return get


def test_the_same_is_made_once(once, made):
    state, other = ["state"], ["state"]
    first = once("wall", state)
    assert first == [state]
    assert once("wall", state) is first
    assert once("wall", other) is not first  # equal, but another change
    assert made == ["wall"] * 2


def test_each_key_has_its_own(once, made):
    """Each key has its own value, even for the same input."""
    state = ["state"]
    assert once("wall", state) is not once("seat 0", state)
    assert once("wall", state) is once("wall", state)
    assert made == ["wall", "seat 0"]


def test_whatever_changes_makes_it_anew(once, made):
    session, face, next_face = ["session"], ["face"], ["face"]
    once("wall", session, face)
    once("wall", session, next_face)
    once("wall", session, next_face)
    assert made == ["wall"] * 2


def test_a_thing_is_loaded_when_it_is_first_asked_for():
    """A value is loaded at its first use, once; all keys are listed before."""
    loaded = []
    things = Lazy(("one", "two"), lambda name: loaded.append(name) or name.upper())
    assert list(things) == ["one", "two"]
    assert len(things) == 2
    assert "two" in things
    assert "xx" not in things
    assert things.get("xx") is None
    assert loaded == []
    assert things["two"] == things["two"] == "TWO"
    assert loaded == ["two"]

"""The tree of errors, as its own docstring draws it."""

import builtins
import re

import pytest

from firmware_host import errors

DRAWN = re.findall(r"`(\w+)` \(also `(\w+)`\)", errors.__doc__ or "")


def test_the_drawing_shows_every_error() -> None:
    """The tree in the module's docstring has every error."""
    subclasses = {error.__name__ for error in errors.LetterzoneError.__subclasses__()}
    assert {name for name, _ in DRAWN} == {
        name for name in subclasses if hasattr(errors, name)
    }


@pytest.mark.parametrize(("name", "also"), DRAWN)
def test_an_error_is_what_it_is_drawn_as(name: str, also: str) -> None:
    """Each is caught as ours and as the built-in one it resembles."""
    error = getattr(errors, name)
    assert issubclass(error, errors.LetterzoneError)
    assert issubclass(error, getattr(builtins, also))


def test_headings_are_told_apart() -> None:
    """No two errors lead to the same heading of the manual."""
    anchors = [getattr(errors, name).help_anchor for name, _ in DRAWN]
    assert len(set(anchors)) == len(anchors)

"""What raises while it shows costs only itself, and nobody reads a word of it."""

import pytest

from firmware_host.board.events import Failed
from firmware_host.table.parts import PartGuard


@pytest.fixture
def told():
    return []


@pytest.fixture
def guard(told):
    return PartGuard(told.append)


def slip():
    """Raise with a word in it."""
    msg = "HOBBY"
    raise KeyError(msg)


def test_what_works_is_passed_on(guard, told):
    """With all its arguments, and what it returns."""
    assert guard("sum", sum, [1, 2], start=3) == 6
    assert not guard.broken
    assert told == []


def test_a_fault_is_told_once_and_logged_without_its_sentence(guard, told, caplog):
    """Its kind and its place are enough to mend it."""
    assert guard("lamp-1", slip) is None
    assert guard("lamp-1", slip) is None

    assert told == [Failed("showing")]
    assert len(caplog.messages) == 1
    assert "lamp-1 cannot be shown: KeyError at test_guard.py:" in caplog.text
    assert "HOBBY" not in caplog.text


def test_it_is_broken_until_everything_that_raised_has_worked(guard, told):
    """Another name's success is none of its own."""
    guard("lamp-1", slip)
    guard("lamp-2", slip)
    guard("lamp-1", int)
    assert guard.broken
    guard("lamp-2", int)
    assert not guard.broken
    guard("lamp-2", slip)
    assert told == [Failed("showing")] * 2


def test_whoever_cancels_is_not_stopped(guard):
    """Only mistakes are kept back."""

    def leave():
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        guard("lamp-1", leave)

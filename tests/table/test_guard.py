"""An exception while something is shown affects only that part, and is logged."""

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
    """The guard passes arguments and result on."""
    assert guard("sum", sum, [1, 2], start=3) == 6
    assert not guard.broken
    assert told == []


def test_a_fault_is_told_once_and_logged_without_its_sentence(guard, told, caplog):
    """A fault is reported and logged once, with its kind and place and not its text."""
    assert guard("lamp-1", slip) is None
    assert guard("lamp-1", slip) is None

    assert told == [Failed("showing")]
    assert len(caplog.messages) == 1
    assert "lamp-1 cannot be shown: KeyError at test_guard.py:" in caplog.text
    assert "HOBBY" not in caplog.text


def test_it_is_broken_until_everything_that_raised_has_worked(guard, told):
    """The guard is broken until every name that raised has worked."""
    guard("lamp-1", slip)
    guard("lamp-2", slip)
    guard("lamp-1", int)
    assert guard.broken
    guard("lamp-2", int)
    assert not guard.broken
    guard("lamp-2", slip)
    assert told == [Failed("showing")] * 2


def test_whoever_cancels_is_not_stopped(guard):
    """The guard does not catch KeyboardInterrupt."""

    def leave():
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        guard("lamp-1", leave)

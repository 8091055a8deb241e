"""The events of a link."""

from dataclasses import FrozenInstanceError
from typing import get_args

import pytest

from firmware_host.link.events import Connected, LinkEvent, Offline
from firmware_host.link.frames import Noise


def test_everything_a_link_tells_is_in_one_union():
    """The union of all events of a link is complete, for mypy's check of the table."""
    names = {kind.__name__ for kind in get_args(LinkEvent)}
    assert names == {
        *("Connected", "Event", "Heartbeat", "Reads", "Offline"),
        *("Unreadable", "Unsupported"),
        Noise.__name__,
    }
    assert {Connected, Offline} < set(get_args(LinkEvent))


def test_what_was_told_stays_as_it_was():
    """A listener cannot change it under another one's eyes."""
    with pytest.raises(FrozenInstanceError):
        Noise(3).size_bytes = 4

"""Fixtures of the tests of the simulated board."""

import pytest

from firmware_host.session import held_buttons
from firmware_host.simulate import hands


@pytest.fixture
def short_chord(monkeypatch):
    """A menu that opens after a moment; one test holds the real three seconds."""
    monkeypatch.setattr(held_buttons, "HOLD_MS", 200)
    monkeypatch.setattr(hands, "CHORD_S", 0.4)

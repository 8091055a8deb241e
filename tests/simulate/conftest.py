"""What tests of the simulated board share."""

import pytest

from firmware_host.session import chord
from firmware_host.simulate import hands


@pytest.fixture
def short_chord(monkeypatch):
    """A menu that opens after a moment; one test holds the real three seconds."""
    monkeypatch.setattr(chord, "HOLD_MS", 200)
    monkeypatch.setattr(hands, "CHORD_S", 0.4)

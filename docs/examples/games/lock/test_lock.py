"""Lock keeps what every game promises, and its form turns dials and a colour."""

from pathlib import Path

from firmware_host.kit import faults_in


def test_it_keeps_what_every_game_promises():
    assert list(faults_in(Path(__file__).parent)) == []

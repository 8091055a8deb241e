"""Code breaking keeps what every game promises, and a piece of a row counts once."""

from pathlib import Path

from codebreaker import Judged, judged

from firmware_host.kit import KINDS, faults_in

RED, YELLOW, BLUE, GREEN = KINDS


def test_it_keeps_what_every_game_promises():
    assert list(faults_in(Path(__file__).parent)) == []


def test_a_piece_counts_once():
    told = judged((RED, BLUE, BLUE, GREEN), (BLUE, RED, RED, RED))
    assert told == Judged(0, 2, right=False)

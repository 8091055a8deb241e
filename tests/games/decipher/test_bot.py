"""A bot of Decipher seeks on its turn, and keeps to what everybody sees."""

from dataclasses import replace

import pytest

from firmware_host.board.pieces import BOARD, Seat
from firmware_host.games import bots
from firmware_host.games.decipher.evidence import (
    LONGER_MS,
    MINDS,
    THINKS_MS,
    bot,
    choose_action,
)
from firmware_host.games.decipher.game import decipher
from firmware_host.games.decipher.state import Guess, Hand, Secret, Tap
from tests.games.play import RED, do, header

CHANCE = bots.chance(b"a bot's.", 7)


def handed():
    """Return a game against the board, a piece of HOBBY in the first seeker's hand."""
    state = decipher.start(header(board_makes=True, seats=2))
    return do(state, Secret(BOARD, "HOBBY", override=True), Hand(RED))


@pytest.mark.parametrize("strength", decipher.BOTS)
def test_on_its_turn_it_taps_or_guesses_and_the_rules_take_it(strength):
    """It thinks as long as a person may who has thought before."""
    state = handed()
    view = decipher.view(state, state.round.turn)
    move = bot(view, state.header, strength, CHANCE)
    assert isinstance(move.action, Tap | Guess)
    assert THINKS_MS <= move.after_ms < THINKS_MS + LONGER_MS
    assert isinstance(decipher.act(state, move.action), tuple)


@pytest.mark.parametrize("strength", decipher.BOTS)
def test_what_it_knows_stays_from_move_to_move(strength):
    """It is its own strength's mind, by its seed alone; each seed is somebody else."""
    state = handed()
    view, times = decipher.view(state, state.round.turn), set()
    for number in range(12):
        seed = bots.seed(bytes([number]) * 32, 0)
        known = bots.chance(seed, 0)[: bots.SEED_BYTES]
        does = choose_action(
            view.public, state.header, view.seat, MINDS[strength], known
        )
        for at in range(3):
            move = bot(view, state.header, strength, bots.chance(seed, at))
            assert move.action == does
            times.add(move.after_ms)
    assert len(times) > 12


def test_it_waits_on_anybody_elses_turn_and_between_rounds():
    """Nor does it act for whoever has left the round."""
    state = handed()
    other = Seat(1 - state.round.turn)
    assert bot(decipher.view(state, other), state.header, "easy", CHANCE) is None
    before = decipher.start(header(board_makes=True))
    assert bot(decipher.view(before, Seat(0)), before.header, "easy", CHANCE) is None
    view = decipher.view(state, state.round.turn)
    out = replace(view, public=replace(view.public, seekers=(other,)))
    assert bot(out, state.header, "easy", CHANCE) is None

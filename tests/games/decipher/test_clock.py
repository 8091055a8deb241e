"""A clock for turns: when it runs, and what comes of it; a rule of the house."""

import pytest

from firmware_host.board.events import Woke
from firmware_host.board.moments import What
from firmware_host.games.common import Undo, Undone
from firmware_host.games.contract import AT_ONCE
from firmware_host.games.decipher.game import decipher
from firmware_host.games.decipher.state import Ask, Hand, Pass, TimedOut, TimeUp
from tests.games.play import (
    BEN,
    LEE,
    RED,
    YELLOW,
    begun,
    do,
    guess,
    lay_all_but,
    refusal,
    tap,
)

CLOCK = (("turn_s", 30),)
CONFIRM = (*CLOCK, ("hand", "confirm"))


def timed(word="HOBBY", options=CLOCK, **changes):
    """A round with a clock of 30 seconds; Lee is on turn."""
    return begun(word, options=options, **changes)


def runs(game):
    """Tell whether a turn's time runs."""
    wake = decipher.wake(game)
    return wake is not None and wake != AT_ONCE


def test_without_the_rule_no_turn_runs_out():
    """As in the box."""
    game = do(begun(), tap(1, RED))
    assert decipher.wake(game) is None
    assert decipher.interpret(game, Woke()) is None
    assert refusal(game, TimeUp()) == "too-late"


def test_it_begins_after_the_first_answer_of_a_round():
    """Until then there is much to read."""
    game = timed()
    assert not runs(game)
    after = do(game, tap(1, RED))
    assert decipher.wake(after).ms == 30_000
    assert runs(do(game, guess(LEE, "PANDA")))


def test_a_no_does_not_begin_it_anew_and_a_yes_does():
    """The wait is the same one as long as it has the same name."""
    first = do(timed(), tap(2, RED))
    second = do(first, tap(5, RED))
    assert decipher.wake(first) == decipher.wake(second)
    third = do(second, tap(1, RED))
    assert decipher.wake(third).of != decipher.wake(second).of


def test_when_it_is_up_the_next_seeker_is_on():
    """Nothing else changes: no token, no point, nothing covered or laid."""
    game = do(timed(), tap(1, RED))
    assert game.round.turn == BEN
    action = decipher.interpret(game, Woke())
    assert action == TimeUp()
    facts = decipher.act(game, action)
    assert facts == (TimedOut(LEE),)
    after = do(game, action)
    for name in ("placed", "covered", "tokens", "hidden", "bonus_left", "passed"):
        assert getattr(after.round, name) == getattr(game.round, name)
    assert after.round.turn == LEE
    moments = [one.what for one in decipher.moments(game, facts, after)]
    assert moments == [What.TIME, What.TURN]


def test_a_piece_in_hand_goes_on_with_the_turn():
    """And its No stays covered for whoever has it now."""
    game = do(timed(), tap(1, RED), Hand(RED), tap(2, RED))
    assert game.round.holding is RED
    after = do(game, TimeUp())
    assert (after.round.turn, after.round.holding) == (LEE, RED)
    assert refusal(after, tap(2, RED)) == "zone-covered"


def test_it_stands_still_once_it_was_up_for_everybody():
    """A table that has gone to dinner is not rung at all night."""
    game = do(timed(), tap(1, RED))
    for _ in range(2):
        assert runs(game)
        game = do(game, TimeUp())
    assert not runs(game)
    assert runs(do(game, tap(4, YELLOW)))
    assert runs(do(game, guess(BEN, "PANDA")))


def test_alone_it_only_rings():
    """The same seeker goes on; asking begins it anew."""
    game = do(timed(seats=1, board_makes=True, rounds=1))
    game = do(game, Hand(YELLOW))
    assert not runs(game)
    game = do(game, guess(0, "PANDA"))
    after = do(game, TimeUp())
    assert after.round.turn == game.round.turn
    assert not runs(after)


def test_it_waits_for_whoever_hands_a_piece_over():
    """The maker's time is not the seeker's."""
    game = do(timed(options=CONFIRM), Hand(RED), tap(1, RED))
    assert not runs(game)
    assert runs(do(game, Hand(RED)))


def test_in_bonus_mode_nobody_passes_by_it():
    """The round ends when all have chosen not to guess; running out is no choice."""
    game = lay_all_but(timed(), 3)
    assert runs(game)
    first = do(game, TimeUp(), Pass())
    assert first.round is not None
    assert len(first.round.passed) == 1
    asked = do(game, Ask())
    assert decipher.wake(asked).of != decipher.wake(game).of


def test_undo_gives_the_turn_back_with_its_whole_time():
    """The wait of that turn is another one than that which ran out."""
    game = do(timed(), tap(1, RED))
    late = do(game, TimeUp())
    back = do(late, Undo())
    assert isinstance(decipher.act(late, Undo())[0], Undone)
    assert back.round == game.round
    assert decipher.wake(back).of != decipher.wake(late).of


@pytest.mark.parametrize("seconds", [30, 60, 90])
def test_a_turn_takes_as_long_as_the_table_says(seconds):
    game = do(timed(options=(("turn_s", seconds),)), tap(1, RED))
    assert decipher.wake(game).ms == 1000 * seconds

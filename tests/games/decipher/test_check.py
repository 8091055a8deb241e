"""The record of which piece lies where follows what is seen; answers never change."""

import pytest

from firmware_host.board.messages import Refused
from firmware_host.board.pieces import Piece, Zone
from firmware_host.games.common import Check, Checked, Undo
from firmware_host.games.decipher.game import decipher
from firmware_host.games.decipher.state import Answered
from tests.games.play import BLUE, GREEN, RED, begun, do, header, refusal, tap

ONE, TWO = Zone(1), Zone(2)


def game():
    """HOBBY, with two red pieces in its H and a blue one in its O."""
    return do(begun(), tap(1, RED, 1), tap(1, RED, 2), tap(2, BLUE, 1))


def check(*seen):
    return Check(tuple((kind, number, Zone(zone)) for kind, number, zone in seen))


def laid(game, *seen):
    after = do(game, check(*seen))
    assert after.round.placed == game.round.placed
    return set(after.round.laid)


def test_every_piece_on_the_board_is_told_with_its_zone():
    """A piece that nobody could recognise has no number."""
    assert decipher.pieces_on_board(do(game(), tap(2, BLUE))) == (
        (ONE, Piece(RED, 1)),
        (ONE, Piece(RED, 2)),
        (TWO, Piece(BLUE, 1)),
        (TWO, Piece(BLUE)),
    )


def test_between_rounds_there_is_nothing_to_look_at():
    """The board is cleared then."""
    before = decipher.start(header())
    assert decipher.pieces_on_board(before) is None
    assert refusal(before, check()) == "no-round"


def test_a_piece_from_the_box_takes_the_place_of_one_that_was_lost():
    """The lost one may be tapped anywhere from now on."""
    assert laid(game(), (RED, 1, 1), (RED, 7, 1)) == {
        (RED, 1, ONE),
        (RED, 7, ONE),
        (BLUE, 1, TWO),
    }
    after = do(game(), check((RED, 1, 1), (RED, 7, 1)))
    assert refusal(after, tap(5, RED, 2)) == ""
    assert refusal(after, tap(5, RED, 7)) == "piece-laid"


def test_pieces_of_a_kind_that_changed_places_are_known_again():
    before = do(game(), tap(3, RED, 3))
    assert laid(before, (RED, 3, 1), (RED, 1, 3)) == {
        (RED, 3, ONE),
        (RED, 1, Zone(3)),
        (RED, 2, ONE),
        (BLUE, 1, TWO),
    }


def test_a_piece_that_came_without_a_number_gets_one():
    """It was a phone's, or a board's without tags, and now it is tapped."""
    assert (BLUE, 5, TWO) in laid(do(game(), tap(2, BLUE)), (BLUE, 5, 2))


def test_what_was_not_looked_at_stays_as_it_was_known():
    assert laid(game()) == set(game().round.laid)


@pytest.mark.parametrize(
    "seen",
    [
        [(GREEN, 1, 1)],
        [(RED, 1, 6)],
        [(RED, 1, 1), (RED, 2, 1), (RED, 3, 1)],
    ],
    ids=["kind", "outside", "too many"],
)
def test_a_count_that_differs_is_refused_since_it_would_change_an_answer(seen):
    outcome = decipher.act(game(), check(*seen))
    assert isinstance(outcome, Refused)
    assert (outcome.code, outcome.values) == (
        "check-count",
        (("zone", seen[-1][2]),),
    )


def test_a_correction_is_taken_back_like_any_action():
    """And then the tap before it."""
    before = game()
    after = do(before, check((RED, 7, 1)), Undo())
    assert after.round == before.round
    assert (BLUE, 1, TWO) not in do(after, Undo()).round.laid


def test_it_reads_back_from_the_journal_as_it_was():
    action = check((RED, 7, 1))
    facts = decipher.act(game(), action)
    assert decipher.action(decipher.action_json(action)) == action
    assert decipher.fact(decipher.fact_json(facts[0])) == facts[0]
    assert isinstance(facts[0], Checked)


def test_it_says_ok_and_makes_no_sound():
    before = game()
    facts = decipher.act(before, check())
    assert decipher.answer(facts) == {"answer": "ok"}
    assert not decipher.moments(before, facts, decipher.fold(before, facts))


def test_the_last_answer_stays_on_its_lamp():
    """Nothing has been answered since."""
    assert do(game(), check()).round.last == (TWO, True)
    assert isinstance(decipher.act(game(), tap(2, BLUE))[0], Answered)

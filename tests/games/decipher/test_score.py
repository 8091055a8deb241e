"""Points and winners of Decipher, with numbers from the rule book."""

import pytest

from firmware_host.board.pieces import BOARD, Seat
from firmware_host.games.decipher.game import decipher
from firmware_host.games.decipher.rules import (
    AskForPiece,
    HandOver,
    PassTurn,
    Retire,
    SetSecret,
    count_found,
    is_alone,
)
from firmware_host.games.game import End, Join, Leave, Void
from tests.games.play import (
    BEN,
    ENTROPY,
    LEE,
    RED,
    TINA,
    begun,
    do,
    guess,
    header,
    tap,
    wrong_guesses,
)

WRONG, RIGHT = "XXX", "III"


def three_wrong(seat):
    return wrong_guesses(seat, 3, length=3)


def asked(*zones):
    """Ask for a piece and tap it, zone by zone."""
    return [act for zone in zones for act in (AskForPiece(), tap(zone, RED))]


@pytest.mark.parametrize(
    ("actions", "points"),
    [
        # A token of Lee's for the maker; five, and two for each of three bonus tokens.
        ([guess(LEE, RIGHT)], (1, 2 + 5 + 6, 3)),
        ([guess(LEE, WRONG), guess(LEE, RIGHT)], (2, 1 + 5 + 6, 3)),
        ([*wrong_guesses(LEE, 2, length=3), guess(LEE, RIGHT)], (3, 5 + 6, 3)),
        # Each request moves a bonus token; its owner at the end gets two points.
        ([*asked(2), guess(BEN, RIGHT)], (2 + 1, 3, 2 + 5 + 4)),
        ([*asked(2, 3), guess(BEN, RIGHT)], (4 + 1, 3, 2 + 5 + 2)),
        ([*asked(2, 3, 4), guess(BEN, RIGHT)], (6 + 1, 3, 2 + 5)),
        # Five points for a word that was not found; a player who retires keeps the
        # tokens.
        ([PassTurn(), PassTurn()], (5, 3, 3)),
        ([Retire(LEE), Retire(BEN)], (5, 3, 3)),
        ([*three_wrong(LEE), Retire(BEN)], (3 + 5, 0, 3)),
        ([*three_wrong(LEE), *three_wrong(BEN)], (6 + 5, 0, 0)),
        # A token for a No, beside the two that were asked for.
        ([*asked(2, 2), guess(LEE, RIGHT)], (1 + 4 + 1, 2 + 5 + 2, 3)),
        # A player who leaves keeps the points; one who joins gets points from the next
        # round.
        ([Leave(LEE), guess(BEN, RIGHT)], (1, 3, 2 + 5 + 6)),
        ([Join(Seat(3)), guess(BEN, RIGHT)], (1, 3, 2 + 5 + 6, 0)),
    ],
)
def test_a_round_brings_what_the_rule_book_says(actions, points):
    """Tina makes the word; Lee is on turn, then Ben."""
    game = do(begun(RIGHT), *actions)

    assert game.results[0].points == points


def alone(*rounds):
    """Return a game of Tina against the board, who makes HOBBY in each round."""
    game = decipher.start(header(seats=1, board_makes=True, rounds=len(rounds)))
    return against(game, *rounds)


def against(game, *rounds):
    for actions in rounds:
        secret = SetSecret(BOARD, "HOBBY", override=True, entropy=ENTROPY)
        game = do(game, secret, *actions)
    return game


HIT, MISS = [guess(TINA, "HOBBY")], [Retire(TINA)]
THIRD = wrong_guesses(TINA, 2) + HIT


@pytest.mark.parametrize(
    ("rounds", "sums", "winners", "words"),
    [
        ([HIT], (13, 1), (TINA,), 1),
        ([THIRD], (11, 3), (TINA,), 1),
        ([MISS], (3, 5), (BOARD,), 0),
        ([MISS, MISS], (6, 10), (BOARD,), 0),
        ([HIT, MISS], (16, 6), (TINA,), 1),
        ([HIT, HIT], (26, 2), (TINA,), 2),
    ],
)
def test_a_lone_seeker_and_the_board_count_against_each_other(
    rounds, sums, winners, words
):
    """The board has a column of its own, the last one."""
    game = alone(*rounds)

    assert (game.totals, game.winners, count_found(game)) == (sums, winners, words)
    assert is_alone(game)
    assert game.over


def test_the_board_cannot_win_where_every_word_was_found():
    """However many points it has: nine against five."""
    game = decipher.start(header(seats=1, length=3, board_makes=True))
    game = do(game, SetSecret(BOARD, RIGHT, override=True, entropy=ENTROPY))
    for zone in (2, 3, 4):
        game = do(game, AskForPiece(), HandOver(RED), tap(zone, RED))
    game = do(game, *wrong_guesses(TINA, 2, length=3), guess(TINA, RIGHT))

    assert (game.results[0].points, game.winners) == ((5, 9), (TINA,))


def test_a_board_that_many_play_against_has_points_and_wins_nothing():
    """Five for each word that was not found."""
    game = decipher.start(header(seats=2, board_makes=True, rounds=2))
    out = [*wrong_guesses(TINA, 3), *wrong_guesses(LEE, 3)]
    game = against(game, out, out)

    assert (game.totals, game.winners) == ((0, 0, 22), (TINA, LEE))
    assert not is_alone(game)


def test_totals_have_a_column_for_whoever_came_later():
    """The totals have a column for a player who joined later, with 0 before."""
    game = do(begun(RIGHT), Join(Seat(3)), guess(LEE, RIGHT))
    assert game.totals == (1, 13, 3, 0)
    game = do(game, SetSecret(LEE, RIGHT, override=True), guess(Seat(3), RIGHT))
    assert game.totals == (1 + 3, 13 + 1, 3 + 3, 13)
    board = decipher.start(header(seats=1, board_makes=True, rounds=2))
    board = against(board, [Join(LEE), *HIT], [guess(LEE, "HOBBY")])
    assert board.totals == (13 + 3, 13, 2)


def test_without_a_finished_round_nobody_has_won():
    """Without a finished round there is no winner; a voided round does not count."""
    game = do(begun(RIGHT), Void(), End())

    assert (game.winners, game.totals) == ((), (0, 0, 0))

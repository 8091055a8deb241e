"""A word's difficulty: not found counts most, then wrong guesses, then a No."""

from firmware_host.app.archive.summaries import (
    HARDEST,
    GameSummary,
    RoundSummary,
    hardness,
    practice,
)
from firmware_host.board.pieces import Seat
from firmware_host.games.contract import Result


def game(*rounds):
    return GameSummary(1, {}, (), (), "", rounds, ended=True, winners=())


def played(word, *, noes=0, wrong=0, found=True):
    result = Result(word, Seat(0), Seat(1) if found else None, (0, 0))
    return RoundSummary(
        result, (("red", True), *(("blue", False),) * noes), wrong, 1000
    )


def test_the_hardest_comes_first():
    words, kinds = hardness(
        [
            game(played("EASY"), played("LOST", found=False)),
            game(played("NOES", noes=3), played("WRONG", wrong=2)),
        ]
    )
    assert list(words) == ["LOST", "WRONG", "NOES", "EASY"]
    assert (kinds["red"].yes, kinds["blue"].no) == (4, 3)


def test_a_word_is_as_hard_as_each_time_on_average():
    words, _ = hardness(
        [game(played("ONCE", noes=2)), game(*[played("OFTEN", noes=1)] * 4)]
    )
    assert list(words) == ["ONCE", "OFTEN"]


def test_the_list_is_short():
    words, _ = hardness([game(*[played(f"W{n}") for n in range(40)])])
    assert len(words) == HARDEST


def test_a_word_is_needed_again_until_it_goes_well():
    """
    A word needs practice if its newest round went badly.

    That is: not found, two wrong guesses, or more NOs than letters.
    """
    newest = game(played("LOST"), played("MANY", noes=5), played("WELL", noes=4))
    older = game(played("LOST", found=False), played("HARD", wrong=2), played("WELL"))
    assert [one.word for one in practice([newest, older])] == ["MANY", "HARD"]
    assert [one.word for one in practice([older, newest])] == ["MANY", "HARD", "LOST"]


def test_a_words_figures_are_of_all_its_rounds():
    """
    A word's figures are the sums of all its rounds.

    A round without a maker is left out.
    """
    newest = game(played("LOST", found=False, noes=2))
    [row] = practice([newest, game(played("LOST", noes=1, wrong=1))])
    assert (row.games, row.found, row.no, row.wrong) == (2, 1, 3, 1)
    made_by_nobody = RoundSummary(Result("KEY", None, None, (0,)), (), 0, 1)
    assert practice([game(made_by_nobody)]) == []

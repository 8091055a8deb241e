"""Not to find a word is hardest, then to guess wrong, then to hear No."""

from firmware_host.app.archive.hardness import HARDEST, hardness
from firmware_host.app.archive.summaries import Round, Summary
from firmware_host.board.pieces import Seat
from firmware_host.games.contract import Result


def game(*rounds):
    return Summary(1, {}, (), (), "", rounds, ended=True, winners=())


def played(word, *, noes=0, wrong=0, found=True):
    result = Result(word, Seat(0), Seat(1) if found else None, (0, 0))
    return Round(result, (("red", True), *(("blue", False),) * noes), wrong, 1000)


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

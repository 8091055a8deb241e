"""
The product and the referee say the same of every game.

A difference prints the game up to there as a transcript: put it in a file and
`letterzone replay --json FILE` shows the product's side of it again.
"""

import json

import pytest

from tests.judged import judge_lines
from tests.referee.differences import compare, differences, referees_judgement
from tests.referee.spoken import join, read

FEW, MANY = range(80), range(80, 5000)


def products_judgement(lines):
    """Return the objects that `replay --json` prints for these lines."""
    return judge_lines([json.dumps(line, ensure_ascii=False) for line in lines])


def disagreements(seeds):
    found = differences(referees_judgement, products_judgement, seeds)
    return "\n\n".join(map(str, found[:3]))


@pytest.mark.parametrize("name", ["box.jsonl", "gruen.jsonl"])
def test_product_and_referee_agree_on_the_examples(name):
    """Product and referee give the same results for the example transcripts."""
    assert compare(referees_judgement, products_judgement, read(name)) is None


@pytest.mark.parametrize("board", [False, True])
def test_product_and_referee_agree_on_a_full_table(board):
    """The box serves four, the board eight."""
    header = {"letterzone": 1, "game": "decipher", "language": "en", "length": 3}
    header |= {"players": list("ABCDEFGH" if board else "ABCD")}
    header |= {"maker": "board", "rounds": 1} if board else {}
    lines = [header, join("Eve")]
    assert compare(referees_judgement, products_judgement, lines) is None


@pytest.mark.ci
def test_product_and_referee_agree_on_random_games():
    """Two implementations by two authors, and no answer, row or total differs."""
    assert disagreements(FEW) == ""


@pytest.mark.long
def test_product_and_referee_agree_on_thousands_of_games():
    """The same, for as long as a nightly run allows."""
    assert disagreements(MANY) == ""

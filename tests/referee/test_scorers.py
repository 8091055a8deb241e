"""
The product and second scorers, by another author, say the same of every game.

A difference prints the game up to there as a transcript: put it in a file and
`letterzone replay --json FILE` shows the product's side of it again.
"""

import pytest

from tests.referee import codecards, keyword, wqrdles
from tests.referee.scored import (
    EXAMPLES,
    agree,
    example,
    parting,
    partings,
    products,
)

SCORERS = {"codecards": codecards, "wqrdles": wqrdles, "keyword": keyword}
PLAYED = sorted(
    path.name
    for path in EXAMPLES.glob("*.jsonl")
    if path.stem.partition("-")[0] in SCORERS
)
FEW, MANY = range(25), range(25, 3000)


@pytest.mark.parametrize("name", PLAYED)
def test_product_and_scorer_agree_on_the_playthroughs(name):
    """Product and scorer give the same results for each example game."""
    scorer = SCORERS[name.partition(".")[0].partition("-")[0]]
    assert parting(scorer.score, example(name)) == ""


@pytest.mark.ci
@pytest.mark.parametrize("game", SCORERS)
def test_product_and_scorer_agree_on_random_games(game):
    """Two implementations by two authors, and no answer, row or total differs."""
    scorer = SCORERS[game]
    assert partings(scorer.score, scorer.play, FEW) == ""


@pytest.mark.long
@pytest.mark.parametrize("game", SCORERS)
def test_product_and_scorer_agree_on_thousands_of_games(game):
    """The same, for as long as a nightly run allows."""
    scorer = SCORERS[game]
    assert partings(scorer.score, scorer.play, MANY) == ""


@pytest.mark.parametrize("game", SCORERS)
def test_random_games_are_played_to_their_ends(game):
    """Of 20 random games at least 15 are finished and 15 have a refused line."""
    scorer = SCORERS[game]
    said = [scorer.score(scorer.play(seed)) for seed in range(20)]
    assert sum(any("totals" in one for one in game) for game in said) >= 15
    assert sum(any("refused" in one for one in game) for game in said) >= 15


def test_a_difference_is_seen():
    """Different answers or keys disagree; extra fields and refusal reasons do not."""
    assert agree({"line": 2, "answer": "ok"}, {"line": 2, "answer": "ok", "more": 1})
    assert agree({"line": 2, "refused": True}, {"line": 2, "refused": "why"})
    assert not agree({"line": 2, "answer": "ok"}, {"line": 2, "answer": "no"})
    assert not agree({"line": 2, "answer": "ok"}, {"line": 2, "refused": "why"})
    assert not agree({"line": 2, "refused": True}, {"line": 2, "answer": "ok"})
    assert not agree({}, {"totals": {}})
    assert not agree({"totals": {}}, {})


def test_marks_of_the_rule_book():
    """Marks and clues of the rule book's examples are right."""
    assert wqrdles.marks("SHAPE", "HOUSE") == "yy--g"
    assert wqrdles.clue("SHAPE", "HOUSE") == "<"
    assert wqrdles.marks("PECAN", "NEWTS") == "-g--y"
    assert wqrdles.clue("PECAN", "NEWTS") == "<"
    assert wqrdles.marks("PEALS", "ROAST") == "--g-y"


def test_each_letter_of_the_secret_justifies_one_mark():
    """Greens first, then yellows from the left."""
    assert wqrdles.marks("EERIE", "SHEEP") == "yy---"
    assert wqrdles.marks("GEESE", "SHEEP") == "-ygy-"
    assert wqrdles.marks("LLAMA", "LEVEL") == "gy---"


# --- the rule books' own examples, said by the product ------------------------------


def rows(lines):
    """Return the product's result for each round."""
    return [one for one in products(lines) if "round" in one]


@pytest.mark.parametrize(
    ("secret", "query", "marks", "clue"),
    [
        ("HOUSE", "SHAPE", "yy--g", "<"),
        ("NEWTS", "PECAN", "-g--y", "<"),
        ("ROAST", "PEALS", "--g-y", ">"),
    ],
)
def test_marks_and_clue_of_the_product(secret, query, marks, clue):
    """Marks and clue match the rule book's examples."""
    header = {"letterzone": 1, "game": "wqrdles", "language": "en", "length": 5}
    lines = [header | {"players": ["Tina", "Ben"]}]
    lines += [{"do": "secret", "by": "Tina", "word": "ABOUT"}]
    lines += [{"do": "secret", "by": "Ben", "word": secret}]
    lines += [{"do": "query", "by": "Tina", "word": query}]
    *_, last = products(lines)
    assert (last["marks"], last["clues"]) == ([marks], [clue])


def keyword_round(*laid):
    """A round of KEYWORD in which Ann and Bob hold the same cards."""
    header = {"letterzone": 1, "game": "keyword", "language": "en"}
    lines = [header | {"players": ["Ann", "Bob"]}]
    lines += [{"do": "deal", "hands": ["CATSEN", "CATSEN"], "row": "STARED"}]
    for by, word, blue in laid:
        lines.append({"do": "lay", "by": by, "word": word, "blue": blue})
    return rows([*lines, {"do": "timeup"}])[0]


def test_more_blue_cards_win_a_tie():
    """With words of equal length the one with a blue card wins."""
    row = keyword_round(("Ann", "CATS", [0, 0, 0, 1]), ("Bob", "CATS", [0, 0, 0, 0]))
    assert row["guessed_by"] == "Ann"


def test_still_tied_nobody_scores():
    """With equal length and blue cards no one scores."""
    row = keyword_round(("Ann", "CATS", [0, 0, 0, 1]), ("Bob", "CATS", [0, 0, 2, 0]))
    assert (row["guessed_by"], row["points"]) == (None, {"Ann": 0, "Bob": 0})


def test_a_blue_card_used_twice_is_found_out_when_shown():
    """A word with one blue card used twice is accepted, but loses when shown."""
    row = keyword_round(("Ann", "SEATS", [1, 0, 0, 0, 1]), ("Bob", "CAT", [0, 0, 0]))
    assert (row["guessed_by"], row["words"]["Ann"]) == ("Bob", "SEATS")


def test_a_perfect_code_is_nine_points():
    """Naming all three cards gives nine points."""
    [row] = rows(example("codecards.jsonl"))
    assert row["points"]["Tina"] == 9

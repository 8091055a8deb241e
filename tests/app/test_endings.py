"""How a game ends is said truly: by finished rounds, and alone by the words found."""

import json

import pytest

from tests.judged import judge_lines

ALONE = {"game": "decipher", "players": ["Tina"], "length": 5, "maker": "board"}
WORD = {"do": "secret", "by": "board", "word": "HOBBY"}
FOUND = {"do": "guess", "by": "Tina", "word": "HOBBY"}
WRONG = FOUND | {"word": "HAPPY"}

#: Where each kind is tried before it fits, and where it fits.
CLUMSY = (("red", "251"), ("yellow", "2341"), ("blue", "13452"), ("green", "1253"))


def told(header, *lines):
    """Return the last result of a replayed game."""
    head = {"letterzone": 1, "language": "en", **header}
    return list(judge_lines([json.dumps(one) for one in (head, *lines)]))[-1]


def clumsily():
    """Yield twelve Noes, each kind's Yes after them."""
    for kind, zones in CLUMSY:
        yield {"do": "hand", "kind": kind}
        for zone in zones:
            yield {"do": "tap", "zone": int(zone), "kind": kind}


def test_who_found_every_word_alone_has_not_lost_to_the_board():
    """The board has more points, by twelve Noes and a wrong guess."""
    last = told(ALONE | {"rounds": 1}, WORD, *clumsily(), WRONG, FOUND)
    assert last == {"totals": {"Tina": 12, "board": 14}, "winners": ["Tina"]}


def test_a_word_that_nobody_found_can_be_the_boards():
    """Alone, with a word found and one that was not, the points decide."""
    wrong = [WRONG | {"word": word} for word in ("HOUSE", "TABLE", "LEMON")]
    lost = ({"do": "secret", "by": "board", "word": "PANDA"}, *wrong)
    last = told(ALONE | {"rounds": 2}, WORD, *clumsily(), WRONG, FOUND, *lost)
    assert last == {"totals": {"Tina": 12, "board": 22}, "winners": ["board"]}


TWO = ["Tina", "Ben"]

#: A game of each kind that ends in its first round, or before it.
BROKEN_OFF = {
    "decipher": (
        {"players": TWO, "length": 5},
        {"do": "secret", "by": "Tina", "word": "HOBBY"},
        {"do": "tap", "zone": 2, "kind": "red"},
    ),
    "codecards": ({"players": TWO},),
    "wqrdles": (
        {"players": TWO, "length": 5},
        {"do": "secret", "by": "Tina", "word": "HOUSE"},
        {"do": "secret", "by": "Ben", "word": "LEMON"},
        {"do": "query", "by": "Tina", "word": "HOUSE"},
        {"do": "guess", "by": "Tina", "of": "Ben", "word": "LEMON"},
    ),
    "keyword": ({"players": TWO},),
}


@pytest.mark.parametrize("game", BROKEN_OFF)
@pytest.mark.parametrize("first", [(), ({"do": "void"},)])
def test_nobody_wins_a_game_without_a_finished_round(game, first):
    """Six points of a round that was broken off count nothing; nothing is shared."""
    header, *lines = BROKEN_OFF[game]
    last = told({"game": game, **header}, *lines, *first, {"do": "end"})
    assert last == {"totals": {"Tina": 0, "Ben": 0}, "winners": []}


def test_finished_rounds_are_scored_at_the_end():
    """Ben is ahead after the first of two; the second is broken off."""
    rounds = (
        {"do": "secret", "by": "Tina", "word": "HOBBY"},
        {"do": "guess", "by": "Ben", "word": "HOBBY"},
        {"do": "secret", "by": "Ben", "word": "PANDA"},
    )
    last = told(
        {"game": "decipher", "players": TWO, "length": 5}, *rounds, {"do": "end"}
    )
    assert last == {"totals": {"Tina": 1, "Ben": 13}, "winners": ["Ben"]}

"""When a game of WQRDLES ends, by what was scored; each number stands in the rules."""

from dataclasses import replace

import pytest

from firmware_host.board.pieces import Seat
from firmware_host.games.common import Join, Undo
from firmware_host.games.contract import Result
from firmware_host.games.wqrdles.game import wqrdles
from firmware_host.games.wqrdles.rules import is_last, value
from firmware_host.games.wqrdles.state import Deal, Query, Secret
from tests.games.wqrdles.test_rules import (
    BEN,
    ENTROPY,
    TINA,
    do,
    hidden,
    refusal,
    start,
    time_up,
)


def scored(game, *rounds):
    """Return a game in which such rounds were finished."""
    return replace(game, results=tuple(Result("", None, None, one) for one in rounds))


@pytest.mark.parametrize(
    ("seats", "rounds", "last"),
    [
        (2, [(20, 0)], False),
        (2, [(21, 0)], True),
        (2, [(11, 0), (10, 20)], True),
        (2, [(10, 0), (10, 20)], False),
        (2, [(21, 21)], False),
        (2, [(10, 10), (12, 11)], True),
        (3, [(6, 0, 0)] * 4, False),
        (3, [(6, 0, 0)] * 5, True),
        (3, [(30, 0, 0)], False),
        (3, [(6, 6, 0)] * 5, False),
        (3, [(6, 6, 0)] * 7, False),
        (3, [(6, 6, 0)] * 8, True),
        (3, [(6, 6, 0)] * 5 + [(5, 6, 0)], True),
        (3, [(6, 0, 0)] * 2 + [(0, 0, 0)] * 3, True),
    ],
)
def test_the_last_round_is_the_fifth_or_what_breaks_a_tie(seats, rounds, last):
    """Three more at most; a race of two ends over twenty, and not by a tie."""
    game = hidden(*("HOUSE", "ABOUT", "LEMON")[:seats])

    assert is_last(scored(game, *rounds)) is last


def test_nobody_plays_on_alone():
    """However little was scored."""
    game = replace(hidden("HOUSE", "ABOUT", "LEMON"), players=(BEN,))
    assert is_last(scored(game, (0, 0, 0)))
    game = replace(game, players=(TINA, BEN))
    assert not is_last(scored(game, (0, 0, 0)))


@pytest.mark.parametrize(
    ("words", "values"),
    [
        (("HOUSE", "ABOUT", "LEMON"), [6, 5, 4, 3, 2, 1]),
        (("HOUSE", "ABOUT"), [6, 6, 5, 5, 4, 4, 3, 3, 2, 2, 1, 1, 1, 1]),
    ],
)
def test_each_row_is_worth_one_less(words, values):
    """In a race each has rows of one's own, the seventh worth as much as the sixth."""
    game, worth = hidden(*words), []
    for _ in values:
        asked = do(game, Query(game.round.turn, "PECAN"))
        worth.append(value(asked))
        game = time_up(asked)

    assert worth == values


def test_six_sit_down_and_no_seventh():
    """In their order; nobody joins a race of two."""
    five = start(5)
    assert refusal(five, Join(Seat(6))) == "no-seat"
    six = do(five, Join(Seat(5)))
    assert refusal(six, Join(Seat(6))) == "no-seat"
    assert refusal(start(2), Join(Seat(2))) == "no-seat"


@pytest.mark.parametrize(
    "action", [Secret(TINA, "HOUSE"), Deal(), Query(TINA, "HOUSE"), Undo()], ids=repr
)
def test_chance_comes_to_what_needs_it_and_is_not_changed(action):
    """A word's promise and the cards are drawn from it."""
    drawn = wqrdles.with_entropy(action, ENTROPY)

    needs = isinstance(action, Secret | Deal)
    assert drawn == (replace(action, entropy=ENTROPY) if needs else action)
    assert wqrdles.with_entropy(drawn, bytes(32)) == drawn

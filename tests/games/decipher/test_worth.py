"""What a position is worth: as the scoresheet has it, less what may still be lost."""

import statistics
from dataclasses import replace

import pytest

from firmware_host.board.pieces import Seat
from firmware_host.games.contract import Viewer
from firmware_host.games.decipher import worth
from firmware_host.games.decipher.actions import Guess
from firmware_host.games.decipher.game import decipher
from tests.games.play import begun, do, lay_all_but
from tools.measure_worth import measure


def test_the_more_words_are_left_the_more_is_lost():
    """Each row of the table goes up, and between two columns it lies between them."""
    for row in worth.PHASES:
        losses = worth.AHEAD[row]
        assert list(losses) == sorted(losses)
        assert losses[0] <= worth.ahead(row, 0.5) <= losses[1]
        assert worth.ahead(row, 99) == losses[-1]


def test_a_found_word_is_worth_what_the_scoresheet_says():
    """The difference of points, had it been called out now."""
    game = lay_all_but(begun("HOBBY"), 3)
    before = decipher.view(game, Viewer.PUBLIC)
    end = do(game, Guess(Seat(1), "HOBBY")).results[0].points
    assert worth.if_found(before) == end[1] + end[2] - end[0]
    asked = replace(before, bonus_left=2, noes=4)
    assert worth.if_found(asked) == worth.if_found(before) - 4 - 4


def test_a_word_that_hardly_anybody_knows_counts_less():
    """A common one counts as one, a rare one as a sixteenth."""
    header = begun("HOBBY").header
    index = worth.index_of(header.language, 5)
    assert worth.mass(header, index.bits(["HOUSE"])) == 1
    assert worth.mass(header, index.bits(["ABACA"])) == 1 / 16


@pytest.mark.long
def test_the_table_is_what_a_seeker_loses():
    """Measured anew with other rounds: no often met cell is 1.5 points away."""
    lost = measure(150, seed=16)
    for (phase, bits), some in lost.items():
        if len(some) >= 200 and bits <= worth.MOST_BITS:
            mean = statistics.fmean(some)
            assert abs(mean - worth.AHEAD[phase][bits]) < 1.5, (phase, bits, mean)

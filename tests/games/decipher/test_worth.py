"""What a position is worth: as the scoresheet has it, less what may still be lost."""

import statistics
from dataclasses import replace

import pytest

from firmware_host.board.pieces import Seat
from firmware_host.games.decipher import analysis
from firmware_host.games.decipher.game import decipher
from firmware_host.games.decipher.state import Guess
from firmware_host.games.views import Viewer
from tests.games.play import RED, begun, do, lay_all_but
from tools.measure_worth import measure


def test_the_more_words_are_left_the_more_is_lost():
    """Each row of the table goes up, and between two columns it lies between them."""
    for row in analysis.PHASES:
        losses = analysis.AHEAD[row]
        assert list(losses) == sorted(losses)
        half = (losses[0] + losses[1]) / 2
        assert analysis.points_ahead(row, 0.5) == pytest.approx(half)
        assert analysis.points_ahead(row, 99) == losses[-1]


def test_only_whoever_has_to_ask_or_guess_loses_by_what_is_hidden():
    """While a piece comes, is held or was asked for, the word's length counts."""
    before = decipher.view(lay_all_but(begun("HOBBY"), 3), Viewer.PUBLIC)
    assert analysis.phase(before, 5) == "hidden 3"
    for other in (
        replace(before, bonus_mode=False, hidden=None),
        replace(before, asked=True),
        replace(before, holding=RED),
    ):
        assert analysis.phase(other, 5) == "5"
    assert analysis.expected_points(before, 5, 1.0) == analysis.if_found(before) - 3.2


def test_a_found_word_is_worth_what_the_scoresheet_says():
    """The difference of points, had it been called out now."""
    game = lay_all_but(begun("HOBBY"), 3)
    before = decipher.view(game, Viewer.PUBLIC)
    end = do(game, Guess(Seat(1), "HOBBY")).results[0].points
    assert analysis.if_found(before) == end[1] + end[2] - end[0]
    asked = replace(before, bonus_left=2, noes=4)
    assert analysis.if_found(asked) == analysis.if_found(before) - 4 - 4


def test_a_word_that_hardly_anybody_knows_counts_less():
    """A common one counts as one, a rare one as a sixteenth."""
    header = begun("HOBBY").header
    index = analysis.index_of(header.language, 5)
    assert analysis.mass_of(header, index.bits(["HOUSE"])) == 1
    assert analysis.mass_of(header, index.bits(["ABACA"])) == 1 / 16


@pytest.mark.long
def test_the_table_is_what_a_seeker_loses():
    """Measured anew with other rounds: no often met cell is 1.5 points away."""
    lost = measure(150, seed=16)
    for (phase, bits), some in lost.items():
        if len(some) >= 200 and bits <= analysis.MOST_BITS:
            mean = statistics.fmean(some)
            assert abs(mean - analysis.AHEAD[phase][bits]) < 1.5, (phase, bits, mean)

"""A round explained: the best zone is found, luck is no skill, no word is known."""

import statistics
from dataclasses import replace

import pytest

from firmware_host.board.pieces import Seat, Zone
from firmware_host.games.decipher import evidence
from firmware_host.games.decipher.evidence import taps
from firmware_host.games.decipher.game import decipher
from firmware_host.games.decipher.rules import AskForPiece, Guess, HandOver, TapPiece
from firmware_host.games.views import Viewer
from tests.games.play import BLUE, GREEN, RED, begun, do, lay_all_but
from tools.measure_worth import measure


def explained(game, action):
    """Return an action's insight, and the game after it."""
    after = do(game, action)
    views = decipher.view(game, Viewer.PUBLIC), decipher.view(after, Viewer.PUBLIC)
    return decipher.insight(views[0], action, views[1], game.header), after


def test_the_best_zone_is_named_where_another_was_tapped():
    """After a tap in a worse zone the best one is named; the best one has no loss."""
    game = do(begun("HOBBY"), HandOver(GREEN))
    view = decipher.view(game, Viewer.PUBLIC)
    best, *_, worst = taps(view, game.header)
    assert best.of_ten > worst.of_ten
    gave, _ = explained(game, TapPiece(worst.zone, GREEN))
    assert gave.skill == pytest.approx(worst.worth - best.worth)
    assert gave.best.code == "insight-best-zone"
    assert gave.best["zone"] == best.zone
    right, _ = explained(game, TapPiece(best.zone, GREEN))
    assert (right.skill, right.best) == (0.0, None)


def test_a_no_tells_something_and_costs():
    """A Yes and a No of one tap have the same skill and different luck."""
    yes, no = (
        explained(do(begun(word), HandOver(RED)), TapPiece(Zone(1), RED))[0]
        for word in ("HOBBY", "COUCH")
    )
    assert yes.skill == no.skill
    assert yes.luck > 0 > no.luck
    assert no.bits > 0 < yes.bits


def test_two_words_with_the_same_answers_are_explained_alike():
    """A tap's insight is the same for two words with equal answers."""
    one, two = (
        explained(do(begun(word), HandOver(RED)), TapPiece(Zone(1), RED))[0]
        for word in ("HOBBY", "PANDA")
    )
    assert one == two


def test_a_piece_that_is_handed_over_is_nobodys_choice():
    """A handed-over piece has information, and no player and skill."""
    told, _ = explained(begun("HOBBY"), HandOver(BLUE))
    assert (told.by, told.skill, told.said) == (None, 0.0, None)
    assert told.bits > 0
    assert told.words == ()  # thousands are not named


def test_a_wild_guess_is_too_early_and_a_sure_one_is_best():
    """An early guess has a loss; a guess of the only possible word has none."""
    wild, _ = explained(begun("HOBBY"), Guess(Seat(1), "PANDA"))
    assert wild.skill < -1
    assert wild.best.code == "insight-wait"
    game = lay_all_but(begun("HOBBY"), 3)
    sure, after = explained(game, Guess(Seat(1), "HOBBY"))
    assert after.results
    assert (sure.skill, sure.left, sure.words) == (0.0, 1, ("HOBBY",))


def test_whoever_asks_though_the_word_is_clear_gives_points_away():
    """Asking for a piece when the word is certain has a loss."""
    game = lay_all_but(begun("HOBBY"), 3)
    asked, _ = explained(game, AskForPiece())
    assert asked.best.code == "insight-guess-now"
    assert asked.best["word"] == "HOBBY"
    assert asked.skill < -2


def test_a_word_of_no_list_is_found_all_the_same():
    """A found word in no list has a sentence that says so."""
    found, _ = explained(begun("ZEZYX"), Guess(Seat(1), "ZEZYX"))
    assert found.said.code == "insight-unknown"


def test_nothing_is_said_of_a_wrong_word_that_is_not_known():
    """A wrong word in no list has no sentence, and a spoken one no insight."""
    game = begun("HOBBY")
    strange, after = explained(game, Guess(Seat(1), "ZEZYX"))
    assert (strange.said, after.results) == (None, ())
    assert explained(game, Guess(Seat(1), "", spoken=True))[0] is None


def test_what_is_ruled_out_is_said():
    """A guess that the answers had excluded."""
    game = do(begun("HOBBY"), TapPiece(Zone(2), RED))
    wrong, _ = explained(game, Guess(Seat(1), "HELLO"))
    assert wrong.said.code == "insight-ruled-out"
    assert wrong.skill < 0


# --- the value of a position ------------------------------------------------


def test_the_more_words_are_left_the_more_is_lost():
    """The expected loss grows with the possible words and is interpolated."""
    for row, losses in evidence.AHEAD.items():
        assert list(losses) == sorted(losses)
        half = (losses[0] + losses[1]) / 2
        assert evidence.points_ahead(row, 0.5) == pytest.approx(half)
        assert evidence.points_ahead(row, 99) == losses[-1]


def test_only_whoever_has_to_ask_or_guess_loses_by_what_is_hidden():
    """The number of hidden pieces counts only if the seeker has to ask or guess."""
    before = decipher.view(lay_all_but(begun("HOBBY"), 3), Viewer.PUBLIC)
    assert evidence.phase(before, 5) == "hidden 3"
    for other in (
        replace(before, bonus_mode=False, hidden=None),
        replace(before, asked=True),
        replace(before, holding=RED),
    ):
        assert evidence.phase(other, 5) == "5"
    assert evidence.expected_points(before, 5, 1.0) == evidence.if_found(before) - 3.2


def test_a_found_word_is_worth_what_the_scoresheet_says():
    """The difference of points, had it been called out now."""
    game = lay_all_but(begun("HOBBY"), 3)
    before = decipher.view(game, Viewer.PUBLIC)
    end = do(game, Guess(Seat(1), "HOBBY")).results[0].points
    assert evidence.if_found(before) == end[1] + end[2] - end[0]
    asked = replace(before, bonus_left=2, noes=4)
    assert evidence.if_found(asked) == evidence.if_found(before) - 4 - 4


def test_a_word_that_hardly_anybody_knows_counts_less():
    """A common one counts as one, a rare one as a sixteenth."""
    header = begun("HOBBY").header
    index = evidence.index_of(header.language, 5)
    assert evidence.mass_of(header, index.bits(["HOUSE"])) == 1
    assert evidence.mass_of(header, index.bits(["ABACA"])) == 1 / 16


@pytest.mark.long
def test_the_table_is_what_a_seeker_loses():
    """The table of losses agrees with a new measurement within 1.5 points."""
    lost = measure(150, seed=16)
    for (phase, bits), some in lost.items():
        if len(some) >= 200 and bits <= evidence.MOST_BITS:
            mean = statistics.fmean(some)
            assert abs(mean - evidence.AHEAD[phase][bits]) < 1.5, (phase, bits, mean)

"""The sand at one screen: each player's own runs from the first look until done."""

import pytest

from firmware_host.board.events import Woke
from firmware_host.board.messages import Refused
from firmware_host.board.pieces import Millis, Seat
from firmware_host.games.contract import Wake
from firmware_host.games.game import Undo
from firmware_host.games.keyword.game import keyword
from firmware_host.games.keyword.rules import Deal, Late, Look, Pass
from firmware_host.games.views import Viewer
from tests.games.keyword.test_rules import dealt, do, lay, refusal, start

SAND = Millis(90_000)
TINA, BEN, LEE = map(Seat, range(3))
HANDS = (tuple("CTTXYZ"), tuple("CTTEEE"), tuple("BNNAIO"))


def shared(*seats, seats_of=2):
    """Return a round that was dealt at 5 s, in which these seats share a screen."""
    game = start(seats_of)
    deal = keyword.at_screen(Deal(HANDS[:seats_of], tuple("AERSLM")), seats, 5_000)
    return do(game, deal)


def looks(game, seat, at_ms):
    """Return the game after a player looks, if the game has a use for that."""
    action = keyword.look(game, seat)
    return game if action is None else do(game, keyword.at_screen(action, (), at_ms))


def test_no_sand_runs_before_the_first_look():
    game = shared(TINA, BEN)
    assert keyword.wake(game) is None
    assert keyword.view(game, Viewer.PUBLIC).sand_since == (None, None)


def test_the_sand_of_each_runs_from_the_first_look_on():
    game = looks(looks(shared(TINA, BEN), BEN, 20_000), TINA, 30_000)
    assert keyword.view(game, Viewer.PUBLIC).sand_since == (30_000, 20_000)
    assert keyword.wake(game) == Wake(SAND, (1, BEN), 20_000)
    assert keyword.interpret(game, Woke()) == Late(BEN)

    game = do(game, Late(BEN))
    assert keyword.wake(game) == Wake(SAND, (1, TINA), 30_000)
    assert not game.results


def test_a_second_look_begins_nothing_anew():
    game = looks(shared(TINA, BEN), TINA, 10_000)
    assert keyword.look(game, TINA) is None
    assert do(game, Look(TINA, 60_000)).round.looked == ((TINA, 10_000),)


def test_it_ends_with_the_word_that_is_laid():
    game = do(looks(shared(TINA, BEN), TINA, 10_000), lay(TINA, "CAT", "010"))
    assert keyword.wake(game) is None
    assert keyword.look(game, TINA) is None


def test_words_are_shown_when_the_last_own_sand_has_run_out():
    """
    The words are shown when the last player's time is up.

    A player without a word keeps the cards and gets no points.
    """
    game = do(looks(shared(TINA, BEN), TINA, 10_000), lay(TINA, "CAT", "010"))
    game = do(looks(game, BEN, 20_000), Late(BEN))
    assert game.results[-1].guessed_by == TINA
    assert game.hands[BEN] == tuple(sorted("CTTEEE"))


def test_a_phone_beside_a_shared_screen_has_time_from_the_deal_on():
    """A phone beside a shared screen has its time from the deal on."""
    game = looks(shared(TINA, BEN, seats_of=3), TINA, 40_000)
    assert keyword.view(game, Viewer.PUBLIC).sand_since == (40_000, None, 5_000)
    assert keyword.wake(game) == Wake(SAND, (1, LEE), 5_000)
    assert keyword.look(game, LEE) is None
    game = do(game, Late(LEE))
    assert game.round.waiting == (TINA, BEN)
    assert refusal(game, lay(LEE, "BAN", "000")) == "too-late"


def test_where_no_screen_is_shared_all_have_the_same_sand():
    game = dealt("CTTXYZ", "CTTEEE")
    assert keyword.wake(game) == Wake(SAND, 1)
    assert keyword.look(game, TINA) is None
    assert keyword.view(game, Viewer.PUBLIC).sand_since == ()


def test_without_sand_a_look_is_no_line():
    game = do(
        start(2, sand_s=0),
        keyword.at_screen(Deal(HANDS[:2], tuple("AERSLM")), (TINA,), 0),
    )
    assert keyword.look(game, TINA) is None


@pytest.mark.parametrize(
    ("seat", "code"), [(TINA, "keyword-passed"), (LEE, "out-of-round")]
)
def test_no_sand_runs_out_for_who_has_none(seat, code):
    game = do(looks(shared(TINA, BEN), TINA, 0), Pass(TINA))
    assert refusal(game, Late(seat)) == code


def at(action, at_ms):
    """Return an action on the shared screen at a time of the game's clock."""
    return keyword.at_screen(action, (), at_ms)


@pytest.mark.parametrize("done", [lay(TINA, "CAT", "010"), Pass(TINA)])
def test_an_undo_neither_uses_nor_gives_time(done):
    """Sand that stood still while a player was done runs on from the next look."""
    game = do(looks(shared(TINA, BEN), TINA, 10_000), at(done, 30_000))
    game = do(looks(game, BEN, 150_000), Undo())
    assert game.round.waiting == (TINA, BEN)
    assert keyword.wake(game) == Wake(SAND, (1, BEN), 150_000)

    game = looks(game, TINA, 160_000)  # 20 s are used, 70 s are left
    assert keyword.wake(game) == Wake(SAND, (1, TINA), 140_000)
    game = do(game, at(done, 170_000), Undo())
    game = looks(game, TINA, 200_000)  # 30 s are used
    assert keyword.view(game, Viewer.PUBLIC).sand_since == (170_000, 150_000)


def test_an_undo_takes_back_no_look():
    """The time of who is not done runs on, and a look is nothing to undo."""
    game = looks(looks(shared(TINA, BEN), TINA, 10_000), BEN, 20_000)
    game = do(game, at(lay(BEN, "CAT", "010"), 30_000), Undo())
    assert game.round.looked == ((TINA, 10_000),)
    assert keyword.look(game, TINA) is None
    assert isinstance(keyword.act(game, Undo()), Refused)


def test_a_word_from_an_older_journal_has_used_no_time():
    """Its fact has no time, so the whole time is left after an undo."""
    game = do(looks(shared(TINA, BEN), TINA, 10_000), lay(TINA, "CAT", "010"), Undo())
    assert looks(game, TINA, 50_000).round.looked == ((TINA, 50_000),)


def test_no_time_of_a_word_is_shown_or_written():
    """The time of laying is stored for the timer alone."""
    game, action = shared(TINA, BEN), at(lay(TINA, "CAT", "010"), 30_000)
    facts = keyword.act(game, action)
    assert "at_ms" not in keyword.to_transcript(action, facts, 1)
    assert "at_ms" not in keyword.view(keyword.fold(game, facts), TINA).own


def test_a_transcript_has_the_look_and_no_time():
    game = shared(TINA, BEN)
    action = keyword.at_screen(keyword.look(game, TINA), (), 7_000)
    facts = keyword.act(game, action)
    assert keyword.to_transcript(action, facts, 1) == {"do": "look", "by": TINA}
    deal = keyword.at_screen(Deal(HANDS[:2], tuple("AERSLM")), (TINA,), 5_000)
    written = keyword.to_transcript(deal, keyword.act(start(2), deal), 1)
    assert set(written) == {"do", "hands", "row"}
    late = Late(TINA)
    assert keyword.to_transcript(late, keyword.act(game, late), 1) == {
        "do": "late",
        "by": TINA,
    }

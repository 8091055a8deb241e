"""A game is taken up from its facts alone, and deciding again would agree."""

import pytest
from hypothesis import given, settings, strategies as st

from firmware_host.board.entries import NameEntry
from firmware_host.board.events import Button
from firmware_host.board.json import read_object, read_objects
from firmware_host.board.messages import Refused
from firmware_host.board.pieces import BOARD, KINDS, Seat, Zone
from firmware_host.games.decipher.game import decipher
from firmware_host.games.decipher.rules import (
    AskForPiece,
    Guess,
    PassTurn,
    SetSecret,
    TapPiece,
)
from firmware_host.games.game import End, Join, Undo, Void
from firmware_host.session import play
from firmware_host.session.play import Playing
from firmware_host.session.setups import Player
from firmware_host.session.stored import resuming
from tests.session.evening import ENTROPY, face, playing

acts = st.one_of(
    st.builds(TapPiece, st.integers(1, 6).map(Zone), st.sampled_from(KINDS)),
    st.builds(Guess, st.just(Seat(1)), st.sampled_from(["HOBBY", "PANDA"])),
    st.sampled_from(
        [AskForPiece(), PassTurn(), Undo(), SetSecret(Seat(0), "HOBBY", override=True)]
    ),
)


def played(script):
    """Return a game after a script, and the rows it left."""
    start = playing(board_makes=False).playing
    now, rows = start, []
    for at, action in enumerate([SetSecret(Seat(0), "HOBBY", override=True), *script]):
        done = play.act(now, action, now_ms=at * 100, entropy=ENTROPY)
        if not isinstance(done, Refused):
            now = done.playing
            rows += done.entry.rows
    return start, now, rows


@settings(max_examples=60, deadline=None)
@given(st.lists(acts, max_size=15))
def test_a_game_resumes_as_it_was(script):
    """A game resumed from its facts equals the original."""
    start, now, rows = played(script)
    again = resuming.resume(start, rows)

    assert again.game == now.game
    assert again.number == now.number
    assert again.resumed is not now.game.over


@settings(max_examples=60, deadline=None)
@given(st.lists(acts, max_size=15))
def test_deciding_the_stored_actions_again_gives_the_same_facts(script):
    """The journal needs no luck to be believed."""
    start, _, rows = played(script)
    game = start.game
    for row in rows:
        facts = decipher.act(game, decipher.action(read_object(row.action)))
        written = read_objects(row.facts)
        assert tuple(decipher.fact(line) for line in written) == facts
        game = decipher.fold(game, facts)


def test_a_row_is_short_text():
    """A stored row is JSON without spaces, with game, number, time and seat."""
    start = playing(board_makes=False).playing
    action = SetSecret(Seat(0), "HOBBY", override=True)
    (row,) = play.act(start, action, now_ms=1250, entropy=ENTROPY).entry.rows
    text = '{"do":"secret","by":0,"word":"HOBBY","override":true,"entropy":"'
    assert row.action.startswith(text)
    assert (row.game, row.number, row.ms, row.seat) == (1, 1, 1250, 0)


def test_resuming_decides_nothing(monkeypatch):
    """A later version of the rules changes no game of the past."""
    start, now, rows = played([TapPiece(Zone(1), KINDS[0])])

    def never(*_):
        raise AssertionError

    monkeypatch.setattr(decipher, "decide", never)
    again = resuming.resume(start, rows)

    assert again.game == now.game


def test_whoever_joined_is_there_again_with_the_button():
    """A player who joined has seat and button again after a restart."""
    start = playing(board_makes=False).playing
    action = Join(Seat(2), Button.STAR.value)
    done = play.act(start, action, now_ms=0, entropy=ENTROPY)
    rows = done.entry.rows
    again = resuming.resume(start, rows)

    assert isinstance(again, Playing)
    assert again.players[-1].button is Button.STAR


def test_whoever_sat_down_by_mistake_is_not_there():
    """An undone join is undone in the session, in the journal and after a restart."""
    start = playing(board_makes=False).playing
    sat = play.join(start, Player("Eve"), now_ms=0)
    assert [one.name for one in sat.playing.players] == ["", "", "Eve"]

    back = play.act(sat.playing, Undo(), now_ms=0, entropy=ENTROPY)
    rows = (*sat.entry.rows, *back.entry.rows)
    again = resuming.resume(start, rows)

    assert back.playing.players == start.players == again.players
    assert back.entry.names == (NameEntry(1, 2, None),)
    gus = play.join(back.playing, Player("Gus"), now_ms=0)
    assert gus.entry.names == (NameEntry(1, 2, "Gus"),)


GUESSED = [Guess(Seat(1), "HOBBY")]


def resumed(start, rows):
    return resuming.resume(start, rows)


@pytest.mark.parametrize(
    ("script", "reveals"),
    [
        ([], 0),
        ([TapPiece(Zone(1), KINDS[0]), Guess(Seat(1), "PANDA")], 0),
        (GUESSED, 1),
        ([Void()], 1),
        ([*GUESSED, SetSecret(Seat(1), "PANDA"), Guess(Seat(0), "PANDA")], 2),
        ([Void(), SetSecret(Seat(0), "PANDA"), Guess(Seat(1), "PANDA")], 2),
    ],
)
def test_each_end_of_a_round_shows_its_secrets_once(script, reveals):
    """Each revealed round is counted once, in play and after a restart."""
    start, now, rows = played(script)
    assert (now.reveals, resumed(start, rows).reveals) == (reveals, reveals)


def test_a_game_without_a_row_begins_when_it_is_taken_up():
    """A game without rows begins at the restart, without waiting for a player."""
    start = playing(board_makes=False).playing
    again = resuming.resume(start, ())
    assert (again.number, again.resumed, again.stopped_ms) == (0, False, None)
    assert again.began_ms == start.began_ms


def test_a_game_that_is_over_waits_for_nobody_to_go_on():
    start, now, rows = played([End()])
    again = resumed(start, rows)
    assert now.game.over
    assert (again.resumed, again.number) == (False, 2)


def test_its_clock_stands_still_until_somebody_acts():
    """
    After a restart the clock stands still until a player's action.

    An action of the board does not start it.
    """
    start, _, rows = played([TapPiece(Zone(1), KINDS[0])])
    again = resumed(start, rows)
    assert again.elapsed_ms(9_000) == rows[-1].ms
    for mover, elapsed_ms in ((BOARD, 100), (None, 1_100)):
        done = play.act(again, Void(), now_ms=9_000, entropy=ENTROPY, mover=mover)
        assert done.playing.resumed is (mover == BOARD)
        assert done.playing.elapsed_ms(10_000) == elapsed_ms


def test_an_undo_in_a_pause_starts_no_clock():
    """An undo in a pause does not start the clock."""
    _, now, _ = played([TapPiece(Zone(1), KINDS[0])])
    still = play.stop_clock(now, 5_000)
    done = play.act(still, Undo(), now_ms=9_000, entropy=ENTROPY)
    assert done.playing.elapsed_ms(20_000) == 5_000


def test_what_the_board_does_at_once_is_not_counted_down():
    """The board's own immediate action has no countdown."""
    session = playing(seats=1)
    assert play.wake_at(session.playing, 70) == 70
    assert play.left_ms(session.playing, 70) is None
    assert face(session).table.left_s is None

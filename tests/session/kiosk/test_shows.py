"""A kiosk without visitors: after a while bots play, until a touch."""

from dataclasses import replace

import pytest

from firmware_host.board.commands import Kiosk
from firmware_host.board.events import Button, Pressed, Released, Tapped
from firmware_host.board.pieces import Kind, Piece, Zone
from firmware_host.games.catalogue import GAMES
from firmware_host.session.kiosk import AFTER_MS, END_MS
from firmware_host.session.step import wake_at
from tests.session.bots.seekers import GAMES_HERE
from tests.session.evening import face, then
from tests.session.kiosk.house import ASK_MS, kiosk, waited

#: The time in ms without a visitor until bots play.
LONG_MS = AFTER_MS


def left_alone(until_ms=LONG_MS, *, games=GAMES_HERE):
    """Return a kiosk without visitors until then."""
    return waited(replace(kiosk(), games=games), until_ms)


def test_bots_play_once_nobody_has_come_for_a_minute():
    """Before that the board calls; a game without bots is never shown."""
    assert left_alone(LONG_MS - 1).playing.tutorial
    shown = left_alone()
    assert shown.visit.shows
    assert [one.bot.animal for one in shown.playing.players] == ["fox", "owl"]
    assert left_alone(LONG_MS * 100, games=GAMES_WITHOUT).playing.tutorial


#: The first game of these has no bots, whatever the house's have.
GAMES_WITHOUT = {"codecards": GAMES["codecards"]}


def test_it_says_what_is_shown_and_makes_no_sound():
    """The demonstration game is named on the screen, silent, and not stored."""
    shown = left_alone()
    table = face(shown).table
    assert (table.status.code, table.note.code) == ("kiosk-shows", "kiosk-shows-why")
    assert not shown.setup.sound
    assert shown.playing.unwritten
    later = waited(shown, LONG_MS + 20_000, LONG_MS)
    assert later.playing.number > shown.playing.number
    assert face(later).table.note.code == "kiosk-shows-why"


@pytest.mark.parametrize(
    "touch",
    [
        Tapped(Zone(2), Piece(Kind.LONG_STICK, 1)),
        Tapped(Zone(2), None),
        Pressed(Button.TICK),
        Kiosk(),
    ],
    ids=lambda event: type(event).__name__,
)
def test_the_first_touch_ends_it_and_is_the_visitors_beginning(touch):
    """The first touch ends the demonstration and starts the tutorial, without a tap."""
    shown = waited(left_alone(), LONG_MS + 20_000, LONG_MS)
    now_ms = LONG_MS + 20_000
    done = then(shown, touch, now_ms)
    session = done.session
    assert session.playing.tutorial
    assert session.playing.number == 0
    assert (session.visit.since_ms, session.visit.shows) == (now_ms, False)
    assert session.setup.sound == shown.visit.house.sound
    assert session.refusal is None
    asks = waited(session, now_ms + ASK_MS, now_ms)
    assert asks.visit.asks


def test_the_service_button_is_heard_all_the_same():
    """The service button ends the demonstration and counts as held."""
    done = then(left_alone(), Pressed(Button.SERVICE), LONG_MS)
    assert dict(done.session.held) == {Button.SERVICE: LONG_MS}


def test_letting_go_of_a_button_ends_nothing():
    """The release of a button does not end the demonstration."""
    shown = left_alone()
    done = then(shown, Released(Button.TICK), LONG_MS)
    assert done.session.visit.shows


def test_a_game_that_is_over_is_looked_at_and_the_board_calls_again():
    """After the demonstration's end the tutorial waits, and then bots play again."""
    session, now_ms = left_alone(), LONG_MS
    while not session.playing.is_over:
        now_ms = max(now_ms + 1, wake_at(session, now_ms))
        session = waited(session, now_ms, now_ms)
    assert session.visit.shows
    ended_ms = session.playing.stopped_ms
    still = waited(session, ended_ms + END_MS - 1, now_ms)
    assert still.playing.is_over
    calls = waited(still, ended_ms + END_MS, ended_ms + END_MS - 1)
    assert calls.playing.tutorial
    assert not calls.visit.shows
    again = waited(calls, ended_ms + END_MS + LONG_MS, ended_ms + END_MS)
    assert again.visit.shows


def test_somebody_who_is_there_is_shown_nothing():
    """During a visit no demonstration starts."""
    session = then(replace(kiosk(), games=GAMES_HERE), Pressed(Button.CROSS), 10)
    assert not waited(session.session, LONG_MS + 5, 10).visit.shows

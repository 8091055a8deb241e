"""Forms of a game are filled in with the same buttons, whatever its actions."""

from dataclasses import replace

import pytest

from firmware_host.board.events import Button, Pressed, Released, Woke
from firmware_host.board.pieces import Seat, Zone
from firmware_host.games.forms import HiddenRow, Row, SecretRow
from firmware_host.session.step import wake_at
from tests.session.evening import playing, press, then
from tests.session.modes.strangers import riddle
from tests.session.modes.test_secret import letters, spell, waiting

ZONE_1, ZONE_2 = Button.ZONE_1, Button.ZONE_2
#: Two letters in the first zones, and a game's own verb and key.
WORD = ("talk", 1), Zone(1), (("A", "B"),) * 2
OWN = {"do": "say", "gives": "text"}


def secret(at):
    row = SecretRow(at, *WORD, at.game.header.language, **OWN)
    return row.made_out(Seat(1))


def guess(at):
    return Row(at, *WORD, **OWN, turn=Seat(0))


class Hushed(HiddenRow):
    """A row that is filled in on the player's own screen."""

    def show(self, face):
        """Return the face with the row on its player's own screen."""
        return replace(face, maker=self.own_face(None))


def hushed(at):
    return Hushed(at, *WORD, **OWN)


#: By form: the buttons that fill it in, and the resulting text and seat.
KINDS = {
    "a secret": (secret, (ZONE_1, ZONE_2, ZONE_2, Button.TICK), (1, "AB")),
    "a guess": (
        guess,
        (Button.SQUARE, ZONE_1, ZONE_1, ZONE_2, Button.TICK),
        (1, "BA"),
    ),
    "something unseen": (
        hushed,
        (Button.CIRCLE, ZONE_1, ZONE_2, Button.TICK),
        (0, "AA"),
    ),
}


def offering(*forms):
    """A board whose game offers these forms."""
    session = replace(playing(board_makes=False), maker_screen=True)
    state = replace(riddle.start(session.playing.header), offered=forms)
    return replace(session, playing=replace(session.playing, engine=riddle, game=state))


@pytest.mark.parametrize("kind", KINDS)
def test_a_strangers_game_is_given_what_it_asks_for(kind):
    form, buttons, (by, text) = KINDS[kind]
    given = press(offering(form), *buttons)
    assert given.session.playing.game.said == ((by, text),)


def test_what_is_not_asked_for_is_not_given():
    """Without an offered form no button opens one."""
    session = offering()
    for button in (ZONE_1, Button.CIRCLE):
        assert press(session, button).session.mode == session.mode


def test_in_a_pause_an_open_form_refuses_each_button_but_the_cross():
    """In a pause an open form refuses all buttons but the cross, which closes it."""
    open_form = replace(press(offering(guess), Button.SQUARE).session, paused=True)
    for button in (ZONE_1, Button.TICK, Button.CIRCLE):
        assert press(open_form, button).outcome.code == "paused"
    closed = press(open_form, Button.CROSS)
    assert closed.outcome is None
    assert closed.session.mode == offering(guess).mode


# --- a zone's button that is held ---------------------------------------------------


def test_a_button_that_is_held_runs_and_gets_faster():
    """Asked of the clock: after half a second, then each 200 ms, then each 80."""
    session, now_ms, times = then(waiting(), Pressed(ZONE_1), 1000).session, 1000, []
    for _ in range(12):
        due_ms = wake_at(session, now_ms)
        times.append(due_ms - now_ms)
        early = then(session, Woke(), due_ms - 1).session
        assert letters(early) == letters(session)
        session, now_ms = then(session, Woke(), due_ms).session, due_ms
    assert times == [500] + 8 * [200] + 3 * [80]
    assert letters(session) == "M...."
    session = then(session, Released(ZONE_1), now_ms).session
    assert wake_at(session, now_ms) is None


def test_a_button_whose_release_was_lost_stops_by_itself():
    session, now_ms = then(waiting(), Pressed(ZONE_1)).session, 0
    for _ in range(200):
        due_ms = wake_at(session, now_ms)
        if due_ms is None:
            break
        session, now_ms = then(session, Woke(), due_ms).session, due_ms
    else:
        pytest.fail("it runs for ever")
    assert now_ms == 500 + 8 * 200 + 112 * 80
    assert letters(session)[0] == "ABCDEFGHIJKLMNOPQRSTUVWXYZ'-"[121 % 28]


def test_after_the_last_letter_comes_the_first():
    session = waiting(language="de")
    assert letters(spell(session, "Z")) == "Z...."
    assert letters(press(spell(session, "Z"), ZONE_1).session) == "A...."
    english = spell(waiting(), "Z")
    assert letters(press(english, *[ZONE_1] * 3).session) == "A...."

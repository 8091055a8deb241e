"""Attempts of three and more players at the board: in turn and in private."""

from dataclasses import replace

import pytest

from firmware_host.board.events import (
    PLAYER_BUTTONS,
    ZONE_BUTTONS,
    Button,
    Failed,
    Pressed,
    Tapped,
    Woke,
)
from firmware_host.board.messages import Refused
from firmware_host.board.pieces import RACK, Seat, Tile
from firmware_host.games.game import Undo
from firmware_host.games.wqrdles.rules import (
    Guess,
    HideWord,
    Pass,
    Query,
    card as words_of,
)
from firmware_host.session.acting import Submitted
from firmware_host.session.setups import Player
from firmware_host.session.state import StepResult
from tests.session.evening import face, form_of, hold, playing, press, then
from tests.session.modes.test_secret import lay, letters, public, spell

TICK, CROSS = Button.TICK, Button.CROSS
TINA, LEE, BEN = map(Seat, range(3))
CIRCLE, SQUARE, TRIANGLE, STAR = PLAYER_BUTTONS
HIDDEN = ("CAKE", "LAMP", "SNOW", "FROG", "MILK", "WIND")


def trying(seats=3, *, maker_screen=True, way="pads"):
    """A row was filled: everybody may make an attempt."""
    session = playing(seats=min(seats, 4), game="wqrdles", length=4)
    if seats > 4:
        players = tuple(map(Player, "ABCDEF"[:seats]))
        header = replace(session.playing.game.header, seats=seats)
        game = session.playing.engine.start(header)
        running = replace(session.playing, players=players, game=game)
        session = replace(session, playing=running)
    session = replace(session, maker_screen=maker_screen, input=way)
    for seat, word in enumerate(HIDDEN[:seats]):
        session = given(session, HideWord(Seat(seat), word))
    session = then(session, Woke()).session
    game = session.playing.game
    word = words_of(game, dict(game.round.hands)[TINA])[0]
    return given(session, Query(TINA, word))


def given(session, *actions):
    """Submit actions as phones do."""
    for action in actions:
        done = then(session, Submitted(action))
        assert not isinstance(done.outcome, Refused), (action, done.outcome)
        session = done.session
    return session


def made(session):
    """Return the attempts of this row, in order."""
    return session.playing.game.round.tries


def says(session):
    return face(session).table.line.code


@pytest.mark.parametrize("how", [lay, lambda s, w: spell(s, w, first=2)])
def test_a_button_says_who_the_next_one_whose_word_and_the_tick_gives_it(how):
    session = press(trying(), CIRCLE).session
    assert says(session) == "attempt-whose"
    session = press(session, TRIANGLE).session
    assert says(session) == "attempt-unseen"
    session = how(session, "SNOW")
    assert letters(session) == "SNOW"
    assert face(session).maker.note["name"] == "Triangle"
    session = press(session, TICK).session
    assert made(session) == ((TINA, BEN, "SNOW"),)
    assert (form_of(session), says(session)) == (None, "wqrdles-try")
    assert face(session).maker is None


def test_all_are_opened_together():
    """All attempts are opened together after the last one, and the note lists them."""
    session = trying()
    for who, whose, word in ((CIRCLE, SQUARE, "LAMP"), (SQUARE, CIRCLE, "CARE")):
        session = press(lay(press(session, who, whose).session, word), TICK).session
        assert session.playing.game.round.opened == ()
    done = press(session, TRIANGLE, CROSS)
    opened = ((TINA, LEE, "LAMP", 6), (LEE, TINA, "CARE", 0))
    assert done.session.playing.game.round.opened == opened
    note = face(done.session).table.note
    assert note["tries"] == "Circle-Square LAMP +6, Square-Circle CARE ✗"


def test_the_cross_takes_a_letter_back_then_whose_and_then_makes_none():
    session = lay(press(trying(), CIRCLE, SQUARE).session, "LA")
    session = press(session, CROSS).session
    assert letters(session) == "L..."
    session = press(session, CROSS, CROSS).session
    assert (form_of(session).whose, says(session)) == (None, "attempt-whose")
    session = press(session, CROSS).session
    assert session.playing.game.round.passed == (TINA,)


def test_the_own_button_again_is_not_now():
    """Pressing one's own button again closes the attempt and clears its letters."""
    session = lay(press(trying(), CIRCLE, SQUARE).session, "LA")
    session = press(session, CIRCLE).session
    assert (form_of(session), face(session).maker) == (None, None)
    assert says(session) == "wqrdles-try"
    session = press(session, TRIANGLE, SQUARE).session
    assert letters(session) == "...."
    assert session.playing.game.round.done == ()


def test_whose_word_it_is_can_be_said_anew():
    """Choosing another word's owner keeps the typed letters."""
    session = lay(press(trying(4), CIRCLE, SQUARE).session, "LA")
    session = press(session, STAR).session
    assert (form_of(session).whose, letters(session)) == (Seat(3), "LA..")


def test_found_words_the_own_and_another_attempt_are_not_offered():
    session = given(trying(), Guess(TINA, "LAMP", LEE), Pass(LEE), Pass(BEN))
    assert session.playing.game.round.found == (LEE,)
    session = given(session, Query(LEE, card(session)[0]))
    session = press(session, CIRCLE).session
    assert press(session, SQUARE).outcome.code == "nothing-to-find"
    session = press(lay(press(session, TRIANGLE).session, "SLOW"), TICK).session
    assert press(session, CIRCLE).outcome.code == "already-tried"


def card(session):
    """Return the words on the card of the seat on turn."""
    game = session.playing.game
    return words_of(game, dict(game.round.hands)[game.round.turn])


def test_those_who_share_a_button_press_it_again():
    """Players who share a button, and their words, are reached by pressing again."""
    session, stops = trying(6), []
    for _ in range(5):
        session = press(session, CIRCLE).session
        now = form_of(session)
        stops.append((now.seat, now.whose) if now else None)
    first, fifth = Seat(0), Seat(4)
    pairs = [(first, None), (first, fifth), (fifth, None), (fifth, first)]
    assert stops == [*pairs, None]

    session = press(session, CIRCLE, SQUARE).session
    assert form_of(session).whose == Seat(1)
    assert form_of(press(session, SQUARE).session).whose == Seat(5)
    assert form_of(press(session, SQUARE, SQUARE).session).whose == Seat(1)


def test_three_who_share_a_button_come_one_after_the_other():
    """Three who share a button are reached in a fixed order, as are their words."""
    session = trying(seats=6)
    players = (*session.playing.players[:5], Player("F", CIRCLE))
    session = replace(session, playing=replace(session.playing, players=players))
    called = session
    for seat in (5, 0, 4):
        called = press(called, CIRCLE).session
        while form_of(called) is not None and form_of(called).whose is not None:
            called = press(called, CIRCLE).session
        assert form_of(called).seat == seat
    session, tried = press(session, TRIANGLE).session, []
    for _ in range(4):
        session = press(session, CIRCLE).session
        tried.append(form_of(session).whose)
    assert tried == [5, 0, 4, 5]


def test_before_it_is_said_whose_no_letter_counts():
    session = press(trying(), CIRCLE).session
    assert then(session, Tapped(RACK, Tile("A", 1))).outcome.code == "whose-word"
    assert press(session, TICK).outcome.code == "whose-word"
    assert form_of(press(session, ZONE_BUTTONS[1]).session).letters == ("",) * 4
    assert then(trying(), Tapped(RACK, Tile("A", 1))).outcome.code == "whose-word"


def test_half_a_word_is_told_to_whoever_tries_alone():
    session = lay(press(trying(), CIRCLE, SQUARE).session, "LA")
    before = public(session)
    done = hold(session, TICK)
    assert done == StepResult(done.session, quiet=True)
    assert public(done.session) == before
    assert face(done.session).maker.note.code == "refused-guess-length"
    full = lay(session, "MPS")
    assert face(full).maker.note.code == "refused-guess-length"
    assert letters(full) == "LAMP"


def test_without_a_makers_screen_tiles_are_counted_and_never_shown():
    session = press(trying(maker_screen=False), CIRCLE, SQUARE).session
    assert face(session).table.note.code == "secret-tiles"
    session = lay(session, "LAM")
    note = dict(face(session).table.note.values)
    assert note == {"name": "Circle", "n": 3, "needs": 4}
    after = press(session, ZONE_BUTTONS[1])
    assert (after.outcome.code, form_of(after.session).word) == ("button-idle", "LAM")
    assert press(session, TICK).outcome.code == "guess-length"
    session = press(lay(session, "P"), TICK).session
    assert made(session) == ((TINA, LEE, "LAMP"),)


def test_a_makers_screen_that_failed_costs_only_itself():
    session = press(trying(), CIRCLE, SQUARE).session
    session = lay(then(session, Failed("screen-maker")).session, "LAMP")
    assert face(session).maker is None
    assert made(press(session, TICK).session) == ((TINA, LEE, "LAMP"),)


def test_without_screen_and_rack_a_phone_is_asked_for():
    session = trying(maker_screen=False, way="buttons")
    session = press(session, CIRCLE, SQUARE).session
    assert face(session).table.note.code == "secret-phone"
    session = press(session, CROSS, CROSS).session
    assert session.playing.game.round.passed == (TINA,)


def test_in_a_paused_game_nobody_tries():
    session = replace(trying(), paused=True)
    assert press(session, CIRCLE).outcome.code == "paused"
    begun = lay(press(trying(), CIRCLE, SQUARE).session, "LAMP")
    assert press(replace(begun, paused=True), TICK).outcome.code == "paused"


@pytest.mark.parametrize("how", ["time", "phone", "undo"])
def test_an_attempt_that_cannot_be_made_any_more_is_gone(how):
    """Time is up, it was made at a phone, or the row was taken back."""
    session = lay(press(trying(), CIRCLE, SQUARE).session, "LA")
    event, now_ms = {
        "time": (Woke(), 120_000),
        "phone": (Submitted(Guess(TINA, "LAMP", LEE)), 0),
        "undo": (Submitted(Undo()), 0),
    }[how]
    for begun in (session, press(trying(), CIRCLE).session):
        after = then(begun, event, now_ms).session
        assert (form_of(after), face(after).maker) == (None, None)


def test_a_query_word_that_stands_spelled_is_no_attempt():
    """A query word that is being spelled is dropped once the row has its query."""
    session = given(trying(), Pass(TINA), Pass(LEE), Pass(BEN))
    session = press(session, ZONE_BUTTONS[0]).session
    assert form_of(session) is not None
    session = given(session, Query(LEE, card(session)[1]))
    assert form_of(session) is None


def test_an_attempt_whose_word_was_found_is_gone():
    """A found word cannot be attempted any more, other words can."""
    session = given(trying(), Guess(BEN, "LAMP", LEE), Pass(LEE), Pass(TINA))
    session = given(session, Query(LEE, card(session)[1]))
    assert press(session, CIRCLE, SQUARE).outcome.code == "nothing-to-find"
    assert form_of(press(session, CIRCLE, TRIANGLE).session).whose == BEN


def test_whose_word_it_is_everybody_is_told_and_no_letter_of_it():
    """Choosing a player and a word is public; spelling is quiet."""
    called = press(trying(), CIRCLE).session
    assert not then(called, Pressed(SQUARE)).quiet
    session = press(called, SQUARE).session
    assert then(session, Pressed(ZONE_BUTTONS[1])).quiet
    assert not then(session, Failed("lamps")).quiet
    assert not hold(session, CROSS).quiet
    other = press(session, CROSS).session
    assert not then(other, Pressed(CIRCLE)).quiet


# --- secrecy ----------------------------------------------------------------------


def steps(session, of, word, how):
    """Return the steps of an attempt up to its tick, from the letters on."""
    session = press(session, CIRCLE, of).session
    taken = []
    for at, letter in enumerate(word):
        events = [Tapped(RACK, Tile(letter, 1))]
        if how == "buttons":
            events = [Pressed(ZONE_BUTTONS[1 + at])] * (ord(letter) - ord("A") + 1)
        for event in events:
            done = then(session, event)
            session = replace(done.session, held=())
            taken.append(done)
    return session, taken


@pytest.mark.parametrize("how", ["tiles", "buttons"])
@pytest.mark.parametrize("word", ["LAMP", "ZZZZ"])
def test_no_letter_counts_as_a_change_to_anybody_else(how, word):
    before = public(press(trying(), CIRCLE, SQUARE).session)
    session, taken = steps(trying(), SQUARE, word, how)
    for done in taken:
        assert done == StepResult(done.session, quiet=True)
        assert public(done.session) == before
    assert word not in repr(session)


@pytest.mark.parametrize("maker_screen", [True, False], ids=["screen", "tiles"])
def test_two_attempts_look_alike_until_all_are_opened(maker_screen):
    """Two attempts give equal faces, sounds and moments until all are opened."""
    shown = []
    for of, word in ((SQUARE, "LAMP"), (SQUARE, "ZZZZ"), (TRIANGLE, "SNOW")):
        session, taken = steps(trying(maker_screen=maker_screen), of, word, "tiles")
        given_up = hold(session, TICK)
        seen = [(public(one.session), one.quiet, one.entry) for one in taken]
        heard = given_up.quiet, given_up.session.moments
        shown.append((seen, face(given_up.session), heard))
    assert shown[0] == shown[1] == shown[2]

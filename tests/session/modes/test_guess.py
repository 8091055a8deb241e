"""A guess on the board alone: spelled with buttons or tiles, or said and judged."""

from dataclasses import replace

import pytest

from firmware_host.board.events import Button, Pressed, Released, Tapped, Woke
from firmware_host.board.pieces import RACK, Kind, Piece, Seat, Tile, Zone
from firmware_host.games.decipher.rules import Guess, Guessed, SetSecret
from firmware_host.games.game import Leave, Void
from firmware_host.session.acting import Submitted
from firmware_host.session.modes.menu import Menu
from firmware_host.session.setups import Player
from firmware_host.session.step import wake_at
from tests.session.evening import face, form_of, hold, playing, press, then
from tests.session.modes.test_secret import lay, spell

TICK, CROSS, ONE = Button.TICK, Button.CROSS, Button.ZONE_1
CIRCLE, SQUARE, TRIANGLE, STAR = (
    *(Button.CIRCLE, Button.SQUARE),
    *(Button.TRIANGLE, Button.STAR),
)
RED = Kind.LONG_STICK


def hobby(seats=3, **setup):
    """Circle has made HOBBY; square is on turn."""
    session = replace(
        playing(board_makes=False, seats=seats, **setup), maker_screen=True
    )
    return then(session, Submitted(SetSecret(Seat(0), "HOBBY"))).session


def held(session, button, now_ms=1000):
    """Hold a button for as long as it takes to say something."""
    session = hold(session, button, now_ms).session
    due_ms = wake_at(session, now_ms)
    return due_ms, then(session, Woke(), due_ms)


def tokens(session):
    return session.playing.game.round.tokens


def spelled(session):
    return "".join(zone.spelled or "." for zone in face(session).zones)


@pytest.mark.parametrize("how", [lay, spell])
def test_a_player_spells_the_word_and_gives_it_with_the_tick(how):
    """Everybody sees the letters: the guess is called out at the table too."""
    session = press(hobby(), TRIANGLE).session
    assert spelled(session) == "?????."
    session = how(session, "HOBBY")
    assert spelled(session) == "HOBBY."
    table = face(session).table
    assert dict(table.line.values) == {"name": "Triangle", "letters": "HOBBY"}
    done = hold(session, TICK)
    guessed = done.outcome[0]
    assert (guessed.by, guessed.word, guessed.right) == (Seat(2), "HOBBY", True)
    assert form_of(done.session) is None


def test_a_wrong_guess_costs_a_token_and_says_so():
    session = press(lay(press(hobby(), SQUARE).session, "HORSE"), TICK).session
    assert tokens(session) == (0, 2, 3)
    assert face(session).table.note.code == "guess-wrong"
    assert spelled(session) == "......"


def test_the_cross_calls_it_off_and_costs_nothing():
    session = press(lay(press(hobby(), SQUARE).session, "HORSE"), CROSS).session
    assert form_of(session) is None
    assert tokens(session) == (0, 3, 3)


def test_half_a_word_is_refused_and_costs_nothing():
    done = press(lay(press(hobby(), SQUARE).session, "HO"), TICK)
    assert done.outcome.code == "guess-length"
    assert spelled(done.session) == "HO???."
    six = then(lay(press(hobby(), SQUARE).session, "HORSE"), tile("S"))
    assert six.outcome.code == "guess-length"


def tile(letter):
    return Tapped(RACK, Tile(letter, 1))


def test_tiles_alone_spell_for_whoever_is_on_turn():
    session = lay(hobby(), "HORSE")
    assert form_of(session).seat == Seat(1)
    assert press(session, TICK).outcome[0].by == Seat(1)


def test_a_tile_that_the_language_lacks_is_refused():
    session = press(hobby(language="de"), SQUARE).session
    assert then(session, tile("-")).outcome.code == "guess-letters"


@pytest.mark.parametrize(
    ("button", "right"), [(TICK, True), (CROSS, False)], ids=["right", "wrong"]
)
def test_the_maker_holds_tick_or_cross_for_a_guess_that_was_said(button, right):
    session = press(hobby(), TRIANGLE).session
    assert face(session).maker.note.code == "own-judge"
    due_ms, done = held(session, button)
    assert due_ms == 2000
    guessed = done.outcome[0]
    assert (guessed.by, guessed.right) == (Seat(2), right)
    assert guessed.word == ("HOBBY" if right else "")
    assert done.session.held == ()
    assert wake_at(then(done.session, Released(button), 2100).session, 2100) is None


@pytest.mark.parametrize("button", [TICK, CROSS])
def test_a_button_that_was_down_before_judges_no_guess(button):
    """Neither while it stays down, nor when it is alone again; a new press does."""
    session = then(hobby(), Pressed(button), 0).session
    session = then(session, Woke(), 80).session
    session = then(session, Pressed(SQUARE), 1500).session
    session = then(session, Released(SQUARE), 1600).session
    for now_ms in (1600, 2600, 4700):
        done = then(session, Woke(), now_ms)
        assert not done.outcome
        session = done.session
    assert form_of(session) is not None
    session = then(session, Released(button), 4800).session
    _, done = held(session, button, 5000)
    assert done.outcome[0].right == (button is TICK)


def test_a_wrong_guess_that_was_said_is_told_without_a_word():
    _, done = held(press(hobby(), SQUARE).session, CROSS)
    assert face(done.session, 2000).table.note.code == "guess-wrong-aloud"
    assert tokens(done.session) == (0, 2, 3)
    assert done.session.setup.sound


def test_a_short_press_judges_nothing():
    """The tick waits for letters; the cross calls it off."""
    session = press(hobby(), SQUARE).session
    assert form_of(press(session, TICK).session) is not None
    assert form_of(press(session, CROSS).session) is None
    assert tokens(press(session, CROSS).session) == (0, 3, 3)


def test_with_letters_the_buttons_mean_the_letters():
    session = hold(lay(press(hobby(), SQUARE).session, "HO"), TICK).session
    assert wake_at(session, 2500) is None


def test_tick_and_cross_together_are_the_menu_still():
    session = press(hobby(), SQUARE).session
    session = then(session, Pressed(TICK), 0).session
    session = then(session, Pressed(CROSS), 100).session
    assert wake_at(session, 100) == 3100
    assert Menu.at(then(session, Woke(), 3100).session) is not None


def test_where_the_board_is_the_maker_nobody_can_judge():
    """With the board as maker the tick is refused until the word is spelled."""
    session = playing(seats=2, board_makes=True)
    session = then(session, Woke()).session
    session = press(session, CIRCLE).session
    assert form_of(session).seat == Seat(0)
    assert press(session, TICK).outcome.code == "guess-length"
    down = hold(session, CROSS).session
    assert form_of(down) is None


def test_a_guess_is_spelled_over_the_last_word_that_stays():
    """The board has made the next one already; called off, the last one is back."""
    session = playing(seats=2, board_makes=True)
    session = then(session, Woke()).session
    word = session.playing.game.round.puzzle.word
    session = then(session, Submitted(Guess(Seat(0), word))).session
    while wake_at(session, 0) is not None:
        session = then(session, Woke()).session
    shown = [zone.letter for zone in face(session).zones]
    assert "".join(filter(None, shown)) == word

    session = lay(press(session, CIRCLE).session, "HA")
    assert spelled(session) == "HA???."
    assert not any(zone.letter for zone in face(session).zones[:5])
    session = press(session, CROSS).session
    assert [zone.letter for zone in face(session).zones] == shown


def test_once_the_maker_has_gone_nobody_judges_what_was_said():
    """A guess that was begun before has to be spelled, too."""
    session = press(hobby(), TRIANGLE).session
    session = then(session, Submitted(Leave(Seat(0)))).session
    assert press(session, TICK).outcome.code == "guess-length"


def test_the_maker_and_whoever_is_out_cannot_guess():
    assert press(hobby(), CIRCLE).outcome.code == "not-a-seeker"
    session = hobby()
    for word in ("HORSE", "HOUSE", "HONEY"):
        session = press(lay(press(session, SQUARE).session, word), TICK).session
    assert press(session, SQUARE).outcome.code == "out-of-round"
    assert press(session, STAR).outcome.code == "button-idle"


def test_another_player_may_take_over():
    session = lay(press(hobby(), SQUARE).session, "HO")
    assert form_of(press(session, SQUARE).session) == form_of(session)
    session = press(session, TRIANGLE).session
    assert form_of(session).seat == Seat(2)
    assert spelled(session) == "?????."


def test_players_without_a_button_share_the_four_in_turn_order():
    """Eight players: the fifth has the first one's button, pressed twice."""
    session = playing(board_makes=True)
    eight = tuple(Player(name) for name in "ABCDEFGH")
    mixed = replace(session.playing, players=(Player("A"), Player("B", button=CIRCLE)))
    assert mixed.seats_of(CIRCLE) == (Seat(1), Seat(0))
    running = replace(
        session.playing,
        players=eight,
        game=session.playing.engine.start(
            replace(session.playing.game.header, seats=8)
        ),
    )
    assert running.seats_of(SQUARE) == (Seat(1), Seat(5))
    session = then(replace(session, playing=running), Woke()).session
    session = press(session, SQUARE).session
    assert form_of(session).seat == Seat(1)
    assert form_of(press(session, SQUARE).session).seat == Seat(5)
    assert form_of(press(session, SQUARE, SQUARE).session).seat == Seat(1)
    own = (*eight[:7], Player("H", button=CIRCLE))
    session = replace(session, playing=replace(session.playing, players=own))
    seats = []
    for _ in range(4):
        session = press(session, CIRCLE).session
        seats.append(form_of(session).seat)
    assert seats == [7, 0, 4, 7]


def test_a_zone_outside_the_word_says_so():
    session = then(
        replace(playing(board_makes=False, length=3), maker_screen=True),
        Submitted(SetSecret(Seat(0), "CAT")),
    ).session
    done = press(press(session, SQUARE).session, ONE)
    assert done.outcome.code == "outside-word"
    assert face(done.session).zones[0].word.code == "short-outside-word"


def test_the_game_goes_on_beside_a_guess():
    """While a guess is being spelled the seat on turn can tap."""
    session = lay(press(hobby(), TRIANGLE).session, "HO")
    done = then(session, Tapped(Zone(1), Piece(RED, 1)))
    assert done.outcome[0].yes
    assert spelled(done.session) == "HO???."


@pytest.mark.parametrize("action", [Void(), Leave(Seat(2))], ids=["void", "leave"])
def test_a_guess_ends_with_its_round_and_its_player(action):
    session = lay(press(hobby(), TRIANGLE).session, "HO")
    assert form_of(then(session, Submitted(action)).session) is None


def test_a_piece_on_the_rack_waits_through_a_wrong_guess():
    session = then(hobby(), Tapped(RACK, Piece(RED, 1))).session
    session = press(lay(press(session, TRIANGLE).session, "HORSE"), TICK).session
    assert session.racked == Piece(RED, 1)


def test_in_a_paused_game_nobody_guesses():
    session = replace(hobby(), paused=True)
    assert press(session, SQUARE).outcome.code == "paused"
    assert then(session, tile("H")).outcome.code == "paused"


def test_in_bonus_mode_tick_and_cross_are_the_guessers_while_somebody_guesses():
    session = then(
        replace(playing(board_makes=False, length=3), maker_screen=True),
        Submitted(SetSecret(Seat(0), "III", override=True)),
    ).session
    session = press(lay(press(session, SQUARE).session, "CAT"), TICK).session
    assert isinstance(session.playing.game.round.guesses[0], tuple)
    assert not session.playing.game.round.asked
    asks = press(session, TICK).outcome[0]
    assert not isinstance(asks, Guessed)

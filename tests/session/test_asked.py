"""Commands from elsewhere: joining, leaving, names, choices, a pause."""

import pytest

from firmware_host.board.commands import Begin, Choose, Pause, Rename, Sit, Stand
from firmware_host.board.entries import Entry, NameEntry
from firmware_host.board.events import Button, Pressed, Tapped, Woke
from firmware_host.board.messages import Refused
from firmware_host.board.pieces import Kind, Millis, Piece, Seat, Zone
from firmware_host.games.decipher.rules import Guess, SetSecret
from firmware_host.games.game import End, Leave, Undo, Void
from firmware_host.session.acting import Submitted
from firmware_host.session.identities import departed_seats, players_at_table
from firmware_host.session.modes import choosing
from firmware_host.session.modes.choosing import Choosing
from firmware_host.session.setups import Player
from firmware_host.session.step import wake_at
from tests.session.evening import face, first_evening, playing, press, then

RED = Piece(Kind.LONG_STICK, 1)
WORD = Submitted(SetSecret(Seat(0), "HOBBY", override=True))
PAUSE, GO_ON = Pause(paused=True), Pause(paused=False)


def with_word(**setup):
    return then(playing(board_makes=False, **setup), WORD).session


def sat(session, *names):
    for name in names:
        session = then(session, Sit(name)).session
    return session


def over(session):
    return then(session, Submitted(End())).session


# --- sitting and standing ------------------------------------------------------


def test_while_choosing_anybody_may_sit_down_by_name():
    """Before a game players can join by name at any question."""
    session = sat(first_evening(), "Tina", "Lee")
    session = press(choosing.ask(session, "players"), Button.STAR).session

    assert [one.name for one in players_at_table(session)] == ["Tina", "Lee", ""]
    assert face(session).table.status["names"] == "Tina, Lee, Star"


def test_a_name_has_up_to_24_letters_and_is_nobody_elses():
    """
    A name has up to 24 letters and must be different from all others.

    A player who joins by a button may have none.
    """
    long = Refused("name-long", values=(("n", 24),))
    session = sat(first_evening(), "T" * 24, "Lee")
    assert [one.name for one in players_at_table(session)] == ["T" * 24, "Lee"]

    for name, outcome in {
        "T" * 25: long,
        "": long,
        "lee": Refused("name-taken"),
        "Board": Refused("name-taken"),
    }.items():
        assert then(session, Sit(name)).outcome == outcome
    star = then(session, Sit("", Button.STAR)).session
    assert [one.name for one in players_at_table(star)] == ["T" * 24, "Lee", ""]
    assert then(star, Sit("Ann", Button.STAR)).outcome == Refused("no-seat")

    assert then(session, Rename(Seat(0), "T" * 25)).outcome == long
    assert then(session, Rename(Seat(0), "LEE")).outcome == Refused("name-taken")
    for seat in (-1, 2):
        refused = Refused("nobody-there")
        assert then(session, Rename(Seat(seat), "Ann")).outcome == refused
        assert then(session, Stand(Seat(seat))).outcome == refused
    three = sat(session, "Ben")
    for seat, name in ((0, "LEE"), (0, "BEN"), (1, "BEN"), (2, "LEE")):
        done = then(three, Rename(Seat(seat), name))
        assert done.outcome == Refused("name-taken"), (seat, name)
    assert then(three, Rename(Seat(1), "LEE")).session.setup.players[1].name == "LEE"
    again = then(session, Rename(Seat(0), "t" * 24)).session
    assert [one.name for one in players_at_table(again)] == ["t" * 24, "Lee"]


def test_the_button_of_a_player_who_left_is_free():
    """In a game: of a player who left; after it: of a player who stood up."""
    session = playing(seats=4, game="wqrdles")
    assert then(session, Sit("", Button.STAR)).outcome == Refused("no-seat")
    left = then(session, Submitted(Leave(Seat(3)))).session
    joined = then(left, Sit("", Button.STAR)).session
    assert joined.playing.players[4].button == Button.STAR
    assert then(joined, Sit("", Button.STAR)).outcome == Refused("no-seat")
    over = then(session, Submitted(End())).session
    assert then(over, Sit("", Button.STAR)).outcome == Refused("no-seat")
    stood = then(over, Stand(Seat(3))).session
    back = then(stood, Sit("", Button.STAR)).session
    assert [one.button for one in back.setup.players].count(Button.STAR) == 1


def test_there_are_eight_places():
    """Eight players can join; the ninth is refused, by name and by button."""
    session = sat(first_evening(), *(f"P{n}" for n in range(8)))

    assert then(session, Sit("Eve")).outcome == Refused("no-seat")
    asking = choosing.ask(session, "players")
    assert press(asking, Button.STAR).outcome == Refused("no-seat")
    assert len(press(asking, Button.STAR).session.setup.players) == 8
    seven = choosing.ask(sat(first_evening(), *(f"P{n}" for n in range(7))), "players")
    eighth = press(seven, Button.STAR)
    assert eighth.outcome is None
    assert len(eighth.session.setup.players) == 8


def test_eight_players_let_the_board_make_the_words():
    """With more than four players the board makes the words."""
    session = sat(first_evening(board_makes=False), *(f"P{n}" for n in range(5)))

    asking = press(choosing.ask(session, "players"), Button.TICK).session
    assert asking.mode.question == "rounds"
    wanted = Begin(board_makes=False)
    assert then(session, wanted).outcome.code == "maker-many"
    begun = then(session, Begin()).session
    assert begun.playing.game.header.board_makes


def test_in_a_game_one_sits_down_for_the_next_round():
    """
    A player who joins in a game plays from the next round and in the next game.

    One who leaves is out of both.
    """
    session = sat(with_word(), "Uma")
    assert Seat(2) not in session.playing.game.round.seekers
    session = then(session, Stand(Seat(0))).session

    assert [one.name for one in players_at_table(session)] == ["", "", "Uma"]
    assert departed_seats(session) == {Seat(0)}
    assert [one.name for one in session.setup.players] == ["", "Uma"]


def test_after_a_game_the_result_stays_while_others_come():
    """After a game others can join while the result is shown, for the next game."""
    session = sat(over(with_word()), "Uma")

    assert face(session).table.line.code == face(over(with_word())).table.line.code
    assert len(players_at_table(session)) == 3
    session = then(session, Stand(Seat(2))).session
    assert len(players_at_table(session)) == 2
    again = press(sat(session, "Uma"), Button.TICK, Button.TICK).session
    assert len(again.playing.players) == 3


def test_a_game_that_everybody_left_is_not_begun_again_without_anybody():
    """If all players have left, the board asks who plays."""
    session = playing(seats=1)
    session = then(session, Stand(Seat(0))).session
    done = press(session, Button.TICK, Button.TICK)

    assert done.session.mode == Choosing("players")
    assert done.outcome == Refused("nobody-sits")


def test_a_name_is_written_down_and_stays_with_the_player():
    """A new name is stored with the game and for the next one."""
    done = then(with_word(), Rename(Seat(1), "Ben"))

    assert done.entry == Entry(names=(NameEntry(1, 1, "Ben"),))
    assert done.session.playing.players[1].name == "Ben"
    assert done.session.setup.players[1].name == "Ben"
    assert done.session.setup.players[1].button is Button.SQUARE


# --- choosing --------------------------------------------------------------------


def test_what_is_taken_over_is_marked_at_the_board():
    """The question stays the same; its marked answer is the new one."""
    session = choosing.ask(first_evening(), "length")
    done = then(session, Choose(length=6))

    assert done.session.mode == Choosing("length", marked=3)
    assert dict(done.entry.settings)["setup"]


def test_other_people_end_the_look_at_the_last_game():
    """A command with new players ends the result's display."""
    after = then(over(with_word()), Choose(players=("Uma",))).session

    assert after.mode == Choosing("again")
    assert players_at_table(after) == (Player("Uma"),)
    nobody = then(over(with_word()), Choose(players=())).session
    assert nobody.mode == Choosing("players")


def test_a_game_is_not_begun_over_another():
    assert then(with_word(), Begin()).outcome == Refused("game-on")


@pytest.mark.parametrize(
    ("names", "changes", "code"),
    [
        ((), {}, "nobody-sits"),
        (("Tina",), {"board_makes": False}, "maker-alone"),
    ],
)
def test_what_cannot_begin_says_why(names, changes, code):
    session = sat(first_evening(), *names)

    assert then(session, Begin(**changes)).outcome.code == code


def test_a_list_counts_at_the_board_too():
    """
    Given words count at the board too, until others are given.

    Too few of them are refused.
    """
    wishes = Begin(rounds=2, words=("HOBBY", "ZYBLO", "SUN"))
    session = over(then(sat(first_evening(), "Tina"), wishes).session)

    again = press(session, Button.TICK, Button.TICK).session
    assert again.playing.game.header.language.own.count(5) == 2
    longer = then(over(session), Choose(rounds=3)).session
    refused = press(longer, Button.TICK, Button.TICK)
    assert refused.outcome.code == "words-few"
    assert face(refused.session).table.note.code == "refused-words-few"
    own = then(longer, Begin(words=())).session
    assert own.playing.game.header.language.own.count(5) == 0


def test_every_word_of_a_list_comes_once():
    """Each given word is drawn once; a voided one does not come next."""
    words = ("HOBBY", "ZYBLO", "PANDA", "HORSE")
    wishes = Begin(rounds=3, words=words)
    session, drawn = then(sat(first_evening(), "Tina"), wishes).session, []
    for at in range(4):
        session = then(session, Woke()).session
        word = session.playing.game.round.puzzle.word
        drawn.append(word)
        act = Void() if at == 0 else Guess(Seat(0), word)
        session = then(session, Submitted(act)).session

    assert drawn[0] != drawn[1]
    assert len(set(drawn[1:])) == 3
    assert set(drawn) <= set(words)
    assert session.playing.engine.is_over(session.playing.game)


# --- a pause ----------------------------------------------------------------------


def test_a_pause_stops_the_game_and_nothing_else():
    """Every touch and guess is refused by name; a way out is not."""
    session = then(with_word(), PAUSE).session

    assert face(session).table.line.code == "paused"
    for event in Tapped(Zone(1), RED), Submitted(Guess(Seat(1), "HORSE")), WORD:
        assert then(session, event).outcome == Refused("paused")
    for act in Undo(), Void(), Leave(Seat(1)), End():
        assert not isinstance(then(session, Submitted(act)).outcome, Refused)


def test_the_board_itself_waits_too():
    """In a pause the board draws no word and hands out no piece."""
    session = then(playing(), PAUSE).session

    assert wake_at(session, Millis(0)) is None
    assert wake_at(then(session, GO_ON).session, Millis(0)) == 0


def test_at_home_the_tick_goes_on():
    """At home the tick ends a pause, in class only the menu does."""
    session = then(with_word(), PAUSE).session
    assert face(session).table.note.code == "paused-home"
    assert not press(session, Button.TICK).session.paused

    session = then(with_word(place="class"), PAUSE).session
    assert press(session, Button.TICK).session.paused
    opened = then(session, Pressed(Button.SERVICE), 0).session
    opened = then(opened, Woke(), 3000).session
    assert face(opened).table.line.code == "menu"
    assert not press(opened, Button.TICK, now_ms=3000).session.paused


def test_a_pause_is_remembered_with_its_game():
    """A pause is stored with its game, and deleted when it ends."""
    done = then(with_word(), PAUSE)
    assert done.entry == Entry(settings=(("paused", "1"),))
    assert then(done.session, PAUSE).entry is None
    assert then(done.session, GO_ON).entry == Entry(settings=(("paused", None),))


def test_there_is_nothing_to_pause_before_and_after_a_game():
    assert then(first_evening(), PAUSE).outcome == Refused("no-round")
    ended = over(then(with_word(), PAUSE).session)
    assert not ended.paused
    assert then(ended, PAUSE).outcome == Refused("game-over")


def test_no_pause_counts_as_time_played():
    """The time of a pause is not counted in rows and elapsed time."""
    session = then(with_word(), PAUSE, 1000).session
    session = then(session, GO_ON, 61_000).session
    done = then(session, Tapped(Zone(1), RED), 62_000)

    assert done.entry.rows[0].ms == 2000
    assert done.session.playing.elapsed_ms(Millis(63_000)) == 3000
    ended = then(done.session, Submitted(End()), 64_000).session
    assert ended.playing.elapsed_ms(Millis(99_000)) == 4000


@pytest.mark.parametrize(
    ("game", "count", "code"),
    [
        ("decipher", 1, "maker-alone"),
        ("decipher", 2, None),
        ("decipher", 4, None),
        ("decipher", 5, "maker-many"),
        ("keyword", 1, None),
        ("keyword", 5, None),
        ("decipher", 0, None),
    ],
)
def test_two_to_four_people_make_words_for_each_other(game, count, code):
    """Two to four players can make the words, in games with words."""
    session = sat(first_evening(game=game), *(f"P{n}" for n in range(count)))
    outcome = then(session, Choose(board_makes=False)).outcome
    assert (outcome.code if outcome else None) == code

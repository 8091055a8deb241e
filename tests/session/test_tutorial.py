"""The tutorial: offered once, never stored, and possible to skip at any time."""

from dataclasses import replace

import pytest

from firmware_host.board.commands import Begin, Choose, Rename, Sit, TutorialCommand
from firmware_host.board.events import Button, Tapped, Woke
from firmware_host.board.messages import Refused, say
from firmware_host.board.pieces import BOARD, RACK, Piece, Seat, Zone
from firmware_host.games.decipher.rules import Guess
from firmware_host.session import upcoming
from firmware_host.session.acting import Submitted
from firmware_host.session.identities import players_at_table
from firmware_host.session.modes.choosing import Choosing
from firmware_host.session.modes.menu import Menu, items
from firmware_host.session.setups import Player
from firmware_host.session.tutorial import HAD
from firmware_host.table.sight import sight
from tests.session.evening import face, first_evening, hold, playing, press, then

TICK, CROSS, CIRCLE = Button.TICK, Button.CROSS, Button.CIRCLE
ME = Seat(0)


def new_board(**setup):
    """A board that was switched on for the first time."""
    return replace(first_evening(**setup), newcomers=True)


def taught(**setup):
    """The first minute, with its first piece handed over."""
    session = then(new_board(**setup), TutorialCommand(wanted=True)).session
    return moved(session)


def moved(session):
    """Take the board's own actions, none of which is stored."""
    while session.playing.engine.wake(session.playing.game):
        done = then(session, Woke())
        assert done.entry is None
        session = done.session
    return session


def word(session):
    return session.playing.game.round.puzzle.word


def tapped(session, zone, number=1):
    """Lay the piece that was handed over."""
    kind = session.playing.game.round.holding
    return then(session, Tapped(Zone(zone), Piece(kind, number)))


def _fits(session):
    """Return a zone that needs the piece in hand."""
    now = session.playing.game.round
    at, puzzle = now.holding.place, now.puzzle
    pairs = enumerate(zip(puzzle.builds, now.placed, strict=True), puzzle.first_zone)
    return next(zone for zone, (build, laid) in pairs if build[at] > laid[at])


def found(session):
    """Guess the word, as a voice at the board does."""
    return then(session, Submitted(Guess(ME, word(session))))


def test_the_first_switch_on_asks_for_a_language_and_then_it_begins():
    """The first start asks for a language, stores it, and begins the tutorial."""
    session = press(new_board(), CROSS).session
    done = hold(session, TICK)
    assert done.session.playing.tutorial
    assert done.session.setup.language == "de"
    assert (done.entry.new_game, done.entry.rows) == (None, ())
    assert face(done.session).table.line == say("tutorial-begins")
    assert face(moved(done.session)).table.line == say("tutorial-first")


@pytest.mark.parametrize("zone", [1, 2, 3])
def test_the_first_piece_is_a_yes_in_whichever_zone(zone):
    """The first piece is a Yes in any zone, and is not stored."""
    done = tapped(taught(), zone)
    assert done.entry is None
    assert face(done.session).zones[zone - 1].word == say("yes")
    assert face(done.session).table.line == say("tutorial-yes", zone=zone)


def test_it_ends_with_the_word_and_then_the_board_asks_on():
    """After the word the tick stores that the tutorial was played, and asks on."""
    over = found(taught()).session
    assert face(over).table.line.code == "tutorial-found"
    assert face(over).table.note == say("tutorial-ends")
    done = hold(over, TICK)
    assert (done.session.mode, done.session.playing) == (Choosing("place"), None)
    assert done.entry.settings == ((HAD, "1"),)
    assert not done.session.newcomers


def test_the_tick_skips_it():
    """The tick skips the tutorial, as the note says."""
    assert face(taught()).table.note == say("tutorial-skip")
    done = hold(taught(), TICK)
    assert done.session.mode == Choosing("place")
    assert done.entry.settings == ((HAD, "1"),)


def test_where_the_tick_asks_for_a_piece_it_skips_nothing():
    """In bonus mode the tick asks for a piece and does not skip the tutorial."""
    session, number = taught(), 1
    while not session.playing.game.round.bonus_mode:
        number += 1
        laid = tapped(session, _fits(session), number)
        session = moved(laid.session)
    assert face(session).table.note is None
    asked = press(session, TICK).session
    assert asked.playing.game.round.asked


def test_it_never_comes_twice_uninvited():
    """A skipped tutorial is offered again only on request."""
    session = press(taught(), TICK).session
    again = replace(session, mode=Choosing("language"))
    assert press(again, TICK).session.mode == Choosing("place")
    assert then(session, TutorialCommand(wanted=True)).session.playing.tutorial


def test_a_game_is_not_interrupted_by_it():
    """A running game refuses the tutorial, and a new game replaces it."""
    done = then(playing(), TutorialCommand(wanted=True))
    assert done.outcome == Refused("game-on")
    begun = then(taught(players=(Player("Mia"),)), Begin())
    assert not begun.session.playing.tutorial
    assert begun.entry.new_game.id == 1
    assert not begun.session.newcomers


def test_who_comes_sits_down_for_the_game_after_it():
    """A player who joins during the tutorial plays in the next game."""
    done = then(taught(), Sit("Ben"))
    assert [one.name for one in done.session.setup.players] == ["Ben"]
    assert players_at_table(done.session) == done.session.setup.players
    assert len(done.session.playing.players) == 1


def test_a_name_that_is_given_meanwhile_is_written_to_no_game():
    """A rename during the tutorial stores nothing: it would never be erased."""
    here = then(taught(), Sit("Ben")).session
    done = then(here, Rename(ME, "Mia"))
    assert [one.name for one in players_at_table(done.session)] == ["Mia"]
    assert done.entry is None


def test_it_speaks_the_language_that_is_chosen_meanwhile():
    """Another language restarts the tutorial with a word of that language."""
    session = tapped(taught(), 2).session
    done = then(session, Choose(language="de"))
    now = done.session.playing
    assert (now.tutorial, now.header.language.code, now.number) == (True, "de", 0)
    assert done.entry.settings


def test_the_menu_ends_it_and_offers_nothing_that_means_nothing():
    """The tutorial's menu has an item to end it, and none for players or rounds."""
    session = taught()
    offered = items(session.playing)
    assert offered == ("go-on", "undo", "end", "sound", "language", "off")
    opened = replace(session, mode=Menu(session.mode, marked=offered.index("end")))
    assert press(opened, TICK, TICK).session.mode == Choosing("place")


def test_nothing_is_promised():
    """The tutorial's sight has no commitment."""
    session = taught()
    seen = sight(session, face(session), None)
    assert seen["tutorial"]
    assert seen["commitment"] == seen["view"]["commitment"] == ""
    assert session.playing.game.round.puzzle.commitment


def test_undo_takes_a_no_back():
    """A tap in the tutorial can be undone."""
    laid = tapped(taught(), 2).session
    assert any(map(any, laid.playing.game.round.placed))
    done = then(laid, Submitted(laid.playing.engine.action({"do": "undo"})))
    assert done.entry is None
    assert not any(map(any, done.session.playing.game.round.placed))


def test_a_board_without_such_a_game_asks_on():
    """A game without a tutorial asks on, and a request is refused."""
    plain = type(first_evening().games["decipher"])()
    plain.TUTORIAL = None
    session = replace(new_board(), games={"decipher": plain})
    assert press(session, TICK).session.mode == Choosing("place")
    done = then(session, TutorialCommand(wanted=True))
    assert done.outcome == Refused("no-round")


def test_it_fits_a_board_of_three_zones():
    """With three zones the tutorial's word begins in zone 1."""
    small = upcoming.on_board(new_board(), zones=3, way="pads")
    session = moved(then(small, TutorialCommand(wanted=True)).session)
    assert session.playing.game.round.puzzle.first_zone == 1
    assert session.playing.game.round.puzzle.maker == BOARD


@pytest.mark.parametrize("way", ["station", "buttons"])
def test_it_says_how_a_piece_comes_to_its_zone_on_this_board(way):
    """The instruction depends on the board's input: no pad is named without pads."""
    table = face(replace(taught(), input=way)).table
    assert table.line == say("tutorial-first")
    assert table.status == say(f"turn-first-{way}")


def test_a_piece_on_the_rack_asks_for_the_button_of_a_zone():
    """A piece on the rack asks for a zone's button, and the answer is shown."""
    session = replace(taught(), input="station")
    kind = session.playing.game.round.holding
    laid = then(session, Tapped(RACK, Piece(kind, 1))).session
    table = face(laid).table
    assert (table.line, table.status) == (say("tutorial-press"), say("tutorial-first"))
    done = press(laid, Button.ZONE_2).session
    assert done.playing.game.round.last is not None
    assert face(done).table.line == say("tutorial-yes", zone=2)


def test_a_claimed_board_ends_the_tutorial_and_never_begins_one():
    """A teacher who claims the board in the tutorial gets the lesson's buttons."""
    done = then(taught(), Choose(place="class"))
    assert done.session.playing is None
    assert done.session.mode == Choosing("players")
    settings = dict(done.entry.settings)
    assert (settings[HAD], '"class"' in settings["setup"]) == ("1", True)
    new = then(new_board(), Choose(place="class")).session
    assert press(new, TICK).session.playing is None


def test_a_claimed_board_does_not_ask_where_it_stands():
    """The claim has answered that question; other questions stay."""
    asked = replace(first_evening(), mode=Choosing("place"))
    claimed = then(asked, Choose(place="class")).session
    assert claimed.mode == Choosing("players")
    length = replace(first_evening(), mode=Choosing("length"))
    assert then(length, Choose(place="class")).session.mode == Choosing("length")


def test_a_claim_does_not_end_a_game_that_counts():
    """A change to class does not end a game."""
    done = then(playing(), Choose(place="class"))
    assert done.session.playing == playing().playing

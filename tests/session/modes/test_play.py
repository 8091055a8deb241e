"""Which form gets a button or tile, when it closes, and which steps are quiet."""

import pytest

from firmware_host.board.events import Button, Failed, Pressed, Released, Tapped, Woke
from firmware_host.board.messages import Refused
from firmware_host.board.pieces import RACK, Kind, Piece, Seat, Tile, Zone
from firmware_host.games.decipher.rules import SetSecret
from firmware_host.games.game import End
from firmware_host.games.wqrdles.rules import HideWord, Query
from firmware_host.session.acting import Submitted
from firmware_host.session.modes.check import CheckMode
from firmware_host.session.modes.menu import Menu
from firmware_host.session.state import StepResult
from firmware_host.session.step import wake_at
from tests.session.evening import face, form_of, playing, press, then
from tests.session.modes.test_secret import (
    lay,
    letters,
    public,
    spell,
    waiting,
    word_of,
)

TICK, CROSS, ONE = Button.TICK, Button.CROSS, Button.ZONE_1
RED = Kind.LONG_STICK


@pytest.mark.parametrize("how", [lay, spell])
def test_nobody_else_sees_hears_or_is_told_of_a_letter(how):
    """Entering a letter is quiet and changes nothing public, not even a count."""
    session = waiting()
    before = public(session)
    for letter in "HOBBY":
        if how is lay:
            steps = [then(session, Tapped(RACK, Tile(letter, 1)))]
        else:
            down = then(session, Pressed(ONE))
            steps = [down, then(down.session, Released(ONE))]
        for done in steps:
            assert done == StepResult(done.session, quiet=True)
        session = steps[-1].session
        assert public(session) == before
    assert "HOBBY" not in repr(lay(waiting(), "HOBBY"))


def test_a_touch_ends_replacing():
    """A tap on a zone ends the replacement of the word, which stays as it is."""
    session = press(press(lay(waiting(), "HOBBY"), TICK).session, CROSS).session
    session = then(session, Tapped(Zone(1), Piece(RED, 1))).session
    assert form_of(session) is None
    assert word_of(session) == "HOBBY"
    assert form_of(press(session, CROSS).session) is None


def test_a_word_from_a_phone_ends_the_spelling():
    session = then(lay(waiting(), "HO"), Submitted(SetSecret(Seat(0), "PANDA"))).session
    assert form_of(session) is None
    assert face(session).maker.letters == tuple("PANDA")


def test_a_tile_means_nothing_where_no_word_is_wanted():
    done = then(playing(board_makes=True, seats=1), Tapped(RACK, Tile("A", 1)))
    assert done.outcome.code == "not-a-piece"


def test_what_others_do_meanwhile_is_told():
    """A piece that is tapped while a word is made is refused before all eyes."""
    session = lay(waiting(), "HO")
    done = then(session, Tapped(Zone(1), Piece(RED, 1)))
    assert (done.quiet, done.outcome.code) == (False, "no-round")
    assert letters(done.session) == "HO..."


def test_under_the_menu_no_letter_runs():
    """A zone's button takes an item there; the word waits."""
    session = then(lay(waiting(), "HO"), Pressed(TICK), 0).session
    session = then(session, Pressed(CROSS), 10).session
    session = then(session, Woke(), 3010).session
    assert Menu.at(session) is not None
    session = then(session, Pressed(ONE), 3100).session
    assert wake_at(session, 3100) is None
    assert Menu.at(session).marked == 0


def test_while_the_board_is_checked_no_word_is_spelled():
    """During the check of the board the zones' buttons do not spell."""
    session = press(lay(waiting(), "HOBBY"), TICK).session
    session = then(session, Tapped(Zone(1), Piece(RED, 1))).session
    session = press(session, Button.SQUARE).session
    checking = then(session, Pressed(CROSS), 0).session
    checking = then(checking, Released(CROSS), 10).session
    assert form_of(checking) is None
    menu = then(checking, Pressed(TICK), 100).session
    menu = then(then(menu, Pressed(CROSS), 100).session, Woke(), 3100).session
    menu = then(then(menu, Released(TICK), 3200).session, Released(CROSS), 3200).session
    looked = press(menu, Button.ZONE_4, TICK, now_ms=3300).session
    assert CheckMode.at(looked).seen == ()
    assert press(looked, Button.SQUARE).outcome.code == "button-idle"


def test_under_the_menu_no_tile_is_a_letter():
    """With the menu open a tile is refused, and the word stays."""
    session = then(lay(waiting(), "HO"), Pressed(TICK), 0).session
    session = then(then(session, Pressed(CROSS), 0).session, Woke(), 3000).session
    done = then(session, Tapped(RACK, Tile("B", 1)), 3100)
    assert done.outcome.code == "not-a-piece"
    assert form_of(done.session) == form_of(session)


@pytest.mark.parametrize("action", [End(), SetSecret(Seat(0), "PANDA")])
def test_a_word_that_nobody_wants_any_more_is_gone(action):
    """The game has ended, or it was given at a phone."""
    done = then(lay(waiting(), "HO"), Submitted(action))
    assert not isinstance(done.outcome, Refused)
    assert form_of(done.session) is None


def test_half_a_query_does_not_become_an_attempt():
    """Two race: the query came from a phone meanwhile, and the attempt is open too."""
    session = playing(game="wqrdles", length=4)
    for action in (HideWord(Seat(0), "CAKE"), HideWord(Seat(1), "LAMP")):
        session = then(session, Submitted(action)).session
    session = lay(press(session, Button.CIRCLE).session, "LA")
    assert form_of(session).letters == ("L", "A", "", "")
    done = then(session, Submitted(Query(Seat(0), "FROG")))
    assert done.outcome[0].word == "FROG"
    assert form_of(done.session) is None
    assert form_of(press(done.session, Button.CIRCLE).session) is not None


def test_what_others_see_too_is_told_to_everybody():
    """A part that fails while the maker spells."""
    session = lay(waiting(), "HO")
    failed = then(session, Failed("lamps"))
    assert form_of(failed.session) == form_of(session)
    assert not failed.quiet
    assert not then(waiting(), Failed("lamps")).quiet
    idle = then(then(waiting(), Submitted(End())).session, Released(TICK))
    assert not idle.quiet

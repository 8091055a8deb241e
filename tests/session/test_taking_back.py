"""The name of the action that an undo would take back."""

from dataclasses import replace

import pytest

from firmware_host.board.commands import SeatBot
from firmware_host.board.events import Button, Tapped, Woke
from firmware_host.board.messages import Refused, say
from firmware_host.board.pieces import Kind, Piece, Seat, Zone
from firmware_host.board.players import ANIMALS
from firmware_host.games.bots import Bot
from firmware_host.games.decipher.rules import Guess, SetSecret
from firmware_host.games.game import Undo
from firmware_host.games.wqrdles.rules import HideWord
from firmware_host.session.acting import Submitted
from firmware_host.session.modes import choosing
from firmware_host.session.play import last_action
from firmware_host.session.setups import Player
from firmware_host.session.stored import resuming
from tests.session.evening import first_evening, playing, press, then

SQUARE = say("player-square")
RED = Tapped(Zone(1), Piece(Kind.LONG_STICK, 1))


def undo_text(session):
    """Return the text that names the action which an undo would revert."""
    return last_action(session.playing)


def test_each_action_has_its_name_and_the_one_before_it_comes_again():
    """
    A tap, a guess and another action have their names.

    An undo shows the one before.
    """
    session = playing(board_makes=False)
    assert undo_text(session) is None
    session = then(session, Submitted(SetSecret(Seat(0), "HOBBY"))).session
    assert undo_text(session) == say("undo-last")
    session = then(session, RED).session
    assert undo_text(session) == say("undo-tap", name=SQUARE, n=1)
    session = then(session, Submitted(Guess(Seat(1), "PANDA"))).session
    assert undo_text(session) == say("undo-guess", name=SQUARE)
    session = then(session, Submitted(Undo())).session
    assert undo_text(session) == say("undo-tap", name=SQUARE, n=1)


def test_a_restart_knows_it_too():
    """After a restart the name is the same, computed from the stored facts."""
    session = then(playing(board_makes=False), Submitted(SetSecret(Seat(0), "HOBBY")))
    rows, session = [*session.entry.rows], session.session
    start = playing(board_makes=False).playing
    for event in (RED, Submitted(Guess(Seat(1), "PANDA"))):
        done = then(session, event)
        rows += done.entry.rows
        session = done.session
    assert last_action(resuming.resume(start, rows)) == undo_text(session)


@pytest.mark.parametrize(
    "event",
    [SeatBot(strength="easy"), SeatBot(seat=Seat(2), strength="")],
    ids=["added", "removed"],
)
def test_after_a_restart_an_undo_takes_back_no_more_than_before(event):
    """A bot that a person has added or removed did not act itself."""
    bot = Player(bot=Bot("easy", ANIMALS[6]))
    players = (Player(button=Button.CIRCLE), Player(button=Button.SQUARE), bot)
    session = first_evening(game="wqrdles", players=players)
    session = press(choosing.ask(session, "again"), Button.TICK).session
    start, rows = session.playing, []
    hides = (HideWord(Seat(0), "HOUSE"), HideWord(Seat(1), "ABOUT"))
    for each in (*map(Submitted, hides), event):
        done = then(session, each)
        rows += done.entry.rows
        session = done.session
    restarted = replace(session, playing=resuming.resume(start, rows))
    for each in (session, restarted):
        undone = then(each, Submitted(Undo())).session.playing
        assert undone.game.round.words == ("HOUSE", "ABOUT", "")
    assert undo_text(restarted) == undo_text(session)


def test_what_the_board_did_itself_has_no_name():
    """The board's own actions have no name."""
    session = playing(board_makes=True)
    while session.playing.game.round is None:
        session = then(session, Submitted(SetSecret(Seat(-1)))).session
    assert undo_text(session) is None


def test_a_deal_is_not_offered_to_be_taken_back():
    """A deal has shown hands, so after it there is no action to name or to undo."""
    players = tuple(Player(button=one) for one in (Button.CIRCLE, Button.SQUARE))
    session = first_evening(game="codecards", players=players)
    session = replace(session, virtual=True)
    session = press(choosing.ask(session, "again"), Button.TICK).session
    session = then(session, Woke()).session
    session = press(session, Button.TICK).session
    assert session.playing.game.round
    assert undo_text(session) is None
    assert then(session, Submitted(Undo())).outcome == Refused("nothing-to-undo")

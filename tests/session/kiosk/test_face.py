"""A kiosk calls, asks and gives a turn away, on lamps and on the table screen."""

from dataclasses import replace

from firmware_host.board.faces import Lamp
from firmware_host.board.messages import say
from firmware_host.session.state import KioskTurn
from tests.session.evening import face, playing, press
from tests.session.kiosk.house import ASK_MS, kiosk, moved, tapped, waited
from tests.session.test_kiosk import TICK, found


def with_visit(session, **changes):
    return replace(session, visit=replace(session.visit, **changes))


def test_at_the_start_the_lamps_of_the_word_call():
    """
    At the start the word's lamps blink.

    The screen has the piece and both buttons.
    """
    shown = face(kiosk())
    assert [one.lamp for one in shown.zones] == [Lamp.CALLING] * 3 + [Lamp.DARK] * 3
    assert shown.table.line == say("kiosk-start")
    assert shown.table.kind is not None
    assert shown.table.note == say("kiosk-keys", language=say("language-en"))


def test_once_somebody_has_touched_it_the_lamps_answer_alone():
    """After the first touch only the answering zone's lamp is lit."""
    shown = face(tapped(kiosk(), zone=2).session)
    assert [one.lamp for one in shown.zones[:3]] == [Lamp.DARK, Lamp.YES, Lamp.DARK]
    assert shown.table.line.code == "tutorial-yes"


def test_it_asks_over_whatever_is_played():
    """The question whether anyone is there does not replace the zones' answers."""
    shown = face(waited(tapped(kiosk(), zone=2).session, ASK_MS))
    assert shown.table.line == say("kiosk-still")
    assert shown.zones[1].lamp is Lamp.YES


def test_it_says_when_others_are_next():
    """The note says that others are next: soon, now, and at the end of the game."""
    session = tapped(kiosk()).session
    assert face(session).table.note == say("tutorial-skip")
    assert face(with_visit(session, turn=KioskTurn.SOON)).table.note == say(
        "kiosk-soon"
    )
    assert face(with_visit(session, turn=KioskTurn.UP)).table.note == say("kiosk-turn")
    over = found(moved(press(kiosk(), TICK, TICK).session))
    assert face(over.session).table.note == say("kiosk-over")


def test_after_the_first_minute_the_tick_leads_on():
    """After the tutorial the note names the tick, unless others are next."""
    over = found(kiosk()).session
    assert face(over).table.note == say("tutorial-ends")
    assert face(with_visit(over, turn=KioskTurn.UP)).table.note == say("kiosk-over")


def test_any_other_board_looks_as_before():
    """A board that is no kiosk shows no calling lamps."""
    shown = face(playing())
    assert Lamp.CALLING not in {one.lamp for one in shown.zones}

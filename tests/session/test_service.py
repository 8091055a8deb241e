"""The service button shows a code for the teacher, at the board alone."""

from dataclasses import replace

import pytest

from firmware_host.board.commands import PagesAt
from firmware_host.board.events import Button, Failed, Pressed, Released, Woke
from firmware_host.board.pieces import Millis
from firmware_host.session import service
from firmware_host.session.modes.menu import Menu
from firmware_host.session.service import ScreenText
from firmware_host.session.state import Now
from firmware_host.session.step import step, wake_at
from tests.session.evening import face, first_evening, playing, press, then

SERVICE = Button.SERVICE

#: Three seconds for the menu, ten for who forgot the passphrase, two minutes to type.
HOLD_MS, RECOVER_MS, CLAIM_MS = 3_000, 10_000, 120_000


def held(session, now_ms=0):
    return then(session, Pressed(SERVICE), now_ms).session


@pytest.mark.parametrize("place", ["home", "class"])
def test_the_code_is_there_as_long_as_the_button_is_held(place):
    """While things are chosen, and in a game; the wall sees nothing of it."""
    for session in first_evening(place=place), playing(place=place):
        before = face(session)
        after = held(session)
        assert face(after).table == before.table
        assert face(after).local.line.code == "teacher-code"
        assert len(after.code.digits) == 6
        let_go = then(after, Released(SERVICE), 5).session
        assert face(let_go).local is None


def test_pressing_it_is_no_mistake_and_answers_no_question():
    """A press of the service button is no refusal and does not affect the game."""
    done = press(first_evening(), SERVICE)

    assert (done.entry, done.session.moments) == (None, ())
    assert done.session.refusal is None
    assert done.session.playing == first_evening().playing


def test_each_press_has_a_code_of_its_own():
    """Each press gives another code, from the press's entropy."""
    codes = {
        step(
            playing(), Pressed(SERVICE), now_ms=Millis(0), entropy=bytes([n]) * 32
        ).session.code.digits
        for n in range(20)
    }
    assert len(codes) == 20


def test_the_screen_says_when_holding_on_means_more():
    """After ten seconds the code recovers; the table wakes up to say so."""
    session = held(playing())

    assert wake_at(session, Millis(0)) == 0  # the board's own move comes first
    quiet = held(first_evening(), 100)
    assert wake_at(quiet, Millis(100)) == 100 + RECOVER_MS
    assert face(quiet, 100).local.status.code == "teacher-forgot"
    assert face(quiet, 100 + RECOVER_MS).local.status.code == "teacher-recovers"
    assert wake_at(quiet, Millis(100 + RECOVER_MS)) is None
    assert face(quiet, 99 + RECOVER_MS).local.status.code == "teacher-forgot"


def test_in_class_the_same_button_still_opens_the_menu():
    """The code hides it until the button is let go."""
    session = held(playing(place="class", board_makes=False))
    session = then(session, Woke(), HOLD_MS).session

    assert Menu.at(session) is not None
    assert face(session).local is not None
    session = then(session, Released(SERVICE), HOLD_MS + 1).session
    assert face(session).local is None
    assert face(session).table.line.code == "menu"


def test_what_a_code_opens_depends_on_when_and_how_long():
    """A code claims for a time after release; held for ten seconds it recovers."""
    session = held(playing(), 1000)
    digits = session.code.digits
    assert service.check_code(session, digits, Millis(1001)) == "claimed"
    assert service.check_code(session, digits, Millis(999 + RECOVER_MS)) == "claimed"
    assert service.check_code(session, digits, Millis(1000 + RECOVER_MS)) == "recovered"
    assert service.check_code(session, "", Millis(1001)) == ""

    session = then(session, Released(SERVICE), 2000).session
    assert service.check_code(session, digits, Millis(1999 + CLAIM_MS)) == "claimed"
    assert service.check_code(session, digits, Millis(2000 + CLAIM_MS)) == ""
    late = then(held(playing(), 6000), Released(SERVICE), 11_000).session
    assert service.check_code(late, late.code.digits, Millis(11_001)) == "claimed"
    long = then(held(playing(), 6000), Released(SERVICE), 6000 + RECOVER_MS).session
    assert service.check_code(long, long.code.digits, Millis(20_000)) == "recovered"
    typed = f" {digits[:3]} {digits[3:]}"
    assert service.check_code(session, typed, Millis(2001)) == "claimed"
    assert service.check_code(session, "12\u0663456", Millis(2001)) == ""


def test_a_phone_scans_a_secret_of_64_bits():
    """The scanned address has a secret of 64 bits, in capitals, new for each press."""
    scans = set()
    for n in range(20):
        event, entropy = Pressed(SERVICE), bytes([n]) * 32
        session = replace(playing(), pages="http://10.42.0.1")
        session = step(session, event, now_ms=Millis(0), entropy=entropy).session
        scan = face(session).local.scan
        address, _, secret = scan.rpartition("/")
        assert address == "HTTP://10.42.0.1/C"
        assert len(bytes.fromhex(secret)) == 8
        assert session.code.digits not in scan
        assert secret not in repr((session, face(session)))
        scans.add(scan)
    assert len(scans) == 20


def test_without_pages_that_a_phone_finds_there_is_nothing_to_scan():
    """Without a reachable address of the pages the digits have no QR code."""
    at = replace(playing(), pages="http://10.42.0.1")
    for session in playing(), then(at, Failed("web"), 0).session:
        assert face(held(session)).local.scan == ""
        assert face(held(session)).local.line.code == "teacher-code"
    moved = then(at, PagesAt("http://10.0.0.7:8080"), 0).session
    assert face(held(moved)).local.scan.startswith("HTTP://10.0.0.7:8080/C/")
    gone = then(moved, PagesAt(""), 0).session
    assert face(held(gone)).local.scan == ""


def test_the_secret_opens_what_the_digits_open_and_as_long():
    session = held(playing(), 1000)
    secret = session.code.secret
    assert service.check_code(session, secret, Millis(1001)) == "claimed"
    assert service.check_code(session, secret, Millis(1000 + RECOVER_MS)) == "recovered"
    assert service.check_code(session, secret[:-1], Millis(1001)) == ""
    assert service.check_code(session, secret.lower(), Millis(1001)) == ""
    session = then(session, Released(SERVICE), 2000).session
    assert service.check_code(session, secret, Millis(1999 + CLAIM_MS)) == "claimed"
    assert service.check_code(session, secret, Millis(2000 + CLAIM_MS)) == ""
    assert not service.is_typed(secret)
    assert service.is_typed(
        f" {session.code.digits[:3]}     {session.code.digits[3:]} "
    )


def test_hidden_text_is_shown_and_not_printed():
    text = ScreenText("123 456")

    assert f"{text}" == "123 456"
    assert "123" not in repr(text)
    assert "123" not in repr((text,))


def test_a_code_is_six_digits_of_chance_shown_in_two_halves():
    """
    A code is six digits, shown in two halves.

    A second release does not restart the time.
    """
    for n in range(40):
        event, entropy = Pressed(SERVICE), bytes([n]) * 32
        session = step(playing(), event, now_ms=Millis(0), entropy=entropy).session
        digits = session.code.digits
        shown = dict(face(session).local.line.values)["digits"]
        assert (len(digits), digits.isdigit()) == (6, True)
        assert shown == f"{digits[:3]} {digits[3:]}"
    assert service.press(Now(playing(), Millis(0))).code is None

    once = service.release(session, SERVICE, now_ms=Millis(100))
    assert service.release(once, SERVICE, now_ms=Millis(5000)) == once
    assert service.release(session, Button.TICK, now_ms=Millis(100)) == session

"""The claim code is shown at the board only, and cannot be found by trying."""

from dataclasses import replace

import pytest

from firmware_host.board.commands import PagesAt
from firmware_host.board.entries import JOURNAL
from firmware_host.board.events import Button, Pressed, Released
from firmware_host.board.pieces import Millis, Seat
from firmware_host.session.state import TeacherCode
from firmware_host.table.api import CALLERS, TableApi
from tests.session.evening import first_evening
from tests.table.evening import settle
from tests.table.test_api_plain import Quiet


async def test_the_code_shows_while_the_button_is_held(now, table_api):
    """The code is on the held button's screen only, not in sights or the journal."""
    code = await hold(now)
    shown = now.table.face.local
    assert shown.line.code == "teacher-code"
    seen = (table_api.sight_of(None), table_api.sight_of(Seat(0)))
    for told in (shown, now.table.face, now.table.session, *seen):
        assert code not in repr(told)
        assert shown.line["digits"] not in repr(told)
    assert code.encode() not in everything(now.folder)
    await release(now)
    assert now.table.face.local is None


async def test_a_code_opens_once(now, table_api):
    """A code works once; then the button must be held again for another one."""
    code = await hold(now)
    assert table_api.claim(wrong(code)) == ""
    assert table_api.claim(f" {code[:3]} {code[3:]} ") == "claimed"
    assert table_api.claim(code) == ""
    await settle()
    assert now.table.face.local is None
    await release(now)
    assert table_api.claim(code) == ""
    assert await hold(now) != code


async def test_a_code_opens_for_two_minutes_after_the_button(now, table_api):
    """A code is valid for two minutes after the button's release."""
    code = await hold(now)
    now.clock.ahead_ms += 5_000
    await release(now)
    now.clock.ahead_ms += 120_000 - 1_000
    assert table_api.claim(code) == "claimed"

    code = await hold(now)
    await release(now)
    now.clock.ahead_ms += 120_000
    assert table_api.claim(code) == ""


async def test_ten_seconds_recover_a_forgotten_passphrase(now, table_api):
    """Holding the button for ten seconds allows to replace the passphrase."""
    code = await hold(now)
    assert now.table.face.local.status.code == "teacher-forgot"
    now.clock.ahead_ms += 10_000
    await release(now)
    assert table_api.claim(code) == "recovered"


async def test_nobody_finds_a_code_by_trying(now, table_api):
    """After some wrong ones the right one opens nothing, either."""
    code = await hold(now)
    for _ in range(10):
        assert table_api.claim(wrong(code)) == ""
    assert table_api.claim(code) == ""
    await release(now)
    again = await hold(now)
    for _ in range(9):
        assert table_api.claim(wrong(again)) == ""
    assert table_api.claim(again) == "claimed"
    assert table_api.claim(again) == ""  # it has been used


async def test_the_secret_that_is_scanned_opens_once_and_is_nowhere_else(
    now, table_api
):
    """The scanned secret works once, is in no view or file, and ends the digits."""
    await table_api.send(PagesAt("http://10.42.0.1").line)
    code = await hold(now)
    shown = now.table.face.local
    secret = shown.scan.rpartition("/")[2]
    assert len(secret) == 16
    seen = (table_api.sight_of(None), table_api.sight_of(Seat(0)))
    for told in (shown, now.table.face, now.table.session, *seen):
        assert secret not in repr(told)
        assert secret.lower() not in repr(told)
    assert secret.encode() not in everything(now.folder)
    assert table_api.claim(secret) == "claimed"
    assert table_api.claim(secret) == ""
    assert table_api.claim(code) == ""
    await settle()
    assert table_api.claim(secret) == ""


async def test_the_digits_and_the_secret_die_together(now, table_api):
    """Whichever was used first; and by the next press."""
    await table_api.send(PagesAt("http://10.42.0.1").line)
    code = await hold(now)
    first = now.table.face.local.scan.rpartition("/")[2]
    assert table_api.claim(code) == "claimed"
    assert table_api.claim(first) == ""
    await release(now)
    await hold(now)
    second = now.table.face.local.scan.rpartition("/")[2]
    assert table_api.claim(first) == ""
    await release(now)
    now.clock.ahead_ms += 120_000
    assert table_api.claim(second) == ""


async def test_whoever_guesses_digits_burns_no_secret(now, table_api):
    """
    Wrong digits do not use up the tries for the scanned secret, nor vice versa.

    So it is even from the same address.
    """
    await table_api.send(PagesAt("http://10.42.0.1").line)
    code = await hold(now)
    secret = now.table.face.local.scan.rpartition("/")[2]
    for _ in range(50):
        assert table_api.claim("A" * 16, "192.0.2.1") == ""
        assert table_api.claim(wrong(code), "192.0.2.1") == ""
    assert table_api.claim(f"{code[:3]}       {code[3:]}", "192.0.2.1") == ""
    assert table_api.claim(secret, "192.0.2.1") == "claimed"


def test_without_a_button_held_there_is_nothing_to_claim(table_api):
    assert table_api.claim("") == ""
    assert table_api.claim("000000") == ""


# --- the hands of these tests ---------------------------------------------------------


async def hold(now):
    """Press the service button; return the code that the screen shows."""
    now.table.happen(Pressed(Button.SERVICE))
    await settle()
    return str(now.table.face.local.line["digits"]).replace(" ", "")


async def release(now):
    now.table.happen(Released(Button.SERVICE))
    await settle()


def wrong(code):
    return f"{(int(code) + 1) % 1_000_000:06}"


def everything(folder):
    return b"".join(one.read_bytes() for one in folder.glob(f"{JOURNAL}*"))


@pytest.mark.parametrize(("wrong", "opens"), [(0, True), (9, True), (10, False)])
def test_a_code_opens_once_and_not_after_ten_tries(wrong, opens):
    """
    A code works once, and not after ten wrong tries.

    This holds also while a table with much to do still has the code.
    """
    code = TeacherCode("123456", "ABCD", Millis(0))
    table = Quiet(replace(first_evening(), code=code))
    table_api = TableApi(table)
    assert [table_api.claim("123457") for _ in range(wrong)] == [""] * wrong
    assert [table_api.claim(" 123 456"), table_api.claim("123456")] == [
        "claimed" * opens,
        "",
    ]
    assert len(table.asked) == opens
    again = replace(code, since_ms=Millis(1))
    table.session = replace(table.session, code=again)
    assert table_api.claim("123456") == "claimed"


def test_wrong_tries_cost_nobody_else_any():
    """A pupil who guesses keeps no teacher out, from however many addresses."""
    table = Quiet(
        replace(first_evening(), code=TeacherCode("123456", "ABCD", Millis(0)))
    )
    table_api = TableApi(table)
    for caller in range(2 * CALLERS):
        assert table_api.claim("123457", str(caller)) == ""
    assert [table_api.claim("123457", "pupil") for _ in range(20)] == [""] * 20
    assert table_api.claim("123456", "pupil") == ""
    assert table_api.claim("123456", "teacher") == "claimed"
    assert len(table_api._claims._tries) <= CALLERS

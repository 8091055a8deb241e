"""The phones at a table: their views, their order with other events, and kills."""

import signal
import subprocess
import sys
from pathlib import Path

from firmware_host.app.daemon.resume import take_up
from firmware_host.board.commands import (
    ANY_SEAT,
    ForgetPhone,
    FreeSeat,
    JoinCommand,
    MovePhone,
    PartPhones,
    ReplacePhone,
    SeatPhone,
)
from firmware_host.board.entries import JOURNAL
from firmware_host.board.messages import Refused
from firmware_host.board.pieces import Millis, Seat
from firmware_host.journal.store import Journal
from firmware_host.session.holders import looks_on
from firmware_host.session.phones import OLD, PHONES

#: A phone without a place.
NOBODYS = {"number": 1, "seat": None, "person": 0, "looks_on": False}

ROOT = Path(__file__).parent.parent.parent


async def test_a_phone_sees_what_its_seat_may_if_it_is_a_holder(table_api):
    """
    A phone sees its seat's secret if it is a holder.

    One that came late, and one without a seat, get the public view.
    """
    assert await table_api.send(SeatPhone("ben", Seat(1), alone=True).line) is None
    assert await table_api.send(SeatPhone("ann", Seat(0), alone=True).line) is None
    assert await table_api.send(
        SeatPhone("another", Seat(0), alone=True).line
    ) == Refused("join-taken")
    assert "guess" in table_api.see("ben")["may"]
    for phone in ("ann", "another", ""):
        assert table_api.see(phone)["secret"] is None
        assert table_api.see(phone)["may"] == []
    assert table_api.phones.who("ann")["looks_on"]
    assert table_api.phones.who("another") is None
    assert [one["seat"] for one in table_api.phones.all()] == [1, 0]


async def test_whoever_makes_a_word_sees_it(table_api):
    """The phone that sets the word gets it, even if it came late."""
    await table_api.send(SeatPhone("ann", Seat(0), alone=True).line)
    await table_api.do({"do": "secret", "by": 0, "word": "loyal"}, "ann")
    assert table_api.see("ann")["secret"]["word"] == "LOYAL"


async def test_somebody_sits_down_with_a_phone(table_api):
    assert await table_api.send(JoinCommand("uma", " Uma ").line) is None
    assert table_api.phones.who("uma")["seat"] == 2
    assert await table_api.send(JoinCommand("eve", "uma").line) == Refused("name-taken")
    assert table_api.phones.who("eve") is None


async def test_phones_come_back_move_and_go(table_api):
    await table_api.send(SeatPhone("ben", Seat(1), alone=True).line)
    assert await table_api.send(ReplacePhone("found", 1).line) is None
    assert table_api.phones.who("ben") is None
    assert await table_api.send(MovePhone(1, Seat(0)).line) is None
    assert table_api.phones.who("found")["seat"] == 0
    assert await table_api.send(FreeSeat(Seat(0)).line) == Refused("free-maker")
    assert await table_api.send(PartPhones((1,)).line) is None
    assert table_api.phones.all() == [NOBODYS]
    assert await table_api.send(SeatPhone("found", ANY_SEAT).line) is None
    assert table_api.phones.who("found")["seat"] == 1
    assert await table_api.send(ForgetPhone(1).line) is None
    assert await table_api.send(ForgetPhone(1).line) == Refused("phone-gone")


async def test_nobody_at_the_board_hears_of_a_refused_phone(now, table_api):
    """A refused phone changes nothing at the board: no lamp, sentence or sound."""
    heard = []
    now.table.listen(lambda _event, outcome: heard.append(outcome))
    before = now.table.face
    assert await table_api.send(SeatPhone("ann", Seat(7), alone=True).line) == Refused(
        "join-taken"
    )
    assert now.table.face == before
    assert heard == [None]


def test_a_holders_right_outlives_a_kill(tmp_path):
    """After a kill each phone has the same right to see its secret as before."""
    child = subprocess.Popen(
        [sys.executable, "-m", "tests.table.kill.phones", tmp_path],
        stdout=subprocess.PIPE,
        cwd=ROOT,
    )
    assert child.stdout.readline() == b"done\n"
    child.send_signal(signal.SIGKILL)
    child.wait()
    child.stdout.close()

    with Journal(tmp_path / JOURNAL) as journal:
        session = take_up(journal, setup=None, now_ms=Millis(0))
    blind = {one.key: looks_on(session, one) for one in session.phones}
    assert blind == {
        "maker": False,
        "seeker": False,
        "early": True,
        "late": True,
        "let in": False,
    }


def test_what_an_older_board_kept_is_taken_over_once(tmp_path):
    """Phones in an older board's setting are taken over once."""
    old = '{"phones": {"ab": {"number": 3, "person": 7, "late": "", "sees": []}}}'
    with Journal(tmp_path / JOURNAL) as journal:
        journal.put_setting(OLD, old).result()
        first = take_up(journal, setup=None, now_ms=Millis(0)).phones
        journal.put_setting(OLD, "{}").result()
        assert PHONES in journal.settings()
        assert take_up(journal, setup=None, now_ms=Millis(0)).phones == first
    assert [one.key for one in first] == ["ab"]

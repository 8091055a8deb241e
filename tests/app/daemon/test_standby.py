"""The doctor of a running board, and its service mode by a button at the start."""

import asyncio
import logging
from dataclasses import replace

import pytest

from firmware_host.app.daemon import standby
from firmware_host.app.daemon.crashes import Crashes
from firmware_host.app.daemon.standby import (
    describe,
    record_faults,
    serve_at_start,
    stand_by,
)
from firmware_host.app.daemon.status_socket import ask_daemon
from firmware_host.app.doctor.findings import from_json, part_message
from firmware_host.app.tagging import tagging as enrolling
from firmware_host.app.tagging.tagging import untagged
from firmware_host.board.catalogue import name_of
from firmware_host.board.events import Button
from firmware_host.board.faces import Lamp
from firmware_host.board.pieces import RACK, ZONES
from firmware_host.simulate.pieces import tags
from tests.app.ward import PROFILE, ward
from tests.controller.bench import until

#: The UID of an unknown tag.
UID = bytes((4, 0x77, 1, 1, 2, 3, 4))


def test_a_report_of_a_crash_reads_no_journal(tmp_path):
    """A crash report does not read the journal, which may have caused the crash."""
    (tmp_path / "letterzone.db").mkdir()
    report = "\n".join(describe(PROFILE, tmp_path, "en"))
    assert "versions" in report
    assert "journal" not in report


@pytest.fixture
async def now(tmp_path, monkeypatch):
    """A board in play, whose doctor is in a hurry."""
    monkeypatch.setattr(standby, "HELD_MS", 50)
    async with ward(tmp_path) as now:
        yield now


async def press(now, button):
    """Press a button on the board itself, and let it go."""
    now.board.press(button)
    now.board.release(button)
    await asyncio.sleep(0)


def line(now):
    return now.running.table.face.table.line.code


async def test_nobody_walks_where_nobody_holds_the_button(now):
    assert not await serve_at_start(now.target, now.running, start_s=0.1)
    assert line(now).startswith("turn-")


async def test_a_held_service_button_starts_the_walk_and_the_game_waits(now):
    """
    The held service button starts the walk through all parts.

    Then the game goes on.
    """
    before = now.running.table.session.playing
    now.board.press(Button.SERVICE)
    walking = asyncio.create_task(serve_at_start(now.target, now.running, start_s=5))
    await until(lambda: line(now) == "service-what")
    await press(now, Button.TICK)
    for button in PROFILE.pico.buttons:
        name = part_message(f"button-{button}")
        await until(lambda n=name: asked(now) == n)
        now.board.release(button)
        await press(now, button)
    eyes = len(PROFILE.screens) + 2 * len(PROFILE.lamps) + 1
    for at in range(eyes):
        number = len(PROFILE.pico.buttons) + at + 1
        await until(lambda n=number: now.running.table.face.table.status["at"] == n)
        await press(now, Button.TICK)
    uid = next(iter(tags()))
    for zone in (RACK, *ZONES):
        await until(lambda z=zone: line(now) == ("walk-pad" if z else "walk-rack"))
        at = now.running.table.face.table.status["at"]
        now.board.put(zone, uid)
        now.board.lift(zone)
        await until(lambda a=at: moved(now, a))
    await until(lambda: line(now) == "walk-well")
    await press(now, Button.TICK)
    assert await asyncio.wait_for(walking, 5)
    await until(lambda: line(now).startswith("turn-"))
    after = now.running.table.session.playing
    assert replace(after, began_ms=before.began_ms) == before  # its clock stood still
    # The release of the button was not received: no code stays on the screen.
    assert now.running.table.face.local is None


def asked(now):
    """Return for which part the walk waits; nothing while it does not."""
    values = dict(now.running.table.face.table.line.values)
    return values.get("what")


def moved(now, at):
    status = now.running.table.face.table.status
    return status is None or status.code != "walk-at" or status["at"] != at


async def test_what_has_no_tag_yet_is_tagged_on_the_board_alone(tmp_path, monkeypatch):
    """Pieces without a tag are enrolled at the board, by tick, cross and screens."""
    monkeypatch.setattr(standby, "HELD_MS", 50)
    async with ward(tmp_path, pieces={}) as now:
        table, tags = now.running.table, now.running.tags
        first, second, *_ = untagged(table.session, tags)
        now.board.press(Button.SERVICE)
        serving = asyncio.create_task(serve_at_start(now.target, now.running))
        await until(lambda: line(now) == "service-what")
        codes = [choice.code for choice in table.face.table.choices]
        assert codes == ["service-walk", "service-tags", "service-leave"]
        now.board.release(Button.SERVICE)
        await press(now, Button.CROSS)
        await until(lambda: table.face.table.marked == 1)
        await press(now, Button.TICK)
        await until(lambda: line(now) == "enrol-tap")
        await now.board.tap(ZONES[2], UID)
        await until(lambda: tags.on(first))
        await until(lambda: table.face.zones[2].lamp is Lamp.YES)
        assert asked(now) == name_of(second)
        monkeypatch.setattr(enrolling, "HOLD_S", 0.1)
        now.board.press(Button.CROSS)
        assert await asyncio.wait_for(serving, 20)
        assert line(now).startswith("turn-")
        assert [tag.uid for tag in tags.all()] == [UID]


async def test_the_service_mode_is_left_for_the_game(now):
    """The last item of the service menu returns to the game."""
    now.board.press(Button.SERVICE)
    serving = asyncio.create_task(serve_at_start(now.target, now.running))
    await until(lambda: line(now) == "service-what")
    await press(now, Button.ZONE_3)
    await until(lambda: now.running.table.face.table.marked == 2)
    await press(now, Button.TICK)
    assert await asyncio.wait_for(serving, 20)
    assert line(now).startswith("turn-")


async def test_where_nothing_is_to_be_tagged_the_walk_begins_at_once(now):
    """A board of buttons reads no tags."""
    table = now.running.table
    table.session = replace(table.session, input="buttons")
    now.board.press(Button.SERVICE)
    serving = asyncio.create_task(serve_at_start(now.target, now.running))
    await until(lambda: line(now).startswith("walk-"))
    serving.cancel()
    await asyncio.gather(serving, return_exceptions=True)


async def test_somebody_else_has_the_board_out_of_play(now):
    now.board.press(Button.SERVICE)
    async with now.running.table.service_mode():
        assert not await serve_at_start(now.target, now.running, start_s=2)


async def test_the_daemon_answers_while_it_plays(now):
    standing = asyncio.create_task(stand_by(now.target, now.running, start_s=0))
    await until(lambda: list(now.folder.glob("*.sock")))
    told = await asyncio.to_thread(ask_daemon, now.folder)
    assert {from_json(one).part for one in told} >= {"controller", "tags", "screen-1"}
    standing.cancel()
    await asyncio.gather(standing, return_exceptions=True)
    assert list(now.folder.glob("*.sock")) == []


async def test_a_fault_in_a_callback_leaves_a_report_and_the_loop_runs_on(now, caplog):
    """
    An exception in a callback gives one report without its text.

    The event loop goes on.
    """
    caplog.set_level(logging.CRITICAL)
    crashes = Crashes(now.folder)
    record_faults(crashes, lambda: describe(PROFILE, now.folder, "en"))

    def fail():
        msg = "HOBBY"
        raise ValueError(msg)

    for _ in range(3):
        asyncio.get_running_loop().call_soon(fail)
    await until(crashes.all)
    await asyncio.sleep(0.1)
    (report,) = crashes.all()
    text = report.read_text(encoding="utf-8")
    assert "ValueError" in text
    assert "versions: Letterzone" in text
    assert "HOBBY" not in text
    assert now.ill() == {"crashes": "doctor-crashes"}

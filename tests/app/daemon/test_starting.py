"""The first thing to be seen is "Starting", before anything that takes time."""

import subprocess
import sys
import threading
from dataclasses import replace

import pytest

from firmware_host.app.daemon import starting
from firmware_host.app.daemon.starting import EarlyScreens
from firmware_host.app.daemon.starts import Starts
from firmware_host.app.system.hardware import profile_path
from firmware_host.board.events import Failed
from firmware_host.errors import JournalError
from firmware_host.settings.profile import load_profile
from tests.devices.chips import ChipScreens
from tests.idle import wait_idle

PROFILE = load_profile(profile_path("simulated"))


@pytest.fixture
def screens():
    """The screens of a full board."""
    return ChipScreens(PROFILE.screens)


def test_it_says_so_in_both_languages_at_once(screens):
    """The table screen shows "Starting" in both languages, and the others are dark."""
    with EarlyScreens(PROFILE, bus=screens.open) as early:
        assert wait_idle(early.writer, 10)
        shown = {name: one.image.getbbox() for name, one in screens.screens.items()}
        picture = starting.draw_table(starting._STARTING, starting._say, alive=False)
        assert screens.screens["table"].image.tobytes() == picture.tobytes()
    assert [name for name, box in shown.items() if box] == ["table"]
    words = [
        starting._say(starting._STARTING.line),
        starting._say(starting._STARTING.status),
    ]
    assert words == ["Starting", "Startet"]
    assert screens.screens["table"].image.getbbox() is None, "leaving makes it dark"


def test_why_it_cannot_start_stays_on_the_screen(screens):
    """The reason for a failed start stays on the screen during the next start."""
    face = Starts(None).failed(JournalError("damaged"), "en")
    picture = starting.draw_table(face, starting._say, alive=False).tobytes()
    with EarlyScreens(PROFILE, bus=screens.open) as early:
        early.stay(face)
        assert wait_idle(early.writer, 10)
    assert screens.screens["table"].image.tobytes() == picture
    with EarlyScreens(PROFILE, bus=screens.open, face=face) as early:
        assert wait_idle(early.writer, 10)
        assert screens.screens["table"].image.tobytes() == picture
    assert screens.screens["table"].image.getbbox() is None, "that one was stopped"


def test_what_fails_meanwhile_is_told_to_the_table_later(screens):
    """A screen that fails early is reported when the table begins to listen."""
    screens.screens["table"].die()
    heard, came = [], threading.Event()

    def hear(event):
        heard.append(event)
        came.set()

    with EarlyScreens(PROFILE, bus=screens.open) as early:
        early.meet(hear)
        assert came.wait(10)
    assert heard == [Failed("screen-table")]


def test_a_board_without_a_table_screen_starts_as_well():
    """A board without a table screen starts without the picture."""
    with EarlyScreens(replace(PROFILE, screens={})) as early:
        assert wait_idle(early.writer, 10)


@pytest.mark.parametrize("module", ["app.daemon.starting", "cli.run"])
def test_nothing_slow_is_imported_before_it_is_shown(module):
    """
    The early picture imports neither games, journal, web, nor driver libraries.

    The names of the games are imported: the command line reads them first.
    """
    program = f"import firmware_host.{module}, sys; print(*sys.modules)"
    loaded = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    ).stdout.split()
    slow = {"sqlite3", "gpiozero", "luma", "starlette", "uvicorn", "serial", "segno"}
    ours = {"games.game", "session", "table.table", "journal.store", "web"}
    ours |= {"app.daemon.daemon"}
    assert slow.isdisjoint(loaded)
    assert {f"firmware_host.{name}" for name in ours}.isdisjoint(loaded)

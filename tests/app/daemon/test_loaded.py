"""
The modules that a board at home has not imported before its first tap.

A process opens the whole board like `letterzone run`, with and without pages. It runs
nothing else that `run` starts, such as the doctor.
"""

import json
import subprocess
import sys

import pytest

#: A script that plays like a board at home up to the first tap and prints its modules.
PLAYS = """
import asyncio, json, os, pty, sys, tempfile, tty
from pathlib import Path
from firmware_host.app.system.loading import load
load("firmware_host.app.daemon.daemon")
from firmware_host.app.daemon.daemon import Hardware, open_board
from firmware_host.app.system.hardware import profile_path
from firmware_host.devices.fake import FakePins
from firmware_host.session.state import Player
from firmware_host.settings.profile import load_profile
from tests.devices.chips import ChipScreens
from tests.opened import choice

async def play(folder):
    _, slave = pty.openpty()
    tty.setraw(slave)
    profile = load_profile(profile_path("simulated"))
    pins = FakePins(lamps=profile.lamps, buzzer=profile.buzzer)
    hardware = Hardware(
        factory=pins.factory, bus=ChipScreens(profile.screens).open,
        port=os.ttyname(slave),
    )
    async with open_board(profile, folder, hardware=hardware) as running:
        if sys.argv[1:] == ["pages"]:
            from firmware_host.app.pages.child import open_pages
            from firmware_host.app.pages.place import ListenPlace
            async with open_pages(running, folder, place=ListenPlace(port=0)):
                await begin(running.table)
        else:
            await begin(running.table)

async def begin(table):
    await table.choose(choice((Player("Ann"), Player("Ben"))))
    engine = table.session.playing.engine
    await table.submit(engine.action({"do": "secret", "by": 0, "word": "HOBBY"}))
    print(json.dumps(sorted(sys.modules)))

with tempfile.TemporaryDirectory() as folder:
    asyncio.run(play(Path(folder)))
"""

#: Our own and other packages that such a board does not need.
UNNEEDED = (
    "firmware_host.app.archive",  # history, backups, analysis
    "firmware_host.app.content.packs",
    "firmware_host.app.doctor",
    "firmware_host.app.hall",
    "firmware_host.app.pages",
    "firmware_host.app.prove",
    "firmware_host.app.tagging",
    "firmware_host.games.decipher.evidence",  # hints and bots
    "firmware_host.games.shapes",  # the description for programs
    "firmware_host.games.transcript",
    "firmware_host.hall",
    "firmware_host.kit",
    "firmware_host.session.kiosk",
    "firmware_host.session.modes.evening_key",
    "firmware_host.table.api",  # pages
    "firmware_host.testing",
    "firmware_host.web",
    "firmware_host.words.difficulty",
    "firmware_host.words.packs",
    "firmware_host.words.rude",  # names
    "fastjsonschema",
    "paho",
    "starlette",
    "unicodedata",  # accents
    "uvicorn",
)

#: Those of them that a board with pages needs, for all games and for names.
FOR_PAGES = {
    "firmware_host.app.pages",
    "firmware_host.table.api",
    "firmware_host.web",
    "firmware_host.words.rude",
    "unicodedata",
}


def _modules(*arguments):
    """Return the names of all modules of a daemon whose game waits for a tap."""
    done = subprocess.run(
        [sys.executable, "-c", PLAYS, *arguments],
        capture_output=True,
        text=True,
        check=True,
    )
    return json.loads(done.stdout.splitlines()[-1])


@pytest.fixture(scope="module")
def loaded():
    """Return the modules of a board without pages."""
    return _modules()


@pytest.fixture(scope="module")
def loaded_with_pages():
    """Return the modules of a board whose pages are open, and were asked nothing."""
    return _modules("pages")


@pytest.mark.parametrize("name", UNNEEDED)
def test_a_board_at_home_has_not_loaded_it_before_its_first_tap(loaded, name):
    assert [one for one in loaded if f"{one}.".startswith(f"{name}.")] == []


@pytest.mark.parametrize("name", [one for one in UNNEEDED if one not in FOR_PAGES])
def test_nor_has_a_board_with_pages(loaded_with_pages, name):
    assert [one for one in loaded_with_pages if f"{one}.".startswith(f"{name}.")] == []


def test_what_it_plays_with_is_loaded(loaded):
    """The modules of the played game are imported, so the check above is not void."""
    assert "firmware_host.games.decipher.game" in loaded

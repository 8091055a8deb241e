"""`letterzone doctor`: a line a part, a code for programs, a report, a walk."""

import asyncio
import json
import re
import socket
import subprocess
import sys
import time

import pytest

from firmware_host.app.content.languages import load_texts
from firmware_host.app.daemon.crashes import Crashes
from firmware_host.app.doctor.findings import part_message
from firmware_host.board.entries import JOURNAL, Entry, NewGame
from firmware_host.board.pieces import Zone
from firmware_host.cli.main import main
from firmware_host.journal.store import Journal
from firmware_host.session.setups import Setup, setup_text
from firmware_host.simulate.controller import SimulatedController
from tests.cli.command import BOARDS, ROOT, refusal, started

#: What a report must not contain: names, words, and places.
SECRETS = ("Annabel", "HOBBY", "Zauberbrett", "SPLENDID")

BOARD = """
name = "Zauberbrett"
zones = 3
input = "buttons"
[pins]
factory = "mock"
buzzer = 18
[web]
listen = "{web}"
[lamps]
1 = {{ cross = 4, tick = 17 }}
2 = {{ cross = 27, tick = 22 }}
3 = {{ cross = 10, tick = 9 }}
[buttons]
tick = 2
cross = 3
[symbols]
1 = {{ red = 5, yellow = 6, blue = 13, green = 19 }}
2 = {{ red = 11, yellow = 12, blue = 14, green = 15 }}
3 = {{ red = 20, yellow = 21, blue = 23, green = 24 }}
"""


@pytest.fixture
def folder(tmp_path):
    """Return a folder of a user called Annabel, with private words in it."""
    place = tmp_path / "Annabel"
    place.mkdir()
    with Journal(place / JOURNAL) as journal:
        game = NewGame(1, '{"game": "HOBBY"}', ("Annabel", "Ben"))
        journal.append(Entry(new_game=game)).result()
        journal.put_setting("setup", '{"words": ["SPLENDID"]}').result()
    return place


@pytest.fixture
def board(folder):
    """The profile of a board that needs no metal at all."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        web = f"127.0.0.1:{free.getsockname()[1]}"
    path = folder / "board.toml"
    path.write_text(BOARD.format(web=web), encoding="utf-8")
    return path


def test_a_board_that_is_well_ends_with_0(board, folder):
    done = started("doctor", board, "--folder", folder)
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert all(re.match(r"[✔!?✘ ] ", line) for line in lines)
    assert not [line for line in lines if line.startswith("✘")]
    assert [line for line in lines if line.startswith("✔") and "journal" in line]


def test_a_board_without_its_parts_ends_with_1_and_says_what_to_do(folder):
    """Without its parts the doctor ends with 1 and prints remedies in German."""
    words = ("doctor", BOARDS / "simulated" / "board.toml", "--folder", folder)
    done = started(*words, "--port", folder / "none", LC_ALL="de_DE.UTF-8")
    assert done.returncode == 1
    lines = done.stdout.splitlines()
    at = next(at for at, line in enumerate(lines) if "Controller" in line)
    assert lines[at].startswith("✘ kaputt")
    assert lines[at + 1].strip().startswith("→ Sehen Sie nach dem USB-Kabel")


def test_a_terminal_without_signs_gets_plain_ones(board, folder):
    done = started("doctor", board, "--folder", folder, PYTHONIOENCODING="ascii")
    assert done.returncode == 0
    assert done.stdout.isascii()
    assert "\\u" not in done.stdout
    assert "\n+ ok" in done.stdout


def test_a_report_names_nobody_and_no_word(board, folder):
    """A report contains no names, words or folders, but every part and the crash."""
    Crashes(folder).write(["ValueError", "  table/table.py:12 _take"])
    path = folder / "report.txt"
    done = started("doctor", board, "--folder", folder, "--report", path)
    assert done.returncode == 0
    text = path.read_text(encoding="utf-8")
    assert [one for one in SECRETS if one.casefold() in text.casefold()] == []
    assert str(folder) not in text
    assert "table/table.py:12 _take" in text
    assert "gpiozero: " in text
    assert "lamps of zone 1" in text


def test_what_cannot_be_used_is_one_line(board, folder, capsys, tmp_path):
    assert refusal(capsys, "doctor", tmp_path / "none.toml").startswith(str(tmp_path))
    with Journal(folder / JOURNAL):
        for way in ("--walk", "--building"):
            told = refusal(capsys, "doctor", board, "--folder", folder, way)
            assert "the daemon has this board open" in told
    with pytest.raises(SystemExit):
        main(["doctor", "--walk", "--building"])
    nowhere = tmp_path / "no" / "report"
    words = ("doctor", str(board), "--folder", str(folder), "--report", str(nowhere))
    assert main(list(words)) == 2
    assert "cannot be written" in capsys.readouterr().err


def test_a_walk_is_answered_at_the_keyboard(board, folder):
    """Typed answers of a walk decide which parts are broken."""
    answers = "n\n" * 14 + "\n" * 3 + "y\n" * 3 + "n\n"
    done = started("doctor", board, "--folder", folder, "--walk", stdin=answers)
    assert done.returncode == 1, done.stderr
    assert "15/21  Zone 1: is the red cross lit?" in done.stdout
    assert "✔ ok         lamps of zone 1" in done.stdout
    assert "✘ broken     buzzer" in done.stdout
    assert "✘ broken     button red long stick of zone 2" in done.stdout


def test_a_walk_that_is_left_says_what_was_seen(board, folder):
    done = started("doctor", board, "--folder", folder, "--walk", stdin="q\n")
    assert done.returncode == 0
    assert "Press: button" in done.stdout


async def test_a_class_is_tuned_as_one_before_the_calibration_ends(tmp_path):
    """After a skipped calibration a class's pads have the dwell of a class."""
    with Journal(tmp_path / JOURNAL) as journal:
        journal.put_setting("setup", setup_text(Setup(place="class"))).result()
    profile = BOARDS / "simulated" / "board.toml"
    with SimulatedController(tmp_path) as board:
        words = (profile, "--folder", tmp_path, "--port", board.path, "--calibrate")
        leave_each_out = "\n" * 7
        done = await asyncio.to_thread(started, "doctor", *words, stdin=leave_each_out)
        assert (done.returncode, done.stderr) == (0, "")
        assert board._taps._own_dwell_ms == dict.fromkeys(range(7), 250)


@pytest.mark.long
async def test_a_simulated_board_is_calibrated_by_the_command(tmp_path):
    """With a piece on one pad each of six gains is tried; the result is stored."""
    profile, three = BOARDS / "simulated" / "board.toml", "pad of zone 3"
    words = ("doctor", profile, "--folder", tmp_path, "--calibrate", "--language", "en")
    with SimulatedController(tmp_path) as board:
        command = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "firmware_host", *map(str, words)),
            *("--port", board.path),
            cwd=ROOT,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
        )
        said = []
        async with asyncio.timeout(90):
            async for line in command.stdout:
                said.append(line.decode())
                if "Lay a piece" in said[-1] and three in said[-1]:
                    board.put(Zone(3), b"\x04abc")
                elif "Lay a piece" in said[-1]:
                    board.lift(Zone(3))
                    command.stdin.write(b"\n")
            assert await command.wait() == 0
    assert any(three in line and line.startswith("✔") for line in said)
    with Journal(tmp_path / JOURNAL) as journal:
        kept = json.loads(journal.settings()["pads"])
    assert kept == {"3": {"dwell_ms": 150, "gain": 0}}


def test_building_says_what_answers_until_it_is_stopped(board, folder):
    words = ("doctor", board, "--folder", folder, "--building")
    with subprocess.Popen(
        [sys.executable, "-m", "firmware_host", *map(str, words)],
        cwd=ROOT,
        env={"LANG": "C.UTF-8", "PATH": ""},
        stdout=subprocess.PIPE,
        encoding="utf-8",
    ) as building:
        deadline = time.monotonic() + 20
        try:
            while "buzzer" not in building.stdout.readline():
                assert time.monotonic() < deadline
            building.send_signal(2)
            assert building.wait(10) == 0
        finally:
            building.kill()


def test_every_part_has_its_row_in_the_manual():
    """The manual has a row for each part that the doctor checks."""
    manual = (ROOT / "docs" / "doctor.md").read_text(encoding="utf-8")
    rows = " ".join(re.findall(r"^\| ([^|]+) \|", manual, re.MULTILINE))
    parts = ["screen-3", "screen-table", "screen-maker", "lamp-1", "buzzer", "reader-0"]
    parts += ["reader-2", "power", "disk", "groups", "clock", "versions", "journal"]
    parts += [
        "words",
        "crashes",
        "network",
        "hotspot",
        "buses",
        "pins",
        "buttons",
        "speaker",
    ]
    say = load_texts("en").say
    names = {say(part_message(one)) for one in (*parts, "controller", "tags")}
    known = [re.sub(r" \d$", "", name) for name in names]
    assert [name for name in known if name not in rows] == []


def test_a_running_daemon_is_asked_and_plays_on(tmp_path):
    """If a daemon is running, the doctor asks it, and the daemon goes on."""
    board = BOARDS / "simulated" / "board.toml"
    words = ("--folder", tmp_path, "--port", tmp_path / "port")
    with subprocess.Popen(
        [sys.executable, "-m", "firmware_host", "run", board, *words],
        cwd=ROOT,
        stderr=subprocess.DEVNULL,
    ) as daemon:
        try:
            deadline = time.monotonic() + 20
            while not list(tmp_path.glob("doctor-*.sock")):
                assert time.monotonic() < deadline
                time.sleep(0.05)
            done = started("doctor", board, *words)
            assert done.returncode == 1
            assert "zone controller: No controller is plugged in" in done.stdout
            assert "has it open and does not answer" not in done.stdout
            assert daemon.poll() is None
        finally:
            daemon.terminate()
            daemon.wait(20)

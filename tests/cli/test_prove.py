"""`letterzone prove`: a list, a walk that can be resumed, a file without names."""

import asyncio
import re
import sys

import pytest

from firmware_host.app.prove.proof import Ruling, load_proof
from firmware_host.board.pieces import Zone
from firmware_host.cli.main import main
from firmware_host.simulate.controller import SimulatedController
from firmware_host.simulate.pieces import tags
from tests.cli.command import BOARDS, ROOT, refusal, said, started

SIMULATED = BOARDS / "simulated" / "board.toml"


def test_the_list_says_who_answers_and_what_came_of_it(capsys, tmp_path):
    report = tmp_path / "proof.json"
    words = ("prove", SIMULATED, "--folder", tmp_path, "--report", report)
    text = said(capsys, *words, "--list", "--language", "en")
    lines = {line[2:].split()[0]: line for line in text.splitlines()}
    assert lines["own-pad"].startswith("  own-pad            board  a piece is read")
    assert lines["one-metre"].split()[1] == "you"
    assert "rim-data" not in lines
    assert not report.exists()


@pytest.mark.parametrize(
    ("only", "says"),
    [("none", "there is no row 'none'"), ("rim-data", "is for boards with rims")],
)
def test_a_row_that_cannot_be_asked_for_is_one_line(only, says, capsys, tmp_path):
    report = tmp_path / "proof.json"
    words = ("prove", SIMULATED, "--only", only, "--report", report)
    assert says in refusal(capsys, *words, "--folder", tmp_path)
    nowhere = tmp_path / "no" / "proof.json"
    words = ("prove", SIMULATED, "--only", "own-pad", "--report", nowhere)
    assert "cannot be written" in refusal(capsys, *words, "--folder", tmp_path)


def test_a_person_stops_and_goes_on(tmp_path):
    """The second time nothing is asked that was answered."""
    board = tmp_path / "board.toml"
    text = SIMULATED.read_text(encoding="utf-8").replace('"mock"', '"lgpio"')
    board.write_text(text, encoding="utf-8")
    report = tmp_path / "proof.json"
    rows = ("--only", "one-metre", "--only", "left-right", "--only", "from-to")
    words = ("prove", board, "--folder", tmp_path, "--report", report)
    done = started(*words, *rows, stdin="y\nq\n")
    assert (done.returncode, done.stderr) == (0, "")
    assert "1/3  one-metre" in done.stdout
    assert "Stopped. The same command goes on from here." in done.stdout
    assert list(load_proof(report).answers) == ["one-metre"]
    done = started(*words, "--only", "from-to", stdin="n\n", LC_ALL="de_DE.UTF-8")
    assert done.returncode == 1
    assert "1 bewiesen, 1 nicht so, 0 ausgelassen." in done.stdout
    assert str(tmp_path) not in report.read_text(encoding="utf-8")
    assert main(["prove", str(board), "--report", str(report), "--list"]) == 0


def test_another_board_needs_a_file_of_its_own(capsys, tmp_path):
    report = tmp_path / "proof.json"
    words = ("prove", "--report", report, "--folder", tmp_path, "--only", "clips-hold")
    assert started(*words, SIMULATED, stdin="").returncode == 0
    assert "is the proof of another board" in refusal(capsys, *words, "full")


@pytest.mark.long
async def test_taps_on_a_simulated_board_are_measured(tmp_path):
    """The command measures taps over the wire; one tap of twenty is on a wrong pad."""
    report, profile = tmp_path / "proof.json", tmp_path / "board.toml"
    text = SIMULATED.read_text(encoding="utf-8").partition("[screens]")[0]
    profile.write_text(text, encoding="utf-8")  # nobody waits for screens
    uid = next(iter(tags()))
    with SimulatedController(tmp_path, dwell_ms=0, gone_ms=0) as board:
        words = ("prove", profile, "--folder", tmp_path, "--port", board.path)
        words = (*words, "--report", report, "--only", "own-pad", "--language", "en")
        command = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "firmware_host", *map(str, words)),
            cwd=ROOT,
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
        )
        async with asyncio.timeout(30):
            async for line in command.stdout:
                asked = re.match(
                    r"  (\d+) of 20: tap .* pad of (zone (\d)|the)", line.decode()
                )
                if asked:
                    zone = int(asked[3] or 0)
                    lies = asked[1] == "3"
                    await board.tap(Zone(5 if lies else zone), uid)
            assert await command.wait() == 1
    proof = load_proof(report)
    answer = proof.answers["own-pad"]
    assert (answer.result, answer.by, answer.times) == (Ruling.REFUTED, "board", 19)
    assert proof.about["controller"]
    assert not proof.is_of_metal

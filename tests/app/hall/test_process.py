"""A hall's process: what its pages see, from the broker to the wall."""

import asyncio
import json
import os
import re
import signal
import subprocess
import sys

import pytest
from websockets.asyncio.client import connect

from firmware_host.app.hall import evenings
from firmware_host.app.hall.hub import Hub
from firmware_host.app.hall.process import Hall
from firmware_host.app.hall.store import Store
from firmware_host.app.system.hardware import profile_path
from firmware_host.cli.main import main
from firmware_host.hall.fold import Board, Game
from firmware_host.hall.lines import Begun
from tests.app.hall.evenings import entries, journal_in, write
from tests.app.hall.mosquitto import Mosquitto


def test_a_hall_without_an_evening_has_no_table(tmp_path):
    """And says nothing of a key."""
    store = Store(tmp_path)
    hall = Hall(Hub(store), store, delay_s=0)
    assert hall.evening() is None
    assert list(hall.table()) == []
    assert not hall.is_online("a")
    assert hall.boards(later=True) == hall.boards(later=False) == {}


def test_a_running_hall_judges_the_evening_that_is_on(tmp_path):
    """Its table follows each evening that a command begins and opens meanwhile."""
    store = Store(tmp_path)
    hub = Hub(store)
    hall = Hall(hub, store, delay_s=0)
    assert list(hall.table()) == []
    for rounds in (1, 2):
        kept = evenings.begin(
            Store(tmp_path), "Cup", language="en", length=5, rounds=rounds
        )
        evening = evenings.judge_of(kept).code
        begun = Begun("decipher", "en", 5, 1, rounds, evening)
        hub.boards = {"fox": Board(games={1: Game(1, begun=begun)})}
        assert [line.board for line in hall.table()] == ["fox"]
        evenings.close(Store(tmp_path))


def test_what_a_command_cannot_do_it_says_in_one_line(tmp_path, capsys):
    """With a way out, and exit code 2."""
    folder = ["--folder", str(tmp_path)]
    for words, said in (
        (["--open"], "--new"),
        (["--take", "x", "--name", "Fox"], "--new"),
        (["--new", "Cup", "--length", "9"], "--length 9"),
        (["--new", "Cup", "--rounds", "9"], "--rounds 9"),
        (["--broker", "http://x"], "--broker"),
        (["--broker", "mqtt://x", "--password-file", "/missing"], "/missing: No such"),
        (["--web", "nowhere"], "--web nowhere"),
    ):
        assert main(["hall", *words, *folder]) == 2
        told = capsys.readouterr().err
        assert said in told
        assert told.count("\n") == 1


@pytest.mark.long
async def test_from_a_board_to_the_wall_by_two_processes(tmp_path):
    """As they are started by hand; the tests wait for nothing but the socket."""
    profile = tmp_path / "board.toml"
    with Mosquitto(tmp_path) as broker, journal_in(tmp_path / "board") as journal:
        own = profile_path("simulated").read_text(encoding="utf-8")
        named = re.sub(r"^name = .*", 'name = "Fox"', own, flags=re.MULTILINE)
        mqtt = f'\n[mqtt]\nbroker = "{broker.url}"\n'
        profile.write_text(named + mqtt, encoding="utf-8")
        evenings.begin(Store(tmp_path), "Spring cup", language="en", length=5, rounds=1)
        command = (sys.executable, "-m", "firmware_host")
        started = [
            subprocess.Popen(  # noqa: ASYNC220 - it is watched by its socket
                [*command, *words],
                stdout=subprocess.PIPE,
                env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
            )
            for words in (
                ["publish", str(profile), "--folder", str(tmp_path / "board")],
                [
                    *("hall", "--folder", str(tmp_path), "--language", "en"),
                    *("--broker", broker.url),
                ],
            )
        ]
        try:
            for entry in entries("decipher", 1, board_makes=True, rounds=1):
                write(journal, entry)
            said = await asyncio.to_thread(started[1].stdout.readline)
            at = said.decode().strip().removeprefix("http://")
            async with (
                asyncio.timeout(30),
                connect(f"ws://{at}/socket?as=wall", origin=f"http://{at}") as socket,
            ):
                while True:
                    shown = json.loads(await socket.recv())
                    (*_, board) = shown["boards"] or [{"line": ""}]
                    if "over" in board["line"]:
                        break
            assert board["name"] == "Fox"
            assert board["word"]
            assert board["online"]
        finally:
            for one in started:
                one.send_signal(signal.SIGTERM)
            codes = [one.wait(20) for one in started]
            for one in started:
                one.stdout.close()
    assert codes == [0, 0]

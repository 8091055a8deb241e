"""SIGKILL in the middle of each game: the same table, asked once, its clock kept."""

import asyncio
import json
import subprocess
import sys

import pytest

from firmware_host.app.demo.demo import open_demo
from firmware_host.board.messages import Refused
from firmware_host.session.setups import Setup
from tests.app.live import WAIT_S, looks
from tests.cli.command import EXAMPLES, ROOT

#: The example, how many of its lines are played, the line that is done last, and the
#: next thing that somebody does; seats by their numbers.
PLACES = {
    "code cards, a code half hidden": (
        *("codecards", 3),
        {"do": "hide", "by": 1, "place": 2, "card": "10D"},
        {"do": "hide", "by": 1, "place": 3, "card": "KC"},
    ),
    "code cards, a turn half played": (
        *("codecards", 12),
        {"do": "play", "column": 1, "card": "KH"},
        {"do": "play", "column": 3, "card": "2H"},
    ),
    "WQRDLES, an attempt is made": (
        *("wqrdles", 5),
        {"do": "guess", "by": 2, "of": 1, "word": "NEWLY"},
        {"do": "pass", "by": 0},
    ),
    "WQRDLES, a word half marked": (
        *("wqrdles-cards", 7),
        {"do": "decode", "by": 0, "marks": "---y-"},
        {"do": "decode", "by": 1, "marks": "--y--"},
    ),
    "KEYWORD, a word lies": (
        *("keyword", 2),
        {"do": "lay", "by": 0, "word": "BANANA", "blue": [0, 1, 0, 1, 0, 0]},
        {"do": "lay", "by": 1, "word": "PLANET", "blue": [0, 0, 0, 0, 2, 0]},
    ),
}

#: Where the last line may be done once more: a hidden card may still be another one.
CHANGEABLE = ("code cards, a code half hidden",)

#: Where time runs: how much there was.
CLOCKS_MS = {"WQRDLES, an attempt is made": 120_000, "KEYWORD, a word lies": 90_000}


def words_for(folder, place):
    """Return the arguments of `tests.app.live` for that place."""
    example, count, last, _ = PLACES[place]
    lines = (EXAMPLES / f"{example}.jsonl").read_text(encoding="utf-8").splitlines()
    script = folder / "script.jsonl"
    script.write_text("\n".join(lines[:count]) + "\n", encoding="utf-8")
    return str(script), str(folder), json.dumps(last)


@pytest.fixture(scope="module")
def killed(tmp_path_factory):
    """Return each place's folder and last views, after one kill of all boards."""
    folders = {place: tmp_path_factory.mktemp("board") for place in PLACES}
    words = [word for place in PLACES for word in words_for(folders[place], place)]
    command = [sys.executable, "-m", "tests.app.live", *words]
    seen: dict[str, dict] = {}
    with subprocess.Popen(command, stdout=subprocess.PIPE, cwd=ROOT, text=True) as life:
        assert life.stdout is not None
        while len(seen) < len(PLACES) and (line := life.stdout.readline()):
            seen |= json.loads(line)
        life.kill()
    assert len(seen) == len(PLACES), "they did not come so far"
    return {place: (folder, seen[str(folder)]) for place, folder in folders.items()}


@pytest.mark.parametrize("place", PLACES)
async def test_a_killed_game_goes_on_as_it_was(killed, place):
    """
    A killed game is resumed with the same views, and its last action counts once.

    Timers stand still until the next action, with the time that was left.
    """
    folder, before = killed[place]
    *_, last, following = PLACES[place]
    ports = folder / "second"
    ports.mkdir()
    async with open_demo(folder, ports, setup=Setup(), haste=True) as demo:
        after, rows = looks(demo.running.table_api), rows_of(demo)
        assert after | {"left_ms": 0} == before | {"left_ms": 0}
        assert demo.running.table_api.sight_of(None)["screen"]["note"][0].startswith(
            "go-on"
        )
        assert not demo.running.table_api.sight_of(None)["running"]

        await asyncio.sleep(WAIT_S)
        assert looks(demo.running.table_api) == after, (
            "nothing runs, and nothing comes by itself"
        )
        assert rows_of(demo) == rows

        if place not in CHANGEABLE:
            assert isinstance(await demo.running.table_api.do(last), Refused), (
                "it counted already"
            )
        kept(demo, place, before["left_ms"])
        assert not isinstance(await demo.running.table_api.do(following), Refused)
        assert len(rows_of(demo)) > len(rows)
        if place in CLOCKS_MS:
            assert demo.running.table_api.sight_of(None)["running"]
            left_ms = demo.running.table_api.sight_of(None)["left_ms"]
            assert after["left_ms"] - 1000 < left_ms <= after["left_ms"]


def kept(demo, place, left_ms):
    """Assert that a timer has the time that was left, neither reset nor run on."""
    now_ms = demo.running.table_api.sight_of(None)["left_ms"]
    if place not in CLOCKS_MS:
        assert now_ms is None
    else:
        # The clock file is written each second: so much can be lost or given back.
        assert left_ms - 1000 <= now_ms <= CLOCKS_MS[place] - WAIT_S * 1000


def rows_of(demo):
    """Return the journal's rows of the game."""
    return list(demo.running.journal.rows(demo.table.session.next_game - 1))

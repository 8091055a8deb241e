"""The programs of `docs/examples` at a running board."""

import json
import os
import subprocess
import sys
import threading
import time
import urllib.request

import pytest

from tests.outside.board import ROOT, board

WORDS = {**os.environ, "PYTHONPATH": str(ROOT), "LANG": "C.UTF-8"}
EXAMPLES = ROOT / "docs" / "examples"


@pytest.fixture(scope="module")
def at(tmp_path_factory):
    """The address of a board whose first minute is over."""
    with board(tmp_path_factory.mktemp("board")) as url:
        ask(url, "/api/tutorial", wanted=False)
        yield url


def ask(url, path, **body):
    """Ask as the hands at the board do; a command is made for the newest state."""
    if body:
        body["seen"] = ask(url, "/api/state")["seen"]
    headers = {"content-type": "application/json", "x-letterzone": "1"}
    content = json.dumps(body).encode() if body else None
    request = urllib.request.Request(url + path, content, headers)  # noqa: S310 - our own
    with urllib.request.urlopen(request, timeout=20) as answer:  # noqa: S310 - likewise
        return json.load(answer)


def code_of(url):
    """Return the code for joining, from the wall."""
    return ask(url, "/api/state")["join"]["code"]


class Listener:
    """`events.py` as a process, with the events that it has printed."""

    def __init__(self, url):
        self.events = []
        self._running = subprocess.Popen(
            [sys.executable, EXAMPLES / "events.py", url.removeprefix("http://")],
            env=WORDS,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        self._thread = threading.Thread(target=self._read)
        self._thread.start()

    def _read(self):
        for line in self._running.stdout:
            self.events.append(json.loads(line))

    def wait_for(self, what, nudge=lambda: None, since=0):
        """Wait until an event of this kind was printed."""
        until = time.monotonic() + 60
        while not any(one["what"] == what for one in self.events[since:]):
            assert time.monotonic() < until, (what, self.events)
            nudge()
            time.sleep(0.3)

    def leave(self):
        """End it."""
        self._running.terminate()
        self._thread.join(20)
        self._running.wait(20)
        self._running.stdout.close()


@pytest.mark.ci
def test_each_event_is_one_line_of_json(at):
    """Each event is one line of JSON, with consecutive numbers."""
    listener = Listener(at)
    try:
        # The program prints nothing when it connects: play until an event arrives.
        listener.wait_for("game", lambda: _begin_and_end(at))
        before = len(listener.events)
        listener.wait_for("game", lambda: _begin_and_end(at), since=before)
    finally:
        listener.leave()
    numbers = [one["n"] for one in listener.events]
    assert numbers == list(range(numbers[0], numbers[0] + len(numbers)))


def _begin_and_end(url):
    ask(url, "/api/begin", game="decipher", length=5, players=["Gus", "Ida"])
    ask(url, "/api/do", do="end")


@pytest.mark.long
def test_the_bot_of_the_manual_plays_a_whole_game(at):
    """The manual's bot plays a whole game with Python's standard library alone."""
    bot = subprocess.Popen(
        [sys.executable, EXAMPLES / "bot.py", at, code_of(at)],
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        joined = bot.stdout.readline()
        assert "phone" in joined
        seats = [one["name"] for one in ask(at, "/api/state")["players"]]
        assert "Otto" in seats
        ask(
            at,
            "/api/begin",
            game="decipher",
            language="en",
            length=3,
            rounds=1,
            board_makes=True,
            players=["Otto"],
        )
        totals = bot.communicate(timeout=90)[0]
    finally:
        bot.kill()
    assert bot.returncode == 0
    assert json.loads(totals)

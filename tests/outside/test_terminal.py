"""`letterzone watch` and `play --connect`, and the manual's bot, at a running board."""

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
COMMAND = [sys.executable, "-m", "firmware_host"]


@pytest.fixture(scope="module")
def at(tmp_path_factory):
    """The address of a board whose first minute is over."""
    with board(tmp_path_factory.mktemp("board")) as url:
        ask(url, "/api/tutorial", wanted=False)
        yield url


def ask(url, path, **body):
    """Ask as the hands at the board do."""
    headers = {"content-type": "application/json", "x-letterzone": "1"}
    content = json.dumps(body).encode() if body else None
    request = urllib.request.Request(url + path, content, headers)  # noqa: S310 - our own
    with urllib.request.urlopen(request, timeout=20) as answer:  # noqa: S310 - likewise
        return json.load(answer)


def code_of(url):
    """Return the code for joining, from the wall."""
    return ask(url, "/api/state")["join"]["code"]


def run(*words, typed="", **more):
    """Run the command; return what it printed, and its exit code."""
    done = subprocess.run(
        [*COMMAND, *words],
        capture_output=True,
        check=False,
        env={**WORDS, **more},
        input=typed,
        text=True,
        timeout=120,
    )
    return done.stdout, done.stderr, done.returncode


class Listener:
    """`letterzone watch`, and what it has printed."""

    def __init__(self, url):
        self.events = []
        self._running = subprocess.Popen(
            [*COMMAND, "watch", "--connect", url],
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
        """Wait until such an event was printed."""
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
def test_somebody_plays_from_a_terminal_and_somebody_listens(at):
    """Every line that is typed is done; each event is one line of JSON."""
    listener = Listener(at)
    try:
        # Nobody knows when it is there: something is done until it says so.
        listener.wait_for("game", lambda: _begin_and_end(at))
        before = len(listener.events)
        typed = "help\nbegin\nnonsense\nguess\nguess PANDA\nhelp\nend\n"
        words = ("--connect", at, "--name", "Ann", "--code", code_of(at))
        said, wrong, code = run("play", *words, "--language", "en", typed=typed)
        assert (wrong, code) == ("", 0)
        assert "Ann, you are at the table." in said
        assert "nonsense: the game has no such line." in said
        assert "guess WORD" in said
        assert "lay ZONE" in said
        listener.wait_for("game", since=before)
    finally:
        listener.leave()
    numbers = [one["n"] for one in listener.events]
    assert numbers == list(range(numbers[0], numbers[0] + len(numbers)))
    assert ask(at, "/api/state")["phase"] == "over"


def _begin_and_end(url):
    ask(url, "/api/begin", game="decipher", length=5, players=["Gus", "Ida"])
    ask(url, "/api/do", do="end")


@pytest.mark.long
def test_the_bot_of_the_manual_plays_a_whole_game(at):
    """With Python's own library alone; the board makes the words."""
    bot = subprocess.Popen(
        [sys.executable, ROOT / "docs" / "examples" / "bot.py", at, code_of(at)],
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


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("watch", "--connect", "127.0.0.1:9"), "no board answers there"),
        (("watch", "--connect", "ftp://here"), "no address of a board"),
        (("watch", "--connect", "http://:::"), "no address of a board"),
        (("play", "--connect", "127.0.0.1:9", "--name", "A"), "no board answers there"),
    ],
)
def test_where_no_board_is_one_line_says_so(words, says):
    said, wrong, code = run(*words)
    assert (said, code) == ("", 2)
    assert says in wrong
    assert wrong.count("\n") == 1


def test_a_wrong_code_is_told_in_the_language_of_the_terminal(at):
    words = ("--connect", at, "--name", "Ann", "--code", "wrong")
    said, _, code = run("play", *words, LANG="de_DE.UTF-8")
    assert code == 2
    assert "Das ist nicht der Code" in said

"""A game from outside that hangs, grows or ends a command costs it one line."""

import signal
import subprocess
import sys
from contextlib import ExitStack

import pytest

from tests.cli.command import ROOT, environment
from tests.contracts.test_outside import fence, install

#: The limit of time is shortened where the game is imported; the rules come after it.
SOON = """from firmware_host import kit
from firmware_host.app.content import stranger
from firmware_host.app.demo import bots
from firmware_host.testing import contract

stranger.GAME_SLOW_S = contract.GAME_SLOW_S = 0.5
bots.MOST_S = 1.0
"""

#: The usual limits, which a busy machine keeps too.
USUAL = "from firmware_host import kit\n"

#: Bots, which a game needs for `letterzone play`.
BOTS = """    BOTS = ("easy",)

    def bot(self, view, header, strength, chance):
        if view.turn != view.seat:
            return None
        free = [zone for zone in kit.ZONES if zone not in view.tried]
        return kit.Move(Tap(free[0]))

    def decide(self, hunt, action):
"""

#: For each fault of the rules the line in the game's source.
DOES = {
    "loops": "while True: pass",
    "sleeps": "import time; time.sleep(1000)",
    "grows": "more = [bytes(1 << 28) for _ in range(100)]",
    "raises": "1 // 0",
    "leaves": "raise SystemExit",
    "ends the process": "import os; os._exit(0)",
}

#: For each fault the start of the line on standard error.
SAYS = {
    "loops": "the game 'treasure': it does not answer (",
    "sleeps": "the game 'treasure': it does not answer (",
    "grows": "the game 'treasure': it has a fault (act, MemoryError at treasure.py:",
    "raises": "the game 'treasure': it has a fault (act, ZeroDivisionError at ",
    "leaves": "the game 'treasure': it has a fault (act, SystemExit at treasure.py:",
    "ends the process": "the game 'treasure': it does not answer (a call, HangError);",
}

#: A loop that an exception seldom ends.
CATCHES_ALL = """while True:
            try:
                while True: pass
            except BaseException: pass"""


#: Games whose answers change between two calls, or whose bots never get anywhere: the
#: text in the source, and its replacement.
CHANGES = {
    "a view": (
        "    def wake(self",
        """    def view(self, hunt, viewer):
        import random, time
        time.sleep(0.1)
        turn = random.randrange(2)
        return super().view(kit.replace(hunt, first=turn, tried=()), viewer)

    def wake(self""",
    ),
    "a wake": (
        "return None if hunt.over or hunt.coin else kit.AT_ONCE",
        "import random; return random.choice([None, kit.AT_ONCE])",
    ),
    "a turn": (
        "return self.next_from(self.first) if self.coin and not self.over else None",
        "import random; return random.choice([0, 1]) if self.coin else None",
    ),
    "no end": ("if zone != hunt.coin:", "if zone or True:"),
    "no bot": ("if view.turn != view.seat:", "if True:"),
}


@pytest.fixture
def command(tmp_path):
    """Return a function that starts a command with an installed faulty game."""

    def start(*words, does="pass", limit=SOON, change=("", "")):
        where = tmp_path / f"{len(list(tmp_path.iterdir()))}"
        install(where)
        source = fence("python").replace(
            "    def decide(self, hunt, action):\n", f"{BOTS}        {does}\n"
        )
        assert change[0] in source
        source = source.replace(*change)
        source = source.replace(USUAL, limit)
        (where / "treasure.py").write_text(source, encoding="utf-8")
        (where / "game.jsonl").write_text(fence("jsonl"), encoding="utf-8")
        (where / "pyproject.toml").write_text(fence("toml"), encoding="utf-8")
        return subprocess.Popen(
            [sys.executable, "-m", "firmware_host", *words],
            cwd=where,
            env=environment() | {"PYTHONPATH": f"{where}:{ROOT}"},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
        )

    with ExitStack() as started:
        yield lambda *words, **how: started.enter_context(start(*words, **how))


#: The commands that ask a game, in the folder of its package.
COMMANDS = {
    "replay": ("replay", "game.jsonl"),
    "analyse": ("analyse", "game.jsonl"),
    "export": ("export", "game.jsonl"),
    "play": ("play", "--game", "treasure", "--bots", "2"),
    "game check": ("game", "check"),
}


def ended(running):
    """Return the exit code of a command, its output and its errors."""
    out, err = running.communicate(timeout=60)
    return running.returncode, out, err


@pytest.mark.parametrize("name", COMMANDS)
def test_a_game_that_hangs_costs_a_command_one_line(command, name):
    """The one line names the game, the function and line, and the remedy."""
    code, out, err = ended(command(*COMMANDS[name], does=DOES["sleeps"]))
    assert (code, out) == (2, "")
    assert err.startswith(SAYS["sleeps"]), err
    assert " at treasure.py:" in err
    assert err.endswith("correct it, or uninstall its package\n")
    assert err.count("\n") == 1


def test_bots_of_an_installed_game_play_it(command):
    """Without a fault the command prints a whole game of bots."""
    code, out, err = ended(command(*COMMANDS["play"], limit=USUAL))
    assert (code, err) == (0, "")
    assert out.count("The board hides a coin.") == 3
    assert "leaves" not in out


@pytest.mark.parametrize("name", CHANGES)
def test_a_game_that_is_another_at_each_call_comes_to_an_end(command, name):
    """The game is played to its end, or one line gives the fault; no traceback."""
    for seed in "123":
        words = (*COMMANDS["play"], "--seed", seed)
        code, out, err = ended(command(*words, change=CHANGES[name]))
        if code == 0:
            assert err == ""
            assert "total" in out
        else:
            assert (code, out) == (2, "")
            assert err.count("\n") == 1, err
            assert "treasure" in err, err


def test_a_game_without_an_answer_costs_one_line(command):
    """A decision that is neither facts nor a refusal is reported as a fault."""
    code, out, err = ended(command(*COMMANDS["play"], does="return None"))
    assert (code, out) == (2, "")
    assert "the game 'treasure': it has a fault (act, " in err, err
    assert err.count("\n") == 1, err


def test_an_answer_of_a_wrong_kind_costs_one_line(command):
    """A wake is checked like all that a command asks of a game."""
    change = (CHANGES["a wake"][0], "return 'soon'")
    code, out, err = ended(command(*COMMANDS["play"], change=change))
    assert (code, out) == (2, "")
    assert "the game 'treasure': it has a fault (wake, " in err, err
    assert err.count("\n") == 1, err


@pytest.mark.ci
@pytest.mark.parametrize("fault", DOES)
def test_no_fault_of_a_game_is_a_traceback(command, fault):
    """Each fault of a game gives one line and exit code 2, no traceback."""
    code, out, err = ended(command("replay", "game.jsonl", does=DOES[fault]))
    assert (code, out) == (2, "")
    assert err.startswith(SAYS[fault]), err
    assert err.count("\n") == 1


@pytest.mark.ci
def test_what_no_signal_ends_is_ended_from_outside(command):
    """A game that no signal can end is killed by the waiting process."""
    does = "sum(range(10 ** 15))"
    code, out, err = ended(command("replay", "game.jsonl", does=does))
    assert (code, out) == (2, "")
    assert err.startswith(SAYS["ends the process"]), err


def test_an_interrupt_ends_a_command_at_once(command):
    """An interrupt ends the command at once though the game catches all exceptions."""
    does = f"print('begun', flush=True)\n        {CATCHES_ALL}"
    running = command("replay", "game.jsonl", does=does, limit=USUAL)
    assert running.stdout.readline() == "begun\n"
    running.send_signal(signal.SIGINT)
    assert running.wait(timeout=8) == 0  # before the limit of ten seconds


@pytest.mark.ci
def test_an_import_that_hangs_sets_the_game_aside(command):
    """A game whose import hangs is reported with one line."""
    limit = "import time; time.sleep(1000)\nfrom firmware_host import kit\n"
    code, out, err = ended(command("replay", "game.jsonl", does="pass", limit=limit))
    assert (code, out) == (2, "")
    assert "the game 'treasure' (treasure:treasure) cannot be loaded" in err
    assert err.count("\n") == 1

"""The command itself: help, version, bad words, and pipes that close."""

import os
import shlex
import subprocess
import sys

import pytest

from firmware_host import __version__
from firmware_host.cli.main import main, parser
from tests.cli.command import EXAMPLES, ROOT, refusal, said, started

SLOW = ("PIL", "gpiozero", "luma", "serial", "smbus2", "sqlite3", "asyncio")

LOADED = """
import sys
from firmware_host.cli.main import main
try:
    main(sys.argv[1:])
except SystemExit:
    pass
print(*(name for name in {slow!r} if name in sys.modules), file=sys.stderr)
"""


def loaded(*words):
    """Return which slow libraries a command has loaded."""
    run = [sys.executable, "-c", LOADED.format(slow=SLOW), *map(str, words)]
    done = subprocess.run(run, capture_output=True, check=True, cwd=ROOT, text=True)
    return done.stderr.split()


def into_closed_pipe(*words):
    """Run a command whose reader has gone before the first word."""
    read, write = os.pipe()
    os.close(read)
    buffered = {k: v for k, v in os.environ.items() if k != "PYTHONUNBUFFERED"}
    try:
        return subprocess.run(
            [sys.executable, "-m", "firmware_host", *map(str, words)],
            check=False,
            cwd=ROOT,
            env=buffered,
            stderr=subprocess.PIPE,
            stdin=subprocess.DEVNULL,
            stdout=write,
            text=True,
            timeout=60,
        )
    finally:
        os.close(write)


def test_without_a_word_it_says_what_it_can(capsys):
    """Without arguments every command is printed with its help."""
    out = said(capsys)
    for command in ("demo", "run", "replay", "export", "words", "board"):
        assert f"\n    {command} " in out


@pytest.mark.parametrize("words", [("--help",), ("--version",), ()])
def test_help_and_version_load_nothing_slow(words):
    """Help and version import no slow module."""
    assert loaded(*words) == []


def test_a_library_that_is_loaded_is_seen():
    """The check above fails for a command that needs one."""
    assert "PIL" in loaded("demo", "--script", "missing.jsonl")


def test_the_version_is_the_packages(capsys):
    with pytest.raises(SystemExit) as left:
        main(["--version"])
    assert left.value.code == 0
    assert capsys.readouterr().out == f"letterzone {__version__}\n"


@pytest.mark.parametrize(
    "words",
    [
        ("fly",),
        ("replay",),
        ("words",),
        ("words", "check"),
        ("words", "check", "--language", "fr", "MOT"),
        ("words", "check", "--length", "five", "HOBBY"),
        ("demo", "--loud"),
        ("run",),
        ("hall", "--delay", "-5"),
        ("web", "--table", "/x", "--ear", 20 * "9"),
    ],
    ids=" ".join,
)
def test_a_command_line_that_says_nothing_is_exit_2(capsys, words):
    """A wrong command line ends with 2 and one line that names --help."""
    with pytest.raises(SystemExit) as left:
        main(words)
    out, err = capsys.readouterr()
    assert (left.value.code, out) == (2, "")
    assert err.startswith("letterzone")
    assert err.endswith(" --help\n")
    assert err.count("\n") == 1


def test_a_fault_stays_one_line_whatever_a_file_is_called(capsys):
    """A line end in a name makes no second line."""
    assert refusal(capsys, "replay", "my\ngame").startswith("my game: cannot be read")


@pytest.mark.parametrize(
    "words",
    [
        ("--help",),
        ("board",),
        ("replay", EXAMPLES / "box.jsonl"),
        ("export", EXAMPLES / "box.jsonl"),
        ("words", "check", *("HOBBY",) * 3000),
    ],
    ids=lambda words: words[0],
)
def test_a_broken_pipe_is_no_error(words):
    """A closed pipe is no error, neither during the output nor at the end."""
    done = into_closed_pipe(*words)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize(
    ("words", "code", "told"),
    [
        ("--help >&-", 2, "cannot write the output: Bad file descriptor\n"),
        ("board >&-", 2, "cannot write the output: Bad file descriptor\n"),
        ("replay docs/examples/box.jsonl >&-", 2, "cannot write the output: Bad "),
        ("replay - <&-", 2, "-:1: "),
        ("replay missing.jsonl 2>&-", 2, ""),
        ("board >/dev/null <&- 2>&-", 0, ""),
    ],
)
def test_a_stream_that_is_closed_is_one_line(words, code, told):
    """A script may close its output or input; nothing ends in a traceback."""
    command = f"{shlex.quote(sys.executable)} -m firmware_host {words}"
    done = subprocess.run(
        ["sh", "-c", command],  # noqa: S607 - any shell can close a stream
        capture_output=True,
        check=False,
        cwd=ROOT,
        text=True,
        timeout=60,
    )
    assert (done.returncode, done.stdout) == (code, "")
    assert done.stderr.startswith(told)
    assert done.stderr.count("\n") == bool(told)


SHUT = """
from firmware_host.cli import main

def refuse(argv):
    raise PermissionError(13, "Permission denied", "/var/lib/journal")

main._run = refuse
raise SystemExit(main.main([]))
"""


def test_a_file_of_the_boards_own_says_sudo():
    """Without permission the error names the file and suggests sudo."""
    done = subprocess.run(
        [sys.executable, "-c", SHUT], capture_output=True, check=False, text=True
    )
    assert (done.returncode, done.stdout) == (2, "")
    says = "/var/lib/journal: Permission denied; write sudo before the command\n"
    assert done.stderr == says


def test_a_demo_outlives_its_reader(tmp_path):
    """A demo ends normally if its output's reader has gone."""
    done = into_closed_pipe("demo", "--terminal", "--folder", tmp_path)
    assert (done.returncode, done.stderr) == (0, "")


def test_a_character_that_the_terminal_has_not_stops_nothing():
    """A character that the terminal cannot show is written by its number."""
    words = ("replay", EXAMPLES / "gruen.jsonl")
    done = started(*words, PYTHONIOENCODING="ascii")
    assert (done.returncode, done.stderr) == (0, "")
    assert "R\\xe4tsel" in done.stdout


def test_every_command_explains_itself(capsys):
    """Each command's --help prints its usage and exits with 0."""
    for command in ("demo", "run", "replay", "export", "words", "board"):
        with pytest.raises(SystemExit) as left:
            parser().parse_args([command, "--help"])
        assert left.value.code == 0
        assert capsys.readouterr().out.startswith(f"usage: letterzone {command}")

"""The command itself: help, version, bad words, and pipes that close."""

import os
import shlex
import subprocess
import sys

import pytest

from firmware_host import __version__
from firmware_host.cli.main import main, parser
from firmware_host.cli.parsers import spoken
from tests.cli.command import EXAMPLES, ROOT, refusal, said, started

SLOW = ("PIL", "gpiozero", "luma", "serial", "smbus2", "sqlite3", "asyncio", "curses")

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
    """Every command, with what it is for."""
    out = said(capsys)
    for command in ("demo", "run", "replay", "export", "words", "board"):
        assert f"\n    {command} " in out


@pytest.mark.parametrize("words", [("--help",), ("--version",), ()])
def test_help_and_version_load_nothing_slow(words):
    """They are there at once, and work where a library is broken."""
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
    ],
    ids=" ".join,
)
def test_a_command_line_that_says_nothing_is_exit_2(capsys, words):
    """One line says what is wrong with it, and where to read on."""
    with pytest.raises(SystemExit) as left:
        main(words)
    out, err = capsys.readouterr()
    assert (left.value.code, out) == (2, "")
    assert err.startswith("letterzone")
    assert err.endswith(" --help\n")
    assert err.count("\n") == 1


def test_a_fault_stays_one_line_whatever_a_file_is_called(capsys):
    """A line end in a name makes no second line."""
    assert refusal(capsys, "replay", "my\ngame").startswith("my game:1: cannot be read")


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
    """Not while it prints, nor at the end, when Python empties its pockets."""
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

main._run_command = refuse
raise SystemExit(main.main([]))
"""


def test_a_file_of_the_boards_own_says_sudo():
    """Whoever is not root is told which file it was, and what to type."""
    done = subprocess.run(
        [sys.executable, "-c", SHUT], capture_output=True, check=False, text=True
    )
    assert (done.returncode, done.stdout) == (2, "")
    says = "/var/lib/journal: Permission denied; write sudo before the command\n"
    assert done.stderr == says


def test_a_demo_outlives_its_reader(tmp_path):
    """The board has nothing to say to nobody, and ends with its lines."""
    done = into_closed_pipe("demo", "--plain", "--folder", tmp_path)
    assert (done.returncode, done.stderr) == (0, "")


def test_a_character_that_the_terminal_has_not_stops_nothing():
    """It is written by its number."""
    words = ("replay", EXAMPLES / "gruen.jsonl")
    done = started(*words, PYTHONIOENCODING="ascii")
    assert (done.returncode, done.stderr) == (0, "")
    assert "R\\xe4tsel" in done.stdout


def test_every_command_explains_itself(capsys):
    """`letterzone COMMAND --help` is exit 0."""
    for command in ("demo", "run", "replay", "export", "words", "board"):
        with pytest.raises(SystemExit) as left:
            parser().parse_args([command, "--help"])
        assert left.value.code == 0
        assert capsys.readouterr().out.startswith(f"usage: letterzone {command}")


# --- in the language of the terminal ---


@pytest.fixture
def german(monkeypatch):
    """A terminal that speaks German."""
    monkeypatch.delenv("LC_ALL", raising=False)
    monkeypatch.setenv("LC_MESSAGES", "de_DE.UTF-8")


@pytest.mark.parametrize(
    ("named", "code"),
    [
        ({"LC_ALL": "de_AT.UTF-8", "LANG": "en_GB.UTF-8"}, "de"),
        ({"LC_MESSAGES": "en_GB.UTF-8", "LANG": "de_DE.UTF-8"}, "en"),
        ({"LANG": "de"}, "de"),
        ({"LANG": "de.UTF-8"}, "de"),
        ({"LANG": "fr_FR.UTF-8"}, "en"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LC_ALL": "", "LANG": "de_DE"}, "de"),
        ({}, "en"),
    ],
)
def test_the_terminal_has_a_language(monkeypatch, named, code):
    """As every program finds it; English where it is none of ours."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in named.items():
        monkeypatch.setenv(name, value)
    assert spoken.language() == code


@pytest.mark.usefixtures("german")
def test_help_is_in_german(capsys):
    """Usage, headings, commands and options; of each command too."""
    out = said(capsys)
    assert out.startswith("Aufruf: letterzone [-h]")
    assert "\nArgumente:\n" in out
    assert "\nOptionen:\n  -h, --help  diese Hilfe zeigen\n" in out
    assert "\n    demo      auf einem simulierten Brett spielen\n" in out
    with pytest.raises(SystemExit):
        main(["words", "check", "--help"])
    out = capsys.readouterr().out
    assert out.startswith("Aufruf: letterzone words check [-h]")
    assert " de; sonst die des Terminals " in " ".join(out.split())


@pytest.mark.usefixtures("german")
@pytest.mark.parametrize(
    ("words", "line"),
    [
        ("run", "letterzone run: es fehlt: PROFILE; siehe letterzone run --help"),
        ("words", "letterzone words: es fehlt: ACT; siehe letterzone words --help"),
        ("demo --loud", "letterzone: unbekannt ist: --loud; siehe letterzone --help"),
        ("fly", "letterzone: Argument COMMAND: 'fly' gibt es nicht; es gibt: "),
        ("demo --port", "letterzone demo: Argument --port: dahinter fehlt etwas; "),
        ("words check", "letterzone words check: es fehlt: WORD; siehe letterzone "),
        (
            "demo --port x",
            "letterzone demo: Argument --port: 'x' ist keine ganze Zahl; ",
        ),
        (
            "demo --plain=1",
            "letterzone demo: Argument --plain: '1' gehört nicht dazu; ",
        ),
        (
            "doctor --walk --building",
            "letterzone doctor: Argument --building: nicht zusammen mit --walk; ",
        ),
        ("demo --l", "letterzone demo: --l ist mehrdeutig; es gibt: --lan, --language"),
    ],
)
def test_what_argparse_finds_wrong_is_in_german(capsys, words, line):
    """No word of English, whatever Python it is."""
    with pytest.raises(SystemExit) as left:
        main(words.split())
    err = capsys.readouterr().err
    assert left.value.code == 2
    assert err.startswith(line)
    assert err.count("\n") == 1


@pytest.mark.usefixtures("german")
def test_a_fault_is_in_german(capsys):
    """With what the system says, too; the file stands as it was given."""
    assert refusal(capsys, "replay", "a.jsonl") == (
        "a.jsonl:1: lässt sich nicht lesen: Datei oder Ordner nicht gefunden"
    )
    assert refusal(capsys, "board", "nope").startswith("es gibt keine Bauart 'nope'; ")


def test_a_language_that_is_asked_for_counts_more(capsys):
    """Also for what is wrong."""
    words = ("backup", "--folder", "/nowhere", "--language", "de")
    assert ": es gibt noch kein Spielbuch; ein Spiel spielen, " in refusal(
        capsys, *words
    )


def test_without_its_texts_it_speaks_english(monkeypatch, tmp_path, german):
    """What cannot be read is no reason to say nothing."""
    monkeypatch.setattr(spoken, "FOLDER", tmp_path)
    spoken._catalogue.cache_clear()
    spoken._templates.cache_clear()
    assert spoken.help_text("ask nothing") == "ask nothing"
    assert spoken.error("{0} is\nclosed") == "{0} is closed"
    spoken._catalogue.cache_clear()
    spoken._templates.cache_clear()


def test_english_opens_no_texts():
    """It has nothing to look up."""
    slow = ("firmware_host.texts.catalogue",)
    run = [sys.executable, "-c", LOADED.format(slow=slow), "--help"]
    for locale, used in (("C.UTF-8", []), ("de_DE.UTF-8", [*slow])):
        done = subprocess.run(
            run,
            capture_output=True,
            check=True,
            cwd=ROOT,
            env={**os.environ, "LC_ALL": locale},
            text=True,
        )
        assert done.stderr.split() == used

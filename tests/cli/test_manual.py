"""The manual page and the shells' completion list the commands."""

import os
import pty
import subprocess

import pytest

from firmware_host.cli.commands import COMMANDS, GROUPS, HIDDEN
from firmware_host.cli.manual import END, SENTENCE, TOP, _plain, completion, man_page
from firmware_host.languages import CODES
from tests.cli.command import said
from tests.tools import which

#: By the text typed before Tab: the completed text.
COMPLETED = {
    "ta": "tags",
    "tags en": "tags enrol",
    "tags enrol --de": "tags enrol --deck",
    "doctor --language d": "doctor --language de",
    "setup --no-h": "setup --no-hotspot",
    "replay ga": "replay game.jsonl",
    "replay game.jsonl --j": "replay game.jsonl --json",
    "words check --at": "words check --at",
    "completion z": "completion zsh",
    "--v": "--version",
    "update --exa": "update --exa",  # it is hidden
}


@pytest.fixture(scope="module")
def scripts(tmp_path_factory):
    """A folder with a transcript, and the script of each shell under its own name."""
    folder = tmp_path_factory.mktemp("shells")
    (folder / "game.jsonl").touch()
    for shell in ("bash", "fish"):
        (folder / shell).write_text(completion(shell), encoding="utf-8")
    (folder / "zsh").mkdir()
    (folder / "zsh" / "_letterzone").write_text(completion("zsh"), encoding="utf-8")
    (folder / "zsh" / ".zshrc").write_text(
        "fpath=($ZDOTDIR $fpath); autoload -Uz compinit && compinit -u -D\n"
        'keep() { print -r -- "$BUFFER" >>$ZDOTDIR/lines; BUFFER= }\n'
        "zle -N keep; bindkey '^I' complete-word; bindkey '^T' keep\n",
        encoding="utf-8",
    )
    return folder


def in_bash(folder, line):
    """Return bash's completions of a line."""
    script = """. ./bash; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _shtab_letterzone
        printf "%s\\n" "${COMPREPLY[@]}" """
    return chosen(line, [which("bash"), "-c", script, "-", *line.split(" ")], folder)


def in_fish(folder, line):
    """Return fish's completions of a line."""
    script = f"source ./fish; complete -C '{line}'"
    return chosen(line, [which("fish"), "--no-config", "-c", script], folder)


def chosen(line, words, folder):
    """Return a line with the only word that a shell offers for its last one."""
    done = subprocess.run(words, capture_output=True, check=True, cwd=folder, text=True)
    assert done.stderr == ""
    *before, last = line.split(" ")
    offered = [one.partition("\t")[0] for one in done.stdout.splitlines() if one]
    (word,) = offered or [last]
    return " ".join([*before, word])


def in_zsh(folder, lines):
    """Return zsh's completions of each line."""
    ours, theirs = pty.openpty()
    shell = subprocess.Popen(
        ["timeout", "--foreground", "20", which("zsh"), "-i"],  # noqa: S607 - any one
        cwd=folder,
        env={**os.environ, "TERM": "dumb", "ZDOTDIR": str(folder / "zsh")},
        start_new_session=True,
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
    )
    os.close(theirs)
    os.write(ours, "".join(f"{line}\t\x14" for line in lines).encode() + b"exit\r")
    try:
        while os.read(ours, 4096):
            pass
    except OSError:  # it has ended
        pass
    os.close(ours)
    assert shell.wait() == 0
    text = (folder / "zsh" / "lines").read_text(encoding="utf-8")
    return [line.rstrip() for line in text.splitlines()]


@pytest.mark.parametrize("shell", [in_bash, in_fish])
@pytest.mark.parametrize("typed", COMPLETED)
def test_a_shell_completes_what_the_commands_take(scripts, shell, typed):
    """Commands, options, the values of an option, and files; nothing hidden."""
    assert shell(scripts, f"letterzone {typed}") == f"letterzone {COMPLETED[typed]}"


def test_zsh_completes_what_the_commands_take(scripts):
    """The same, by keys: its completion runs in its line editor alone."""
    found = in_zsh(scripts, [f"letterzone {typed}" for typed in COMPLETED])
    assert found == [f"letterzone {line}" for line in COMPLETED.values()]


@pytest.mark.parametrize("shell", ["bash", "fish", "zsh"])
def test_every_command_and_option_can_be_completed(capsys, shell):
    """The command prints the script; zsh and fish show the help in its language."""
    script = said(capsys, "completion", shell, "--language", "de")
    for name, command in COMMANDS.items():
        assert name.split()[-1] in script
        for one in command.arguments():
            if one.says != HIDDEN:
                assert all(text.removeprefix("--") in script for text in one.options)
    assert ("auf einem simulierten Brett spielen" in script) == (shell != "bash")


def test_the_manual_page_has_every_command_that_help_has(capsys):
    """Each command and group is in the manual page, hidden options are not."""
    text = said(capsys, "man", "--language", "en")
    for name in (*COMMANDS, *GROUPS):
        assert f"\n.SS {name}\n" in text
    assert "examine" not in text


@pytest.mark.parametrize("language", CODES[1:])
def test_the_manual_page_is_there_in_each_language(language):
    """The manual page is fully translated in each language."""
    english, other = man_page(), man_page(language)
    assert english.count("\n.SS ") == other.count("\n.SS ") > 30
    assert "\n.SS tags enrol\n" in other
    ours = {text for text in SENTENCE.findall(TOP + END) if text != "NAME"}
    assert {one for one in ours if f" {_plain(one)}\n" in other} == set()
    assert "%(" not in english + other


def test_man_shows_the_page(tmp_path):
    """`man` shows the page without a warning."""
    page = tmp_path / "letterzone.1"
    page.write_text(man_page(), encoding="utf-8")
    words = [which("man"), "--warnings", "-l", str(page)]
    environment = {**os.environ, "MANROFFSEQ": "", "MANWIDTH": "80"}
    done = subprocess.run(
        words, capture_output=True, check=True, env=environment, text=True
    )
    assert done.stderr == ""
    assert "tags enrol" in done.stdout

"""Typed lines are read from a pipe, a file or a terminal, and without delay."""

import asyncio
import os
import pty
import sys
import termios

import pytest

from firmware_host.cli.terminal import CHUNK, Lines, keyboard, unseen
from tests.simulate.pty_terminal import PtyTerminal, python


@pytest.fixture
def typing(monkeypatch):
    """Make standard input of a file descriptor."""
    opened = []

    def given(descriptor, mode="r"):
        monkeypatch.setattr(sys, "stdin", os.fdopen(descriptor, mode))
        opened.append(sys.stdin)

    yield given
    for one in opened:
        one.close()


async def heard():
    """Return all typed lines to the end."""
    lines = Lines()
    with keyboard(lines.put):
        return [line async for line in lines]


@pytest.mark.parametrize(
    ("typed", "lines"),
    [
        (b"", []),
        (b"tick\nquit\n", ["tick", "quit"]),
        (b"\n\nan end is missing", ["", "", "an end is missing"]),
        ("grün\n".encode() * CHUNK, ["grün"] * CHUNK),
        (b"\xff\n", ["\N{REPLACEMENT CHARACTER}"]),
    ],
)
async def test_a_pipe_and_a_file_are_heard_line_by_line(tmp_path, typing, typed, lines):
    """Whole lines, however they are cut on the way; and the last one too."""
    path = tmp_path / "typed"
    path.write_bytes(typed)
    typing(os.open(path, os.O_RDONLY))
    assert await heard() == lines
    ours, theirs = os.pipe()
    typing(ours)
    async with asyncio.timeout(20), asyncio.TaskGroup() as group:
        hearing = group.create_task(heard())
        await asyncio.to_thread(_write_all, theirs, typed)
    assert hearing.result() == lines


def _write_all(end, content):
    with os.fdopen(end, "wb") as file:
        file.write(content)


async def test_the_end_stays_the_end(typing):
    """Reading again after the end returns None at once."""
    typing(os.open(os.devnull, os.O_RDONLY))
    lines = Lines()
    with keyboard(lines.put):
        assert await asyncio.wait_for(lines.next(), 20) is None
        assert await asyncio.wait_for(lines.next(), 20) is None


async def test_a_terminal_that_goes_away_is_an_end(typing):
    end, shell = pty.openpty()
    typing(shell)
    os.write(end, b"tick\n")
    lines = Lines()
    with keyboard(lines.put):
        assert await asyncio.wait_for(lines.next(), 20) == "tick"
        os.close(end)
        assert await asyncio.wait_for(lines.next(), 20) is None


def test_what_nobody_may_see_is_not_shown_and_all_is_as_before(typing):
    """Typed text is not echoed, and the terminal is restored after an interrupt."""
    end, shell = pty.openpty()
    typing(shell)
    before = termios.tcgetattr(shell)
    seen = []

    def broken_off():
        with unseen():
            seen.append(termios.tcgetattr(shell)[3] & termios.ECHO)
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        broken_off()
    assert seen == [0]
    assert termios.tcgetattr(shell) == before
    os.close(end)


def test_control_c_needs_no_enter(tmp_path):
    """The demo ends at once, and well, where before a thread waited for a line."""
    words = python("-m", "firmware_host", "demo", "--terminal", "--folder", tmp_path)
    with PtyTerminal(words, environment={"LANG": "en.UTF-8"}) as terminal:
        terminal.shows("I know the game")
        terminal.type("\x03")
        assert terminal.ended() == 0

"""Typed lines, read by the event loop, and files named on the command line."""

import asyncio
import os
import sys
import termios
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import contextmanager
from dataclasses import field
from pathlib import Path
from typing import Protocol, TypeVar

from firmware_host.app.content.languages import load_texts
from firmware_host.board.messages import Refused, say
from firmware_host.board.record import Record
from firmware_host.cli import spoken
from firmware_host.errors import SettingsError
from firmware_host.settings.files import read_file, write_text_file

#: How much is read at once, in bytes; a line may be longer.
CHUNK = 4096


@contextmanager
def keyboard(typed: Callable[[str | None], None]) -> Iterator[None]:
    """
    Call `typed` for each line without its end, and with None at the end of input.

    Args:
        typed: Called in the event loop; a last line without a line break counts.
    """
    loop, source = asyncio.get_running_loop(), sys.stdin.fileno()
    rest = b""

    def read() -> bool:
        # Not by lines: Python would read ahead, and the loop would not be woken.
        nonlocal rest
        try:
            given = os.read(source, CHUNK)
        except OSError:  # the terminal is gone
            given = b""
        *whole, rest = (rest + given).split(b"\n")
        for line in whole if given or not rest else (rest,):
            typed(line.decode(errors="replace"))
        if not given:
            loop.remove_reader(source)
            typed(None)
        return bool(given)

    try:
        loop.add_reader(source, read)
    except PermissionError:  # a file: all lines are there already
        while read():
            pass
    try:
        yield
    finally:
        loop.remove_reader(source)


class Lines(Record):
    """A queue of typed lines."""

    _typed: asyncio.Queue[str | None] = field(default_factory=asyncio.Queue)

    def put(self, line: str | None) -> None:
        """Append a line; None marks the end."""
        self._typed.put_nowait(line)

    async def next(self) -> str | None:
        """Wait for the next line; None at the end."""
        line = await self._typed.get()
        if line is None:
            self._typed.put_nowait(None)  # keep the end for the next call
        return line

    async def __aiter__(self) -> AsyncIterator[str]:
        """Yield all lines up to the end."""
        while (line := await self.next()) is not None:
            yield line


@contextmanager
def unseen() -> Iterator[None]:
    """Switch off the terminal's echo inside a `with` block."""
    source = sys.stdin.fileno()
    if not os.isatty(source):
        yield
        return
    before = termios.tcgetattr(source)
    after = [*before]
    after[3] &= ~termios.ECHO
    # Discard what was typed ahead: it has been shown already.
    termios.tcsetattr(source, termios.TCSAFLUSH, after)
    try:
        yield
    finally:
        termios.tcsetattr(source, termios.TCSADRAIN, before)


class DecodedFile(Protocol):
    """The content of a file, with its encoding."""

    @property
    def encoding(self) -> str:
        """The name of the encoding; empty for none."""


T = TypeVar("T", bound=DecodedFile)


def read_brought(file: str, read: Callable[[bytes], T | Refused], code: str) -> T:
    """
    Read a file or standard input with *read*, and return the result.

    Args:
        file: Its path; ``-`` for standard input.
        read: Reads its content, or refuses it.
        code: The language of the refusal.

    Raises:
        SettingsError: It cannot be read; the text says why and what to do.
    """
    try:
        content = read_file(file)
    except OSError as fault:
        msg = f"{file}: cannot be read: {fault.strerror}; name another file"
        raise SettingsError(msg) from fault
    found = read(content)
    if isinstance(found, Refused):
        msg = f"{file}: {load_texts(code).say(found.message)}"
        raise SettingsError(msg)
    if found.encoding not in ("", "UTF-8"):
        said = load_texts(code).say(say("file-read-as", name=found.encoding))
        sys.stderr.write(f"{spoken.error(f'{file}: {said}', code)}\n")
    return found


def write_given(file: str, text: str) -> None:
    """Write a text into a file that a person names; ``-`` is standard output."""
    if file == "-":
        print(text, end="")
        return
    write_text_file(Path(file), text, remedy="name another file")

"""Lines that are typed, read by the loop itself, and files that are named."""

import asyncio
import os
import sys
import termios
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import contextmanager
from dataclasses import field
from typing import Protocol, TypeVar

from firmware_host.app.content.languages import load_texts
from firmware_host.board.messages import Refused, say
from firmware_host.board.record import Record
from firmware_host.cli import spoken
from firmware_host.errors import SettingsError
from firmware_host.settings.files import read_file

#: How much is read at once, in bytes; a line may be longer.
CHUNK = 4096


@contextmanager
def keyboard(typed: Callable[[str | None], None]) -> Iterator[None]:
    """
    Tell of each line that is typed, without its end; and by None, that it was the last.

    Args:
        typed: Is told in the loop; a last line without an end is one too.
    """
    loop, source = asyncio.get_running_loop(), sys.stdin.fileno()
    rest = b""

    def read() -> bool:
        # Not by lines: what Python reads ahead, nobody would tell us of.
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
    except PermissionError:  # a file; it has all its lines already
        while read():
            pass
    try:
        yield
    finally:
        loop.remove_reader(source)


class Lines(Record):
    """Lines in the order in which they are typed, for whoever asks for the next."""

    _typed: asyncio.Queue[str | None] = field(default_factory=asyncio.Queue)

    def put(self, line: str | None) -> None:
        """Take a line; None where there will be no more."""
        self._typed.put_nowait(line)

    async def next(self) -> str | None:
        """Wait for a line; None where there will be no more."""
        line = await self._typed.get()
        if line is None:
            self._typed.put_nowait(None)  # the end stays the end
        return line

    async def __aiter__(self) -> AsyncIterator[str]:
        """Give one line after the other, to the end."""
        while (line := await self.next()) is not None:
            yield line


@contextmanager
def unseen() -> Iterator[None]:
    """Show nothing of what is typed, where somebody types."""
    source = sys.stdin.fileno()
    if not os.isatty(source):
        yield
        return
    before = termios.tcgetattr(source)
    after = [*before]
    after[3] &= ~termios.ECHO
    # What was typed ahead goes unread: it was shown already.
    termios.tcsetattr(source, termios.TCSAFLUSH, after)
    try:
        yield
    finally:
        termios.tcsetattr(source, termios.TCSADRAIN, before)


class Decoded(Protocol):
    """What is read of a file, and in which encoding."""

    @property
    def encoding(self) -> str:
        """The name of the encoding; empty for none."""


T = TypeVar("T", bound=Decoded)


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

"""Files that are named in a terminal: read, or refused in one line."""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Protocol, TypeVar

from firmware_host.app.content.languages import load_texts
from firmware_host.board.messages import Refused, say
from firmware_host.cli import spoken
from firmware_host.errors import SettingsError


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
        content = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
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

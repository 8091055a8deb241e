"""Text files that a person imports or exports: encodings, and clear errors."""

import errno
import logging
import os
import sys
from codecs import BOM_UTF8, BOM_UTF16_BE, BOM_UTF16_LE
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from firmware_host.errors import SettingsError

_log = logging.getLogger(__name__)

_MARKS = {BOM_UTF8: "utf-8", BOM_UTF16_LE: "utf-16-le", BOM_UTF16_BE: "utf-16-be"}

#: The largest size of a file in bytes: over a million words.
LARGEST = 16 << 20

#: The name of an encoding in common programs.
_NAMES = {"utf-8": "UTF-8", "cp1252": "Windows-1252"}

#: Control characters that no text has. Tab, line feed, form feed, carriage return and
#: the old end of file are none of them.
_CONTROLS = frozenset(map(chr, range(32))) - set("\t\n\f\r\x1a")


class DecodedText(NamedTuple):
    """A decoded text and the name of its encoding."""

    text: str
    encoding: str


def decode(content: bytes) -> DecodedText:
    """
    Decode a file's bytes as UTF-8, UTF-16 or Windows-1252.

    A byte order mark decides. Without one, zeros mean UTF-16; other bytes that are not
    UTF-8 are Windows-1252, which Excel and the Windows editor still write.

    Raises:
        ValueError: The bytes are no text.
    """
    mark = next((one for one in _MARKS if content.startswith(one)), b"")
    rest, kinds = content[len(mark) :], ["utf-8", "cp1252"]
    if mark:
        kinds = [_MARKS[mark]]
    elif b"\0" in content:
        high, low = content[1::2].count(0), content[::2].count(0)
        kinds = ["utf-16-le" if high >= low else "utf-16-be"]
        if max(high, low) * 4 < len(content):  # of Latin letters every second byte is 0
            kinds = []
    for kind in kinds:
        try:
            text = rest.decode(kind)
        except UnicodeDecodeError:
            continue
        if _CONTROLS.isdisjoint(text):
            return DecodedText(text.rstrip("\x1a"), _NAMES.get(kind, "UTF-16"))
    raise ValueError


def read_file(name: str | Path) -> bytes:
    """
    Return the bytes of a file; ``-`` is standard input.

    Raises:
        OSError: The file cannot be read, or it is larger than `LARGEST` or endless.
    """
    if str(name) == "-":
        content = sys.stdin.buffer.read(LARGEST + 1)
    else:
        with Path(name).open("rb") as file:
            content = file.read(LARGEST + 1)
    if len(content) > LARGEST:
        raise OSError(errno.EFBIG, os.strerror(errno.EFBIG), str(name))
    return content


def read_text_file(path: Path, *, remedy: str) -> str:
    """
    Read and decode a text file in UTF-8, UTF-16 or Windows-1252.

    Args:
        path: The file.
        remedy: What to do if it cannot be read, in words.

    Raises:
        SettingsError: It cannot be read, or is no text.
    """
    try:
        content = read_file(path)
        text, encoding = decode(content)
    except OSError as fault:
        msg = f"{path}: cannot be read: {fault.strerror}; {remedy}"
        raise SettingsError(msg) from fault
    except ValueError as fault:
        msg = f"{path}:{_odd_line(content)}: this is no text; {remedy}"
        raise SettingsError(msg) from fault
    if encoding != "UTF-8":
        _log.warning("%s: read as %s", path, encoding)
    return text


def write_text_file(path: Path, text: str, *, remedy: str) -> None:
    """
    Write a text file in UTF-8: a regular file completely or not at all.

    A regular or new file is replaced by renaming a finished one. A device, a pipe or a
    symbolic link, such as ``/dev/stdout``, is kept and written to.

    Args:
        path: The file.
        text: Its whole content.
        remedy: What to do if it cannot be written, in words.

    Raises:
        SettingsError: It cannot be written.
    """
    part = path
    try:
        if not path.is_symlink() and (path.is_file() or not path.exists()):
            part = path.with_name(f"{path.name}.part")
        part.write_text(text, encoding="utf-8")
        if part != path:
            part.replace(path)
    except OSError as fault:
        if part != path:
            with suppress(OSError):
                part.unlink(missing_ok=True)
        msg = f"{path}: cannot be written: {fault.strerror}; {remedy}"
        raise SettingsError(msg) from fault


def _odd_line(content: bytes) -> int:
    """Return the number of the first line with a character that no text has."""
    text = content.decode("cp1252", "replace")
    odd = next((at for at, one in enumerate(text) if one in _CONTROLS | {"\ufffd"}), 0)
    return text.count("\n", 0, odd) + 1

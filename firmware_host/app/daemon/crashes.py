"""
What a program that ended as it should not leaves behind: a report, and no names.

An error's own sentence may hold a word that somebody typed, and a path may hold a
person's name. So a report has kinds of errors and places in the source, nothing else.
What systemd's watchdog ends, or a signal, cannot speak any more: Python writes where
each thread was into a file that was opened beforehand, and the next start makes a
report of that.
"""

import errno
import faulthandler
import os
import re
import sys
import traceback
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO

from firmware_host.errors import LetterzoneError

#: So many reports are kept; the oldest go first.
KEPT = 5

#: Where the last words of a program that is ended from outside go.
LAST_WORDS = "last-words.txt"

Describe = Callable[[], Iterable[str]]


class Crashes:
    """
    The reports of a board that crashed.

    Args:
        folder: Where its journal lies.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def all(self) -> tuple[Path, ...]:
        """Return every report, the newest first."""
        with suppress(OSError):
            found = {
                int(match[1]): path
                for path in self._folder.iterdir()
                if (match := re.fullmatch(r"crash-(\d+)\.txt", path.name))
            }
            return tuple(found[number] for number in sorted(found, reverse=True))
        return ()

    def write(self, lines: Iterable[str]) -> Path | None:
        """Write a report; return where it lies, None where the disk takes nothing."""
        known = self.all()
        number = 1 + int(known[0].stem.partition("-")[2]) if known else 1
        path = self._folder / f"crash-{number}.txt"
        try:
            with _own_file(path) as file:
                file.write("".join(f"{line}\n" for line in lines))
            for old in self.all()[KEPT:]:
                old.unlink()
        except OSError:
            with suppress(OSError):
                path.unlink(missing_ok=True)  # half a report would say nothing
            return None
        return path


@contextmanager
def recorded(folder: Path, describe: Describe) -> Iterator[Crashes]:
    """
    Leave a report in *folder* whenever what runs inside ends as it should not.

    Args:
        folder: Where the journal lies.
        describe: Returns the rest of the report: how the machine is.
    """
    crashes = Crashes(folder)
    _find_last_words(folder, crashes, describe)
    try:
        with _listening(folder):
            yield crashes
    except LetterzoneError:
        raise  # it is one line for whoever started us, and no crash
    except Exception as error:
        crashes.write([*told_of(error), "", *describe()])
        raise


def told_of(error: BaseException) -> list[str]:
    """Return the type of an error, where it was raised, and its causes."""
    lines = []
    for one in causes(error):
        lines.append(_kind(one))
        lines += [
            f"  {_short(frame.filename)}:{frame.lineno} {frame.name}"
            for frame in traceback.extract_tb(one.__traceback__)
        ]
    return lines


def causes(fault: BaseException | None) -> Iterator[BaseException]:
    """Yield a fault, and what has led to it."""
    while fault is not None:
        yield fault
        if isinstance(fault, BaseExceptionGroup):
            for one in fault.exceptions:
                yield from causes(one)
        fault = fault.__cause__ or fault.__context__


def _kind(error: BaseException) -> str:
    number = error.errno if isinstance(error, OSError) else None
    name = errno.errorcode.get(number, "") if number else ""
    return f"{type(error).__name__} {name}".strip()


def _short(path: str) -> str:
    """Return the last two parts of a path: the folders above may name somebody."""
    return "/".join(Path(path).parts[-2:])


def _own_file(path: Path) -> IO[str]:
    """Open a new file that its owner alone may read."""
    flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC
    return os.fdopen(os.open(path, flags, 0o600), "w", encoding="utf-8")


@contextmanager
def _listening(folder: Path) -> Iterator[None]:
    """Have Python write the stack of each thread to a file when a signal ends it."""
    path = folder / LAST_WORDS
    try:
        file = _own_file(path)
    except OSError:  # the journal will say what is wrong with the folder
        yield
        return
    before = faulthandler.is_enabled()
    faulthandler.enable(file, all_threads=True)
    try:
        yield
    finally:
        faulthandler.disable()
        if before:
            faulthandler.enable(sys.__stderr__ or 2)
        file.close()
        path.unlink(missing_ok=True)


def _find_last_words(folder: Path, crashes: Crashes, describe: Describe) -> None:
    try:
        words = (folder / LAST_WORDS).read_text(encoding="utf-8", errors="replace")
    except OSError:
        return
    if words:
        crashes.write([*_shortened(words.splitlines()), "", *describe()])


def _shortened(lines: Sequence[str]) -> Iterator[str]:
    for line in lines:
        place = re.fullmatch(r'\s*File "(.*)", line (\d+) in (.*)', line)
        if place is None:
            yield line
        else:
            path, number, name = place.groups()
            yield f"  {_short(path)}:{number} {name}"

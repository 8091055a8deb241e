"""
Crash reports without names.

An error's message may contain a typed word, and a path may contain a person's name. So
a report contains only types of errors and places in the source. If systemd's watchdog
or a signal ends the program, Python writes the stack of each thread to a file that was
opened before; the next start makes a report of it.
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

#: The number of reports that are kept; the oldest are deleted first.
KEPT = 5

#: The file for the stacks of a program that is ended by a signal.
LAST_WORDS = "last-words.txt"

Describe = Callable[[], Iterable[str]]


class Crashes:
    """
    The reports of a board that crashed.

    Args:
        folder: The folder of the journal.
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
        """Write a report; return its path, or None if the disk accepts no data."""
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
def crash_reports(folder: Path, describe: Describe) -> Iterator[Crashes]:
    """
    Write a report in *folder* if the code inside ends with an unexpected error.

    Args:
        folder: The folder of the journal.
        describe: Returns the rest of the report: the state of the machine.
    """
    crashes = Crashes(folder)
    _find_last_words(folder, crashes, describe)
    try:
        with _listening(folder):
            yield crashes
    except LetterzoneError:
        raise  # the caller prints it as one line; it is no crash
    except Exception as error:
        crashes.write([*describe_error(error), "", *describe()])
        raise


def describe_error(error: BaseException) -> list[str]:
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
    """Yield an exception and its causes."""
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
    """Return the last two parts of a path; the folders above may contain a name."""
    return "/".join(Path(path).parts[-2:])


def _own_file(path: Path) -> IO[str]:
    """Open a new file that only its owner can read."""
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

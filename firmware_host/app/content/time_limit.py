"""
Calls of a game from outside, none of which may last.

A call on the main thread that lasts too long is ended by an exception in the middle of
it: a loop, a sleep, a wait. One that no signal can end, such as a single sum of huge
numbers or a loop that catches all, is ended by systemd's watchdog with the program.
Which game is being asked stands in a file that outlives the program, so the next start
asks it no more.

Other threads, and systems without interval timers, have no such limit: threads of the
table read no game from outside, and the history is read on a main thread.
"""

import os
import signal
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from mmap import mmap
from pathlib import Path
from threading import current_thread, main_thread
from types import FrameType
from typing import TypeVar

from firmware_host.errors import RuleError
from firmware_host.games.bots import Move
from firmware_host.limits import GAME_CALL_S

_T = TypeVar("_T")

#: Where the name of the game that is being asked stands; empty between two questions.
NAME = "game-being-asked"

#: Bytes of that file: as much of the name as fits, and a zero that ends it.
_SIZE = 128

#: A game that catches the exception gets it again after this part of the time.
_AGAIN = 0.01


class HangError(BaseException):
    """A game has not answered in time. No `except Exception` of a game catches it."""


class Limited:
    """
    Calls games from outside.

    Args:
        folder: Outlives this program; None where nothing does.
    """

    def __init__(self, folder: Path | None) -> None:
        self._file = None if folder is None else _open(folder / NAME)
        #: When the call that goes on began, in seconds (`time.monotonic`); else None.
        self.since_s: float | None = None
        said = b"" if self._file is None else self._file[:]
        #: The name of the game that the last program was asking when it was killed.
        self.killed = said.partition(b"\0")[0].decode(errors="replace")
        self._say(b"")

    def __call__(
        self, game: str, call: Callable[[], _T], limit_s: float | None = None
    ) -> _T:
        """
        Return what *call* returns.

        Args:
            game: The name of the game that it asks.
            call: It may raise whatever it likes.
            limit_s: How long it may last, in seconds; None for `GAME_CALL_S`.

        Raises:
            HangError: It has lasted too long.
        """
        if self.since_s is not None or current_thread() is not main_thread():
            return call()
        self.since_s = time.monotonic()
        self._say(game.encode())
        try:
            return _timed(call, GAME_CALL_S if limit_s is None else limit_s)
        finally:
            self._say(b"")
            self.since_s = None

    def _say(self, name: bytes) -> None:
        if self._file is not None:
            name = name[: _SIZE - 1] + b"\0"
            self._file[: len(name)] = name


@cache
def limited() -> Limited:
    """Return what calls all games of this program."""
    folder = os.environ.get("RUNTIME_DIRECTORY", "").partition(":")[0]  # systemd's
    return Limited(Path(folder) if folder else None)


def _timed(call: Callable[[], _T], limit_s: float) -> _T:
    try:
        set_timer = signal.setitimer
    except AttributeError:  # a system without timers, such as a browser
        return call()
    here = sys._getframe()  # noqa: SLF001 - documented for CPython

    def ring(_number: int, frame: FrameType | None) -> None:
        if frame is not here:  # else the call has ended by itself
            raise HangError

    before = signal.signal(signal.SIGALRM, ring)
    set_timer(signal.ITIMER_REAL, limit_s, limit_s * _AGAIN)
    try:
        return call()
    finally:
        set_timer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def _open(path: Path) -> mmap | None:
    """Return a file as memory that the kernel keeps when the program is killed."""
    with suppress(OSError, ValueError):
        number = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            os.ftruncate(number, _SIZE)
            return mmap(number, _SIZE)
        finally:
            os.close(number)
    return None


def within_limits(game: str, ask: Callable[[], Move | None]) -> Move | None:
    """
    Return what a bot does next; it may also be the bot of a game from outside.

    Args:
        game: The name of its game.
        ask: Asks it.

    Raises:
        RuleError: It has not answered in time, or wanted to end the program.
    """
    try:
        return limited()(game, ask)
    except (HangError, SystemExit) as fault:
        msg = f"a bot of {game} ended with {type(fault).__name__}"
        raise RuleError(msg) from None

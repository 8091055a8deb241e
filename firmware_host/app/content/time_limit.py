"""
Time limits for calls of a game from outside.

On the main thread, an exception ends a call that takes too long, such as a loop or a
sleep. Some calls cannot be ended by a signal, such as a computation with huge numbers
or a loop that catches all exceptions. Then systemd's watchdog ends the program. The
name of the called game is stored in a file, so the next start does not call that game
again.

Other threads, and systems without interval timers, have no limit. The table's threads
call no game from outside, and the history is read on a main thread.

A command has no watchdog. So it runs in a separate process with a memory limit, which
its parent ends after a call that no signal can end.
"""

import logging
import os
import signal
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from mmap import mmap
from pathlib import Path
from select import select
from threading import current_thread, main_thread
from traceback import extract_tb
from types import FrameType
from typing import TypeVar

from firmware_host.app.content.outside import GROUP, entry_points
from firmware_host.errors import RuleError, SettingsError
from firmware_host.games.bots import Move
from firmware_host.limits import GAME_CALL_S, GAME_SLOW_S

_T = TypeVar("_T")

#: The file with the name of the game that is being called; empty between two calls.
NAME = "game-being-asked"

#: Bytes of that file: as much of the name as fits, and a zero that ends it.
_SIZE = 128

#: A game that catches the exception gets it again after this part of the time.
_AGAIN = 0.01

#: The memory limit in bytes of a command that calls games from outside.
MEMORY_BYTES = 1 << 30

#: Has Linux end a process with its parent. Source: prctl(2), ``linux/prctl.h``.
_PR_SET_PDEATHSIG = 1


class HangError(BaseException):
    """A game has not answered in time. No `except Exception` of a game catches it."""


class Limited:
    """
    Calls functions of games from other packages with a time limit.

    Args:
        folder: Outlives this program; None where nothing does.
    """

    def __init__(self, folder: Path | None) -> None:
        self._file = _open(folder and folder / NAME)
        #: The start of the present call in seconds (`time.monotonic`), or None.
        self.since_s: float | None = None
        #: The name of the game that the last program was asking when it was killed.
        self.killed = self.asked.partition(" ")[0]
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
        self._say(f"{game} {self.since_s}".encode())
        try:
            return _timed(call, GAME_CALL_S if limit_s is None else limit_s)
        finally:
            self._say(b"")
            self.since_s = None

    @property
    def asked(self) -> str:
        """The game whose code is running, and since when; empty between two calls."""
        said = b"" if self._file is None else self._file[:]
        return said.partition(b"\0")[0].decode(errors="replace")

    def _say(self, name: bytes) -> None:
        if self._file is not None:
            name = name[: _SIZE - 1] + b"\0"
            self._file[: len(name)] = name


@cache
def game_limits() -> Limited:
    """Return the time limiter for all games of this program."""
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
            why = "it does not answer"
            raise HangError(why)

    before = signal.signal(signal.SIGALRM, ring)
    set_timer(signal.ITIMER_REAL, limit_s, limit_s * _AGAIN)
    try:
        return call()
    finally:
        set_timer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def _open(path: Path | None) -> mmap | None:
    """Return a memory-mapped file, whose content survives a kill of the program."""
    with suppress(OSError, ValueError):
        if path is None:
            return mmap(-1, _SIZE)  # a child process has the same
        number = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            os.ftruncate(number, _SIZE)
            return mmap(number, _SIZE)
        finally:
            os.close(number)
    return None


def error_place(fault: BaseException) -> str:
    """Return the kind of an exception and where it was raised, or where a game hung."""
    found = type(fault).__name__
    places = [at for at in extract_tb(fault.__traceback__) if at.filename != __file__]
    for last in places[-1:]:
        found += f" at {Path(last.filename).name}:{last.lineno}"
    return found


def game_error(game: str, what: str, fault: BaseException) -> SettingsError:
    """Return the error that a command prints when an installed game has a fault."""
    why = "it does not answer" if isinstance(fault, HangError) else "it has a fault"
    msg = (
        f"the game {game!r}: {why} ({what}, {error_place(fault)}); "
        "correct it, or uninstall its package"
    )
    return SettingsError(msg)


def watch_games(*, always: bool = False) -> int | None:
    """
    Continue in a child process that limits games from outside.

    Args:
        always: True to do so even if no game from outside is installed.

    Returns:
        None in the child process, and on systems other than Linux, which have no limit;
        in this process the exit code of the child, for which it waits.

    Raises:
        SettingsError: A game did not answer, or ended the process.
    """
    if sys.platform != "linux" or not (always or any(entry_points(GROUP))):
        return None
    limits, (ended, ends) = game_limits(), os.pipe()
    child = os.fork()
    if not child:
        import ctypes  # noqa: PLC0415 - a browser's Python lacks both
        import resource  # noqa: PLC0415 - as above

        resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, MEMORY_BYTES))
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
        logging.getLogger().addHandler(logging.NullHandler())  # the command says it
        return None
    os.close(ends)  # the child alone has it now, so `ended` is read when it is gone
    asked = before = ""
    try:
        while not (
            (asked and asked == before) or select([ended], [], [], GAME_SLOW_S)[0]
        ):
            before, asked = asked, limits.asked
    finally:
        os.kill(child, signal.SIGKILL)  # in case it is still there
        code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    if limits.asked:
        raise game_error(limits.asked.partition(" ")[0], "a call", HangError())
    return code if code >= 0 else 128 - code


def within_limits(game: str, ask: Callable[[], Move | None]) -> Move | None:
    """
    Return a bot's move within the time limit, for any game.

    Args:
        game: The name of its game.
        ask: Asks the bot.

    Raises:
        RuleError: The bot was too slow, or tried to end the program.
    """
    try:
        return game_limits()(game, ask)
    except (HangError, SystemExit) as fault:
        msg = f"a bot of {game} ended with {type(fault).__name__}"
        raise RuleError(msg) from None

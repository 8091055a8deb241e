"""Runs a process in a real pty, and collects its output."""

import fcntl
import os
import pty
import select
import signal
import struct
import sys
import termios
import time
from contextlib import suppress

from tests.cli.command import ROOT

PATIENCE_S = 30.0


class PtyTerminal:
    """
    A process in a pty of its own, and what it writes there.

    Args:
        command: Its words.
        environment: Beside the inherited one.
        rows, columns: How large the terminal is.
    """

    def __init__(self, command, *, environment, rows=24, columns=80):
        self._size = struct.pack("HHHH", rows, columns, 0, 0)
        self._command, self._environment = command, environment
        self.raw = b""

    def __enter__(self):
        self._child, self._end = pty.fork()
        if not self._child:
            fcntl.ioctl(0, termios.TIOCSWINSZ, self._size)  # before it can ask
            os.chdir(ROOT)
            # Tests that were begun in the background may not be interruptible.
            signal.signal(signal.SIGINT, signal.SIG_DFL)
            os.execve(  # noqa: S606 - the very command under test, without a shell
                self._command[0], self._command, _inherited() | self._environment
            )
        return self

    def __exit__(self, *_):
        try:
            os.kill(self._child, signal.SIGKILL)
            os.waitpid(self._child, 0)
        except (ProcessLookupError, ChildProcessError):
            pass  # it has ended by itself
        os.close(self._end)

    def type(self, keys):
        """Press keys, one after the other."""
        os.write(self._end, keys.encode())

    @property
    def text(self):
        """Return the whole output."""
        return self.raw.decode(errors="replace").replace("\r\n", "\n")

    def until(self, condition, patience_s=PATIENCE_S):
        """Read until *condition* holds; if it never does, fail with the output."""
        deadline = time.monotonic() + patience_s
        while not condition():
            left = deadline - time.monotonic()
            assert left > 0, f"it does not come:\n{self.text}"
            if select.select([self._end], [], [], min(left, 0.1))[0]:
                self._take()

    def _take(self):
        with suppress(OSError):  # the other end is closed
            self.raw += os.read(self._end, 65536)

    def shows(self, text, patience_s=PATIENCE_S):
        """Wait until *text* is to be read."""
        self.until(lambda: text in self.text, patience_s)

    def ended(self):
        """Wait until the process has ended; return its exit code."""
        done = []

        def over():
            child, status = os.waitpid(self._child, os.WNOHANG)
            done.append(os.waitstatus_to_exitcode(status))
            return child != 0

        self.until(over)
        return done[-1]


def _inherited():
    """Return the environment without the terminal's size, which the pty has."""
    sizes = ("COLUMNS", "LINES")  # set by whoever runs tests side by side
    return {name: value for name, value in os.environ.items() if name not in sizes}


def python(*words):
    """Return how to start Python with these words."""
    return [sys.executable, *map(str, words)]

"""
Writing files to a Pico at MicroPython's prompt; the only file that imports mpremote.

mpremote is MicroPython's own tool for it. Each file is read back by its SHA-256.
"""

import hashlib
import io
import struct
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, redirect_stdout, suppress
from typing import Self

from mpremote.transport import TransportError
from mpremote.transport_serial import SerialTransport

from firmware_host.errors import BoardMissingError

#: The longest wait in seconds for MicroPython's prompt, which normally answers at once.
PATIENCE_S = 3.0

#: The file that starts the firmware. It is deleted first and written last, so that a
#: Pico that is disconnected in between stays at its prompt.
FIRST = "main.py"

#: MicroPython's class of pins, in an expression that needs no import statement.
_PIN = "__import__('machine').Pin"

# mpremote unpacks two bytes, also if it received fewer.
_FAULTS = (TransportError, OSError, struct.error, ValueError, SyntaxError)


class Prompt:
    """
    MicroPython's prompt at the end of a serial port.

    Args:
        port: Path of the port.
    """

    def __init__(self, port: str) -> None:
        self._port = port

    def open(self) -> Self:
        """
        Open the port and enter MicroPython's raw prompt.

        Raises:
            BoardMissingError: The port does not exist or is in use, or no prompt
                answers.
        """
        with self._reporting("does not answer at MicroPython's prompt"):
            self._wire = SerialTransport(self._port, timeout=PATIENCE_S)
            try:
                self._wire.enter_raw_repl(soft_reset=False, timeout_overall=PATIENCE_S)
                self._skip_late_banners()
            except _FAULTS:
                self.close()
                raise
        return self

    def _skip_late_banners(self) -> None:
        """
        Read and drop late answers of a slow Pico to an earlier attempt.

        The banner that mpremote has read may be that of the earlier attempt.
        """
        self._wire.serial.write(b"print('in step', end='')\x04")
        ending = b"in step\x04\x04"
        data = self._wire.read_until(1, ending, timeout_overall=PATIENCE_S)
        if not data.endswith(ending):
            msg = f"no answer to a first line, but {data!r}"
            raise TransportError(msg)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def version(self) -> str:
        """Return MicroPython's version, such as ``1.26.1``."""
        with self._reporting("does not tell its version"):
            version = self._wire.eval("tuple(__import__('sys').implementation[1][:3])")
        return ".".join(map(str, version))

    def write(self, files: Mapping[str, bytes]) -> Iterator[str]:
        """
        Write files to the Pico; yield the name of each once its content is verified.

        Raises:
            BoardMissingError: The Pico does not answer, or a file has other content.
        """
        with self._reporting(f"did not give up its {FIRST}"):
            if self._wire.fs_exists(FIRST):
                self._wire.fs_rmfile(FIRST)
        for name in sorted(files, key=lambda name: (name == FIRST, name)):
            data = files[name]
            with self._reporting(f"did not take {name}"):
                self._wire.fs_writefile(name, data)
                kept = bytes(self._wire.fs_hashfile(name, "sha256"))
            if kept != hashlib.sha256(data).digest():
                msg = f"{self._port}: {name} did not arrive whole; flash once more"
                raise BoardMissingError(msg)
            yield name

    def hash_of(self, name: str) -> bytes:
        """Return the SHA-256 of a file on the Pico, or b"" if it is missing."""
        with self._reporting(f"does not tell what {name} is"):
            if not self._wire.fs_exists(name):
                return b""
            return bytes(self._wire.fs_hashfile(name, "sha256"))

    def grounded(self, pins: Iterable[int]) -> frozenset[int]:
        """
        Return the *pins* that are connected to ground.

        Args:
            pins: GP numbers; each becomes an input with a pull-up.
        """
        look = f"{_PIN}({{0}}, {_PIN}.IN, {_PIN}.PULL_UP)()"
        rows = ", ".join(f"({pin}, {look.format(pin)})" for pin in sorted(pins))
        with self._reporting("does not tell its pins"):
            found = self._wire.eval(f"[{rows}]")
        return frozenset(pin for pin, level in found if not level)

    def reboot(self) -> None:
        """Reboot the Pico; its port disappears and comes back."""
        # The port may disappear before mpremote has read the response.
        with suppress(*_FAULTS), redirect_stdout(io.StringIO()):
            self._wire.exec_raw_no_follow("import machine\nmachine.reset()")

    def close(self) -> None:
        """Close the port; the program on the Pico keeps running."""
        with suppress(OSError):  # the port may be gone already
            self._wire.close()

    @contextmanager
    def _reporting(self, what: str) -> Iterator[None]:
        """Suppress mpremote's output, and raise its errors as `BoardMissingError`."""
        try:
            with redirect_stdout(io.StringIO()):
                yield
        except _FAULTS as fault:
            msg = (
                f"{self._port}: the Pico {what}; hold the service button while you"
                " plug it in (tick and cross, where that one hangs on the Pi), then"
                " flash again; docs/troubleshooting.md has more"
            )
            raise BoardMissingError(msg) from fault

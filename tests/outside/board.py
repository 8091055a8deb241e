"""A board in a process of its own, as a program elsewhere meets it."""

import json
import os
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

#: So soon a board is there, in seconds, on a machine that has much else to do.
PATIENCE_S = 60


@contextmanager
def board(folder: Path) -> Iterator[str]:
    """Start a simulated board, and yield its address."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    words = {**os.environ, "PYTHONPATH": str(ROOT), "LANG": "C.UTF-8"}
    command = [sys.executable, "-m", "firmware_host", "demo", "--no-open"]
    command += ["--port", str(port), "--folder", str(folder)]
    with subprocess.Popen(
        command, env=words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    ) as running:
        try:
            url = f"http://127.0.0.1:{port}"
            _wait_for(url, running)
            yield url
        finally:
            running.terminate()
            running.wait(20)


def _wait_for(url: str, running: subprocess.Popen[bytes]) -> None:
    until = time.monotonic() + PATIENCE_S
    while time.monotonic() < until:
        assert running.poll() is None, "the board has ended"
        try:
            with urllib.request.urlopen(f"{url}/api/me", timeout=5) as answer:  # noqa: S310 - our own
                json.load(answer)
                return
        except OSError:
            time.sleep(0.1)
    raise AssertionError(url)

"""`letterzone demo` as a person starts it, in a process of its own."""

import os
import re
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playwright.async_api import APIRequestContext, Page

ROOT = Path(__file__).parents[2]
COMMAND = (sys.executable, "-m", "firmware_host", "demo")
ADDRESS = re.compile(r"http://127\.0\.0\.1:\d+/\S*")

#: How long a start may take on a machine that has much else to do.
START_S = 90
STOP_S = 10


@dataclass(frozen=True, slots=True)
class Demo:
    """
    A running demo.

    Args:
        address: As it was printed, with the board's key if there is one.
        folder: Where it keeps its journal.
        log: The file of all that it prints.
        process: The process.
    """

    address: str
    folder: Path
    log: Path
    process: subprocess.Popen[bytes]

    def at(self, path: str) -> str:
        """Return the address of one of its pages."""
        return re.sub(r"(:\d+)/.*", r"\1", self.address) + path

    @property
    def printed(self) -> str:
        """Return everything that it has printed so far."""
        return self.log.read_text(encoding="utf-8")

    def stop(self) -> int:
        """Ask it to end, as Ctrl-C does, and return its exit code."""
        self.process.terminate()
        return self.process.wait(STOP_S)

    def kill(self) -> None:
        """End it as a pulled plug does. Once it has ended, this does nothing."""
        self.process.kill()
        self.process.wait(STOP_S)


def start(folder: Path, *arguments: str, command: Sequence[str] = COMMAND) -> Demo:
    """
    Start a demo that keeps its journal in *folder*, and wait until it can be reached.

    Args:
        folder: Made where it is not there.
        arguments: More for the command.
        command: What to start; anything that prints an address.

    Raises:
        AssertionError: It has ended, or has printed no address in time; with all that
            it has printed.
    """
    folder.mkdir(parents=True, exist_ok=True)
    log = folder / "printed.txt"
    words = ("--no-open", "--port", "0", "--folder", str(folder), *arguments)
    with log.open("wb") as output:
        process = subprocess.Popen(
            [*command, *words],
            cwd=ROOT,
            env={**os.environ, "PYTHONUNBUFFERED": "1", "LC_ALL": "C.UTF-8"},
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
        )
    until = time.monotonic() + START_S
    while time.monotonic() < until:
        ended = process.poll() is not None  # before the look: the last lines count
        text = log.read_text(encoding="utf-8")
        if found := ADDRESS.search(text):
            return Demo(found[0], folder, log, process)
        if ended:
            break
        time.sleep(0.02)
    process.kill()
    process.wait()
    msg = f"no address was printed, only: {log.read_text(encoding='utf-8')}"
    raise AssertionError(msg)


async def open_lid(page: Page) -> None:
    """Hold Enter until the seat that has to act is open on a shared screen."""
    await page.locator(".lid-knob").focus()
    await page.keyboard.down("Enter")
    await page.locator(".hot.open").wait_for()
    await page.keyboard.up("Enter")


async def command(browser: APIRequestContext, at: str, body: dict[str, Any]) -> Any:
    """Return a command of the game, made for the newest state of the board *at*."""
    seen = (await answer_to(browser, f"{at}/api/state"))["seen"]
    return {"seen": seen, **body}


async def answer_to(browser: APIRequestContext, url: str) -> Any:
    """
    Return the JSON answer to a GET; a connection that was closed is opened again.

    Args:
        browser: Who asks; a line that had been silent too long is dialled again.
        url: All of it.
    """
    answer = await browser.get(url, max_retries=1)
    return await answer.json()

"""`letterzone run`: the daemon of a board, and its web beside it."""

import argparse
import asyncio
import signal
import sys
from importlib import import_module
from pathlib import Path

from firmware_host.app.daemon import Hardware, Running, open_board
from firmware_host.cli.places import folder_of
from firmware_host.errors import SettingsError
from firmware_host.settings.profile import load_profile

#: A port that somebody else has is tried again after so long.
RETRY_S = 5.0


def run(given: argparse.Namespace) -> int:
    """Serve the board until somebody switches it off."""
    asyncio.run(_serve(given))
    return 0


async def _serve(given: argparse.Namespace) -> None:
    profile = load_profile(Path(given.profile))
    place = _place(given.web or profile.web)
    hardware, folder = Hardware(port=given.port), folder_of(given)
    async with open_board(profile, folder, hardware=hardware) as running:
        loop, off = asyncio.get_running_loop(), running.table.off
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(number, off.set)
        web = asyncio.create_task(_web(running, folder, place)) if place else None
        await off.wait()
        if web is not None:
            web.cancel()
            await asyncio.gather(web, return_exceptions=True)


def _place(where: str) -> tuple[str, int] | None:
    """Return host and port of ``HOST:PORT``; None for no web at all."""
    if not where:
        return None
    host, _, port = where.rpartition(":")
    if not host or not port.isdecimal():
        msg = f"--web {where}: say HOST:PORT, such as 0.0.0.0:8080"
        raise SettingsError(msg)
    return host, int(port)


async def _web(running: Running, folder: Path, where: tuple[str, int]) -> None:
    """Keep the web open; the board plays on without it."""
    # Imported late, and beside the loop: the first tap does not wait for it.
    web = await asyncio.to_thread(import_module, "firmware_host.app.web")
    place = web.Place(*where)
    said = ""
    while True:
        try:
            async with web.open_web(running.desk, running.journal, folder, place=place):
                await asyncio.Event().wait()
        except SettingsError as fault:
            if str(fault) != said:
                said = str(fault)
                sys.stderr.write(f"{said}\n")
                sys.stderr.flush()
        await asyncio.sleep(RETRY_S)

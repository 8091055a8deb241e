"""`letterzone run`: the daemon of a board."""

import argparse
import asyncio
import signal
from pathlib import Path

from firmware_host.app.daemon import Hardware, open_table
from firmware_host.cli.places import folder_of
from firmware_host.settings.profile import load_profile


def run(given: argparse.Namespace) -> int:
    """Serve the board until somebody switches it off."""
    asyncio.run(_serve(given))
    return 0


async def _serve(given: argparse.Namespace) -> None:
    profile = load_profile(Path(given.profile))
    hardware = Hardware(port=given.port)
    async with open_table(profile, folder_of(given), hardware=hardware) as table:
        loop = asyncio.get_running_loop()
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(number, table.off.set)
        await table.off.wait()

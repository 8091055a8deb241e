"""A transcript played live: by hands at pads, over the wire, into the journal."""

import asyncio
from pathlib import Path

from firmware_host.app.demo import open_demo
from firmware_host.app.replay import read_file, replay
from firmware_host.cli import demo as demo_command
from firmware_host.session.state import Setup


def play_live(path, folder):
    """Play the transcript at *path* on a simulated board that keeps its journal."""

    async def evening():
        done = replay(*read_file(str(path)))
        place, setup = Path(folder), Setup(language=done.head.language)
        async with open_demo(place, place, setup=setup, haste=True) as demo:
            await demo_command._begin(done, demo)
            await demo_command._play(done, demo, str(path))

    asyncio.run(evening())
    return folder

"""The daemon that `bench_start.py` measures: served_start.py PORT FOLDER UID."""

import asyncio
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent.parent))

from firmware_host.app.system.loading import load

load("firmware_host.app.daemon.daemon")  # as `letterzone run` does it

from firmware_host.app.daemon.daemon import Hardware  # noqa: E402 - after that
from firmware_host.app.system.hardware import profile_path  # noqa: E402 - as above
from firmware_host.board.pieces import Kind, Piece  # noqa: E402 - as above
from firmware_host.devices.fake import FakePins  # noqa: E402 - as above
from firmware_host.session.setups import Player  # noqa: E402 - as above
from firmware_host.settings.profile import load_profile  # noqa: E402 - as above
from tests.devices.chips import ChipScreens  # noqa: E402 - as above
from tests.opened import choice, open_table  # noqa: E402 - as above


async def serve(port: str, folder: str, uid: str) -> None:
    """Be the daemon at *port*; in its lobby, then with a word that is set."""
    profile, stick = load_profile(profile_path("simulated")), Piece(Kind.LONG_STICK, 1)
    hardware = Hardware(
        factory=FakePins(lamps=profile.lamps, buzzer=profile.buzzer).factory,
        bus=ChipScreens(profile.screens).open,
        port=port,
        pieces={bytes.fromhex(uid): stick},
    )
    async with open_table(profile, Path(folder), hardware=hardware) as table:
        people = (Player("Ann"), Player("Ben"))
        await table.choose(choice(people))
        engine = table.session.playing.engine
        await table.submit(engine.action({"do": "secret", "by": 0, "word": "HOBBY"}))
        await asyncio.Event().wait()


if __name__ == "__main__":
    asyncio.run(serve(*sys.argv[1:]))

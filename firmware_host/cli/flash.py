"""`letterzone flash`: the controller's program onto a Pico."""

import asyncio
from pathlib import Path

from firmware_host.app.content.languages import load_texts
from firmware_host.app.system.flash import Cable, flash
from firmware_host.app.system.uf2 import bring_by_hand
from firmware_host.board.messages import say
from firmware_host.cli import commands
from firmware_host.cli.places import board_of, language_of
from firmware_host.settings.profile import load_profile


@commands.run.register
def flash_pico(given: commands.Flash) -> None:
    """Flash the Pico of a board, and say what was done."""
    asyncio.run(_flash(given, board_of(given.profile)))


async def _flash(given: commands.Flash, path: Path) -> None:
    profile = load_profile(path)
    texts = load_texts(language_of(given.language))
    cable = Cable(given.port or profile.port)
    if given.uf2 and not given.dry_run:
        uf2 = Path(given.uf2)
        await asyncio.to_thread(bring_by_hand, uf2, cable)
        print(texts.say(say("flash-uf2", name=uf2.name)), flush=True)
    async for done in flash(profile, cable, dry=given.dry_run):
        print(texts.say(done), flush=True)

"""`letterzone kiosk`: one page of the board on its own screen."""

import os

from firmware_host.app.system.kiosk import command, forget_crash, page_url, wait_for
from firmware_host.cli import commands
from firmware_host.cli.places import board_of, folder_of
from firmware_host.settings.profile import load_profile


@commands.run.register
def show_page(given: commands.Kiosk) -> int:
    """Wait for the page, then become the browser that shows it."""
    profile = load_profile(board_of(given.profile))
    page = given.page or os.environ.get("LETTERZONE_PAGE") or "wall"
    folder = folder_of(given.folder, name="letterzone-kiosk")
    words = command(
        page_url(profile, page), folder, wayland="WAYLAND_DISPLAY" in os.environ
    )
    wait_for(words[-1])
    forget_crash(folder)
    os.execv(words[0], words)  # noqa: S606 - no shell is wanted

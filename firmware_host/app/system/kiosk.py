"""
The kiosk browser: it shows one page of the board, on the board's own screen.

It waits until the page is served, because the board may still be starting. It removes
the browser's note of a crash, because a board is often switched off by its plug.
"""

import json
import shutil
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import urlopen

from firmware_host.app.system.setup import write_whole
from firmware_host.board.json import inner, read_object
from firmware_host.errors import SettingsError
from firmware_host.settings.profile import Profile

#: The browser's command: Debian's, then that of an older Raspberry Pi OS.
BROWSERS = ("chromium", "chromium-browser")

#: The interval between two attempts to reach the page, in seconds.
RETRY_S = 0.5

#: The timeout of one attempt, in seconds.
PATIENCE_S = 5.0

#: No toolbars, no questions, no news, no zoom by two fingers. Source: Chromium,
#: chrome/common/chrome_switches.cc and ui/base/ui_base_switches.cc.
SWITCHES = (
    "--kiosk",
    "--no-first-run",
    "--no-default-browser-check",
    "--noerrdialogs",
    "--hide-crash-restore-bubble",
    "--disable-features=Translate",
    "--disable-pinch",
    "--overscroll-history-navigation=0",
    "--password-store=basic",
    "--autoplay-policy=no-user-gesture-required",
)


def page_url(profile: Profile, page: str) -> str:
    """
    Return the URL of a page for the board's own browser.

    Args:
        profile: The board's profile.
        page: ``board`` for the first page, or another page such as ``wall``.

    Raises:
        SettingsError: The profile has no web server.
    """
    host, _, port = profile.web.rpartition(":")
    if not port:
        msg = 'the profile opens no web: give it [web] listen = "127.0.0.1:8080"'
        raise SettingsError(msg)
    host = "127.0.0.1" if host in ("", "0.0.0.0") else host  # noqa: S104 - read, not opened
    name = "" if page == "board" else page.strip("/")
    return f"http://{host}:{port}/{name}"


def wait_for(url: str, sleep: Callable[[float], None] = time.sleep) -> None:
    """Wait until there is a web server at `url`, without a limit."""
    while True:
        try:
            with urlopen(url, timeout=PATIENCE_S):  # noqa: S310 - our own http
                return
        except HTTPError:
            return  # the server answers, and its page names the fault
        except OSError:
            sleep(RETRY_S)


def forget_crash(folder: Path) -> None:
    """
    Remove the browser's note of a crash and its old locks.

    Args:
        folder: The browser's data folder.
    """
    path = folder / "Default" / "Preferences"
    with suppress(FileNotFoundError):
        try:
            known = read_object(path.read_text(encoding="utf-8"))
            closed = {"exit_type": "Normal", "exited_cleanly": True}
            mended = {**known, "profile": {**inner(known, "profile"), **closed}}
        except ValueError:
            path.unlink()  # half written at a power cut; the browser makes a new one
        else:
            write_whole(path, json.dumps(mended).encode(), mode=0o600)
    for name in ("SingletonLock", "SingletonCookie", "SingletonSocket"):
        # Locks of a browser that no longer runs.
        (folder / name).unlink(missing_ok=True)


def command(url: str, folder: Path, *, wayland: bool) -> tuple[str, ...]:
    """
    Return the command that starts the browser.

    Raises:
        SettingsError: No browser is installed.
    """
    browser = next(filter(None, map(shutil.which, BROWSERS)), None)
    if browser is None:
        msg = "there is no Chromium here: sudo apt install chromium"
        raise SettingsError(msg)
    platform = ("--ozone-platform=wayland",) if wayland else ()
    return (browser, *SWITCHES, *platform, f"--user-data-dir={folder}", url)

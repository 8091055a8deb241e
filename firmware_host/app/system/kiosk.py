"""
A browser that shows one page of the board and nothing else, on the board's own screen.

It waits until the page is there, since the board may still be starting; and it forgets
that it was switched off by the plug, which browsers otherwise tell everybody who looks.
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

#: What the browser is called: Debian, then older Raspberry Pi OS.
BROWSERS = ("chromium", "chromium-browser")

#: A page that is not there yet is asked for again after so long.
RETRY_S = 0.5

#: One question takes at most so long.
PATIENCE_S = 5.0

#: No bars, no questions, no news, no zoom by two fingers.
#: Source: Chromium, chrome/common/chrome_switches.cc and ui/base/ui_base_switches.cc.
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
    Return where the board's own browser finds a page.

    Args:
        profile: The board.
        page: ``wall``, ``board``, which is the first page, or any other.

    Raises:
        SettingsError: The board has no web.
    """
    host, _, port = profile.web.rpartition(":")
    if not port:
        msg = 'the profile opens no web: give it [web] listen = "127.0.0.1:8080"'
        raise SettingsError(msg)
    host = "127.0.0.1" if host in ("", "0.0.0.0") else host  # noqa: S104 - read, not opened
    name = "" if page == "board" else page.strip("/")
    return f"http://{host}:{port}/{name}"


def wait_for(url: str, sleep: Callable[[float], None] = time.sleep) -> None:
    """Wait until there is a page at *url*, for ever."""
    while True:
        try:
            with urlopen(url, timeout=PATIENCE_S):  # noqa: S310 - our own http
                return
        except HTTPError:
            return  # somebody answers, and the page says what is wrong
        except OSError:
            sleep(RETRY_S)


def forget_crash(folder: Path) -> None:
    """
    Let the browser take it that it was closed in good order.

    Args:
        folder: Where it keeps what it knows.
    """
    path = folder / "Default" / "Preferences"
    with suppress(FileNotFoundError):
        try:
            known = read_object(path.read_text(encoding="utf-8"))
            closed = {"exit_type": "Normal", "exited_cleanly": True}
            mended = {**known, "profile": {**inner(known, "profile"), **closed}}
        except ValueError:
            path.unlink()  # half written when the power went; it makes a new one
        else:
            write_whole(path, json.dumps(mended).encode(), mode=0o600)
    for name in ("SingletonLock", "SingletonCookie", "SingletonSocket"):
        (folder / name).unlink(missing_ok=True)  # of a browser that is long dead


def command(url: str, folder: Path, *, wayland: bool) -> tuple[str, ...]:
    """
    Return the browser's command.

    Raises:
        SettingsError: There is no browser.
    """
    browser = next(filter(None, map(shutil.which, BROWSERS)), None)
    if browser is None:
        msg = "there is no Chromium here: sudo apt install chromium"
        raise SettingsError(msg)
    platform = ("--ozone-platform=wayland",) if wayland else ()
    return (browser, *SWITCHES, *platform, f"--user-data-dir={folder}", url)

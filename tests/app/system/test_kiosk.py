"""A real browser on the board's own screen: it waits, and it forgets how it ended."""

import json
import os
import shutil
import signal
import subprocess
import time
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Thread

import pytest

from firmware_host.app.system import kiosk
from firmware_host.app.system.hardware import profile_path
from firmware_host.app.system.kiosk import command, forget_crash, page_url, wait_for
from firmware_host.errors import SettingsError
from firmware_host.settings.profile import load_profile
from tests.tools import which

BOARD = load_profile(profile_path("simulated"))


def until(condition, seconds=40.0):
    """Wait for *condition*, with a timeout."""
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "it did not come"
        time.sleep(0.05)


@contextmanager
def page(status=200, port=0):
    """Serve one page; yield its address and the user agents of its requests."""

    class Page(BaseHTTPRequestHandler):
        def do_GET(self):
            asked.append(self.headers["User-Agent"])
            self.send_response(status)
            self.end_headers()
            self.wfile.write(b"<title>wall</title>")

        def log_message(self, *_args):
            """Say nothing."""

    asked = []
    with HTTPServer(("127.0.0.1", port), Page) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield f"http://127.0.0.1:{server.server_port}/wall", asked
        finally:
            server.shutdown()


@pytest.mark.parametrize(
    ("listen", "name", "url"),
    [
        ("0.0.0.0:8080", "wall", "http://127.0.0.1:8080/wall"),
        ("0.0.0.0:80", "board", "http://127.0.0.1:80/"),
        ("127.0.0.1:8081", "/history", "http://127.0.0.1:8081/history"),
    ],
)
def test_the_page_is_asked_for_on_this_computer(listen, name, url):
    """The browser opens the page on this computer, whatever address the pages use."""
    assert page_url(replace(BOARD, web=listen), name) == url


def test_a_board_without_a_web_has_no_page():
    """Without pages in the profile the error says what to write there."""
    with pytest.raises(SettingsError, match=r"opens no web: give it \[web\] listen"):
        page_url(replace(BOARD, web=""), "wall")


def test_it_waits_until_the_page_is_there():
    """The kiosk waits until the page answers, so that no browser error is shown."""
    with page() as (url, _):
        port = int(url.rpartition(":")[2].partition("/")[0])
    waits = []

    def sleep(seconds):
        waits.append(seconds)
        if len(waits) == 3:
            opened.enter_context(page(port=port))

    with ExitStack() as opened:
        wait_for(url, sleep)
    assert waits == [kiosk.RETRY_S] * 3


def test_a_page_that_says_what_is_wrong_is_a_page():
    """A page that answers with an error is opened without waiting."""
    with page(status=404) as (url, _):
        wait_for(url, lambda _: pytest.fail("it waited"))


@pytest.mark.parametrize("text", ["", "{", "[]", '{"profile": 3}', "\x00\x00"])
def test_what_the_browser_had_half_written_is_thrown_away(tmp_path, text):
    """The power went in the middle; it makes a new one."""
    path = tmp_path / "Default" / "Preferences"
    path.parent.mkdir()
    path.write_text(text, encoding="utf-8")
    forget_crash(tmp_path)
    assert not path.exists()
    forget_crash(tmp_path)


@pytest.mark.long  # needs the whole Chromium: the small one writes no profile
def test_a_real_browser_that_was_killed_takes_it_that_it_was_closed(tmp_path):
    """Chromium itself writes Crashed, and starts in its old folder all the same."""
    which("chromium")
    path = tmp_path / "Default" / "Preferences"

    def ended():
        known = json.loads(path.read_text(encoding="utf-8"))
        return known.get("profile", {}).get("exit_type")

    with page() as (url, asked):
        words = command(url, tmp_path, wayland=False)
        with subprocess.Popen(
            [*words, "--headless", "--no-sandbox", "--disable-gpu"],
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        ) as chromium:
            until(lambda: asked and path.exists() and ended() == "Crashed")
            os.killpg(chromium.pid, signal.SIGKILL)
    assert ended() == "Crashed"
    assert (tmp_path / "SingletonLock").is_symlink()
    forget_crash(tmp_path)
    assert ended() == "Normal"
    assert not list(tmp_path.glob("Singleton*"))


def test_the_browser_is_found_by_either_name(monkeypatch, tmp_path):
    """
    Either name of Chromium is found.

    Without one the error says how to install it.
    """
    monkeypatch.setattr(
        shutil, "which", lambda name: f"/bin/{name}" if "-" in name else None
    )
    words = command("http://x/", tmp_path, wayland=True)
    assert words[0] == "/bin/chromium-browser"
    assert words[-1] == "http://x/"
    assert "--ozone-platform=wayland" in words
    monkeypatch.setattr(shutil, "which", lambda _: None)
    with pytest.raises(SettingsError, match="apt install chromium"):
        command("http://x/", tmp_path, wayland=True)

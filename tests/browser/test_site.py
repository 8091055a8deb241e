"""The site as it is served: no dead link, nothing from elsewhere, and a game in it."""

import http.server
import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from tests.tools import which

ROOT = Path(__file__).parents[2]

pytestmark = pytest.mark.long

#: Seconds until the first Yes; more if each core has more work.
FIRST_YES_S = 10

#: So much may go over the line before it.
MOST_BYTES = 15_000_000


class Server(http.server.ThreadingHTTPServer):
    """A file server that records the sizes of its answers."""

    def __init__(self, *how):
        super().__init__(*how)
        self.sent_bytes = []


class Files(http.server.SimpleHTTPRequestHandler):
    """A handler like that of `python -m http.server`."""

    def copyfile(self, source, outputfile):
        """Send a file, and note its size."""
        self.server.sent_bytes.append(outputfile.write(source.read()))

    def log_message(self, *_):
        """Say nothing."""


@pytest.fixture(scope="module")
def site(tmp_path_factory) -> Iterator[tuple[Server, str]]:
    """The site, in a folder of its server, as a project's pages often lie."""
    which("npm")
    folder = tmp_path_factory.mktemp("served")
    made = subprocess.run(
        [sys.executable, "tools/build_site.py", str(folder / "letterzone")],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (made.returncode, made.stdout) == (0, ""), made.stderr[-2000:]
    with Server(("127.0.0.1", 0), partial(Files, directory=str(folder))) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server, f"http://127.0.0.1:{server.server_port}/letterzone"
        server.shutdown()


def load() -> float:
    """How many processes want each core."""
    return os.getloadavg()[0] / (os.cpu_count() or 1)


@pytest.mark.parametrize("language", ["en", "de"])
async def test_pages_are_read_and_searched(site, open_page, language):
    """The documentation can be read and searched offline, in both languages."""
    _, address = site
    page = await open_page(f"{address}/", lang=language)
    await page.wait_for_url(f"**/letterzone/{language}/")
    await page.fill(".md-search__input", "Pico")
    await page.locator(".md-search-result__link").first.wait_for()
    await page.goto(f"{address}/{language}/evening/")
    said = {"en": "An evening", "de": "Ein Abend"}[language]
    assert said in await page.locator("h1").inner_text()
    play = page.locator(".md-nav__link[href*='game/']")
    where = await play.first.evaluate("one => one.href")
    assert where == f"{address}/game/?lang={language}"


@pytest.mark.parametrize(("language", "yes"), [("en", "YES"), ("de", "JA")])
async def test_the_game_plays_in_the_page(site, open_page, language, yes, capsys):
    """A piece is placed by hand, and the board says Yes; again without a server."""
    server, address = site
    server.sent_bytes.clear()
    before, begun_s = load(), time.monotonic()
    page = await open_page(f"{address}/game/?lang={language}", lang=language)
    board = page.frame_locator("iframe")
    await board.locator(".pad").first.wait_for(timeout=120_000)
    for at in range(await board.locator(".pad").count()):
        await board.locator(".pad").nth(at).click()
        await board.locator(".zone:is(.yes, .no)").first.wait_for()
        if await board.locator(".zone.yes").count():
            break
    await board.get_by_text(yes, exact=True).first.wait_for()
    took_s, came_bytes = time.monotonic() - begun_s, sum(server.sent_bytes)
    with capsys.disabled():
        sys.stdout.write(f"\n{language}: {took_s:.1f} s, {came_bytes:,} bytes\n")
    assert came_bytes < MOST_BYTES
    assert took_s < FIRST_YES_S * max(1, before, load())
    await page.context.set_offline(True)
    await page.reload()
    await board.locator(".pad").first.wait_for(timeout=120_000)


async def test_a_link_of_the_game_stays_in_it(site, open_page):
    """A link of the game stays in the site's folder."""
    _, address = site
    page = await open_page(f"{address}/game/?lang=en")
    board = page.frame_locator("iframe")
    await board.locator(".pad").first.wait_for(timeout=120_000)
    inside = next(one for one in page.frames if one is not page.main_frame)
    status = "fetch('/openapi.json').then((answer) => answer.status)"
    assert await inside.evaluate(status) == 200  # by a newer Python than the boards'
    await inside.evaluate("location.assign('/wall?lang=en')")
    await board.locator(".page-wall").wait_for(state="attached")
    await inside.wait_for_url("**/letterzone/game/wall?lang=en")

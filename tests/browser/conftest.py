"""
A real Chromium, and a real demo to point it at.

All of these tests share one event loop, because they share one browser. Each page is
a person of its own: nothing is kept from one `open_page` to the next.
"""

import os
import shutil
import sys
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Page, async_playwright

from tests.browser import demo as demos
from tests.browser.demo import Demo
from tests.browser.eyes import Eyes

#: No sandbox, because tests may run as root; and Chromium keeps to itself.
ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-sync",
    "--disable-component-update",
    "--disable-background-networking",
    "--no-first-run",
)

LOCALES = {"en": "en-GB", "de": "de-DE"}

#: How long an action may wait for a page on a busy machine.
PATIENCE_MS = 10_000

# A failure is told without the lines of Playwright's own modules: pytest would parse
# each of them, which takes longer than the test.
for _name, _module in list(sys.modules.items()):
    if _name.startswith("playwright."):
        _module.__tracebackhide__ = True  # type: ignore[attr-defined] # pytest's name


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Let the tests of this folder share the browser's event loop."""
    shared = pytest.mark.asyncio(loop_scope="session")
    for item in items:
        here = Path(__file__).parent in item.path.parents
        if here and pytest_asyncio.is_async_test(item):
            item.add_marker(shared, append=False)


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def chromium() -> AsyncIterator[Browser]:
    """The system's Chromium, with a profile of its own."""
    path = shutil.which("chromium")
    if path is None and not os.environ.get("CI"):
        pytest.skip("chromium is not installed")
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(
            executable_path=path or "chromium", args=list(ARGUMENTS)
        )
        yield browser
        await browser.close()


@pytest.fixture
def eyes() -> Iterator[Eyes]:
    """What is seen on all pages of a test; a fault that it did not expect fails it."""
    eyes = Eyes()
    yield eyes
    assert eyes.faults == []


class Opener:
    """
    Opens pages, each for a person of its own.

    Args:
        browser: Which is shared.
        eyes: Which look at each of them.
    """

    def __init__(self, browser: Browser, eyes: Eyes) -> None:
        self._browser = browser
        self._eyes = eyes

    async def __call__(  # noqa: PLR0913 - each is one thing that people differ in
        self,
        url: str,
        *,
        lang: str = "en",
        size: tuple[int, int] = (1280, 800),
        touch: bool = False,
        scheme: str = "light",
        forced_colors: bool = False,
        still: bool = True,
    ) -> Page:
        """
        Open *url* as somebody who has never been there.

        Args:
            url: All of it; `Demo.at` makes one of a path.
            lang: Which language their browser asks for.
            size: Width and height of what they see, in CSS pixels.
            touch: They have a touch screen.
            scheme: ``light`` or ``dark``.
            forced_colors: Their system chooses the colours.
            still: They have asked for less motion.
        """
        context = await self._browser.new_context(
            locale=LOCALES.get(lang, lang),
            viewport={"width": size[0], "height": size[1]},
            has_touch=touch,
            color_scheme="dark" if scheme == "dark" else "light",
            forced_colors="active" if forced_colors else "none",
            reduced_motion="reduce" if still else "no-preference",
        )
        context.set_default_timeout(PATIENCE_MS)
        self._eyes.watch(context)
        page = await context.new_page()
        await page.goto(url)
        return page


@pytest_asyncio.fixture(loop_scope="session")
async def open_page(chromium: Browser, eyes: Eyes) -> AsyncIterator[Opener]:
    """Open pages; all of them are closed when the test is over."""
    yield Opener(chromium, eyes)
    for context in list(chromium.contexts):
        await context.close()


@pytest.fixture
def demo(tmp_path: Path) -> Iterator[Demo]:
    """A demo that nobody has touched yet."""
    running = demos.start(tmp_path / "demo")
    yield running
    running.kill()
    assert "Traceback" not in running.printed


@pytest.fixture(scope="module")
def lasting_demo(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Demo]:
    """One demo for all tests of a file: for those that only look."""
    running = demos.start(tmp_path_factory.mktemp("demo"))
    yield running
    running.kill()
    assert "Traceback" not in running.printed

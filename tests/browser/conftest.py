"""
A real Chromium, and a real demo to point it at.

All of these tests share one event loop, because they share one browser. Each page is
a person of its own: nothing is kept from one `open_page` to the next.
"""

import sys
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Browser, async_playwright

from tests.browser import demo as demos
from tests.browser.demo import Demo
from tests.browser.eyes import Eyes
from tests.browser.opener import ARGUMENTS, Opener
from tests.browser.served import Served, served
from tests.browser.usual import mark_of
from tests.opened import played_before
from tests.tools import which

# A failure is told without the lines of Playwright's own modules: pytest would parse
# each of them, which takes longer than the test.
for _name, _module in list(sys.modules.items()):
    if _name.startswith("playwright."):
        _module.__tracebackhide__ = True  # type: ignore[attr-defined] # pytest's name


@pytest.hookimpl(tryfirst=True)  # before pytest leaves out the marked ones
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Run async browser tests in one event loop; mark slow tests."""
    shared = pytest.mark.asyncio(loop_scope="session")
    for item in items:
        if Path(__file__).parent not in item.path.parents:
            continue
        if pytest_asyncio.is_async_test(item):
            item.add_marker(shared, append=False)
        if mark := mark_of(item.path.name, item.name):
            item.add_marker(mark)


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def chromium() -> AsyncIterator[Browser]:
    """The system's Chromium, with a profile of its own."""
    path = which("chromium-headless-shell", "chromium")
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(
            executable_path=path, args=list(ARGUMENTS)
        )
        yield browser
        await browser.close()


@pytest.fixture
def eyes() -> Iterator[Eyes]:
    """Yield the monitor of all pages of a test; an unexpected fault fails it."""
    eyes = Eyes()
    yield eyes
    assert eyes.faults == []


@pytest_asyncio.fixture(loop_scope="session")
async def open_page(chromium: Browser, eyes: Eyes) -> AsyncIterator[Opener]:
    """Open pages; all of them are closed when the test is over."""
    yield Opener(chromium, eyes)
    for context in list(chromium.contexts):
        await context.close()


@pytest_asyncio.fixture(loop_scope="session")
async def board(tmp_path: Path) -> AsyncIterator[Served]:
    """Yield a new board that browsers can reach."""
    async with served(tmp_path) as opened:
        yield opened


@pytest.fixture
def demo(tmp_path: Path) -> Iterator[Demo]:
    """A demo whose people know the game: Circle may play again."""
    played_before(tmp_path / "demo")
    running = demos.start(tmp_path / "demo")
    yield running
    running.kill()
    assert "Traceback" not in running.printed


@pytest.fixture(scope="module")
def lasting_demo(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Demo]:
    """Yield one demo for all tests of a file that only read."""
    folder = tmp_path_factory.mktemp("demo")
    played_before(folder)
    running = demos.start(folder)
    yield running
    running.kill()
    assert "Traceback" not in running.printed

"""The tools of these tests work: each finds a planted fault."""

import asyncio
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.browser import demo as demos
from tests.browser.axe import violations
from tests.browser.demo import Demo

STAND_IN = (sys.executable, str(Path(__file__).with_name("stand_in.py")))


@pytest.fixture(scope="module")
def web(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Demo]:
    """The stand-in, started as a demo is."""
    running = demos.start(tmp_path_factory.mktemp("web"), command=STAND_IN)
    yield running
    running.kill()


async def test_a_page_is_somebody_in_particular(web: Demo, open_page) -> None:
    """Language, size, touch, colours and motion are those that were asked for."""
    page = await open_page(
        web.at("/"),
        lang="de",
        size=(800, 480),
        touch=True,
        scheme="dark",
        forced_colors=True,
    )
    assert await page.inner_text("h1") == "Hallo"
    assert await page.evaluate("[innerWidth, innerHeight]") == [800, 480]
    assert await page.evaluate("navigator.maxTouchPoints") > 0
    for wish in ("prefers-color-scheme: dark", "forced-colors: active"):
        assert await page.evaluate(f"matchMedia('({wish})').matches")
    other = await open_page(web.at("/"))
    assert await other.inner_text("h1") == "Hello"
    assert not await other.evaluate("matchMedia('(forced-colors: active)').matches")


async def test_nothing_is_found_where_nothing_is_wrong(web: Demo, open_page) -> None:
    """A clean page has no violation; `eyes` finds nothing either."""
    assert await violations(await open_page(web.at("/"))) == []


async def test_axe_finds_a_planted_fault(web: Demo, open_page) -> None:
    """A button without a name is found, and found again when asked again."""
    page = await open_page(web.at("/nameless"))
    for _ in range(2):
        [found] = await violations(page)
        assert found.startswith("button-name: ")
        assert found.endswith(" (button)")


@pytest.mark.parametrize(
    ("path", "fault"),
    [
        ("/abroad", "asked for http://192.0.2.1/picture.png"),
        ("/calls", "asked for ws://192.0.2.1/"),
        ("/throws", "threw planted"),
        ("/grumbles", "said planted"),
    ],
)
async def test_eyes_see_a_planted_fault(
    web: Demo, open_page, eyes, path: str, fault: str
) -> None:
    """Requests to other machines, exceptions and console errors are found."""
    eyes.expect("net::ERR_")  # of what never comes; that it was asked for counts
    seen = asyncio.create_task(open_page(web.at(path)))
    async with asyncio.timeout(10):
        while not eyes.faults:  # noqa: ASYNC110 - eyes tell nobody
            await asyncio.sleep(0.01)
    assert eyes.faults[0] == fault
    seen.cancel()  # a picture that never comes is not waited for
    await asyncio.gather(seen, return_exceptions=True)
    eyes.faults.clear()


async def test_eyes_pass_what_is_expected(web: Demo, open_page, eyes) -> None:
    """A refusal and an expected console message are not counted as faults."""
    eyes.expect("^said planted$")
    page = await open_page(web.at("/"))
    for path in ("/refuses", "/grumbles"):
        async with page.expect_console_message():
            await page.goto(web.at(path))
    assert eyes.faults == []


def test_a_demo_that_does_not_start_says_why(tmp_path: Path) -> None:
    """The failure of a demo that does not start has its output."""
    dies = (sys.executable, "-c", "raise SystemExit('no port is free')")
    with pytest.raises(AssertionError, match="no port is free"):
        demos.start(tmp_path, command=dies)


def test_a_demo_is_stopped_and_killed(tmp_path: Path) -> None:
    """Afterwards nothing of it runs; killing it twice does nothing."""
    running = demos.start(tmp_path, command=STAND_IN)
    assert running.at("/wall").endswith("/wall")
    assert running.printed.startswith("The board is at http://127.0.0.1:")
    running.stop()
    running.kill()
    running.kill()
    assert running.process.returncode is not None

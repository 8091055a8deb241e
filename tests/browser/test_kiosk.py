"""A kiosk in a browser: it invites, visitors play, and no data stays."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.browser import demo as demos
from tests.browser.axe import violations
from tests.browser.demo import Demo, answer_to

#: Longer than the kiosk waits before it asks, and then for an answer.
ASKS_MS, BACK_MS = 75_000, 35_000


@pytest.fixture
def kiosk(tmp_path: Path) -> Iterator[Demo]:
    """Yield a kiosk demo on a new board."""
    running = demos.start(tmp_path / "kiosk", "--kiosk", "--language", "en")
    yield running
    running.kill()
    assert "Traceback" not in running.printed


async def kept(page: Any) -> int:
    """Return how much a browser keeps of this page."""
    return await page.evaluate("localStorage.length + sessionStorage.length")


async def test_a_game_plays_itself_until_somebody_comes(kiosk, open_page):
    """
    Without visitors pieces move for show, until a touch.

    The game does not change.
    """
    page = await open_page(kiosk.at("/"), size=(1280, 800), still=False)
    await page.locator(".for-show").nth(1).wait_for()
    state = await answer_to(page.request, kiosk.at("/api/state?as=board"))
    assert not any(map(any, state["view"]["placed"] + state["view"]["covered"]))
    assert not state["kiosk"]["here"]
    await page.locator(".tip").click()
    await page.locator(".for-show").first.wait_for(state="detached")


async def test_without_motion_the_sentence_alone_calls(kiosk, open_page):
    page = await open_page(kiosk.at("/"), size=(1280, 800))
    assert "Come and play!" in await page.locator(".tip").inner_text()
    assert await page.locator(".for-show").count() == 0


async def test_a_visit_without_a_menu_leaves_nothing(kiosk, open_page):
    """Language by one press, two animals, a game, and the next one's turn."""
    page = await open_page(kiosk.at("/"), size=(1280, 800))
    await page.get_by_role("button", name="Deutsch", exact=True).click()
    await page.get_by_text("Spiel mit!").wait_for()
    await page.get_by_role("button", name="Ich kenne das Spiel").click()
    await page.locator(".seat.add").click()
    await page.locator(".who .seat .face").nth(1).wait_for()
    assert await page.locator("input").count() == 0  # nobody types a name
    await page.locator(".who .last .main").click()
    await page.locator(".chip").nth(1).wait_for()
    await page.locator(".menu").click()
    await page.locator("dialog").wait_for()
    assert await page.locator("dialog a").count() == 0
    await page.get_by_role("button", name="Buchstaben passen").click()
    assert await kept(page) > 0
    await page.get_by_role("button", name="Der Nächste, bitte").click()
    await page.get_by_text("Come and play!").wait_for()
    assert await kept(page) == 0
    history = await answer_to(page.request, kiosk.at("/api/history"))
    assert history.get("games", []) == []
    for path, body in (
        ("/api/begin", {}),
        ("/api/sit", {"name": "Mia"}),
        ("/api/settings", {"sound": True}),
        ("/api/board/touch", {"act": "trouble", "trouble": "card", "on": True}),
    ):
        headers = {"X-Letterzone": "1", "Origin": kiosk.at("")}
        told = await page.request.post(kiosk.at(path), data=body, headers=headers)
        assert not (await told.json()).get("ok"), path


async def test_what_a_power_cut_has_left_of_a_visit_goes_at_the_next_start(
    kiosk, open_page
):
    """The browser of a kiosk keeps nothing, however the visit has ended."""
    page = await open_page(kiosk.at("/quick"))
    await page.evaluate("localStorage.setItem('letterzone-no-help', '1')")
    await page.goto(kiosk.at("/"))
    await page.get_by_text("Come and play!").wait_for()
    assert await kept(page) == 0


@pytest.mark.parametrize("size", [(390, 844), (1280, 800)])
async def test_a_kiosk_can_be_used_by_everybody(kiosk, open_page, size):
    """Axe finds nothing at the kiosk's start, at "Who plays?" and in a game."""
    page = await open_page(kiosk.at("/"), size=size)
    await page.locator(".tip").wait_for()
    assert await violations(page) == []
    await page.locator(".skip").click()
    await page.locator(".who .last .main").wait_for()
    assert await violations(page) == []
    await page.locator(".who .last .main").click()
    await page.locator(".chip").first.wait_for()
    assert await violations(page) == []


async def test_a_tablet_at_a_kiosk_skips_the_lesson_and_reports_touches(
    kiosk, open_page
):
    """A visit at the tablet begins and goes on as at the board's page."""
    page = await open_page(kiosk.at("/tablet"), size=(1280, 800))
    await page.get_by_role("button", name="I know the game").click()
    await page.locator(".who .last .main").click()
    await page.locator(".tablet .zones").wait_for()
    async with page.expect_request("**/api/kiosk*") as report:
        await page.get_by_role("button", name="Menu").click()
    assert (await report.value).post_data_json == {"does": "stay"}


@pytest.mark.long
async def test_it_asks_who_is_still_there_and_goes_back(kiosk, open_page):
    """The kiosk asks if somebody is there, and returns to its start without a touch."""
    page = await open_page(kiosk.at("/"), size=(1280, 800))
    await page.locator(".skip").click()
    await page.locator(".who .last .main").click()
    await page.locator(".chip").first.wait_for()
    question = page.get_by_text("Are you still there?")
    await question.wait_for(timeout=ASKS_MS)
    await page.get_by_role("button", name="Play on").click()
    await question.wait_for(state="detached")
    await question.wait_for(timeout=ASKS_MS)
    await page.get_by_text("Come and play!").wait_for(timeout=BACK_MS)


@pytest.mark.long
async def test_the_page_of_a_kiosk_stays_as_small_as_it_was(kiosk, open_page):
    """Twenty strangers who come and go leave no memory behind in the browser."""
    page = await open_page(kiosk.at("/"), size=(1280, 800))
    tools = await page.context.new_cdp_session(page)
    sizes = []
    for _ in range(20):
        await page.locator(".skip").click()
        await page.locator(".who .last .main").click()
        await page.locator(".menu").click()
        await page.get_by_role("button", name="The next one, please").click()
        await page.get_by_text("Come and play!").wait_for()
        await tools.send("HeapProfiler.collectGarbage")
        sizes.append((await tools.send("Runtime.getHeapUsage"))["usedSize"])
    assert max(sizes[10:]) < 1.3 * max(sizes[:5])

"""Bots on the pages: they come, are told from people, play, and go."""

import asyncio
from typing import Any

import pytest

from firmware_host.app.content.languages import load_texts
from tests.browser.demo import Demo, answer_to
from tests.browser.opener import Opener

#: How long a bot may take with all that it thinks, on a busy machine.
PATIENCE_S = 60.0

WORDS = {code: load_texts(code) for code in ("en", "de")}


async def state_of(page: Any, demo: Demo) -> Any:
    """Return what the board tells everybody."""
    return await answer_to(page.request, demo.at("/api/state"))


async def until(page: Any, demo: Demo, done: Any) -> Any:
    """Wait for a state of the board, and return it."""
    async with asyncio.timeout(PATIENCE_S):
        while not done(now := await state_of(page, demo)):
            await page.wait_for_timeout(100)
    return now


@pytest.mark.long
@pytest.mark.parametrize("language", ["en", "de"])
async def test_a_bot_comes_on_the_boards_page_plays_and_goes(
    demo: Demo, open_page: Opener, language: str
) -> None:
    """It has a sign and the word beside its animal, and hides its word by itself."""
    say = WORDS[language].find
    page = await open_page(demo.address, lang=language)
    await page.locator(".who").wait_for()
    await page.get_by_role(
        "button", name=say("game-wqrdles", "page"), exact=True
    ).click()
    hire = page.locator(".who .segment.bots button")
    assert await hire.count() == 3
    await hire.nth(2).click()
    bot = page.locator(".who .seat b.bot")
    assert "Bot" in (await bot.text_content() or "")
    assert await bot.locator("svg.symbol.bot").count() == 1
    await page.locator(".who .last .main").click()

    now = await until(page, demo, lambda told: told["phase"] == "playing")
    one = now["players"][1]
    assert (one["bot"], one["symbol"], one["animal"]) == ("sharp", "bot", "panda")
    await page.locator(".chip svg.symbol.bot").first.wait_for()
    await until(page, demo, lambda told: told["view"]["awaited"] == [0])

    told = {"headers": {"X-Letterzone": "1", "Origin": demo.at("")}}
    answer = await page.request.post(demo.at("/api/bot"), data={"seat": 1}, **told)
    assert answer.ok, await answer.text()
    await until(page, demo, lambda told: told["players"][1]["left"])
    await page.locator(".chip svg.symbol.bot").first.wait_for(state="detached")

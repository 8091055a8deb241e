"""Bots on the pages: they join, are marked as bots, play, and leave."""

import asyncio
import re
from typing import Any

import pytest

from firmware_host.app.content.languages import load_texts
from tests.browser.demo import Demo, answer_to, command
from tests.browser.opener import Opener
from tests.browser.served import Served, come
from tests.browser.test_teacher import open_section, section, sign_in

#: How long a bot may take with all that it thinks, on a busy machine.
PATIENCE_S = 60.0

WORDS = {code: load_texts(code) for code in ("en", "de")}


async def state_of(page: Any, demo: Demo) -> Any:
    """Return the public state."""
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
    """A bot has a symbol and the word "Bot", and hides its word by itself."""
    say = WORDS[language].find
    page = await open_page(demo.address, lang=language, knows=True)
    await page.locator(".who").wait_for()
    if language == "de":  # the page speaks the board's language
        await page.get_by_role("button", name="Deutsch", exact=True).click()
    await page.get_by_role("button", name=say("web-who-games", "page")).click()
    title = say("game-wqrdles", "page")
    await page.get_by_role("button", name=re.compile(f"^{title} ")).click()
    bot = page.locator(".who .place:has(svg.symbol.bot)")
    assert "Bot" in (await bot.text_content() or "")
    assert await page.locator(".ladder [tabindex='0']").count() == 1
    await page.locator(".ladder [aria-checked=true]").focus()
    for _ in range(2):  # from easy to fair to sharp
        await page.keyboard.press("ArrowRight")
    await page.locator(".who .last .main").click()

    now = await until(page, demo, lambda told: told["phase"] == "playing")
    one = now["players"][1]
    assert (one["bot"], one["symbol"], one["animal"]) == ("sharp", "bot", "panda")
    await page.locator(".chip svg.symbol.bot").first.wait_for()
    name = re.escape(say("web-hot-open", "page").format(name=now["players"][0]["name"]))
    await page.get_by_role("button", name=re.compile(name)).wait_for()
    assert await page.locator(".first-one").count() == 0  # nobody opens a bot's
    await until(page, demo, lambda told: told["view"]["awaited"] == [0])

    told = {"headers": {"X-Letterzone": "1", "Origin": demo.at("")}}
    body = await command(page.request, demo.at(""), {"seat": 1})
    answer = await page.request.post(demo.at("/api/bot"), data=body, **told)
    assert answer.ok, await answer.text()
    await until(page, demo, lambda told: told["players"][1]["left"])
    await page.locator(".chip svg.symbol.bot").first.wait_for(state="detached")


@pytest.mark.long
async def test_a_phone_and_the_teacher_let_bots_come_and_go(
    board: Served, open_page: Opener
) -> None:
    """
    At home a phone and the teacher can add and remove bots.

    No phone is offered a bot's seat.
    """
    say = WORDS["en"].find
    await board.school.web.services.table_api.send(
        {"command": "choose", "game": "wqrdles"}
    )
    page = await come(board, open_page, "Ann")
    await page.get_by_role("button", name=say("web-begin", "page")).first.click()
    bots = page.locator("fieldset.bots")
    await bots.get_by_role("button").last.click()
    await bots.locator("li svg.symbol.bot").wait_for()

    other = await open_page(f"{board.address}/seat?code={board.code}")
    await other.locator(".picks label").last.wait_for()
    assert "Bot" not in (await other.locator(".join").text_content() or "")

    teacher = await open_page(f"{board.address}/teacher")
    await sign_in(board, teacher)
    await open_section(teacher, "Players and teams")
    here = section(teacher, "Players and teams")
    assert await here.locator("fieldset.bots li").count() == 1
    await here.locator("fieldset.bots li button").click()
    await here.locator("fieldset.bots li").first.wait_for(state="detached")

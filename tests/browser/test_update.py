"""An update by the teacher's page: offer, request and result."""

import pytest

from firmware_host.app.system.updates import (
    News,
    UpdateRequests,
    UpdateState,
    Wish,
    take_wish,
    tell,
)
from tests.browser.axe import LOOKS, violations
from tests.browser.served import served
from tests.browser.test_teacher import open_section, sign_in
from tests.controller.bench import until

TITLES = {"en": "Version and update", "de": "Version und Update"}


@pytest.mark.long
@pytest.mark.parametrize("look", LOOKS)
async def test_an_update_is_offered_wanted_and_told_of(tmp_path, open_page, look):
    """An update needs a confirmation; its progress and result are shown."""
    news, wish = tmp_path / "run" / "news.json", tmp_path / "wish"
    tell(News(UpdateState.OFFERED, "0.2.0", back="0.0.9"), news)
    language = look.get("lang", "en")
    async with served(tmp_path, updates=UpdateRequests(news, wish)) as board:
        page = await open_page(f"{board.address}/teacher?lang={language}", **look)
        await sign_in(board, page)
        await open_section(page, TITLES[language])
        await page.locator(".inside .pair button").nth(2).wait_for()
        assert await violations(page) == []
        await page.locator(".inside .pair button").nth(0).click()
        assert not wish.exists()
        await page.click("dialog .main")
        await until(wish.exists)
        assert take_wish(wish) is Wish.INSTALL
        tell(News(UpdateState.WORKING, "0.2.0"), news)
        await page.locator(".inside .pair button:disabled").wait_for()
        tell(News(UpdateState.DONE, "0.2.0"), news)
        await page.locator(".inside .pair button:enabled").wait_for()
        assert "0.2.0" in await page.locator(".inside [role=status]").inner_text()
        assert await violations(page) == []
        await page.close()  # before the board goes: it asks each second

"""Choosing a game and its house rules: on a phone, and on the teacher's page."""

import pytest

from tests.browser.axe import violations
from tests.browser.eyes import SMALL
from tests.browser.served import come
from tests.browser.test_teacher import open_rest

#: How much larger an element is than its visible part.
OVER = """one => [one.scrollWidth - one.clientWidth,
  one.scrollHeight - one.clientHeight]"""


@pytest.mark.long
async def test_a_phone_chooses_another_game_with_a_rule_of_its_own(board, open_page):
    """The number of players is checked first; the wall then shows the rules."""
    page = await come(board, open_page, "Ann")
    await page.get_by_role("button", name="New game").click()
    dialog = page.get_by_role("dialog")
    await dialog.get_by_label("KEYWORD").check()
    await dialog.get_by_text("This game needs at least 2 players.").wait_for()
    assert await dialog.get_by_role("button", name="Begin").is_disabled()

    await board.people("Ben")
    await dialog.get_by_text("This game needs").wait_for(state="detached")
    await dialog.get_by_text("House rules").click()
    await dialog.get_by_label("Sand timer").select_option("60")
    assert await page.evaluate(SMALL) == []
    assert await violations(page) == []
    wall = await open_page(f"{board.address}/wall?lang=en", size=(1280, 800))
    await dialog.get_by_role("button", name="Begin").click()

    own = wall.locator(".rules .own")
    await own.wait_for()
    assert "60" in await own.inner_text()
    assert "house rule" in await own.inner_text()
    assert await wall.locator(".wall button:not(.loudspeaker)").count() == 0
    await board.do("deal")
    await wall.locator(".rules").wait_for(state="detached")


@pytest.mark.parametrize("lang", ["en", pytest.param("de", marks=pytest.mark.long)])
async def test_every_game_is_chosen_without_scrolling(board, open_page, lang):
    """The words, the maker, the rounds and each game's own rules, at 800x480."""
    page = await come(board, open_page, "Ann", lang=lang, size=(800, 480))
    await board.people("Ben", "Cem")
    begin = {"en": "New game", "de": "Neues Spiel"}[lang]
    await page.get_by_role("button", name=begin).click()
    games = page.locator("dialog input[name=game]")
    await games.nth(3).wait_for(state="attached")
    for at in range(await games.count()):
        await games.nth(at).check()
        for _ in ("shut", "open"):
            assert await page.locator("dialog").evaluate(OVER) == [0, 0]
            assert await page.evaluate(SMALL) == []
            await page.locator("dialog .knobs summary").click()
    assert await violations(page) == []


@pytest.mark.parametrize("lang", ["en", pytest.param("de", marks=pytest.mark.long)])
async def test_a_teacher_chooses_a_game_for_the_class(board, open_page, lang):
    """Each choice is sent at once, and the lesson's heading shows the next game."""
    teacher = await board.school.teacher()
    cookies = [
        {"name": name, "value": value, "url": board.address}
        for name, value in teacher.client.cookies.items()
    ]
    await board.people("Ann", "Ben", "Cem")
    address = f"{board.address}/teacher?lang={lang}"
    page = await open_page(address, cookies=cookies, lang=lang, size=(1024, 768))
    await open_rest(page)
    await page.locator(
        ".section summary", has_text={"en": "Settings", "de": "Einstellungen"}[lang]
    ).click()
    game = page.locator("select:has(option[value=codecards])")
    await game.select_option("codecards")
    await page.locator(
        ".lesson .now", has_text={"en": "Code cards", "de": "Karten"}[lang]
    ).wait_for()
    await page.locator(".lesson .why", has_text="2").wait_for()  # for two alone

    await game.select_option("keyword")
    await page.locator(".house select").select_option("60")
    await page.locator(".lesson .why:empty").wait_for(state="attached")
    await page.locator(".three .main").click()
    await page.locator(".bar .danger").wait_for()
    await page.locator(".bar button").nth(2).wait_for()
    seen = board.school.see()
    assert (seen["game"], seen["rules"]) == ("keyword", {"sand_s": 60})

"""The teacher's page: claimed at the board, a lesson by its buttons, and its end."""

import pytest
import pytest_asyncio

from tests.browser.axe import violations
from tests.browser.served import served
from tests.controller.bench import until
from tests.web.school import PASSPHRASE

SECTIONS = (
    *("Players and teams", "Phones", "Word lists", "Settings", "Sounds", "Backups"),
    "Names and passphrase",
)

#: Of those whom axe looks for: the narrowest light, and a kiosk in the dark.
LOOKS = (
    {"size": (320, 640), "scheme": "light", "lang": "en"},
    {"size": (800, 480), "scheme": "dark", "lang": "de"},
    {"size": (1280, 800), "forced_colors": True},
)


@pytest_asyncio.fixture(loop_scope="session")
async def board(tmp_path):
    async with served(tmp_path) as opened:
        yield opened


async def sign_in(board, page):
    """Claim the class as a teacher does: hold, read, type."""
    await page.goto(f"{board.address}/teacher")
    await page.fill("[name=code]", await board.school.hold())
    await page.fill("[name=passphrase]", PASSPHRASE)
    await page.click("form .main")
    await page.wait_for_selector(".lesson")


def section(page, title):
    return page.locator(".section").filter(has=page.locator(f"h2 >> text={title}"))


async def open_section(page, title):
    await section(page, title).locator("summary").click()
    await section(page, title).locator(".inside").wait_for()


async def test_a_lesson_by_its_buttons(board, open_page):
    """Claim, make teams, begin, pause, end; the names are gone with the page."""
    page = await open_page(f"{board.address}/teacher", size=(800, 480))
    await sign_in(board, page)
    await open_section(page, "Players and teams")
    await page.click("fieldset button >> text=3")
    await page.locator(".rows li >> nth=2").wait_for()
    await page.click(".bar .main")
    await page.click("text=Pause")
    await page.wait_for_selector("text=Go on")
    assert board.school.see().paused
    await page.click(".bar >> text=Go on")
    await page.wait_for_selector(".bar >> text=Pause")
    await board.do("void")
    await page.click(".bar >> text=End the lesson")
    await page.click("dialog .main")
    await until(lambda: board.school.web.school.acts[-1][0] == "end")
    assert not any(isinstance(one.name, str) for one in board.school.see().players)


async def test_the_scoresheet_is_handed_over_at_the_end(board, open_page):
    """With the names that are nowhere else any more."""
    page = await open_page(f"{board.address}/teacher")
    await sign_in(board, page)
    await board.people("Theodora", "Ingeborg")
    await board.begin(board_makes=False)
    await board.do("secret", by=0, word="HOBBY")
    await board.do("guess", by=1, word="HOBBY")
    await page.click(".bar >> text=End the lesson")
    await page.click("dialog .main")
    await page.wait_for_selector(".ended")
    told = await page.inner_text(".ended table")
    assert "Theodora" in told
    assert "HOBBY" in told
    assert "Theodora" not in repr(board.school.see())


async def test_words_are_looked_through_before_they_are_kept(board, open_page):
    """Each word that cannot be played says why; the board draws from the rest."""
    page = await open_page(f"{board.address}/teacher")
    await sign_in(board, page)
    await open_section(page, "Word lists")
    await page.click("text=New list")
    await page.fill(".fields input", "4b")
    await page.fill("textarea", "hobby panda butterfly")
    await page.click("text=Check")
    await page.wait_for_selector(".verdict .bad >> text=butterfly")
    await page.click("text=Keep 2 words")
    await page.click("text=Draw from it")
    await page.wait_for_selector("[aria-pressed=true] >> text=Is drawn from")
    assert board.school.web.services.words.drawn("en") == ("HOBBY", "PANDA")


async def test_everything_is_folded_up_and_opens_by_keyboard(board, open_page):
    page = await open_page(f"{board.address}/teacher")
    await sign_in(board, page)
    assert await page.locator(".section .inside").count() == 0
    assert await page.locator(".section h2").all_inner_texts() == list(SECTIONS)
    for title in SECTIONS:
        await section(page, title).locator("summary").focus()
        await page.keyboard.press("Enter")
        await section(page, title).locator(".inside").wait_for()


async def test_an_open_question_can_be_left_by_escape(board, open_page):
    """What asks once more does nothing until it is answered."""
    page = await open_page(f"{board.address}/teacher")
    await sign_in(board, page)
    await page.click(".bar >> text=End the lesson")
    await page.wait_for_selector("dialog[open]")
    await page.keyboard.press("Escape")
    await page.locator("dialog").wait_for(state="detached")
    assert board.school.web.school.acts[-1][0] == "claimed"


@pytest.mark.parametrize("look", LOOKS, ids=str)
async def test_axe_finds_nothing(board, open_page, eyes, look):
    """Neither before nor after signing in, with every section open."""
    eyes.expect("Applying inline style")  # axe's own, while it looks
    page = await open_page(f"{board.address}/teacher", **look)
    await page.wait_for_selector("form")
    assert await violations(page) == []
    await sign_in(board, page)
    await board.people("Tina", "Lee")
    await (await board.phone(seat=0)).aclose()
    assert await violations(page) == []
    for summary in await page.locator(".section summary").all():
        await summary.click()
    await page.wait_for_selector(".section:last-child .acts")
    assert await violations(page) == []
    wide = "() => document.documentElement.scrollWidth > innerWidth"
    assert not await page.evaluate(wide)

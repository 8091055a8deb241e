"""The board's buttons below the zones, and the sheet behind the lid, on any screen."""

import pytest

from tests.browser.axe import violations
from tests.browser.eyes import SMALL, skip_lesson
from tests.browser.served import GERMAN_FIRST, served
from tests.browser.test_hostility import Still
from tools.game_scenes import Table

NAMES = ("Tina", "Maximilian", "Ben", "Lee", "Anna")

#: Screens that people have, with the light they have them in.
SCREENS = (((390, 844), "dark"), ((800, 480), "dark"), ((1280, 800), "light"))

#: What of the foot lies over the zones, or is cut by the page's end or the sheet's.
CUT = """() => {
  const box = (one) => one.getBoundingClientRect();
  const zones = box(document.querySelector(".zones")).bottom;
  const low = [...document.querySelectorAll("footer *")].filter(one =>
    one.checkVisibility() && (box(one).top < zones - 1
      || box(one).bottom > innerHeight || box(one).right > innerWidth));
  const sheets = [...document.querySelectorAll("dialog")].filter(one =>
    one.scrollHeight > one.clientHeight || one.scrollWidth > one.clientWidth);
  const spoken = document.querySelector(".banner [role=status]");
  const loud = box(spoken).height > box(spoken).width ? [spoken] : [];
  return [...low, ...sheets, ...loud].map(one => one.textContent);
}"""


#: Which rows of players lie over another one, or over the lid.
ROWS = """() => {
  const all = [...document.querySelectorAll(".kw-seat")];
  const boxes = [...all, document.querySelector(".hot.closed")]
    .map(one => one.getBoundingClientRect());
  return all.filter((one, at) => boxes[at].bottom > boxes[at + 1].top + 1
    || one.scrollHeight > one.clientHeight + 1).map(one => one.textContent);
}"""


async def looks_right(page):
    """Assert that nothing is clipped, too small or out of reach, in each size."""
    for (width, height), scheme in SCREENS:
        await page.set_viewport_size({"width": width, "height": height})
        await page.emulate_media(color_scheme=scheme)
        assert await page.evaluate(CUT) == []
        assert await page.evaluate(SMALL) == []
        if width != 800:  # it has the look of the first and the shape of the last
            assert await violations(page) == []


async def test_five_players_and_the_lid_fit_on_any_screen(demo, open_page, eyes):
    """The rows of five players fit between the open cards and the lid, in each size."""
    eyes.expect("Applying inline style")  # axe's own, while it looks
    page = await open_page(demo.at("/?lang=de"), lang="de", size=SCREENS[0][0])
    host = Table(demo, (page.context,), "de")
    wishes = {"game": "keyword", "language": "de", "players": NAMES}
    await host.post(0, "/api/begin", **wishes)
    await skip_lesson(page)
    await page.locator(".kw-next .main").click()
    await page.locator(".lid-knob").wait_for()
    label = await page.locator("[data-zone='6'] .pad").get_attribute("aria-label")
    letter = await page.locator("[data-zone='6'] .kw-card").inner_text()
    assert label.endswith(f": {letter}.")
    await looks_right(page)
    assert await page.evaluate(ROWS) == []


#: How far the name of each heap of pieces that is seen stands out over its heap, and
#: the page over its window.
OUT = """() => [document.documentElement.scrollWidth - innerWidth,
  ...[...document.querySelectorAll(".heap > span > span")].map(one =>
    one.getBoundingClientRect().right
    - one.closest(".heap").getBoundingClientRect().right)].filter(wide => wide > 0)"""


@pytest.mark.parametrize("lang", GERMAN_FIRST)
async def test_no_heap_is_too_narrow_for_its_name(lang, tmp_path, open_page):
    """Beside a person's word there stand coins, tokens and a button in the same row."""
    async with served(tmp_path, virtual=Still()) as board:
        await board.school.api.send({"command": "choose", "language": lang})
        await board.people("Tina", "Lee")
        await board.begin(length=5, board_makes=False)
        await board.do("secret", by=0, word="HOBBY")
        page = await open_page(f"{board.address}/?lang={lang}")
        await page.locator(".heap").nth(3).wait_for()
        for size in ((390, 844), (768, 1024), (1024, 768), (1280, 800), (1920, 1080)):
            await page.set_viewport_size({"width": size[0], "height": size[1]})
            assert await page.evaluate(OUT) == [], size
        await page.close()  # or it would look for a board that is no more

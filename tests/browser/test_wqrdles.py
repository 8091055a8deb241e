"""WQRDLES in real browsers: chosen on a phone, raced to the end, read on the sheet."""

import pytest

from tests.browser.served import come

WALL, SEAT = (1920, 1080), (800, 480)

#: What Ann and Ben hide, round by round, and what both ask with.
WORDS = {
    "en": {
        "asks": "LAKE",
        "hidden": "CAKE LAMP SNOW BIRD FISH TREE MOON SAND",
        "buttons": ("Hide it", "Ask with", "Try it", "No attempt"),
        "end": "Ann wins",
    },
    "de": {
        "asks": "LAND",
        "hidden": "BAUM HAUS WIND KERN HERZ TIER HUND SAND",
        "buttons": ("Verstecken", "Mit", "Das ist es", "Kein Versuch"),
        "end": "Gewonnen hat Ann",
    },
}


async def give(page, word, button):
    """Type a word into the pad and press a button, once it can be pressed."""
    asked = page.get_by_role("button", name=button)
    await asked.wait_for()
    await page.fill(".boxes input", word)
    await asked.click()


def batched(words):
    """Return words two by two."""
    return zip(words[::2], words[1::2], strict=True)


async def fits(page):
    """Tell whether a page is shown without scrolling."""
    return await page.evaluate(
        "document.documentElement.scrollHeight <= innerHeight"
        " && document.documentElement.scrollWidth <= innerWidth"
    )


@pytest.mark.parametrize(
    ("lang", "rounds"),
    [
        ("en", 1),
        pytest.param("en", 4, marks=pytest.mark.long),
        pytest.param("de", 4, marks=pytest.mark.long),
    ],
)
async def test_two_race_from_choosing_to_the_scoresheet(board, open_page, lang, rounds):
    """Ann finds every word in her first row, Ben once in his second; or they stop."""
    words = WORDS[lang]
    hide, ask, attempt, none = words["buttons"]
    await board.school.api.adopt({"language": lang})
    ann = await come(board, open_page, "Ann", size=SEAT, lang=lang)
    ben = await come(board, open_page, "Ben", size=SEAT, lang=lang)
    wall = await open_page(f"{board.address}/wall?lang={lang}", size=WALL)
    await ann.locator(".left .pair .main").last.click()
    await ann.get_by_label("WQRDLES").check()
    await ann.get_by_label("4", exact=True).check()
    await ann.locator("dialog .main").click()

    hidden = list(batched(words["hidden"].split()))[:rounds]
    for number, (anns, bens) in enumerate(hidden):
        await give(ann, anns, hide)
        await give(ben, bens, hide)
        turns = [(ann, bens), (ben, anns)]
        for page, found in turns if number % 2 == 0 else turns[::-1]:
            await give(page, words["asks"], ask)
            if number == 0 and page is ben:
                await page.get_by_role("button", name=none).click()
                await give(page, words["asks"], ask)
            assert await fits(page)
            assert await fits(wall)
            await give(page, found, attempt)
    if rounds == 1:
        await board.do("end")
    await wall.get_by_text(words["end"]).first.wait_for()

    results = board.school.see()["view"]["results"]
    assert [one["points"] for one in results] == [(6, 5), *[(6, 6)] * (rounds - 1)]
    sheet = await open_page(f"{board.address}/sheet?lang={lang}", size=SEAT)
    await sheet.get_by_text(str(6 * rounds)).first.wait_for()
    for word in hidden[0]:
        await sheet.get_by_text(word).first.wait_for()
    await wall.goto(f"{board.address}/check?lang={lang}")
    await wall.wait_for_selector(".verdict")
    assert await wall.locator(".verdict.good").count() == 2 * rounds

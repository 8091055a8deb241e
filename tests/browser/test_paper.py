"""Pages to read or print: the scoresheet, the rules, privacy."""

import re

import pytest

from tests.app.written import write
from tests.browser.axe import LOOKS, violations

LANGUAGES = pytest.mark.parametrize("lang", ["en", "de"])


async def sheets_of(page):
    """Return how many sheets of A4 a page takes when it is printed."""
    paper = await page.pdf(prefer_css_page_size=True)
    return len(re.findall(rb"/Type\s*/Page\b", paper))


async def box_game(board):
    """Play the first of the rule book's two rounds until its word is found."""
    await board.people("Tina", "Lee", "Ben")
    await board.begin(length=5, board_makes=False)
    await board.do("secret", by=0, word="HOBBY")
    await board.do("tap", zone=1, kind="red")
    await board.do("guess", by=2, word="HOBBY")


@LANGUAGES
async def test_the_rules_fit_on_one_sheet(board, open_page, lang):
    """The rules with the board's alphabet fit on one page."""
    page = await open_page(f"{board.address}/quick", lang=lang)
    await page.wait_for_selector(".alphabet li")
    assert await sheets_of(page) == 1
    letters = board.school.web.services.table_api.letters()
    assert await page.locator(".alphabet li").count() == len(letters)
    assert "web-" not in await page.inner_text("main")


async def test_the_scoresheet_is_that_of_the_box(board, open_page):
    """A row a round, a column a player, the maker's cell shaded, and totals."""
    await box_game(board)
    page = await open_page(f"{board.address}/sheet")
    await page.wait_for_selector("table")

    heads = await page.locator("thead th").all_inner_texts()
    assert heads == ["Round", "Word", "Tina", "Lee", "Ben"]
    rows = page.locator("tbody tr")
    assert await rows.count() == 3
    cells = await rows.first.locator("td").all_inner_texts()
    found = [re.findall(r"\d+|HOBBY", cell) for cell in cells]
    result = board.school.see()["view"]["results"][0]
    assert found == [["HOBBY"], *([str(count)] for count in result["points"])]
    assert await rows.first.locator("td").nth(1).get_attribute("class") == "maker"
    totals = await page.locator("tfoot td").all_inner_texts()
    assert [int(total) for total in totals] == list(result["points"])
    assert await sheets_of(page) == 1


async def test_eight_players_and_ten_rounds_fit_on_one_sheet(board, open_page):
    """A sheet of eight players and ten rounds fits on one page, without its buttons."""
    names = ("Tina", "Lee", "Ben", "Maximiliane", "Ö", "Jo", "Ida", "Konstantin")
    lines = []
    for at in range(10):
        word = {"do": "secret", "by": "board", "word": "HOBBY", "nonce": "aa" * 32}
        lines += [word, {"do": "guess", "by": names[at % 8], "word": "HOBBY"}]
    head = {"players": list(names), "maker": "board", "rounds": 10}
    write(board.school.journal, *lines, **head)
    page = await open_page(f"{board.address}/sheet?game=1&from=board")
    await page.wait_for_selector(".back")
    assert await page.locator("thead .animal").count() == 9
    assert await page.locator("tbody tr").count() == 10
    assert await sheets_of(page) == 1
    await page.emulate_media(media="print")
    assert not await page.locator(".back").is_visible()
    assert not await page.get_by_role("button", name="Print").is_visible()
    wide = "() => document.documentElement.scrollWidth > innerWidth"
    await page.set_viewport_size({"width": 680, "height": 960})  # A4 less its margins
    assert not await page.evaluate(wide)


@pytest.mark.parametrize("look", LOOKS, ids=str)
async def test_axe_finds_nothing_on_a_scoresheet(board, open_page, eyes, look):
    eyes.expect("Applying inline style")  # axe's own, while it looks
    await box_game(board)
    page = await open_page(f"{board.address}/sheet", **look)
    await page.wait_for_selector("tbody tr")
    assert await violations(page) == []


async def test_an_earlier_game_has_its_scoresheet_too(board, open_page):
    await box_game(board)
    page = await open_page(f"{board.address}/sheet?game=1")
    await page.wait_for_selector("tbody tr")
    assert "HOBBY" in await page.inner_text("tbody")


async def test_without_a_game_there_is_no_scoresheet(board, open_page):
    page = await open_page(f"{board.address}/sheet")
    await page.get_by_text("There is no game to write down yet.").wait_for()


@LANGUAGES
async def test_what_is_said_of_privacy_is_said_in_full(board, open_page, lang):
    """The privacy page has its whole text in the language."""
    page = await open_page(f"{board.address}/privacy", lang=lang)
    await page.wait_for_selector("h2")
    assert await page.get_attribute("html", "lang") == lang
    text = await page.inner_text("main")
    assert "HTTP" in text
    assert "web-" not in text

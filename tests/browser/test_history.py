"""The history in a browser: move by move, put right, with pictures of it all."""

import itertools
import json

import pytest
import pytest_asyncio

from firmware_host.app.archive.summaries import PAGE
from tests.app.written import GAME, write
from tests.browser.axe import LOOKS, violations
from tests.browser.served import served
from tests.cli.command import EXAMPLES


@pytest_asyncio.fixture(loop_scope="session")
async def board(tmp_path):
    """A board with two games, the second the one of the box."""
    lines = (EXAMPLES / "box.jsonl").read_text(encoding="utf-8").splitlines()
    head, *actions = map(json.loads, lines)
    async with served(tmp_path) as opened:
        journal = opened.school.journal
        write(journal, *GAME)
        write(journal, *actions, game=2, players=head["players"])
        await opened.people("Tina")
        yield opened


async def as_player(board, page):
    """Give the page's browser a place at the table."""
    await page.goto(f"{board.address}/seat?code={board.code}")
    body = json.dumps({"code": board.code, "seat": 0})
    headers = {"Content-Type": "application/json", "X-Letterzone": "1"}
    answer = await page.evaluate(
        "given => fetch('/api/join', given).then(answer => answer.json())",
        {"method": "POST", "body": body, "headers": headers},
    )
    assert answer["ok"]


async def test_a_game_is_chosen_and_played_again_by_keyboard(board, open_page):
    """A game can be replayed by keyboard: the slider names each move."""
    page = await open_page(f"{board.address}/history")
    await page.click(".games a >> nth=0")
    slider = page.locator("input[type=range]")
    await slider.focus()
    for _ in range(2):
        await page.keyboard.press("ArrowRight")
    await at(page, "3/44")
    assert "Zone 1: red long stick? Yes." in await page.inner_text(".told")
    assert await page.locator(".zones li >> nth=0 >> .laid").count() == 2
    told = await slider.get_attribute("aria-valuetext")
    assert told == "Round 1: Zone 1: red long stick? Yes."
    await page.keyboard.press("End")
    await at(page, "44/44")


async def at(page, where):
    """Wait until the replay has come there, "3/44"."""
    await page.locator(".controls .number").get_by_text(where, exact=True).wait_for()


async def test_a_game_plays_by_itself_like_the_table(board, open_page):
    """U20: Play, speed, keys; zones, letters, YES and NO are those of the table."""
    page = await open_page(f"{board.address}/history?game=2")
    await page.clock.install(time=0)
    await page.reload()
    await at(page, "1/44")
    await page.clock.pause_at(3_600_000)
    await page.click(".speeds button >> nth=2")
    await page.click(".play")
    for position, stands_ms in ((2, 1100), (3, 1450)):
        await page.clock.run_for(stands_ms / 4 + 60)
        await at(page, f"{position}/44")
    assert await page.locator(".zone.yes .answer").inner_text() == "YES"
    assert await page.locator(".zones svg.forming").count() == 5
    await page.keyboard.press("ArrowRight")
    await page.clock.run_for(60)
    await at(page, "4/44")
    assert await page.locator(".zone.no .answer").inner_text() == "NO"
    assert "Lee" in await page.inner_text(".told")
    assert await page.locator(".told .animal").count() == 1
    await page.locator(".told").click()
    await page.keyboard.press("Space")
    await page.clock.run_for(60_000)
    await at(page, "4/44")
    await page.clock.resume()
    await page.click("[aria-label='Round 2']")
    assert "Round 2" in await page.inner_text(".told")
    await page.keyboard.press("End")
    assert "Tina wins" in await page.inner_text(".told")
    assert await page.locator("[aria-label='Round 3']").count() == 0


@pytest.mark.long
@pytest.mark.parametrize(
    ("come_from", "there", "called"),
    [("board", "/", "To the table"), ("seat", "/seat", "To your seat")],
)
async def test_there_is_a_way_back(board, open_page, come_from, there, called):
    """U20: from the list, a game and its scoresheet, to where one has come from."""
    page = await open_page(f"{board.address}/history?from={come_from}")
    for press in ("", ".games a >> nth=0", "text=Print"):
        if press:
            await page.click(press)
        back = page.locator(f".back >> text={called}")
        await back.wait_for()
        assert (await back.get_attribute("href")).split("?")[0] == there
    await page.click(".back >> text=Game 2")
    await page.click(".back >> text=Games played")
    await page.wait_for_selector(".games")


async def test_nothing_is_charted_before_a_round_is_over(tmp_path, open_page):
    """Before the first finished round there is no chart."""
    async with served(tmp_path) as opened:
        await opened.people("Tina", "Lee")
        await opened.begin(length=5, board_makes=False)
        page = await open_page(f"{opened.address}/history")
        await page.wait_for_selector(".games a")
        assert await page.locator(".chart").count() == 0


async def test_older_games_are_a_page_further(board, open_page):
    """Older games are on a next page with a link to the newest."""
    for game in range(3, PAGE + 2):
        write(board.school.journal, *GAME[:2], {"do": "end"}, game=game)
    page = await open_page(f"{board.address}/history?lang=de")
    await page.click("text=Ältere Spiele")
    await page.wait_for_selector(".games a[href*='game=1&']")
    assert await page.locator(".games a").count() == 1
    assert await page.locator("text=Ältere Spiele").count() == 0
    await page.click("text=Neueste Spiele")
    await page.wait_for_selector(f".games a[href*='game={PAGE + 1}&']")
    assert await page.locator(".games a").count() == PAGE
    assert await page.locator("text=Neueste Spiele").count() == 0


@pytest.mark.parametrize(
    ("lang", "date", "evening"),
    [("en", "25 November 2026", "Evening 13"), ("de", "25. November 2026", "Abend 13")],
)
async def test_a_game_says_when_it_was(board, open_page, lang, date, evening):
    """The list shows a game's date if known, else its evening, else nothing (U20)."""
    when = {"evening": 12, "start": "a", "up_s": 5}
    journal = board.school.journal
    write(journal, *GAME, game=3, more={"when": when | {"at_s": 1_795_631_400}})
    write(journal, *GAME, game=4, more={"when": when | {"evening": 13}})
    page = await open_page(f"{board.address}/history?lang={lang}", lang=lang)
    games = page.locator(".games li")
    await games.nth(0).get_by_text(evening, exact=True).wait_for()
    assert date in await games.nth(1).inner_text()
    told = await games.nth(2).inner_text()
    assert not any(one in told for one in ("20", "Evening", "Abend"))
    for path in ("history", "sheet"):
        await page.goto(f"{board.address}/{path}?game=3&lang={lang}")
        await page.locator(f"text={date}").wait_for()


async def test_a_set_of_players_gets_a_name(board, open_page):
    page = await open_page(f"{board.address}/history")
    await as_player(board, page)
    await page.goto(f"{board.address}/history")
    await page.click(".groups button >> nth=1")
    await page.fill(".beside input", "The cousins")
    await page.click(".beside button")
    await page.wait_for_selector(".groups >> text=The cousins")


async def test_a_cell_is_put_right_with_a_note(board, open_page):
    page = await open_page(f"{board.address}/history")
    await as_player(board, page)
    await page.goto(f"{board.address}/history?game=1")
    await page.click("tbody td button >> nth=0")
    await page.fill("dialog [type=number]", "77")
    await page.fill("dialog input >> nth=1", "Misread")
    await page.click("dialog .main")
    await page.wait_for_selector(".notes >> text=Misread")
    assert "77" in await page.inner_text("tbody tr >> nth=0")


async def test_who_only_looks_changes_nothing(board, open_page):
    """A viewer's history page has no buttons to change or delete anything."""
    page = await open_page(f"{board.address}/history?game=1")
    await page.wait_for_selector("tbody")
    assert await page.locator("tbody button").count() == 0
    assert await page.locator("text=Delete").count() == 0


async def test_in_class_it_is_the_teachers(board, open_page, eyes):
    """In class the history is for the teacher; another reader gets the reason."""
    eyes.expect("status of 403")
    await board.school.api.send({"command": "choose", "place": "class"})
    page = await open_page(f"{board.address}/history")
    await page.wait_for_selector("text=Only the teacher may do this.")
    assert await page.locator(".games").count() == 0


@pytest.mark.parametrize("look", LOOKS, ids=str)
async def test_axe_finds_nothing(board, open_page, eyes, look):
    eyes.expect("Applying inline style")  # axe's own, while it looks
    page = await open_page(f"{board.address}/history", **look)
    await as_player(board, page)
    wide = "() => document.documentElement.scrollWidth > innerWidth"
    for path, there in (("history", ".charts"), ("history?game=2", ".chart svg")):
        await page.goto(f"{board.address}/{path}")
        await page.wait_for_selector(there)
        assert (path, await violations(page)) == (path, [])
        assert not await page.evaluate(wide)


@pytest.mark.long
@pytest.mark.parametrize("look", LOOKS)
async def test_each_move_is_explained_where_somebody_asks(board, open_page, look):
    """The words left, luck and choice, and a line that falls to the last word."""
    page = await open_page(f"{board.address}/history?game=2", **look)
    button = page.locator(".controls > button[aria-pressed]")
    assert await page.locator(".why-move").count() == 0
    await button.click()
    await page.wait_for_selector(".why-move")
    slider = page.locator("input[type=range]")
    await slider.focus()
    for _ in range(2):
        await page.keyboard.press("ArrowRight")
    await at(page, "3/44")
    assert "10" in await page.inner_text(".why-move p")
    assert await page.locator(".left .move").count() > 10
    assert await page.locator(".left .here").count() == 1
    await page.locator(".left .move >> nth=-1").click()
    assert "HOBBY" in await page.inner_text(".why-move")
    assert await violations(page) == []


#: Draws the chart of points for players who have the given points; returns the top and
#: the bottom of each name, from the top of the chart, and its height.
NAMES = """async (points) => {
  const { PointsChart } = await import("/static/pages/history/charts.js");
  const { html, render } = await import("/static/vendor/preact.js");
  const box = document.body.appendChild(document.createElement("div"));
  const names = points.map((_, seat) => `Player ${seat}`);
  const game = { results: [{ points }] };
  render(html`<${PointsChart} game=${game} names=${names} />`, box);
  const chart = box.querySelector("svg").getBoundingClientRect();
  const tall = [...box.querySelectorAll("g.line > text")].map((one) => {
    const { top, bottom } = one.getBoundingClientRect();
    return [top - chart.top, bottom - chart.top];
  });
  return [tall, chart.height];
}"""


@pytest.mark.parametrize(
    "points", [[0, 0, 0, 9], [0] * 8, [9] * 8, [0, 1, 2, 2, 2, 2, 2, 9]], ids=str
)
async def test_names_of_tied_players_stay_in_the_chart(board, open_page, points):
    """Each name is within the chart of points, and apart from the others."""
    page = await open_page(f"{board.address}/history", size=(800, 900))
    names, height = await page.evaluate(NAMES, points)
    assert len(names) == len(points)
    names.sort()
    assert names[0][0] >= 0
    assert names[-1][1] <= height
    middles = [(top + bottom) / 2 for top, bottom in names]
    least = min(b - a for a, b in itertools.pairwise(middles))
    assert least > (names[0][1] - names[0][0]) / 2

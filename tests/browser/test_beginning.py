"""Beginning a game on the board's page: the word of the day, and the ladder of bots."""

from typing import Any

import pytest
from playwright.async_api import expect

from firmware_host.app.content.languages import load_language
from firmware_host.words.day import words_of_day
from tests.browser.axe import violations
from tests.browser.demo import answer_to, command
from tests.browser.eyes import wait_out_double_click
from tests.browser.served import GERMAN_FIRST
from tests.browser.test_board import Player

#: A number that no clock of a test's machine has, so that the board asks for it.
DAY = 321

#: Everything that can be pressed, one radio group counted as one.
STOPS = """() => [...document.querySelectorAll(".who :is(button, input)")]
  .filter(one => one.checkVisibility() && one.tabIndex >= 0).length"""


#: The clipped elements: the number of each picture of a lesson that leaves its frame,
#: and cards of "Who plays?" whose text is not fully visible.
CUT = """() => {
  const box = (one) => one.getBoundingClientRect();
  const beyond = (room) => (one) => one.width && (one.top < room.top - 1
    || one.bottom > room.bottom + 1 || one.left < room.left - 1
    || one.right > room.right + 1);
  const cut = [...document.querySelectorAll(".lesson .picture")].map((frame) =>
    [...frame.querySelectorAll("*")].map(box).some(beyond(box(frame))));
  return [...cut.flatMap((is, at) => is ? [at + 1] : []),
    ...[...document.querySelectorAll(".who .games b")].filter((one) =>
      beyond(box(one.closest(".mid")))(box(one))).map((one) => one.textContent)];
}"""

#: The screens that a lesson and the choice of games must fit, width before height.
SIZES = ((390, 844), (800, 480), (768, 1024), (1280, 800), (1920, 1080))


async def told(page: Any, demo: Any, path: str, **body: Any) -> None:
    """Send a command as the page does."""
    sent = {"headers": {"X-Letterzone": "1", "Origin": demo.at("")}}
    whole = await command(page.request, demo.at(""), body)
    answer = await page.request.post(demo.at(path), data=whole, **sent)
    assert answer.ok, await answer.text()


async def found_by_trying(page: Any, demo: Any, day: int) -> str:
    """Begin the word of a day by its number, guess it, and return it."""
    word = words_of_day(load_language("en"), 5, day)[0]
    player = Player(page, demo)
    await player.until(lambda one: one["view"] and not one["view"]["waiting"])
    await told(page, demo, "/api/do", do="guess", by=0, word=word)
    await player.until(lambda one: one["phase"] == "over")
    return word


async def test_the_word_of_the_day_is_one_tap_and_a_number(demo, open_page, eyes):
    """
    A found word of the day is collected and can be shared without the word.

    Other games' settings stay unchanged.
    """
    eyes.expect("Applying inline style")  # axe's own, while it looks
    page = await open_page(demo.at("/"))
    line = await page.locator(".who .line").inner_text()
    await page.locator(".day button").click()
    field = page.get_by_role("textbox", name="Number of the day")
    if await field.count():  # this machine's clock is not known to be right
        await field.fill(str(DAY))
        assert await violations(page) == []
        await page.get_by_role("button", name="Play this word").click()
    known = await answer_to(page.request, demo.at("/api/collection"))
    day = known["day"] or DAY
    word = await found_by_trying(page, demo, day)

    await page.get_by_role("button", name="Share", exact=True).click()
    shared = page.locator(".shared textarea")
    assert await shared.input_value() == f"Letterzone {day} en 5\n★"
    assert word not in await page.locator("dialog").inner_text()
    assert await violations(page) == []
    await page.keyboard.press("Escape")
    await page.get_by_role("button", name="Words found: 1").click()
    assert not await page.locator("dialog b").first.is_visible()  # for who plays later
    await page.locator("dialog summary").click()
    assert await page.locator("dialog b").first.inner_text() == word
    await page.get_by_role("button", name="Erase the collection").click()
    await page.get_by_role("button", name="Erase words and beaten bots").click()
    await page.locator("dialog").wait_for(state="detached")
    kept = await answer_to(page.request, demo.at("/api/collection"))
    assert (kept["found"], kept["beaten"]) == ([], {})

    await page.locator(".ahead .main").click()
    assert await page.locator(".who .line").inner_text() == line


#: The texts of the parts of a result that leave its panel.
BEYOND_RESULT = """() => {
  const room = document.querySelector(".win").getBoundingClientRect();
  return [...document.querySelectorAll(".win :is(.hero, h2, .shelf, button, p)")]
    .filter((one) => one.checkVisibility()).filter((one) => {
      const box = one.getBoundingClientRect();
      return box.width && (box.top < room.top - 1 || box.bottom > room.bottom + 1);
    }).map((one) => one.textContent || one.className);
}"""

#: Collects the text of each short message below the letters; `left` returns the numbers
#: of guesses that they promise.
TOASTS = """() => { window.toasts = [];
window.left = (texts) => [...new Set(texts.map((one) =>
  one.split("Guesses left")[1] ?? ""))]; new MutationObserver(() => {
  const shown = document.querySelector(".toast");
  if (shown) window.toasts.push(shown.textContent);
}).observe(document.body, { subtree: true, childList: true, characterData: true }); }"""


async def test_a_lost_word_of_the_day_ends_with_the_next_one(demo, open_page):
    """No attempt is promised after the last one, and the whole result is in sight."""
    page = await open_page(demo.at("/"), still=False)
    await page.locator(".day button").click()
    field = page.get_by_role("textbox", name="Number of the day")
    if await field.count():  # this machine's clock is not known to be right
        await field.fill(str(DAY))
        await page.get_by_role("button", name="Play this word").click()
    await lost(page, demo)
    await page.locator(".win").get_by_text("A new word is waiting tomorrow.").wait_for()
    assert await page.evaluate("left(toasts)") == [": 2", ": 1", ""]
    assert await leaves(page) == {}

    rules = {"game": "decipher", "rounds": 1, "board_makes": True, "players": ["*"]}
    await told(page, demo, "/api/begin", **rules)
    await lost(page, demo)
    assert await page.evaluate("left(toasts)") == [": 2", ": 1", ""]
    assert await leaves(page) == {}


async def lost(page: Any, demo: Any) -> None:
    """Guess three words that nobody can have hidden, and wait for the result."""
    player = Player(page, demo)
    await player.until(lambda one: one["view"] and not one["view"]["waiting"])
    await page.evaluate(TOASTS)
    for guess in ("QQQQQ", "VVVVV", "ZZZZZ"):
        await told(page, demo, "/api/do", do="guess", by=0, word=guess)
        await page.wait_for_function(
            "word => toasts.some(one => one.includes(word))", arg=guess
        )
    await page.locator(".win .shelf").wait_for()
    await page.locator(".ahead .main").wait_for()


async def leaves(page: Any) -> dict[tuple[int, int], list[str]]:
    """Return what leaves the panel of the result, for each size where any does."""
    found = {}
    for width, height in SIZES:
        await page.set_viewport_size({"width": width, "height": height})
        found[width, height] = await page.evaluate(BEYOND_RESULT)
    return {size: some for size, some in found.items() if some}


async def test_the_ladder_is_there_for_a_single_player(demo, open_page, eyes):
    """For a single player the ladder has five bots; a beaten bot gets a tick."""
    eyes.expect("Applying inline style")  # axe's own, while it looks
    page = await open_page(demo.at("/"))
    await page.locator(".ladder").wait_for()
    assert await page.evaluate(STOPS) <= 14
    rungs = page.locator(".ladder [role=radio]")
    names = [name.split("\n")[0] for name in await rungs.all_inner_texts()]
    assert names == ["Just me", "Twig", "Stick", "Plank", "Beam", "Oak"]
    await page.locator(".ladder [tabindex='0']").focus()
    await page.keyboard.press("ArrowRight")
    await expect(rungs.nth(1)).to_be_focused()
    await page.locator(".place", has_text="Bot Panda").wait_for()
    assert await violations(page) == []

    await page.get_by_role("button", name="Start").click()
    player = Player(page, demo)
    state = await player.until(lambda one: one["phase"] == "playing")
    assert [one["bot"] for one in state["players"]] == ["", "easy"]
    await told(page, demo, "/api/do", do="end")
    await player.until(lambda one: one["phase"] == "over")

    await page.locator(".ahead .main").click()
    await expect(rungs.nth(1)).to_have_attribute("aria-checked", "true")
    await wait_out_double_click(page)
    await page.get_by_role("button", name="Owl", exact=True).click()
    await page.locator(".ladder").wait_for(state="detached")
    assert await page.locator(".place[aria-pressed=true]").count() == 2


async def test_what_is_shown_is_what_will_be_played(demo, open_page):
    """P9: the shown settings are the played ones, after bots and games were tried."""
    page = await open_page(demo.at("/"))
    line = page.locator(".who .line")
    before = await line.inner_text()
    await page.get_by_role("button", name="Owl", exact=True).click()
    assert await line.inner_text() == before
    await line.click()
    await page.get_by_role("button", name="Bot, fair").click()
    await wait_out_double_click(page)
    await line.click()
    assert await line.inner_text() == before
    await page.locator(".place", has_text="Bot Panda").click()
    for game in ("WQRDLES", "Decipher"):
        await page.get_by_role("button", name="Other games").click()
        await page.locator(".gcard", has_text=game).click()
    assert await line.inner_text() == before
    await page.get_by_role("button", name="Start").click()
    state = await Player(page, demo).until(lambda one: one["phase"] == "playing")
    assert (state["length"], state["rounds"], state["board_makes"]) == (5, 3, True)
    assert before == "5 letters, everyday words, 3 rounds"


@pytest.mark.parametrize("size", [(390, 844), (800, 480), (768, 1024), (1920, 1080)])
async def test_start_covers_nothing_and_is_in_sight(demo, open_page, size):
    """P13: at each size, alone and for two; on a large screen it is large."""
    page = await open_page(demo.at("/"), size=size, lang="de")
    await page.get_by_role("button", name="Deutsch", exact=True).click()
    await page.get_by_role("heading", name="Wer spielt mit?").wait_for()
    for _ in range(2):
        start = await page.locator(".who .foot .main").bounding_box()
        assert start["y"] + start["height"] <= size[1]
        for one in await page.locator(".who :is(.place, .other, [role=radio])").all():
            box = await one.bounding_box()
            apart = box["y"] + box["height"] <= start["y"] + 1
            assert apart or box["y"] >= start["y"] + start["height"]
        await page.get_by_role("button", name="Eule", exact=True).click()
    if size[0] == 1920:
        name = page.locator(".who .place b").first
        assert (
            await name.evaluate("one => parseFloat(getComputedStyle(one).fontSize)")
            > 28
        )


@pytest.mark.parametrize("lang", GERMAN_FIRST)
@pytest.mark.parametrize("game", ["codecards", "wqrdles", "keyword"])
async def test_no_picture_of_a_lesson_is_cut(demo, open_page, game, lang):
    """All three pictures of a lesson are fully visible in each size."""
    page = await open_page(demo.at("/"), lang=lang)
    rules = {"cards": "dealt"} if game == "codecards" else {}
    players = ["Ann", "Ben"]
    await told(page, demo, "/api/begin", game=game, players=players, rules=rules)
    await page.locator(".lesson .picture").nth(2).wait_for()
    for width, height in SIZES:
        await page.set_viewport_size({"width": width, "height": height})
        assert (width, height, await page.evaluate(CUT)) == (width, height, [])


async def test_all_games_are_in_sight_on_an_upright_tablet(demo, open_page):
    """Each with its name; at other sizes the cards scroll."""
    page = await open_page(demo.at("/"), lang="de", size=(768, 1024))
    await page.locator(".who .other").click()
    await page.locator(".who .games b", has_text="KEYWORD").wait_for()
    assert await page.evaluate(CUT) == []

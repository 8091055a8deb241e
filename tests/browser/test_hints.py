"""Hints and the word of the day on a phone: requested, shown to all, copied."""

import pytest

from tests.browser.axe import violations
from tests.browser.demo import answer_to
from tests.browser.served import come
from tests.browser.test_seat import spell
from tests.controller.bench import until
from tools.game_scenes import Table

pytestmark = pytest.mark.long


async def test_a_phone_asks_for_a_hint_and_everybody_reads_it(board, open_page):
    """A hint shows its price before, goes to all phones, and is offered once."""
    ann = await come(board, open_page, "Ann")
    ben = await come(board, open_page, "Ben")
    rules = {"hints": "on"}
    await board.begin(length=5, board_makes=True, rounds=2, rules=rules)
    await ann.get_by_role("button", name="More").click()
    await ann.get_by_role("button", name="A hint for points").click()
    offered = ann.get_by_role("button", name="How many words fit?")
    assert "for free" in await offered.inner_text()
    assert await violations(ann) == []
    await offered.click()

    await until(lambda: board.school.see()["view"]["hinted"])
    ((seat, about, price, left, *_),) = board.school.see()["view"]["hinted"]
    assert (seat, about, price) == (0, "left", 0)
    await (
        ben.get_by_role("button", name="I know the word")
        .or_(ben.locator(".facts.hinted"))
        .first.wait_for()
    )
    await ann.get_by_role("button", name="I know the word").click()
    await ann.get_by_text(f"{left} words fit.").wait_for()

    await ann.get_by_role("button", name="More").click()
    await ann.get_by_role("button", name="A hint for points").click()
    await ann.get_by_role("button", name="A letter that is out").wait_for()
    assert not await offered.count()


async def test_the_boards_page_asks_who_wants_a_hint(demo, open_page):
    """The board's page asks which player wants a hint, and shows the answer."""
    page = await open_page(demo.address)
    host = Table(demo, (page.context,), "en")
    rules, who = {"hints": "on"}, {"players": ["Ann", "Ben"], "board_makes": True}
    await host.post(0, "/api/begin", game="decipher", length=4, rules=rules, **who)
    await page.locator(".chips").wait_for()
    await page.get_by_role("button", name="Hint …").click()
    await page.get_by_role("button", name="Ben", exact=True).click()
    assert await violations(page) == []
    await page.get_by_role("button", name="How many words fit?").click()
    await page.locator(".toast", has_text="words fit").wait_for()
    await page.locator(".banner", has_text="words fit").wait_for()

    told = await answer_to(page.request, demo.at("/api/state"))
    ((seat, about, *_),) = told["view"]["hinted"]
    assert (seat, about) == (1, "left")


async def test_what_was_chosen_stays_where_rules_are_looked_at(demo, open_page):
    """The chosen length, rounds and level stay when the rules are opened."""
    page = await open_page(demo.address)
    rest = page.get_by_role("button", name="words,")
    await rest.click()
    for name in ("3", "1", "mean"):
        await page.get_by_role("button", name=name, exact=True).first.click()
    await page.get_by_role("button", name="House rules").click()
    await page.get_by_role("button", name="Close").click()
    await rest.click()
    for name in ("3", "mean"):
        chosen = page.get_by_role("button", name=name, exact=True).first
        assert await chosen.get_attribute("aria-pressed") == "true"
    await page.get_by_role("button", name="House rules").click()
    await page.locator(".knobs[open]").wait_for()
    await page.locator(".knobs").get_by_label("hints", exact=True).check(force=True)
    await page.get_by_role("button", name="Begin", exact=True).click()
    await page.locator(".chips").wait_for()
    told = await answer_to(page.request, demo.at("/api/state"))
    assert (told["length"], told["rounds"]) == (3, 1)
    assert told["view"]["hints"]
    own = {one["name"]: one["value"] for one in told["rules"] if not one["usual"]}
    assert own == {"hints": "hints", "words": "mean"}


async def test_the_word_of_the_day_is_told_without_the_word(board, open_page):
    """The result of the day's word can be copied and does not contain the word."""
    ann = await come(board, open_page, "Ann")
    await board.begin(
        length=5, board_makes=True, rules={"words": "day"}, day=329, rounds=4
    )
    await until(lambda: board.school.table.session.playing.game.round)
    playing = board.school.table.session.playing
    word = playing.game.round.puzzle.word
    assert playing.header.rounds == 1

    await ann.get_by_role("button", name="I know the word").click()
    await spell(ann, word)
    await ann.get_by_role("button", name=f"Guess it: {word}").click()
    await ann.get_by_role("button", name="Share", exact=True).click()
    text = ann.locator(".shared textarea")
    await text.wait_for()
    assert await text.input_value() == "Letterzone 329 en 5\n★"
    await ann.get_by_role("button", name="Copy").click()
    await ann.get_by_role("button", name="Copied").wait_for()
    assert await violations(ann) == []

"""The last guess of a game, frame by frame: nothing is seen before its time."""

import re
from itertools import pairwise
from typing import Any

import pytest

from tests.browser.demo import answer_to
from tools.game_scenes import Table

#: By round: the maker, the word, and the wrong guesses before it.
ROUNDS = ((0, "CAT", ()), (1, "DOG", ("GOD",)), (0, "SUN", ()), (1, "BED", ()))

#: The word of the last round, and the names that only its end may say.
WORD, FINDER, WINS = ROUNDS[-1][1], 0, "wins."

#: The prize, three bonus tokens, and two guess tokens that are left.
COINS = 6

#: So long the lamps and "Yes!" are all that answers a right guess.
ALONE_MS = 700

#: Records the page at each change of its tree and in each frame.
WATCH = """() => {
  const seen = window.seen = [], began = performance.now();
  const all = (one) => [...document.querySelectorAll(one)].map((it) => it.innerText);
  const box = (one) => {
    const { x, y, width, height } = one.getBoundingClientRect();
    return [x, y, width, height].map(Math.round).join();
  };
  let last = "";
  const look = () => {
    const main = document.querySelector("main");
    const board = document.querySelector(".board");
    const one = {
      step: /at-(\\w+)/.exec(board.className)?.[1] ?? "",
      html: document.title + main.outerHTML,
      text: document.title + main.innerText,
      tiles: all(".slot.locked").join(""),
      lamps: document.querySelectorAll(".lamp .tick.lit").length,
      points: all(".chip > .points").map(Number),
      coins: document.querySelectorAll(".purse > *").length,
      win: Boolean(document.querySelector(".win")),
      again: Boolean(document.querySelector(".ahead .main")),
      zones: box(document.querySelector(".zones")),
    };
    const now = JSON.stringify(one);
    if (now !== last) seen.push({ ...one, ms: performance.now() - began });
    last = now;
  };
  const every = { subtree: true, childList: true, attributes: true };
  new MutationObserver(look).observe(document.body, every);
  const frame = () => (look(), requestAnimationFrame(frame));
  frame();
}"""


def spoils(frames: list[dict[str, Any]]) -> list[str]:
    """Return the results that were on the page too early."""
    faults = []
    first = frames[0]
    lit = next(one["ms"] for one in frames if one["lamps"] >= len(WORD))
    for one in frames:
        before = len(one["tiles"]) < len(WORD) or one["ms"] < lit + ALONE_MS
        if before and (WORD in one["html"] or WORD.title() in one["html"]):
            faults.append("the word is written before its letters")
        if before and (
            one["win"] or WINS in one["text"] or "found the word" in one["text"]
        ):
            faults.append("it says who has won before the letters")
        if before and one["points"] != first["points"]:
            faults.append("points before the letters")
        if one["again"] and one["step"]:
            faults.append("the button that goes on comes too early")
        if one["zones"] != first["zones"]:
            faults.append(
                f"the board changes: {one['step']} {first['zones']} {one['zones']}"
            )
    return faults


#: The time from the guess to the last step, by the plan of the page, in milliseconds.
PLANNED = """async () => {
  const { planned } = await import("/static/parts/reveal.js");
  const { board } = await import("/static/games/decipher/board.js");
  const how = { holds: true, coins: board.coins };
  const state = await (await fetch("/api/state?as=board")).json();
  return planned(window.before, state, how).steps.at(-1)[0];
}"""

#: Keep the document before the guess.
BEFORE = """async () => {
  window.before = await (await fetch("/api/state?as=board")).json();
}"""


async def last_guess(page: Any, demo: Any) -> list[dict[str, Any]]:
    """Play to the last guess, and return the recorded frames from there to the end."""
    host = Table(demo, (page.context,), "en")
    who = {"players": ["Mia", "Ben"], "board_makes": False}
    assert await host.post(0, "/api/begin", game="decipher", length=3, **who)
    for maker, word, wrong in ROUNDS:
        assert await host.do(0, "secret", by=maker, word=word)
        for guess in wrong:
            assert await host.do(0, "guess", by=1 - maker, word=guess)
        if word == WORD:
            await page.locator(".board:not(.revealing) .chip.turn").wait_for()
            await page.evaluate(BEFORE)
            await page.evaluate(WATCH)
        assert await host.do(0, "guess", by=1 - maker, word=word)
    await page.locator(".win.crowned").wait_for()
    await page.locator(".ahead .main").wait_for()
    frames: list[dict[str, Any]] = await page.evaluate("() => window.seen")
    return frames


@pytest.mark.parametrize(
    "size", [(390, 844), (800, 480), (768, 1024), (1280, 800), (1920, 1080)]
)
async def test_nothing_of_the_end_is_seen_before_its_time(demo, open_page, size):
    """The end shows Yes, then letters, winner and points, one after the other."""
    page = await open_page(demo.at("/"), size=size, still=False)
    frames = await last_guess(page, demo)
    assert spoils(frames) == []
    steps = [one["step"] for one in frames if one["step"]]
    order = [one for one, other in pairwise([*steps, ""]) if one != other]
    assert order == ["yes", "letters", "winner", "points"]
    told = [one["tiles"] for one in frames if one["step"] == "letters"]
    assert all(WORD.startswith(one) for one in told)
    lengths = [len(one) for one in told]
    assert lengths == sorted(lengths)
    assert {0, 3} <= set(lengths)  # a busy machine may draw two letters in one frame
    shown = [one["points"][FINDER] for one in frames if one["step"] == "points"]
    assert shown == sorted(shown)
    assert max(one["coins"] for one in frames) == COINS
    assert await page.evaluate(PLANNED) < 7000
    state = await answer_to(page.request, demo.at("/api/state?as=board"))
    assert frames[-1]["points"] == [one["points"] for one in state["players"]]
    focused = await page.evaluate("() => document.activeElement.className")
    assert "main" in focused


async def test_a_planted_spoiler_is_found(demo, open_page):
    """A page that holds nothing back shows the word and the winner at once."""
    page = await open_page(demo.at("/"), still=False)

    async def spoiled(route: Any) -> None:
        script = await (await route.fetch()).text()
        planted = script.replace("const HOLDS = [", "const HOLDS = [], FORMER = [")
        assert planted != script
        await route.fulfill(body=planted, content_type="text/javascript")

    await page.route(re.compile(r"/parts/reveal\.js"), spoiled)
    await page.reload()
    found = set(spoils(await last_guess(page, demo)))
    assert "it says who has won before the letters" in found


async def test_a_touch_skips_the_rest(demo, open_page):
    """A finger anywhere shows the end at once, and a key presses nothing with it."""
    page = await open_page(demo.at("/"), still=False)
    for skip in (
        lambda: page.mouse.click(640, 300),
        lambda: page.keyboard.press("Enter"),
    ):
        await page.goto(demo.at("/"))
        host = Table(demo, (page.context,), "en")
        who = {"players": ["Mia", "Ben"], "board_makes": False}
        assert await host.post(0, "/api/begin", game="decipher", length=3, **who)
        assert await host.do(0, "secret", by=0, word="CAT")
        await page.locator(".chip.turn").first.wait_for()
        assert await host.do(0, "guess", by=1, word="CAT")
        await page.locator(".board.at-letters").wait_for()
        await skip()
        await page.locator(".board:not(.revealing) .ahead .main").wait_for()
        assert await page.locator(".slot.locked").count() == len("CAT")
        assert await host.do(0, "end")
        await page.locator(".win").wait_for()
        assert await page.locator(".who").count() == 0
        await page.locator(".ahead .main").click()
        await page.locator(".who").wait_for()

"""Drawings that are drawn once, and answers that touch little, in a browser."""

import json

import pytest

from tests.browser.demo import answer_to

DRAWN = """async () => {
  const { still } = await import("/static/parts/still.js");
  const { html, render } = await import("/static/vendor/preact.js");
  const box = document.createElement("div"), drawn = [];
  const Sign = still(({ a, b = "" }) => {
    drawn.push(`${a}${b}`);
    return html`<i>${a}${b}</i>`;
  });
  const all = [{ a: 1 }, { a: 1 }, { a: 2 }, { a: 2, b: 3 }, { a: 2 }, { a: 2 }];
  for (const given of all) {
    render(html`<${Sign} ...${given} />`, box);
  }
  return [drawn, box.textContent];
}"""


async def test_a_drawing_is_drawn_anew_where_something_of_it_is_another(
    board, open_page
):
    """A part is drawn again if a value or the number of values differs, else not."""
    page = await open_page(f"{board.address}/quick")
    assert await page.evaluate(DRAWN) == [["1", "2", "23", "2"], "2"]


#: Of more than 800 elements an answer may change the look of so many at once.
FEW = 200

#: Tap the piece in hand in a zone.
TAP = """async ([zone, kind]) => {
  const { act } = await import("/static/parts/live.js");
  await act("/api/board/touch", { act: "tap", zone, kind });
}"""


@pytest.mark.long
async def test_an_answer_touches_few_elements(demo, open_page):
    """A slow processor works out the look of each: 459 at a time were too many."""
    page = await open_page(demo.at("/"), still=False)
    browser = page.context.browser
    await page.locator(".who .last .main").click()
    await page.locator(".dish .bowl").wait_for()
    touched = []
    for zone in (1, 2, 3):
        state = await answer_to(page.request, demo.at("/api/state?as=board"))
        await browser.start_tracing(page=page, categories=["devtools.timeline"])
        await page.evaluate(TAP, [zone, state["view"]["holding"]])
        await page.locator(f"[data-zone='{zone}'] .answer").wait_for()
        await page.locator(f"[data-zone='{zone}'] .answer").wait_for(state="detached")
        events = json.loads(await browser.stop_tracing())["traceEvents"]
        touched += [
            one["args"].get("elementCount", 0)
            for one in events
            if one["name"] == "UpdateLayoutTree"
        ]
    assert 0 < max(touched) < FEW

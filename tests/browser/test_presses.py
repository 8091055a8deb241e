"""
A press sends one command, and its button waits for the answer (`parts/presses.js`).

The server is the test: it answers when and how each test wants.
"""

import asyncio

import pytest_asyncio

from tests.browser.eyes import wait_out_double_click
from tests.browser.opener import PATIENCE_MS

#: Puts one button on the page, which sends a command and notes the answer.
BUTTON = """async () => {
  const { act } = await import("/static/parts/live.js");
  const button = document.createElement("button");
  button.textContent = "Send";
  button.style = "position: fixed; inset: 0 auto auto 0";
  button.onclick = async () => {
    document.documentElement.dataset.answers += JSON.stringify(await act("/api/do"));
  };
  document.documentElement.dataset.answers = "";
  window.late = new AbortController();
  document.body.replaceChildren(button);
}"""

#: Makes the command of the button a new one at each press, as a word in a form may be.
NUMBERED = """async () => {
  const { act } = await import("/static/parts/live.js");
  let number = 0;
  document.querySelector("button").onclick = () => act("/api/do", { n: number += 1 });
}"""


#: Notes a click of the button, and the page's reaction to a touch.
TOUCHED = """async () => {
  const { afterTouch } = await import("/static/parts/presses.js");
  window.order = [];
  document.querySelector("button").onclick = () => order.push("click");
  afterTouch(() => order.push("after"));
}"""


class Counter:
    """
    A fake server that holds each command until the test answers it.

    Args:
        page: The page, with one button.
    """

    def __init__(self, page):
        self.page, self.button = page, page.locator("button")
        self.came = asyncio.Queue()
        self.count = 0

    async def take(self, route):
        """Hold a command that the page has sent, and count it."""
        self.count += 1
        await self.came.put(route)

    async def answer(self, **item):
        """Answer the oldest unanswered command."""
        async with asyncio.timeout(PATIENCE_MS / 1000):
            route = await self.came.get()
        await route.fulfill(json=item or {"ok": True})

    async def wait_until_busy(self):
        """Wait until the button is marked busy."""
        await self.page.wait_for_selector("button[aria-busy=true]")

    async def wait_until_idle(self):
        """Wait until the button is no longer busy."""
        await self.page.wait_for_selector("button:not([aria-busy])")

    async def answers(self):
        """Return the answers that the button has received so far, as text."""
        return await self.page.get_attribute("html", "data-answers")


@pytest_asyncio.fixture(loop_scope="session")
async def counter(board, open_page):
    """Yield a fake server behind a page that has one button."""
    page = await open_page(f"{board.address}/privacy?lang=en")
    await page.wait_for_selector("main > *")
    await page.evaluate(BUTTON)
    counter = Counter(page)
    await page.route("**/api/do*", counter.take)
    yield counter


async def test_a_button_waits_for_its_answer(counter):
    """However long it takes: a second press, slow or a double one, sends nothing."""
    await counter.page.evaluate(NUMBERED)
    await counter.button.dblclick()
    await counter.wait_until_busy()
    await wait_out_double_click(counter.page)
    await counter.button.click(force=True)
    await counter.answer()
    await counter.wait_until_idle()
    assert counter.count == 1
    await counter.button.click()
    await counter.answer()
    assert counter.count == 2


async def test_a_double_press_is_one_even_where_the_answer_comes_between(counter):
    """A second click within half a second is ignored, even after the answer."""
    await counter.page.evaluate(NUMBERED)
    await counter.page.evaluate("""() => {
      const button = document.querySelector("button");
      window.press = (stamp) => {
        const event = new MouseEvent("click", { bubbles: true, cancelable: true,
          detail: 1, clientX: 9, clientY: 9 });
        Object.defineProperty(event, "timeStamp", { value: stamp });
        button.dispatchEvent(event);
      };
      press(1000);
    }""")
    await counter.answer()
    await counter.wait_until_idle()
    await counter.page.evaluate("press(1499)")
    assert await counter.button.get_attribute("aria-busy") is None
    await counter.page.evaluate("press(1600)")
    await counter.answer()
    assert counter.count == 2


async def test_a_key_that_is_held_down_presses_once(counter):
    """A keyboard repeats it, however soon the answer was there."""
    await counter.page.evaluate(NUMBERED)
    await counter.button.focus()
    await counter.page.keyboard.down("Enter")
    await counter.answer()
    await counter.wait_until_idle()
    await wait_out_double_click(counter.page)
    await counter.page.keyboard.down("Enter")
    assert await counter.button.get_attribute("aria-busy") is None
    await counter.page.keyboard.up("Enter")
    assert counter.count == 1


async def test_an_answer_that_never_comes_frees_the_button(counter):
    """A request without an answer ends with a message, and can be repeated."""
    await counter.page.evaluate("AbortSignal.timeout = () => window.late.signal")
    await counter.button.click()
    await counter.wait_until_busy()
    await counter.came.get()
    await counter.page.evaluate("window.late.abort()")  # its time is up
    await counter.wait_until_idle()
    await counter.page.evaluate("window.late = new AbortController()")
    assert "error" in await counter.answers()
    await wait_out_double_click(counter.page)
    await counter.button.click()
    await counter.answer()
    await counter.wait_until_idle()
    assert (await counter.answers()).endswith('{"ok":true}')


async def test_a_refusal_frees_the_button_at_once(counter):
    """A refusal is an answer too: the page that sent the press gets it."""
    await counter.button.click()
    await counter.wait_until_busy()
    await counter.answer(refused="not-now", text="Not now.")
    await counter.wait_until_idle()
    assert await counter.answers() == '{"refused":"not-now","text":"Not now."}'


async def test_a_button_that_vanishes_while_it_waits_costs_nothing(counter):
    """A button that replaces a waiting one shares its answer, and works afterwards."""
    await counter.button.click()
    await counter.wait_until_busy()
    await counter.page.evaluate(BUTTON)
    await wait_out_double_click(counter.page)
    await counter.button.click()  # the same command is on its way: its answer is shared
    await counter.wait_until_busy()
    await counter.answer()
    await counter.wait_until_idle()
    assert counter.count == 1
    await wait_out_double_click(counter.page)
    await counter.button.click()
    await counter.answer()
    await counter.wait_until_idle()
    assert counter.count == 2


async def test_what_a_touch_ends_ends_after_its_click(counter):
    """Changes that a touch would cause come after its click."""
    page = counter.page
    await page.evaluate(TOUCHED)
    await counter.button.hover()
    await page.mouse.down()
    assert await page.evaluate("order") == []
    await page.mouse.up()
    await page.wait_for_function("() => order.includes('after')")
    assert await page.evaluate("order") == ["click", "after"]

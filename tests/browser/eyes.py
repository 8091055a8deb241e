"""Monitor of a page for faults that must never happen, in any test."""

import re
from dataclasses import dataclass, field

from playwright.async_api import BrowserContext, Locator, Page

#: Where a page may ask for something: this machine, or itself.
AT_HOME = re.compile(
    r"(https?|wss?)://(127\.0\.0\.1|localhost)(:\d+)?(/|$)|data:|blob:"
)

#: Chromium calls each answer but a 200 an error; a refusal (409) is one that we give.
REFUSAL = re.compile(r"Failed to load resource: .* status of 409 ")

#: So soon after a press that sent something, a page takes a second one at the same
#: place for a double click, in milliseconds (`static/parts/presses.js`).
DOUBLE_MS = 500

#: Of everything that can be pressed: how wide and high it is, where that is too small.
SMALL = """() => [...document.querySelectorAll(
    "button, summary, .picks label, .links a"
  )].filter(one => one.checkVisibility()).map(one => [one.textContent.trim(),
    Math.round(one.getBoundingClientRect().width),
    Math.round(one.getBoundingClientRect().height)])
  .filter(([, wide, high]) => wide < 44 || high < 44)"""

#: Whether a page scrolls, and which elements go over its right edge.
BEYOND = """() => [document.documentElement.scrollHeight > innerHeight,
  ...[...document.querySelectorAll("button, h1, li")].filter(one =>
    one.checkVisibility() && one.getBoundingClientRect().right > innerWidth + 1)
  .map(one => one.textContent)]"""

#: Which enabled or disabled controls lie under something else: at their middle, or
#: three pixels from an edge. Cards that are held overlap on purpose.
COVERED = """() => [...document.querySelectorAll(
  "button, input, select, a[href]")].filter(one =>
    one.checkVisibility({ visibilityProperty: true, opacityProperty: true })
    && !one.closest("[inert], .fan") && getComputedStyle(one).clipPath === "none"
).filter(one => {
  const box = one.getBoundingClientRect();
  return [[0.5, 0.5], [0, 0.5], [1, 0.5], [0.5, 0], [0.5, 1]].some(([x, y]) => {
    const top = document.elementFromPoint(
      box.left + 3 + (box.width - 6) * x, box.top + 3 + (box.height - 6) * y);
    return top && !one.contains(top) && !top.contains(one);
  });
}).map(one => one.ariaLabel || one.textContent.trim())"""


@dataclass(slots=True)
class Eyes:
    """
    Monitor of requests that leave the machine, and of errors on a page.

    Args:
        faults: What was seen, in order.
        expected: What a test brings about on purpose.
    """

    faults: list[str] = field(default_factory=list)
    expected: list[re.Pattern[str]] = field(default_factory=lambda: [REFUSAL])

    def expect(self, pattern: str) -> None:
        """Let a fault pass that has *pattern* in it: this test brings it about."""
        self.expected.append(re.compile(pattern))

    def watch(self, context: BrowserContext) -> None:
        """Look at every page of *context*, those included that a page opens."""
        context.on("request", lambda request: self._asked(request.url))
        context.on(
            "console",
            lambda message: (
                message.type == "error" and self._saw(f"said {message.text}")
            ),
        )
        context.on("weberror", lambda error: self._saw(f"threw {error.error}"))

        def opened(page: Page) -> None:
            page.on("websocket", lambda socket: self._asked(socket.url))
            page.on("crash", lambda _: self._saw("the page crashed"))

        context.on("page", opened)

    def _asked(self, url: str) -> None:
        if not AT_HOME.match(url):
            self._saw(f"asked for {url}")

    def _saw(self, fault: str) -> None:
        if not any(pattern.search(fault) for pattern in self.expected):
            self.faults.append(fault)


async def wait_out_double_click(page: Page) -> None:
    """
    Wait until the next click cannot count as part of a double click.

    Args:
        page: Where something was pressed.
    """
    await page.wait_for_timeout(DOUBLE_MS)


async def skip_lesson(page: Page) -> None:
    """Close the lesson of a game, which opens once in each browser."""
    await page.locator("dialog.lesson .go button").last.click()


async def drag(page: Page, what: Locator, where: Locator) -> None:
    """Drag something by mouse: pressed, moved in steps, let go."""
    await what.hover()
    await page.mouse.down()
    await page.mouse.move(*await _middle(where), steps=4)
    await page.mouse.up()


async def swipe(page: Page, what: Locator, where: Locator) -> None:
    """Drag an element by touch events of the browser's protocol."""
    (x, y), (far_x, far_y) = await _middle(what), await _middle(where)
    wire = await page.context.new_cdp_session(page)
    for kind, part in ("Start", 0.0), ("Move", 0.3), ("Move", 1.0):
        at = {"x": x + part * (far_x - x), "y": y + part * (far_y - y)}
        told = {"type": f"touch{kind}", "touchPoints": [at]}
        await wire.send("Input.dispatchTouchEvent", told)
    await wire.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


async def _middle(one: Locator) -> tuple[float, float]:
    box = await one.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

"""
The pages: how soon they are painted and played, what they weigh, how smooth a Yes is.

    python tests/benchmarks/bench_pages.py [--rounds 5]

Each page is opened cold, in a context of its own, in one Chromium; in turn with it the
floor, one plain answer of the same server. *Painted* is the browser's first contentful
paint. *Playable* is when the first piece can be taken, or the phone's first button be
pressed. Both are told for the processor as it is and slowed six times. Of the first
Yes, and of answers at the table, the longest task of the page's main thread is told,
beside that of a page where nothing but one word changes, and what is animated.
"""

import argparse
import asyncio
import json
import statistics
import sys
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from playwright.async_api import Browser, Page, async_playwright

ROOT = Path(__file__).parent.parent.parent
sys.path.insert(0, str(ROOT))

from tests.browser.demo import start  # noqa: E402 - needs the path
from tests.browser.opener import ARGUMENTS  # noqa: E402 - needs the path
from tests.opened import played_before  # noqa: E402 - needs the path

CHROMIUM = "/usr/bin/chromium"
SLOWED = 6

#: Until all that a tap brings has been played.
SETTLES_MS = 2500

#: Resolves once the first of the named things is there, with the time since the start.
PLAYABLE = """names => new Promise(done => {
  const look = () => {
    const found = [...document.querySelectorAll(names)];
    if (found.some(one => one.checkVisibility())) done(performance.now());
    else requestAnimationFrame(look);
  };
  look();
})"""

PAINTED = (
    """() => performance.getEntriesByName("first-contentful-paint")[0]?.startTime"""
)

#: Records what is animated.
WATCH = """() => {
  window.animated = new Set();
  const look = () => {
    for (const each of document.getAnimations()) {
      for (const frame of each.effect.getKeyframes()) {
        Object.keys(frame).forEach(name => animated.add(name));
      }
    }
    requestAnimationFrame(look);
  };
  look();
}"""

#: Taps the piece in hand in a zone.
TAP = """async ([zone, kind]) => fetch("/api/board/touch", {
  method: "POST",
  headers: { "Content-Type": "application/json", "X-Letterzone": "1" },
  body: JSON.stringify({ act: "tap", zone, kind,
    seen: (await (await fetch("/api/state")).json()).seen }),
})"""

#: Changes the only word of a page, and lets it be drawn.
ONE_WORD = """word => new Promise(done => {
  document.querySelector("p").textContent = word;
  setTimeout(done, 300);
})"""

STATE = "async () => (await fetch('/api/state?as=board')).json()"

#: Names in a keyframe that are no property.
NO_PROPERTY = {"offset", "computedOffset", "easing", "composite"}

#: Animated properties that need no layout or paint.
CHEAP = {"transform", "opacity", "translate", "rotate", "scale"}


@dataclass
class Seen:
    """
    What was measured of a page.

    Args:
        painted: First contentful paint, in ms.
        playable: When it can be played, in ms.
        kilobytes: What came over the wire, headers included.
    """

    painted: list[float] = field(default_factory=list)
    playable: list[float] = field(default_factory=list)
    kilobytes: list[float] = field(default_factory=list)


@asynccontextmanager
async def opened(
    browser: Browser, url: str, size: tuple[int, int], slowed: int
) -> AsyncIterator[tuple[Page, list[float]]]:
    """Open a page without a cache; yield it, and the bytes received."""
    context = await browser.new_context(
        locale="en-GB", viewport={"width": size[0], "height": size[1]}
    )
    page = await context.new_page()
    tools = await context.new_cdp_session(page)
    came: list[float] = []
    tools.on(
        "Network.loadingFinished", lambda one: came.append(one["encodedDataLength"])
    )
    await tools.send("Network.enable")
    await tools.send("Emulation.setCPUThrottlingRate", {"rate": slowed})
    await page.goto(url, wait_until="commit")
    yield page, came
    await context.close()


async def once(  # noqa: PLR0913 - each is one thing that differs
    browser: Browser,
    url: str,
    *,
    names: str,
    size: tuple[int, int],
    slowed: int,
    seen: Seen,
) -> None:
    """Open a page once and record the measurements."""
    async with opened(browser, url, size, slowed) as (page, came):
        seen.playable.append(await page.evaluate(PLAYABLE, names))
        await page.wait_for_function(PAINTED)
        seen.painted.append(await page.evaluate(PAINTED))
        await page.wait_for_load_state("networkidle")
        seen.kilobytes.append(sum(came) / 1000)


@dataclass(frozen=True, slots=True)
class Place:
    """
    Where answers are measured.

    Args:
        address: Of the board's page.
        begin: What has to be pressed first; nothing where a game goes on.
        answers: How many taps are measured.
    """

    address: str
    begin: str = ""
    answers: int = 1


async def answered(browser: Browser, place: Place) -> tuple[float, set[str]]:
    """Return the longest task of an answer, in ms, and the costly animations."""
    longest = 0.0
    async with opened(browser, place.address, (1280, 800), 1) as (page, _):
        if place.begin:
            await page.locator(place.begin).click()
        await page.locator(".dish .bowl").wait_for()
        await page.wait_for_timeout(SETTLES_MS)
        for at in range(place.answers):
            await browser.start_tracing(page=page, categories=["toplevel"])
            await tap(page, at)
            traced = json.loads(await browser.stop_tracing())["traceEvents"]
            longest = max(longest, *tasks(traced))
        await page.evaluate(WATCH)  # which costs something itself
        await tap(page, place.answers)
        moved = set(await page.evaluate("() => [...animated]"))
    return longest, moved - NO_PROPERTY - CHEAP


async def one_word(browser: Browser) -> float:
    """Return the longest task, in ms, of a page that has one word and changes it."""
    page = await browser.new_page()
    await page.set_content("<p>TAG</p>")
    found = []
    for word in ("HEN", "OWL", "FOX"):
        await page.wait_for_timeout(SETTLES_MS / 5)
        await browser.start_tracing(page=page, categories=["toplevel"])
        await page.evaluate(ONE_WORD, word)
        traced = json.loads(await browser.stop_tracing())["traceEvents"]
        found.append(max(tasks(traced)))
    await page.close()
    return statistics.median(found)


async def tap(page: Page, at: int) -> None:
    """Tap the piece in hand in one zone after the other, and let all be played."""
    view = (await page.evaluate(STATE))["view"]
    zone = view["first_zone"] + at % len(view["placed"])
    await page.evaluate(TAP, [zone, view["holding"]])
    await page.wait_for_timeout(SETTLES_MS)


def tasks(traced: list[dict[str, Any]]) -> list[float]:
    """Return how long each task of the page's main thread took, in ms."""
    main = {
        (one["pid"], one["tid"])
        for one in traced
        if one["name"] == "thread_name" and one["args"]["name"] == "CrRendererMain"
    }
    return [
        one.get("tdur", 0) / 1000
        for one in traced
        if (one["pid"], one["tid"]) in main and one["name"].endswith("RunTask")
    ]


def tell(name: str, slowed: int, seen: Seen, floor: Seen) -> None:
    """Print the measurements beside the floor."""
    painted, playable = map(statistics.median, (seen.painted, seen.playable))
    bare = statistics.median(floor.painted)
    print(
        f"{name:6} x{slowed}: painted {painted:5.0f} ms, {painted / bare:.1f} x floor; "
        f"playable {playable:5.0f} ms; {max(seen.kilobytes):6.1f} kB"
    )


async def measure(rounds: int) -> None:
    """Measure all of it, and print it."""
    with tempfile.TemporaryDirectory() as where:
        fresh = start(Path(where, "fresh"))
        played_before(Path(where, "known"))
        known = start(Path(where, "known"))
        pages: dict[str, tuple[str, str, tuple[int, int]]] = {
            "first": (fresh.address, ".dish .bowl", (1280, 800)),
            "board": (known.address, ".who .last .main", (1280, 800)),
            "phone": (known.at("/seat"), "form button, .join button", (390, 844)),
        }
        floor = known.at("/openapi.json")  # one answer of the same server
        async with async_playwright() as playwright:
            browser = await playwright.chromium.launch(
                executable_path=CHROMIUM, args=list(ARGUMENTS)
            )
            for slowed in (1, SLOWED):
                found = {name: Seen() for name in (*pages, "floor")}
                for _ in range(rounds):
                    for name, (url, names, size) in pages.items():
                        await once(
                            browser,
                            url,
                            names=names,
                            size=size,
                            slowed=slowed,
                            seen=found[name],
                        )
                    await once(
                        browser,
                        floor,
                        names="pre, body",
                        size=(1280, 800),
                        slowed=slowed,
                        seen=found["floor"],
                    )
                for name in pages:
                    tell(name, slowed, found[name], found["floor"])
            for name, place in {
                "the first Yes": Place(fresh.address),
                "answers at the table": Place(
                    known.address, begin=".who .last .main", answers=8
                ),
            }.items():
                bare = await one_word(browser)
                task, dear = await answered(browser, place)
                print(
                    f"{name}: longest task {task:.1f} ms, "
                    f"slowed {SLOWED * task:.0f} ms; {task / bare:.1f} x one word, "
                    f"which slowed takes {SLOWED * bare:.0f} ms;"
                )
                print(f"  animated: {dear or 'transform and opacity alone'}")
            await browser.close()
        for demo in (fresh, known):
            demo.stop()


def main() -> None:
    """Measure, and print."""
    given = argparse.ArgumentParser(description=__doc__)
    given.add_argument("--rounds", type=int, default=5)
    asyncio.run(measure(given.parse_args().rounds))


if __name__ == "__main__":
    main()

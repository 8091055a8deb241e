"""People at their browsers: the differences between them, and how a page is opened."""

from collections.abc import Mapping, Sequence
from typing import Any

from playwright.async_api import Browser, Page

from tests.browser.eyes import Eyes

#: No sandbox, because tests may run as root; Chromium keeps to itself, and has no
#: process in reserve for each person.
ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-sync",
    "--disable-component-update",
    "--disable-background-networking",
    "--no-first-run",
    "--renderer-process-limit=1",
)

#: Marks the lesson of each game as shown.
KNOWS = """if (location.protocol === "http:")
  for (const game of ["codecards", "decipher", "keyword", "wqrdles"])
    localStorage.setItem(`lesson-${game}`, "shown");"""

LOCALES = {"en": "en-GB", "de": "de-DE"}

#: How long an action may wait for a page on a busy machine.
PATIENCE_MS = 20_000


class Opener:
    """
    Opens pages, each for a person of its own.

    Args:
        browser: Which is shared.
        eyes: Which look at each of them.
    """

    def __init__(self, browser: Browser, eyes: Eyes) -> None:
        self._browser = browser
        self._eyes = eyes

    async def __call__(  # noqa: PLR0913 - each is one thing that people differ in
        self,
        url: str,
        *,
        lang: str = "en",
        size: tuple[int, int] = (1280, 800),
        touch: bool = False,
        scheme: str = "light",
        forced_colors: bool = False,
        still: bool = True,
        cookies: Sequence[Mapping[str, Any]] = (),
        knows: bool = False,
    ) -> Page:
        """
        Open *url* in a new browser context.

        Args:
            url: All of it; `DemoBoard.at` makes one of a path.
            lang: Which language their browser asks for.
            size: Width and height of what they see, in CSS pixels.
            touch: They have a touch screen.
            scheme: ``light`` or ``dark``.
            forced_colors: Their system chooses the colours.
            still: They have asked for less motion.
            cookies: What they kept of somebody else's page, to be that person.
            knows: Their browser has shown the lessons of all games.
        """
        context = await self._browser.new_context(
            locale=LOCALES.get(lang, lang),
            viewport={"width": size[0], "height": size[1]},
            has_touch=touch,
            color_scheme="dark" if scheme == "dark" else "light",
            forced_colors="active" if forced_colors else "none",
            reduced_motion="reduce" if still else "no-preference",
        )
        context.set_default_timeout(PATIENCE_MS)
        await context.add_cookies(list(cookies))
        if knows:
            await context.add_init_script(KNOWS)
        self._eyes.watch(context)
        page = await context.new_page()
        await page.goto(url)
        return page

"""The violations that axe, the accessibility checker, finds on a page."""

from pathlib import Path

import pytest
from playwright.async_api import Page

SOURCE = (Path(__file__).parent / "vendor" / "axe.min.js").read_text(encoding="utf-8")

#: Of those who look: a kiosk in the dark; and under `--all` the narrowest light, and
#: colours that the system forces.
LOOKS = (
    {"size": (800, 480), "scheme": "dark", "lang": "de"},
    pytest.param(
        {"size": (320, 640), "scheme": "light", "lang": "en"}, marks=pytest.mark.long
    ),
    pytest.param({"size": (1280, 800), "forced_colors": True}, marks=pytest.mark.long),
)

#: Axe's tags for WCAG 2.2 up to AA, and for best practice.
TAGS = ("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice")

#: Without preload, which puts a style element into the page: the page's policy forbids
#: that, so the one rule that reads style sheets (css-orientation-lock) cannot run.
RUN = """async tags => {
  const found = await axe.run(document, {
    runOnly: tags, resultTypes: ["violations"], reporter: "v2", preload: false,
  });
  return found.violations.flatMap(({id, help, nodes}) => nodes.map(
    node => `${id}: ${help} (${node.target.join(" ")})`));
}"""


async def violations(page: Page, *, tags: tuple[str, ...] = TAGS) -> list[str]:
    """
    Return each violation as one line: the rule, its demand, and the place.

    Args:
        page: As a person sees it now; axe looks at no other state of it.
        tags: Which of axe's rules.
    """
    # A script element would be against the page's own content policy.
    if not await page.evaluate("() => 'axe' in window"):
        await page.evaluate(SOURCE)
    found: list[str] = await page.evaluate(RUN, list(tags))
    return found

"""A screen reader's ears: what a page announces by itself, one after the other."""

import re
from typing import Any

from playwright.async_api import Page

#: Notes what live regions say: the whole of one that has changed, without what is
#: hidden from ears; what was just said is not said again.
LISTEN = """() => {
  const LIVE = "[role=status], [role=alert], [aria-live=polite], [aria-live=assertive]";
  const known = new WeakMap();
  const said = (node) => node.nodeType === Node.TEXT_NODE ? node.data
    : node.nodeType !== Node.ELEMENT_NODE || node.ariaHidden === "true"
      || !node.checkVisibility() ? ""
    : [...node.childNodes].map(said).join(
        getComputedStyle(node).display.startsWith("inline") ? "" : " ");
  window.heard = [];
  window.heardAt = performance.now();
  let last = "";
  const listen = () => {
    for (const region of document.querySelectorAll(LIVE)) {
      if (region.parentElement.closest(LIVE)) continue;
      const text = said(region).replace(/\\s+/g, " ").trim();
      if (text === (known.get(region) ?? "")) continue;
      known.set(region, text);
      window.heardAt = performance.now();
      if (text && text !== last) window.heard.push(last = text);
    }
  };
  listen();
  window.heard.length = 0;
  let timer = 0;
  new MutationObserver(() => { clearTimeout(timer); timer = setTimeout(listen, 300); })
    .observe(document, { subtree: true, childList: true, characterData: true });
}"""

#: How long a page that has said something must be quiet: longer than a beat lasts.
QUIET = "() => performance.now() - window.heardAt > 2400"


class Listener:
    """
    Somebody who hears a page, and notes what was done and said.

    Args:
        page: The page.
    """

    def __init__(self, page: Page) -> None:
        self._page = page
        self._notes: list[str] = []

    async def begin(self) -> None:
        """Listen from now on."""
        await self._page.evaluate(LISTEN)

    async def after(self, act: str) -> None:
        """Note what was done, and what is said once the page is quiet."""
        await self._page.evaluate("() => { window.heardAt = performance.now(); }")
        await self._page.wait_for_function(QUIET)
        heard: list[Any] = await self._page.evaluate("() => window.heard.splice(0)")
        self._notes += [f"> {act}", *(f"  {one}" for one in heard)]

    @property
    def text(self) -> str:
        """All notes."""
        return re.sub(r" +$", "", "\n".join(self._notes), flags=re.MULTILINE) + "\n"

"""The announcements of a page's live regions, in order, for a screen reader."""

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
  let timer = 0, first = 0;
  const now = () => { first = 0; listen(); };
  new MutationObserver(() => {
    first ||= performance.now();
    clearTimeout(timer);
    if (performance.now() - first > 600) now();
    else timer = setTimeout(now, 300);
  })
    .observe(document, { subtree: true, childList: true, characterData: true });
}"""

#: Whether a page that has said something has been quiet for so many milliseconds.
QUIET = "(ms) => performance.now() - window.heardAt > ms"

#: Longer than a beat lasts.
BEAT_MS = 2400


class Listener:
    """
    Recorder of a page's announcements and of the actions before them.

    Args:
        page: The page.
        quiet_ms: How long it must be quiet before nothing more is waited for.
    """

    def __init__(self, page: Page, quiet_ms: int = BEAT_MS) -> None:
        self._page = page
        self._quiet_ms = quiet_ms
        self._notes: list[str] = []

    async def begin(self) -> None:
        """Listen from now on."""
        await self._page.evaluate(LISTEN)

    async def after(self, act: str) -> None:
        """Note an action, and the announcements until the page is quiet."""
        await self._page.evaluate("() => { window.heardAt = performance.now(); }")
        await self._page.wait_for_function(QUIET, arg=self._quiet_ms)
        heard: list[Any] = await self._page.evaluate("() => window.heard.splice(0)")
        self._notes += [f"> {act}", *(f"  {one}" for one in heard)]

    def note(self, line: str) -> None:
        """Add another observation to the notes."""
        self._notes.append(f"  {line}")

    @property
    def text(self) -> str:
        """Return all notes."""
        return re.sub(r" +$", "", "\n".join(self._notes), flags=re.MULTILINE) + "\n"

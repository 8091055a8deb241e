"""
Firefox and WebKit, each driven by the protocol that Debian's own package brings.

Firefox answers WebDriver BiDi over a WebSocket. WebKit's driver answers WebDriver over
HTTP and shows its window on a virtual screen. Playwright's own builds of both are not
in Debian. WebKitGTK has no touch events without a touch screen: its driver sends a
touch as the mouse's. Firefox sends real ones.
"""

import asyncio
import base64
import json
import os
import re
import signal
import socket
import subprocess
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any

import httpx2 as httpx
from websockets.asyncio.client import ClientConnection, connect

from tests.browser.newcomer import Box, Finger, Point, Sight, Tapper, Thing
from tests.tools import skip_without, which

#: How long a browser may take to start, or to answer, on a busy machine.
START_S = 60.0

#: How long a finger stays on the glass, in milliseconds.
HELD_MS = 60

#: A lid that is held for a second is open by then.
OPENED_MS = 1800

#: Settings of a Firefox with touch events, without animations and prompts. A touch
#: of up to a second is a tap: on a busy machine `HELD_MS` take longer than the 300 ms
#: that Firefox allows.
PREFERENCES: Mapping[str, int | bool | str] = {
    "apz.max_tap_time": 1000,
    "dom.w3c_touch_events.enabled": 1,
    "ui.prefersReducedMotion": 1,
    "app.normandy.enabled": False,
    "browser.safebrowsing.update.enabled": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "media.gmp-manager.updateEnabled": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "services.settings.server": "data:,#remote-settings-dummy/v1",
    "toolkit.telemetry.enabled": False,
}

#: Where Debian puts the browser that WebKit's driver opens.
MINI_BROWSERS = "usr/lib/*/webkit2gtk-4.1/MiniBrowser"

#: Notes each error of a page from now on, for a browser that reports none; returns
#: those so far. A page that has loaded anew is listened to again.
LISTEN = """() => {
  if (window.seenFaults) return window.seenFaults;
  const faults = (window.seenFaults = []), say = console.error;
  addEventListener("error", ({ message, target }) =>
    faults.push(message ?? `not loaded: ${target.src ?? target.href}`), true);
  addEventListener("unhandledrejection", ({ reason }) => faults.push(String(reason)));
  addEventListener("securitypolicyviolation", (one) =>
    faults.push(`${one.violatedDirective} forbids ${one.blockedURI}`));
  console.error = (...all) => { faults.push(all.join(" ")); say(...all); };
  return faults;
}"""

#: Notes each action that the board refuses from now on; returns those so far.
REFUSALS = """() => {
  if (window.seenRefusals) return window.seenRefusals;
  const refusals = (window.seenRefusals = []), ask = window.fetch;
  window.fetch = async (url, options) => {
    const answer = await ask(url, options);
    const text = await answer.clone().text();
    const acts = options?.method === "POST" && !url.startsWith("/api/word");
    if (acts && !/"ok": ?true/.test(text))
      refusals.push(`${url} ${options.body}: ${text}`);
    return answer;
  };
  return refusals;
}"""


class EnginePage(ABC):
    """A page in Firefox or WebKit, with a cookie store of its own."""

    @abstractmethod
    async def evaluate(self, function: str, *arguments: Any) -> Any:
        """Run a JavaScript function in the page; return its result from JSON."""

    @abstractmethod
    async def goto(self, url: str) -> None:
        """Open a URL and wait until the page is loaded."""

    @abstractmethod
    async def screenshot(self) -> bytes:
        """Return a screenshot of the visible part of the page, as PNG."""

    @abstractmethod
    async def perform(self, actions: Sequence[Mapping[str, Any]]) -> None:
        """Perform a list of WebDriver input actions."""

    @abstractmethod
    async def faults(self) -> list[str]:
        """Return the JavaScript errors of the page so far, as text."""

    async def refusals(self) -> list[str]:
        """Return the actions that the board has refused since this was called first."""
        found: list[str] = await self.evaluate(REFUSALS)
        return found

    async def wait_for_timeout(self, time_ms: float) -> None:
        """Wait for some milliseconds, as a Playwright page does."""
        await asyncio.sleep(time_ms / 1000)

    async def touch(self, *points: Point, held_ms: int = HELD_MS) -> None:
        """
        Simulate a finger: press at the first point, drag to the others, release.

        Args:
            points: The points.
            held_ms: How long it rests on the first one.
        """
        (x, y), *others = [(round(x), round(y)) for x, y in points]
        steps: list[dict[str, Any]] = [
            {"type": "pointerMove", "x": x, "y": y, "duration": 0},
            {"type": "pointerDown", "button": 0},
            {"type": "pause", "duration": held_ms},
        ]
        for x, y in others:
            steps.append({"type": "pointerMove", "x": x, "y": y, "duration": HELD_MS})
        steps.append({"type": "pointerUp", "button": 0})
        finger = {"type": "pointer", "id": "finger", "actions": steps}
        await self.perform([{**finger, "parameters": {"pointerType": "touch"}}])


class Engine(ABC):
    """A running browser that is controlled by WebDriver."""

    version: str

    @abstractmethod
    def page(
        self, url: str, size: tuple[int, int]
    ) -> AbstractAsyncContextManager[EnginePage]:
        """Open *url* in a page without cookies; *size* is in CSS pixels."""


# --- Firefox ----------------------------------------------------------------------


class Firefox(Engine):
    """
    Firefox, controlled through a WebDriver BiDi WebSocket.

    Args:
        line: The WebSocket.
    """

    def __init__(self, line: ClientConnection) -> None:
        self._line = line
        self._number = 0
        self._faults: list[tuple[str, str]] = []
        self.version = ""

    async def send(self, method: str, **parameters: Any) -> Any:
        """Send a WebDriver BiDi command and return its result."""
        self._number += 1
        order = {"id": self._number, "method": method, "params": parameters}
        await self._line.send(json.dumps(order))
        while True:
            message = json.loads(await asyncio.wait_for(self._line.recv(), START_S))
            if message.get("method") == "log.entryAdded":
                entry = message["params"]
                if entry["level"] == "error":
                    frames = (entry.get("stackTrace") or {}).get("callFrames", [])
                    where = [f"{one['url']}:{one['lineNumber']}" for one in frames[:1]]
                    context = entry["source"].get("context", "")
                    self._faults.append((context, " ".join((entry["text"], *where))))
            if message.get("id") == self._number:
                assert message["type"] == "success", message
                return message["result"]

    async def begin(self) -> None:
        """Begin the WebDriver BiDi session of this browser."""
        session = await self.send("session.new", capabilities={})
        self.version = session["capabilities"]["browserVersion"]
        await self.send("session.subscribe", events=["log.entryAdded"])

    async def faults(self, context: str) -> list[str]:
        """Return the JavaScript errors of a page so far, as text."""
        await self.send("session.status")  # errors before this answer have come, too
        return [text for page, text in self._faults if page == context]

    @asynccontextmanager
    async def page(self, url: str, size: tuple[int, int]) -> AsyncIterator[EnginePage]:
        """Open *url* in a page without cookies; *size* is in CSS pixels."""
        person = (await self.send("browser.createUserContext"))["userContext"]
        opened = await self.send(
            "browsingContext.create", type="tab", userContext=person
        )
        context = opened["context"]
        view = {"width": size[0], "height": size[1]}
        await self.send("browsingContext.setViewport", context=context, viewport=view)
        page = _FirefoxPage(self, context)
        try:
            await page.goto(url)
            yield page
        finally:
            await self.send("browser.removeUserContext", userContext=person)


class _FirefoxPage(EnginePage):
    def __init__(self, firefox: Firefox, context: str) -> None:
        self._firefox = firefox
        self._context = context

    async def evaluate(self, function: str, *arguments: Any) -> Any:
        call = f"async (...all) => JSON.stringify(await ({function})(...all) ?? null)"
        answer = await self._firefox.send(
            "script.callFunction",
            functionDeclaration=call,
            arguments=[_value(one) for one in arguments],
            target={"context": self._context},
            awaitPromise=True,
        )
        assert answer["type"] == "success", answer
        return json.loads(answer["result"]["value"])

    async def goto(self, url: str) -> None:
        order = {"context": self._context, "url": url, "wait": "complete"}
        await self._firefox.send("browsingContext.navigate", **order)

    async def screenshot(self) -> bytes:
        order = "browsingContext.captureScreenshot"
        picture = await self._firefox.send(order, context=self._context)
        return base64.b64decode(picture["data"])

    async def perform(self, actions: Sequence[Mapping[str, Any]]) -> None:
        order = {"context": self._context, "actions": list(actions)}
        await self._firefox.send("input.performActions", **order)

    async def faults(self) -> list[str]:
        return await self._firefox.faults(self._context)


def _value(one: Any) -> Any:
    """Return a text or a number as an argument of WebDriver BiDi."""
    return {"type": "string" if isinstance(one, str) else "number", "value": one}


@asynccontextmanager
async def firefox(folder: Path) -> AsyncIterator[Firefox]:
    """Start headless Firefox with its profile in *folder*; end it afterwards."""
    program = which("firefox-esr")
    lines = (
        f"user_pref({json.dumps(name)}, {json.dumps(value)});\n"
        for name, value in PREFERENCES.items()
    )
    (folder / "user.js").write_text("".join(lines), encoding="utf-8")
    command = (program, "--headless", "--no-remote", "--profile", str(folder))
    log = folder / "printed.txt"
    with _started((*command, "--remote-debugging-port", "0"), log):
        address = await _printed(log, r"BiDi listening on (ws://\S+)")
        async with connect(
            f"{address}/session", max_size=None, ping_interval=None
        ) as line:
            browser = Firefox(line)
            await browser.begin()
            yield browser


# --- WebKit -----------------------------------------------------------------------


class WebKit(Engine):
    """
    WebKit, controlled through the HTTP interface of its WebDriver.

    Args:
        client: An HTTP client of the driver.
        browser: The program that the driver opens.
    """

    def __init__(self, client: httpx.AsyncClient, browser: Path) -> None:
        self._client = client
        self._browser = browser
        self.version = ""

    async def send(self, method: str, path: str, **body: Any) -> Any:
        """Send a WebDriver command by HTTP and return its value."""
        answer = await self._client.request(
            method, path, json=body if method == "POST" else None
        )
        value = answer.json()["value"]
        assert answer.status_code == 200, value
        return value

    @asynccontextmanager
    async def page(self, url: str, size: tuple[int, int]) -> AsyncIterator[EnginePage]:
        """Open *url* in a page without cookies; *size* is in CSS pixels."""
        options = {"binary": str(self._browser), "args": ["--automation"]}
        wanted = {"alwaysMatch": {"webkitgtk:browserOptions": options}}
        session = await self.send("POST", "/session", capabilities=wanted)
        self.version = session["capabilities"]["browserVersion"]
        page = _WebKitPage(self, f"/session/{session['sessionId']}")
        try:
            await page.resize(*size)
            await page.goto(url)
            yield page
        finally:
            await self.send("DELETE", page.path)


class _WebKitPage(EnginePage):
    def __init__(self, webkit: WebKit, path: str) -> None:
        self._webkit = webkit
        self.path = path

    async def _post(self, path: str, **body: Any) -> Any:
        return await self._webkit.send("POST", f"{self.path}/{path}", **body)

    async def evaluate(self, function: str, *arguments: Any) -> Any:
        script = (
            "return (async (...all) =>"
            f" JSON.stringify(await ({function})(...all) ?? null))(...arguments)"
        )
        answer = await self._post("execute/sync", script=script, args=list(arguments))
        return json.loads(answer)

    async def goto(self, url: str) -> None:
        await self._post("url", url=url)
        await self.evaluate(LISTEN)

    async def screenshot(self) -> bytes:
        picture = await self._webkit.send("GET", f"{self.path}/screenshot")
        return base64.b64decode(picture)

    async def perform(self, actions: Sequence[Mapping[str, Any]]) -> None:
        await self._post("actions", actions=list(actions))

    async def faults(self) -> list[str]:
        found: list[str] = await self.evaluate(LISTEN)
        return found

    async def resize(self, width: int, height: int) -> None:
        """Resize the window so that the page has this size in CSS pixels."""
        await self._post("window/rect", x=0, y=0, width=width, height=height)
        bar = await self.evaluate("() => outerHeight - innerHeight")
        await self._post("window/rect", x=0, y=0, width=width, height=height + bar)


@asynccontextmanager
async def webkit(folder: Path) -> AsyncIterator[WebKit]:
    """Start WebKit's driver on a virtual display; *folder* is for its files."""
    driver = which("WebKitWebDriver")
    mini_browser = _mini_browser()
    screen = which("Xvfb")
    (folder / "gtk-3.0").mkdir()
    (folder / "gtk-3.0" / "settings.ini").write_text(
        "[Settings]\ngtk-enable-animations=0\n", encoding="utf-8"
    )
    glass = (screen, "-displayfd", "1", "-screen", "0", "1400x1300x24")
    with _started((*glass, "-nolisten", "tcp"), folder / "screen.txt"):
        number = await _printed(folder / "screen.txt", r"^(\d+)$")
        shown = {"DISPLAY": f":{number}", "XDG_CONFIG_HOME": str(folder)}
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        command, log = (driver, f"--port={port}"), folder / "driver.txt"
        with _started(command, log, **shown):
            address = f"http://127.0.0.1:{port}"
            retry = httpx.AsyncHTTPTransport(retries=10)
            async with httpx.AsyncClient(
                base_url=address, timeout=START_S, transport=retry
            ) as client:
                yield WebKit(client, mini_browser)


#: Both, by name.
ENGINES = {"firefox": firefox, "webkit": webkit}


def _mini_browser() -> Path:
    """Return the path of WebKit's MiniBrowser; skip the test if it is missing."""
    found = sorted(Path("/").glob(MINI_BROWSERS))
    return found[-1] if found else skip_without("MiniBrowser")


@contextmanager
def _started(command: Sequence[str], log: Path, **more: str) -> Iterator[None]:
    """Start a program with its output in *log*; kill it and its children at the end."""
    with log.open("wb") as output:
        process = subprocess.Popen(
            command,
            env={**os.environ, **more},
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
    try:
        yield
    finally:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()


async def _printed(log: Path, pattern: str) -> str:
    """Wait until a log file matches a pattern; return the matched group."""
    text = ""
    for _ in range(int(START_S / 0.05)):
        text = await asyncio.to_thread(log.read_text, encoding="utf-8")
        if found := re.search(pattern, text, re.MULTILINE):
            return found[1]
        await asyncio.sleep(0.05)
    msg = f"{log.name} has nothing like {pattern}, only: {text}"
    raise AssertionError(msg)


# --- the person's view and actions ------------------------------------------------

#: Returns all that is on a page, as assistive technology would name it. Only what the
#: pages use is known here: labels, texts, roles of HTML and of ARIA.
THINGS = """() => {
  const nodes = (window.seenNodes ??= []), numbers = (window.seenNumbers ??= new Map());
  const number = (one) => {
    if (!numbers.has(one)) numbers.set(one, nodes.push(one) - 1);
    return numbers.get(one);
  };
  const fields = { checkbox: "checkbox", radio: "radio", button: "button",
    submit: "button", range: "slider" };
  const tags = { BUTTON: "button", TEXTAREA: "textbox", SELECT: "combobox", UL: "list",
    OL: "list", LI: "listitem", DIALOG: "dialog", FIELDSET: "group",
    FOOTER: "sectionfooter", SUMMARY: "summary" };
  const role = (one) => one.getAttribute("role") ?? tags[one.tagName]
    ?? (/^H[1-6]$/.test(one.tagName) ? "heading"
      : one.tagName === "INPUT" ? fields[one.type] ?? "textbox"
      : one.tagName === "A" && one.href ? "link" : "");
  const hidden = (one) => one.getAttribute("aria-hidden") === "true"
    || (!one.checkVisibility({ visibilityProperty: true })
      && getComputedStyle(one).display !== "contents"); // its content has a box
  const line = (text) => text.replace(/\\s+/g, " ").trim();
  const text = (one) => {
    if (one.nodeType === Node.TEXT_NODE) return one.data;
    if (one.nodeType !== Node.ELEMENT_NODE || hidden(one)) return "";
    if (one.ariaLabel) return ` ${one.ariaLabel} `;
    if (one.alt) return one.alt;
    const inner = [...one.childNodes].map(text).join("");
    return getComputedStyle(one).display === "inline" ? inner : ` ${inner} `;
  };
  const contents = ["button", "link", "heading", "checkbox", "radio", "summary"];
  const name = (one, is) => {
    const by = one.getAttribute("aria-labelledby");
    if (by) return line(by.split(" ").map((id) =>
      document.getElementById(id)?.textContent ?? "").join(" "));
    if (one.ariaLabel) return line(one.ariaLabel);
    if (one.labels?.length) return line([...one.labels].map(text).join(" "));
    if (is === "group") return line(one.querySelector("legend")?.textContent ?? "");
    return contents.includes(is) ? line(text(one)) : "";
  };
  const found = [];
  const walk = (one, inside) => {
    if (one.nodeType === Node.TEXT_NODE) {
      if (line(one.data)) found.push({ role: "StaticText", name: line(one.data),
        node: number(one.parentElement), inside, off: false, on: false });
      return;
    }
    if (one.nodeType !== Node.ELEMENT_NODE || hidden(one)) return;
    const is = role(one), called = is && name(one, is);
    if (is) found.push({ role: is, name: called, node: number(one), inside,
      off: one.matches(":disabled") || one.ariaDisabled === "true",
      on: one.ariaPressed === "true" || one.checked === true });
    const within = is ? [...inside, [is, called]] : inside;
    for (const child of one.childNodes) walk(child, within);
  };
  const root = document.querySelector("dialog:modal") ?? document.body;
  if (root) walk(root, []); // there is none while the page loads anew
  return found;
}"""

#: Returns where something is; null where it is gone or takes no room.
BOX = """(number) => {
  const one = window.seenNodes[number];
  if (!one?.isConnected) return null;
  const { x, y, width, height } = one.getBoundingClientRect();
  return width && height ? [x, y, width, height] : null;
}"""

#: Scrolls to something that is not to be seen whole.
SCROLL = """(number) => {
  const one = window.seenNodes[number], box = one.getBoundingClientRect();
  if (box.top < 0 || box.bottom > innerHeight || box.left < 0 || box.right > innerWidth)
    one.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
}"""


class EngineSight(Sight):
    """
    The visible elements of a page in Firefox or WebKit.

    Args:
        page: The page.
    """

    page: Any

    def __init__(self, page: EnginePage) -> None:
        self.page = page

    async def things(self) -> tuple[Thing, ...]:
        """Return all visible elements of the page, in reading order."""
        seen = await self.page.evaluate(THINGS)
        return tuple(
            Thing(
                one["role"],
                one["name"],
                one["node"],
                tuple((role, name) for role, name in one["inside"]),
                off=one["off"],
                on=one["on"],
                focused=False,
            )
            for one in seen
        )

    async def box(self, thing: Thing) -> Box | None:
        """Return an element's left, top, width and height in pixels; None if hidden."""
        found = await self.page.evaluate(BOX, thing.node)
        return found and tuple(found)

    async def middle(self, thing: Thing) -> Point:
        """Scroll to an element; return its centre once it has stopped moving."""
        await self.page.evaluate(SCROLL, thing.node)
        before, box = None, await self.box(thing)
        while box != before:
            before, box = box, await self.box(thing)
        assert box, f"{thing} takes no room"
        return box[0] + box[2] / 2, box[1] + box[3] / 2


class EngineFinger(Finger):
    """A simulated finger that drags on a page in Firefox or WebKit."""

    async def _touch(self, *steps: tuple[str, Point | None]) -> None:
        page: Any = self.sight.page
        await page.touch(*(at for _what, at in steps if at is not None))

    async def hold(self, thing: Thing, selector: str) -> int:
        """Keep the finger on it until *selector* must be there."""
        page: Any = self.sight.page
        await page.touch(await self.sight.middle(thing), held_ms=OPENED_MS)
        assert await page.evaluate(
            "(it) => document.querySelector(it) !== null", selector
        )
        return 1


class EngineTapper(EngineFinger, Tapper):
    """A simulated finger that only taps on a page in Firefox or WebKit."""

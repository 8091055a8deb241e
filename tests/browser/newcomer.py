"""
A simulated person who has never seen the board.

The page is read from the accessibility tree and from screenshots only: roles, names,
states and places. No class, attribute or file of the pages is used here. So the same
newcomer can play at any board, even at an older version.
"""

import asyncio
import contextlib
import re
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

from playwright.async_api import Error, Page

from firmware_host.app.content.languages import load_language, load_texts
from firmware_host.board.pieces import Kind
from tests.browser.eyes import wait_out_double_click

#: The roles and properties of elements that look like controls.
CONTROLS = ("button", "link", "textbox", "checkbox", "radio", "switch", "combobox")

#: Seconds that a person waits for an answer and for a page.
ANSWER_S, PAGE_S = 1.5, 20.0

#: More steps than any page has stops for the Tab key.
STOPS = 90

#: More pieces, and more wrong taps for them, than three letters can need.
LONGEST = 60

Point = tuple[float, float]
Box = tuple[float, float, float, float]

#: Where a mouse becomes a hand, which everybody sees who moves it there.
HANDS_AT = """() => {
  const found = [];
  for (let y = 8; y < innerHeight; y += 16) for (let x = 8; x < innerWidth; x += 16) {
    const { cursor } = getComputedStyle(document.elementFromPoint(x, y));
    if (["pointer", "grab"].includes(cursor)) found.push([x, y]);
  }
  return found;
}"""


#: Resolves after the next drawing.
DRAWN = """() => new Promise(
  done => requestAnimationFrame(() => requestAnimationFrame(done)))"""

#: Whether something on the page has the focus.
FOCUSED = "function() { return this === document.activeElement; }"


@dataclass(frozen=True, slots=True)
class Thing:
    """
    An element of the page, from the accessibility tree.

    Args:
        role: Its role, such as ``button``.
        name: Its accessible name.
        node: Its number in the page.
        inside: Roles and names of its ancestors, the outermost first.
        off: True if it is disabled.
        on: True if it is selected.
        focused: True if it has the focus.
    """

    role: str
    name: str
    node: int
    inside: tuple[tuple[str, str], ...]
    off: bool
    on: bool
    focused: bool

    @property
    def is_control(self) -> bool:
        """Whether it is there to be pressed."""
        return self.role in CONTROLS


class Sight:
    """
    A person's view of a page.

    Args:
        page: The page.
        line: A line of its own to Chromium.
    """

    def __init__(self, page: Page, line: Any) -> None:
        self.page = page
        self.line = line

    async def things(self) -> tuple[Thing, ...]:
        """Return all that is on the page, in reading order."""
        tree = await self.line.send("Accessibility.getFullAXTree")
        nodes = {one["nodeId"]: one for one in tree["nodes"]}
        return tuple(_things(nodes, tree["nodes"][0], ()))

    async def controls(self) -> list[Thing]:
        """Return the controls that can be pressed now."""
        return [one for one in await self.things() if one.is_control and not one.off]

    async def named(self, name: str) -> Thing | None:
        """Return the control with that name, or None."""
        found = [one for one in await self.controls() if one.name == name]
        return found[0] if found else None

    async def box(self, thing: Thing) -> Box | None:
        """Return its x, y, width and height, or None if it has no box."""
        try:
            model = await self.line.send(
                "DOM.getBoxModel", {"backendNodeId": thing.node}
            )
        except Exception:  # noqa: BLE001 - Playwright's own error says only "no box"
            return None
        xs, ys = model["model"]["border"][::2], model["model"]["border"][1::2]
        return min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys)

    async def middle(self, thing: Thing) -> Point:
        """Scroll there, as anybody does, and return the middle of it."""
        await self.line.send(
            "DOM.scrollIntoViewIfNeeded", {"backendNodeId": thing.node}
        )
        box = await self.box(thing)
        assert box, f"{thing} takes no room"
        return box[0] + box[2] / 2, box[1] + box[3] / 2

    async def has_focus(self, thing: Thing) -> bool:
        """Return True if it has the focus; False if it is gone."""
        with contextlib.suppress(Error):
            node = {"backendNodeId": thing.node}
            found = await self.line.send("DOM.resolveNode", node)
            asked = {
                "objectId": found["object"]["objectId"],
                "functionDeclaration": FOCUSED,
            }
            told = await self.line.send("Runtime.callFunctionOn", asked)
            return bool(told["result"].get("value"))
        return False

    async def look(self) -> tuple[Any, ...]:
        """Return the state by which a person can tell a change, without animations."""
        return tuple(
            (one.role, one.name, one.off, one.on) for one in await self.things()
        )

    async def size(self, thing: Thing) -> float:
        """Return how large it is, in square pixels."""
        box = await self.box(thing)
        return box[2] * box[3] if box else 0.0


def _things(
    nodes: dict[str, Any], node: Any, inside: tuple[tuple[str, str], ...]
) -> Sequence[Thing]:
    found: list[Thing] = []
    within = inside
    if not node.get("ignored"):
        states = {one["name"]: one["value"].get("value") for one in node["properties"]}
        role = node["role"]["value"]
        name = node.get("name", {}).get("value", "")
        if role != "InlineTextBox":
            found.append(
                Thing(
                    role,
                    name,
                    node.get("backendDOMNodeId", 0),
                    inside,
                    off=bool(states.get("disabled")),
                    on="true" in (states.get("pressed"), states.get("checked")),
                    focused=bool(states.get("focused")),
                )
            )
        within = (*inside, (role, name))
    for child in node.get("childIds", ()):
        if child in nodes:
            found += _things(nodes, nodes[child], within)
    return found


class Mouse:
    """A person's mouse: pieces are dragged."""

    drags = True

    def __init__(self, sight: Sight) -> None:
        self.sight = sight

    async def reach(self, thing: Thing) -> None:
        """Go there, and press nothing yet."""
        await self.sight.page.mouse.move(*await self.sight.middle(thing))

    async def press(self, thing: Thing) -> int:
        """Press it; return how many actions that took, 0 where these hands cannot."""
        await self.sight.page.mouse.click(*await self.sight.middle(thing))
        return 1

    async def hold(self, thing: Thing, selector: str) -> int:
        """Hold it down until *selector* is there."""
        await self.reach(thing)
        mouse = self.sight.page.mouse
        await mouse.move(*await self.sight.middle(thing))
        await mouse.down()
        await self.sight.page.wait_for_selector(selector)
        await mouse.up()
        return 1

    async def lay(self, piece: Thing, onto: Thing) -> int:
        """Bring a piece to something."""
        begin, end = [await self.sight.middle(one) for one in (piece, onto)]
        mouse = self.sight.page.mouse
        await mouse.move(*begin)
        await mouse.down()
        await mouse.move(*end, steps=6)
        await mouse.up()
        return 1


class Clicker(Mouse):
    """Hands with a mouse that only click."""

    drags = False

    async def lay(self, piece: Thing, onto: Thing) -> int:
        """Take a piece, and press where it belongs."""
        return await self.press(piece) + await self.press(onto)


class Finger(Mouse):
    """A finger on glass that drags."""

    async def reach(self, thing: Thing) -> None:
        """Scroll there: a finger in the air changes nothing."""
        await self.sight.middle(thing)

    async def press(self, thing: Thing) -> int:
        """Tap it."""
        at = await self.sight.middle(thing)
        await self._touch(("touchStart", at), ("touchEnd", None))
        return 1

    async def hold(self, thing: Thing, selector: str) -> int:
        """Keep the finger on it until *selector* is there."""
        await self._touch(("touchStart", await self.sight.middle(thing)))
        await self.sight.page.wait_for_selector(selector)
        await self._touch(("touchEnd", None))
        return 1

    async def lay(self, piece: Thing, onto: Thing) -> int:
        """Drag a piece to something."""
        begin, end = [await self.sight.middle(one) for one in (piece, onto)]
        half = (begin[0] + end[0]) / 2, (begin[1] + end[1]) / 2
        moves = (("touchMove", half), ("touchMove", end))
        await self._touch(("touchStart", begin), *moves, ("touchEnd", None))
        return 1

    async def _touch(self, *steps: tuple[str, Point | None]) -> None:
        for what, at in steps:
            points = [] if at is None else [{"x": at[0], "y": at[1]}]
            await self.sight.line.send(
                "Input.dispatchTouchEvent", {"type": what, "touchPoints": points}
            )


class Tapper(Finger):
    """A finger that only taps."""

    drags = False

    async def lay(self, piece: Thing, onto: Thing) -> int:
        """Take a piece, and tap where it belongs."""
        return await self.press(piece) + await self.press(onto)


class Keys:
    """Hands at a keyboard: Tab walks, Enter presses, and walking is no action."""

    drags = False

    def __init__(self, sight: Sight) -> None:
        self.sight = sight

    async def reach(self, thing: Thing) -> bool:
        """Walk there; False where Tab does not lead there."""
        for _ in range(STOPS if thing.is_control else 0):
            here = await self._here()
            # An element that the page has drawn again is another node with the same
            # name.
            if any(one.node == thing.node or _alike(one, thing) for one in here):
                return True
            await self.sight.page.keyboard.press("Tab")
            await self._left(here)
        return False

    async def _here(self) -> list[Thing]:
        """Return the focused elements."""
        return [one for one in await self.sight.things() if one.focused]

    async def _left(self, here: list[Thing]) -> None:
        """Wait until the tree has followed the Tab key, which it does later."""
        until = time.monotonic() + ANSWER_S
        while time.monotonic() < until:
            if await self._here() != here:
                return
            await asyncio.sleep(0.01)

    async def press(self, thing: Thing) -> int:
        """Walk there and press Enter; 0 where Tab does not lead there."""
        if not await self.reach(thing):
            return 0
        await self.sight.page.keyboard.press("Enter")
        return 1

    async def hold(self, thing: Thing, selector: str) -> int:
        """Walk there and hold Enter until *selector* is there."""
        if not await self.reach(thing):
            return 0
        await self.sight.page.keyboard.down("Enter")
        await self.sight.page.wait_for_selector(selector)
        await self.sight.page.keyboard.up("Enter")
        return 1

    async def lay(self, piece: Thing, onto: Thing) -> int:
        """Take a piece, and press where it belongs."""
        return await self.press(piece) + await self.press(onto)


HANDS: dict[str, type[Mouse | Keys]] = {
    "mouse": Mouse,
    "clicks": Clicker,
    "finger": Finger,
    "taps": Tapper,
    "keys": Keys,
}


class Newcomer:
    """
    A person at a board for the first time.

    Args:
        sight: What they see.
        hands: What they do it with.
        language: What they read.
    """

    def __init__(self, sight: Sight, hands: Mouse | Keys, language: str) -> None:
        self.sight = sight
        self.hands = hands
        self.language = language
        self.texts = load_texts(language)
        self.actions = 0
        self.wrong: set[tuple[str, int]] = set()
        self.guessed: set[str] = set()
        self.has_all = False
        self.after: Callable[[], Awaitable[None]] | None = None

    def says(self, code: str, **values: object) -> str:
        """Return a text of the catalogue in their language."""
        return self.texts.find(code, "page").format(**values)

    # --- acting, and whether anything has come of it ---

    async def act(self, *what: Thing) -> bool:
        """
        Press one element, or drag one to another.

        Return True if anything changed.
        """
        await self.hands.reach(what[0])
        await self.sight.page.evaluate(DRAWN)  # what lies under a hand looks so already
        before = await self.sight.look()
        picture = await self.sight.page.screenshot()
        do = self.hands.press if len(what) == 1 else self.hands.lay
        took = await do(*what)
        if not took:
            return False
        self.actions += took
        until = time.monotonic() + ANSWER_S
        while await self.sight.look() == before:
            if time.monotonic() > until:
                return await self.sight.page.screenshot() != picture
            await asyncio.sleep(0.05)
        if self.after is not None:
            await self.after()
        return True

    async def answers(self) -> list[str]:
        """Return the zones' answers, such as "Zone 2: YES"."""
        texts = "|".join(self.texts.find(one, "screen") for one in ("yes", "no"))
        told = re.compile(rf".*\d: ({texts})")
        return [
            one.name
            for one in await self.sight.things()
            if one.role == "StaticText" and told.fullmatch(one.name)
        ]

    async def reads(self, text: str) -> bool:
        """Return True if the page has that text."""
        return any(one.name == text for one in await self.sight.things())

    async def until(self, check: Callable[[], Awaitable[Any]]) -> Any:
        """Return the first true result of *check*."""
        end = time.monotonic() + PAGE_S
        while not (found := await check()):
            assert time.monotonic() < end, await self.sight.look()
            await asyncio.sleep(0.05)
        return found

    # --- the first answer ---

    async def first_answer(self) -> int:
        """Act until a zone answers; return the number of actions."""
        await self.until(self._largest)
        async for try_it in self._ideas():
            await try_it
            with_answer = time.monotonic() + ANSWER_S
            while time.monotonic() < with_answer:
                if await self.answers():
                    return self.actions
                await asyncio.sleep(0.05)
        msg = f"no answer after {self.actions} actions"
        raise AssertionError(msg)

    async def _ideas(self) -> AsyncIterator[Awaitable[bool]]:
        """Yield the actions of a person who does not read, then those in texts."""
        read = await self._sentences()
        drag, answer = self._drag, self._answer_below_the_question
        first = (drag, answer) if self.hands.drags else (answer, drag)
        yield first[0]()
        yield first[1]()
        yield self._press(await self._largest())
        text = " ".join((*read, *await self._sentences())).casefold()
        seen = [one for one in await self.sight.controls() if one.name]
        named = [one for one in seen if one.name.casefold() in text]
        for one in sorted(named, key=lambda one: text.index(one.name.casefold())):
            yield self._press(one)
            yield self._drag()

    async def _press(self, thing: Thing | None) -> bool:
        return thing is not None and await self.act(thing)

    async def _sentences(self) -> list[str]:
        """Return all texts that are no part of a control."""
        return [
            one.name
            for one in await self.sight.things()
            if one.role == "StaticText"
            and not any(role in CONTROLS for role, _ in one.inside)
        ]

    async def _answer_below_the_question(self) -> bool:
        """Press the first entry of the first list after a question."""
        things = await self.sight.things()
        asked = next((at for at, one in enumerate(things) if "?" in one.name), 0)
        entries = [one for one in things[asked:] if _is_entry(one)]
        return bool(entries) and await self.act(entries[0])

    async def _drag(self) -> bool:
        """Bring the first piece there is to the largest thing there is."""
        piece, onto = await self.piece(), await self._largest()
        return piece is not None and onto is not None and await self.act(piece, onto)

    async def _largest(self) -> Thing | None:
        """Return the first of the largest things that can be pressed."""
        seen = await self.sight.controls()
        sizes = [await self.sight.size(one) for one in seen]
        large = [at for at, size in enumerate(sizes) if size > 0.95 * max(sizes)]
        return seen[large[0]] if large else None

    # --- the game ---

    async def piece(self) -> Thing | None:
        """Return the letter piece that a zone speaks of, else the first one outside."""
        kinds = [self.texts.find(f"kind-{kind}", "page") for kind in Kind]
        seen = await self.sight.controls()
        zones = " ".join(one.name for one in seen if _in_list(one))
        found = [
            (kind not in zones, at, one)
            for at, one in enumerate(seen)
            for kind in kinds
            if one.name.startswith(kind) and not _in_list(one)
        ]
        return min(found)[2] if found else None

    async def zones(self) -> list[Thing]:
        """Return the zones, from the left."""
        found = await self.numbered_zones()
        return [found[number] for number in sorted(found)]

    async def numbered_zones(self) -> dict[int, Thing]:
        """Return the zones that can be pressed by the numbers in their names."""
        title = self.says("web-zones")
        found: dict[int, Thing] = {}
        for one in await self.sight.controls():
            number = re.search(r"\d", one.name)
            if ("list", title) in one.inside and number:
                found.setdefault(int(number[0]), one)
        return found

    async def lay_piece(self, piece: Thing) -> None:
        """Lay it where nothing speaks against it, until a zone says Yes."""
        for number, zone in sorted((await self.numbered_zones()).items()):
            if (piece.name, number) in self.wrong:
                continue
            mine = await self.until(self.piece)
            before = _lies(zone)
            assert await self.act(mine, zone), f"nothing came of it at {zone.name}"
            answer = await self.until(lambda: self._answer(number, before))  # noqa: B023 - awaited here
            if answer.endswith(self.texts.find("yes", "screen")):
                return
            self.wrong.add((piece.name, number))
        msg = f"no zone wants {piece.name}"
        raise AssertionError(msg)

    async def _answer(self, number: int, before: str) -> str:
        """Return a zone's answer once its content differs from *before*."""
        zones = await self.numbered_zones()
        if number in zones and _lies(zones[number]) == before:
            return ""
        told = [one for one in await self.answers() if f"{number}:" in one]
        return told[0] if told else ""

    async def find_word(self) -> str:
        """Play until the word is found; return the heading that follows."""
        for _ in range(LONGEST):
            if not await self.go_on():
                break
        things = await self.sight.things()
        return next(one.name for one in things if one.role == "heading")

    async def go_on(self) -> bool:
        """Lay a piece, ask for one, or guess; False once nothing is to be done."""
        if await self._is_found():
            return False
        if piece := await self.piece():
            await self.lay_piece(piece)
        elif words := await self.words():
            ask = await self.sight.named(self.says("web-ask"))
            self.has_all = self.has_all or await self.reads(self.says("tutorial-all"))
            if len(words) == 1 or self.has_all:
                await self.guess(words[0])
            elif ask is not None:
                assert await self.act(ask)
        await self.until(self._goes_on)
        return True

    async def _goes_on(self) -> bool:
        """Return True if an action is possible now."""
        names = {one.name for one in await self.sight.things()}
        wanted = ("web-ask", "web-who-plays", "tutorial-all", "tutorial-wrong")
        return bool(names & set(map(self.says, wanted)) or await self.piece())

    async def slot(self, number: int) -> Thing | None:
        """Return the slot of a zone, be it empty or not."""
        begins = self.says("web-slot", n=number, letter="")
        found = [one for one in await self.sight.controls() if _in_list(one)]
        return next((one for one in found if one.name.startswith(begins)), None)

    async def words(self) -> list[str]:
        """Return the words that they know and that the letters allow."""
        letters = []
        for number in (1, 2, 3):
            if not await self._turn_to(number):
                return []  # the page has gone on meanwhile
            letters.append(await self._letters())
        drawn = load_language(self.language).drawn(len(letters))
        known = [
            drawn.word(len(letters), at) for at in range(drawn.count(len(letters)))
        ]
        possible = {"".join(one) for one in product(*letters)}
        return [word for word in known if word in possible - self.guessed]

    async def _turn_to(self, number: int) -> bool:
        """
        Press a zone's slot until its letters are shown; return False without a slot.

        An answer at the same moment may turn the page to its own zone; then the slot is
        pressed once more.
        """
        title, pressed_at = self.says("web-letters-can", n=number), 0.0

        async def is_there() -> bool:
            nonlocal pressed_at
            if await self.reads(title) or await self._is_found():
                return True
            slot = await self.slot(number)
            if slot is not None and time.monotonic() - pressed_at > ANSWER_S:
                pressed_at = time.monotonic()
                assert await self.hands.press(slot)
            return slot is None

        await self.until(is_there)
        return await self.slot(number) is not None

    async def _is_found(self) -> bool:
        return await self.sight.named(self.says("web-who-plays")) is not None

    async def _letters(self) -> list[str]:
        """Return the letters beside the zones that are not pale."""
        return [one.name[0] for one in await self.sight.controls() if _is_letter(one)]

    async def _key(self, letter: str) -> Thing | None:
        """Return the key of a letter, or None while it is disabled."""
        keys = [one for one in await self.sight.controls() if _is_letter(one)]
        return next((one for one in keys if one.name[0] == letter), None)

    async def guess(self, word: str) -> None:
        """Press letter after letter, and then the button that has the word on it."""
        self.guessed.add(word)
        first = await self.slot(1)
        assert first is not None
        assert await self.hands.press(first)
        for letter in word:
            key = await self.until(lambda: self._key(letter))  # noqa: B023 - awaited here
            assert await self.act(key), f"nothing came of {key.name}"
        button = await self.sight.named(self.says("web-guess", word=word))
        assert button is not None, await self.sight.look()
        assert await self.act(button), f"nothing came of {button.name}"
        await wait_out_double_click(self.sight.page)  # the next button lies there too

    # --- elements that look like controls ---

    async def dead(self, *codes: str) -> list[str]:
        """
        Press every control twice.

        Return the names of those that never had an effect.

        Args:
            codes: Names of what leads on, to be left alone, beside zones and languages.
        """
        spared = {*map(self.says, codes), "English", "Deutsch"}
        zones = {one.name for one in await self.zones()}
        seen = [one.name for one in await self.sight.controls()]
        wanted = dict.fromkeys(one for one in seen if one not in spared | zones)
        alive = set()
        for name in (*wanted, *wanted):
            thing = await self.sight.named(name)
            if thing is None or await self.act(
                thing
            ):  # it was taken, or has another name
                alive.add(name)
        return [name for name in wanted if name not in alive]

    async def pretends(self) -> list[Point]:
        """Return where the pointer is a hand, and nothing there can be pressed."""
        boxes = [await self.sight.box(one) for one in await self.sight.controls()]
        boxes += [await self.sight.box(one) for one in await self.zones()]
        points = await self.sight.page.evaluate(HANDS_AT)
        return [
            (x, y) for x, y in points if not any(_within(x, y, one) for one in boxes)
        ]

    async def press(self, code: str) -> None:
        """Press the control with the text of that code."""
        found = await self.until(lambda: self.sight.named(self.says(code)))
        assert await self.act(found), f"nothing came of {found.name}"


def _alike(one: Thing, other: Thing) -> bool:
    return (one.role, one.name) == (other.role, other.name)


def _within(x: float, y: float, box: Box | None) -> bool:
    return (
        box is not None
        and -3 < x - box[0] < box[2] + 3
        and -3 < y - box[1] < box[3] + 3
    )


def _lies(zone: Thing) -> str:
    """Return a zone's content from its name, without the action's description."""
    return zone.name.partition(f"{re.findall(r'[0-9]', zone.name)[0]}")[2].partition(
        "."
    )[2]


def _in_list(thing: Thing) -> bool:
    return any(role == "listitem" for role, _ in thing.inside)


def _is_letter(thing: Thing) -> bool:
    """Return True for a key of the alphabet with its pieces."""
    return thing.name[1:3] == ": " and not _in_list(thing)


def _is_entry(thing: Thing) -> bool:
    """Return True if it is a control or a text of a list's entry."""
    leads = thing.is_control and not thing.off
    return (
        _in_list(thing) and (leads or thing.role == "StaticText") and bool(thing.name)
    )


async def sit_down(page: Page, hands: str, language: str) -> Newcomer:
    """Return a newcomer at a page, with one kind of input."""
    sight = Sight(page, await page.context.new_cdp_session(page))
    return Newcomer(sight, HANDS[hands](sight), language)

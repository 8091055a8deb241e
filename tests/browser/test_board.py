"""The virtual board: whole games by mouse, touch and keyboard, to the scoresheet."""

import asyncio
import time
from functools import partial
from typing import Any

import pytest

from firmware_host.app.content.languages import load_texts
from tests.browser.axe import violations

#: Two people make two words each; the first one's first piece is laid before the guess.
ROUNDS = {
    "en": (("CAT", "blue"), ("DOG", ""), ("SUN", ""), ("BED", "")),
    "de": (("HUT", "red"), ("ROT", ""), ("TAG", ""), ("OPA", "")),
}

#: Pieces in the order of every count.
KINDS = ("red", "yellow", "blue", "green")

#: How long a state may take to come, on a busy machine.
PATIENCE_S = 15.0

#: More steps than any page has stops for the Tab key.
STOPS = 80

#: Everything that a finger presses, where it is smaller than 64 pixels.
SMALL = """() => [...document.querySelectorAll("button, .switch, .who label")]
  .filter(one => one.checkVisibility())
  .map(one => [one.textContent.trim(), one.getBoundingClientRect()])
  .filter(([, { width, height }]) => width < 64 || height < 64)
  .map(([text, { width, height }]) => [text, width, height])"""

#: How many displays have dots that are no whole pixels of the page.
BLURRED = """() => [...document.querySelectorAll(".screen")]
  .filter(one => one.checkVisibility())
  .map(one => one.getBoundingClientRect())
  .filter(({ width, height }) => width % 128 || width !== 2 * height).length"""

#: By how much a page, and the board in it, are larger than what is seen of them.
OVER = """() => [document.documentElement, document.querySelector(".board")]
  .map(one => [one.scrollWidth, one.clientWidth, one.scrollHeight, one.clientHeight])
  .map(([wide, width, high, height]) => [wide - width, high - height])"""


class Player:
    """Somebody at the virtual board, with a mouse."""

    def __init__(self, page: Any, demo: Any) -> None:
        self.page = page
        self.demo = demo

    def button(self, name: str) -> Any:
        """Return a button of the board."""
        return self.page.locator(f"[data-button={name}]")

    async def press(self, where: Any) -> None:
        """Press a button or a link."""
        await where.click()

    async def lay(self, kind: str, zone: int) -> None:
        """Drag a piece into a zone."""
        begin, end = await self._way(kind, zone)
        mouse = self.page.mouse
        await mouse.move(*begin)
        await mouse.down()
        await mouse.move(*end, steps=5)
        await mouse.up()

    async def spell(self, word: str) -> None:
        """Spell a word by the keys on the screen."""
        for letter in word:
            await self.press(self.page.get_by_role("button", name=letter, exact=True))

    async def _way(self, kind: str, zone: int) -> tuple[tuple[float, float], ...]:
        boxes = [
            await self.page.locator(one).bounding_box()
            for one in (f".heap.{kind}", f"[data-zone='{zone}'] .pad")
        ]
        return tuple(
            (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in boxes
        )

    async def state(self) -> dict[str, Any]:
        """Return how things stand."""
        answer = await self.page.request.get(self.demo.at("/api/state?as=board"))
        state: dict[str, Any] = await answer.json()
        return state

    async def until(self, check: Any) -> dict[str, Any]:
        """Return the first state in which *check* holds."""
        end = time.monotonic() + PATIENCE_S
        while True:
            state = await self.state()
            if check(state):
                return state
            assert time.monotonic() < end, (
                state["phase"],
                state["line"],
                state["view"],
            )
            await asyncio.sleep(0.05)

    async def choose(self, answer: int, then: Any) -> None:
        """Mark an answer by the button of its number, take it by the tick."""
        await self.press(self.button(f"zone-{answer}"))
        await self.until(lambda state: state["marked"] == answer - 1)
        line = (await self.state())["line"]
        await self.press(self.button("tick"))
        await self.until(lambda state: state["line"] != line and then(state))


class Toucher(Player):
    """By finger, on a screen that has no mouse."""

    async def press(self, where: Any) -> None:
        """Tap it."""
        await where.tap()

    async def lay(self, kind: str, zone: int) -> None:
        """Drag a piece into a zone with a finger."""
        begin, end = await self._way(kind, zone)
        finger = await self.page.context.new_cdp_session(self.page)
        half = tuple((one + other) / 2 for one, other in zip(begin, end, strict=True))
        for what, at in (
            ("touchStart", begin),
            ("touchMove", half),
            ("touchMove", end),
            ("touchEnd", None),
        ):
            points = [] if at is None else [{"x": at[0], "y": at[1]}]
            await finger.send(
                "Input.dispatchTouchEvent", {"type": what, "touchPoints": points}
            )


class Typist(Player):
    """By keyboard alone: whatever is pressed has been reached by Tab."""

    async def press(self, where: Any) -> None:
        """Walk there, and press Enter."""
        await self._reach(where)
        await self.page.keyboard.press("Enter")

    async def lay(self, kind: str, zone: int) -> None:
        """Pick a piece, and walk to its zone; the arrows go from pad to pad."""
        heap = self.page.locator(f".heap.{kind}")
        if await heap.get_attribute("aria-pressed") == "false":
            await self.press(heap)
        await self.press(self.page.locator(f"[data-zone='{zone}'] .pad"))

    async def spell(self, word: str) -> None:
        """Type the word into its field."""
        await self._reach(self.page.locator(".boxes input"))
        await self.page.keyboard.type(word)

    async def _reach(self, where: Any) -> None:
        await where.wait_for()
        for _ in range(STOPS):
            if await where.evaluate("one => one === document.activeElement"):
                return
            await self.page.keyboard.press("Tab")
        msg = f"Tab does not reach {where}"
        raise AssertionError(msg)


async def whole_game(player: Player, language: str) -> None:
    """Choose a game of two who make words for each other, play it, open the sheet."""
    words = load_texts(language)
    await to_the_rack(player, language)
    for number, (word, kind) in enumerate(ROUNDS[language]):
        await one_round(player, words, number, word, kind)
    await player.until(lambda state: state["phase"] == "over")
    await player.press(
        player.page.get_by_role("link", name=words.find("web-title-sheet", "page"))
    )
    await player.page.wait_for_url("**/sheet*")
    for word, _ in ROUNDS[language]:
        await player.page.get_by_text(word, exact=True).first.wait_for()


async def to_the_rack(player: Player, language: str) -> None:
    """Answer every question of the lobby."""
    await player.choose(2, lambda state: len(state["choices"]) > 1)  # change
    number = {"en": 1, "de": 2}[language]
    await player.choose(number, lambda state: state["language"] == language)
    await player.page.locator(f"html[lang={language}]").wait_for()
    await player.choose(1, lambda _: True)  # at home
    await player.choose(1, lambda _: True)  # Decipher
    await player.choose(1, lambda state: not state["choices"])  # three letters
    await player.press(player.button("square"))
    await player.until(lambda state: len(state["players"]) == 2)
    await player.press(player.button("tick"))
    await player.until(lambda state: state["choices"])
    await player.choose(2, lambda state: state["view"])  # people make the words


async def one_round(
    player: Player, words: Any, number: int, word: str, kind: str
) -> None:
    """Lay the word on the rack, get a Yes if a piece is named, and guess it."""

    def named(code: str) -> Any:
        name = words.find(code, "page")
        return player.page.get_by_role("button", name=name, exact=True)

    state = await player.until(lambda state: state["view"]["maker"] == number % 2)
    await player.page.get_by_text(state["line"]).first.wait_for()
    await player.press(named("web-board-rack"))
    await player.spell(word)
    assert word not in await player.page.inner_text(".cells")
    await player.press(named("web-secret-set"))
    state = await player.until(lambda state: not state["view"]["waiting"])
    if kind:
        zone = state["view"]["first_zone"] - 1
        await player.lay(kind, zone + 1)
        state = await player.until(
            lambda one: one["board"]["lamps"][zone] == [False, True]
        )
        await player.page.get_by_text(state["line"]).first.wait_for()
    await player.press(named("web-board-guess"))
    await player.spell(word)
    await player.press(player.page.locator(".wordpad .pair .main"))
    await player.until(lambda state: len(state["view"]["results"]) == number + 1)


HARDER = pytest.mark.long


@pytest.mark.parametrize(
    ("how", "language"),
    [
        pytest.param(Player, "en", marks=HARDER),
        pytest.param(Toucher, "de", marks=HARDER),
        pytest.param(Typist, "en", marks=HARDER),
        (Player, "de"),
        pytest.param(Toucher, "en", marks=HARDER),
        pytest.param(Typist, "de", marks=HARDER),
    ],
)
async def test_a_whole_game_from_the_demo_to_the_scoresheet(
    demo, open_page, how, language
):
    page = await open_page(
        demo.at("/"), lang="en", size=(800, 480), touch=how is Toucher
    )
    await whole_game(how(page, demo), language)


async def test_a_tap_on_a_piece_and_a_tap_on_a_zone_do_without_dragging(
    demo, open_page
):
    """WCAG 2.5.7: one finger, no path."""
    page = await open_page(demo.at("/"), size=(800, 480), touch=True)
    player = Toucher(page, demo)
    await player.press(player.button("tick"))
    state = await player.until(lambda state: state["view"] and state["view"]["holding"])
    kind, zone = state["view"]["holding"], state["view"]["first_zone"]
    await page.locator(f".heap.{kind}").tap()
    await page.locator(f"[data-zone='{zone}'] .pad").tap()
    await player.until(lambda state: state["zones"][zone - 1]["lamp"] in ("yes", "no"))


async def test_a_wrong_guess_is_said_and_so_is_the_word_in_the_end(demo, open_page):
    """Until the next tap: the next round has begun by then where the board makes it."""
    page = await open_page(demo.at("/"), size=(800, 480))
    player = Player(page, demo)
    await player.press(player.button("tick"))
    await player.until(lambda state: state["view"] and state["view"]["holding"])
    for word, said in (
        ("MUMMY", "Circle: MUMMY is wrong."),
        ("PUPPY", "Circle: PUPPY is wrong."),
        ("JAZZY", "Nobody found the word: "),
    ):
        await page.get_by_role("button", name="Guess", exact=True).click()
        await player.spell(word)
        await page.locator("dialog .main").click()
        await page.locator("dialog").wait_for(state="detached")
        await page.locator(".said .hint", has_text=said).wait_for()
    await player.until(lambda one: one["view"]["round"] == 2 and one["view"]["holding"])
    state = await player.state()
    kind, zone = state["view"]["holding"], state["view"]["first_zone"]
    await player.lay(kind, zone)
    await player.until(lambda one: one["view"]["last"])
    await page.get_by_text("Nobody found the word: ").wait_for(state="detached")


async def test_a_trouble_is_switched_on_named_and_undone(demo, open_page):
    """The cable: the board says so on the page, and heals."""
    page = await open_page(demo.at("/"))
    player = Player(page, demo)
    await page.get_by_role("button", name="More").click()
    cable = partial(page.get_by_role, "switch", name="The cable is pulled out")
    await cable(checked=False).click()
    fault = await player.until(lambda state: state["fault"])
    await page.get_by_text(fault["fault"]).first.wait_for()
    await cable(checked=True).click()  # which it is once the board says so
    await player.until(lambda state: not state["fault"])
    await cable(checked=False).wait_for()
    await page.keyboard.press("Escape")
    await page.locator(".drawer").wait_for(state="detached")


async def test_a_piece_and_a_tile_are_held_to_the_racks_pad(demo, open_page):
    """A piece is played from there by its zone's number, as with a dead pad."""
    page = await open_page(demo.at("/"), size=(1280, 800))
    player = Player(page, demo)
    await player.press(player.button("tick"))
    state = await player.until(lambda state: state["view"] and state["view"]["holding"])
    kind, zone = state["view"]["holding"], state["view"]["first_zone"]
    await page.get_by_role("button", name="More").click()
    await page.locator(f"[data-rack={kind}]").click()
    await player.until(lambda one: one["line"] != state["line"])
    await page.keyboard.press("Escape")
    await player.press(player.button(f"zone-{zone}"))
    await player.until(lambda one: one["zones"][zone - 1]["lamp"] in ("yes", "no"))
    await page.get_by_role("button", name="More").click()
    await page.locator("[data-rack=B]").click()
    await player.until(lambda one: "B????" in one["line"])


async def test_the_table_screen_alone_shows_the_teachers_code(demo, open_page):
    """While the service button is held; no byte of it goes out as text."""
    page = await open_page(demo.at("/"))
    player = Player(page, demo)
    await page.get_by_role("button", name="More").click()
    before = (await player.state())["board"]["screens"]["table"]
    box = await player.button("service").bounding_box()
    await page.mouse.move(box["x"] + 20, box["y"] + 20)
    await page.mouse.down()
    held = await player.until(lambda one: one["board"]["screens"]["table"] != before)
    assert "code" not in held["line"].lower()
    await page.mouse.up()


@pytest.mark.parametrize("size", [(800, 480), (1280, 800), (1920, 1080)])
async def test_the_board_fills_the_screen_without_scrolling(demo, open_page, size):
    """With large targets, and with dots that are whole pixels."""
    page = await open_page(demo.at("/"), size=size)
    player = Player(page, demo)
    await player.press(player.button("tick"))
    await player.until(lambda state: state["view"])
    await page.locator(".zone.in-word").first.wait_for()
    assert await page.evaluate(OVER) == [[0, 0], [0, 0]]
    assert await page.evaluate(SMALL) == []
    assert await page.evaluate(BLURRED) == 0


@pytest.mark.parametrize(
    "how",
    [
        pytest.param({"size": (320, 800)}, marks=HARDER),
        {"size": (1280, 800), "scheme": "dark"},
        pytest.param({"size": (800, 480), "forced_colors": True}, marks=HARDER),
    ],
    ids=["320", "dark", "forced"],
)
async def test_axe_finds_nothing_in_any_state(demo, open_page, eyes, how):
    """Choosing, playing, guessing, and with the drawer open."""
    eyes.expect("Applying inline style")  # axe's own, while it looks
    page = await open_page(demo.at("/"), **how)
    player = Player(page, demo)
    await player.button("tick").wait_for()
    assert await violations(page) == []
    await player.press(player.button("tick"))
    await page.locator(".zone.in-word").first.wait_for()
    assert await violations(page) == []
    for name, inside in (("Guess", "dialog"), ("More", ".drawer")):
        await page.get_by_role("button", name=name, exact=True).click()
        await page.locator(inside).wait_for()
        assert await violations(page) == []
        await page.get_by_role("button", name="Close").click()


async def test_it_says_within_three_seconds_that_the_line_is_down(
    demo, open_page, eyes
):
    """And nothing is shown as if it were new."""
    eyes.expect("ERR_CONNECTION_(REFUSED|RESET)|WebSocket connection")
    page = await open_page(demo.at("/"))
    await page.locator(".said .line").wait_for()
    demo.kill()
    began = time.monotonic()
    await page.get_by_text("Reconnecting").wait_for()
    assert time.monotonic() - began < 3


@pytest.mark.parametrize("size", [(1280, 800), (800, 480)])
async def test_a_word_is_typed_as_soon_as_its_dialog_is_open(demo, open_page, size):
    """Letters fill the boxes, Backspace goes back, Enter sends; it has its label."""
    page = await open_page(demo.at("/"), size=size)
    player = Player(page, demo)
    await player.press(player.button("tick"))
    state = await player.until(lambda state: state["view"] and state["view"]["holding"])
    wrong = "".join("X" for _ in range(state["length"]))
    await page.get_by_role("button", name="Guess", exact=True).click()
    field = page.get_by_role("dialog").get_by_role("textbox")
    await page.wait_for_function("() => document.activeElement.matches('.boxes input')")
    assert "letters" in await field.evaluate("one => one.labels[0].textContent")
    await page.keyboard.type(f"{wrong[1:]}q".lower())
    await page.keyboard.press("Backspace")
    await page.keyboard.type("x")
    cells = page.locator("dialog .cells span")
    assert "".join(await cells.all_inner_texts()) == wrong
    await page.keyboard.press("Enter")
    await page.locator("dialog").wait_for(state="detached")
    await player.until(lambda one: one["view"]["guesses"] == [[0, wrong]])


async def test_a_piece_that_lies_is_not_drawn_falling_as_well(demo, open_page):
    """Its answer is told by the board before the tap itself is answered."""
    page = await open_page(demo.at("/"))
    player = Player(page, demo)
    await player.press(player.button("tick"))
    lasts = asyncio.Event()

    async def late(route):
        answer = await route.fetch()
        await lasts.wait()
        await route.fulfill(response=answer)

    for _ in range(8):
        state = await player.until(lambda one: one["view"] and one["view"]["holding"])
        kind, first = state["view"]["holding"], state["view"]["first_zone"]
        zones = [
            zone
            for zone in range(first, first + state["length"])
            if not state["zones"][zone - 1]["covered"][KINDS.index(kind)]
        ]
        lasts.clear()
        await page.route("**/api/board/touch*", late)
        await page.locator(f".heap.{kind}").click()
        await page.locator(f"[data-zone='{zones[0]}'] .pad").click()
        await page.wait_for_selector(f"[data-zone='{zones[0]}']:is(.yes, .no)")
        lies = page.locator(f"[data-zone='{zones[0]}'] .pad .piece")
        laid = sum((await player.state())["zones"][zones[0] - 1]["placed"])
        shown = await lies.count()
        lasts.set()
        await page.unroute_all(behavior="wait")
        assert shown == laid
        if laid:
            return


@pytest.mark.parametrize("language", ["en", "de"])
async def test_a_wall_that_no_phone_can_reach_keeps_its_zones(
    demo, open_page, language
):
    """Its sentence on that is long, and stands beside the rest of the foot."""
    page = await open_page(demo.at("/"), size=(1920, 1080))
    player = Player(page, demo)
    await player.press(player.button("tick"))
    await player.until(lambda state: state["view"])
    await page.goto(demo.at(f"/wall?lang={language}"))
    await page.locator(".door.shut").wait_for()
    await page.locator(".wall .zones").wait_for()
    boxes = [
        await page.locator(one).bounding_box()
        for one in (".wall .zones", ".wall .promise", ".door.shut")
    ]
    assert boxes[0]["height"] > 400
    assert boxes[1]["width"] > 600
    assert boxes[2]["y"] + boxes[2]["height"] <= 1080

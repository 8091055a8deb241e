"""The virtual board: whole games by mouse, touch and keyboard, to the scoresheet."""

import asyncio
import time
from functools import partial
from typing import Any

import pytest

from firmware_host.app.content.languages import load_texts
from firmware_host.languages import title
from firmware_host.words.folding import fold
from tests.browser import demo as demos
from tests.browser.axe import violations
from tests.browser.demo import answer_to, command, open_lid
from tests.browser.eyes import wait_out_double_click
from tests.browser.served import GERMAN_FIRST
from tools.game_scenes import Table

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

#: Everything that a finger presses, where it is smaller than 44 pixels; of the letters
#: beside the zones, 26 on one sheet, either side may be.
SMALL = """() => [...document.querySelectorAll("button:not(.key)")]
  .filter(one => one.checkVisibility())
  .map(one => [one.textContent.trim(), one.getBoundingClientRect()])
  .filter(([, { width, height }]) => width < 43.5 || height < 43.5)
  .map(([text, { width, height }]) => [text, width, height])"""

#: The elements that open the maker's door.
DOOR = load_texts("en").find("web-door", "page")

#: The key of a letter: on the word rack, else beside the zones.
KEY = (
    ":is(dialog, .hot) .keys button:text-is('{0}'), "
    "main:not(:has(dialog, .hot.open)) .letters [aria-label^='{0}:']"
)

#: How much larger a page and its board are than the window.
OVER = """() => [document.documentElement, document.querySelector(".board")]
  .map(one => [one.scrollWidth, one.clientWidth, one.scrollHeight, one.clientHeight])
  .map(([wide, width, high, height]) => [wide - width, high - height])"""


#: How much higher the banner's text is than the banner.
BANNER_OVER = """() => {
  const high = (one) => document.querySelector(one).getBoundingClientRect().height;
  return high(".banner [role=status]") - high(".banner");
}"""


class Player:
    """A player at the virtual board, with a mouse."""

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
            await self.press(self.page.locator(KEY.format(letter)))

    async def _way(self, kind: str, zone: int) -> tuple[tuple[float, float], ...]:
        boxes = [
            await self.page.locator(one).bounding_box()
            for one in (f"[data-kind={kind}]", f"[data-zone='{zone}'] .pad")
        ]
        return tuple(
            (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in boxes
        )

    async def state(self) -> dict[str, Any]:
        """Return how things stand."""
        state: dict[str, Any] = await answer_to(
            self.page.request, self.demo.at("/api/state?as=board")
        )
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

    async def named(self, words: Any, code: str) -> None:
        """Press the button of that name."""
        name = words.find(code, "page")
        await self.press(self.page.get_by_role("button", name=name, exact=True))

    async def read_in(self, language: str) -> None:
        """Choose the language of the page, which offers only the other ones."""
        await self.page.locator(".languages").wait_for()
        if await self.page.locator("html").get_attribute("lang") != language:
            name = title(language)
            await self.press(self.page.get_by_role("button", name=name, exact=True))
        await self.page.locator(f"html[lang={language}]").wait_for()


class Toucher(Player):
    """A player with touch, without a mouse."""

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
    """A player with the keyboard only, who reaches each element by Tab."""

    async def press(self, where: Any) -> None:
        """Walk there, and press Enter."""
        await self._reach(where)
        await self.page.keyboard.press("Enter")

    async def lay(self, kind: str, zone: int) -> None:
        """Pick a piece, and walk to its zone; the arrows go from pad to pad."""
        heap = self.page.locator(f"[data-kind={kind}]")
        if await heap.get_attribute("aria-pressed") == "false":
            await self.press(heap)
        await self.press(self.page.locator(f"[data-zone='{zone}'] .pad"))

    async def spell(self, word: str) -> None:
        """Type the word into its field, or into the slots under the zones."""
        field = self.page.locator(".boxes input")
        if await field.count():
            await self._reach(field)
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
    """Choose players and words, guess each other's words, and open the scoresheet."""
    words = load_texts(language)
    page = player.page
    await player.named(words, "animal-owl")
    await player.press(page.locator(".who .line"))
    await player.press(page.locator(".segment button", has_text="3").first)
    await player.named(words, "maker-person")
    await player.named(words, "web-who-start")
    await player.until(lambda state: state["phase"] == "playing")
    for number, (word, kind) in enumerate(ROUNDS[language]):
        await one_round(player, words, number, word, kind)
    await player.until(lambda state: state["phase"] == "over")
    await player.press(
        page.get_by_role("link", name=words.find("web-title-sheet", "page"))
    )
    await page.wait_for_url("**/sheet*")
    for word, _ in ROUNDS[language]:
        await page.get_by_text(word, exact=True).first.wait_for()


async def one_round(
    player: Player, words: Any, number: int, word: str, kind: str
) -> None:
    """Lay the word on the rack, get a Yes if a piece is named, and guess it."""
    await player.until(lambda state: state["view"]["maker"] == number % 2)
    if number:
        await player.named(words, "web-round-next")
    await open_lid(player.page)
    await player.spell(word)
    await player.named(words, "web-secret-set")
    state = await player.until(lambda state: not state["view"]["waiting"])
    if kind:
        zone = state["view"]["first_zone"] - 1
        await player.lay(kind, zone + 1)
        await player.until(lambda one: one["board"]["lamps"][zone] == [False, True])
        await player.page.locator(f"[data-zone='{zone + 1}'].yes .loose").wait_for()
    await player.press(player.page.locator(".slot").first)
    await player.spell(word)
    await player.press(player.page.locator(".guess"))
    await player.until(lambda state: len(state["view"]["results"]) == number + 1)


async def begun(player: Player) -> dict[str, Any]:
    """Begin as last time, and return the state whose first piece the page shows."""
    await player.press(player.page.locator(".who .last .main"))
    state = await player.until(lambda state: state["view"] and state["view"]["holding"])
    await player.page.locator(f".bowl[data-kind={state['view']['holding']}]").wait_for()
    return state


#: A word for tests in which it does not matter.
MADE = "CAT"


async def person_makes(page: Any, demo: Any) -> None:
    """Begin a game of two in which a person has made the word, as a page does it."""
    host = Table(demo, (page.context,), "en")
    who = {"players": ["Ann", "Ben"], "board_makes": False}
    await host.post(0, "/api/begin", game="decipher", length=len(MADE), **who)
    await host.do(0, "secret", by=0, word=MADE)


async def open_door(page: Any) -> None:
    """Open the maker's door."""
    await page.get_by_role("button", name="Menu").click()
    await page.locator("dialog summary", has_text="Other pages").click()
    await page.get_by_role("button", name=DOOR).click()
    await page.locator(".door").wait_for()


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
    player = how(page, demo)
    await player.read_in(language)
    await whole_game(player, language)


async def test_a_tap_on_a_piece_and_a_tap_on_a_zone_do_without_dragging(
    demo, open_page
):
    """Tapping the piece and then a zone lays it without dragging (WCAG 2.5.7)."""
    page = await open_page(demo.at("/"), size=(800, 480), touch=True)
    player = Toucher(page, demo)
    state = await begun(player)
    zone = state["view"]["first_zone"]
    await page.locator(".bowl").tap()
    await page.locator(f"[data-zone='{zone}'] .pad").tap()
    await player.until(lambda state: state["zones"][zone - 1]["lamp"] in ("yes", "no"))


def went_on(before: dict[str, Any], state: dict[str, Any]) -> bool:
    """Return True if there was an answer and a piece is in hand again."""
    view = state["view"]
    answered = view["noes"] > before["noes"] or view["placed"] != before["placed"]
    return answered and bool(view["holding"])


async def laid(player: Player) -> tuple[dict[str, Any], int]:
    """Lay pieces until a Yes; return the state and the zone."""
    state = await begun(player)
    for _ in range(30):
        view = state["view"]
        kind = view["holding"]
        covered = [zone[KINDS.index(kind)] for zone in view["covered"]]
        zone = view["first_zone"] + covered.index(0)
        await player.lay(kind, zone)
        state = await player.until(partial(went_on, view))
        if any(map(any, state["view"]["placed"])):
            return state, zone
    raise AssertionError(state["view"])


@pytest.mark.parametrize("size", [(360, 640), (800, 480), (768, 1024)])
async def test_on_a_small_screen_nothing_lies_over_what_is_needed(
    demo, open_page, size
):
    """Start is in sight (U25), letters lie below or beside the zones, heaps apart."""
    page = await open_page(demo.at("/"), size=size)
    start = page.locator(".who .last .main")
    box = await start.bounding_box()
    assert box["y"] + box["height"] <= size[1] + 1
    await begun(Player(page, demo))
    told = {"headers": {"X-Letterzone": "1", "Origin": demo.at("")}}
    people = {"players": ["Mia", "Ben"], "board_makes": False, "length": 5, "rules": {}}
    for path, body in (
        ("/api/do", {"do": "end"}),
        ("/api/begin", people),
        ("/api/do", {"do": "secret", "by": 0, "word": "TIGER"}),
    ):
        sent = await command(page.request, demo.at(""), body)
        answer = await page.request.post(demo.at(path), data=sent, **told)
        assert answer.ok, await answer.text()
    await page.locator(".tray .heap").nth(3).wait_for()
    boxes = [
        await one.bounding_box()
        for name in (".zone .slot", ".middle > .letters", ".tray .heap", ".guess")
        for one in await page.locator(name).all()
    ]
    footer = size[0] < 600  # stays in sight while the letters scroll below it
    letters = 5
    for at, one in enumerate(boxes):
        for other in boxes[:at]:
            if not (footer and boxes[letters] in (one, other)):
                assert apart(one, other), (one, other)


def apart(one: dict[str, float], other: dict[str, float]) -> bool:
    """Return True if two boxes do not overlap."""
    return (
        one["x"] + one["width"] <= other["x"] + 1
        or other["x"] + other["width"] <= one["x"] + 1
        or one["y"] + one["height"] <= other["y"] + 1
        or other["y"] + other["height"] <= one["y"] + 1
    )


async def test_an_answer_is_announced_once(demo, open_page):
    """An answer is announced in exactly one live region."""
    page = await open_page(demo.at("/"), size=(1280, 800))
    player = Player(page, demo)
    state = await begun(player)
    zone = state["view"]["first_zone"]
    await player.lay(state["view"]["holding"], zone)
    said = page.locator("[role=status]").filter(has_text=f"one {zone}")
    await said.first.wait_for()
    assert await said.count() == 1


#: Notes that a page plays from now on.
LISTEN = """() => {
  window.heard = [];
  const Real = OscillatorNode;
  window.OscillatorNode = class extends Real {
    constructor(context, note) { super(context, note); heard.push(note.frequency); }
  };
}"""


async def test_at_home_the_board_sounds_until_it_is_turned_off(demo, open_page):
    """At home the board has sound, until it is switched off in the settings."""
    page = await open_page(demo.at("/"), size=(1280, 800))
    player = Player(page, demo)
    await begun(player)
    await page.evaluate(LISTEN)
    state = await player.state()
    await player.lay(state["view"]["holding"], state["view"]["first_zone"])
    await page.wait_for_function("() => heard.length > 0")
    await page.locator(".menu").click()
    await page.locator("dialog summary", has_text="Settings").click()
    await page.locator(".loudspeaker[aria-pressed=true]").click()
    await page.keyboard.press("Escape")
    await page.evaluate(LISTEN)
    state = await player.state()
    zone = state["view"]["first_zone"] + 1
    await player.lay(state["view"]["holding"], zone)
    await player.until(lambda now: now["n"] > state["n"])
    assert await page.evaluate("() => heard") == []


#: Nothing that has just come to lie in a zone still moves.
LIES_STILL = "() => !document.querySelector('.loose.fresh')?.getAnimations().length"


async def drag(page: Any, piece: Any) -> None:
    """Drag a laid piece to the right."""
    box = await piece.bounding_box()
    middle = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    await page.mouse.move(*middle)
    await page.mouse.down()
    await page.mouse.move(middle[0] + 60, middle[1], steps=4)
    await page.mouse.up()


#: Typed words, as keyboards, phones and PDFs write them, and their tiles.
TYPED = {
    "hobby": "HOBBY",
    "\uff28\uff4f\uff42\uff42\uff59": "HOBBY",  # full width
    "\ufb01sh": "FISH",  # a ligature
    "caf\u00e9": "CAFE",
    "cafe\u0301": "CAFE",  # the accent is a character of its own
    "gr\u00fcn": "GRUEN",
    "x\u2013ray": "X-RAY",
    "don\u00b4t": "DON'T",
}

LAID = """async (words) => {
  const { laid } = await import("/static/parts/letters/laid.js");
  return words.map((word) => laid(word, "en", 6));
}"""


async def test_a_typed_word_is_laid_in_tiles_in_every_unicode_form(demo, open_page):
    """The page folds as the board does (`firmware_host.words.folding`)."""
    page = await open_page(demo.at("/"))
    await page.locator(".who, .zones").first.wait_for()
    assert await page.evaluate(LAID, [*TYPED]) == [*TYPED.values()]
    assert [fold(word) for word in TYPED] == [*TYPED.values()]


async def held(page: Any) -> tuple[asyncio.Event, list[int]]:
    """Hold the taps of a page back until the event is set; list their zones."""
    sent, touched = asyncio.Event(), []

    async def slow(route: Any) -> None:
        touched.append(route.request.post_data_json["zone"])
        await sent.wait()
        await route.continue_()

    await page.route("**/api/board/touch*", slow)
    return sent, touched


async def test_a_laid_piece_moves_and_a_tap_on_it_lays_the_one_in_hand(demo, open_page):
    """Dragging a laid piece sends nothing; a tap on it is a tap on its zone."""
    page = await open_page(demo.at("/"), size=(1280, 800))
    player = Player(page, demo)
    state, zone = await laid(player)
    piece = page.locator(f"[data-zone='{zone}'] .loose").first
    await page.wait_for_function(LIES_STILL)
    await page.get_by_role("button", name="in your hand").wait_for()  # the next one
    before = await piece.evaluate("one => one.getBoundingClientRect().x")
    await drag(page, piece)
    assert await piece.evaluate("one => one.getBoundingClientRect().x") != before
    now = await player.state()
    assert now["view"]["noes"] == state["view"]["noes"]
    assert now["view"]["placed"] == state["view"]["placed"]
    turned = await piece.locator("g").get_attribute("transform")
    sent, touched = await held(page)
    async with page.expect_request("**/api/board/touch*"):
        await piece.click(force=True)
    # Before the board answers: a Yes may move the laid piece into a letter.
    assert await piece.locator("g").get_attribute("transform") == turned
    sent.set()
    await player.until(partial(went_on, state["view"]))
    assert touched == [zone]


async def test_a_laid_piece_turns_by_a_tap_while_nothing_is_in_hand(demo, open_page):
    """Clicked, double-clicked, dragged: the board is not asked, and nothing is lost."""
    page = await open_page(demo.at("/"), size=(1280, 800))
    player = Player(page, demo)
    await person_makes(page, demo)
    zone = (await player.state())["view"]["first_zone"] + MADE.index("A")
    await player.lay("red", zone)
    await player.until(lambda one: one["zones"][zone - 1]["lamp"] == "yes")
    piece = page.locator(f"[data-zone='{zone}'].yes .loose").first
    await piece.wait_for()
    await page.wait_for_function(LIES_STILL)
    state, asked = await player.state(), []
    page.on("request", lambda one: one.method == "POST" and asked.append(one.url))
    turned = await piece.locator("g").get_attribute("transform")
    await piece.click(force=True)
    assert await piece.locator("g").get_attribute("transform") != turned
    await piece.dblclick(force=True)
    await drag(page, piece)
    now = await player.state()
    assert now["view"] == state["view"]
    assert asked == []


async def test_letters_that_a_zone_cannot_be_are_pale_and_say_why(demo, open_page):
    """A help that can be switched off; then any letter can be typed."""
    page = await open_page(demo.at("/"), size=(1280, 800))
    player = Player(page, demo)
    state, zone = await laid(player)
    placed = state["zones"][zone - 1]["placed"]
    place = next(at for at, count in enumerate(placed) if count)
    other = {0: "C", 1: "O", 2: "T", 3: "L"}[place]  # which has no such piece
    key = page.locator(f".letters [aria-label^='{other}:']")
    await page.locator(f"[data-zone='{zone}'] .slot").click()
    await page.locator(f".letters [aria-label^='{other}:'].pale").wait_for()
    await key.click(force=True)
    await page.get_by_text(f"Zone {zone} is no {other}").wait_for()
    assert await page.locator(".slot.full").count() == 0
    await page.get_by_role("button", name="Menu").click()
    await page.locator("dialog summary", has_text="Settings").click()
    await page.get_by_role("button", name="Show which letters fit").click()
    await page.get_by_role("button", name="Close").click()
    await key.click()
    await page.locator(".slot.full").wait_for()
    assert await page.locator(".key.pale").count() == 0


async def test_a_wrong_guess_is_said_and_so_is_the_word_in_the_end(demo, open_page):
    """
    U15: with every token, and how many are left.

    How the round has ended stays until the next tap: the next one has begun by then
    where the board makes it.
    """
    page = await open_page(demo.at("/"), size=(800, 480))
    player = Player(page, demo)
    await begun(player)
    for word, said, toast in (
        ("MUMMY", "Fox: MUMMY is wrong.", "Guesses left: 2"),
        ("PUPPY", "Fox: PUPPY is wrong.", "Guesses left: 1"),
        ("JAZZY", "Nobody found the word: ", ""),
    ):
        await page.locator(".slot").first.click()
        await page.keyboard.type(word)
        await page.locator(".guess:not(:disabled)").click()
        await page.locator(".banner", has_text=said).wait_for()
        assert await page.evaluate(BANNER_OVER) <= 1
        if toast:
            told = page.locator(".toast", has_text=word)
            await told.get_by_text(toast).wait_for()
            assert "That is not the word." in await told.inner_text()
    await player.until(lambda one: one["view"]["round"] == 2 and one["view"]["holding"])
    state = await player.state()
    await page.locator(".ahead .main").click()
    await player.lay(state["view"]["holding"], state["view"]["first_zone"])
    await player.until(lambda one: one["view"]["last"])
    await page.get_by_text("Nobody found the word: ").wait_for(state="detached")


async def test_what_is_taken_back_says_so_and_what_to_do_next(demo, open_page):
    """After an undo a message says so and names the next action, and a tap counts."""
    page = await open_page(demo.at("/"))
    player = Player(page, demo)
    state = await begun(player)
    await player.lay(state["view"]["holding"], state["view"]["first_zone"])
    await player.until(lambda one: one["view"]["last"])
    await page.locator("button.menu").click()
    await page.get_by_role("button", name="Take back: ").click()
    toast = page.locator(".toast", has_text="The last move is taken back.")
    await toast.wait_for()
    state = await player.until(lambda one: not one["view"]["last"])
    assert state["line"] in await toast.inner_text()
    await player.lay(state["view"]["holding"], state["view"]["first_zone"])
    await player.until(lambda one: one["view"]["last"])


async def test_a_pulled_plug_says_that_nothing_is_lost(demo, open_page, eyes):
    """
    After a restart the page says that nothing is lost, and what to do next.

    A page that is opened later says so too.
    """
    eyes.expect("ERR_CONNECTION_(REFUSED|RESET)|WebSocket connection")
    page = await open_page(demo.at("/"))
    player = Player(page, demo)
    state = await begun(player)
    await page.close()
    demo.kill()
    again = demos.start(demo.folder)
    try:
        page = await open_page(again.at("/"))
        toast = page.locator(".toast", has_text="The power is back. Nothing is lost.")
        await toast.wait_for()
        assert state["line"] in await toast.inner_text()
        wall = await open_page(again.at("/wall"))
        await wall.locator("h1", has_text="The power is back.").wait_for()
    finally:
        again.kill()


async def test_a_trouble_is_switched_on_named_and_undone(demo, open_page):
    """With the cable switched off the page shows the fault, and none afterwards."""
    page = await open_page(demo.at("/"))
    player = Player(page, demo)
    await begun(player)
    await open_door(page)
    cable = partial(page.get_by_role, "switch", name="The cable is pulled out")
    await cable(checked=False).click()
    fault = await player.until(lambda state: state["fault"])
    await page.get_by_text(fault["fault"]).first.wait_for()
    await wait_out_double_click(page)
    await cable(checked=True).click()  # which it is once the board says so
    await player.until(lambda state: not state["fault"])
    await cable(checked=False).wait_for()
    await page.keyboard.press("Escape")
    await page.locator(".door").wait_for(state="detached")


async def test_a_piece_and_a_tile_are_held_to_the_racks_pad(demo, open_page):
    """A piece is played from there by its zone's number, as with a dead pad."""
    page = await open_page(demo.at("/"), size=(1280, 800))
    player = Player(page, demo)
    state = await begun(player)
    kind, zone = state["view"]["holding"], state["view"]["first_zone"]
    await open_door(page)
    await page.locator(f"[data-rack={kind}]").click()
    await player.until(lambda one: one["line"] != state["line"])
    await player.press(player.button(f"zone-{zone}"))
    await player.until(lambda one: one["zones"][zone - 1]["lamp"] in ("yes", "no"))
    await page.locator("[data-rack=B]").click()
    await player.until(lambda one: "B????" in one["line"])


async def test_the_table_screen_alone_shows_the_teachers_code(demo, open_page):
    """The teacher's code is on the table screen while the service button is held."""
    page = await open_page(demo.at("/"))
    player = Player(page, demo)
    await begun(player)
    await open_door(page)
    before = (await player.state())["board"]["screens"]["table"]
    box = await player.button("service").bounding_box()
    await page.mouse.move(box["x"] + 20, box["y"] + 20)
    await page.mouse.down()
    held = await player.until(lambda one: one["board"]["screens"]["table"] != before)
    assert "code" not in held["line"].lower()
    await page.mouse.up()


@pytest.mark.parametrize(
    "size",
    [
        (800, 480),
        pytest.param((1280, 800), marks=HARDER),
        pytest.param((1920, 1080), marks=HARDER),
        (390, 844),
        pytest.param((768, 1024), marks=HARDER),
    ],
)
async def test_the_board_fills_the_screen_without_scrolling(demo, open_page, size):
    """The board needs no scrolling, and its controls are large enough to touch."""
    page = await open_page(demo.at("/"), size=size)
    player = Player(page, demo)
    await begun(player)
    await page.locator(".zone.in-word").first.wait_for()
    assert await page.evaluate(OVER) == [[0, 0], [0, 0]]
    assert await page.evaluate(SMALL) == []


@pytest.mark.parametrize(
    "looks",
    [
        (((1280, 800), "light", "none"), ((390, 844), "dark", "none")),
        pytest.param(
            (((320, 800), "light", "none"), ((800, 480), "light", "active")),
            marks=HARDER,
        ),
    ],
    ids=str,
)
async def test_axe_finds_nothing_in_any_state(demo, open_page, eyes, looks):
    """Axe finds no violation in any state of the board's page."""
    eyes.expect("Applying inline style")  # axe's own, while it looks
    page = await open_page(demo.at("/"))
    ann = Table(demo, (page.context,), "en")

    async def fine(shown):
        """Axe finds nothing in any look; at last it is in sight without scrolling."""
        await page.locator(shown).first.wait_for()
        for (width, height), scheme, forced in looks:
            await page.set_viewport_size({"width": width, "height": height})
            await page.emulate_media(color_scheme=scheme, forced_colors=forced)
            assert (shown, width, await violations(page)) == (shown, width, [])
        box = await page.locator(shown).first.bounding_box()
        assert (shown, box["y"] + box["height"] <= height + 1) == (shown, True)

    await fine(".who .last .main")
    await page.get_by_role("button", name="Owl", exact=True).click()
    await page.get_by_role("button", name="Other games").click()
    await fine(".who .last .main")
    await page.locator(".who .line").click()
    await page.locator(".who .line").click()
    await fine(".who .segment")
    await person_makes(page, demo)
    await fine(".zone.in-word")
    await page.get_by_role("button", name="Menu").click()
    await fine("dialog")
    await page.locator("dialog summary", has_text="Other pages").click()
    await page.get_by_role("button", name=DOOR).click()
    await fine(".door")
    await page.keyboard.press("Escape")
    await ann.do(0, "guess", by=1, word=MADE)
    await fine(".ahead .main")
    assert "Ben found the word" in await page.inner_text(".banner .line")
    await ann.do(0, "end")
    await fine(".ahead .main")


async def test_it_says_within_three_seconds_that_the_line_is_down(
    demo, open_page, eyes
):
    """A lost connection is shown within three seconds."""
    # While the process of the pages ends it may still answer with 503.
    eyes.expect("ERR_CONNECTION_(REFUSED|RESET)|WebSocket connection|status of 503")
    page = await open_page(demo.at("/"))
    await page.locator(".who").wait_for()
    demo.kill()
    began = time.monotonic()
    await page.get_by_text("Reconnecting").wait_for()
    assert time.monotonic() - began < 3


async def test_a_guess_is_typed_in_place(demo, open_page):
    """A guess can be typed: letters, Backspace, arrows and Enter."""
    page = await open_page(demo.at("/"), size=(800, 480))
    player = Player(page, demo)
    await begun(player)
    await page.locator(".slot.now").wait_for()
    await page.keyboard.type("bread")
    assert "".join(await page.locator(".slot").all_inner_texts()) == "BREAD"
    await page.keyboard.press("Backspace")
    await page.keyboard.type("k")
    assert await page.locator(".guess").inner_text() == "Guess BREAK"
    await page.keyboard.press("Enter")
    await player.until(lambda one: one["view"]["guesses"] == [[0, "BREAK"]])


async def test_a_word_that_is_typed_begins_with_its_first_letter(demo, open_page):
    """Wherever the board has answered last, and whatever the mouse has pressed last."""
    page = await open_page(demo.at("/"), size=(800, 480))
    player = Player(page, demo)
    await begun(player)
    kind = (await player.state())["view"]["holding"]
    await player.lay(kind, 3)
    await page.locator(".slot.now").nth(0).wait_for()
    await page.locator("[data-zone='3'] .slot.now").wait_for()
    await page.get_by_role("heading", name="Zone 3 can still be").wait_for()
    fits = await page.locator(".key:not(.pale)").first.get_attribute("value")
    word = f"BR{fits}AD"
    await page.locator(".dish .bowl").click()  # a piece is in the hand
    await page.keyboard.type(word)
    assert "".join(await page.locator(".slot").all_inner_texts()) == word
    await page.locator(".guess:focus").wait_for()
    await page.keyboard.press("Enter")
    await player.until(
        lambda one: (0, word) in map(tuple, one["view"]["guesses"]) or one["note"]
    )


async def test_nothing_moves_under_a_finger_where_who_plays_is_asked(demo, open_page):
    """The games come late: till then there is nothing that could be missed."""
    page = await open_page(demo.at("/wall"), size=(800, 480))
    asked, told = asyncio.Event(), asyncio.Event()

    async def late(route):
        asked.set()
        await told.wait()
        await route.continue_()

    await page.route("**/api/games*", late)
    await page.goto(demo.at("/"))
    await asked.wait()
    begin = page.locator(".who .last .main")
    assert not await begin.is_visible()
    told.set()
    await begin.wait_for()
    before = await begin.bounding_box()
    await page.get_by_role("button", name="Word of the day").wait_for()
    assert await begin.bounding_box() == before


#: Whether any of the ones lies over any of the others; of a text its words alone count.
COVERED = """([ones, others]) => {
  const boxes = (what) => [...document.querySelectorAll(what)].map(one => {
    const range = document.createRange();
    range.selectNodeContents(one);
    return (one.matches("p, h1") ? range : one).getBoundingClientRect();
  });
  return boxes(ones).some(a => boxes(others).some(b =>
    a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom));
}"""


async def test_nothing_lies_over_another_once_a_game_is_over(demo, open_page):
    """Cards in zones that are narrow beside the winner; then who plays, once more."""
    page = await open_page(demo.at("/"), size=(800, 480), lang="de")
    host = Table(demo, (page.context,), "de")
    await host.post(0, "/api/begin", game="keyword", players=["Ann", "Ben"])
    await host.do(0, "deal")
    await page.locator(".pad .kw-card").nth(5).wait_for()
    await host.do(0, "end")
    await page.locator(".ahead .main").wait_for()
    for zone in range(1, 7):
        card = f"[data-zone='{zone}'] .kw-card"
        beside = f".zone:not([data-zone='{zone}']) .pad"
        assert not await page.evaluate(COVERED, [card, beside])
        own = [f"[data-zone='{zone}'] .screen", f"[data-zone='{zone}'] .lamp"]
        assert not await page.evaluate(COVERED, own)
    await page.locator(".ahead .main").click()
    await page.locator(".corners .skip").wait_for()
    assert not await page.evaluate(COVERED, [".corners > *", ".who > :is(h1, p)"])


async def test_who_plays_fits_a_small_screen(demo, open_page):
    """On a small window no choice of the start page is under the start button."""
    page = await open_page(demo.at("/"), size=(800, 480))
    await page.get_by_role("button", name="Deutsch").click()
    await page.get_by_role("button", name="Eule", exact=True).click()
    begin = await page.locator(".who .last").bounding_box()
    for one in await page.locator(".who :is(.place, .other)").all():
        box = await one.bounding_box()
        assert box["y"] + box["height"] <= begin["y"]
    await page.locator(".who .line").click()
    await page.get_by_role("group", name="Welche Wörter?").wait_for()
    inside = await page.locator(".who .mid").bounding_box()
    assert inside["y"] + inside["height"] <= begin["y"]


#: Whether the banner's sentence lies in the banner and beside the players, how wide it
#: may be, and whether the player on turn is in sight when the players are scrolled.
CROWDED = """() => {
  const box = (one) => document.querySelector(one).getBoundingClientRect();
  const banner = box(".banner"), status = box(".banner [role=status]");
  const chips = document.querySelector(".chips"), side = box(".chips");
  const seen = [0, chips.scrollWidth].map((left) => {
    chips.scrollLeft = left;
    const turn = box(".chip.turn");
    return turn.left >= side.left - 1 && turn.right <= side.right + 1;
  });
  return [status.top >= banner.top - 1 && status.bottom <= banner.bottom + 1
    && banner.right <= side.left, status.width, ...seen];
}"""


@pytest.mark.parametrize("path", ["/", "/tablet"])
async def test_many_players_leave_the_sentence_its_room(demo, open_page, path):
    """The banner's sentence is readable beside eight players, in German too."""
    page = await open_page("about:blank", lang="de", knows=True)
    host = Table(demo, (page.context,), "de")
    names = ["Ann", "Ben", "Cem", "Dora", "Emil", "Fay", "Gus", "Hana"]
    wishes = {"game": "decipher", "language": "de", "length": 6, "board_makes": True}
    assert await host.post(0, "/api/begin", players=names, **wishes)
    await page.goto(demo.at(path))
    await page.locator(".chip >> nth=8").wait_for()
    await page.get_by_text("In welches Feld gehört dieses Teil?").wait_for()
    for width, height in ((800, 480), (1280, 800), (1920, 1080)):
        await page.set_viewport_size({"width": width, "height": height})
        fits, wide, *seen = await page.evaluate(CROWDED)
        assert (fits, seen, wide >= 150) == (True, [True, True], True), (width, wide)


@pytest.mark.parametrize("language", GERMAN_FIRST)
async def test_a_wall_that_no_phone_can_reach_keeps_its_zones(
    demo, open_page, language
):
    """A wall without a reachable address has room for the zones beside the sentence."""
    page = await open_page(demo.at("/"), size=(1920, 1080))
    player = Player(page, demo)
    await begun(player)
    await page.goto(demo.at(f"/wall?lang={language}"))
    await page.locator(".door.shut").wait_for()
    await page.locator(".wall .zones").wait_for()
    boxes = [
        await page.locator(one).bounding_box() for one in (".wall .zones", ".door.shut")
    ]
    assert boxes[0]["height"] > 400
    assert boxes[1]["y"] + boxes[1]["height"] <= 1080


async def test_a_dropped_piece_rests_there_until_the_board_answers(demo, open_page):
    """
    P6 and P8: a dropped piece stays in its zone until the answer.

    A zone outside the word takes none.
    """
    page = await open_page(demo.at("/"))
    host = Table(demo, (page.context,), "en")
    await host.post(0, "/api/begin", game="decipher", players=["Ann", "Ben"], length=4)
    player = Player(page, demo)
    state = await player.until(lambda now: now["view"] and now["view"]["holding"])
    kind, first = state["view"]["holding"], state["view"]["first_zone"]
    await page.locator(f".bowl[data-kind={kind}]").wait_for()
    sent, touched = await held(page)
    assert first == 1
    assert await page.locator(".zone.out button").count() == 0
    await player.lay(kind, first + 4)
    await player.lay(kind, first)
    piece = page.locator(f"[data-zone='{first}'] .resting")
    await piece.wait_for()
    drawn = await piece.bounding_box()
    pad = await page.locator(f"[data-zone='{first}'] .pad").bounding_box()
    middle = drawn["x"] + drawn["width"] / 2, drawn["y"] + drawn["height"] / 2
    assert abs(middle[0] - pad["x"] - pad["width"] / 2) < 5
    assert abs(middle[1] - pad["y"] - pad["height"] / 2) < 5
    sent.set()
    await piece.wait_for(state="detached")
    assert touched == [first]


async def test_the_same_piece_in_the_same_zone_again_is_another_tap(demo, open_page):
    """A second drag of the same piece to the same zone is a second tap."""
    page = await open_page(demo.at("/"))
    host = Table(demo, (page.context,), "en")
    await host.post(0, "/api/begin", game="decipher", players=["Ann", "Ben"], length=4)
    player = Player(page, demo)
    state = await player.until(lambda now: now["view"] and now["view"]["holding"])
    kind, zone = state["view"]["holding"], state["view"]["first_zone"]
    bowl, pad = page.locator(f".bowl[data-kind={kind}]"), f"[data-zone='{zone}'] .pad"
    await bowl.wait_for()
    sent, touched = await held(page)
    await bowl.drag_to(page.locator(pad))
    await bowl.drag_to(page.locator(pad))
    async with page.expect_response(lambda _: len(touched) > 1):
        sent.set()
    assert touched == [zone, zone]

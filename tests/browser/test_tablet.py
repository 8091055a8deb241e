"""Build zero: a tablet under real pieces is the board, and a touch is a tap."""

import asyncio
import re
from typing import Any

import pytest

from firmware_host.app.content.languages import load_texts
from tests.browser import demo as demos
from tests.browser.axe import violations
from tests.browser.demo import open_lid
from tests.browser.served import GERMAN_FIRST
from tests.browser.test_board import KINDS, OVER, SMALL, Player
from tests.opened import played_before

#: Sizes of tablets in both orientations, and of other devices.
SIZES = [(1280, 800), (1024, 768), (800, 1280), (768, 1024), (800, 480), (390, 844)]

#: The word that a person makes, and its first letter's only piece.
WORDS = {"en": ("CAT", "blue"), "de": ("CHEF", "blue")}

#: Longer than touches that belong together, in seconds.
APART_S = 0.3

#: Where every zone is, to the tenth of a pixel.
PLACES = """() => [...document.querySelectorAll(".zone .pad")]
  .map(one => one.getBoundingClientRect())
  .map(({ x, y, width, height }) => [x, y, width, height].map(n => n.toFixed(1)))"""


class Toucher(Player):
    """Fingers on the glass: one, two at once, or one that slides."""

    async def press(self, where: Any) -> None:
        """Touch a button."""
        await where.tap()

    async def lay(self, kind: str, zone: int) -> None:
        """Choose a kind where people hand pieces over, and touch the zone."""
        chosen = self.page.locator(f"button[data-kind={kind}]")
        if await chosen.count():
            await chosen.tap()
        await self.touch(zone)

    async def touch(self, *zones: int, slide: float = 0, held_s: float = 0.05) -> None:
        """Touch the middle of some zones at once; slide so far, in pixels; let go."""
        boxes = [
            await self.page.locator(f"[data-zone='{zone}'] .pad").bounding_box()
            for zone in zones
        ]
        points = [
            {
                "x": box["x"] + box["width"] / 2,
                "y": box["y"] + box["height"] / 2,
                "id": n,
            }
            for n, box in enumerate(boxes)
        ]
        fingers = await self.page.context.new_cdp_session(self.page)
        moved = [{**one, "x": one["x"] + slide} for one in points]
        for what, at in (
            ("touchStart", points),
            *([("touchMove", moved)] if slide else []),
        ):
            await fingers.send(
                "Input.dispatchTouchEvent", {"type": what, "touchPoints": at}
            )
        await asyncio.sleep(held_s)
        await fingers.send(
            "Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []}
        )

    async def tap(self, zone: int, before: dict[str, Any]) -> dict[str, Any]:
        """
        Touch *zone*; return the state with its answer, once the page takes another tap.

        The tap before was in another zone: each zone shows only the newest answer.
        """
        async with self.page.expect_response("**/api/board/touch*"):
            await self.touch(zone)
        return await self.shown(zone, before)

    async def shown(self, zone: int, before: dict[str, Any]) -> dict[str, Any]:
        """Return the first state that answers a tap, once the page shows the answer."""
        state = await self.until(answered(before))
        await self.page.locator(f"[data-zone='{zone}'] .said").wait_for()
        return state

    async def says(self, code: str, language: str = "en") -> None:
        """Wait until the glass says a sentence."""
        words = load_texts(language).find(code, "page")
        await self.page.locator(".banner", has_text=words).wait_for()


async def begin(open_page: Any, demo: Any, **how: Any) -> Toucher:
    """Return a player who has begun a game, with the first piece in hand."""
    how = {"size": (1280, 800), "touch": True} | how
    player = Toucher(await open_page(demo.at("/tablet"), **how), demo)
    await player.press(player.page.locator(".who .last .main"))
    await player.until(lambda state: state["view"] and state["view"]["holding"])
    await player.page.locator(".handed").wait_for()
    return player


def answered(before: dict[str, Any]) -> Any:
    """Return a predicate that is true once a tap was answered."""
    view = before["view"]
    return lambda now: (
        (now["view"]["noes"] > view["noes"] or now["view"]["placed"] != view["placed"])
        and bool(now["view"]["holding"])
    )


@pytest.mark.parametrize("language", GERMAN_FIRST)
async def test_a_round_with_real_pieces_by_touch_alone(demo, open_page, language):
    """A person makes the word; a kind is chosen, its zone touched, the word guessed."""
    page = await open_page(demo.at("/tablet"), size=(1024, 768), touch=True)
    player, words = Toucher(page, demo), load_texts(language)
    await player.read_in(language)
    word, kind = WORDS[language]
    await player.named(words, "animal-owl")
    await player.press(page.locator(".who .line"))
    await player.press(page.locator(".segment button", has_text=str(len(word))).first)
    await player.named(words, "maker-person")
    await player.named(words, "web-who-start")
    await player.until(lambda state: state["phase"] == "playing")
    await open_lid(page)
    for letter in word:
        await player.press(page.locator(f".hot .keys button:text-is('{letter}')"))
    await player.named(words, "web-secret-set")
    state = await player.until(lambda state: not state["view"]["waiting"])
    first = state["view"]["first_zone"]
    await player.touch(first)
    await player.says("web-tablet-pick", language)
    await player.lay(kind, first)
    await page.locator(f"[data-zone='{first}'].yes .said").wait_for()
    await page.locator(f"[data-zone='{first}'] .rest.{kind}").wait_for()
    await player.lay("red", first)
    await page.locator(f"[data-zone='{first}'].no .no-token.red").wait_for()
    await player.press(page.locator(".slot").first)
    for letter in word:
        await player.press(page.locator(f".letters [aria-label^='{letter}:']"))
    await player.press(page.locator(".guess"))
    await player.until(lambda state: len(state["view"]["results"]) == 1)
    await page.locator(".ahead .main").wait_for()
    assert [one.strip() for one in await page.locator(".locked").all_inner_texts()] == [
        *word
    ]


async def test_the_glass_says_which_piece_by_picture_and_word(demo, open_page):
    """
    The tablet shows the piece by picture and word, and a touch taps it.

    Its zone shows the answer.
    """
    player = await begin(open_page, demo)
    state = await player.state()
    kind, zone = state["view"]["holding"], state["view"]["first_zone"]
    name = load_texts("en").find(f"kind-{kind}", "page")
    assert name in await player.page.locator(".handed").inner_text()
    await player.page.locator(f".handed .piece.{kind}").wait_for()
    await player.touch(zone)
    now = await player.until(answered(state))
    lamp = now["zones"][zone - 1]["lamp"]
    said = player.page.locator(f"[data-zone='{zone}'] .said.{lamp}")
    await said.wait_for()
    assert (await said.inner_text()).strip() == lamp.upper()


@pytest.mark.parametrize("what", ["two zones", "slides", "leans"])
async def test_a_hand_on_the_glass_is_no_tap(demo, open_page, what):
    """Two zones at once are unclear; moving a piece and leaning are nothing."""
    player = await begin(open_page, demo)
    state = await player.state()
    zone = state["view"]["first_zone"]
    if what == "two zones":
        await player.touch(zone, zone + 1)
        await player.says("web-tablet-two")
    elif what == "slides":
        await player.touch(zone, slide=60)
    else:
        await player.touch(zone, held_s=1.6)
    await asyncio.sleep(APART_S)
    now = await player.state()
    assert now["view"] == state["view"]
    await player.touch(zone)  # and the next touch counts
    await player.until(answered(state))


async def test_two_fingers_in_one_zone_are_one_tap(demo, open_page):
    """Two fingers in one zone are one tap."""
    player = await begin(open_page, demo)
    state = await player.state()
    zone = state["view"]["first_zone"]
    await player.touch(zone, zone)
    now = await player.until(answered(state))
    assert now["view"]["noes"] + sum(map(sum, now["view"]["placed"])) == 1


async def test_a_touch_while_the_board_answers_is_not_lost_in_silence(demo, open_page):
    """The page says that the board answers still; then the next touch counts."""
    player = await begin(open_page, demo)
    state = await player.state()
    zone = state["view"]["first_zone"]
    sent: list[int] = []
    go_on = asyncio.Event()

    async def keep(route: Any) -> None:
        sent.append(1)
        await go_on.wait()
        await route.continue_()

    await player.page.route("**/api/board/touch*", keep)
    await player.touch(zone)
    await asyncio.sleep(APART_S)
    await player.touch(zone + 1)
    await player.says("web-tablet-busy")
    assert sent == [1]
    go_on.set()
    now = await player.shown(zone, state)
    await player.touch(zone + 1)
    await player.until(answered(now))


async def test_a_zone_where_the_piece_was_a_no_takes_it_no_more(demo, open_page):
    """
    A zone in which the piece was a No is disabled and says why.

    A touch there sends nothing.
    """
    player = await begin(open_page, demo)
    state = await player.state()
    for number in range(30):
        view = state["view"]
        place = KINDS.index(view["holding"])
        zone = view["first_zone"] + number % view["length"]
        covered = [
            face["zone"]
            for face in state["zones"]
            if face["in_word"] and face["covered"][place]
        ]
        if covered:
            break
        state = await player.tap(zone, state)
    sent: list[str] = []
    player.page.on("request", lambda one: sent.append(one.method))
    pad = player.page.locator(f"[data-zone='{covered[0]}'] .pad[aria-disabled=true]")
    await pad.wait_for()
    assert "Not here:" in (await pad.get_attribute("aria-label") or "")
    await player.touch(covered[0])
    await player.page.locator(".banner .why", has_text="Not here:").wait_for()
    assert "POST" not in sent
    assert (await player.state())["view"]["noes"] == state["view"]["noes"]


@pytest.mark.parametrize(
    "size",
    [pytest.param(one, marks=pytest.mark.long) for one in SIZES[:-2]] + SIZES[-2:],
    ids=str,
)
async def test_no_zone_moves_and_nothing_scrolls(demo, open_page, size):
    """Lying or upright, whatever is said: real pieces lie on the zones."""
    player = await begin(open_page, demo, size=size)
    before = await player.page.evaluate(PLACES)
    state = await player.state()
    for zone in state["view"]["first_zone"], state["view"]["first_zone"] + 1:
        state = await player.tap(zone, state)
    await player.touch(1, 2)
    await player.says("web-tablet-two")
    assert await player.page.evaluate(PLACES) == before
    assert await player.page.evaluate(OVER) == [[0, 0], [0, 0]]
    assert await player.page.evaluate(SMALL) == []


async def test_the_page_turns_to_whoever_sits_on_the_other_side(demo, open_page):
    """A touch still counts for the zone under the finger."""
    player = await begin(open_page, demo)
    state = await player.state()
    turn = load_texts("en").find("web-tablet-turn", "page")
    before = await player.page.locator("[data-zone='1']").bounding_box()
    await player.press(player.page.get_by_role("button", name=turn))
    after = await player.page.locator("[data-zone='1']").bounding_box()
    assert after["x"] > before["x"]
    await player.touch(state["view"]["first_zone"])
    await player.until(answered(state))


async def test_a_zone_is_tapped_by_key_too(demo, open_page):
    """A zone can be tapped by key, as voice control and screen readers do."""
    player = await begin(open_page, demo)
    state = await player.state()
    zone = state["view"]["first_zone"]
    await player.page.locator(f"[data-zone='{zone}'] .pad").focus()
    await player.page.keyboard.press("Enter")
    await player.until(answered(state))


@pytest.mark.parametrize(
    "how",
    [
        {"size": (1280, 800), "scheme": "dark"},
        {"size": (768, 1024), "scheme": "light", "lang": "de"},
        pytest.param(
            {"size": (1024, 768), "forced_colors": True}, marks=pytest.mark.long
        ),
    ],
    ids=str,
)
async def test_axe_finds_nothing_in_play(demo, open_page, how):
    """WCAG 2.2 up to AA, with an answer on the glass."""
    player = await begin(open_page, demo, **how)
    state = await player.state()
    await player.touch(state["view"]["first_zone"])
    await player.until(answered(state))
    assert await violations(player.page) == []


async def test_another_game_says_where_it_is_played(demo, open_page):
    """Another game shows a link to the page on which it is played."""
    page = await open_page(demo.at("/tablet"), size=(1024, 768), touch=True)
    player = Toucher(page, demo)
    await player.press(page.get_by_role("button", name="Other games"))
    await player.press(page.get_by_role("button", name="WQRDLES"))
    await player.named(load_texts("en"), "animal-owl")
    await player.named(load_texts("en"), "web-who-start")
    await page.locator(".elsewhere a[href='/']").wait_for()
    assert await violations(page) == []


async def test_a_tablet_comes_in_by_the_address_that_is_printed(
    tmp_path, open_page, eyes, monkeypatch
):
    """The printed address opens the tablet's page; without its key it is denied."""
    eyes.expect("403")
    printed = re.compile(r"http://[\d.]+:\d+/tablet#\S+")
    monkeypatch.setattr(demos, "ADDRESS", printed)
    played_before(tmp_path / "demo")
    running = demos.start(tmp_path / "demo", "--lan")
    try:
        here = re.sub("//[^:]+:", "//127.0.0.1:", running.address)  # no other machine
        tablet = await open_page(here, touch=True)
        await tablet.locator(".who .last .main").wait_for()
        assert "#" not in tablet.url
        stranger = await open_page(here.partition("#")[0], touch=True)
        await stranger.locator(".denied").wait_for()
        for page in (tablet, stranger):  # before the line goes down
            await page.context.close()
    finally:
        running.kill()

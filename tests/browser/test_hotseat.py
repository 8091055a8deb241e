"""
The hot seat: players look one after another at a shared screen.

The open seat's data comes on a socket of its own. After the lid is closed none of it is
on the page, in the browser's storage, in a document or in a second tab.
"""

import asyncio
import json
import re
from string import ascii_uppercase

import pytest
from playwright.async_api import expect

from tests.browser.axe import violations
from tests.browser.demo import answer_to, command
from tests.browser.eyes import BEYOND, SMALL

HEADERS = {"X-Letterzone": "1"}

#: The games, and the actions before a player has a secret.
GAMES = {
    "decipher": ({"do": "secret", "by": 0, "word": "HOBBY"},),
    "keyword": ({"do": "deal"},),
    "codecards": ({"do": "deal"},),
    "wqrdles": (
        {"do": "secret", "by": 0, "word": "HOUSE"},
        {"do": "secret", "by": 1, "word": "PANDA"},
    ),
}

#: Who plays, by animal.
TWO, THREE = ("fox", "owl"), ("fox", "owl", "frog")

SIZES = ((390, 844), (800, 480), (768, 1024), (1280, 800), (1920, 1080))

#: The seconds that a page may take to draw a message.
PATIENCE_S = 10

#: The number of heap snapshots that may still have a text just sent.
SNAPSHOTS = 20

#: All that a page holds and keeps, its shadow roots included.
HOLDS = """() => {
  const inside = node => [...node.querySelectorAll("*")].flatMap(one =>
    one.shadowRoot ? [one.shadowRoot.innerHTML, ...inside(one.shadowRoot)] : []);
  return JSON.stringify([document.documentElement.outerHTML, ...inside(document),
    {...localStorage}, {...sessionStorage}, document.cookie, location.href,
    history.length, history.state, document.title]);
}"""

#: Counts how often the knob of the lid begins to shake.
SHAKES = """() => { window.shakes = 0; addEventListener("animationstart", event =>
  { window.shakes += event.animationName === "knob-shake"; }); }"""

#: The visible and the accessible text of each element behind the lid.
BEHIND = """() => {
  const texts = new Set();
  const walk = node => { for (const one of node.querySelectorAll("*")) {
    if (one.shadowRoot) walk(one.shadowRoot);
    for (const name of ["aria-label", "value", "data-card"]) {
      if (one.getAttribute(name)) texts.add(`${name}="${one.getAttribute(name)}"`);
    }
    if (!one.children.length && one.textContent.length > 2) texts.add(one.textContent);
  } };
  walk(document.querySelector(".hot.open .behind"));
  return [...texts];
}"""


class Screen:
    """
    A screen that two share, and a second tab of it.

    Args:
        page: The screen.
        other: The second tab.
        at: The address.
    """

    def __init__(self, page, other, at) -> None:
        self.page, self.other, self.at = page, other, at
        self.private: list[str] = []
        self.public: list[str] = []
        self.lid = page.locator(".lid-knob")
        self.open = page.locator(".hot.open")

    def listen(self):
        """Record the messages of each socket of both tabs."""

        def heard(socket):
            to = self.private if "as=hot" in socket.url else self.public
            socket.on("framereceived", lambda text: to.append(str(text)))

        self.page.on("websocket", heard)
        self.other.on("websocket", heard)

    async def press(self):
        """Press the knob of the lid, and do not let go."""
        await self.lid.wait_for()
        box = await self.lid.bounding_box()
        mouse = self.page.mouse
        await mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        await mouse.down()

    async def look(self):
        """Open the lid and wait for the content behind it."""
        await self.press()
        await self.open.wait_for()
        await self.page.mouse.up()
        await self.page.locator(".hot.open .behind > *").first.wait_for()

    async def behind(self, before):
        """Return the texts behind the open lid that were not there *before*."""
        async with asyncio.timeout(PATIENCE_S):
            while True:
                now = await self.page.evaluate(BEHIND)
                if new := [one for one in now if one not in before]:
                    return new
                await asyncio.sleep(0.05)

    async def covered(self):
        """Wait until the lid is closed again."""
        await self.open.wait_for(state="detached")

    async def line(self, **item):
        """Send a line of the game, as the board does."""
        body = await command(self.page.request, self.at, item)
        answer = await self.page.request.post(
            f"{self.at}/api/do", data=body, headers=HEADERS
        )
        assert answer.ok, await answer.text()


async def begin(  # noqa: PLR0913 - each is one thing that tables differ in
    demo,
    open_page,
    game,
    *,
    size=(1280, 800),
    before=True,
    animals=TWO,
    names=None,
    language="en",
    **how,
):
    """Return a screen at which a game has begun, of two where nothing else is said."""
    at = demo.at("").rstrip("/")
    page = await open_page(demo.at("/"), size=size, **how)
    await page.evaluate(
        "for (const game of ['keyword', 'codecards', 'wqrdles', 'decipher'])"
        " localStorage.setItem(`lesson-${game}`, 'shown')"
    )
    other = await page.context.new_page()
    screen = Screen(page, other, at)
    screen.listen()
    wanted = {
        "players": names or ["*"] * len(animals),
        "animals": list(animals),
        "bots": [""] * len(animals),
        "game": game,
        "language": language,
        "length": 5,
        "board_makes": False,
    }
    body = await command(page.request, at, wanted)
    begun = await page.request.post(f"{at}/api/begin", data=body, headers=HEADERS)
    assert begun.ok, await begun.text()
    for item in GAMES[game] if before else ():
        await screen.line(**item)
    await page.goto(demo.at("/"))
    await other.goto(demo.at("/"))
    await page.bring_to_front()
    return screen


def secrets(documents):
    """Return the secrets that only the opened seat got, each as JSON."""
    found = set()
    for text in documents:
        secret = (json.loads(text).get("you") or {}).get("secret") or {}
        found |= {
            json.dumps(value, ensure_ascii=False, separators=(",", ":"))
            for value in secret.values()
            if value
        }
    return found


@pytest.mark.parametrize("game", GAMES)
async def test_nothing_is_left_once_it_is_covered(demo, open_page, game):
    """After closing, no secret is on the page, in storage, or in any document."""
    screen = await begin(demo, open_page, game)
    page = screen.page
    again = page.locator(".look-again")
    await page.locator(".lid-knob, .look-again").first.wait_for()
    if await again.count():
        await again.click()
    await screen.lid.wait_for()
    before = await page.evaluate(HOLDS)
    await screen.look()
    behind = await screen.behind(before)
    await page.keyboard.press("Escape")
    await screen.covered()

    after = await page.evaluate(HOLDS)
    assert [one for one in behind if one in after] == []
    hidden = secrets(screen.private)
    assert hidden
    for view in ("board", "wall", "seat", "hot"):
        answer = await page.request.get(f"{screen.at}/api/state?as={view}&seat=0")
        screen.public.append(await answer.text())
    told = "".join(screen.public)
    assert len(screen.public) > 4
    assert [one for one in hidden if one in told or one in after] == []
    assert await screen.other.locator(".hot.open").count() == 0
    kept = await page.evaluate("caches.keys().then(names => names.length)")
    assert kept == 0
    assert (await page.evaluate("indexedDB.databases()")) == []


@pytest.mark.parametrize(
    ("game", "button"), [("decipher", "Set the word"), ("wqrdles", "Hide it")]
)
async def test_a_word_that_was_hidden_is_not_in_the_pages_memory(
    demo, open_page, game, button
):
    """After a garbage collection no string has it."""
    screen = await begin(demo, open_page, game, before=False)
    page = screen.page
    await screen.look()
    await page.keyboard.type("hobby")
    await page.get_by_role("button", name=button).click()
    await screen.covered()
    session = await page.context.new_cdp_session(page)
    for _ in range(SNAPSHOTS):  # what sent it is still on its way out
        found = [one for one in await strings(session) if "HOBBY" in one.upper()]
        if not found:
            return
        await page.evaluate("new Promise(done => setTimeout(done, 200))")
    pytest.fail(f"still in memory: {found}")


async def strings(session):
    """Return every string in a page's memory after a garbage collection."""
    chunks = []

    def take(part):
        chunks.append(part["chunk"])

    session.on("HeapProfiler.addHeapSnapshotChunk", take)
    await session.send("HeapProfiler.collectGarbage")
    await session.send("HeapProfiler.takeHeapSnapshot", {"reportProgress": False})
    session.remove_listener("HeapProfiler.addHeapSnapshotChunk", take)
    return json.loads("".join(chunks))["strings"]


async def test_each_way_of_leaving_covers_it(demo, open_page):
    """The secret is covered by button, Escape, blur, leaving and a second finger."""
    screen = await begin(demo, open_page, "keyword")
    page = screen.page
    ways = {
        "cover": lambda: page.get_by_role("button", name="Cover").click(),
        "escape": lambda: page.keyboard.press("Escape"),
        "blur": lambda: page.evaluate(BLUR),
        "left": lambda: page.evaluate("dispatchEvent(new Event('pagehide'))"),
        "second finger": lambda: page.evaluate(
            "document.body.dispatchEvent(new PointerEvent('pointerdown',"
            " {bubbles: true, isPrimary: false, pointerType: 'touch'}))"
        ),
    }
    for way, leave in ways.items():
        await screen.look()
        assert await page.evaluate(
            "document.activeElement.classList.contains('hot')"
        ), way
        await leave()
        await screen.covered()
        assert (
            await screen.lid.get_attribute("aria-label")
            == "Fox: hold for 1 second to look"
        )


#: Takes the focus from the window.
BLUR = "dispatchEvent(new Event('blur'))"


async def test_a_blur_before_the_first_document_keeps_it_covered(demo, open_page):
    """If the focus is lost after the hold, no document that comes late is shown."""
    screen = await begin(demo, open_page, "keyword")
    page, opened, closed = screen.page, asyncio.Event(), asyncio.Event()

    def dialled(line):
        line.on_message(lambda _: None)
        line.on_close(lambda *_: closed.set())
        opened.set()  # the board's first document never comes

    await page.route_web_socket("**/socket?as=hot*", dialled)
    await page.reload()
    await screen.press()
    async with asyncio.timeout(PATIENCE_S):
        await opened.wait()
        await page.mouse.up()
        await page.evaluate(BLUR)
        await closed.wait()
    assert await screen.open.count() == 0


#: Holds the knob by a key, and takes the focus from the window at once.
HELD_AND_LEFT = """() => {
  const [key, bubbles] = ["Enter", true], knob = document.querySelector(".lid-knob");
  knob.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles }));
  dispatchEvent(new Event("blur"));
}"""


async def test_a_blur_during_the_hold_opens_nothing(demo, open_page):
    """A hold ends when the window loses the focus, even if it is not let go."""
    screen = await begin(demo, open_page, "keyword")
    await screen.lid.wait_for()
    await screen.page.evaluate(HELD_AND_LEFT)
    await screen.page.locator(".lid-knob.shakes:not(.held)").wait_for()
    assert await screen.open.count() == 0


async def test_a_second_tab_that_opens_a_seat_covers_the_first(demo, open_page):
    screen = await begin(demo, open_page, "keyword")
    await screen.look()
    other = Screen(screen.other, screen.page, screen.at)
    await screen.other.bring_to_front()
    await other.look()
    await screen.covered()


async def test_twenty_idle_seconds_cover_it_and_the_last_five_are_counted(
    demo, open_page
):
    """
    After 20 seconds without input the lid closes; the last five are counted.

    Any touch restarts the time.
    """
    screen = await begin(demo, open_page, "keyword")
    page = screen.page
    await page.clock.install()
    await screen.lid.wait_for()
    await screen.lid.dispatch_event("click", {"detail": 0})
    await screen.lid.dispatch_event("click", {"detail": 0})
    await screen.open.wait_for()
    await page.clock.run_for(14_000)
    status = page.locator(".hot.open > header [role=status]")
    assert "Only Fox looks." in await status.inner_text()
    await page.clock.run_for(2_000)
    assert re.search(r"It covers itself in [45]\.", await status.inner_text())
    await page.mouse.click(640, 20)
    await page.clock.run_for(1_000)
    assert "Only Fox looks." in await status.inner_text()
    await page.clock.run_for(20_000)
    await screen.covered()


async def test_a_press_that_is_let_go_early_opens_nothing(demo, open_page):
    screen = await begin(demo, open_page, "keyword")
    await screen.press()
    await asyncio.sleep(0.3)
    await screen.page.mouse.up()
    await screen.page.get_by_text("Hold a little longer").wait_for()
    assert await screen.open.count() == 0
    assert screen.private == []
    await screen.look()


async def test_a_key_that_is_let_go_early_leaves_the_focus(demo, open_page):
    """After an early release the same key opens the lid, and the knob shakes again."""
    screen = await begin(demo, open_page, "keyword", still=False)
    page = screen.page
    await screen.lid.wait_for()
    await page.evaluate(SHAKES)
    await screen.lid.focus()
    await page.clock.install(time=0)
    await page.clock.pause_at(1)  # no release is late
    for times in (1, 2):
        await page.keyboard.down("Enter")
        await page.locator(".lid-knob.held").wait_for()
        await page.keyboard.up("Enter")
        await page.get_by_text("Hold a little longer").wait_for()
        await page.wait_for_function("times => window.shakes === times", arg=times)
        await expect(screen.lid).to_be_focused()
    await page.clock.resume()
    await page.keyboard.down("Enter")
    await screen.open.wait_for()
    await page.keyboard.up("Enter")


async def test_a_second_finger_opens_nothing(demo, open_page):
    """A second finger on the screen stops the opening."""
    screen = await begin(demo, open_page, "keyword")
    page = screen.page
    await screen.lid.wait_for()
    await screen.lid.dispatch_event(
        "pointerdown", {"isPrimary": True, "pointerId": 1, "button": 0}
    )
    await page.evaluate(
        "document.body.dispatchEvent(new PointerEvent('pointerdown',"
        " {bubbles: true, isPrimary: false, pointerId: 2}))"
    )
    await page.get_by_text("Hold a little longer").wait_for()
    assert await screen.open.count() == 0


@pytest.mark.parametrize("key", ["Enter", " "])
async def test_a_key_that_is_held_opens_it_and_does_nothing_behind_it(
    demo, open_page, key
):
    """A held key opens the lid, and its repetitions do nothing behind it."""
    screen = await begin(demo, open_page, "keyword")
    page = screen.page
    await screen.lid.focus()
    await page.keyboard.down(key)
    await screen.open.wait_for()
    for _ in range(5):
        await page.keyboard.down(key)  # Playwright sends these as repeats
    assert await page.evaluate("document.activeElement.classList.contains('hot')")
    await page.keyboard.up(key)
    await page.keyboard.press("Escape")
    await screen.covered()
    await page.locator(".lid-knob:focus").wait_for()
    await page.keyboard.down(key)
    await page.keyboard.up(key)
    await page.get_by_text("Hold a little longer").wait_for()
    assert await screen.open.count() == 0


async def test_two_presses_open_it_where_that_was_chosen(demo, open_page):
    """With that setting two presses open the lid, for people who cannot hold it."""
    screen = await begin(demo, open_page, "keyword")
    page = screen.page
    await screen.lid.wait_for()
    await page.locator(".menu").last.click()
    await page.locator("dialog summary", has_text="Settings").click()
    await page.get_by_role("button", name="Open the lid with two presses").click()
    await page.get_by_role("button", name="Close").click()
    await page.get_by_text("Press twice").wait_for()
    await screen.lid.click()
    await page.get_by_text("Press again").wait_for()
    assert await screen.open.count() == 0
    await screen.lid.click()
    await screen.open.wait_for()


async def test_the_lid_goes_on_to_the_next_who_is_needed(demo, open_page):
    """The lid asks for the next player who has to act; the list of players agrees."""
    screen = await begin(demo, open_page, "wqrdles", before=False)
    page = screen.page
    await page.get_by_text(re.compile("^Fox.s turn. Owl looks away.$")).wait_for()
    await expect(page.locator(".chip.turn .name")).to_have_text(["Fox"])
    await screen.line(do="secret", by=0, word="HOUSE")
    await page.get_by_text(re.compile("^Owl.s turn. Fox looks away.$")).wait_for()
    await expect(page.locator(".chip.turn .name")).to_have_text(["Owl"])
    await screen.line(do="secret", by=1, word="PANDA")
    await screen.lid.wait_for(state="detached")


#: The players that the screen asks for, if the owl has a phone, and their actions.
CALLED = {
    "decipher": (("Fox", {"do": "secret", "by": 0, "word": "HOBBY"}),),
    "keyword": (
        ("Fox", {"do": "pass", "by": 0, "discard": []}),
        ("Frog", {"do": "pass", "by": 2, "discard": []}),
    ),
    "wqrdles": (
        ("Fox", {"do": "secret", "by": 0, "word": "HOUSE"}),
        ("Frog", {"do": "secret", "by": 2, "word": "PANDA"}),
    ),
}


async def join_by_phone(open_page, screen, seat):
    """Give a seat a phone; return a page with that phone's cookies."""
    told = await screen.page.request.get(f"{screen.at}/api/state?as=board")
    code = (await told.json())["join"]["code"]
    phone = await open_page(f"{screen.at}/wall")
    joined = await phone.request.post(
        f"{screen.at}/api/join", data={"code": code, "seat": seat}, headers=HEADERS
    )
    assert joined.ok, await joined.text()
    return phone


@pytest.mark.parametrize("game", CALLED)
async def test_of_three_the_screen_calls_only_those_without_a_phone(
    demo, open_page, game
):
    """Fox and Frog share the screen; Owl plays on a phone and is never called."""
    screen = await begin(demo, open_page, game, before=False, animals=THREE)
    await join_by_phone(open_page, screen, 1)
    if game == "keyword":
        await screen.line(do="deal")
    for name, line in CALLED[game]:
        called = f"{name}: hold for 1 second to look"
        await screen.page.get_by_role("button", name=called).wait_for()
        turn = re.compile(f"^{name}.s turn. The others look away.$")
        await screen.page.get_by_text(turn).first.wait_for()
        other = screen.page.get_by_role("button", name="Owl first")
        assert await other.count() == 0
        await screen.line(**line)
    await screen.lid.wait_for(state="detached")


async def test_of_two_with_one_phone_only_the_other_is_called(demo, open_page):
    """Code cards: Owl plays on a phone, and Fox behind the lid."""
    screen = await begin(demo, open_page, "codecards", before=False)
    phone = await join_by_phone(open_page, screen, 1)
    await screen.line(do="deal")
    told = await phone.request.get(f"{screen.at}/api/state?as=seat")
    state = await told.json()
    if state["view"]["turn"] == 1:
        assert await screen.lid.count() == 0
        for column, card in enumerate(state["you"]["secret"]["hand"][:3], 1):
            play = {"do": "play", "by": 1, "column": column, "card": card}
            sent = await command(phone.request, screen.at, play)
            played = await phone.request.post(
                f"{screen.at}/api/do", data=sent, headers=HEADERS
            )
            assert played.ok, await played.text()
    called = "Fox: hold for 1 second to look"
    await screen.page.get_by_role("button", name=called).wait_for()


async def test_a_private_part_that_throws_leaves_the_phones_part(demo, open_page, eyes):
    """If a game's private script fails, the phone's form is used."""
    eyes.expect("have a fault")
    screen = await begin(demo, open_page, "decipher", before=False)
    page = screen.page
    script = "export function Private() { throw new Error('a fault'); }"
    await page.route(
        "**/games/decipher/private.js",
        lambda route: route.fulfill(body=script, content_type="text/javascript"),
    )
    await page.reload()
    await screen.look()
    await page.locator(".hot.open .boxes input").fill("hobby")
    await page.get_by_role("button", name="Set the word").click()
    await screen.covered()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("lang", ["en", "de"])
async def test_lid_and_word_fit_in_every_size(demo, open_page, lang, scheme):
    """Lid and word fit each window, in both schemes, and axe finds nothing."""
    screen = await begin(
        demo, open_page, "decipher", before=False, lang=lang, scheme=scheme
    )
    page = screen.page
    await screen.lid.wait_for()
    for wide, high in SIZES:
        await page.set_viewport_size({"width": wide, "height": high})
        assert (await page.evaluate(BEYOND))[1:] == [], (wide, high)
        await screen.look()
        small = await page.evaluate(SMALL)
        keys = [one for one in small if len(one[0]) > 1]  # of a keyboard on a phone
        assert keys == [], (wide, high)
        assert (await page.evaluate(BEYOND))[1:] == [], (wide, high)
        if (wide, high) in (SIZES[0], SIZES[3]):
            assert await violations(page) == []
        await page.keyboard.press("Escape")
        await screen.covered()
    assert await violations(page) == []


async def test_the_letters_for_a_blank_fit_a_shared_screen_of_each_size(
    demo, open_page
):
    """Each letter is a button that a finger hits; a chosen one stands in the word."""
    screen = await begin(demo, open_page, "keyword")
    page = screen.page

    def with_a_blank(line):
        def told(text):
            document = json.loads(text)
            if "you" in document:  # else it is a beat
                document["you"]["secret"]["hand"][0] = "?"
            line.send(json.dumps(document))

        line.connect_to_server().on_message(told)

    await page.route_web_socket("**/socket?as=hot*", with_a_blank)
    await page.reload()
    for wide, high in SIZES:
        await page.set_viewport_size({"width": wide, "height": high})
        await screen.look()
        await page.locator(".fan .held:has(.blank)").click()
        buttons = page.locator(".kw-means button")
        assert await buttons.count() == len([*ascii_uppercase, "Cancel"])
        assert await page.evaluate(SMALL) == [], (wide, high)
        assert await page.evaluate(BEYOND) == [False], (wide, high)
        if (wide, high) == SIZES[0]:
            assert await violations(page) == []
        await page.get_by_role("button", name="Q", exact=True).click()
        await page.get_by_role("button", name="Blank, stands for Q").click()
        await page.keyboard.press("Escape")
        await screen.covered()


async def test_a_player_sees_how_much_of_the_own_time_is_left(demo, open_page):
    """The open view counts the seconds of its player, whoever looked first."""
    screen = await begin(demo, open_page, "keyword")
    page = screen.page
    await screen.look()
    await page.keyboard.press("Escape")
    await screen.covered()
    await page.get_by_role("button", name="Owl first").click()
    await screen.look()
    state = await answer_to(page.request, f"{screen.at}/api/state")
    since, limit = state["view"]["sand_since"], state["view"]["sand_s"]
    assert since[0] < since[1]
    left = limit - (state["elapsed_ms"] - since[1]) / 1000
    minutes, seconds = (await page.locator(".hot.open .sand").inner_text()).split(":")
    assert int(minutes) * 60 + int(seconds) == pytest.approx(left, abs=2)


async def test_the_lid_leaves_a_player_whose_time_is_over(demo, open_page):
    """A lid for who acts first goes to the next player who has to act."""
    screen = await begin(demo, open_page, "keyword")
    page = screen.page
    await page.get_by_role("button", name="Owl first").click()
    await page.get_by_role("button", name="Owl: hold for").wait_for()
    await screen.line(do="pass", by=1)
    await page.get_by_role("button", name="Fox: hold for").wait_for()


#: The parts of the lid and of the bar of "Who plays?" that leave the screen or lie over
#: each other, by their text; and the names that leave their place on the bench.
LIES_OVER = """() => {
  const box = one => one.getBoundingClientRect();
  const over = (a, b) => a.left < b.right - 1 && b.left < a.right - 1
    && a.top < b.bottom - 1 && b.top < a.bottom - 1;
  const all = [...document.querySelectorAll(
    ".away :is(button, .paws), .lid-knob, .how b, .bar button, .bar .logo")];
  return [...all.filter(one => box(one).left < -1 || box(one).right > innerWidth + 1
      || all.some(other => other !== one && over(box(one), box(other)))),
    ...[...document.querySelectorAll(".place > b")].filter(one =>
      one.offsetWidth > one.parentNode.clientWidth)].map(one => one.textContent);
}"""


async def test_six_players_with_long_names_fit_a_lid_and_who_plays(demo, open_page):
    """No player's button on the lid, no name and no button of the choice is cut off."""
    names = (
        "Maximiliane1 Konstantin12 Wilhelmine12 Bartholomäus Friederike12 Leopold12345"
    )
    animals = ("fox", "owl", "frog", "rabbit", "penguin", "bear")
    screen = await begin(
        demo, open_page, "keyword", animals=animals, names=names.split(), language="de"
    )
    page = screen.page
    await screen.lid.wait_for()
    for wide, high in SIZES:
        await page.set_viewport_size({"width": wide, "height": high})
        assert await page.evaluate(LIES_OVER) == [], (wide, high)
        assert await page.locator(".away button").count() == 5
    await screen.line(do="end")
    await page.locator(".ahead .main").click()
    await page.locator(".who .skip").wait_for()
    for wide, high in SIZES:
        await page.set_viewport_size({"width": wide, "height": high})
        assert await page.evaluate(LIES_OVER) == [], (wide, high)

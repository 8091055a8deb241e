"""The hall's pages: what a room full of boards is told, and where a key is typed."""

from contextlib import asynccontextmanager
from functools import partial

import pytest

from firmware_host.app.content.languages import load_texts
from firmware_host.app.hall import evenings
from firmware_host.app.hall.hub import Hub
from firmware_host.app.hall.process import Hall
from firmware_host.app.hall.store import Store
from firmware_host.app.pages.place import listen
from firmware_host.board.once import Lazy
from firmware_host.hall.evening import code, new_key, seed_of
from firmware_host.hall.lines import Begun, Ended, Happened, Tail, Told, write
from firmware_host.languages import CODES
from firmware_host.web.hall.app import build
from firmware_host.web.live import Live
from firmware_host.web.server import serve
from tests.browser.axe import violations
from tests.browser.demo import answer_to
from tests.browser.eyes import BEYOND, wait_out_double_click
from tests.browser.served import GERMAN_FIRST, PHONE, come
from tests.browser.test_teacher import open_rest, sign_in

#: A phone, a board's own screen in the dark, and the projector of a hall.
SIZES = (
    {"size": PHONE, "scheme": "light"},
    pytest.param({"size": (800, 480), "scheme": "dark"}, marks=pytest.mark.long),
    pytest.param({"size": (1920, 1080), "scheme": "light"}, marks=pytest.mark.long),
)

#: What a page needs more than its window: to the side, and below.
MORE = """() => [document.documentElement.scrollWidth - innerWidth,
  document.documentElement.scrollHeight - innerHeight]"""

LONG = "Grundschule am Bahnhof, Klasse 3b"


def tell(hub, at, named, name=""):
    """Let a board tell a game: one word found, the next one looked for."""
    key, name = f"b{at:03}", name or f"Board {at}"
    hub.take_tail(key, Tail("s", 3, name))
    ended = (Ended("HOBBY", (12, 0), 0),)
    for told in (
        Told("s", 1, 1, begun=Begun("decipher", "en", 5, 1, 4, named)),
        Told("s", 2, 1, ended=ended, totals=(12, 0), moments=(Happened("right"),)),
        Told("s", 3, 1, moments=(Happened("no" if at % 2 else "yes", zone=2),)),
    ):
        assert hub.take_row(key, write(told)) is None
    hub.take_state(key, online=at % 5 != 2)


@pytest.fixture
def hall_of(chromium, tmp_path):
    """Return a function that opens a hall with a given number of boards."""
    return partial(opened, chromium, tmp_path)


@asynccontextmanager
async def opened(browser, parent, many):
    """Yield its store, who looks on, and its address."""
    folder = parent / str(many)
    folder.mkdir()
    store = Store(folder)
    kept = evenings.begin(store, "Spring cup", language="en", length=5, rounds=4)
    hub, live, named = Hub(store), Live(), code(seed_of(kept.key))
    for at in range(many):
        name = LONG if at == 0 else ""
        tell(hub, at, named if at < 3 else "", name)
    hub.keep()
    hall, ears = Hall(hub, store, delay_s=0), listen("127.0.0.1", 0)
    app = build(hall, live, Lazy(CODES, load_texts), ("127.0.0.1",))
    async with serve(app, ears):
        yield store, live, f"http://127.0.0.1:{ears.getsockname()[1]}"
        for context in list(browser.contexts):  # before their line is gone
            await context.close()
    store.close()


@pytest.mark.parametrize("look", SIZES, ids=str)
@pytest.mark.parametrize("lang", GERMAN_FIRST)
async def test_each_page_is_read_by_everybody(hall_of, open_page, eyes, lang, look):
    """Nothing scrolls sideways, axe finds nothing; the key is told at the end."""
    eyes.expect("Applying inline style")  # axe's own, while it looks
    async with hall_of(3) as (store, live, at):
        page = await open_page(f"{at}/?lang={lang}", **look)
        for name, there in (
            ({"en": "Wall", "de": "Wand"}[lang], ".board"),
            ({"en": "Table", "de": "Tabelle"}[lang], "tbody tr"),
            ({"en": "For spectators", "de": "Zum Zuschauen"}[lang], ".late"),
        ):
            await page.get_by_role("link", name=name).click()
            await page.locator(there).first.wait_for()
            await page.locator("a[aria-current]", has_text=name).wait_for()
            assert (await page.evaluate(MORE))[0] <= 0, (look, name)
            assert await violations(page) == [], (look, name)
            assert LONG in await page.inner_text("main")
        assert await page.locator("footer").inner_text() != ""
        evenings.close(store, now=True)  # the boards of this hall play on
        live.changed()
        key = evenings.find(store).key.spoken
        await page.locator("footer", has_text=key).wait_for()


async def test_a_wall_is_read_from_the_other_end_of_the_room(hall_of, open_page):
    """With 3 boards the text is over 80 pixels high, with 100 over 20; all fit."""
    sizes = {}
    for many in (3, 100):
        async with hall_of(many) as (_, _, at):
            page = await open_page(f"{at}/?lang=de", size=(1920, 1080))
            await page.locator(".board").nth(many - 1).wait_for()
            assert all(more <= 0 for more in await page.evaluate(MORE))
            said = page.locator(".board .said").first
            sizes[many] = (await said.bounding_box())["height"]
            assert await page.locator(".board.away").count() == (1 if many == 3 else 20)
    assert sizes[3] > 80
    assert sizes[100] > 20


async def test_a_wall_whose_hall_is_gone_says_so(hall_of, open_page):
    """Without its connection the wall is dimmed and says why."""
    lines = []

    async def heard(line):
        lines.append(line)
        if len(lines) == 1:
            line.connect_to_server()
        elif len(lines) == 2:
            await line.close()
        else:
            line.connect_to_server()

    async with hall_of(3) as (_, _, at):
        page = await open_page("about:blank")
        await page.route_web_socket("**/socket*", heard)
        await page.goto(f"{at}/?lang=en")
        await page.locator(".board").first.wait_for()
        assert await page.inner_text("[role=status]") == ""
        told = page.locator("[role=status]", has_text="The line to the hall is down")
        await lines[0].close()
        await told.wait_for(state="attached")
        await told.wait_for(state="detached")
        await page.locator("html:not(.lost)").wait_for()


def key_of(language, **more):
    """A key as it is read out."""
    given = {"language": language, "length": 5, "rounds": 3} | more
    return new_key(bytes(range(16)), **given).spoken


def seen_at(board):
    """Return what tells the state of a board."""

    async def see():
        return board.school.see()

    return see


async def typed(page, see, where):
    """Type a wrong key, and read why not; then the right one, in small letters."""
    form = where.locator("form", has=page.locator("[maxlength='20']"))
    await form.locator("input").fill("ABC DEF GHJ KLM")
    await form.get_by_role("button").click()
    await form.locator(".why").wait_for()
    assert await violations(page) == []
    box = await form.get_by_role("button").bounding_box()
    assert min(box["width"], box["height"]) >= 44
    assert (await page.evaluate(BEYOND))[1:] == []
    before = await see()
    assert before["phase"] != "playing"
    why = await form.locator(".why").inner_text()
    await form.locator("input").fill(key_of(before["language"]).lower())
    await wait_out_double_click(page)
    await form.get_by_role("button").click()
    await form.wait_for(state="detached")
    seen = await see()
    assert (seen["phase"], seen["length"], seen["rounds"]) == ("playing", 5, 3)
    return why


@pytest.mark.parametrize("lang", GERMAN_FIRST)
async def test_a_key_is_typed_on_a_phone_that_plays(board, open_page, lang):
    """A wrong one gives a sentence, the right one begins the evening."""
    page = await come(board, open_page, "Ann", lang=lang)
    await page.get_by_role(
        "button", name={"en": "New game", "de": "Neues Spiel"}[lang]
    ).click()
    dialog = page.get_by_role("dialog")
    await dialog.locator("summary").last.click()
    why = await typed(page, seen_at(board), dialog)
    assert {"en": "twelve letters", "de": "zwölf Buchstaben"}[lang] in why


@pytest.mark.long
async def test_a_key_is_typed_on_the_teachers_page(board, open_page):
    """The tournament's key is typed on the teacher's page among the settings."""
    page = await open_page(
        f"{board.address}/teacher?lang=de", size=(800, 480), lang="de"
    )
    await sign_in(board, page)
    await board.people("Ann", "Ben")
    await open_rest(page)
    settings = page.locator(".section", has_text="Einstellungen")
    await settings.locator("summary").first.click()
    await settings.locator("details summary", has_text="Turnierabend").click()
    assert "zwölf Buchstaben" in await typed(page, seen_at(board), settings)


async def test_a_key_is_typed_on_the_boards_own_page(demo, open_page):
    """A key is typed among the house rules, and the chosen players stay."""
    page = await open_page(demo.address, size=(800, 480))
    await page.get_by_role("button", name="Owl", exact=True).click()
    await page.locator(".who .line").click()
    await page.get_by_role("button", name="All house rules").click()
    dialog = page.get_by_role("dialog")
    await dialog.locator("summary", has_text="duplicate evening").click()

    async def see():
        return await answer_to(page.request, demo.at("/api/state"))

    assert "twelve letters" in await typed(page, see, dialog)
    assert len((await see())["players"]) == 2

"""Pages stay current and buttons act once, under bad network conditions."""

import asyncio
import json
import re
import time
from contextlib import suppress
from urllib.parse import urlsplit

import pytest
import pytest_asyncio
from playwright.async_api import Error, expect

from firmware_host.board.commands import Pause
from firmware_host.web.pages import PAGES
from tests.app.written import GAME, write
from tests.browser.eyes import wait_out_double_click
from tests.browser.hostile import proxied
from tests.browser.opener import PATIENCE_MS
from tests.browser.served import come, served
from tests.browser.test_seat import Glass, spell
from tests.browser.test_teacher import open_rest, sign_in
from tests.contracts.test_outside import FILES, installed

#: The browser's own messages about a dead connection.
DEAD = "ERR_|WebSocket connection|status of 503"

#: Longer than a page believes a silent socket, in milliseconds.
LONG_MS = 11_000


async def round_of(board, *names):
    """Seat the players, and begin a round with the secret word HOBBY."""
    await board.people(*names)
    await board.begin(length=5, board_makes=False)
    await board.do("secret", by=0, word="HOBBY")


async def test_a_late_answer_never_brings_an_older_state_back(board, open_page, eyes):
    """An older state, of this or of a former server start, is never shown again."""
    eyes.expect(DEAD)
    await round_of(board, "Tina", "Lee")
    page = await open_page("about:blank")
    await page.clock.install()
    await page.route_web_socket("**/socket*", lambda line: line.close())
    answers = []

    async def answer(route):
        if not answers:
            real = await route.fetch()
            answers.append(await real.json())
        await route.fulfill(json=answers[-1])

    await page.route("**/api/state?*", answer)
    await page.goto(f"{board.address}/wall?lang=en")
    line = page.locator("p[aria-live=polite]")
    await line.wait_for(state="attached")

    await page.evaluate("""() => { window.shown = [];
        const line = document.querySelector("p[aria-live=polite]");
        new MutationObserver(() => shown.push(line.textContent)).observe(
          line, { childList: true, characterData: true, subtree: true }); }""")

    async def told(said, **order):
        answers.append(answers[0] | {"line": said} | order)
        async with page.expect_response("**/api/state?*"):
            await page.clock.fast_forward(2_100)

    first = answers[0]["n"]
    await told("newer", n=first + 9)
    await expect(line).to_have_text("newer")
    await told("late", n=first + 8)
    await told("newest", n=first + 10)
    await expect(line).to_have_text("newest")
    await told("after a restart", start="another", n=1)
    await expect(line).to_have_text("after a restart")
    await told("of the server before", n=first + 11)
    await told("after a restart, too", start="another", n=2)
    await expect(line).to_have_text("after a restart, too")
    assert await page.evaluate("shown") == [
        "newer",
        "newest",
        "after a restart",
        "after a restart, too",
    ]


def commands(page):
    """Return a list to which each POST request of a page is appended."""
    sent = []

    def note(request):
        if request.method == "POST":
            sent.append((urlsplit(request.url).path, request.post_data))

    page.on("request", note)
    return sent


async def about_to_guess(board, open_page):
    """Return the phone of Lee, who has spelled PANDA and not sent it; it is HOBBY."""
    await board.people("Tina")
    page = await come(board, open_page, "Lee")
    await board.begin(length=5, board_makes=False)
    await board.do("secret", by=0, word="HOBBY")
    await page.get_by_role("button", name="I know the word").click()
    await spell(page, "PANDA")
    return page


async def test_a_double_click_on_guess_costs_one_token(board, open_page):
    """The second click falls on whatever the first one has left there."""
    page = await about_to_guess(board, open_page)
    sent = commands(page)
    await page.get_by_role("button", name="Guess it: PANDA").dblclick()
    await page.get_by_text("Guessed: Lee PANDA").wait_for()
    assert sum(path == "/api/do" for path, _ in sent) == 1
    assert board.school.see()["view"]["tokens"][1] == 2


async def test_a_double_click_on_take_back_takes_one_move_back(board, open_page):
    """However soon the first one was answered."""
    await board.people("Tina")
    page = await come(board, open_page, "Lee")
    await board.begin(length=5, board_makes=False)
    await board.do("secret", by=0, word="HOBBY")
    for zone in (1, 2):
        await board.do("tap", zone=zone, kind="blue")
    sent = commands(page)
    await page.locator("header button").last.click()
    button = page.get_by_role(
        "button", name=re.compile("Take back: Lee.s tap in zone 2")
    )
    await button.dblclick()
    await page.wait_for_selector("dialog", state="detached")
    assert [path for path, _ in sent] == ["/api/do"]
    assert board.school.see()["view"]["covered"][0] == (0, 0, 1, 0)


async def lose_answer(route):
    """Pass the request to the board, and abort its answer."""
    await route.fetch()
    await route.abort()


async def answer_late(route):
    """Pass the request to the board, and answer after the page's timeout."""
    answer = await route.fetch()
    await asyncio.sleep(15)
    with suppress(Error):  # the page has hung up
        await route.fulfill(response=answer)


@pytest.mark.parametrize(
    "how", [lose_answer, pytest.param(answer_late, marks=pytest.mark.ci)]
)
async def test_a_guess_whose_answer_is_lost_or_late_counts_once(
    how, board, open_page, eyes
):
    """The page says that there was no answer, shows the new state, and may repeat."""
    eyes.expect(DEAD)
    page = await about_to_guess(board, open_page)
    await page.route("**/api/do?*", how)
    button = page.get_by_role("button", name="Guess it: PANDA")
    await button.click()
    await page.get_by_text("Guessed: Lee PANDA").wait_for()
    await page.get_by_text("The board has not answered.").wait_for(timeout=20_000)
    await page.unroute("**/api/do?*")
    if await button.count():
        await wait_out_double_click(page)
        await button.click()
        await page.get_by_text("The board has not answered.").wait_for(state="hidden")
    assert board.school.see()["view"]["tokens"][1] == 2


async def test_a_pause_of_a_teacher_whose_answer_is_lost_is_shown(
    board, open_page, eyes
):
    """The teacher's page says that there was no answer, and shows the pause."""
    eyes.expect(DEAD)
    await round_of(board, "Tina", "Lee")
    page = await open_page("about:blank")
    await sign_in(board, page)
    await page.route("**/api/pause?*", lose_answer)
    await page.get_by_role("button", name="Pause").click()
    await page.get_by_text("The board has not answered.").wait_for()
    await page.get_by_role("button", name="Go on").wait_for()
    assert board.school.see()["paused"]


async def test_enter_gives_and_keys_type_wherever_the_focus_is(board, open_page):
    """After a click on a letter's key too; a laptop is a phone here."""
    await board.people("Tina")
    page = await come(board, open_page, "Lee", size=(1280, 800), touch=False)
    await board.begin(length=5, board_makes=False)
    await board.do("secret", by=0, word="HOBBY")
    await page.get_by_role("button", name="I know the word").click()
    await page.locator(".pad .key").first.click()
    await page.keyboard.type("PPLE")
    await page.get_by_role("button", name="Guess it: APPLE").wait_for()
    await page.keyboard.press("Enter")
    await page.get_by_text("Guessed: Lee APPLE").wait_for()


async def test_enter_gives_an_attempt_and_never_passes(board, open_page):
    """Hiding, asking and trying take one Enter each; keys type after a click, too."""
    await board.people("Tina")
    page = await come(board, open_page, "Lee", size=(1280, 800), touch=False)
    await board.begin(game="wqrdles", length=5)
    sent = commands(page)
    await page.locator(".wordpad").wait_for()
    await page.locator(".key", has_text="H").first.click()
    await page.keyboard.type("OUSE")
    await page.keyboard.press("Enter")
    await page.get_by_text("Change").wait_for()
    await board.do("secret", by=0, word="SHAPE")
    first = board.school.see()["view"]["turn"]
    if first == 0:
        await board.do("query", by=0, word="NEWTS")
        await board.do("pass", by=0)
        await board.do("guess", by=0, of=1, word="NEWTS")
    desk = page.locator(".wq-desk:not([inert])")  # once the tiles have turned
    attempts = desk.get_by_role("button", name="Not yet")
    for word, opened in (("ROAST", desk), ("PEALS", attempts)):
        await opened.wait_for()
        await page.keyboard.type(word)
        await wait_out_double_click(page)  # a second Enter so soon is the same press
        async with page.expect_response("**/api/do?*"):
            await page.keyboard.press("Enter")
    given = [json.loads(body) for path, body in sent if path == "/api/do"]
    assert all(body.pop("seen")[0] for body in given)
    assert given == [
        {"do": "secret", "word": "HOUSE"},
        {"do": "query", "word": "ROAST"},
        {"do": "guess", "of": 0, "word": "PEALS"},
    ]


#: A wake lock that notes at the page when it was asked for and let go.
WAKE = """() => {
  const note = (what) => { document.documentElement.dataset.wakes += what; };
  document.documentElement.dataset.wakes = "";
  const request = async () => {
    const one = new EventTarget();
    note(" asked");
    window.letGo = one.release = async () => {
      note(" released");
      one.dispatchEvent(new Event("release"));
    };
    return one;
  };
  Object.defineProperty(Navigator.prototype, "wakeLock", { value: { request } });
}"""


async def wait_for_wakes(page, noted):
    """Wait until the page has noted exactly these wake lock events, as text."""
    await page.wait_for_selector(f'html[data-wakes="{noted}"]', state="attached")


async def test_a_screen_stays_awake_while_it_is_watched(board, open_page):
    """A wall always. A browser lets go of a hidden page, and it asks again."""
    await round_of(board, "Tina", "Lee")
    page = await open_page(f"{board.address}/wall?lang=en")
    await page.evaluate(WAKE)
    await board.do("tap", zone=1, kind="red")
    await wait_for_wakes(page, " asked")
    await page.evaluate("letGo()")
    await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    await wait_for_wakes(page, " asked released asked")


async def test_a_phone_sleeps_between_games(board, open_page):
    """A phone has a wake lock from a game's start until its end or a pause."""
    await board.people("Tina")
    page = await come(board, open_page, "Lee")
    await page.evaluate(WAKE)
    await board.begin(length=5, board_makes=False)
    await wait_for_wakes(page, " asked")
    await board.do("end")
    await wait_for_wakes(page, " asked released")


#: Wraps each text of a page in an element, as browsers do that translate a page, and
#: leaves alone what says that it is not to be translated.
TRANSLATE = """() => {
  const walk = (node) => {
    const { nodeType, nodeName, parentNode } = node;
    if (nodeType === 1 && node.getAttribute("translate") === "no") return;
    if (nodeType === 3 && node.data.trim() && parentNode.nodeName !== "FONT") {
      const font = document.createElement("font");
      font.dataset.translated = "";
      node.replaceWith(font);
      font.append(node.data);
    }
    else if (nodeName !== "SCRIPT") [...node.childNodes].forEach(walk);
  };
  walk(document.documentElement);
  return document.querySelectorAll("font[data-translated]").length;
}"""

#: Each page, and which of them a quick run looks at.
PATHS = [
    path if path in {"/wall", "/seat"} else pytest.param(path, marks=pytest.mark.long)
    for path in PAGES
]


@pytest.mark.parametrize("path", PATHS)
async def test_no_browser_translates_a_page(path, board, open_page, eyes):
    """Each page has its language and the tag that forbids translation."""
    if path in {"/tablet", "/packs"}:
        eyes.expect("status of 403|response code: 403")  # they are not for everybody
    await round_of(board, "Tina", "Lee")
    page = await open_page(f"{board.address}{path}?lang=de", lang="fr")
    await page.wait_for_selector("main > *")
    assert await page.get_attribute("html", "lang") == "de"
    assert await page.get_attribute("meta[name=google]", "content") == "notranslate"
    assert await page.evaluate(TRANSLATE) == 0


async def test_the_translator_of_these_tests_makes_answers_false(board, open_page):
    """Without `translate="no"` the tests' translator changes the page."""
    await round_of(board, "Tina", "Lee")
    page = await open_page(f"{board.address}/wall?lang=en")
    await board.do("tap", zone=1, kind="red")
    await page.wait_for_selector(".zone .laid")
    await page.evaluate("document.documentElement.removeAttribute('translate')")
    assert await page.evaluate(TRANSLATE) > 0


# --- every page and game -----------------------------------------------------------

#: What each game is begun with, and the lines that bring it into play. The last game is
#: a stranger's: it is installed as a package.
GAMES = {
    "decipher": (
        {"length": 5, "board_makes": False},
        [{"do": "secret", "by": 0, "word": "HOBBY"}],
    ),
    "wqrdles": (
        {"length": 5},
        [
            {"do": "secret", "by": 0, "word": "HOUSE"},
            {"do": "secret", "by": 1, "word": "SHAPE"},
        ],
    ),
    "keyword": ({"rules": {}}, []),
    "codecards": ({"rules": {"cards": "dealt"}}, [{"do": "deal"}]),
    "treasure": ({}, []),
}

#: The pages that show a game in play.
PLAYED = ("/", "/tablet", "/wall", "/seat", "/teacher")

#: The pages and games of the quick run.
SAMPLE = {("/seat", "decipher"), ("/wall", "treasure")}

#: Each page with each game.
MATRIX = [
    pytest.param(path, game, marks=[pytest.mark.long] * ((path, game) not in SAMPLE))
    for path in PLAYED
    for game in GAMES
]


class Still(Glass):
    """A virtual board without any input, whose look never changes."""

    def look(self, _language):
        """Return the initial look of a virtual board with six zones."""
        lamps = [[False, False]] * 6
        troubles = {"missed": False, "neighbour": False, "card": False}
        parts = {"screens": [], "readers": []}
        return {
            "lamps": lamps,
            "screens": {},
            "buzzer": False,
            "coach": "",
            "choosing": False,
            "side": "A",
            "laid": [0, 0, 0, 0],
            "troubles": troubles | parts,
        }

    async def touch(self, _what):
        """Ignore a touch."""


@pytest_asyncio.fixture(loop_scope="session")
async def any_game(tmp_path, path):
    """Yield a board with all games installed, virtual for the pages that need it."""
    virtual = Still() if path in {"/", "/tablet"} else None
    with installed(tmp_path / "package", FILES):
        async with served(tmp_path, virtual=virtual) as opened:
            yield opened


async def wait_until_rendered(page):
    """Wait until a page has rendered some content."""
    await page.wait_for_selector("main > *", state="attached")


async def in_play(board, open_page, path, game):
    """Start *game*, and return the page at *path*, opened by an entitled visitor."""
    await board.people("Tina")
    if path == "/seat":
        page = await come(board, open_page, "Lee")
    else:
        await board.people("Lee")
        page = await open_page("about:blank", knows=True)
    if path == "/teacher":
        await sign_in(board, page)
    wishes, lines = GAMES[game]
    assert (
        await board.school.api.send({"command": "begin", "game": game, **wishes})
        is None
    )
    for line in lines:
        assert await board.school.api.do(line) is None
    await page.goto(f"{board.address}{path}?lang=en")
    await wait_until_rendered(page)
    return page


# --- buttons that are pressed twice ----------------------------------------------


#: What can be pressed on a page, without the keys of letters, which send nothing. A
#: knob is the board's own button: two presses are two.
PRESSED = "button:not(.knob, .key, .unseen), summary"

#: Notes at the page each command that a dialog sends within half a second of opening.
HASTE = """() => {
  const { showModal } = HTMLDialogElement.prototype, { fetch } = window;
  let opened = -Infinity;
  HTMLDialogElement.prototype.showModal = function () {
    opened = performance.now();
    showModal.call(this);
  };
  window.fetch = (path, how) => {
    if (how?.method === "POST" && performance.now() - opened < 500)
      document.documentElement.dataset.hasty = path;
    return fetch(path, how);
  };
}"""


#: True for a button that is drawn only while the keyboard's focus is on it.
BY_KEYS = "one => getComputedStyle(one).clipPath !== 'none'"


async def double_click(button):
    """Double-click a button, focused before if only the focus makes it visible."""
    if await button.evaluate(BY_KEYS):
        await button.focus()
    await button.dblclick()


async def unfolded(page):
    """Wait until a page is rendered; expand the hidden part of the teacher's page."""
    await wait_until_rendered(page)
    if await page.locator(".rest > summary").count():
        await open_rest(page)


async def pressed_twice(page, sent, ready):
    """
    Double-click each button; return those that acted twice or confirmed a dialog.

    Args:
        page: The page.
        sent: The list that holds every command that it sends.
        ready: Wait until the page has been drawn, and open what is folded up.
    """
    wrong = []
    await ready()
    for at in range(await page.locator(PRESSED).count()):
        await page.reload()
        await ready()
        button = page.locator(PRESSED).nth(at)
        if not await button.is_visible() or await button.is_disabled():
            continue
        label = await button.inner_text()
        await page.evaluate(HASTE)
        sent.clear()
        await double_click(button)
        await page.wait_for_load_state("networkidle")
        hasty = await page.get_attribute("html", "data-hasty")
        acted = [body for _, body in sent if '"act":"release"' not in body]
        if hasty or len(acted) > 1:
            wrong.append((label, hasty, list(sent)))
    return wrong


@pytest.mark.long
async def test_no_button_of_a_teacher_acts_twice(board, open_page):
    """
    No button of the teacher's page acts twice on a double click.

    Nor does the click that opens a dialog confirm it.
    """
    page = await open_page(f"{board.address}/teacher?lang=en")
    await sign_in(board, page)
    await board.people("Tina", "Lee")
    assert await pressed_twice(page, commands(page), lambda: unfolded(page)) == []


@pytest.mark.long
@pytest.mark.parametrize("path", ["/", "/tablet"])
async def test_no_button_of_a_virtual_board_acts_twice(path, demo, open_page):
    """Before a game, on the screen that is the board, and on a tablet."""
    page = await open_page(demo.at(f"{path}?lang=en"))
    assert await pressed_twice(page, commands(page), lambda: unfolded(page)) == []


@pytest.mark.long
@pytest.mark.parametrize("path", sorted({*PAGES} - {*PLAYED}))
async def test_no_button_beside_the_game_acts_twice(path, board, open_page, eyes):
    """No button of a page that is read beside the game acts twice."""
    eyes.expect("status of 403")  # the packs are the teacher's
    write(board.school.journal, *GAME)
    page = await open_page(f"{board.address}{path}?lang=en")
    assert await pressed_twice(page, commands(page), lambda: unfolded(page)) == []


@pytest.mark.parametrize(
    ("path", "game"),
    [
        pytest.param(path, game, marks=[pytest.mark.long] * (path != "/wall"))
        for path in PLAYED
        for game in GAMES
        if path in {"/", "/seat"} or game == "decipher"
    ],
)
async def test_no_button_in_a_game_sends_a_command_twice(
    path, game, any_game, open_page
):
    """Neither a button nor the one that replaces it sends a command twice."""
    page = await in_play(any_game, open_page, path, game)
    assert await pressed_twice(page, commands(page), lambda: unfolded(page)) == []


def is_of_a_state(body):
    """Return True for a command that is made for a state: no knob of the board."""
    return "seen" in body and body.get("act", "tap") == "tap"


#: A page's buttons without their waiting: each press sends a command.
UNGUARDED = """
export const waited = (what, send) => send();
export const CLICK_MS = 0, afterTouch = () => {};
"""


@pytest.mark.parametrize(
    ("path", "game"),
    [
        pytest.param(path, game, marks=[pytest.mark.long] * (game != "decipher"))
        for path in ("/", "/seat", "/teacher")
        for game in GAMES
        if path != "/teacher" or game == "decipher"
    ],
)
async def test_a_double_click_changes_one_thing_even_if_no_button_waits(
    path, game, any_game, open_page
):
    """The second command was made for the state of the first, which is gone."""
    page = await in_play(any_game, open_page, path, game)
    await page.route(
        "**/parts/presses.js",
        lambda route: route.fulfill(
            body=UNGUARDED, headers={"content-type": "text/javascript"}
        ),
    )
    twice, sent = [], []
    page.on("response", lambda one: one.request.method == "POST" and sent.append(one))
    await page.reload()
    await unfolded(page)
    for at in range(await page.locator(PRESSED).count()):
        await page.reload()
        await unfolded(page)
        button = page.locator(PRESSED).nth(at)
        if not await button.is_visible() or await button.is_disabled():
            continue
        label = await button.inner_text()
        sent.clear()
        await double_click(button)
        await page.wait_for_load_state("networkidle")
        made = [one for one in sent if is_of_a_state(one.request.post_data_json or {})]
        if sum([one.ok for one in made]) > 1:
            twice.append((label, [one.request.post_data for one in made]))
    assert twice == []


async def test_a_page_whose_buttons_do_not_wait_is_found(board, open_page, eyes):
    """Two planted faults: a press that nothing stops, and a dialog under the finger."""
    eyes.expect("status of 400")
    page = await open_page(f"{board.address}/wall?lang=en")

    async def ready():
        await page.evaluate("""() => {
          const plant = (textContent, left, onclick, where = document.body) => {
            const button = Object.assign(document.createElement("button"),
              { textContent, onclick });
            button.style = `position: fixed; inset: 0 auto auto ${left}px`;
            where.append(button);
          };
          const send = () => fetch("/api/do", { method: "POST", body: "{}",
            headers: { "X-Letterzone": "1", "Content-Type": "application/json" } })
            .then((answer) => answer.text()); // unread, it would keep the page busy
          const dialog = document.createElement("dialog");
          document.body.replaceChildren(dialog);
          plant("sure", 99, send, dialog);
          plant("twice", 0, send);
          plant("asks", 99, () => dialog.showModal());
        }""")

    found = await pressed_twice(page, commands(page), ready)
    twice = [("/api/do", "{}")] * 2
    assert found == [("twice", None, twice), ("asks", "/api/do", twice[:1])]


# --- whatever happens to a page ----------------------------------------------------


class Watched:
    """
    A page under test, and a second page that shows the expected text.

    Args:
        board: The board.
        page: The page.
        beside: The same page of the same person in a browser that meets nothing.
        patience_s: How long the page may take to become current, in seconds.
    """

    def __init__(self, board, page, beside, patience_s=20):
        self.board, self.page, self.beside = board, page, beside
        self.patience_s, self.paused = patience_s, False

    async def change(self):
        """Toggle pause; return the second page's text from before the change."""
        before = await words(self.beside)
        self.paused = not self.paused
        assert await self.board.school.api.send(Pause(self.paused).line) is None
        until = time.monotonic() + self.patience_s
        while await words(self.beside) == before:
            assert time.monotonic() < until, before
            await asyncio.sleep(0.05)
        return before

    async def is_current(self, page=None):
        """Wait until the page shows the same text as the second page."""
        page, until = page or self.page, time.monotonic() + self.patience_s
        while True:
            seen, wanted = [await words(one) for one in (page, self.beside)]
            down = await page.locator("#line-down").count()
            if seen == wanted and not down:
                return
            assert time.monotonic() < until, (seen, wanted, down)
            await asyncio.sleep(0.05)


async def words(page):
    """Return the text of a page's main element without digits."""
    return re.sub(r"\d+", "", await page.inner_text("main"))


async def watched_in(board, open_page, page):
    """Return a `Watched` for a page, with the same URL open in a second page."""
    kept = await page.context.cookies()
    beside = await open_page(page.url, cookies=kept, knows=True)
    await wait_until_rendered(beside)
    await page.clock.install()
    return Watched(board, page, beside)


async def translated(watched):
    """Translate the page as browsers do; require that it still updates."""
    for _ in range(2):
        assert await watched.page.evaluate(TRANSLATE) == 0
        await watched.change()
        await watched.is_current()


async def left_and_come_back(watched):
    """Leave the page and go back in between; require the newest state."""
    await watched.page.goto(f"{watched.board.address}/privacy?lang=en")
    await wait_until_rendered(watched.page)
    await watched.change()
    await watched.page.go_back()
    await wait_until_rendered(watched.page)
    await watched.is_current()


async def loaded_again(watched):
    """Reload the page just after a change; require the newest state."""
    await watched.change()
    await watched.page.reload()
    await wait_until_rendered(watched.page)
    await watched.is_current()


async def in_two_tabs(watched):
    """Open the page in a second tab; require the newest state in both tabs."""
    other = await watched.page.context.new_page()
    await other.goto(watched.beside.url)
    await wait_until_rendered(other)
    await watched.change()
    for page in (watched.page, other):
        await watched.is_current(page)
    await other.close()


#: Records if the page repeats a former text, without digits.
RELAPSE = """(before) => {
  const main = document.querySelector("main");
  new MutationObserver(() => {
    if (main.innerText.replace(/\\d+/g, "") === before) window.relapsed = true;
  }).observe(main, { childList: true, characterData: true, subtree: true });
}"""


async def answered_out_of_order(watched):
    """Deliver an old response after a newer one; require the newest state."""
    page, real, late = await watched.page.context.new_page(), [], []
    await page.route_web_socket("**/socket*", lambda line: line.close())

    async def answer(route):
        real.append(await (await route.fetch()).json())
        await route.fulfill(json=late.pop() if late else real[-1])

    await page.route("**/api/state?*", answer)
    await page.goto(watched.beside.url)
    await wait_until_rendered(page)
    old = real[-1]
    await page.evaluate(RELAPSE, await watched.change())
    await watched.is_current(page)
    await page.evaluate("window.relapsed = false")
    late.append(old)
    for _ in range(2):
        async with page.expect_response("**/api/state?*"):
            await page.clock.run_for(2_100)
    await watched.is_current(page)
    assert not await page.evaluate("window.relapsed")
    await page.close()


async def clock_jumped(watched):
    """Set the page's clock far ahead, then back; require the newest state."""
    for time_ms in (4_000_000_000_000, 1_000):  # the year 2096, and 1970
        await watched.page.clock.set_system_time(time_ms)
        await watched.change()
        await watched.is_current()


HOSTILITIES = (
    *(translated, left_and_come_back, loaded_again, in_two_tabs),
    *(answered_out_of_order, clock_jumped),
)


@pytest.mark.parametrize(("path", "game"), MATRIX)
async def test_a_page_in_play_is_current_whatever_happens(
    path, game, any_game, open_page, eyes
):
    """After each kind of fault the page has the same content as a fresh page."""
    eyes.expect(DEAD)
    page = await in_play(any_game, open_page, path, game)
    watched = await watched_in(any_game, open_page, page)
    for hostility in HOSTILITIES:
        await hostility(watched)


@pytest.mark.parametrize(("path", "game"), MATRIX)
async def test_a_page_behind_a_silent_proxy_says_since_when_it_is_not_current(
    path, game, any_game, open_page, eyes
):
    """The socket stays open; the page shows its state as old, and finds back itself."""
    eyes.expect(DEAD)
    page = await in_play(any_game, open_page, path, game)
    watched = await watched_in(any_game, open_page, page)
    async with proxied(any_game.address) as proxy:
        await page.goto(f"{proxy.address}{path}?lang=en")
        await wait_until_rendered(page)
        await watched.is_current()
        proxy.silence()
        before = await watched.change()
        await page.clock.fast_forward(LONG_MS)
        await page.wait_for_selector("html.not-current", state="attached")
        assert (await page.inner_text("#line-down")).startswith("Not current since 0:1")
        assert await words(page) == before

        proxy.speak()
        await page.clock.fast_forward(LONG_MS)
        await watched.is_current()


async def test_a_page_without_javascript_does_not_blame_the_board(board, chromium):
    """Without JavaScript the page says that it needs it, and nothing else."""
    context = await chromium.new_context(java_script_enabled=False)
    page = await context.new_page()
    await page.goto(f"{board.address}/history?lang=en")
    needs = await page.locator("noscript > p").inner_text()
    assert "Letterzone needs JavaScript." in needs
    late = page.locator(".opening .late")
    assert await late.evaluate("one => getComputedStyle(one).display") == "none"
    await context.close()


async def test_a_page_says_that_the_board_does_not_answer(board, open_page, eyes):
    """If all requests get a 503, the page says so after 8 seconds."""
    eyes.expect(DEAD)
    page = await open_page("about:blank")
    for one in ("**/texts/*", "**/api/**"):
        await page.route(one, lambda route: route.fulfill(status=503))
    await page.goto(f"{board.address}/history?lang=de")
    late = page.locator(".opening .late")
    delay = "one => getComputedStyle(one).animationDelay"
    assert await late.evaluate(delay) == "8s"
    await late.wait_for(timeout=20_000)
    assert "antwortet noch nicht" in await late.inner_text()


@pytest.mark.parametrize("path", PATHS)
async def test_a_page_asks_again_for_what_it_could_not_read(
    path, board, open_page, eyes
):
    """A page repeats each request that failed at its start."""
    eyes.expect(f"{DEAD}|status of 403")
    write(board.school.journal, *GAME)
    page, lost = await open_page("about:blank"), set()
    await page.clock.install()

    async def lose(route):
        if route.request.url in lost:
            await route.continue_()
        else:
            lost.add(route.request.url)
            await route.abort()

    for one in ("**/texts/*", "**/api/**"):
        await page.route(one, lose)
    await page.goto(f"{board.address}{path}?lang=en")
    until = time.monotonic() + PATIENCE_MS / 1000
    while not await page.locator("main > *").count():
        assert time.monotonic() < until, lost
        await page.clock.run_for(500)
        await asyncio.sleep(0.05)
    assert lost


@pytest.mark.parametrize("path", ["/seat"])
@pytest.mark.parametrize(
    "script", ["games/decipher/game.js", "games/decipher/seat.js", "parts/reveal.js"]
)
async def test_a_page_asks_again_for_a_script_that_did_not_arrive(
    path, script, any_game, open_page, eyes
):
    """The game's own part is drawn all the same, and the page reports no fault."""
    eyes.expect(DEAD)
    page = await in_play(any_game, open_page, path, "decipher")
    lost, arrived = asyncio.Event(), asyncio.Event()

    async def lose_first(route):
        if lost.is_set():
            await route.continue_()
            arrived.set()
        else:
            lost.set()
            await route.abort()

    await page.route(f"**/{script}", lose_first)
    await page.reload()
    await asyncio.wait_for(arrived.wait(), PATIENCE_MS / 1000)
    await page.wait_for_selector("main .play:not(.plain) .strip")


async def test_a_page_that_stays_old_is_found(board, open_page):
    """A page that loses changes while heartbeats arrive is found."""
    await round_of(board, "Tina", "Lee")
    page = await open_page(f"{board.address}/wall?lang=en")

    def lose(line):
        heard = []

        def pass_on(message):
            heard.append(message)
            if len(heard) == 1 or json.loads(message).get("beat"):
                line.send(message)

        line.connect_to_server().on_message(pass_on)

    await page.route_web_socket("**/socket*", lose)
    watched = await watched_in(board, open_page, page)
    await page.reload()
    await wait_until_rendered(page)
    await watched.is_current()
    watched.patience_s = 1
    await watched.change()
    with pytest.raises(AssertionError):
        await watched.is_current()


async def test_a_page_that_shows_late_answers_is_found(board, open_page, eyes):
    """A page without its check of the state's number is found."""
    eyes.expect(DEAD)
    await round_of(board, "Tina", "Lee")
    page = await open_page(f"{board.address}/wall?lang=en")
    guard = "line.gone.includes(state.start) || (start === state.start && state.n < n)"

    async def unguarded(route):
        script = await (await route.fetch()).text()
        assert guard in script
        await route.fulfill(
            body=script.replace(guard, "false"), content_type="text/javascript"
        )

    await page.context.route("**/parts/live.js", unguarded)
    watched = await watched_in(board, open_page, page)
    with pytest.raises(AssertionError):
        await answered_out_of_order(watched)

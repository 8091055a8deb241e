"""Pages that are never stale and buttons that wait, whatever lies between."""

import json
import re
from dataclasses import replace
from urllib.parse import urlsplit

import pytest
from playwright.async_api import expect

from firmware_host.web.pages import PAGES
from tests.browser.hostile import proxied
from tests.browser.served import come
from tests.browser.test_seat import spell
from tests.browser.test_teacher import open_rest, sign_in

#: What a dead line makes a browser say of itself.
DEAD = "ERR_|WebSocket connection|status of 503"

#: Longer than a page believes a silent socket, in milliseconds.
LONG_MS = 11_000


async def round_of(board, *names):
    """Begin a round with people who have no phone; zone 1 of the word takes red."""
    await board.people(*names)
    await board.begin(length=5, board_makes=False)
    await board.do("secret", by=0, word="HOBBY")


#: How each page shows the piece that was laid in the meantime.
LAID = {"/wall": ".zone .laid", "/seat": ".strip li.yes"}


@pytest.mark.parametrize("path", LAID)
async def test_a_page_behind_a_silent_proxy_says_since_when_it_is_not_current(
    path, board, open_page, eyes
):
    """The socket stays open; the page shows its state as old, and finds back itself."""
    eyes.expect(DEAD)
    async with proxied(board.address) as proxy:
        await board.people("Tina")
        if path == "/seat":
            page = await come(replace(board, address=proxy.address), open_page, "Lee")
        else:
            await board.people("Lee")
            page = await open_page("about:blank")
        await board.begin(length=5, board_makes=False)
        await board.do("secret", by=0, word="HOBBY")
        await page.clock.install()
        await page.goto(f"{proxy.address}{path}?lang=en")
        await page.wait_for_selector(LAID[path].split()[0])
        assert await page.locator("#line-down").count() == 0
        proxy.silence()
        await board.do("tap", zone=1, kind="red")
        await page.clock.fast_forward(LONG_MS)
        await page.wait_for_selector("html.not-current", state="attached")
        said = await page.inner_text("#line-down")
        assert said.startswith("Not current since 0:1")
        assert await page.locator(LAID[path]).count() == 0

        proxy.speak()
        await page.clock.fast_forward(LONG_MS)
        await page.wait_for_selector("html:not(.not-current)", state="attached")
        await page.locator(LAID[path]).first.wait_for(state="attached")
        assert await page.locator("#line-down").count() == 0


async def test_a_late_answer_never_brings_an_older_state_back(board, open_page, eyes):
    """Not of the same server, and not of one that was started again since."""
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
    """Return the list that will hold every command that a page sends."""
    sent = []

    def note(request):
        if request.method == "POST":
            sent.append((urlsplit(request.url).path, request.post_data))

    page.on("request", note)
    return sent


async def test_a_double_click_on_guess_costs_one_token(board, open_page):
    """The second click falls on whatever the first one has left there."""
    await board.people("Tina")
    page = await come(board, open_page, "Lee")
    await board.begin(length=5, board_makes=False)
    await board.do("secret", by=0, word="HOBBY")
    await page.get_by_role("button", name="I know the word").click()
    await spell(page, "PANDA")
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
    await page.locator(".wordpad").wait_for()
    for word in ("ROAST", "PEALS"):
        await page.locator(".wordpad .main").wait_for()
        await page.keyboard.type(word)
        async with page.expect_response("**/api/do?*"):
            await page.keyboard.press("Enter")
    given = [json.loads(body) for path, body in sent if path == "/api/do"]
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


async def wakes(page, noted):
    """Wait until so much was noted."""
    await page.wait_for_selector(f'html[data-wakes="{noted}"]', state="attached")


async def test_a_screen_stays_awake_while_it_is_watched(board, open_page):
    """A wall always. A browser lets go of a hidden page, and it asks again."""
    await round_of(board, "Tina", "Lee")
    page = await open_page(f"{board.address}/wall?lang=en")
    await page.evaluate(WAKE)
    await board.do("tap", zone=1, kind="red")
    await wakes(page, " asked")
    await page.evaluate("letGo()")
    await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    await wakes(page, " asked released asked")


async def test_a_phone_sleeps_between_games(board, open_page):
    """It is watched from a game's start until its end or a pause."""
    await board.people("Tina")
    page = await come(board, open_page, "Lee")
    await page.evaluate(WAKE)
    await board.begin(length=5, board_makes=False)
    await wakes(page, " asked")
    await board.do("end")
    await wakes(page, " asked released")


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
async def test_no_browser_translates_a_page(path, board, open_page):
    """It says its language and that it is in it already, in a tag that each obeys."""
    await round_of(board, "Tina", "Lee")
    page = await open_page(f"{board.address}{path}?lang=de", lang="fr")
    await page.wait_for_selector("main > *")
    assert await page.get_attribute("html", "lang") == "de"
    assert await page.get_attribute("meta[name=google]", "content") == "notranslate"
    assert await page.evaluate(TRANSLATE) == 0


async def test_the_translator_of_these_tests_makes_answers_false(board, open_page):
    """Without that tag a zone says YES and NO at once: the fault that is guarded."""
    await round_of(board, "Tina", "Lee")
    page = await open_page(f"{board.address}/wall?lang=en")
    await board.do("tap", zone=1, kind="red")
    await page.wait_for_selector(".zone .laid")
    await page.evaluate("document.documentElement.removeAttribute('translate')")
    assert await page.evaluate(TRANSLATE) > 0


#: What can be pressed on a page, without the keys of letters, which send nothing. A
#: knob is the board's own button: two presses are two.
PRESSED = "button:not(.knob, .key), summary"

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


async def pressed_twice(page, sent, ready):
    """
    Double click each button; return those that acted twice or confirmed their dialog.

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
        await button.dblclick()
        await page.wait_for_load_state("networkidle")
        hasty = await page.get_attribute("html", "data-hasty")
        acted = [body for _, body in sent if '"act":"release"' not in body]
        if hasty or len(acted) > 1:
            wrong.append((label, hasty, list(sent)))
    return wrong


@pytest.mark.parametrize(
    "game",
    [
        "decipher",
        *(
            pytest.param(one, marks=pytest.mark.long)
            for one in ("wqrdles", "keyword", "codecards")
        ),
    ],
)
async def test_no_button_of_a_phone_sends_a_command_twice(game, board, open_page):
    """Neither itself nor what stands at its place after the first click."""
    await board.people("Tina")
    page = await come(board, open_page, "Lee")
    await board.begin(game=game, board_makes=False)
    sent = commands(page)

    async def ready():
        await page.wait_for_selector("main > *")

    assert await pressed_twice(page, sent, ready) == []


@pytest.mark.long
@pytest.mark.parametrize("begun", [False, True])
async def test_no_button_of_a_teacher_acts_twice(begun, board, open_page):
    """Nor does the click that opens a dialog confirm it: a lesson ends for good."""
    page = await open_page(f"{board.address}/teacher?lang=en")
    await sign_in(board, page)
    await board.people("Tina", "Lee")
    if begun:
        await board.begin(length=5, board_makes=True)
    sent = commands(page)

    async def ready():
        await page.wait_for_selector("main > *")
        if await page.locator(".rest").count():
            await open_rest(page)

    assert await pressed_twice(page, sent, ready) == []


@pytest.mark.long
@pytest.mark.parametrize("path", ["/", "/tablet"])
@pytest.mark.parametrize("begun", [False, True])
async def test_no_button_of_a_virtual_board_acts_twice(path, begun, demo, open_page):
    """On the screen that is the board, and on a tablet under real pieces."""
    page = await open_page(demo.at(f"{path}?lang=en"))

    async def ready():
        await page.locator("main > *").first.wait_for(state="attached")

    if begun:
        await page.locator(".who .last .main").click()
        await page.locator(".zone").first.wait_for()
    sent = commands(page)
    assert await pressed_twice(page, sent, ready) == []


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


async def test_back_and_reload_and_a_second_tab_show_the_newest_state(board, open_page):
    """A page that was left behind is current once it is looked at again."""
    await round_of(board, "Tina", "Lee")
    page = await open_page(f"{board.address}/wall?lang=en")
    await page.wait_for_selector(".zone")
    await page.goto(f"{board.address}/quick?lang=en")
    await board.do("tap", zone=1, kind="red")
    await page.go_back()
    await page.wait_for_selector(".zone .laid")
    await page.reload()
    await page.wait_for_selector(".zone .laid")
    other = await page.context.new_page()
    await other.goto(f"{board.address}/wall?lang=en")
    await board.do("tap", zone=1, kind="yellow")
    for one in (page, other):
        await expect(one.locator(".zone").first.locator(".laid")).to_have_count(2)


async def test_a_clock_that_jumps_makes_no_page_old(board, open_page):
    """Neither forward nor back: a board without a network learns the time late."""
    await round_of(board, "Tina", "Lee")
    page = await open_page("about:blank")
    await page.clock.install(time=0)
    await page.goto(f"{board.address}/wall?lang=en")
    await page.wait_for_selector(".zone")
    for time in (86_400_000, 1_000):
        await page.clock.set_system_time(time)
        await page.clock.run_for(1_000)
        assert await page.locator("#line-down").count() == 0

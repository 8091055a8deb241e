"""Pages that are never stale and buttons that wait, whatever lies between."""

import json
from urllib.parse import urlsplit

import pytest
from playwright.async_api import expect

from tests.browser.hostile import proxied
from tests.browser.served import come
from tests.browser.test_seat import spell

#: What a dead line makes a browser say of itself.
DEAD = "ERR_|WebSocket connection|status of 503"

#: Longer than a page believes a silent socket, in milliseconds.
LONG_MS = 11_000


async def round_of(board, *names):
    """Begin a round with people who have no phone; zone 1 of the word takes red."""
    await board.people(*names)
    await board.begin(length=5, board_makes=False)
    await board.do("secret", by=0, word="HOBBY")


@pytest.mark.parametrize("path", ["/wall"])
async def test_a_page_behind_a_silent_proxy_says_since_when_it_is_not_current(
    path, board, open_page, eyes
):
    """The socket stays open; the page shows its state as old, and finds back itself."""
    eyes.expect(DEAD)
    await round_of(board, "Tina", "Lee")
    async with proxied(board.address) as proxy:
        page = await open_page("about:blank")
        await page.clock.install()
        await page.goto(f"{proxy.address}{path}?lang=en")
        await page.wait_for_selector(".zone")
        assert await page.locator("#line-down").count() == 0
        proxy.silence()
        await board.do("tap", zone=1, kind="red")
        await page.clock.fast_forward(LONG_MS)
        await page.wait_for_selector("html.not-current", state="attached")
        said = await page.inner_text("#line-down")
        assert said.startswith("Not current since 0:1")

        proxy.speak()
        await page.clock.fast_forward(LONG_MS)
        await page.wait_for_selector("html:not(.not-current)", state="attached")
        await page.wait_for_selector(".zone .laid")
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
    await page.get_by_role("button", name="Take back").dblclick()
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

"""Documents that arrive in the middle of something: a drag, a held key, a reveal."""

import json

from firmware_host.board.commands import Pause
from tests.browser.served import come
from tests.browser.test_codecards import now, on_turn
from tools.game_scenes import Table

#: Whether anything of a drag is left on the page.
DRAGGED = "() => document.querySelectorAll('.ghost, .zone.over').length"

#: Presses two digits before anything else can happen.
ONE_AND_TWO = """() => ["1", "2"].forEach((key) =>
  document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true })))"""

#: Whether a phone has fetched the script of the reveal.
FETCHED = """() => performance.getEntriesByType("resource").some(
  (one) => one.name.endsWith("/parts/reveal.js"))"""


class Documents:
    """
    The documents of a page. A test can send changed ones.

    Args:
        page: A page that has not been opened yet.
    """

    def __init__(self, page):
        self.page, self.line, self.newest = page, None, {}

    async def open(self, url):
        """Open the page."""
        await self.page.route_web_socket("**/socket*", self._dialled)
        await self.page.goto(url)

    def _dialled(self, line):
        server = line.connect_to_server()
        server.on_message(self._told)
        self.line = line

    def _told(self, text):
        document = json.loads(text)
        if not document.get("beat"):
            self.newest = document
        self.line.send(text)

    def tell(self, **changes):
        """Send the newest document again with other fields, as a newer one."""
        start, n = self.newest["seen"]
        newer = {"n": self.newest["n"] + 1, "seen": [start, n + 1]}
        self.newest = {**self.newest, **newer, **changes}
        self.line.send(json.dumps(self.newest))

    def tell_view(self, **changes):
        """Send the newest document again with another view of the game."""
        self.tell(view={**self.newest["view"], **changes})


async def begun(demo, open_page, *players, **wishes):
    """Return the documents of the board's page in a new game of Decipher."""
    page = await open_page("about:blank", knows=True)
    host = Table(demo, (page.context,), "en")
    wishes = {"game": "decipher", "length": 5, "board_makes": True} | wishes
    assert await host.post(0, "/api/begin", players=players, **wishes)
    documents = Documents(page)
    await documents.open(demo.at("/"))
    await page.locator(".dish .bowl.heap").wait_for()
    return documents


async def taps(page):
    """List the taps that a page sends; each is answered by a refusal."""
    sent = []

    async def refuse(route):
        sent.append(route.request.post_data_json)
        await route.fulfill(status=409, json={"refused": "stale", "text": "Too late."})

    await page.route("**/api/board/touch*", refuse)
    return sent


def to_zone_2(response):
    """Return True for the answer to a tap in zone 2."""
    return '"zone":2' in (response.request.post_data or "")


async def other_kind(documents, place="bowl"):
    """Let another piece come to its place; return the kind of the one before."""
    was = documents.newest["view"]["holding"]
    other = "blue" if was == "red" else "red"
    documents.tell_view(holding=other)
    await documents.page.locator(f".{place}[data-kind={other}]").wait_for()
    return was


async def take(page):
    """Take the piece in hand by mouse, and begin to drag it."""
    await page.locator(".bowl.heap").hover()
    await page.mouse.down()
    await page.mouse.move(500, 300, steps=4)
    await page.locator(".ghost").wait_for()


async def test_a_held_digit_lays_one_piece(demo, open_page):
    """A digit that is held down repeats; only its first press lays the piece."""
    documents = await begun(demo, open_page, "Ann")
    page = documents.page
    sent = await taps(page)
    for _ in range(4):
        await page.keyboard.down("1")
    await page.keyboard.up("1")
    async with page.expect_response(to_zone_2):
        await page.keyboard.press("2")
    assert [one["zone"] for one in sent] == [1, 2]


async def test_a_tap_that_waits_refers_to_what_its_sender_saw(demo, open_page):
    """A tap behind a slow one is made for the document before that one's answer."""
    documents = await begun(demo, open_page, "Ann", "Ben")
    page, seen, came = documents.page, documents.newest["seen"], []

    async def answer(route):
        came.append(route.request.post_data_json)
        if len(came) == 1:
            await other_kind(documents)
        await route.fulfill(status=409, json={"refused": "stale", "text": "Too late."})

    await page.route("**/api/board/touch*", answer)
    async with page.expect_response(to_zone_2):
        await page.evaluate(ONE_AND_TWO)
    assert [one["seen"] for one in came] == [seen, seen]


async def test_while_a_bot_thinks_the_animals_ask_whose_guess_it_is(demo, open_page):
    """P10: with two people and a bot on turn no guess counts for one by chance."""
    documents = await begun(demo, open_page, "Ann", "Ben", "Bot")
    page, sent = documents.page, []

    async def refuse(route):
        sent.append(route.request.post_data_json)
        await route.fulfill(status=409, json={"refused": "stale", "text": "Too late."})

    await page.route("**/api/do?*", refuse)
    players = documents.newest["players"]
    documents.tell(players=[*players[:2], {**players[2], "bot": "fair"}])
    documents.tell_view(turn=2)
    asked = page.get_by_role("group", name="Who knows it?")
    await asked.get_by_role("button", name="Ben", exact=True).wait_for()
    await page.keyboard.type("hobby")
    guess = asked.get_by_role("button", name="Guess HOBBY")
    assert await guess.is_disabled()
    await page.keyboard.press("Enter")
    await asked.get_by_role("button", name="Ben", exact=True).click()
    async with page.expect_response("**/api/do?*"):
        await guess.click()
    assert [(one["do"], one["by"], one["word"]) for one in sent] == [
        ("guess", 1, "HOBBY")
    ]


async def test_a_drag_ends_with_its_piece(demo, open_page):
    """If the game ends during a drag, nothing of the piece stays on the page."""
    documents = await begun(demo, open_page, "Ann", "Ben")
    page = documents.page
    await take(page)
    await drag_over(page, 1)
    documents.tell_view(holding=None, hidden=0)
    await page.locator(".bowl.heap").wait_for(state="detached")
    assert await page.evaluate(DRAGGED) == 0
    await page.mouse.up()
    assert await page.evaluate(DRAGGED) == 0


async def drag_over(page, zone):
    """Move what is dragged over a zone."""
    box = await page.locator(f"[data-zone='{zone}'] .pad").bounding_box()
    await page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    await page.locator(f".zone.over[data-zone='{zone}']").wait_for()


async def test_the_dragged_piece_is_sent_and_not_the_one_that_came(demo, open_page):
    """A drag sends its own piece, for the document in which it began."""
    documents = await begun(demo, open_page, "Ann", "Ben")
    page, seen = documents.page, documents.newest["seen"]
    sent = await taps(page)
    await take(page)
    dragged = await other_kind(documents)
    await drag_over(page, 1)
    await page.mouse.up()
    await page.get_by_text("Too late.").wait_for()
    assert [(one["kind"], one["seen"]) for one in sent] == [(dragged, seen)]
    assert await page.evaluate(DRAGGED) == 0


async def test_a_dragged_card_stays_the_same_card_in_another_hand(board, open_page):
    """Code cards: if a new hand is dealt during a drag, the dragged card is sent."""
    documents = Documents(await on_turn(board, open_page))
    page = documents.page
    await documents.open(f"{board.address}/seat?lang=en")
    cards, column = page.locator(".fan .held"), page.locator(".theirs [data-drop='1']")
    await cards.nth(5).hover()
    await page.mouse.down()
    await page.mouse.move(180, 400, steps=4)
    await column.wait_for()
    you, seen = documents.newest["you"], documents.newest["seen"]
    last = await cards.nth(5).inner_text()
    hand = you["secret"]["hand"]
    other = {**you["secret"], "hand": hand[::-1]}
    documents.tell(you={**you, "secret": other})
    await page.wait_for_function(
        "(was) => [...document.querySelectorAll('.fan .held')][0].innerText === was",
        arg=last,
    )
    box = await column.bounding_box()
    await page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    async with page.expect_request("**/api/do*") as sent:
        await page.mouse.up()
    body = (await sent.value).post_data_json
    assert (body["card"], body["seen"]) == (hand[5], seen)


async def test_a_touch_on_the_tablet_refers_to_what_it_saw(demo, open_page):
    """A tap on the tablet is made for the document in which the finger came down."""
    page = await open_page("about:blank", knows=True, touch=True)
    host = Table(demo, (page.context,), "en")
    wishes = {"game": "decipher", "length": 5, "players": ["Ann", "Ben"]}
    assert await host.post(0, "/api/begin", **wishes)
    documents = Documents(page)
    await documents.open(demo.at("/tablet"))
    await page.locator(".handed").wait_for()
    seen = documents.newest["seen"]
    box = await page.locator("[data-zone='2'] .pad").bounding_box()
    at = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    finger = await page.context.new_cdp_session(page)
    touch = {"type": "touchStart", "touchPoints": [at]}
    await finger.send("Input.dispatchTouchEvent", touch)
    await other_kind(documents, "handed")
    async with page.expect_request("**/api/board/touch*") as sent:
        touch = {"type": "touchEnd", "touchPoints": []}
        await finger.send("Input.dispatchTouchEvent", touch)
    body = (await sent.value).post_data_json
    assert (body["zone"], body["seen"]) == (2, seen)


#: The sentence of a paused game on a phone.
PAUSED = "The game waits"


async def test_a_pause_during_a_reveal_is_shown_after_it(board, open_page):
    """A phone draws the newest document after a reveal, not the one that began it."""
    page = await come(board, open_page, "Tina", still=False)
    await board.people("Lee")
    await board.begin(game="decipher", length=5, rounds=2, words=["HOBBY", "PANDA"])
    await page.wait_for_function(FETCHED)
    await page.evaluate('() => import("/static/parts/reveal.js").then(() => {})')
    await board.do("guess", by=1, word="HOUSE")  # the first document since the script
    await page.get_by_text("HOUSE").first.wait_for()
    word = board.school.table.session.playing.game.round.puzzle.word
    await board.do("guess", by=1, word=word)
    await page.locator(".now h1", has_text="That is the word!").wait_for()
    await board.school.api.send(Pause(paused=True).line)
    await page.locator(".now h1", has_text=PAUSED).wait_for()


async def test_a_pause_during_the_answers_is_shown_after_them(board, open_page):
    """Code cards: a touch that skips the answers draws the newest document."""
    page = await on_turn(board, open_page, still=False)
    seat = now(board).turn
    for column in (1, 2, 3):
        card = now(board).held[seat][0]
        await board.do("play", column=column, card=str(card))
    await page.get_by_text("Column 1: same suit or rank?").wait_for()
    await board.school.api.send(Pause(paused=True).line)
    await page.locator(".now h1", has_text=PAUSED).wait_for()
    await page.locator(".theirs h2").tap()
    await page.locator(".theirs .cc-col:is(.hit, .miss) >> nth=2").wait_for()
    assert PAUSED in await page.inner_text(".now h1")

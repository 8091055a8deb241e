"""Code cards with two phones and the wall, from choosing the game to the scoresheet."""

import re

import pytest

from firmware_host.app.content.languages import load_texts
from firmware_host.board.messages import say
from firmware_host.games.codecards.rules import DECK
from tests.browser.axe import violations
from tests.browser.eyes import (
    BEYOND,
    COVERED,
    SMALL,
    drag,
    swipe,
    wait_out_double_click,
)
from tests.browser.served import GERMAN_FIRST, come
from tests.controller.bench import until
from tools.game_scenes import Table

TINAS, LEES = "QH 7C AS", "2D 10D KC"
SUITS = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}
RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")

#: How much larger a page is than the window.
OVER = """() => [document.documentElement.scrollWidth - innerWidth,
  document.documentElement.scrollHeight - innerHeight]"""


class Phone:
    """A player with a phone, who presses buttons by their texts."""

    def __init__(self, page, language):
        self.page, self._texts = page, load_texts(language)

    async def press(self, code, **values):
        """Press the button that says so."""
        name = self._texts.say(say(code, **values), "page")
        await self.page.get_by_role("button", name=name, exact=True).click()

    async def choose(self, card):
        """Choose a card: its suit, then its rank."""
        await self.press(f"suit-{SUITS[card[-1]]}")
        await self.press(f"rank-{RANKS.index(card[:-1]) + 1}")

    async def play(self, column):
        """Play the first card of the hand on a column: both are tapped."""
        await self.page.locator(".now.mine").wait_for()
        hand = self.page.locator(".fan .held:enabled")
        card = await hand.first.locator(".unseen").last.inner_text()
        await hand.first.click()
        await self.page.locator(f'.theirs [data-drop="{column}"]').click()
        await self.page.locator(f'.held:has-text("{card}")').wait_for(state="detached")

    async def break_code(self):
        """Break the code, and answer that one is sure."""
        await self.press("web-codecards-break")
        await self.page.locator(".cc-sure .main").click()

    async def name(self, cards):
        """Name three hidden cards."""
        for column, card in enumerate(cards.split(), 1):
            asked = self._texts.say(say("web-codecards-you-name", n=column), "page")
            await self.page.locator(".now.mine").get_by_text(asked).wait_for()
            await self.choose(card)
            await self.press("web-codecards-name-it", n=column)


async def seated(board, open_page, language):
    """Return two phones that have come in, and the wall."""
    await board.school.api.send({"command": "choose", "language": language})
    phones = [
        Phone(await come(board, open_page, name, lang=language, size=size), language)
        for name, size in (("Tina", (800, 480)), ("Lee", (390, 844)))
    ]
    wall = await open_page(
        f"{board.address}/wall?lang={language}", size=(800, 480), lang=language
    )
    return phones, wall


def now(board):
    return board.school.table.session.playing.game.round


async def looks_right(*pages):
    """Assert that pages need no scrolling, with controls of the required size."""
    for page in pages:
        assert await page.evaluate(SMALL) == []
        assert await page.evaluate(OVER) == [0, 0]
        assert await violations(page) == []


@pytest.mark.long
@pytest.mark.parametrize("language", ["en", "de"])
async def test_a_game_by_two_phones_to_the_scoresheet(board, open_page, language):
    """Two phones play a whole dealt game up to the scoresheet."""
    phones, wall = await seated(board, open_page, language)
    texts = load_texts(language)
    tina, _ = phones
    await tina.press("web-begin")
    await tina.page.get_by_label(texts.say(say("game-codecards"), "screen")).check()
    await tina.page.locator("dialog summary").first.click()
    dealt = texts.say(say("knob-codecards-cards-dealt"), "page")
    await tina.page.get_by_label(dealt).check()
    await tina.press("web-begin-now")
    await looks_right(*(phone.page for phone in phones))
    await tina.press("web-codecards-deal")
    await until(lambda: now(board) is not None)
    first = now(board).turn
    begins, other = phones[first], phones[1 - first]
    for phone in (begins, other):
        await phone.page.locator(".held >> nth=5").wait_for()
    assert await other.page.locator(".held:enabled").count() == 0
    await looks_right(*(phone.page for phone in phones))
    for phone in (begins, other):
        for column in (1, 2, 3):
            await phone.play(column)
    await wall.locator(".cc-row li:is(.yes, .no)").first.wait_for()
    await begins.page.locator(".held:enabled").first.wait_for()
    await looks_right(*(phone.page for phone in phones))
    assert await wall.evaluate(OVER) == [0, 0]

    codes = now(board).deal.codes
    await begins.break_code()
    await begins.name(" ".join(reversed(codes[1 - first])))
    for phone in phones:
        assert await phone.page.evaluate(OVER) == [0, 0]
    wrong = next(card for card in DECK if all(map(is_unlike(card), codes[first])))
    await other.name(" ".join([wrong] * 3))
    await wall.locator(".player.won").wait_for()
    assert await wall.locator(".cc-hidden .card:not(.back)").count() == 6
    sheet = await open_page(f"{board.address}/sheet?lang={language}", lang=language)
    await sheet.locator("tfoot .won").wait_for()
    assert (await sheet.inner_text("tfoot .won")).strip() == "9"
    assert "♥" not in await sheet.inner_text("tbody")
    assert await sheet.locator(".cc-small").count() == 6
    await sheet.goto(f"{board.address}/history?lang={language}")
    await sheet.locator(".games .cc-small").first.wait_for()
    shown = await sheet.locator(".games .cc-small b").first.inner_text()
    ranks = {"en": "AJQK", "de": "ABDK"}[language]
    text = codes[0][0][:-1]
    assert shown == dict(zip("AJQK", ranks, strict=True)).get(text, text)


async def on_turn(board, open_page, **how):
    """Return the phone of the player who begins a dealt game."""
    pages = [await come(board, open_page, name, **how) for name in ("Tina", "Lee")]
    await board.begin(game="codecards", rules={"cards": "dealt"})
    await board.do("deal")
    for page in pages:
        await page.wait_for_selector(".fan .held >> nth=5")
    page = pages[now(board).turn]
    await page.wait_for_selector(".now.mine")
    return page


@pytest.mark.long
async def test_a_held_card_is_dragged_tapped_or_keyed_where_it_may_go(board, open_page):
    """A card can be dragged, tapped or chosen by keys, to an allowed column only."""
    page = await on_turn(board, open_page)
    seat, cards = now(board).turn, page.locator(".fan .held")
    columns, open_ones = page.locator(".theirs li"), page.locator(".theirs [data-drop]")
    await drag(page, cards.nth(3), columns.nth(2))  # the first turn begins at column 1
    assert now(board).heights[seat] == (0, 0, 0)
    await cards.nth(2).tap()
    await page.locator('.held[aria-pressed="true"]').wait_for()
    assert await open_ones.count() == 1
    await cards.nth(2).tap()
    await open_ones.wait_for(state="detached")
    await cards.nth(0).focus()
    await page.keyboard.press("ArrowRight")
    await page.keyboard.press("Enter")
    await page.keyboard.press("2")  # not yet
    await page.keyboard.press("1")
    await until(lambda: now(board).heights[seat] == (1, 0, 0))
    await page.wait_for_function(HELD, arg=5)
    await drag(page, cards.nth(3), columns.nth(1))
    await until(lambda: now(board).heights[seat] == (1, 1, 0))
    await page.wait_for_function(HELD, arg=4)
    await swipe(page, cards.nth(1), columns.nth(2))
    await until(lambda: now(board).turn != seat)


#: Whether so many cards are in the hand.
HELD = "n => document.querySelectorAll('.fan .held').length === n"


@pytest.mark.long
async def test_a_turn_is_answered_column_by_column(board, open_page):
    """No column shows its answer before it was asked; a touch shows all of them."""
    page = await on_turn(board, open_page, still=False)
    seat = now(board).turn
    for column in (1, 2, 3):
        await page.locator(".fan .held:enabled").first.click()
        await page.locator(f'.theirs [data-drop="{column}"]').click()
        if column < 3:  # else the hand is filled up again
            await page.wait_for_function(HELD, arg=6 - column)
    await page.get_by_text("Column 1: same suit or rank?").wait_for()
    assert await page.locator(".theirs .cc-col:is(.hit, .miss)").count() == 0
    assert await page.locator(".fan .held:enabled").count() == 0
    await page.get_by_text("Column 3: same suit or rank?").wait_for()
    assert await page.locator(".theirs .cc-col:is(.hit, .miss)").count() == 2
    await page.locator(".theirs h2").tap()
    await page.locator(".theirs .cc-col:is(.hit, .miss) >> nth=2").wait_for()
    hits = now(board).pennies[seat]
    assert await page.locator(".theirs .cc-col.hit").count() == sum(hits)


@pytest.mark.long
@pytest.mark.parametrize("lang", GERMAN_FIRST)
async def test_a_phone_holds_six_cards_and_can_play_no_other(
    board, open_page, eyes, lang
):
    """U1, U25: a phone offers its own six cards only, and fits 360 pixels."""
    eyes.expect("Applying inline style")  # axe's own, while it looks
    await board.school.api.send({"command": "choose", "language": lang})
    page = await on_turn(board, open_page, size=(360, 640), lang=lang)
    assert await page.locator(".cc-choose").count() == 0
    hand = board.school.table.session.playing.game.round.held[now(board).turn]
    assert await page.locator(".fan .held").count() == len(hand) == 6
    await page.locator(".fan .held").last.click()
    assert (await page.evaluate(BEYOND), await page.evaluate(SMALL)) == ([False], [])
    assert await violations(page) == []


def is_unlike(card):
    """Return a predicate for cards with neither the suit nor the rank of *card*."""
    return lambda one: one.suit is not card.suit and one.rank != card.rank


@pytest.mark.long
@pytest.mark.parametrize("language", ["en", "de"])
async def test_with_real_cards_the_phones_name_none_before_the_code_is_broken(
    board, open_page, language
):
    """With real cards phones offer none before the code is broken."""
    phones, wall = await seated(board, open_page, language)
    await board.begin(game="codecards", rules={"cards": "real", "early_break": "on"})
    for seat, code in enumerate((TINAS, LEES)):
        for phone in phones:
            assert await phone.page.locator(".cc-choose, .held").count() == 0
        await board.do("code", by=seat, cards=code.split())
    await until(lambda: now(board) is not None)
    turn = now(board).turn
    await phones[turn].page.locator(".now.mine").wait_for()
    await looks_right(*(phone.page for phone in phones))
    for phone in phones:
        assert await phone.page.locator(".cc-choose, .held").count() == 0
    await phones[turn].press("web-codecards-break")
    await phones[turn].page.locator("dialog .main").click()
    code = (LEES, TINAS)[turn]
    await phones[turn].name(" ".join(reversed(code.split())))
    await phones[1 - turn].name("2S 2S 2S")
    await wall.locator(".player.won").wait_for()


@pytest.mark.long
async def test_at_the_boards_page_breaking_the_code_is_asked_once_more(demo, open_page):
    """Breaking the code needs a confirmation on the board's page."""
    page = await open_page(demo.at("/"), size=(1280, 800))
    await page.evaluate("localStorage.setItem('lesson-codecards', 'shown')")
    table = Table(demo, (page.context,), "en")
    wishes = {"players": ["Tina", "Lee"], "rules": {"cards": "real"}}
    wishes["rules"]["early_break"] = "on"
    assert await table.post(0, "/api/begin", game="codecards", **wishes)
    for zone, card in enumerate(f"{TINAS} {LEES}".split(), 1):
        tag = f"{SUITS[card[-1]]}-{RANKS.index(card[:-1]) + 1}"
        tap = {"act": "tap", "zone": zone, "card": tag}
        assert await table.post(0, "/api/board/touch", **tap)
    breaks = page.locator(".doings .does", has_text="Break the code")
    asked = page.get_by_role("dialog", name="Break the code now?")
    await breaks.click()
    await asked.get_by_role("button", name="Cancel").click()
    await asked.wait_for(state="detached")
    await breaks.click()
    await asked.get_by_role("button", name="Break the code").click()
    await page.get_by_role("button", name="names a card").wait_for()
    assert await asked.count() == 0


class Shared:
    """
    Two people at one screen, who do all of it by one way.

    Args:
        demo: The board.
        page: The board's page.
        way: ``mouse``, ``touch`` or ``keys``.
    """

    def __init__(self, demo, page, way="mouse", language="en"):
        self.page, self.way, self.refused = page, way, []
        self.table = Table(demo, (page.context,), language)
        page.on(
            "response",
            lambda one: self.refused.append(one) if one.status >= 400 else None,
        )

    async def begin(self, *, taught=True):
        """Begin with the rules that the page offers, and deal by its one button."""
        if taught:
            await self.page.evaluate(
                "localStorage.setItem('lesson-codecards', 'shown')"
            )
        wishes = {"players": ["Fox", "Owl"], "language": self.table.language}
        assert await self.table.post(0, "/api/begin", game="codecards", **wishes)
        if taught:
            await self.press(".cc-begin .main")
            await self.page.locator(".cc-table-both").wait_for()

    async def press(self, what, at=0):
        """Press something; two presses of one thing are not to be a double click."""
        one = self.page.locator(what).nth(at)
        await wait_out_double_click(self.page)
        if self.way == "keys":
            await one.focus()
            await self.page.keyboard.press("Enter")
        elif self.way == "touch":
            await one.tap()
        else:
            await one.click()

    async def open(self):
        """Hold the animal on the lid for a second."""
        knob = self.page.locator(".lid-knob")
        await knob.wait_for()
        if self.way == "keys":
            await knob.focus()
            await self.page.keyboard.down("Enter")
        else:
            await knob.hover()
            await self.page.mouse.down()
        await self.page.locator(".hot.open .cc-own").wait_for()
        await (
            self.page.keyboard.up("Enter")
            if self.way == "keys"
            else self.page.mouse.up()
        )

    async def play(self, column):
        """Play the first card on a column: a tap on each, or two keys."""
        hand = self.page.locator(".hot .held:enabled")
        count = await hand.count()
        await self.press(".hot .held:enabled")
        if self.way == "keys":
            await self.page.keyboard.press(str(column))
        else:
            await self.press(f'.hot .theirs [data-drop="{column}"]')
        left = "n => document.querySelectorAll('.hot .held').length !== n"
        await self.page.wait_for_function(left, arg=count)

    async def name(self):
        """Name three cards, a different one each time."""
        await self.open()
        for at in range(3):
            await self.press(".hot .cc-suits button", at)
            await self.press(".hot .cc-ranks button", at)
            await self.press(".hot .cc-doings .main")
            if at < 2:  # the last one covers
                await self.page.locator(
                    ".hot .cc-choose [aria-pressed=true]"
                ).first.wait_for(state="detached")


@pytest.mark.long
@pytest.mark.parametrize(
    ("way", "size", "language"),
    [
        ("mouse", (1280, 800), "en"),
        ("touch", (390, 844), "de"),
        ("keys", (800, 480), "en"),
        ("mouse", (768, 1024), "de"),
    ],
)
async def test_two_people_play_a_whole_game_at_one_screen(
    demo, open_page, way, size, language
):
    """Two players play a whole game at one screen, without a refusal."""
    page = await open_page(demo.address, size=size, touch=way == "touch", lang=language)
    shared = Shared(demo, page, way, language)
    await shared.begin()
    for _ in range(2):
        await shared.open()
        assert (await page.evaluate(BEYOND))[1:] == []
        assert await page.evaluate(SMALL) == []
        for column in (1, 2, 3):
            await shared.play(column)
        await page.locator(".hot.open").wait_for(state="detached")
        assert await page.locator(".held").count() == 0
    await shared.open()
    texts = load_texts(language)
    breaks = texts.say(say("web-codecards-break"), "page")
    await shared.press(f'.hot .cc-doings button:has-text("{breaks}")')
    await shared.press(".hot .cc-sure .main")
    await page.locator(".hot .cc-choose").wait_for()
    answers = [say("web-codecards-hit"), say("web-codecards-no-hit")]
    answer = await page.locator(".hot .cc-spread > b").last.inner_text()
    assert answer in [texts.say(one, "page") for one in answers]
    assert await page.evaluate(SMALL) == []
    await shared.press(".hot > header button")  # covered in between: it is opened again
    await shared.name()
    await shared.name()
    await page.locator(".ahead .main").wait_for()
    await page.locator(".cc-right").nth(11).wait_for()  # its part is loaded last
    assert await page.locator(".cc-final .pc.back").count() == 0
    said = await page.locator(".cc-right .unseen").all_inner_texts()
    yes_or_no = {texts.say(say(f"web-event-{one}"), "page") for one in ("yes", "no")}
    assert len(said) == 12
    assert {one.strip() for one in said} <= yes_or_no
    assert await page.locator(".cc-pair > span > .unseen").count() == 12
    assert shared.refused == []


@pytest.mark.long
async def test_the_codes_are_turned_before_anybody_hears_who_has_won(demo, open_page):
    """The winner is shown only after all cards of the codes are turned."""
    page = await open_page(demo.address, size=(1280, 800), still=False)
    shared = Shared(demo, page)
    await shared.begin()
    for _ in range(2):
        await shared.open()
        for column in (1, 2, 3):
            await shared.play(column)
    await shared.open()
    await shared.press('.hot .cc-doings button:has-text("Break")')
    await shared.press(".hot .cc-sure .main")
    await page.locator(".hot .cc-choose").wait_for()
    await shared.press(".hot > header button")
    await shared.name()
    await shared.name()
    await page.locator(".cc-pair.now").first.wait_for()
    told = await page.evaluate("""() => new Promise((done) => {
      const seen = [];
      const look = () => {
        const down = document.querySelectorAll(".cc-final .pc.back").length;
        if (!down) return done(seen);
        seen.push([document.title, document.body.innerText].join(" "));
        requestAnimationFrame(look);
      };
      look();
    })""")
    assert told
    assert not [text for text in told if "win" in text.lower()]
    await page.locator(".ahead .main").wait_for()


@pytest.mark.long
async def test_who_plays_the_last_card_reads_why_the_code_is_broken_now(
    demo, open_page
):
    page = await open_page(demo.address, size=(1280, 800))
    shared = Shared(demo, page)
    await shared.begin(taught=False)
    code, phones = await shared.table.code(), []
    for seat in (0, 1):
        phones.append((await open_page(demo.at("/seat"))).context)
        table = Table(demo, (phones[-1],), "en")
        assert await table.post(0, "/api/join", code=code, seat=seat)
    table = Table(demo, tuple(phones), "en")
    assert await table.do(0, "deal")
    while (view := (await table.see())["view"])["broken_by"] is None:
        column, seat = view["column"], view["turn"]
        card = (await table.see(seat))["you"]["secret"]["hand"][0]
        assert await table.do(seat, "play", column=column, card=card)
    await page.get_by_text("That was the last card of").wait_for()


@pytest.mark.long
async def test_a_browser_that_has_not_shown_the_game_teaches_it_first(demo, open_page):
    """Three pictures, then a turn with the real table that sends nothing."""
    page = await open_page(demo.address, size=(800, 480))
    shared = Shared(demo, page)
    await shared.begin(taught=False)
    await page.locator("dialog.lesson .pictures li >> nth=2").wait_for()
    await page.locator("dialog.lesson .go .main").click()
    for column in (1, 2, 3):
        await page.locator(".cc-try .held").first.click()
        await page.locator(f'.cc-try .theirs [data-drop="{column}"]').click()
        await page.locator(f".cc-try .theirs .pc.lands >> nth={column - 1}").wait_for()
    await page.locator(".cc-try .main").click()
    await page.locator("dialog.lesson").wait_for(state="detached")
    assert (await shared.table.see())["view"]["waiting"]


@pytest.mark.long
async def test_a_screen_without_readers_deals_the_cards(demo, open_page):
    """
    Without readers the screen deals.

    Columns have the numbers of the seat on turn.
    """
    page = await open_page(demo.address, size=(1280, 800))
    shared = Shared(demo, page)
    await shared.begin()
    view = (await shared.table.see())["view"]
    assert view["cards"] == "dealt"
    assert await page.locator(".cc-take, .cc-choose, .zones").count() == 0
    assert await page.locator(".theirs .cc-number").all_inner_texts() == ["1", "2", "3"]
    names = ["Fox", "Owl"]
    title = await page.locator(".theirs h2").inner_text()
    assert title.startswith(names[1 - view["turn"]])
    assert await violations(page) == []


@pytest.mark.long
async def test_how_it_stands_is_said_when_it_is_asked_for(demo, open_page):
    """A button announces the turn, the columns of both rows, and the deck."""
    page = await open_page(demo.address, size=(800, 480))
    await Shared(demo, page).begin()
    button = page.get_by_role("button", name="How does it stand?")
    await button.focus()
    await page.keyboard.press("Enter")
    said = await page.locator(".cc-standing [role=status]").inner_text()
    assert said.count("Column ") == 6
    assert said.strip().endswith("34 cards to draw")


@pytest.mark.long
async def test_a_column_has_one_number_for_both_players(demo, open_page):
    """A screen reader hears the same column of a card in either player's turn."""
    page = await open_page(demo.address)
    shared = Shared(demo, page)
    await shared.begin()
    await shared.open()
    for column in (1, 2, 3):
        await shared.play(column)
    await page.locator(".lid-knob").wait_for()
    cards = page.locator(".cc-side.own .cc-col .unseen")
    said = [
        re.search(r"Column (\d)", text)[1] for text in await cards.all_inner_texts()
    ]
    assert said == ["3", "2", "1"]


@pytest.mark.ci
async def test_the_cards_of_a_phone_on_its_side_take_its_whole_width(board, open_page):
    """Both rows and the hand are side by side, and no control lies over another."""
    page = await on_turn(board, open_page, size=(844, 390))
    for wide, high in ((667, 375), (844, 390), (1280, 800)):
        await page.set_viewport_size({"width": wide, "height": high})
        box = await page.locator(".cc-own").bounding_box()
        assert box["width"] > 0.9 * wide
        assert await page.evaluate(COVERED) == [], wide

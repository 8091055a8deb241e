"""Code cards with two phones and the wall, from choosing the game to the scoresheet."""

import pytest

from firmware_host.app.content.languages import load_texts
from firmware_host.board.messages import say
from firmware_host.games.codecards.rules import DECK
from tests.browser.axe import violations
from tests.browser.eyes import BEYOND, SMALL, drag, swipe
from tests.browser.served import GERMAN_FIRST, come
from tests.controller.bench import until
from tools.game_scenes import Table

TINAS, LEES = "QH 7C AS", "2D 10D KC"
SUITS = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}
RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")

#: By how much a page is larger than what is seen of it.
OVER = """() => [document.documentElement.scrollWidth - innerWidth,
  document.documentElement.scrollHeight - innerHeight]"""


class Phone:
    """Somebody with a phone, who reads what stands on its buttons."""

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
        """Play the first card of the hand on a column: it lies there, then is given."""
        await self.page.locator(".now.mine").wait_for()
        hand = self.page.locator(".fan .held")
        card = await hand.first.locator(".unseen").last.inner_text()
        await hand.first.click()
        await self.page.locator(f'.ghost[data-card="{card}"]').wait_for()
        await self.press("web-codecards-on", n=column)
        await self.page.locator(f'.held:has-text("{card}")').wait_for(state="detached")

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
    """Nothing is too small, and nothing needs scrolling."""
    for page in pages:
        assert await page.evaluate(SMALL) == []
        assert await page.evaluate(OVER) == [0, 0]
        assert await violations(page) == []


@pytest.mark.long
@pytest.mark.parametrize("language", ["en", "de"])
async def test_a_game_by_two_phones_to_the_scoresheet(board, open_page, language):
    """The board deals; whoever begins breaks the code, and gets it right."""
    phones, wall = await seated(board, open_page, language)
    texts = load_texts(language)
    tina, _ = phones
    await tina.press("web-begin")
    await tina.page.get_by_label(texts.say(say("game-codecards"), "screen")).check()
    await tina.page.locator("dialog summary").click()
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
    await begins.press("web-codecards-break")
    await begins.page.locator("dialog .main").click()
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
    """Return the phone of whoever begins a game that the board has dealt."""
    pages = [await come(board, open_page, name, **how) for name in ("Tina", "Lee")]
    await board.begin(game="codecards", rules={"cards": "dealt"})
    await board.do("deal")
    for page in pages:
        await page.wait_for_selector(".fan .held >> nth=5")
    page = pages[now(board).turn]
    await page.wait_for_selector(".now.mine")
    return page


@pytest.mark.long
async def test_a_held_card_is_dragged_tapped_or_keyed_and_can_be_taken_back(
    board, open_page
):
    """It lies on its column, dashed, and nothing is sent before the large button."""
    page = await on_turn(board, open_page)
    cards, ghost = page.locator(".fan .held"), page.locator(".ghost")
    columns = page.locator(".strip.column li")
    await drag(page, cards.nth(3), columns.nth(2))  # the first turn begins at column 1
    assert await ghost.count() == 0
    await drag(page, cards.nth(3), columns.nth(0))
    await ghost.wait_for()
    await page.get_by_role("button", name="Take it back").tap()
    await ghost.wait_for(state="detached")
    await swipe(page, cards.nth(2), columns.nth(0))
    await ghost.wait_for()
    # Its outline in the hand takes it back as well. By a click: Chromium takes no tap
    # so soon after a flick.
    await cards.nth(2).click()
    await ghost.wait_for(state="detached")
    await cards.nth(0).focus()
    await page.keyboard.press("ArrowRight")
    await page.keyboard.press("Enter")
    name = await cards.nth(1).locator(".unseen").last.inner_text()
    assert await ghost.get_attribute("data-card") == name
    assert now(board).heights[now(board).turn] == (0, 0, 0)
    await page.get_by_role("button", name="Lay it on column 1").click()
    await until(lambda: now(board).heights[now(board).turn] == (1, 0, 0))


#: Whether so many cards are in the hand.
HELD = "n => document.querySelectorAll('.fan .held').length === n"


@pytest.mark.long
async def test_a_turn_is_answered_in_large_for_all_its_columns(board, open_page):
    """One hit is enough for green; the marks are those of the columns, in order."""
    page = await on_turn(board, open_page)
    seat = now(board).turn
    for column in (1, 2, 3):
        await page.locator(".fan .held").first.click()
        name = f"Lay it on column {column}"
        await page.get_by_role("button", name=name).click()
        if column < 3:  # else the hand is filled up again
            await page.wait_for_function(HELD, arg=6 - column)
    await page.locator(".beat .cc-hits").wait_for()
    hits = now(board).pennies[seat]
    kind = "yes" if any(hits) else "no"
    await page.locator(f".beat.{kind}").get_by_text(f"Hits: {sum(hits)}").wait_for()
    assert await page.locator(".beat .cc-hits .mark").count() == 3


@pytest.mark.long
@pytest.mark.parametrize("lang", GERMAN_FIRST)
async def test_a_phone_holds_six_cards_and_can_play_no_other(
    board, open_page, eyes, lang
):
    """U1, U25: what one does not hold cannot be chosen; all fits 360 pixels."""
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
    """Return what tells whether another card has neither suit nor rank of *card*."""
    return lambda one: one.suit is not card.suit and one.rank != card.rank


@pytest.mark.long
@pytest.mark.parametrize("language", ["en", "de"])
async def test_with_real_cards_the_phones_name_none_before_the_code_is_broken(
    board, open_page, language
):
    """They say where to tap; breaking and naming are theirs."""
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
    """As on a phone: only whoever says so a second time breaks it."""
    page = await open_page(demo.at("/"), size=(1280, 800))
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

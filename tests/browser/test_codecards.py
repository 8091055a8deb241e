"""Code cards with two phones and the wall, from choosing the game to the scoresheet."""

import pytest

from firmware_host.app.languages import load_texts
from firmware_host.board.messages import say
from tests.browser.axe import violations
from tests.browser.eyes import SMALL
from tests.browser.served import come
from tests.controller.bench import until

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

    async def hide(self, cards):
        """Hide three cards, from one's own left."""
        done = self.page.locator(".right .main:enabled")
        for lie, card in enumerate(cards.split(), 1):
            await self.choose(card)
            await done.click()
            await done.wait_for(state="hidden")
            await self.page.locator(
                f".cc-row:last-of-type .back >> nth={lie - 1}"
            ).wait_for()

    async def play(self, column, card):
        """Play a card on a column."""
        await self.page.locator(".now.mine").wait_for()
        await self.choose(card)
        await self.press("web-codecards-on", n=column)
        await self.laid()

    async def laid(self):
        """Wait until the pad is empty again: the card lies."""
        chosen = self.page.locator("[aria-pressed=true]")
        await chosen.first.wait_for(state="detached")

    async def name(self, cards):
        """Name three hidden cards."""
        for column, card in enumerate(cards.split(), 1):
            title = self._texts.say(say("web-codecards-name-title", n=column), "page")
            await self.page.get_by_role("heading", name=title, exact=True).wait_for(
                state="attached"
            )
            await self.choose(card)
            await self.press("web-codecards-name-it", n=column)


@pytest.mark.parametrize("language", ["en", pytest.param("de", marks=pytest.mark.long)])
async def test_a_game_by_two_phones_to_the_scoresheet(board, open_page, language):
    """Whoever begins breaks the code on the second turn, and gets it right."""
    await board.school.web.services.desk.adopt({"language": language})
    tina, lee = [
        Phone(await come(board, open_page, name, lang=language, size=size), language)
        for name, size in (("Tina", (800, 480)), ("Lee", (390, 844)))
    ]
    wall = await open_page(
        f"{board.address}/wall?lang={language}", size=(800, 480), lang=language
    )
    await tina.press("web-begin")
    title = load_texts(language).say(say("game-codecards"), "screen")
    await tina.page.get_by_label(title).check()
    await tina.press("web-begin-now")

    await tina.hide(TINAS)
    await lee.hide(LEES)
    await until(lambda: board.school.table.session.phase.game.round is not None)
    first = board.school.table.session.phase.game.round.turn
    players = [(tina, "3S 4H 5D", LEES), (lee, "6S 8H 9C", TINAS)]
    begins, other = players[first], players[1 - first]
    for phone, cards, _ in (begins, other):
        for column, card in enumerate(cards.split(), 1):
            await phone.play(column, card)
    await begins[0].page.locator(".cc-row li.yes").first.wait_for()
    await wall.locator(".cc-row li.no").first.wait_for()
    for page in (tina.page, wall):
        assert await violations(page) == []
        assert await page.evaluate(OVER) == [0, 0]
    for phone, _, _ in players:
        assert await phone.page.evaluate(SMALL) == []
        assert await phone.page.evaluate(OVER) == [0, 0]

    await begins[0].press("web-codecards-break")
    await begins[0].page.locator("dialog .main").click()
    await begins[0].name(" ".join(reversed(begins[2].split())))
    for phone, _, _ in players:
        assert await phone.page.evaluate(OVER) == [0, 0]
    await other[0].name("2S 2S 2S")
    await wall.locator(".player.won").wait_for()
    assert await wall.locator(".cc-hidden .card:not(.back)").count() == 6
    sheet = await open_page(f"{board.address}/sheet?lang={language}", lang=language)
    await sheet.locator("tfoot .won").wait_for()
    assert (await sheet.inner_text("tfoot .won")).strip() == "9"
    assert "♥" not in await sheet.inner_text("tbody")
    assert await sheet.locator(".cc-small").count() == 6
    await sheet.goto(f"{board.address}/history?lang={language}")
    await sheet.locator(".games .cc-small").first.wait_for()
    queen = {"en": "Q", "de": "D"}[language]
    assert await sheet.locator(".games .cc-small b").first.inner_text() == queen

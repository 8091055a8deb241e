"""WQRDLES of three players on three phones, from joining to the winner."""

import asyncio
import re
from collections.abc import Sequence
from dataclasses import dataclass, field

import pytest
from playwright.async_api import Page, WebSocket

from firmware_host.app.content.languages import load_texts
from tests.browser.eyes import BEYOND
from tests.browser.served import PHONE, come

ANN, BEN, CEM = range(3)
NAMES = ("Ann", "Ben", "Cem")
SIZES = ((360, 640), PHONE, PHONE)

#: The hidden words of the three by round, and Ben's wrong attempt; none is on a card.
HIDDEN = {
    "en": "LAMP BIRD TREE MOON SAND RAIN COAT BEAR ROSE LEAF KITE BOAT SOUP STAR MILK",
    "de": "KERN HAUS HUND ESEL BERG HASE LAMM FUSS NASE SALZ HEFT BROT ZAHN HAND ARZT",
}
WRONG = {"en": "LION", "de": "RING"}

#: Who tries whose word, and whether it is the right one: row by row of a round.
FIRST = (((ANN, BEN, True), (BEN, CEM, False)), ((ANN, CEM, True), (BEN, ANN, True)))
LATER = (((ANN, BEN, True), (BEN, CEM, True), (CEM, ANN, True)),)

#: Row 1 brings 6, row 2 brings 5.
TOTALS = (6 + 5 + 4 * 6, 5 + 4 * 6, 4 * 6)


#: The other players' marks that need scrolling.
CUT_OFF = """() => [...document.querySelectorAll(".wq-about")].filter((one) =>
  one.scrollHeight > one.clientHeight).map((one) => one.innerText)"""

#: The player, the owner of the word, and whether it is right.
Tries = Sequence[tuple[int, int, bool]]


@dataclass
class Three:
    """
    Three players with a phone each, who do what its page says.

    Args:
        pages: Their phones, by seat.
        lang: What they read.
        knows: Who may see what is not opened yet, by word.
        told: All that the board has sent to each phone.
        leaks: Whose phone was sent, or showed, what it may not.
    """

    pages: Sequence[Page]
    lang: str
    knows: dict[str, set[int]] = field(default_factory=dict)
    told: tuple[list[str], ...] = field(default_factory=lambda: ([], [], []))
    leaks: list[tuple[str, str]] = field(default_factory=list)

    def says(self, code: str, **values: object) -> str:
        """Return a text of the catalogue in their language."""
        return load_texts(self.lang).find(code, "page").format(**values)

    async def listen(self) -> None:
        """Record all messages to each phone from now on."""
        for seat, page in enumerate(self.pages):

            def hear(line: WebSocket, seat: int = seat) -> None:
                line.on("framereceived", lambda text: self._came(seat, str(text)))

            page.on("websocket", hear)
            await page.reload()
            await page.wait_for_selector(".me")

    def _came(self, seat: int, text: str) -> None:
        self.told[seat].append(text)
        self._judge(seat, text)

    def _judge(self, seat: int, text: str) -> None:
        for word, knowing in self.knows.items():
            if word in text and seat not in knowing:
                self.leaks.append((NAMES[seat], word))

    async def look(self) -> None:
        """Look at all that each phone shows without scrolling, or reads aloud."""
        for seat, page in enumerate(self.pages):
            self._judge(seat, await page.content())
            assert await page.evaluate(BEYOND) == [False]
            assert await page.evaluate(CUT_OFF) == []

    async def push(self, seat: int, code: str, **values: object) -> None:
        """Press the button with the text of that code."""
        name = self.says(code, **values)
        await self.pages[seat].get_by_role("button", name=name, exact=True).click()

    async def spell(self, seat: int, word: str) -> None:
        """Press the letters of a word; a note may stand on a key."""
        for letter in word:
            named = re.compile(f"^{letter}( .*)?$")
            await self.pages[seat].get_by_role("button", name=named).click()

    async def choose(self) -> None:
        """Ann chooses the game on her phone."""
        await self.push(ANN, "web-begin")
        form = self.pages[ANN].get_by_role("dialog")
        await form.get_by_label("WQRDLES").check()
        await form.get_by_label("4", exact=True).check()
        await self.push(ANN, "web-begin-now")

    async def hide(self, seat: int, word: str) -> None:
        """Hide a word."""
        self.knows[word] = {seat}
        await self.spell(seat, word)
        await self.push(seat, "web-wqrdles-hide")
        await self.look()

    async def ask(self, seat: int) -> None:
        """
        Pick a word of the card and query with it.

        Other phones must not offer that.
        """
        card = self.pages[seat].locator(".wq-pick button")
        word = await card.first.inner_text()
        for one, page in enumerate(self.pages):
            mine = page.get_by_text(self.says("web-your-turn"))
            await mine.wait_for(state="visible" if one == seat else "detached")
        await card.first.click()
        await self.push(seat, "web-wqrdles-ask", word=word)
        await self.look()

    async def row(self, hidden: Sequence[str], tries: Tries, *, last: bool) -> None:
        """Enter each player's attempt or none; the last one opens all."""
        wrong = WRONG[self.lang]
        tried = {by: (of, hidden[of] if ok else wrong) for by, of, ok in tries}
        for by, (_, word) in tried.items():
            self.knows.setdefault(word, set()).add(by)
        opened = [*hidden, *(word for _, word in tried.values())]
        if not last:
            opened = opened[len(hidden) :]
        for seat, page in enumerate(self.pages):
            none = page.get_by_role("button", name=self.says("web-wqrdles-not-yet"))
            await none.wait_for()
            if seat in tried:
                of, word = tried[seat]
                await self.turn_to(seat, of)
                assert "★" not in await page.inner_text(".wq-about")
                await self.spell(seat, word)
            await self.look()
            if seat == CEM:
                for word in opened:
                    self.knows.pop(word, None)
            if seat not in tried:
                await none.click()
                continue
            await self.push(seat, "web-wqrdles-try", name=NAMES[of])
            if seat != CEM:
                said = self.says("web-wqrdles-tried", name=NAMES[of])
                await page.get_by_text(said).wait_for()
                assert await page.locator(".wordpad").count() == 0

    async def hear(self, hidden: Sequence[str], tries: Tries) -> None:
        """Check that each phone shows its attempt's result, and who found its word."""
        told = []
        for by, of, ok in tries:
            found = self.says("web-wqrdles-beat", name=NAMES[of], word=hidden[of])
            told.append((by, found if ok else WRONG[self.lang]))
            if ok:
                told.append((of, self.says("web-wqrdles-beat-mine", name=NAMES[by])))
        beats = [(self.pages[seat].locator(".beat"), text) for seat, text in told]
        await asyncio.gather(*(one.get_by_text(text).wait_for() for one, text in beats))

    async def turn_to(self, seat: int, of: int) -> None:
        """Choose the player whose word is tried, if there is a choice."""
        group = self.says("web-wqrdles-whose")
        whose = self.pages[seat].get_by_role("group", name=group)
        if await whose.count():
            await whose.get_by_role("button", name=NAMES[of]).click()


@pytest.mark.long
@pytest.mark.parametrize("lang", ["en", "de"])
async def test_three_play_from_the_door_to_the_winner(board, open_page, lang):
    """Five rounds by touch; no phone has another's word before it is opened."""
    await board.school.api.send(
        {"command": "choose", "language": lang, "place": "home"}
    )
    pages = [
        await come(board, open_page, name, lang=lang, size=size)
        for name, size in zip(NAMES, SIZES, strict=True)
    ]
    three = Three(pages, lang)
    await three.listen()
    await three.choose()
    words = HIDDEN[lang].split()
    for number in range(5):
        hidden = words[3 * number : 3 * number + 3]
        for seat, word in enumerate(hidden):
            await three.hide(seat, word)
        rows = FIRST if number == 0 else LATER
        for at, tries in enumerate(rows):
            await three.ask((number + at) % 3)
            last = tries == rows[-1]
            await three.row(hidden, tries, last=last)
            await three.hear(hidden, tries)
            if not last:
                await three.look()  # with what was tried, and a question to predict

    ann, *others = three.pages
    await ann.get_by_role("heading", name=three.says("web-won")).wait_for()
    for page in others:
        await page.get_by_role("heading", name="Ann").wait_for()
    for seat, page in enumerate(three.pages):
        assert await page.locator(".seat.gold").count() == (seat == ANN)
        assert await page.get_by_text(three.says("web-won")).count() == (seat == ANN)
        ranks = await page.locator(".ranks li").all_inner_texts()
        told = [[NAMES[one], str(TOTALS[one])] for one in (ANN, BEN, CEM)]
        assert [one.split() for one in ranks] == told
    assert three.leaks == []
    for told in three.told:
        assert all(word in "".join(told) for word in words)

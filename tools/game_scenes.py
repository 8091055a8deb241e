"""
Play each card game to its middle for screenshots, with phones over the web.

Used by build_web_sheet.py. The cards that are dealt are random; the players' words are
fixed.
"""

import asyncio
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from playwright.async_api import BrowserContext

from firmware_host.app.content.languages import load_language
from tests.browser.demo import Demo, answer_to

HEADERS = {"X-Letterzone": "1", "Content-Type": "application/json"}

#: The paths whose requests contain the number of the state that the player saw.
GAME = ("/api/do", "/api/begin", "/api/board/touch", "/api/stand")

NAMES = ("Tina", "Lee", "Ben")

#: The number of players unless a scene gives another one.
TWO = 2
PATIENCE_S = 5

#: The number of cards that are played: two full turns, and one card more.
PLAYED = 7

#: By language: the words that the players hide, and the words of their queries.
WORDS = {
    "en": (("CAKE", "LAMP", "SNOW"), ("LAKE", "CAMP", "DAMP")),
    "de": (("BAUM", "HAUS", "WIND"), ("LAND", "MAUS", "RAUM")),
}


@dataclass(frozen=True, slots=True)
class Table:
    """
    The phones that play on a demo board.

    Args:
        demo: The demo.
        phones: A browser context for each seat, which holds the seat's cookies.
        language: The code of the language of the games.
    """

    demo: Demo
    phones: tuple[BrowserContext, ...]
    language: str

    async def post(self, seat: int, path: str, /, **body: Any) -> bool:
        """Send a request as a page does; return True if accepted, else print why."""
        headers = {**HEADERS, "Origin": self.demo.at("")}
        url = self.demo.at(path)
        state = await self.phones[seat].request.get(self.demo.at("/api/state"))
        if path in GAME:
            body["seen"] = (await state.json())["seen"]
        answer = await self.phones[seat].request.post(url, data=body, headers=headers)
        told = await answer.json()
        if not answer.ok or "refused" in told:
            print(f"{path} {body}: {answer.status} {told.get('text', '')}")
            return False
        return True

    async def do(self, seat: int, act: str, /, **more: Any) -> bool:
        """Send a game command; return True if it was accepted."""
        return await self.post(seat, "/api/do", do=act, **more)

    async def see(self, seat: int = 0) -> Any:
        """Return the state document of a phone."""
        return await answer_to(
            self.phones[seat].request, self.demo.at("/api/state?as=seat")
        )

    async def code(self) -> str:
        """Return the four letters of the join code on the wall page."""
        state = await answer_to(
            self.phones[0].request, self.demo.at("/api/state?as=wall")
        )
        return str(state["join"]["code"])

    async def turn(self) -> int:
        """Return the seat whose turn it is; wait until there is one."""
        until = time.monotonic() + PATIENCE_S
        while (seat := (await self.see())["view"].get("turn")) is None:
            if time.monotonic() > until:
                print("nobody is on turn")
                return 0
            await asyncio.sleep(0.05)
        return int(seat)


async def sit(table: Table, game: str, people: int = TWO, **wishes: Any) -> None:
    """Let *people* phones join with their names, and begin a game."""
    code = await table.code()
    for seat in range(people):
        await table.post(seat, "/api/join", code=code, name=NAMES[seat])
    await table.post(0, "/api/begin", game=game, language=table.language, **wishes)


async def codecards(table: Table) -> int:
    """Play until a player has to choose the second column of a second turn."""
    await sit(table, "codecards", rules={"cards": "dealt"})
    await table.do(0, "deal")
    for at in range(PLAYED):
        turn = await table.turn()
        card = (await table.see(turn))["you"]["secret"]["hand"][0]
        await table.do(turn, "play", column=at % 3 + 1, card=card)
    return await table.turn()


async def wqrdles(table: Table) -> int:
    """Play until the third query is answered and the player may guess a word."""
    await sit(table, "wqrdles", length=4)
    hidden, asked = WORDS[table.language]
    for seat, word in enumerate(hidden[:TWO]):
        await table.do(seat, "secret", word=word)
    turn = await table.turn()
    for at, word in enumerate(asked):
        turn = await table.turn()
        await table.do(turn, "query", word=word)
        if at < len(asked) - 1:
            await table.do(turn, "pass")
    return turn


async def card(table: Table) -> int:
    """Let three players hide a word; the zones then show the active player's card."""
    await sit(table, "wqrdles", len(NAMES), length=4)
    for seat, word in enumerate(WORDS[table.language][0]):
        await table.do(seat, "secret", word=word)
    await dealt(table)
    return await table.turn()


async def dealt(table: Table) -> None:
    """Wait until every player has a card."""
    until = time.monotonic() + PATIENCE_S
    while not any((await table.see())["view"]["cards"]):
        if time.monotonic() > until:
            print("nobody has a card")
            return
        await asyncio.sleep(0.05)


async def attempt(table: Table) -> int:
    """Ask with a word of a card; a player then enters a guess unseen at the board."""
    turn = await card(table)
    word = (await table.see())["view"]["cards"][turn][2]
    await table.do(turn, "query", word=word)
    for button in ("circle", "square"):
        for act in ("press", "release"):
            await table.post(0, "/api/board/touch", act=act, button=button)
    return 1


async def keyword(table: Table) -> int:
    """Play a round, and the next one until the first of two players has laid."""
    await sit(table, "keyword")
    await table.do(0, "deal")
    for seat in (0, 1):
        await lay(table, seat)
    await table.do(0, "deal")
    await lay(table, 1)
    return 0


async def lay(table: Table, seat: int) -> None:
    """Lay the longest word that the hand and the open cards allow, or pass."""
    state = await table.see(seat)
    hand, row = state["you"]["secret"]["hand"], state["view"]["row"]
    for word in longest(table.language, hand, row):
        if await table.do(seat, "lay", word=word, blue=blue(word, hand, row)):
            return
    await table.do(seat, "pass")


def longest(language: str, hand: Sequence[str], row: Sequence[str]) -> list[str]:
    """Return a few words of these cards that use at least one card of the hand."""
    cards, words = Counter([*hand, *row]), load_language(language).common
    every = (word for length in (6, 5, 4, 3) for word in words.words(length))
    found = [word for word in every if not Counter(word) - cards]
    mine = [word for word in found if 0 in blue(word, hand, row)]
    return mine[:3]


def blue(word: str, hand: Sequence[str], row: Sequence[str]) -> list[int]:
    """Return for each letter the zone of its open card; 0 for a card of the hand."""
    own, zones = list(hand), list(row)
    places = []
    for letter in word:
        if letter in own:
            own.remove(letter)
            places.append(0)
        else:
            at = zones.index(letter)
            zones[at] = ""
            places.append(at + 1)
    return places


#: The type of a function that plays a game to its middle and returns the seat whose
#: phone is photographed.
SCENES: Mapping[str, Callable[[Table], Awaitable[int]]] = {
    "codecards": codecards,
    "wqrdles": wqrdles,
    "wqrdles-card": card,
    "wqrdles-attempt": attempt,
    "keyword": keyword,
}

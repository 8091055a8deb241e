"""
One round of each game at the board's page, by elements' names only.

Two players share a screen. They press elements by the names in the catalogue of texts,
and use nothing else of the code.
"""

import asyncio
import re
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import permutations

from playwright.async_api import Error, Page, Response

from firmware_host.app.content.languages import load_language
from firmware_host.board.pieces import Kind
from tests.browser.newcomer import (
    HANDS,
    STOPS,
    Finger,
    Keys,
    Newcomer,
    Sight,
    Thing,
)

#: The callback for each action.
Note = Callable[[str], Awaitable[None]]

#: The players' names on the page if no name is typed.
WHO = ("animal-fox", "animal-owl")


#: A question for the board that is no action.
ASKS = "/api/word"


@dataclass(slots=True)
class Count:
    """
    The counts while people play.

    Args:
        refused: What the board has refused.
        vain: What was pressed and did nothing.
        longest: The longest sentence that stood on the page.
        actions: How many things were pressed.
    """

    refused: list[str] = field(default_factory=list)
    vain: list[str] = field(default_factory=list)
    longest: str = ""
    actions: int = 0

    def watch(self, page: Page) -> None:
        """Note each action of a page that is refused."""

        async def seen(answer: Response) -> None:
            if answer.request.method != "POST" or ASKS in answer.url:
                return
            try:
                body = await answer.json()
            except Error:  # the page has gone on
                return
            if not body.get("ok"):
                self.refused.append(f"{answer.request.post_data}: {body}")

        page.on("response", seen)

    def read(self, things: tuple[Thing, ...]) -> None:
        """Remember the longest sentence."""
        texts = [
            sentence
            for one in things
            if one.role == "StaticText"
            for sentence in re.split(r"(?<=[.!?]) ", one.name)
        ]
        self.longest = max((self.longest, *texts), key=lambda text: len(text.split()))


class OtherBeginsError(Exception):
    """The board has drawn the other one to begin."""


class Pair(Newcomer):
    """
    Two players at one board's page.

    Args:
        sight: What they see.
        hands: What they have in their hands.
        language: What they read.
        note: Told of each thing that they do.
        begins: Who must begin where the board draws that; None for either of them.
    """

    def __init__(
        self, sight: Sight, hands: str, language: str, note: Note | None = None
    ) -> None:
        super().__init__(sight, HANDS[hands](sight), language)
        self.note = note
        self.count = Count()
        if isinstance(sight.page, Page):  # else `EnginePage.refusals` counts
            self.count.watch(sight.page)
        self.begins: int | None = None
        self.names = [self.says(code) for code in WHO]

    async def did(self, what: str) -> None:
        """Add what was done to the notes, and what the page says after it."""
        self.count.read(await self.sight.things())
        if self.note is not None:
            await self.note(what)

    async def find(self, name: str, *, more: bool = False) -> Thing:
        """Return the enabled control with that name; with *more* the name may go on."""

        async def there() -> Thing | None:
            for one in await self.sight.controls():
                if one.name == name or (more and one.name.startswith(f"{name} ")):
                    return one
            return None

        found: Thing = await self.until(there)
        return found

    async def push(self, name: str, *, silent: bool = False) -> None:
        """Press the control with that name, or fail."""
        await self.press_seen(lambda: self.find(name))
        if not silent:
            await self.did(name)

    async def press_seen(self, look: Callable[[], Awaitable[Thing]]) -> None:
        """
        Press the element that *look* returns.

        Repeat if it was moved or drawn again.
        """

        async def pressed() -> bool:
            found = await look()
            before = await self.sight.box(found)
            await asyncio.sleep(0.05)
            if before is None or await self.sight.box(found) != before:
                return False  # nobody aims before it rests
            try:
                took = await self.hands.press(found)
            except Error:
                return False
            assert took, f"no way to {found.name}"
            return True

        await self.until(pressed)

    async def say_press(self, code: str, **values: object) -> None:
        """Press the control with the text of that code."""
        await self.push(self.says(code, **values))

    async def open(self, name: str) -> None:
        """Hold a player's animal until the lid is open."""

        async def drawn() -> Thing | None:
            found = await self.find(self.says("web-hot-open", name=name))
            return found if await self.sight.box(found) else None  # it is drawn anew

        knob = await self.until(drawn)
        assert await self.hands.hold(knob, ".hot.open"), f"no way to {knob.name}"
        await self.did(knob.name)

    async def begin(self, game: str, *more: str, rules: Sequence[str] = ()) -> None:
        """
        Choose two players and a game, and begin.

        Args:
            game: The game.
            more: Names of what else is pressed before the start.
            rules: The codes of the house rules that are chosen.
        """
        if self.language != "en":
            await self.push("Deutsch", silent=True)
        await self.push(self.says("animal-owl"), silent=True)
        await self.push(self.says("web-who-games"), silent=True)
        title = self.texts.find(f"game-{game}", "screen")
        await self.press_seen(lambda: self.find(title, more=True))
        if more or rules:
            await self.push(await self.line(), silent=True)
        for name in more:
            await self.push(name, silent=True)
        if not rules:
            await self.say_press("web-who-start")
            return
        await self.say_press("web-who-rules")
        for code in rules:
            await self.choose(self.says(code))
        await self.say_press("web-begin-now")

    async def line(self) -> str:
        """Return the name of the button before Start, which shows the settings."""
        names = [one.name for one in await self.sight.controls()]
        return names[names.index(self.says("web-who-start")) - 1]

    async def _walk(self, name: str) -> bool:
        """Press Tab; return True if the element with that name has the focus."""
        await self.sight.page.keyboard.press("Tab")
        seen = await self.sight.things()
        return any(one.focused and one.name == name for one in seen)

    async def choose(self, name: str) -> None:
        """Choose one of several, side by side."""
        wanted = await self.find(name)
        if not isinstance(self.hands, Keys):
            assert await self.hands.press(wanted)
            return
        for _ in range(STOPS):
            things = await self.sight.things()
            now = [one for one in things if one.focused][-1]
            if now.role == "radio" and _group(now) == _group(wanted):
                break
            await self.sight.page.keyboard.press("Tab")
        for _ in range(STOPS):
            if await self.sight.has_focus(wanted):
                return
            await self.sight.page.keyboard.press("ArrowRight")
        msg = f"no way to {name}"
        raise AssertionError(msg)

    async def board(self) -> list[str]:
        """Return all that is written above the foot of the page, but for the time."""
        other = ("sectionfooter", "button", "timer")
        return [
            one.name
            for one in await self.sight.things()
            if one.role == "StaticText"
            and not any(role in other for role, _ in one.inside)
        ]

    async def settled(self) -> list[str]:
        """Return the board's texts once they do not change any more."""

        async def still() -> list[str]:
            before = await self.board()
            await asyncio.sleep(0.2)
            return before if await self.board() == before else []

        found: list[str] = await self.until(still)
        return found

    async def changed(self, before: list[str]) -> bool:
        """Return True if the board's texts differ from *before*."""
        return await self.uncovered() and await self.board() != before

    async def uncovered(self) -> bool:
        """Return True if no dialog covers the board."""
        return not any(one.role == "dialog" for one in await self.sight.things())

    async def spell(self, word: str, *, pad: bool = True) -> None:
        """
        Type a word, or press its letters one by one.

        Args:
            word: The word.
            pad: False where its letters are those of the alphabet beside the zones.
        """
        if isinstance(self.hands, Keys):
            await self.sight.page.keyboard.type(word)
            return
        for letter in word:
            named = re.compile(letter + (r"( .*)?" if pad else ": .*"))
            await self.push(await self.called(named), silent=True)

    async def called(self, named: re.Pattern[str]) -> str:
        """Return the full name of the button that matches."""

        async def there() -> str:
            seen = await self.sight.controls()
            names = (one.name for one in seen if one.role == "button")
            return next(filter(named.fullmatch, names), "")

        found: str = await self.until(there)
        return found

    async def zone(self, number: int) -> Thing:
        """Return the zone of that number."""

        async def there() -> Thing | None:
            return (await self.numbered_zones()).get(number)

        found: Thing = await self.until(there)
        return found

    async def press_slot(self, number: int) -> None:
        """Press the slot of a zone on the page, once it is visible."""
        await self.press_seen(lambda: self.until(lambda: self.slot(number)))

    async def put(self, what: Thing, number: int) -> None:
        """Bring something to a zone."""
        if self.hands.drags:
            assert await self.hands.lay(what, await self.zone(number))
            return
        assert await self.hands.press(what)
        await self.press_seen(lambda: self.zone(number))

    async def card(self, suit: str, rank: int, number: int) -> None:
        """Take a card in the dialog, and lay it on a pad."""
        await self.press_seen(lambda: self._ends("web-codecards-take"))
        await self.push(self.says(f"suit-{suit}"), silent=True)
        await self.push(self.says(f"rank-{rank}"), silent=True)
        await self._ends("web-codecards-in-hand")
        before = await self.board()
        await self.press_seen(lambda: self.zone(number))
        await self.until(lambda: self.changed(before))
        await self.did(f"{self.says(f'rank-{rank}')} {suit}, {number}")

    async def _ends(self, code: str) -> Thing:
        """Return the control whose name ends with that text, once it is enabled."""
        text = self.says(code)

        async def there() -> Thing | None:
            seen = await self.sight.controls()
            return next((one for one in seen if one.name.endswith(text)), None)

        found: Thing = await self.until(there)
        return found

    async def letter(self, letter: str, colour: str) -> None:
        """Take a letter card off the table."""
        before = await self.settled()
        await self.press_seen(lambda: self._ends("web-keyword-tray"))
        tone = self.says(f"web-keyword-is-{colour}")
        await self.push(f"{letter} {tone}", silent=True)
        await self.until(lambda: self.changed(before))
        await self.did(f"{letter} {colour}")

    async def read(self, text: str) -> None:
        """Wait until that is written somewhere, maybe with more around it."""

        async def there() -> bool:
            return any(text in one.name for one in await self.sight.things())

        await self.until(there)


def _group(thing: Thing) -> str:
    """Return the name of the innermost group with that element."""
    groups = (name for role, name in reversed(thing.inside) if "group" in role)
    return next(groups, "")


#: The word, a kind that its first letter has, one that it has not, and a wrong guess.
DECIPHER = {"en": ("CAT", "blue", "red", "CUT"), "de": ("HUT", "red", "green", "HAT")}

#: Where a word of three letters begins.
FIRST = 1


async def decipher(two: Pair) -> None:
    """The owl finds the fox's word, after a Yes, a No and a wrong guess."""
    word, kind, other, wrong = DECIPHER[two.language]
    person = two.texts.find("maker-person", "page")
    await two.begin("decipher", "3", person)
    await two.open(two.names[0])
    await two.spell(word)
    await two.say_press("web-secret-set")
    for one in (kind, other):
        await heap(two, Kind(one), FIRST)
    for tried in (wrong, word):
        await two.press_slot(FIRST)
        if not isinstance(two.hands, Finger):
            await two.sight.page.keyboard.press("ArrowLeft")
        await two.spell(tried, pad=False)
        await two.say_press("web-guess", word=tried)
        if tried == wrong:  # it leaves the slots once it was answered
            await two.read(two.says("web-guess-empty"))
    await two.find(two.says("web-round-next"))


async def heap(two: Pair, kind: Kind, zone: int) -> None:
    """Take a piece off its heap, and lay it in a zone of the word."""
    name = two.says(f"kind-{kind}")

    async def there() -> Thing | None:
        seen = await two.sight.controls()
        return next((one for one in seen if one.name.startswith(name)), None)

    before = await two.board()
    await two.put(await two.until(there), zone)
    await two.until(lambda: two.changed(before))
    await two.did(f"{kind} {zone}")


CODE = (("hearts", 12), ("clubs", 7), ("spades", 1))
OTHER = (("diamonds", 2), ("diamonds", 10), ("clubs", 13))
PLAYED = (("spades", 3), ("hearts", 4), ("diamonds", 5))


async def codecards(two: Pair) -> None:
    """Both hide three cards and play three; then the code is broken and named."""
    await two.begin("codecards", rules=("knob-codecards-cards-real",))
    await two.say_press("web-tutorial-skip")
    for at, (suit, rank) in enumerate((*CODE, *OTHER)):
        await two.card(suit, rank, at + 1)
    first = await begins(two)
    if two.begins not in (None, first):
        raise OtherBeginsError
    for suit, rank in PLAYED:
        await two.card(suit, rank, await next_pad(two))
    for suit, rank in (("spades", 6), ("hearts", 8), ("clubs", 9)):
        await two.card(suit, rank, await next_pad(two))
    await two.say_press("web-codecards-break")
    await two.read(two.says("web-codecards-break-sure"))
    await two.say_press("web-codecards-break")
    codes = (OTHER, CODE) if first == 0 else (CODE, OTHER)
    for who, code in zip((first, 1 - first), codes, strict=True):
        for column, (suit, rank) in enumerate(reversed(code), 1):
            await two.say_press("web-codecards-names", name=two.names[who])
            await two.push(two.says(f"suit-{suit}"), silent=True)
            await two.say_press(f"rank-{rank}")
            await two.say_press("web-codecards-name-it", n=column)
    await two.find(two.says("web-again"))


async def codecards_dealt(two: Pair) -> None:
    """The board deals: both play on each column, then the code is broken and named."""
    await two.begin("codecards")
    await two.say_press("web-tutorial-skip")
    await two.say_press("web-codecards-deal")
    opened = ""
    for _ in range(2):
        opened = await open_next(two, opened)
        for column in range(1, 4):
            card = (await held(two))[0].name
            await two.push(card)
            free = re.escape(two.says("web-codecards-column-is", n=column, what=""))
            await two.push(await two.called(re.compile(free[:-2] + ".*")))
            await two.until(partial(gone, two, card))
    opened = await open_next(two, opened)
    await two.say_press("web-codecards-break")
    await two.read(two.says("web-codecards-break-sure"))
    await two.say_press("web-codecards-break")
    for player in range(2):
        if player:
            await open_next(two, opened)
        for column, suit in enumerate(("hearts", "clubs", "spades"), 1):
            await two.read(two.says("web-codecards-you-name", n=column))
            await two.push(two.says(f"suit-{suit}"), silent=True)
            await two.say_press(f"rank-{column}")
            await two.say_press("web-codecards-name-it", n=column)
    await two.find(two.says("web-again"))


async def open_next(two: Pair, before: str) -> str:
    """
    Open the lid for the player whom the page asks for; return the name.

    Args:
        two: The two people.
        before: The name of the one whose turn has just ended: the page may still ask
            for that one until it knows; "" at the beginning.
    """
    names = [name for name in two.names if name != before]
    knobs = {two.says("web-hot-open", name=name): name for name in names}

    async def there() -> str:
        seen = await two.sight.controls()
        return next((knobs[one.name] for one in seen if one.name in knobs), "")

    name: str = await two.until(there)
    await two.open(name)
    return name


async def held(two: Pair) -> list[Thing]:
    """Return the cards of the open hand, as soon as they can be played."""
    hand = ("group", two.says("web-codecards-cards"))

    async def there() -> list[Thing]:
        return [one for one in await two.sight.controls() if hand in one.inside]

    found: list[Thing] = await two.until(there)
    return found


async def gone(two: Pair, card: str) -> bool:
    """Return True if a card is no longer in the open hand."""
    return all(one.name != card for one in await two.sight.controls())


async def begins(two: Pair) -> int:
    """Return the player whom the board drew to begin."""
    ends = two.texts.find("cards-first", "page").split("{name}")[1].split(",")[0]

    async def there() -> str:
        things = await two.sight.things()
        return next((one.name for one in things if ends in one.name), "")

    line = await two.until(there)
    return next(at for at, name in enumerate(two.names) if line.startswith(name))


async def next_pad(two: Pair) -> int:
    """Return the pad that the board names."""
    pad = re.compile(two.says("cards-first", name="(.*)", column="(.*)", pads=r"(\d)"))

    async def there() -> int:
        things = await two.sight.things()
        found = (pad.fullmatch(one.name) for one in things)
        return next((int(one[3]) for one in found if one), 0)

    found: int = await two.until(there)
    return found


WQRDLES = {"en": ("LAMP", "CAKE", "LAKE"), "de": ("HAUS", "BAUM", "LAND")}


async def wqrdles(two: Pair) -> None:
    """Each hides a word; the fox asks and passes, the owl finds the fox's word."""
    mine, theirs, asks = WQRDLES[two.language]
    await two.begin("wqrdles", "4")
    await two.say_press("web-tutorial-skip")
    fox, owl = two.names
    for name, word in ((fox, mine), (owl, theirs)):
        await two.open(name)
        await two.spell(word)
        await two.say_press("web-wqrdles-hide")
    for other, word in ((owl, ""), (fox, mine), (owl, theirs)):
        await two.read(two.says("web-wqrdles-ask-about", name=other))
        await two.spell(asks)
        await two.push(two.says("web-wqrdles-ask", word=asks), silent=True)
        await two.find(two.says("web-wqrdles-not-yet"))  # the tiles have turned
        await two.did(two.says("web-wqrdles-ask", word=asks))
        done = two.says("web-wqrdles-not-yet")
        if word:
            await two.spell(word)
            done = two.says("web-wqrdles-try-word", word=word)
        await two.push(done, silent=True)
        if (other, word) == (owl, theirs):
            await two.find(two.says("web-wqrdles-next-round"))
        else:
            after = owl if other == fox else fox
            await two.read(two.says("web-wqrdles-ask-about", name=after))
        await two.did(done)
    await two.say_press("web-wqrdles-next-round")
    await two.find(two.says("web-hot-open", name=owl))


#: The open cards and both players' words; a capital letter is an open card.
KEYWORD = {"en": ("ERNSTA", "rAT", "sTARE"), "de": ("ERNSTA", "tAT", "sTERN")}


async def keyword(two: Pair) -> None:
    """Real cards: six lie open; the fox lays a word, and the owl a longer one."""
    row, short, long = KEYWORD[two.language]
    await two.begin("keyword", rules=("knob-keyword-cards-real",))
    await two.say_press("web-tutorial-skip")
    for letter in row:
        await two.letter(letter, "blue")
    await two.say_press("web-begin-now")
    for name, word in zip(two.names, (short, long), strict=True):
        await two.say_press("web-keyword-lays", name=name)
        await two.read(two.says("lay-turn", name=name))
        for letter in word:
            if letter.islower():
                await two.letter(letter.upper(), "orange")
                continue
            await two.press_seen(partial(two.zone, row.index(letter) + 1))
            await two.did(letter)
        await two.say_press("web-board-tick")
        if name == two.names[0]:
            await two.until(lambda: two.reads(two.says("web-keyword-has-laid")))
    scored = two.says("keyword-note-scored", name=two.names[1], word=long.upper())
    await two.read(scored)


async def no_word(two: Pair) -> tuple[str, str]:
    """Return the names of two cards in the open hand that make no word."""
    orange = re.compile(f"([A-Z]), {two.says('web-keyword-is-orange')}")
    await two.called(orange)
    seen = [orange.fullmatch(one.name) for one in await two.sight.controls()]
    hand = {one[1]: one[0] for one in seen if one}
    words = load_language(two.language).wide
    return next(
        (hand[one], hand[other])
        for one, other in permutations(hand, 2)
        if one + other not in words
    )


async def keyword_dealt(two: Pair) -> None:
    """
    Play a dealt round: one player lays two cards, the other passes.

    The two cards are no word, so the round has no winner; then the next one can be
    dealt.
    """
    await two.begin("keyword")
    await two.say_press("web-tutorial-skip")
    await two.say_press("web-keyword-deal")
    fox, owl = two.names
    await two.open(fox)
    for name in await no_word(two):
        await two.push(name)
    lay = re.compile(f"{two.says('web-keyword-lay-n', n=2)}: ..")
    await two.push(await two.called(lay))
    await two.open(owl)
    await two.say_press("web-keyword-pass")
    await two.say_press("web-keyword-pass-none")
    await two.say_press("web-keyword-turn")
    await two.say_press("web-keyword-skip")
    await two.find(two.says("web-keyword-deal-next"))
    await two.read(two.says("keyword-note-nobody"))


GAMES = {
    "decipher": decipher,
    "codecards": codecards,
    "codecards-dealt": codecards_dealt,
    "wqrdles": wqrdles,
    "keyword": keyword,
    "keyword-dealt": keyword_dealt,
}


async def pair(page: Page, hands: str, language: str, note: Note | None = None) -> Pair:
    """Return two people before a page, with hands of one kind."""
    sight = Sight(page, await page.context.new_cdp_session(page))
    return Pair(sight, hands, language, note)

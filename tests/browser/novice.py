"""
Two simulated players who know no rules and follow the page.

They hold an element that asks for it, and spell a word where letters are offered.
Otherwise they press what has just become possible, or the largest element not tried
yet. They read one sentence at a time. Refusals and presses without an effect are
counted.
"""

import contextlib
import re
from collections import Counter
from collections.abc import Sequence

from playwright.async_api import Error

from firmware_host.app.content.languages import load_language
from tests.browser.newcomer import Sight, Thing
from tests.browser.rounds import Count, Note, Pair

#: The codes of the texts that end a round.
ENDS = (
    *("web-again", "web-round-next", "web-wqrdles-next-round"),
    "web-keyword-deal-next",
)

#: The number of presses after which ignored elements are tried.
BORED = 12

#: How often an element must be offered to count as ignored, and pressed to be old.
IGNORED, AGAIN = 6, 3

#: Keys beside the letters.
AIDS = ("web-key-back", "web-key-abc", "web-key-rows", "web-keyword-back")

#: Sentences of a lesson that say which word to type.
TYPES = ("web-wqrdles-lesson-try", "web-wqrdles-lesson-ask")

#: Fewer letters than any alphabet has, and words that they ask with.
LETTERS, WORDS = 20, 5

#: More things than two people press in one round of any game.
MOST = 400

#: Parts of a page that lead away from the game.
AWAY = ("sectionheader", "contentinfo")

#: The names of a letter's key: alone, with its pieces, or with its mark.
KEY = re.compile(r"[A-ZÄÖÜẞß](:? .*|, .*)?")


class Novice(Pair):
    """
    Two players at a game that they have never seen.

    Args:
        sight: What they see.
        hands: What they have in their hands.
        language: What they read.
        note: Called with each thing that they do.
    """

    def __init__(
        self, sight: Sight, hands: str, language: str, note: Note | None = None
    ) -> None:
        super().__init__(sight, hands, language, note)
        self.offered: set[tuple[str, int]] = set()
        self.often = Counter[str]()
        self.new: set[tuple[str, int]] = set()
        self.pressed = Counter[str]()
        self.spelled = False
        self.zone_list = self.says("web-zones")
        self.opened = ""
        self.hidden: dict[str, str] = {}

    async def play(self, *, lesson: bool) -> Count:
        """
        Do what the page offers until a round has ended; return the counts.

        Args:
            lesson: True if the game begins with a lesson.
        """
        if lesson:
            await self.find(self.says("web-tutorial-skip"))
        for _ in range(MOST):
            if await self.has_ended():
                return self.count
            await self.step()
        msg = f"no end after {MOST} presses: {self.pressed}"
        raise AssertionError(msg)

    async def has_ended(self) -> bool:
        """Return True once the page leads on to another round or game."""
        ends = {self.says(code) for code in ENDS}
        return any(one.name in ends for one in await self.sight.controls())

    async def step(self) -> None:
        """Press, hold or spell one thing."""
        things = await self.sight.things()
        self.count.read(things)
        offers = [one for one in things if _leads_on(one) and not self.is_aid(one)]
        seen = {(one.name, one.node) for one in offers}
        self.new, self.offered = seen - self.offered, seen
        self.often.update(one.name for one in offers)
        knobs = {self.says("web-hot-open", name=name): name for name in self.names}
        if knob := next((one for one in offers if one.name in knobs), None):
            self.opened = knobs[knob.name]
            with contextlib.suppress(AssertionError):  # the next answer took it away
                await self.open(self.opened)
                await self.until(self.is_open)
            return
        keys = [one for one in offers if KEY.fullmatch(one.name)]
        if len(keys) > LETTERS and not self.spelled and await self.wants_word(things):
            return
        self.spelled = False
        others = [one for one in offers if one not in keys]
        if len(keys) > LETTERS and not any(one.role == "textbox" for one in things):
            others = [one for one in keys if one.name.isalpha()] or others
        with contextlib.suppress(Error):  # it was drawn anew meanwhile: look again
            zones = [one for one in others if ("list", self.zone_list) in one.inside]
            piece = await self.piece()
            if piece and zones and (one := await self.next_of(zones)):
                await self.try_it(one, piece)
            elif one := await self.next_of([one for one in others if one not in zones]):
                await self.try_it(one)

    def is_aid(self, one: Thing) -> bool:
        """Return True for a key that changes the keyboard or takes a letter back."""
        return any(one.name.endswith(self.says(code)) for code in AIDS)

    async def is_open(self) -> bool:
        """Return True once the lid is gone."""
        names = [self.says("web-hot-open", name=name) for name in self.names]
        return not any(one.name in names for one in await self.sight.controls())

    async def next_of(self, offers: Sequence[Thing]) -> Thing | None:
        """Return the newest or least pressed element, and of these the largest."""
        ignored = [one for one in offers if not self.pressed[one.name]]
        if self.count.actions > BORED and ignored:
            often = max(ignored, key=lambda one: self.often[one.name])
            if self.often[often.name] > IGNORED:
                return often
        sizes = {one.node: await self.sight.size(one) for one in offers}

        def wish(one: Thing) -> tuple[float, ...]:
            old, pressed = (one.name, one.node) not in self.new, self.pressed[one.name]
            return (pressed // AGAIN, old, pressed if old else 0, -sizes[one.node])

        return min(offers, key=wish, default=None)

    async def try_it(self, one: Thing, piece: Thing | None = None) -> None:
        """Press something, or bring a piece there; note whether it did anything."""
        self.count.actions += 1
        self.pressed[one.name] += 1
        did = await self.act(*([piece, one] if piece else [one]))
        await self.did(one.name)
        if not did:
            self.count.vain.append(one.name)

    def asked(self, code: str, said: str) -> str:
        """Return the word that a sentence names which is to be typed."""
        found = re.search(self.says(code, word=r"(\w+)"), said)
        return found[1] if found else ""

    async def wants_word(self, things: Sequence[Thing]) -> bool:
        """
        Spell a word if a field asks for one; return False otherwise.

        Each player hides a word. They query with others, and after a while they try the
        other's word.
        """
        label = re.compile(self.says("web-word-of", n=r"(\d)"))
        fields = [label.fullmatch(one.name) for one in things if one.role == "textbox"]
        length = next((int(one[1]) for one in fields if one), 0)
        if not length:
            return False
        said = " ".join(one.name for one in things if one.role == "StaticText")
        named = next(filter(None, (self.asked(code, said) for code in TYPES)), "")
        drawn = load_language(self.language).drawn(length)
        word = named or drawn.word(
            length, len(self.hidden) + self.count.actions % WORDS
        )
        whose = [self.says("web-wqrdles-know", name=name) for name in self.names]
        for name, asked in zip(self.names, whose, strict=True):
            if self.count.actions > BORED and await self.reads(asked):
                word = self.hidden.get(name, word)
        if self.opened:
            self.hidden[self.opened] = word
            self.opened = ""
        await self.spell(word)
        await self.did(word)
        self.spelled = True
        return True


def _leads_on(one: Thing) -> bool:
    """Return True for an enabled control that does not lead away from the game."""
    away = any(role in AWAY for role, _ in one.inside)
    return one.role in ("button", "radio") and not one.off and not away

"""
The room of the people with phones: its door, its code, its names, and their hunches.

Whose each phone is, and what it may see, is the table's affair. A phone is known there
by a hash of its cookie.
"""

from collections import Counter, deque
from collections.abc import Iterable
from hashlib import sha256
from json import dumps, loads
from typing import Any

from firmware_host.board.pieces import NOBODY
from firmware_host.board.record import Record
from firmware_host.board.table_values import Phone, Sight, Sitter
from firmware_host.web.ports import Services

#: Letters of the code for joining: no vowels, so it spells nothing, and no look-alikes.
CODE_LETTERS = "BCDFGHJKLMNPQRSTVWXZ"

#: The cookie of a phone.
COOKIE = "letterzone"

#: The key under which the room is stored.
STORE_KEY = "room"

#: The most phones there may be.
PHONES = 200

#: So many names that were offered are remembered, and addresses.
OFFERS = 5000
ADDRESSES = 1000


class Hunch(Record):
    """A word that somebody believes in, and how many pieces lay by then."""

    word: str
    after: int


class Room:
    """
    Everybody with a phone.

    Args:
        services: Where it is remembered, and chance.
    """

    def __init__(self, services: Services) -> None:
        self._services = services
        self.code = ""
        self.locked = False
        self.teams = False
        self._hunches: dict[int, Hunch] = {}
        self._round: tuple[Any, ...] = ()
        self._told: list[dict[str, int]] = []
        self._offered: deque[str] = deque(maxlen=OFFERS)
        self._machines: dict[str, int] = {}
        self._where: dict[int, str] = {}
        self._open()

    # --- coming and going ---

    def new_token(self) -> str:
        """Return a fresh cookie, 128 bits."""
        return self._services.entropy(16).hex()

    def offer(self, names: Iterable[str]) -> None:
        """Note that a joiner may choose one of these names."""
        self._offered.extend(names)

    def offered(self, name: str) -> bool:
        """Tell whether a name is one of those that were offered."""
        return name in self._offered

    async def new_code(self) -> None:
        """Choose another code for joining."""
        self.code = new_code(self._services)
        await self.save()

    async def set_doors(
        self, *, locked: bool | None = None, teams: bool | None = None
    ) -> None:
        """Lock or open the door; let joiners fall into teams or not."""
        self.locked = self.locked if locked is None else locked
        if teams and not self.teams:
            await self._one_team_each()
        self.teams = self.teams if teams is None else teams
        await self.save()

    async def empty(self) -> None:
        """Send everybody home: phones, hunches, and a new code."""
        self._hunches, self._told = {}, []
        self._machines, self._where = {}, {}
        await self._services.table_api.phones.forget(None)
        await self.new_code()

    # --- machines ---

    def note_machine(self, address: str, phone: Phone) -> None:
        """Remember in memory alone whose phone is at an address."""
        if phone["person"]:
            self._where[phone["number"]] = address
            self._machines.pop(address, None)
            self._machines[address] = phone["person"]
        while len(self._machines) > ADDRESSES:
            del self._machines[next(iter(self._machines))]
        while len(self._where) > ADDRESSES:
            del self._where[next(iter(self._where))]

    async def _one_team_each(self) -> None:
        """Leave each machine the place of its oldest phone: nobody is in two teams."""
        oldest: dict[str, int] = {}
        others = []
        phones = self._services.table_api.phones
        for one in phones.all():
            address = self._where.get(one["number"])
            if address is None or not one["person"]:
                continue
            if oldest.setdefault(address, one["person"]) != one["person"]:
                others.append(one["number"])
        await phones.part(others)
        self._machines |= oldest

    def team_of(self, address: str, seen: Sight) -> Sitter | None:
        """Return the team that somebody at an address plays for, gone phones too."""
        person = self._machines.get(address, NOBODY)
        here = (one for one in seen["players"] if person and not one["left"])
        return next((one for one in here if one["person"] == person), None)

    # --- hunches ---

    def lock_hunch(self, phone: Phone, word: str, seen: Sight) -> None:
        """Keep what somebody believes, until the round is over."""
        self._follow(seen)
        self._hunches[phone["number"]] = Hunch(word, seen["laid"])

    def hunch(self, phone: Phone, seen: Sight) -> str:
        """Return what a phone believes; empty where it has said nothing."""
        self._follow(seen)
        found = self._hunches.get(phone["number"])
        return found.word if found else ""

    def hunches(self, seen: Sight) -> list[dict[str, int]]:
        """
        Return how many were right after how many pieces, once the word is out.

        Where the board makes the next word at once it is that of the round before.
        """
        self._follow(seen)
        return self._told if seen["commitment"] else self._counted(seen)

    def _counted(self, seen: Sight) -> list[dict[str, int]]:
        """Count who was right in the round that has ended last."""
        rounds_before = self._round[1] if self._round else None
        if len(seen["words"]) - 1 != rounds_before:
            return []  # there was none, or it was voided and counts nothing
        word = seen["words"][-1]
        right = Counter(one.after for one in self._hunches.values() if one.word == word)
        total, told = 0, []
        for after in sorted(right):
            total += right[after]
            told.append({"after": after, "count": total})
        return told

    def _follow(self, seen: Sight) -> None:
        """Forget the hunches of an earlier round."""
        if not seen["commitment"]:
            return
        now = (seen["commitment"], len(seen["words"]))
        if now != self._round:
            self._told = self._counted(seen)
            self._round, self._hunches = now, {}

    # --- remembering ---

    async def save(self) -> None:
        """Write the room down."""
        item = {
            "code": self.code,
            "locked": self.locked,
            "teams": self.teams,
        }
        await self._services.store.put(STORE_KEY, dumps(item, ensure_ascii=False))

    def _open(self) -> None:
        text = self._services.store.get(STORE_KEY)
        try:
            item = loads(text) if text else {}
            self.code = str(item.get("code") or new_code(self._services))
            self.locked, self.teams = bool(item.get("locked")), bool(item.get("teams"))
        except (AttributeError, KeyError, TypeError, ValueError):
            self.code = new_code(self._services)


def new_code(services: Services) -> str:
    """Return a code that can be read out, of four letters."""
    return "".join(CODE_LETTERS[one % len(CODE_LETTERS)] for one in services.entropy(4))


def key_of(token: str) -> str:
    """Return what a browser with that cookie is known by; no cookie is ever kept."""
    return sha256(token.encode()).hexdigest() if token else ""

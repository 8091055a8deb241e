"""
The people with phones: who came in, and which place at the table is theirs.

A phone is known by its cookie, of which only a hash is kept. Its place is known by
the player's name or symbol, since numbers move while people sit down and stand up.
"""

from collections import Counter, deque
from collections.abc import Iterable
from dataclasses import asdict, dataclass, replace
from hashlib import sha256
from json import dumps, loads
from typing import Any

from firmware_host.board.pieces import Seat
from firmware_host.board.seen import Common, Seen, Sitter
from firmware_host.web.ports import Services

#: Letters of the code for joining: no vowels, so it spells nothing, and no look-alikes.
CODE_LETTERS = "BCDFGHJKLMNPQRSTVWXZ"

#: The cookie of a phone.
COOKIE = "letterzone"

#: The drawer in which the room is kept.
DRAWER = "room"

#: The most phones there may be.
PHONES = 200

#: So many names that were offered are remembered.
OFFERS = 5000


@dataclass(frozen=True, slots=True)
class Phone:
    """
    One phone.

    Args:
        number: By which a teacher speaks of it.
        place: ``name:…`` or ``symbol:…`` of its player; empty without a place.
    """

    number: int
    place: str = ""


@dataclass(frozen=True, slots=True)
class Hunch:
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
        self.phones: dict[str, Phone] = {}
        self.code = ""
        self.locked = False
        self.teams = False
        self._hunches: dict[int, Hunch] = {}
        self._round: tuple[Any, ...] = ()
        self._told: list[dict[str, int]] = []
        self._offered: deque[str] = deque(maxlen=OFFERS)
        self._open()

    # --- coming and going ---

    def phone(self, token: str | None) -> Phone | None:
        """Return the phone with that cookie."""
        return self.phones.get(_hash(token)) if token else None

    def new_token(self) -> str:
        """Return a fresh cookie, 128 bits."""
        return self._services.entropy(16).hex()

    async def seat_at(self, token: str, place: str) -> Phone:
        """Give the phone with that cookie a place."""
        known = self.phones.get(_hash(token))
        number = known.number if known else 1 + self._highest()
        phone = Phone(number, place)
        self.phones[_hash(token)] = phone
        await self.save()
        return phone

    def offer(self, names: Iterable[str]) -> None:
        """Note that a joiner may choose one of these names."""
        self._offered.extend(names)

    def offered(self, name: str) -> bool:
        """Tell whether a name is one of those that were offered."""
        return name in self._offered

    async def forget(self, number: int) -> None:
        """Let a phone go."""
        self.phones = {
            key: one for key, one in self.phones.items() if one.number != number
        }
        await self.save()

    async def free(self, place: str) -> None:
        """Take a place from every phone that has it."""
        self.phones = {
            key: replace(one, place="") if one.place == place else one
            for key, one in self.phones.items()
        }
        await self.save()

    async def renamed(self, before: str, after: str) -> None:
        """Follow a player whose name has changed."""
        self.phones = {
            key: replace(one, place=after) if one.place == before else one
            for key, one in self.phones.items()
        }
        await self.save()

    async def new_code(self) -> None:
        """Choose another code for joining."""
        self.code = self._draw_code()
        await self.save()

    async def set_doors(
        self, *, locked: bool | None = None, teams: bool | None = None
    ) -> None:
        """Lock or open the door; let joiners fall into teams or not."""
        self.locked = self.locked if locked is None else locked
        self.teams = self.teams if teams is None else teams
        await self.save()

    async def empty(self) -> None:
        """Send everybody home: phones, hunches, and a new code."""
        self.phones, self._hunches, self._told = {}, {}, []
        await self.new_code()

    def _highest(self) -> int:
        return max((one.number for one in self.phones.values()), default=0)

    # --- places ---

    def sitter(self, phone: Phone | None, seen: Seen) -> Sitter | None:
        """Return the player that a phone belongs to."""
        if phone is None or not phone.place:
            return None
        return next((one for one in seen.players if place_of(one) == phone.place), None)

    def phones_at(self, sitter: Sitter) -> int:
        """Return how many phones a player has."""
        place = place_of(sitter)
        return sum(one.place == place for one in self.phones.values())

    def smallest(self, teams: Iterable[Sitter]) -> Sitter | None:
        """Return the one of *teams* with the fewest phones, the first of them."""
        return min(teams, key=self.phones_at, default=None)

    # --- hunches ---

    def lock_hunch(self, phone: Phone, word: str, seen: Seen) -> None:
        """Keep what somebody believes, until the round is over."""
        self._follow(seen)
        laid = sum(map(sum, seen.common.placed))
        self._hunches[phone.number] = Hunch(word, laid)

    def hunch(self, phone: Phone, seen: Seen) -> str:
        """Return what a phone believes; empty where it has said nothing."""
        self._follow(seen)
        found = self._hunches.get(phone.number)
        return found.word if found else ""

    def hunches(self, seen: Seen) -> list[dict[str, int]]:
        """
        Return how many were right after how many pieces, once the word is out.

        Where the board makes the next word at once it is that of the round before.
        """
        self._follow(seen)
        known = seen.common
        return self._told if known.commitment else self._counted(known)

    def _counted(self, known: Common) -> list[dict[str, int]]:
        """Count who was right in the round that has ended last."""
        rounds_before = self._round[1] if self._round else None
        if len(known.results) - 1 != rounds_before:
            return []  # there was none, or it was voided and counts nothing
        word = known.results[-1].word
        right = Counter(one.after for one in self._hunches.values() if one.word == word)
        total, told = 0, []
        for after in sorted(right):
            total += right[after]
            told.append({"after": after, "count": total})
        return told

    def _follow(self, seen: Seen) -> None:
        """Forget the hunches of an earlier round."""
        known = seen.common
        if not known.commitment:
            return
        now = (known.commitment, len(known.results))
        if now != self._round:
            self._told = self._counted(known)
            self._round, self._hunches = now, {}

    # --- remembering ---

    async def save(self) -> None:
        """Write the room down."""
        item = {
            "code": self.code,
            "locked": self.locked,
            "teams": self.teams,
            "phones": {key: asdict(one) for key, one in self.phones.items()},
        }
        await self._services.keep.put(DRAWER, dumps(item, ensure_ascii=False))

    def _open(self) -> None:
        text = self._services.keep.get(DRAWER)
        try:
            item = loads(text) if text else {}
            self.phones = {
                key: Phone(**one) for key, one in item.get("phones", {}).items()
            }
            self.code = str(item.get("code") or self._draw_code())
            self.locked, self.teams = bool(item.get("locked")), bool(item.get("teams"))
        except (AttributeError, TypeError, ValueError):
            self.phones, self.code = {}, self._draw_code()

    def _draw_code(self) -> str:
        drawn = self._services.entropy(4)
        return "".join(CODE_LETTERS[byte % len(CODE_LETTERS)] for byte in drawn)


def place_of(sitter: Sitter) -> str:
    """Return by what a player's place is known; without a name by its number."""
    if sitter.symbol:
        return f"symbol:{sitter.symbol}"
    named = isinstance(sitter.name, str)
    return f"name:{sitter.name}" if named else f"seat:{sitter.seat}"


def seat_of(sitter: Sitter | None) -> Seat | None:
    """Return the seat of a player, if there is one."""
    return None if sitter is None else sitter.seat


def _hash(token: str) -> str:
    return sha256(token.encode()).hexdigest()

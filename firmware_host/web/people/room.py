"""
The people with phones: who came in, whose phone each is, and which secrets it may see.

A phone is known by its cookie, of which only a hash is kept. It belongs to a person and
not to a seat, since people sit down, stand up and change their names. A secret belongs
to the phones that its person had when it was begun: whoever comes later looks on.
"""

from collections import Counter, deque
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass, replace
from hashlib import sha256
from json import dumps, loads
from typing import Any

from firmware_host.board.pieces import NOBODY, Person, Seat
from firmware_host.board.table_view import Common, Sitter, TableView
from firmware_host.web.ports import Services

#: Letters of the code for joining: no vowels, so it spells nothing, and no look-alikes.
CODE_LETTERS = "BCDFGHJKLMNPQRSTVWXZ"

#: The cookie of a phone.
COOKIE = "letterzone"

#: The drawer in which the room is kept.
STORE_KEY = "room"

#: The most phones there may be.
PHONES = 200

#: So many names that were offered are remembered, secrets of a phone, and addresses.
OFFERS = 5000
SECRETS = 8
ADDRESSES = 1000


@dataclass(frozen=True, slots=True)
class Phone:
    """
    One phone.

    Args:
        number: By which a teacher speaks of it.
        person: Whose phone it is; `NOBODY` for a phone without a place.
        late: The epoch (`TableView.epoch`) in which it came to that person while there
            was a secret, or one was being made; empty where there was none.
        sees: The secrets that it may see all the same: it made them, or was let in.
        instead: The number of the lost phone whose place it takes once that secret is
            over, unless the lost one has played on by then; 0 for none.
    """

    number: int
    person: Person = NOBODY
    late: str = ""
    sees: tuple[str, ...] = ()
    instead: int = 0


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
        self._phoned: frozenset[Person] = frozenset()
        self._hunches: dict[int, Hunch] = {}
        self._round: tuple[Any, ...] = ()
        self._told: list[dict[str, int]] = []
        self._offered: deque[str] = deque(maxlen=OFFERS)
        self._machines: dict[str, Person] = {}
        self._where: dict[int, str] = {}
        self._open()

    # --- coming and going ---

    def phone(self, token: str | None) -> Phone | None:
        """Return the phone with that cookie."""
        return self.phones.get(_hash(token)) if token else None

    def new_token(self) -> str:
        """Return a fresh cookie, 128 bits."""
        return self._services.entropy(16).hex()

    async def seat_at(
        self, token: str, sitter: Sitter | None, seen: TableView, *, instead: int = 0
    ) -> Phone:
        """Give the phone with that cookie to a player, or to nobody."""
        known = self.phones.get(_hash(token))
        new = Phone(known.number if known else 1 + self._highest())
        phone = _given(new, sitter, seen) if sitter else new
        phone = replace(phone, instead=instead)
        self.phones[_hash(token)] = phone
        await self.save()
        return phone

    async def move(self, number: int, sitter: Sitter, seen: TableView) -> None:
        """Give a phone to another player."""
        await self._change(number, lambda one: _given(one, sitter, seen))

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

    async def free(self, sitter: Sitter) -> None:
        """Take a player from every phone that is the player's."""
        self.phones = {
            key: Phone(one.number) if one.person == sitter.person else one
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
        if teams and not self.teams:
            self._one_team_each()
        self.teams = self.teams if teams is None else teams
        await self.save()

    async def empty(self) -> None:
        """Send everybody home: phones, hunches, and a new code."""
        self.phones, self._hunches, self._told = {}, {}, []
        self._machines, self._where = {}, {}
        await self.new_code()

    def _highest(self) -> int:
        return max((one.number for one in self.phones.values()), default=0)

    # --- places ---

    def sitter(self, phone: Phone | None, seen: TableView) -> Sitter | None:
        """Return the player that a phone belongs to."""
        if phone is None or not phone.person:
            return None
        return next((one for one in seen.players if one.person == phone.person), None)

    def phones_at(self, sitter: Sitter) -> int:
        """Return how many phones a player has."""
        return sum(one.person == sitter.person for one in self.phones.values())

    def note_machine(self, address: str, phone: Phone) -> None:
        """Remember in memory alone whose phone is at an address."""
        if phone.person:
            self._where[phone.number] = address
            self._machines.pop(address, None)
            self._machines[address] = phone.person
        while len(self._machines) > ADDRESSES:
            del self._machines[next(iter(self._machines))]
        while len(self._where) > ADDRESSES:
            del self._where[next(iter(self._where))]

    def _one_team_each(self) -> None:
        """Leave each machine the place of its oldest phone: nobody is in two teams."""
        oldest: dict[str, Person] = {}
        for key, one in sorted(self.phones.items(), key=lambda item: item[1].number):
            address = self._where.get(one.number)
            if address is None or not one.person:
                continue
            if oldest.setdefault(address, one.person) != one.person:
                self.phones[key] = Phone(one.number)
        self._machines |= oldest

    def team_of(self, address: str, seen: TableView) -> Sitter | None:
        """Return the team that somebody at an address plays for, gone phones too."""
        person = self._machines.get(address, NOBODY)
        here = (one for one in seen.players if person and not one.left)
        return next((one for one in here if one.person == person), None)

    def smallest(self, teams: Iterable[Sitter]) -> Sitter | None:
        """Return the one of *teams* with the fewest phones, the first of them."""
        return min(teams, key=self.phones_at, default=None)

    def count(self, seen: TableView) -> None:
        """Tell the table who has a phone, where that has changed."""
        self._replace(seen)
        people = frozenset(one.person for one in seen.players if self.phones_at(one))
        if people != self._phoned:
            self._phoned = people
            self._services.table_api.phoned(people)

    def _replace(self, seen: TableView) -> None:
        """Forget each lost phone whose secret is over: another one has its place."""
        gone = {
            one.instead for one in self.phones.values() if one.late != seen.epoch
        } - {0}
        if gone:
            self.phones = {
                key: replace(one, instead=0) if one.instead in gone else one
                for key, one in self.phones.items()
                if one.number not in gone
            }

    async def plays_on(self, phone: Phone) -> None:
        """Send away who came in place of a phone: that one is not lost."""
        if any(one.instead == phone.number for one in self.phones.values()):
            self.phones = {
                key: one
                for key, one in self.phones.items()
                if one.instead != phone.number
            }
            await self.save()

    # --- secrets ---

    def looks_on(self, phone: Phone | None, seen: TableView) -> bool:
        """Tell whether a phone came too late for the secret of its seat."""
        sitter = self.sitter(phone, seen)
        if phone is None or sitter is None or not seen.is_sealed(sitter.seat):
            return False
        late = bool(phone.late) and phone.late == seen.epoch
        return late and seen.secret_of(sitter.seat) not in phone.sees

    def waiting(self, sitter: Sitter, seen: TableView) -> list[int]:
        """Return the phones of a player that look on, by number."""
        mates = (one for one in self.phones.values() if one.person == sitter.person)
        return sorted(one.number for one in mates if self.looks_on(one, seen))

    async def let_in(self, number: int, sitter: Sitter, seen: TableView) -> None:
        """Let a phone see the secret of its seat, and stay beside the others."""
        secret = seen.secret_of(sitter.seat)
        await self._change(
            number,
            lambda one: replace(one, sees=(*one.sees, secret)[-SECRETS:], instead=0),
        )

    async def _change(self, number: int, change: Callable[[Phone], Phone]) -> None:
        self.phones = {
            key: change(one) if one.number == number else one
            for key, one in self.phones.items()
        }
        await self.save()

    # --- hunches ---

    def lock_hunch(self, phone: Phone, word: str, seen: TableView) -> None:
        """Keep what somebody believes, until the round is over."""
        self._follow(seen)
        laid = sum(map(sum, seen.common.placed))
        self._hunches[phone.number] = Hunch(word, laid)

    def hunch(self, phone: Phone, seen: TableView) -> str:
        """Return what a phone believes; empty where it has said nothing."""
        self._follow(seen)
        found = self._hunches.get(phone.number)
        return found.word if found else ""

    def hunches(self, seen: TableView) -> list[dict[str, int]]:
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

    def _follow(self, seen: TableView) -> None:
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
        await self._services.store.put(STORE_KEY, dumps(item, ensure_ascii=False))

    def _open(self) -> None:
        text = self._services.store.get(STORE_KEY)
        try:
            item = loads(text) if text else {}
            phones = item.get("phones", {})
            self.phones = {key: _read(one) for key, one in phones.items()}
            self.code = str(item.get("code") or self._draw_code())
            self.locked, self.teams = bool(item.get("locked")), bool(item.get("teams"))
        except (AttributeError, KeyError, TypeError, ValueError):
            self.phones, self.code = {}, self._draw_code()

    def _draw_code(self) -> str:
        drawn = self._services.entropy(4)
        return "".join(CODE_LETTERS[byte % len(CODE_LETTERS)] for byte in drawn)


def _given(phone: Phone, sitter: Sitter, seen: TableView) -> Phone:
    """Return a phone that is a player's from now on."""
    begun = seen.is_sealed(sitter.seat) or seen.is_making(sitter.seat)
    return Phone(phone.number, sitter.person, late=seen.epoch if begun else "")


def _read(item: Mapping[str, Any]) -> Phone:
    person, late, sees = item["person"], item["late"], item["sees"]
    number, instead = int(item["number"]), int(item.get("instead", 0))
    return Phone(number, Person(person), str(late), tuple(map(str, sees)), instead)


def seat_of(sitter: Sitter | None) -> Seat | None:
    """Return the seat of a player, if there is one."""
    return None if sitter is None else sitter.seat


def _hash(token: str) -> str:
    return sha256(token.encode()).hexdigest()

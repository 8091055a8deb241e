"""
The room: the phones of a table, its door, network addresses, and beliefs.

The table knows the person and the rights of each phone. It identifies a phone by a hash
of its cookie.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from ipaddress import ip_address
from json import dumps
from urllib.parse import urlsplit

from firmware_host.board.commands import ALL_PHONES, ForgetPhone, PartPhones
from firmware_host.board.json import Json, as_list, as_text, read_object, text
from firmware_host.board.messages import Refused
from firmware_host.board.record import Record
from firmware_host.board.table_values import Phone, Sight, Sitter
from firmware_host.web.people.beliefs import Hunches, Predictions
from firmware_host.web.people.codes import JoiningCode
from firmware_host.web.people.door import ADMIT, CODE, DOORS, OPEN, Door, Walls
from firmware_host.web.ports import Services

#: The cookie of a phone.
COOKIE = "letterzone"

#: The key under which the room is stored.
STORE_KEY = "room"

#: The most phones at one table.
PHONES = 200

#: The actions at home of a phone that looks on.
SPECTATOR = ("undo", "pause")

#: Actions that only a phone has, not the shared screen.
FOR_PHONES = ("hunch", "predict")

#: The number of remembered addresses, and of remembered persons per address.
ADDRESSES, PEOPLE = 1000, 30


class ClientMachine(Record):
    """
    A device, or all devices behind one network address.

    Args:
        number: Its number on the teacher's page, which does not show the address.
        people: The persons who have joined from there, the last one last.
    """

    number: int
    people: tuple[int, ...] = ()


class Room:
    """
    All phones of one table.

    Args:
        services: The store, the source of random bytes, and the table.
    """

    def __init__(self, services: Services) -> None:
        self._services = services
        self.teams = False
        self.door = Door(services.clock_ms)
        self.predictions = Predictions()
        self.hunches = Hunches(services.packs.known)
        self._machines: dict[str, ClientMachine] = {}
        self._numbered = 0
        self._where: dict[int, tuple[str, str]] = {}
        self._numbers: dict[str, int] = {}
        self._watching = Counter[str]()
        self._open()

    @property
    def code(self) -> str:
        """The present joining code."""
        return self._code.now

    # --- joining and leaving ---

    def new_token(self) -> str:
        """Return a new cookie with 128 random bits."""
        return self._services.entropy(16).hex()

    def takes(self, code: str) -> bool:
        """Return True if a browser with that code may join."""
        return self.door.kind == OPEN or self._code.takes(code)

    async def new_code(self) -> None:
        """Replace the joining code."""
        self._code.change()
        await self.save()

    async def turn(self, seen: Sight) -> bool:
        """Replace a joining code of a class if it is due; return True if replaced."""
        if seen["place"] != "class" or not self._code.turn():
            return False
        await self.save()
        return True

    async def miss(self) -> bool:
        """Count a wrong joining code; return True if that replaced the code."""
        changed = self._code.miss()
        if changed:
            await self.save()
        return changed

    async def set_doors(
        self,
        *,
        locked: bool | None = None,
        teams: bool | None = None,
        door: str | None = None,
        one_address: bool | None = None,
    ) -> None:
        """Lock the door, set how browsers join, and whether they join in teams."""
        own = self.door
        own.locked = own.locked if locked is None else locked
        own.kind = own.kind if door is None else door
        own.one_address = own.one_address if one_address is None else one_address
        if teams and not self.teams and not own.one_address:
            await self._one_team_each()
        self.teams = self.teams if teams is None else teams
        await self.save()

    def follow(self, seen: Sight) -> None:
        """Process a change of the table; at a kiosk forget all people."""
        self.predictions.follow(seen)
        if seen["place"] == "kiosk":
            self._forget()

    def _forget(self) -> None:
        """Delete everything in memory about the people who were here."""
        self.hunches.forget()
        self.predictions.forget()
        self._machines, self._where, self._numbers = {}, {}, {}
        self.door.empty()

    async def empty(self) -> None:
        """Remove all phones and hunches, and replace the joining code."""
        self._forget()
        await self._services.table_api.send(ForgetPhone(ALL_PHONES).line)
        await self.new_code()

    async def send_away(self, number: int) -> Refused | None:
        """
        Remove a phone; it may join again only if the teacher admits it.

        The joining code changes at once, since the phone knows the old one.
        """
        address, key = self._where.get(number, ("", ""))
        refused = await self._services.table_api.send(ForgetPhone(number).line)
        if refused is None:
            if key:
                self.door.send_away(key, address)
            await self.new_code()
        return refused

    async def make_room(self) -> bool:
        """
        Remove the oldest phone without a seat and an open page.

        Return True if so.
        """
        table_api = self._services.table_api
        for one in table_api.phones.all():
            _, key = self._where.get(one["number"], ("", ""))
            if one["seat"] is None and not self._watching[key]:
                gone = await table_api.send(ForgetPhone(one["number"]).line)
                return gone is None
        return False

    @contextmanager
    def watching(self, key: str) -> Iterator[None]:
        """Count an open page of a browser while the context lasts."""
        self._watching[key] += 1
        try:
            yield
        finally:
            self._watching[key] -= 1
            self._watching += Counter()  # drops entries with 0

    def document(self) -> dict[str, Json]:
        """Return the fields for the teacher's page: phones, guests and screens."""
        return {
            "phones": [
                {
                    "number": one["number"],
                    "seat": one["seat"],
                    "machine": self.machine_of(one["number"]),
                }
                for one in self._services.table_api.phones.all()
            ],
            "guests": [
                {
                    "number": one.number,
                    "name": one.name,
                    "machine": self.machine(one.address),
                }
                for one in self.door.guests()
            ],
            "one_address": self.door.one_address,
            "walls": self.walls.document(),
        }

    def joining(self, *, shows: bool) -> Mapping[str, Json]:
        """
        Return the fields about joining.

        Args:
            shows: True if the caller may see the code and the address.
        """
        address = self._services.address()
        phones = self._services.table_api.phones.all()
        seats = [one["seat"] for one in phones if one["seat"] is not None]
        known = shows and is_reached(address)
        return {
            "code": self.code if shows else "",
            "url": f"{address}/seat?code={self.code}" if known else "",
            "shows": shows,
            "door": self.door.kind,
            "locked": self.door.locked,
            "teams": self.teams,
            "phones": len(phones),
            "seated": [seats.count(at) for at in range(max(seats, default=-1) + 1)],
        }

    def you(self, seen: Sight, key: str) -> dict[str, Json] | None:
        """Return the fields for a phone's own page, or None without a seat."""
        phones = self._services.table_api.phones
        phone, acts = phones.who(key) if key else None, may(seen)
        if phone is None or phone["seat"] is None:
            return None
        team = [one["number"] for one in phones.all() if one["seat"] == phone["seat"]]
        looks_on = phone["looks_on"]
        return {
            "seat": phone["seat"],
            "phone": phone["number"],
            "hat": team.index(phone["number"]) + 1 if len(team) > 1 else 0,
            "may": [one for one in acts if one in SPECTATOR] if looks_on else acts,
            "secret": None if looks_on else seen["secret"],
            "hunch": self.hunches.of(phone, seen),
            "prediction": self.predictions.own(phone, seen),
            "looks_on": looks_on,
            "waiting": phones.waiting(key),
        }

    @staticmethod
    def at_screen(seen: Sight, seat: int) -> dict[str, Json]:
        """Return the fields for the shared screen while it is open for a seat."""
        return {
            "seat": seat,
            "phone": 0,
            "hat": 0,
            "may": [one for one in may(seen) if one not in FOR_PHONES],
            "secret": seen["secret"],
            "hunch": "",
            "prediction": {
                "may": False,
                "asks": seen["question"]["asks"],
                "answers": [],
                "chosen": None,
                "last": None,
                "points": 0,
            },
            "looks_on": False,
            "waiting": [],
        }

    # --- machines ---

    def note_machine(self, address: str, phone: Phone, key: str) -> None:
        """Remember the address and the key of a phone, in memory only."""
        _, before = self._where.get(phone["number"], ("", key))
        if before != key:
            self._numbers.pop(before, None)
        self._where[phone["number"]] = address, key
        self._numbers[key] = phone["number"]
        while len(self._where) > ADDRESSES:
            _, gone = self._where.pop(next(iter(self._where)))
            self._numbers.pop(gone, None)
        if phone["person"]:
            self._note_person(address, phone["person"])

    def _note_person(self, address: str, person: int) -> None:
        """
        Remember that a person has joined from an address.

        The last one comes last.
        """
        number = self.machine(address)
        if self._machines[address].people[-1:] == (person,):
            return
        others = (one for one in self._machines[address].people if one != person)
        people = (*others, person)[-PEOPLE:]
        del self._machines[address]
        self._machines[address] = ClientMachine(number, people)

    def machine(self, address: str) -> int:
        """
        Return the number of the machine at an address.

        A new address gets a new one.
        """
        found = self._machines.get(address)
        if found is not None:
            return found.number
        self._numbered += 1
        self._machines[address] = ClientMachine(self._numbered)
        while len(self._machines) > ADDRESSES:
            del self._machines[next(iter(self._machines))]
        return self._numbered

    def machine_of(self, number: int) -> int | None:
        """Return the number of a phone's machine; None if its address is unknown."""
        address, _ = self._where.get(number, ("", ""))
        return self.machine(address) if address else None

    def is_seated(self, key: str) -> bool:
        """Return True if the browser's phone has a seat at the table."""
        phones = self._services.table_api.phones
        number = self._numbers.get(key) if key else None
        return number is not None and any(
            one["number"] == number and one["seat"] is not None for one in phones.all()
        )

    def places_at(self, address: str, seen: Sight) -> int:
        """Return the number of seats or phones of an address, the larger number."""
        here = {one["number"] for one in self._services.table_api.phones.all()}
        phones = sum(n in here and at == address for n, (at, _) in self._where.items())
        machine = self._machines.get(address)
        people = () if machine is None else machine.people
        sits = {one["person"] for one in seen["players"] if not one["left"]}
        return max(phones, len(sits & {*people}))

    async def _one_team_each(self) -> None:
        """
        Remove all but the oldest phone of each address from the teams.

        A phone that is certainly a separate device keeps its seat.
        """
        oldest: dict[str, int] = {}
        others = []
        table_api = self._services.table_api
        for one in table_api.phones.all():
            address, key = self._where.get(one["number"], ("", ""))
            if not address or not one["person"]:
                continue
            first = oldest.setdefault(address, one["person"])
            if first != one["person"] and not self._is_own_device(key):
                others.append(one["number"])
        await table_api.send(PartPhones(tuple(others)).line)
        for address, person in oldest.items():
            self._note_person(address, person)

    def team_of(self, address: str, key: str, seen: Sight) -> Sitter | None:
        """
        Return the team to which a browser returns; None to choose the smallest team.

        A school's network can hide all devices behind one address. So a browser returns
        to the team of a phone at its address only if that phone is gone.

        Args:
            address: The network address of the browser.
            key: The key of the browser.
            seen: The state of the table.
        """
        machine = self._machines.get(address)
        if self.door.one_address or self.door.admitted(key) or machine is None:
            return None
        there = {
            one["person"]
            for one in self._services.table_api.phones.all()
            if self._is_own_device(self._where.get(one["number"], ("", ""))[1])
        }
        here = {one["person"]: one for one in seen["players"] if not one["left"]}
        gone = (one for one in reversed(machine.people) if one not in there)
        return next((here[one] for one in gone if one in here), None)

    def _is_own_device(self, key: str) -> bool:
        """Return True if a phone's page is open or the teacher admitted the phone."""
        return self._watching[key] > 0 or self.door.admitted(key)

    # --- storing ---

    async def save(self) -> None:
        """Store the code, the door's settings and the screens."""
        item = {
            "code": self.code,
            "locked": self.door.locked,
            "teams": self.teams,
            "door": self.door.kind,
            "one_address": self.door.one_address,
            "walls": self.walls.kept(),
        }
        await self._services.store.put(STORE_KEY, dumps(item, ensure_ascii=False))

    def _open(self) -> None:
        """Load the stored room; a damaged entry leaves its door closed."""
        try:
            item = read_object(self._services.store.get(STORE_KEY) or "{}")
            code = text(item, "code", "")
            walls = [as_text(one) for one in as_list(item.get("walls", []))]
        except ValueError:
            item, code, walls = {"door": "", "locked": True}, "", []
        self._code = JoiningCode(self._services, code)
        self.walls = Walls(walls)
        door, kind = self.door, item.get("door", CODE)
        door.kind = kind if isinstance(kind, str) and kind in DOORS else ADMIT
        door.locked = item.get("locked", False) is not False
        door.one_address = item.get("one_address") is True
        self.teams = item.get("teams") is True


def is_reached(address: str) -> bool:
    """Return True if another machine can reach *address*; False for loopback."""
    host = urlsplit(address).hostname or ""
    try:
        return not ip_address(host).is_loopback
    except ValueError:
        return host != "localhost"


def may(seen: Sight) -> list[str]:
    """Return the actions that the viewing player can do now, for the page's buttons."""
    at_home = seen["place"] == "home"
    if seen["view"] is None or seen["over"]:
        return ["begin"] if at_home else []
    undo = at_home and not seen["waiting"]
    acts = ["undo"] * undo + ["pause", "leave"] * at_home
    return [*acts, *seen["may"]]

"""The room of the people with phones: its door and its machines."""

from types import SimpleNamespace

import pytest

from firmware_host.board.commands import ALL_PHONES, PartPhones, read_command
from firmware_host.web.people.codes import key_of
from firmware_host.web.people.room import STORE_KEY, Room

ANN = {"seat": 0, "name": "Ann", "left": False, "person": 11}
BEN = {"seat": 1, "name": "Ben", "left": False, "person": 12}
TABLE = {"players": [ANN, BEN]}


def phone(number, person=0):
    """Return a phone."""
    return {"number": number, "seat": None, "person": person, "looks_on": False}


class KeyValueStore(dict):
    """A drawer without a journal."""

    async def put(self, name, text):
        """Keep it."""
        self[name] = text


class Chance:
    """Bytes that never come again."""

    def __init__(self):
        self.drawn = 0

    def __call__(self, count):
        """Return *count* bytes."""
        self.drawn += 1
        return bytes((self.drawn * 37 + at * 11) % 256 for at in range(count))


class Phones:
    """The phones at a table that is not there."""

    def __init__(self, here):
        self.here, self.parted, self.forgotten = here, [], []

    def all(self):
        """Return every phone."""
        return tuple(self.here)

    async def send(self, line):
        """Take places from phones, or forget a phone."""
        command = read_command(line)
        if isinstance(command, PartPhones):
            self.parted.append(list(command.numbers))
        else:
            self.forgotten.append(command.number)


def services(store, phones=None):
    """Return stubs of the services that a room uses."""
    phones = phones or Phones([])
    table_api = SimpleNamespace(phones=phones, send=phones.send)
    return SimpleNamespace(
        store=store,
        entropy=Chance(),
        table_api=table_api,
        clock_ms=lambda: 0,
        packs=SimpleNamespace(known=lambda words, _code: words),
    )


@pytest.fixture
def store():
    return KeyValueStore()


@pytest.fixture
def room(store):
    return Room(services(store))


def test_a_phone_is_known_by_the_hash_of_its_cookie(room):
    """The stored key is a hash: a cookie cannot be derived from it."""
    tokens = [room.new_token() for _ in range(2)]
    assert [len(one) for one in tokens] == [32, 32]
    assert len({key_of(one) for one in tokens} | {*tokens}) == 4
    assert key_of("") == ""  # no cookie is nobody's


async def test_the_door_is_as_it_was_after_a_restart(room, store):
    """The door's settings and the code are the same after a restart."""
    await room.set_doors(locked=True, teams=True)
    again = Room(services(store))
    assert again.code == room.code
    assert (again.door.locked, again.teams) == (True, True)


@pytest.mark.parametrize("text", ["", "{", "[]", "7", '{"walls": 7}', "[" * 100_000])
def test_an_unreadable_store_is_an_empty_room(text):
    room = Room(services(KeyValueStore({STORE_KEY: text})))
    assert len(room.code) == 4


async def test_a_machine_is_known_as_long_as_the_room_is(room, store):
    """A machine's address stays in memory until the room is emptied, never on disk."""
    room.note_machine("192.0.2.7", phone(1, person=ANN["person"]), "key")
    assert room.team_of("192.0.2.7", "key", TABLE) == ANN
    assert room.team_of("192.0.2.7", "key", {"players": []}) is None
    assert room.team_of("192.0.2.8", "key", TABLE) is None
    room.note_machine("192.0.2.8", phone(2), "key")
    assert room.team_of("192.0.2.8", "key", TABLE) is None
    await room.save()
    assert "192.0.2.7" not in store[STORE_KEY]
    for number in range(2000):
        room.note_machine(
            f"192.0.3.{number}", phone(number, person=BEN["person"]), "key"
        )
    assert room.team_of("192.0.2.7", "key", TABLE) is None
    await room.empty()
    assert room.team_of("192.0.3.1999", "key", TABLE) is None


async def test_a_machine_keeps_the_place_of_its_oldest_phone(store):
    """
    When players become teams, each machine keeps its oldest phone's seat.

    A phone without a known machine keeps its seat.
    """
    phones = Phones([phone(number, person=10 + number) for number in range(1, 5)])
    room = Room(services(store, phones))
    for one, address in zip(phones.here, "abaa", strict=True):
        room.note_machine(address, one, "key")
    room.note_machine("a", phones.here[2], "key")
    await room.set_doors(teams=True)
    assert phones.parted == [[3, 4]]
    assert room.team_of("a", "key", TABLE) == ANN
    await room.set_doors(teams=True)
    assert len(phones.parted) == 1  # they are teams already


async def test_devices_behind_one_address_go_to_the_smallest_team(store):
    """A page that is open, or a phone that the teacher let in, is another device."""
    phones = Phones([phone(1, person=ANN["person"])])
    room = Room(services(store, phones))
    room.note_machine("192.0.2.7", phones.here[0], "first")
    with room.watching("first"):
        assert room.team_of("192.0.2.7", "second", TABLE) is None
    assert room.team_of("192.0.2.7", "second", TABLE) == ANN
    number = room.door.knock("third", "192.0.2.7", "")
    room.door.admit([number])
    assert room.team_of("192.0.2.7", "third", TABLE) is None


async def test_devices_behind_one_address_keep_their_places_in_teams(store):
    """
    When players become teams, devices behind one address keep a seat each.

    A window without an open connection does not count.
    """
    phones = Phones([phone(number, person=10 + number) for number in range(1, 4)])
    room = Room(services(store, phones))
    for one, key in zip(phones.here, ("a", "b", "c"), strict=True):
        room.note_machine("192.0.2.7", one, key)
    with room.watching("a"), room.watching("b"):
        await room.set_doors(teams=True)
    assert phones.parted == [[3]]


async def test_an_empty_room_has_forgotten_everybody(store):
    phones = Phones([])
    room = Room(services(store, phones))
    before = room.code
    await room.empty()
    assert room.code != before
    assert phones.forgotten == [ALL_PHONES]

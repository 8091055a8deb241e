"""The people with phones: known by a cookie's hash, remembered over a restart."""

import json
from types import SimpleNamespace

import pytest

from firmware_host.board.messages import say
from firmware_host.board.table_view import Common, Sitter
from firmware_host.web.people.room import CODE_LETTERS, STORE_KEY, Room, seat_of

ANN, BEN = Sitter(0, "Ann", person=11), Sitter(1, "Ben", person=12)
STAR = Sitter(2, say("player-star"), "star", person=13)
NAMELESS = Sitter(3, say("player", n=4), person=14)


def table(*players, epoch="1.0", sealed=(), making=()):
    """Return a table with these people, and whose secrets there are."""
    return SimpleNamespace(
        players=players,
        epoch=epoch,
        is_sealed=lambda seat: seat in sealed,
        is_making=lambda seat: seat in making,
        secret_of=lambda seat: f"{epoch}:{seat}",
    )


TABLE = table(ANN, BEN, STAR, NAMELESS)


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
        """Return so many."""
        self.drawn += 1
        return bytes((self.drawn * 37 + at * 11) % 256 for at in range(count))


@pytest.fixture
def store():
    return KeyValueStore()


@pytest.fixture
def room(store):
    return Room(SimpleNamespace(store=store, entropy=Chance()))


async def test_a_phone_is_known_by_its_cookie_and_no_other(room):
    token = room.new_token()
    phone = await room.seat_at(token, ANN, TABLE)

    assert len(token) == 32
    assert room.phone(token) == phone
    assert room.sitter(phone, TABLE) == ANN
    assert room.phone(room.new_token()) is None
    assert room.phone(None) is None
    assert room.phone("") is None


async def test_the_store_holds_no_cookie(room, store):
    """Who reads the file cannot come in as somebody else."""
    token = room.new_token()
    await room.seat_at(token, ANN, TABLE)
    assert token not in store[STORE_KEY]


async def test_everybody_has_a_place_after_a_restart(room, store):
    """The code as well, so that nobody's QR code is out of date."""
    token = room.new_token()
    await room.seat_at(token, STAR, TABLE)
    await room.set_doors(locked=True, teams=True)

    again = Room(SimpleNamespace(store=store, entropy=Chance()))
    assert again.code == room.code
    assert (again.locked, again.teams) == (True, True)
    assert again.sitter(again.phone(token), TABLE) == STAR


@pytest.mark.parametrize("text", ["", "{", "[]", '{"phones": {"x": {"y": 1}}}', "7"])
def test_an_unreadable_store_is_an_empty_room(text):
    room = Room(
        SimpleNamespace(store=KeyValueStore({STORE_KEY: text}), entropy=Chance())
    )
    assert room.phones == {}
    assert len(room.code) == 4


def test_a_code_spells_nothing_and_is_read_off_without_doubt(room):
    """No vowels, and none of the signs that look like each other."""
    assert set(room.code) <= set(CODE_LETTERS)
    assert not set("AEIOUY0125") & set(CODE_LETTERS)


async def test_each_phone_has_a_number_of_its_own(room):
    tokens = [room.new_token() for _ in range(3)]
    numbers = [(await room.seat_at(one, ANN, TABLE)).number for one in tokens]
    await room.forget(2)
    again = await room.seat_at(tokens[0], BEN, TABLE)

    assert numbers == [1, 2, 3]
    assert again.number == 1
    assert room.phone(tokens[1]) is None
    assert (room.phones_at(ANN), room.phones_at(BEN)) == (1, 1)


async def test_a_phone_follows_its_person(room):
    """Seats move up when somebody goes home, and names change."""
    phone = await room.seat_at(room.new_token(), BEN, TABLE)
    moved = table(Sitter(0, "Cem", person=BEN.person), Sitter(1, "Ben", person=15))
    assert seat_of(room.sitter(phone, moved)) == 0
    assert room.sitter(phone, table(ANN)) is None
    assert seat_of(None) is None


async def test_who_came_too_late_for_a_secret_looks_on(room):
    """While it was made or stood; until the next one, or until it is let in."""
    hidden = table(ANN, BEN, sealed=(0,))
    early = await room.seat_at(room.new_token(), ANN, TABLE)
    late = await room.seat_at(room.new_token(), ANN, table(ANN, making=(0,)))
    later = await room.seat_at(room.new_token(), ANN, hidden)
    other = await room.seat_at(room.new_token(), BEN, hidden)
    phones = (early, late, later, other)
    assert [room.looks_on(one, hidden) for one in phones] == [False, True, True, False]
    assert room.waiting(ANN, hidden) == [late.number, later.number]
    following = table(ANN, BEN, epoch="1.1", sealed=(0,))
    assert not any(room.looks_on(one, following) for one in phones)

    await room.let_in(later.number, ANN, hidden)
    assert room.waiting(ANN, hidden) == [late.number]
    await room.move(other.number, ANN, hidden)
    assert room.waiting(ANN, hidden) == [late.number, other.number]


async def test_a_machine_is_known_as_long_as_the_room_is(room, store):
    """By its address, in memory alone: in the drawer there is none."""
    token = room.new_token()
    phone = await room.seat_at(token, ANN, TABLE)
    room.note_machine("192.0.2.7", phone)
    await room.forget(phone.number)
    assert room.team_of("192.0.2.7", TABLE) == ANN
    assert room.team_of("192.0.2.8", TABLE) is None
    assert "192.0.2.7" not in store[STORE_KEY]
    for number in range(2000):
        room.note_machine(f"192.0.3.{number}", phone)
    assert room.team_of("192.0.2.7", TABLE) is None
    await room.empty()
    assert room.team_of("192.0.3.1999", TABLE) is None


async def test_a_freed_place_has_no_phone(room):
    token = room.new_token()
    await room.seat_at(token, STAR, TABLE)
    await room.free(STAR)

    assert room.sitter(room.phone(token), TABLE) is None
    assert room.phones_at(STAR) == 0


async def test_a_phone_without_a_place_is_nobodys(room):
    """Least of all that of the player who has neither name nor button."""
    await room.seat_at(room.new_token(), None, TABLE)
    assert [room.phones_at(one) for one in TABLE.players] == [0, 0, 0, 0]


async def test_the_smallest_team_is_the_first_of_the_smallest(room):
    assert room.smallest(()) is None
    assert room.smallest(TABLE.players) == ANN
    await room.seat_at(room.new_token(), ANN, TABLE)
    assert room.smallest(TABLE.players) == BEN


async def test_an_empty_room_has_forgotten_everybody(room, store):
    before = room.code
    await room.seat_at(room.new_token(), ANN, TABLE)
    await room.empty()

    assert room.code != before
    assert json.loads(store[STORE_KEY])["phones"] == {}
    assert "Ann" not in store[STORE_KEY]


def test_a_name_counts_as_offered_once_it_was(room):
    assert not room.offered("Wise Owl")
    room.offer(["Wise Owl"])
    assert room.offered("Wise Owl")


# --- hunches ----------------------------------------------------------------


def shown(commitment="", *words, placed=((1, 0, 0, 0),)):
    """Return a game as anybody sees it, after rounds of these words."""
    results = tuple(SimpleNamespace(word=word) for word in words)
    known = Common(results, commitment=commitment, placed=placed)
    return SimpleNamespace(common=known, players=())


async def test_hunches_add_up_over_the_pieces(room):
    """Three had it in the end, one of them after the first piece."""
    phones = [await room.seat_at(room.new_token(), None, TABLE) for _ in range(4)]
    room.lock_hunch(phones[0], "HOBBY", shown("x"))
    later = shown("x", placed=((2, 1, 0, 0),))
    for phone, word in zip(phones[1:], ("HOBBY", "HOBBY", "HAPPY"), strict=True):
        room.lock_hunch(phone, word, later)

    assert room.hunches(later) == []
    assert room.hunches(shown("", "HOBBY")) == [
        {"after": 1, "count": 1},
        {"after": 3, "count": 3},
    ]


async def test_a_later_hunch_takes_the_place_of_an_earlier_one(room):
    phone = await room.seat_at(room.new_token(), None, TABLE)
    room.lock_hunch(phone, "HAPPY", shown("x"))
    room.lock_hunch(phone, "HOBBY", shown("x", placed=((2, 0, 0, 0),)))

    assert room.hunch(phone, shown("x")) == "HOBBY"
    assert room.hunches(shown("", "HOBBY")) == [{"after": 2, "count": 1}]


async def test_a_new_round_forgets_the_old_ones_hunches(room):
    phone = await room.seat_at(room.new_token(), None, TABLE)
    room.lock_hunch(phone, "HOBBY", shown("x"))

    assert room.hunch(phone, shown("y", "HAPPY")) == ""
    assert room.hunches(shown("", "HAPPY", "HOBBY")) == []


async def test_the_board_makes_the_next_word_at_once_and_they_are_told_still(room):
    """Until that word is out; of a round that was called off there are none."""
    phone = await room.seat_at(room.new_token(), None, TABLE)
    room.lock_hunch(phone, "HOBBY", shown("x"))

    assert room.hunches(shown("y", "HOBBY")) == [{"after": 1, "count": 1}]
    room.lock_hunch(phone, "HAPPY", shown("y", "HOBBY"))
    assert room.hunches(shown("z", "HOBBY")) == []


async def test_without_a_game_there_are_no_hunches(room):
    assert room.hunches(SimpleNamespace(common=Common(), players=())) == []

"""The people with phones: known by a cookie's hash, remembered over a restart."""

import json
from types import SimpleNamespace

import pytest

from firmware_host.board.messages import say
from firmware_host.board.seen import Common, Sitter
from firmware_host.web.room import CODE_LETTERS, DRAWER, Room, place_of, seat_of

ANN, BEN = Sitter(0, "Ann"), Sitter(1, "Ben")
STAR, NAMELESS = Sitter(2, say("player-star"), "star"), Sitter(3, say("player", n=4))
TABLE = SimpleNamespace(players=(ANN, BEN, STAR, NAMELESS))


class Keep(dict):
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
def keep():
    return Keep()


@pytest.fixture
def room(keep):
    return Room(SimpleNamespace(keep=keep, entropy=Chance()))


async def test_a_phone_is_known_by_its_cookie_and_no_other(room):
    token = room.new_token()
    phone = await room.seat_at(token, place_of(ANN))

    assert len(token) == 32
    assert room.phone(token) == phone
    assert room.sitter(phone, TABLE) == ANN
    assert room.phone(room.new_token()) is None
    assert room.phone(None) is None
    assert room.phone("") is None


async def test_the_drawer_holds_no_cookie(room, keep):
    """Who reads the file cannot come in as somebody else."""
    token = room.new_token()
    await room.seat_at(token, place_of(ANN))
    assert token not in keep[DRAWER]


async def test_everybody_has_a_place_after_a_restart(room, keep):
    """The code as well, so that nobody's QR code is out of date."""
    token = room.new_token()
    await room.seat_at(token, place_of(STAR))
    await room.set_doors(locked=True, teams=True)

    again = Room(SimpleNamespace(keep=keep, entropy=Chance()))
    assert again.code == room.code
    assert (again.locked, again.teams) == (True, True)
    assert again.sitter(again.phone(token), TABLE) == STAR


@pytest.mark.parametrize("text", ["", "{", "[]", '{"phones": {"x": {"y": 1}}}', "7"])
def test_an_unreadable_drawer_is_an_empty_room(text):
    room = Room(SimpleNamespace(keep=Keep({DRAWER: text}), entropy=Chance()))
    assert room.phones == {}
    assert len(room.code) == 4


def test_a_code_spells_nothing_and_is_read_off_without_doubt(room):
    """No vowels, and none of the signs that look like each other."""
    assert set(room.code) <= set(CODE_LETTERS)
    assert not set("AEIOUY0125") & set(CODE_LETTERS)


async def test_each_phone_has_a_number_of_its_own(room):
    tokens = [room.new_token() for _ in range(3)]
    numbers = [(await room.seat_at(one, place_of(ANN))).number for one in tokens]
    await room.forget(2)
    again = await room.seat_at(tokens[0], place_of(BEN))

    assert numbers == [1, 2, 3]
    assert again.number == 1
    assert room.phone(tokens[1]) is None
    assert (room.phones_at(ANN), room.phones_at(BEN)) == (1, 1)


async def test_a_place_follows_its_player(room):
    """By name or symbol: seats move up when somebody goes home."""
    phone = await room.seat_at(room.new_token(), place_of(BEN))
    moved = SimpleNamespace(players=(Sitter(0, "Ben"),))
    assert seat_of(room.sitter(phone, moved)) == 0

    token = room.new_token()
    await room.seat_at(token, place_of(BEN))
    await room.renamed("name:Ben", "name:Cem")
    assert room.sitter(room.phone(token), TABLE) is None
    assert seat_of(None) is None


async def test_a_freed_place_has_no_phone(room):
    token = room.new_token()
    await room.seat_at(token, place_of(STAR))
    await room.free(place_of(STAR))

    assert room.sitter(room.phone(token), TABLE) is None
    assert room.phones_at(STAR) == 0


async def test_a_phone_without_a_place_is_nobodys(room):
    """Least of all that of the player who has neither name nor button."""
    await room.seat_at(room.new_token(), "")
    assert [room.phones_at(one) for one in TABLE.players] == [0, 0, 0, 0]
    assert len({place_of(one) for one in TABLE.players}) == 4


async def test_the_smallest_team_is_the_first_of_the_smallest(room):
    assert room.smallest(()) is None
    assert room.smallest(TABLE.players) == ANN
    await room.seat_at(room.new_token(), place_of(ANN))
    assert room.smallest(TABLE.players) == BEN


async def test_an_empty_room_has_forgotten_everybody(room, keep):
    before = room.code
    await room.seat_at(room.new_token(), place_of(ANN))
    await room.empty()

    assert room.code != before
    assert json.loads(keep[DRAWER])["phones"] == {}
    assert "Ann" not in keep[DRAWER]


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
    phones = [await room.seat_at(room.new_token(), "") for _ in range(4)]
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
    phone = await room.seat_at(room.new_token(), "")
    room.lock_hunch(phone, "HAPPY", shown("x"))
    room.lock_hunch(phone, "HOBBY", shown("x", placed=((2, 0, 0, 0),)))

    assert room.hunch(phone, shown("x")) == "HOBBY"
    assert room.hunches(shown("", "HOBBY")) == [{"after": 2, "count": 1}]


async def test_a_new_round_forgets_the_old_ones_hunches(room):
    phone = await room.seat_at(room.new_token(), "")
    room.lock_hunch(phone, "HOBBY", shown("x"))

    assert room.hunch(phone, shown("y", "HAPPY")) == ""
    assert room.hunches(shown("", "HAPPY", "HOBBY")) == []


async def test_the_board_makes_the_next_word_at_once_and_they_are_told_still(room):
    """Until that word is out; of a round that was called off there are none."""
    phone = await room.seat_at(room.new_token(), "")
    room.lock_hunch(phone, "HOBBY", shown("x"))

    assert room.hunches(shown("y", "HOBBY")) == [{"after": 1, "count": 1}]
    room.lock_hunch(phone, "HAPPY", shown("y", "HOBBY"))
    assert room.hunches(shown("z", "HOBBY")) == []


async def test_without_a_game_there_are_no_hunches(room):
    assert room.hunches(SimpleNamespace(common=Common(), players=())) == []

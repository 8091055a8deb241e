"""A phone stays with its person, whatever becomes of names, seats and the board."""

import pytest

from firmware_host.board.commands import Sit, Stand
from tests.web.laptop import reached
from tests.web.secret_games import GAMES, OK, WORDS, begin

NAMES = ("Tina", "Lee", "Ben")


@pytest.fixture
async def board(tmp_path):
    async with reached(tmp_path) as opened:
        yield opened


async def come(board):
    """Let three come with phones of their own."""
    return [await board.phone(name=name) for name in NAMES]


async def seats(phones):
    return [await phone.seat() for phone in phones]


async def test_who_goes_after_the_names_are_gone_moves_nobodys_phone(board):
    """The second plays as the first then, and the third as the second."""
    phones = await come(board)
    teacher = await board.school.teacher()
    assert await teacher.post("/api/teacher/erase") == OK
    assert await seats(phones) == [0, 1, 2]
    assert await teacher.post("/api/teacher/stand", seat=0) == OK
    assert await seats(phones) == [None, 0, 1]


async def test_nobody_makes_another_ones_word_after_that(board):
    """After names are erased, only the phone of the maker can set the word."""
    phones = await come(board)
    teacher = await board.school.teacher()
    await teacher.post("/api/teacher/erase")
    await teacher.post("/api/teacher/stand", seat=0)
    await begin(board, GAMES[0])
    assert await phones[2].post("/api/do", do="secret", word=WORDS[0]) != OK
    assert await phones[1].post("/api/do", do="secret", word=WORDS[0]) == OK
    assert (await phones[1].you())["secret"]["word"] == WORDS[0]
    assert (await phones[2].you())["secret"] is None


async def test_names_that_change_places_take_no_phone_along(board):
    """Renaming players changes no phone's seat."""
    phones = await come(board)
    teacher = await board.school.teacher()
    for seat, name in ((0, "Nobody"), (1, "Tina"), (0, "Lee")):
        await teacher.post("/api/teacher/rename", seat=seat, name=name)
    assert await seats(phones) == [0, 1, 2]


async def test_a_name_that_comes_again_is_somebody_else(board):
    """A new player with the name of one who left does not get that player's phone."""
    phones = await come(board)
    teacher = await board.school.teacher()
    await teacher.post("/api/teacher/settings", place="home")
    table_api = board.school.api
    await table_api.send(Stand(0).line)
    await table_api.send(Sit("Tina").line)
    assert await seats(phones) == [None, 0, 1]


async def test_everybody_is_the_same_in_the_next_game(board):
    """Phones keep their players in the next game, even after names were erased."""
    phones = await come(board)
    await begin(board, GAMES[0])
    teacher = await board.school.teacher()
    await teacher.post("/api/teacher/erase")
    await board.do("leave", by=0)
    await board.do("end")
    await begin(board, GAMES[0])
    assert await seats(phones) == [None, 0, 1]


async def test_everybody_is_the_same_after_a_restart(tmp_path):
    """Phones keep their seats after a restart, in a game and between two games."""
    async with reached(tmp_path) as board:
        phones = await come(board)
        teacher = await board.school.teacher()
        await begin(board, GAMES[0])
        await board.school.api.send(Sit("Ida").line)
        ida = await board.phone(seat=3)
        await teacher.post("/api/teacher/rename", seat=1, name="Lea")
        cookies = [phone.client.cookies for phone in (*phones, ida)]
    async with reached(tmp_path) as board:
        again = [board.machine() for _ in cookies]
        for phone, kept in zip(again, cookies, strict=True):
            phone.client.cookies = kept
        assert await seats(again) == [0, 1, 2, 3]
        await board.do("end")
    async with reached(tmp_path) as board:  # and between two games
        again = [board.machine() for _ in cookies]
        for phone, kept in zip(again, cookies, strict=True):
            phone.client.cookies = kept
        assert await seats(again) == [0, 1, 2, 3]


async def test_who_holds_a_secret_is_the_same_after_a_restart(tmp_path):
    """A phone that looked on still does after a restart, and a holder still holds."""
    async with reached(tmp_path) as board:
        await board.school.api.send({"command": "choose", "players": list(NAMES)})
        maker = await board.phone(seat=0)
        await begin(board, GAMES[0])
        assert await maker.post("/api/do", do="secret", word=WORDS[0]) == OK
        await maker.post("/api/leave")
        late = await board.phone(seat=0)
        holder = await board.phone(seat=1)
        cookies = [late.client.cookies, holder.client.cookies]
    async with reached(tmp_path) as board:
        late, holder = board.machine(), board.machine()
        late.client.cookies, holder.client.cookies = cookies
        assert (await late.you())["looks_on"]
        assert (await late.you())["secret"] is None
        assert not (await holder.you())["looks_on"]

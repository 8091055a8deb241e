"""A host sets the players, their animals and the game, and begins the tutorial."""

from dataclasses import replace

import pytest

from firmware_host.web.app import build
from firmware_host.web.state import Web
from tests.web.board.test_virtual import HERE, Stub
from tests.web.school import Browser, school


@pytest.fixture
async def board(tmp_path):
    async with school(tmp_path) as opened:
        yield opened


@pytest.fixture
async def hands(board):
    """Return the browser of a virtual board's page."""
    web = Web(replace(board.web.services, board=Stub()))
    return Browser(build(web), HERE)


async def come(board, name):
    """Return a phone that has come in."""
    phone = board.browser("192.0.2.20")
    await phone.post("/api/join", code=board.web.room.code, name=name)
    return phone


def animals(board):
    """Return who plays, each with an animal."""
    return {one["name"]: one["animal"] for one in board.see()["players"]}


async def test_a_game_begins_with_whoever_is_named(board):
    """
    A game can begin with named players and animals.

    They replace the earlier ones.
    """
    phone = await come(board, "Ann")
    answer = await phone.post(
        "/api/begin", players=["Mia", "Ben"], animals=["cat", "panda"], length=3
    )
    assert answer == {"ok": True}
    assert animals(board) == {"Mia": "cat", "Ben": "panda"}
    assert board.see()["phase"] == "playing"


async def test_a_phone_is_another_animal(board):
    """A phone may change its own animal, and at home that of other seats too."""
    ann, ben = await come(board, "Ann"), await come(board, "Ben")
    assert animals(board) == {"Ann": "fox", "Ben": "owl"}
    assert await ann.post("/api/animal", animal="bear") == {"ok": True}
    assert await ann.post("/api/animal", animal="fox", seat=1) == {"ok": True}
    assert animals(board) == {"Ann": "bear", "Ben": "fox"}
    await board.api.send({"command": "choose", "place": "class"})
    refused = await ben.post("/api/animal", animal="cat", seat=0)
    assert refused == "not-your-seat"
    assert await ben.post("/api/animal", animal="cat") == {"ok": True}
    looker = board.browser("192.0.2.77")
    refused = await looker.post("/api/animal", animal="cat")
    assert refused == "not-your-seat"


async def test_the_first_minute_begins_and_is_left(board):
    """At home any seated phone can begin and leave the tutorial."""
    phone = await come(board, "Ann")
    assert await phone.post("/api/tutorial", wanted=True) == {"ok": True}
    assert board.see()["tutorial"]
    assert await phone.post("/api/tutorial", wanted=False) == {"ok": True}
    assert board.see()["phase"] == "choosing"
    await phone.post("/api/begin", length=3)
    refused = await phone.post("/api/tutorial", wanted=True)
    assert refused == "game-on"


async def test_who_plays_changes_at_any_time_at_the_board(board, hands):
    """During a game a player can join, be renamed and leave by the board's page."""
    await hands.post("/api/begin", players=["Ann"], length=3, board_makes=True)
    assert await hands.post("/api/sit", name="Ben") == {"ok": True}
    assert await hands.post("/api/sit", name=" ") == "join-name"
    assert await hands.post("/api/name", seat=1, name="Bea") == {"ok": True}
    assert await hands.post("/api/name", seat=1, name=" ") == "join-name"
    assert list(animals(board)) == ["Ann", "Bea"]
    assert await hands.post("/api/stand", seat=1) == {"ok": True}
    assert board.see()["players"][1]["left"]
    assert await hands.post("/api/settings", sound=False) == {"ok": True}
    assert not board.see()["sound"]


async def test_a_phone_speaks_for_nobody_else(board):
    """A phone may not remove, rename or add other players."""
    ann, _ben = await come(board, "Ann"), await come(board, "Ben")
    assert await ann.post("/api/stand", seat=1) == "role"
    assert await ann.post("/api/name", seat=1, name="Bob") == "role"
    assert await ann.post("/api/sit", name="Cem") == "role"
    assert list(animals(board)) == ["Ann", "Ben"]

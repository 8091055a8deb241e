"""Who may use the virtual board's page, and what a touch on it does."""

from dataclasses import replace

import pytest

from firmware_host.board.commands import Pause
from firmware_host.board.messages import Refused
from firmware_host.web.app import build
from firmware_host.web.state import Web
from tests.controller.bench import until
from tests.web.school import Browser, school

HERE, ELSEWHERE = "127.0.0.1", "192.0.2.7"
KEY = "a key from the terminal"
TAP = {"act": "tap", "zone": 3, "kind": "red", "seen": [1, 0]}


class Stub:
    """A board that remembers how it was touched."""

    def __init__(self):
        self.touched = []
        self.outcome = ()
        self.tell = None

    def look(self, language):
        """Return a view that names the language."""
        return {"coach": f"in {language}"}

    async def touch(self, what):
        """Remember it."""
        self.touched.append(what)
        return self.outcome

    def on_change(self, tell):
        """Store the callback for changes."""
        self.tell = tell


@pytest.fixture
async def opened(tmp_path):
    async with school(tmp_path) as opened:
        yield opened


@pytest.fixture
def board():
    return Stub()


async def at(opened, board, address, *, key=""):
    """Return a browser at *address*, of a web with this board."""
    web = Web(replace(opened.web.services, board=board, board_key=key))
    return Browser(build(web), address)


async def test_this_machine_sits_at_the_board(opened, board):
    browser = await at(opened, board, HERE)
    seen = await browser.get("/api/state?as=board&lang=de")
    assert seen["board"] == {"coach": "in de"}
    assert await browser.post("/api/board/touch", **TAP) == {"ok": True}
    assert board.touched == [TAP]


async def test_another_machine_only_looks_on(opened, board):
    """A browser on another machine gets no board document and may not touch it."""
    browser = await at(opened, board, ELSEWHERE)
    assert await browser.get("/api/state?as=board") == 403
    assert "board" not in await browser.get("/api/state?as=wall")
    assert await browser.post("/api/board/touch", **TAP) == "role"
    assert board.touched == []


async def test_the_key_from_the_terminal_opens_it_to_another_machine(opened, board):
    """
    The key from the terminal admits the browser that sent it and no other.

    Not even one on this machine: behind a proxy all browsers have this address.
    """
    browser = await at(opened, board, ELSEWHERE, key=KEY)
    assert await browser.post("/api/board/open", key="a guess") == "board-key"
    assert await browser.get("/api/state?as=board") == 403
    assert await browser.post("/api/board/open", key=KEY) == {"ok": True}
    assert await browser.post("/api/board/touch", **TAP) == {"ok": True}
    other = await at(opened, board, HERE, key=KEY)
    assert await other.get("/api/state?as=board") == 403


async def test_the_key_lies_out_of_a_scripts_reach(opened, board):
    browser = await at(opened, board, ELSEWHERE, key=KEY)
    answer = await browser.client.post("/api/board/open", json={"key": KEY})
    cookie = answer.headers["set-cookie"].casefold()
    assert "httponly" in cookie
    assert "samesite=strict" in cookie


async def test_without_a_key_there_is_nothing_to_open(opened, board):
    browser = await at(opened, board, ELSEWHERE)
    assert await browser.post("/api/board/open", key="x") == "board-key"


async def test_a_real_board_has_no_virtual_one(opened):
    browser = await at(opened, None, HERE)
    assert await browser.get("/api/state?as=board") == 403
    assert await browser.post("/api/board/touch", **TAP) == "role"
    assert await browser.post("/api/board/open", key="x") == "board-key"


async def test_a_refusal_comes_back_with_its_sentence(opened, board):
    board.outcome = Refused("zone-covered")
    browser = await at(opened, board, HERE)
    answer = await browser.client.post("/api/board/touch?lang=de", json=TAP)
    assert answer.status_code == 409
    assert answer.json()["refused"] == "zone-covered"
    assert answer.json()["text"].endswith(".")


@pytest.mark.parametrize(
    "wrong",
    [
        {"act": "throw"},
        {**TAP, "zone": 7},
        {**TAP, "kind": "pink"},
        {**TAP, "seen": [1]},
        {"act": "tap", "zone": 2, "kind": "red"},
        {"act": "press", "button": "<script>"},
        {"act": "press", "button": "tick", "more": 1},
        {},
    ],
)
async def test_what_is_no_touch_never_reaches_the_board(opened, board, wrong):
    browser = await at(opened, board, HERE)
    answer = await browser.client.post("/api/board/touch", json=wrong)
    assert answer.status_code == 400
    assert board.touched == []


async def test_whoever_looks_on_learns_of_each_change(opened, board):
    """Each change of the virtual board is sent as a new state."""
    web = Web(replace(opened.web.services, board=board))
    before = web.live.number
    board.tell()
    assert web.live.number == before + 1


# --- laid from a phone ------------------------------------------------------


async def dealt(opened, board):
    """Begin a game and return its phones once a piece is in a player's hand."""
    at_board = Web(replace(opened.web.services, board=board))
    phones = []
    for name in ("Ann", "Ben"):
        phone = Browser(build(at_board), ELSEWHERE)
        code = at_board.room.code
        assert (await phone.post("/api/join", code=code, name=name))["ok"]
        phones.append(phone)
    wishes = {"length": 5, "board_makes": True, "rounds": 1, "words": ["TIGER"]}
    await opened.api.send({"command": "begin", **wishes})
    await until(lambda: opened.see()["view"]["holding"])
    return phones


async def test_the_phone_on_turn_lays_the_piece_in_hand(opened, board):
    """Only the phone on turn may lay the piece in hand, by tapping the virtual pad."""
    phones = await dealt(opened, board)
    turn = opened.see()["turn"]
    assert await phones[1 - turn].post("/api/lay", zone=2) == "not-your-turn"
    assert board.touched == []
    assert await phones[turn].post("/api/lay", zone=2) == {"ok": True}
    now = opened.see()
    kind, seen = str(now["view"]["holding"]), now["seen"]
    assert board.touched == [{"act": "tap", "zone": 2, "kind": kind, "seen": seen}]
    assert (await phones[0].get("/api/state?as=seat"))["virtual"] is True


async def test_without_a_piece_in_hand_nothing_is_laid(opened, board):
    phones = await dealt(opened, board)
    await opened.api.send(Pause(paused=True).line)
    assert await phones[opened.see()["turn"]].post("/api/lay", zone=1) == "no-piece"
    assert board.touched == []


async def test_at_a_real_board_a_piece_is_tapped_there(opened):
    """With a real board a phone cannot lay the piece; a stranger may not at all."""
    phones = await dealt(opened, None)
    assert await phones[opened.see()["turn"]].post("/api/lay", zone=1) == "lay-there"
    assert (await phones[0].get("/api/state?as=seat"))["virtual"] is False
    stranger = await at(opened, Stub(), ELSEWHERE)
    assert await stranger.post("/api/lay", zone=1) == "role"

"""Joining: who is admitted, who waits for the teacher, and who was sent away."""

import pytest

from firmware_host.board.commands import PartPhones
from firmware_host.web.app import ENDPOINTS, PAGES
from firmware_host.web.documents import VIEWS
from firmware_host.web.people.codes import SHOWN_MS
from firmware_host.web.people.door import AWAY_MS, GUESTS, Door
from tests.web.school import school
from tests.web.test_app import path_of

OK = {"ok": True}


@pytest.fixture
async def board(tmp_path):
    async with school(tmp_path) as opened:
        yield opened


@pytest.fixture
async def teacher(board):
    """Return the browser that has claimed the class."""
    return await board.teacher()


async def join(board, browser=None, *, address="", **who):
    """Let a browser join by the code; return it and the answer."""
    browser = browser or board.browser(address)
    names = (await browser.get("/api/me"))["nicknames"]
    body = {"code": board.web.room.code} | (who or {"name": names[0]})
    return browser, await browser.post("/api/join", **body)


async def document(teacher):
    return (await teacher.get("/api/state?as=teacher"))["teacher"]


async def seat_of(browser):
    return (await browser.get("/api/me"))["seat"]


async def admit(teacher, *, come=True):
    """Let everybody in who waits, or send them away."""
    guests = [one["number"] for one in (await document(teacher))["guests"]]
    return await teacher.post("/api/teacher/admit", guests=guests, come=come)


# --- which documents contain the code ---------------------------------------


@pytest.mark.parametrize("place", ["home", "class"])
async def test_no_public_document_has_the_code(board, teacher, place):
    """No public document has the joining code, except the wall's at home."""
    phone, _ = await join(board)
    await board.api.send({"command": "choose", "place": place})
    code = board.web.room.code
    paths = {path_of(one) for one in ENDPOINTS if one.method == "GET"}
    paths |= {*PAGES, *(f"/api/state?as={view}" for view in VIEWS)}
    showed = set()
    for browser in (board.browser(), phone):
        for path in sorted(paths):
            if code in (await browser.client.get(path)).text:
                showed.add(path)
    at_home = {"/api/state", "/api/state?as=wall"}
    assert showed == (at_home if place == "home" else set())
    assert code in (await teacher.client.get("/api/state?as=teacher")).text
    assert code in (await teacher.client.get("/api/state?as=wall")).text


async def test_only_a_wall_gets_the_picture_of_the_code(board, teacher):
    assert (await board.browser().client.get("/qr.svg")).status_code == 403
    assert (await teacher.client.get("/qr.svg")).status_code == 200
    assert (await board.browser("127.0.0.1").client.get("/qr.svg")).status_code == 200
    await board.api.send({"command": "choose", "place": "home"})
    assert (await board.browser().client.get("/qr.svg")).status_code == 200


@pytest.mark.usefixtures("teacher")
async def test_whoever_types_the_code_is_not_thrown_out_as_it_changes(board):
    """The previous code still admits a phone after a change; it is fixed at home."""
    before = board.web.room.code
    board.clock.ahead_ms += SHOWN_MS
    assert await board.web.room.turn(board.see())
    assert board.web.room.code != before
    phone = board.browser()
    name = (await phone.get("/api/me"))["nicknames"][0]
    assert (await phone.post("/api/join", code=before, name=name))["ok"]
    await board.api.send({"command": "choose", "place": "home"})
    board.clock.ahead_ms += 100 * SHOWN_MS
    assert not await board.web.room.turn(board.see())


# --- doors ------------------------------------------------------------------


async def test_an_open_door_asks_for_no_code(board, teacher):
    assert await teacher.post("/api/teacher/doors", door="open") == OK
    phone = board.browser()
    name = (await phone.get("/api/me"))["nicknames"][0]
    assert (await phone.post("/api/join", name=name))["ok"]
    assert await seat_of(phone) == 0


async def test_each_phone_is_admitted_by_the_teacher(board, teacher):
    """
    With the door at "admit" a phone waits with a number until the teacher admits it.

    It joins by a second request.
    """
    assert await teacher.post("/api/teacher/doors", door="admit") == OK
    phone, told = await join(board)
    assert told["waits"] == 1
    knock = (await phone.get("/api/state?as=seat"))["knock"]
    assert knock == {"waits": 1, "admitted": False}
    assert await seat_of(phone) is None
    [guest] = (await document(teacher))["guests"]
    body = {"guests": [guest["number"]], "come": True}
    assert await teacher.post("/api/teacher/admit", **body) == OK
    knock = (await phone.get("/api/state?as=seat"))["knock"]
    assert knock == {"waits": None, "admitted": True}
    board.clock.ahead_ms += 2 * SHOWN_MS  # a phone that slept meanwhile
    await board.web.room.turn(board.see())
    assert (await phone.post("/api/join"))["ok"]
    assert [one["name"] for one in board.see()["players"]] == [guest["name"]]
    assert not (await phone.get("/api/state?as=seat"))["knock"]["admitted"]
    assert (await document(teacher))["guests"] == []


async def test_a_wrong_code_gets_nobody_to_the_door(board, teacher):
    await teacher.post("/api/teacher/doors", door="admit")
    assert await board.browser().post("/api/join", code="QQQQ") == "join-code"
    assert (await document(teacher))["guests"] == []


async def test_who_has_tried_too_many_codes_learns_nothing_more(board, teacher):
    """
    After 20 wrong codes a right and a wrong code get the same answer.

    The phone waits for the teacher in both cases.
    """
    phone = board.browser()
    name = (await phone.get("/api/me"))["nicknames"][0]
    for _ in range(20):
        assert await phone.post("/api/join", code="QQQQ", name=name) == "join-code"
    right, wrong = [
        await phone.post("/api/join", code=code, name=name)
        for code in (board.web.room.code, "QQQQ")
    ]
    assert right == wrong == {"ok": True, "waits": 1}
    assert await seat_of(phone) is None
    assert len((await document(teacher))["guests"]) == 1


# --- one laptop, and one proxy ----------------------------------------------


async def test_one_laptop_does_not_take_all_places(board, teacher):
    """Eight private windows, going and coming: two places, and the rest waits."""
    for _ in range(8):
        _, told = await join(board, address="192.0.2.66")
        assert told["ok"]
    assert len(board.see()["players"]) == 2
    assert len((await document(teacher))["guests"]) == 6
    _, told = await join(board)
    assert "waits" not in told
    assert len(board.see()["players"]) == 3


async def test_a_place_that_was_left_counts_still(board, teacher):
    """While a game is on the player stays, though the phone is gone."""
    windows = [(await join(board, address="192.0.2.66"))[0] for _ in range(2)]
    assert await teacher.post("/api/teacher/begin") == OK
    for window in windows:
        assert await window.post("/api/leave") == OK
    _, told = await join(board, address="192.0.2.66", seat=0)
    assert told["waits"]


async def test_at_home_one_address_may_have_all_places(board):
    """A family shares a tablet, or a router."""
    for number in range(4):
        _, told = await join(board, address="192.0.2.66", name=f"Ann {number}")
        assert "waits" not in told, told
    assert len(board.see()["players"]) == 4


async def test_a_class_behind_one_address_comes_in_by_the_teachers_hand(board, teacher):
    """Twenty-eight phones behind a school's proxy: let in all, or say so beforehand."""
    for name in ("Red", "Blue", "Green", "Yellow"):
        assert await teacher.post("/api/teacher/sit", name=name) == OK
    await teacher.post("/api/teacher/doors", teams=True, one_address=True)
    phones = [(await join(board, address="192.0.2.66"))[0] for _ in range(28)]
    seats = [await seat_of(one) for one in phones]
    assert {seat: seats.count(seat) for seat in range(4)} == dict.fromkeys(range(4), 7)


async def test_without_being_told_they_wait_and_all_are_let_in(board, teacher):
    for name in ("Red", "Blue"):
        assert await teacher.post("/api/teacher/sit", name=name) == OK
    await teacher.post("/api/teacher/doors", teams=True)
    phones = [(await join(board, address="192.0.2.66"))[0] for _ in range(28)]
    assert len((await document(teacher))["guests"]) == 26
    assert await admit(teacher) == OK
    for phone in phones:
        await phone.post("/api/join")
    assert [one for one in phones if await seat_of(one) is None] == []


async def test_behind_one_address_wrong_codes_keep_no_right_one_out(board, teacher):
    """
    With `one_address` set, wrong codes do not block right ones of the same address.

    Neither for joining nor for a return.
    """
    await teacher.post("/api/teacher/doors", one_address=True)
    pupil, other = board.browser("192.0.2.5"), board.browser("192.0.2.5")
    name = (await other.get("/api/me"))["nicknames"][0]
    for _ in range(21):
        await pupil.post("/api/join", code="QQQQ", name="Otter")
        await pupil.post("/api/return", code="QQQQQQ")
    assert await pupil.post("/api/return", code="QQQQQQ") == "join-often"
    answer = await other.post("/api/join", code=board.web.room.code, name=name)
    assert "phone" in answer, "it waits for nobody"
    offered = await teacher.post("/api/teacher/return", phone=answer["phone"])
    lost = board.browser("192.0.2.5")
    assert (await lost.post("/api/return", code=offered["code"]))["ok"]


async def test_phones_of_one_address_are_shown_together(board, teacher):
    """The teacher sees which phones share an address, but not the address."""
    for address in ("192.0.2.66", "192.0.2.67", "192.0.2.66"):
        await join(board, address=address)
    first, second, third = (await document(teacher))["phones"]
    assert first["machine"] == third["machine"] != second["machine"]
    assert len({first["seat"], third["seat"]}) == 2
    assert "192.0.2.6" not in (await teacher.client.get("/api/state?as=teacher")).text


# --- sent away --------------------------------------------------------------


async def kick(teacher, number=0):
    """Send a phone away, by its place in the list."""
    one = (await document(teacher))["phones"][number]
    return await teacher.post("/api/teacher/kick", phone=one["number"])


async def test_who_was_sent_away_stays_away(board, teacher):
    """
    A browser that was sent away waits for the teacher each time.

    A new browser on the same address waits for a while only.
    """
    pupil, _ = await join(board, address="192.0.2.66")
    assert await kick(teacher) == OK
    assert (await join(board, pupil))[1]["waits"]
    assert (await join(board, address="192.0.2.66"))[1]["waits"]
    assert "waits" not in (await join(board))[1]  # nobody else
    board.clock.ahead_ms += AWAY_MS
    assert "waits" not in (await join(board, address="192.0.2.66"))[1]
    assert (await join(board, pupil))[1]["waits"]
    assert await admit(teacher) == OK
    assert "waits" not in (await join(board, pupil))[1]


@pytest.mark.parametrize("door", ["code", "open"])
async def test_the_code_that_somebody_knew_who_was_sent_away_is_void(
    board, teacher, door
):
    """Sending a phone away makes its code void at once, and walls show another."""
    await teacher.post("/api/teacher/doors", door=door)
    pupil, _ = await join(board, address="192.0.2.66")
    old = board.web.room.code
    assert await kick(teacher) == OK
    assert board.web.room.code != old
    assert board.web.room.code in str(await teacher.get("/api/state?as=wall"))
    for browser in (pupil, board.browser("192.0.2.66")):
        names = (await browser.get("/api/me"))["nicknames"]
        told = await browser.post("/api/join", code=old, name=names[0])
        assert told == "join-code" if door == "code" else told["waits"]
        assert await seat_of(browser) is None
    gone = await teacher.post("/api/teacher/kick", phone=77)
    assert gone == "phone-gone"


async def test_a_phone_that_was_sent_away_is_nobody_at_any_door(board, teacher):
    """With any kind of door a phone that was sent away waits and may not play."""
    for kind in ("code", "open", "admit"):
        await teacher.post("/api/teacher/doors", door="open")
        pupil, _ = await join(board)
        number = (await document(teacher))["phones"][-1]["number"]
        await teacher.post("/api/teacher/doors", door=kind)
        assert await teacher.post("/api/teacher/kick", phone=number) == OK
        assert (await join(board, pupil))[1]["waits"]
        assert await pupil.post("/api/hunch", word="HOBBY") == "role"
        await admit(teacher, come=False)


async def test_who_is_sent_from_the_door_waits_again(board, teacher):
    await teacher.post("/api/teacher/doors", door="admit")
    pupil, _ = await join(board)
    assert await admit(teacher, come=False) == OK
    assert (await document(teacher))["guests"] == []
    await teacher.post("/api/teacher/doors", door="code")
    assert (await join(board, pupil))[1]["waits"]


async def test_behind_one_address_only_that_browser_stays_away(board, teacher):
    """The others of the class go on coming in."""
    await teacher.post("/api/teacher/doors", one_address=True)
    pupil, _ = await join(board, address="192.0.2.66")
    assert await kick(teacher) == OK
    assert (await join(board, pupil))[1]["waits"]
    assert "waits" not in (await join(board, address="192.0.2.66"))[1]


async def test_the_end_of_a_lesson_forgives(board, teacher):
    pupil, _ = await join(board)
    await kick(teacher)
    assert (await teacher.post("/api/teacher/end"))["sheet"] is None
    await board.api.send({"command": "choose", "place": "class"})
    assert "waits" not in (await join(board, pupil))[1]


# --- a full room ------------------------------------------------------------


async def test_in_a_full_room_the_oldest_without_place_and_page_gives_way(
    board, teacher, monkeypatch
):
    monkeypatch.setattr("firmware_host.web.people.seats.PHONES", 3)
    room = board.web.room
    await teacher.post("/api/teacher/doors", one_address=True)
    browsers = [(await join(board))[0] for _ in range(3)]
    assert (await join(board))[1] == "join-full"
    phones = board.api.phones
    numbers = [one["number"] for one in phones.all()]
    await board.api.send(PartPhones(tuple(numbers[:2])).line)
    [key] = [key for n, (_, key) in room._where.items() if n == numbers[0]]
    with room.watching(key):
        assert (await join(board))[1]["ok"]
    assert [one["number"] for one in phones.all()][:2] == [numbers[0], numbers[2]]
    assert await seat_of(browsers[2]) == 2


# --- the list at the door ---------------------------------------------------


def test_whoever_floods_the_door_pushes_only_itself_out():
    door = Door(lambda: 0)
    honest = [door.knock(f"pupil {n}", f"10.0.0.{n}", "") for n in range(20)]
    for n in range(500):
        door.knock(f"window {n}", "10.0.0.99", "")
    numbers = {one.number for one in door.guests()}
    assert len(numbers) == GUESTS
    assert numbers >= {*honest}


def test_sixty_addresses_push_nobody_out_of_the_door():
    """Requests from many addresses remove no earlier guest from the full list."""
    door = Door(lambda: 0)
    honest = door.knock("pupil", "10.0.0.1", "")
    told = [door.knock(f"window {n}", f"10.0.1.{n}", "") for n in range(GUESTS + 20)]
    assert honest in {one.number for one in door.guests()}
    assert told[GUESTS - 1 :] == [None] * 21
    assert door.knock("pupil", "10.0.0.1", "") == honest


def test_an_honest_guest_takes_the_place_of_one_of_many_windows():
    door = Door(lambda: 0)
    for n in range(GUESTS):
        door.knock(f"window {n}", f"10.0.1.{n % 20}", "")
    honest = door.knock("pupil", "10.0.0.1", "")
    assert honest in {one.number for one in door.guests()}
    assert len(door.guests()) == GUESTS


def test_what_the_door_remembers_is_bounded():
    door = Door(lambda: 0)
    for n in range(3000):
        door.send_away(f"key {n}", f"10.0.{n // 250}.{n % 250}")
    assert not door.knows("key 0")
    assert door.knows("key 2999")
    assert len(door._sent) == len(door._sent_from) == 1000

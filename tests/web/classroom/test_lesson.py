"""A lesson: teams, phones, words, and an end that forgets everybody."""

import pytest

from firmware_host.app.archive import erasing
from firmware_host.app.archive.history import JournalHistory
from firmware_host.errors import AwayError
from firmware_host.journal.reader import Reader
from firmware_host.web.people.codes import RETURN_MS
from tests.controller.bench import until
from tests.web.school import school

NAMES = ("Theodora", "Ingeborg", "Waldemar")


@pytest.fixture
async def board(tmp_path):
    async with school(tmp_path) as opened:
        yield opened


@pytest.fixture
async def teacher(board):
    return await board.teacher()


async def joined(board, seat=None, machine=20):
    """Return a pupil's phone that has come in."""
    phone = board.browser(f"192.0.2.{machine}")
    body = {"code": board.web.room.code} | ({} if seat is None else {"seat": seat})
    assert (await phone.post("/api/join", **body))["ok"]
    return phone


async def seat_of(phone):
    return (await phone.get("/api/me"))["seat"]


async def document(teacher):
    return (await teacher.get("/api/state?as=teacher"))["teacher"]


async def test_only_the_teacher_may(board, teacher):
    """Every way in of a teacher is shut to everybody else, in words."""
    from firmware_host.board.commands import Role  # noqa: PLC0415 - likewise
    from firmware_host.web.app import ENDPOINTS  # noqa: PLC0415 - what is looked at

    await board.begin(teacher, "Ann", "Ben")
    pupil = await joined(board, seat=0)
    shut = [endpoint for endpoint in ENDPOINTS if endpoint.role is Role.TEACHER]
    assert len(shut) > 25
    for endpoint in shut:
        path = endpoint.path.replace("{number:int}", "1")
        send = pupil.client.get(path) if endpoint.method == "GET" else None
        answer = await (send or pupil.client.post(path, json={}))
        assert (answer.status_code, answer.json()["refused"]) == (403, "role")


async def test_joiners_fall_into_balanced_teams(board, teacher):
    """Several phones a team; the smallest gets the next one."""
    await teacher.post("/api/teacher/settings", place="class")
    for name in ("Red", "Blue", "Green"):
        await teacher.post("/api/teacher/sit", name=name)
    await teacher.post("/api/teacher/doors", teams=True)
    seats = [await seat_of(await joined(board, machine=n)) for n in range(20, 27)]
    assert sorted(seats.count(seat) for seat in range(3)) == [2, 2, 3]
    phones = (await document(teacher))["phones"]
    assert [one["seat"] for one in phones] == seats


async def test_in_a_team_each_phone_has_a_hat_of_its_own(board, teacher):
    """
    Phones of one team get different hats as on the wall.

    A single player has none.
    """
    for name in ("Red", "Blue"):
        await teacher.post("/api/teacher/sit", name=name)
    await teacher.post("/api/teacher/doors", teams=True)
    one, alone, other = [await joined(board, machine=n) for n in (20, 21, 22)]
    hats = [
        (await phone.get("/api/state?as=seat"))["you"]["hat"]
        for phone in (one, alone, other)
    ]
    assert hats == [1, 0, 2]


async def test_there_are_at_most_eight(teacher):
    for number in range(8):
        assert await teacher.post("/api/teacher/sit", name=f"Team {number}") == {
            "ok": True
        }
    assert await teacher.post("/api/teacher/sit", name="Ninth") == "no-seat"
    assert await teacher.post("/api/teacher/stand", seat=7) == {"ok": True}
    assert await teacher.post("/api/teacher/sit", name="Ninth") == {"ok": True}


async def test_a_team_is_called_by_another_name_and_keeps_its_phones(board, teacher):
    await teacher.post("/api/teacher/sit", name="Red")
    phone = await joined(board, seat=0)
    await teacher.post("/api/teacher/rename", seat=0, name="Purple")
    assert await seat_of(phone) == 0
    assert [one["name"] for one in board.see()["players"]] == ["Purple"]


async def test_a_phone_is_sent_home_and_the_door_is_locked(board, teacher):
    await teacher.post("/api/teacher/sit", name="Red")
    phone = await joined(board, seat=0)
    (one,) = (await document(teacher))["phones"]
    await teacher.post("/api/teacher/doors", locked=True)
    assert await teacher.post("/api/teacher/kick", phone=one["number"]) == {"ok": True}
    assert await seat_of(phone) is None
    code = board.web.room.code
    assert await phone.post("/api/join", code=code, seat=0) == "join-locked"
    assert await teacher.post("/api/teacher/kick", phone=77) == "phone-gone"
    await teacher.post("/api/teacher/code")
    assert board.web.room.code != code


async def test_a_lost_phone_comes_back_to_its_seat_as_another(board, teacher):
    """A return code gives a new phone the lost one's seat, once and in five minutes."""
    await teacher.post("/api/teacher/sit", name="Red")
    lost, found = await joined(board, seat=0), board.browser()
    (one,) = (await document(teacher))["phones"]
    old = (await teacher.post("/api/teacher/return", phone=one["number"]))["code"]
    board.clock.ahead_ms += RETURN_MS
    assert await found.post("/api/return", code=old) == "return-code"
    code = (await teacher.post("/api/teacher/return", phone=one["number"]))["code"]
    assert (await found.post("/api/return", code=code.lower()))["ok"]
    assert (await seat_of(found), await seat_of(lost)) == (0, None)
    assert await board.browser().post("/api/return", code=code) == "return-code"


async def test_the_teacher_gives_a_phone_another_seat(board, teacher):
    await teacher.post("/api/teacher/sit", name="Red")
    await teacher.post("/api/teacher/sit", name="Blue")
    phone = await joined(board, seat=0)
    (one,) = (await document(teacher))["phones"]
    body = {"phone": one["number"]}
    assert await teacher.post("/api/teacher/move", **body, seat=1) == {"ok": True}
    assert await seat_of(phone) == 1
    assert await teacher.post("/api/teacher/move", **body, seat=5) == "phone-gone"


async def test_nobody_gets_the_makers_word_with_the_makers_seat(board, teacher):
    """Neither a return code nor the teacher's move shows the word to another phone."""
    await board.begin(teacher, "Ann", "Ben", board_makes=False)
    maker = board.see()["view"]["maker"]
    own, other = await joined(board, seat=maker), await joined(board, seat=1 - maker)
    assert await own.post("/api/do", do="secret", word="HOBBY") == {"ok": True}
    phones = {one["seat"]: one["number"] for one in (await document(teacher))["phones"]}
    given = await teacher.post("/api/teacher/return", phone=phones[maker])
    found = board.browser()
    assert (await found.post("/api/return", code=given["code"]))["ok"]
    moved = await teacher.post("/api/teacher/move", phone=phones[1 - maker], seat=maker)
    assert moved == {"ok": True}
    for phone in (found, other):
        assert await seat_of(phone) == maker
        assert (await phone.get("/api/state?as=seat"))["you"]["secret"] is None
    you = (await own.get("/api/state?as=seat"))["you"]
    assert you["secret"]["word"] == "HOBBY"


async def test_the_teachers_page_never_has_the_word(board, teacher):
    """No document that the teacher's page can request contains the secret word."""
    await board.begin(teacher, "Ann", "Ben", board_makes=False)
    await board.set_secret("HOBBY")
    paths = ("/api/state?as=teacher", "/api/history", "/api/history/1", "/api/packs")
    for path in paths:
        answer = await teacher.client.get(path)
        assert answer.status_code == 200
        assert "HOBBY" not in answer.text.upper()


async def test_the_board_draws_from_the_classs_pack(board, teacher):
    """The board draws its words from the chosen pack, even words in no dictionary."""
    put = await teacher.post(
        "/api/packs/put", name="4b", language="en", text="zyblo zwerg"
    )
    await teacher.post("/api/teacher/settings", pack=put["pack"]["key"])
    await board.begin(teacher, "Ann", rounds=2, length=5, board_makes=True)
    await until(lambda: board.see()["view"]["commitment"])
    await teacher.post("/api/teacher/act", do="void")
    assert board.table.session.playing.game.voided in ("ZYBLO", "ZWERG")


async def test_rude_words_are_left_out_of_another_game_after_a_game(board, teacher):
    """What the board draws from is decided by the next game, not by the last one."""
    await teacher.post("/api/teacher/rude", text="HOBBY")
    await board.begin(teacher, "Ann", "Ben", game="keyword")
    await board.api.do({"do": "end"})
    settings = {"game": "decipher", "length": 5, "board_makes": True}
    await teacher.post("/api/teacher/settings", **settings)
    seen = board.see()
    assert (seen["phase"], seen["game"]) == ("over", "keyword")
    assert {name: seen["next"][name] for name in settings} == settings
    assert await teacher.post("/api/teacher/begin") == {"ok": True}
    drawn = board.table.session.playing.header.language.own
    assert drawn.count(5)
    assert "HOBBY" not in drawn


async def test_pause_undo_and_their_log(board, teacher):
    """An undo is logged with its kind and its time, without a name or a word."""
    await board.begin(teacher, "Ann", "Ben", board_makes=False)
    await board.set_secret("HOBBY")
    await teacher.post("/api/teacher/time", now_ms=1_800_000_000_000)
    assert await teacher.post("/api/pause", paused=True) == {"ok": True}
    assert board.see()["paused"]
    await teacher.post("/api/pause", paused=False)
    assert await teacher.post("/api/teacher/act", do="undo") == {"ok": True}
    assert board.see()["view"]["waiting"]
    act = (await document(teacher))["acts"][-1]
    assert act["act"] == "undo"
    assert 0 <= act["at_ms"] - 1_800_000_000_000 < 60_000
    assert set(act) == {"act", "at_ms"}


async def test_the_last_round_is_the_last(board, teacher):
    """The game ends by itself once that round is over."""
    assert await teacher.post("/api/teacher/last", last=True) == "no-round"
    await board.begin(teacher, "Ann", "Ben", board_makes=False)
    await board.set_secret("HOBBY")
    assert await teacher.post("/api/teacher/last", last=True) == {"ok": True}
    assert (await teacher.get("/api/state?as=wall"))["last_round"]
    seeker = board.see()["view"]["seekers"][0]
    await board.api.do({"do": "guess", "by": seeker, "word": "HOBBY"})
    await until(lambda: board.see()["phase"] == "over")
    assert len(board.see()["view"]["results"]) == 1
    await until(lambda: not board.web.classroom.last_round)


async def test_the_last_round_can_be_called_off(board, teacher):
    await board.begin(teacher, "Ann", "Ben", board_makes=False)
    await board.set_secret("HOBBY")
    await teacher.post("/api/teacher/last", last=True)
    await teacher.post("/api/teacher/last", last=False)
    seeker = board.see()["view"]["seekers"][0]
    await board.api.do({"do": "guess", "by": seeker, "word": "HOBBY"})
    await until(lambda: len(board.see()["view"]["results"]) == 1)
    assert board.see()["phase"] == "playing"


def found(folder, *names):
    """Return every file of *folder* that has one of *names* in it."""
    return {
        path.name
        for path in folder.rglob("*")
        if path.is_file() and any(n.encode() in path.read_bytes() for n in names)
    }


async def lesson(board, teacher):
    """Play a round among people with names, with phones, remarks and a backup."""
    await board.begin(teacher, *NAMES[:2], board_makes=False)
    await joined(board, seat=0)
    await board.set_secret("HOBBY")
    seeker = board.see()["view"]["seekers"][0]
    await board.api.do({"do": "guess", "by": seeker, "word": "HOBBY"})
    await teacher.post("/api/history/rename", game=1, name=f"{NAMES[2]} won")
    await teacher.post("/api/backups/make")
    await board.set_secret("LOYAL")


async def test_the_end_of_a_lesson_is_one_button(board, teacher):
    """Ending the lesson reveals the word, returns the scoresheet and erases names."""
    await lesson(board, teacher)
    assert found(board.folder, *NAMES) >= {"letterzone-1.db"}  # the scan can see
    ended = await teacher.post("/api/teacher/end")
    sheet = ended["sheet"]
    assert ended["erased"]
    assert [one["name"] for one in sheet["players"]] == list(NAMES[:2])
    assert [one["word"] for one in sheet["results"]] == ["HOBBY"]
    assert board.see()["phase"] == "over"
    shown = "".join(zone["letter"] or "" for zone in board.see()["zones"])
    assert shown == "LOYAL"
    for view in ("wall", "teacher"):
        answer = await teacher.client.get(f"/api/state?as={view}")
        assert not any(name in answer.text for name in NAMES)
    assert board.api.phones.all() == []
    assert found(board.folder, *NAMES) == set()
    assert not any(name in repr(board.table.session) for name in NAMES)


async def test_a_lesson_ends_without_a_history_too(board, teacher, monkeypatch):
    """If no history can be read there is no scoresheet, but the names are erased."""

    async def away(_self):
        raise AwayError

    await lesson(board, teacher)
    monkeypatch.setattr(JournalHistory, "newest", away)
    ended = await teacher.post("/api/teacher/end")
    assert (ended["sheet"], ended["erased"]) == (None, True)
    assert found(board.folder, *NAMES) == set()


async def test_after_a_lesson_the_table_is_free_for_the_next(board, teacher):
    await lesson(board, teacher)
    await teacher.post("/api/teacher/end")
    await teacher.post("/api/teacher/sit", name="Otto")
    await until(lambda: [one["name"] for one in board.see()["players"]] == ["Otto"])


SERVICE = [("/api/service/walk", {}), ("/api/tags/start", {"part": "spares"})]


@pytest.mark.parametrize(("path", "body"), SERVICE)
async def test_the_end_of_a_lesson_ends_a_part_test_first(board, teacher, path, body):
    """A part test or a tag enrolment keeps no game and no name for the next class."""
    await lesson(board, teacher)
    assert await teacher.post(path, **body) == {"ok": True}
    assert (await teacher.post("/api/teacher/end"))["erased"] is True
    assert board.see()["phase"] == "over"
    assert found(board.folder, *NAMES) == set()
    await teacher.post("/api/teacher/sit", name="Otto")
    await until(lambda: [one["name"] for one in board.see()["players"]] == ["Otto"])


async def test_nothing_claims_to_be_erased_while_the_board_is_set_up(board, teacher):
    """A game that cannot end, since a person uses the service menu, keeps its names."""
    await lesson(board, teacher)
    async with board.table.service_mode():
        assert await teacher.post("/api/teacher/end") == "in-service"
    assert [one["name"] for one in board.see()["players"]] == list(NAMES[:2])
    assert (await teacher.post("/api/teacher/end"))["erased"] is True


async def test_names_are_erased_while_the_game_goes_on(board, teacher):
    """Players are numbers from then on, phones keep their seats."""
    await lesson(board, teacher)
    (phone,) = (await document(teacher))["phones"]
    assert await teacher.post("/api/teacher/erase") == {"ok": True}
    assert found(board.folder, *NAMES) == set()
    assert board.see()["phase"] == "playing"
    assert (await document(teacher))["phones"] == [phone]
    (game,) = (await teacher.get("/api/history"))["games"]
    assert [one["name"] for one in game["players"]] == ["Player 1", "Player 2"]


async def test_names_are_erased_before_any_game_begins(board, teacher):
    """Names of players who only sit at the table can be erased, and stay erased."""
    for name in NAMES:
        await teacher.post("/api/teacher/sit", name=name)
    await joined(board, seat=2)
    await teacher.post("/api/teacher/erase")
    assert found(board.folder, *NAMES) == set()
    assert await teacher.post("/api/teacher/begin") == {"ok": True}
    assert found(board.folder, *NAMES) == set()
    assert not any(name in repr(board.table.session) for name in NAMES)


async def test_a_log_has_neither_names_nor_words(board, teacher, caplog):
    caplog.set_level(0)
    await lesson(board, teacher)
    await teacher.post("/api/teacher/end")
    logged = caplog.text.upper()
    assert "TEACHER: END" in logged
    for secret in (*NAMES, "HOBBY", "LOYAL", "BICYCLES"):
        assert secret.upper() not in logged


async def test_the_end_of_a_lesson_says_what_is_not_erased_yet(board, monkeypatch):
    """
    Ending a lesson reports names that could not be erased yet.

    The board has a fault until they are erased.
    """
    monkeypatch.setattr(erasing, "PATIENCE_S", 0.0)
    monkeypatch.setattr(erasing, "AGAIN_S", 0.0)
    teacher = await board.teacher()
    await board.begin(teacher, "Theodora", "Lee")
    with Reader(board.journal.path) as reading:
        reading._connection.execute("BEGIN")
        reading.games()
        ended = await teacher.post("/api/teacher/end")
        assert ended["erased"] is False
        await until(lambda: "names" in board.table.session.faults)
        assert (await teacher.get("/api/state?as=teacher"))["fault"]
        assert await teacher.post("/api/teacher/erase") == "erase-trace"
    await until(lambda: "names" not in board.table.session.faults)

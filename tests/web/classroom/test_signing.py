"""Claiming the class needs the board's code, and signing in needs the passphrase."""

import pytest

from firmware_host.board.events import Button, Pressed, Released
from firmware_host.web.budgets import Budgets, SenderKind
from tests.controller.bench import until
from tests.web.school import ADDRESS, PASSPHRASE, Browser, school
from tests.web.visitors import Hands

HOUR_MS = 3_600_000
GUESS = "a guess"


@pytest.fixture
async def board(tmp_path):
    async with school(tmp_path) as opened:
        yield opened


async def is_teacher(browser):
    return (await browser.get("/api/teacher/me"))["teacher"]


async def test_the_class_is_claimed_with_the_code_from_the_table_screen(board):
    """The code claims the class once and gives that browser the teacher's document."""
    code = await board.hold()
    teacher, pupil = board.browser(), board.browser("192.0.2.8")
    assert await teacher.get("/api/state?as=teacher") == 403
    body = {"code": code, "passphrase": PASSPHRASE}
    assert await teacher.post("/api/teacher/claim", **body) == {"ok": True}
    assert "teacher" in await teacher.get("/api/state?as=teacher")
    assert await pupil.post("/api/teacher/claim", **body) == "teacher-code"
    assert not await is_teacher(pupil)


async def test_who_sits_at_the_virtual_board_needs_no_code(tmp_path):
    """U12: one laptop, one mouse: those hands could press its service button anyway."""
    async with school(tmp_path, Hands()) as board:
        pupil, teacher = board.browser(), board.browser("127.0.0.1")
        body = {"passphrase": PASSPHRASE}
        assert (await pupil.get("/api/teacher/me"))["at_board"] is False
        assert await pupil.post("/api/teacher/claim", **body) == "teacher-code"
        assert (await teacher.get("/api/teacher/me"))["at_board"] is True
        assert await teacher.post("/api/teacher/claim", **body) == {"ok": True}
        assert await is_teacher(teacher)
        other = board.browser("127.0.0.1")
        assert (await other.get("/api/teacher/me"))["at_board"] is False
        assert await other.post("/api/teacher/claim", **body) == "teacher-code"


async def test_at_a_real_board_nobody_claims_without_the_code(board):
    """Claiming without the code is refused, even from the board's own machine."""
    body = {"passphrase": PASSPHRASE}
    own = board.browser("127.0.0.1")
    assert await own.post("/api/teacher/claim", **body) == "teacher-code"


async def scan(board, ms=0):
    """Hold the service button for *ms*; return the path in the scanned code."""
    await until(lambda: board.table.session.pages)
    board.table.happen(Pressed(Button.SERVICE))
    await until(lambda: board.table.face.local is not None)
    board.clock.ahead_ms += ms
    read = board.table.face.local.scan
    board.table.happen(Released(Button.SERVICE))
    await until(lambda: board.table.face.local is None)
    assert read.startswith(f"{ADDRESS.upper()}/C/")
    return read.removeprefix(ADDRESS.upper())


async def opened(browser, path):
    """Return the secret that the page of a scanned code has."""
    answer = await browser.client.get(path)
    assert answer.status_code == 303
    page, _, secret = answer.headers["location"].partition("#claim=")
    assert page == "/teacher"
    return secret


async def test_a_phone_that_scans_the_table_screen_types_the_passphrase_alone(board):
    """A scanned code claims the class with a passphrase, and it works only once."""
    path, teacher, pupil = await scan(board), board.browser(), board.browser()
    body = {"code": await opened(teacher, path), "passphrase": PASSPHRASE}
    assert await teacher.post("/api/teacher/claim", **body) == {"ok": True}
    assert await is_teacher(teacher)
    assert await pupil.post("/api/teacher/claim", **body) == "teacher-code"


async def test_held_for_ten_seconds_the_scanned_code_sets_a_new_passphrase(board):
    await board.teacher()
    body = {"passphrase": "five red bicycles"}
    short, again = board.browser(), board.browser()
    secret = await opened(short, await scan(board))
    refused = await short.post("/api/teacher/claim", code=secret, **body)
    assert refused == "teacher-taken"
    secret = await opened(again, await scan(board, 10_000))
    assert await again.post("/api/teacher/claim", code=secret, **body) == {"ok": True}


async def test_nobody_at_the_same_address_burns_what_the_teacher_scans(board, caplog):
    """A class behind one proxy guesses digits and secrets; the log stays short."""
    path, address = await scan(board), "192.0.2.66"
    pupil, teacher = board.browser(address), board.browser(address)
    for code in ["000000"] * 8 + ["A" * 16] * 20:
        body = {"code": code, "passphrase": PASSPHRASE}
        assert await pupil.post("/api/teacher/claim", **body) != {"ok": True}
    assert caplog.text.count("a wrong code") == 5
    body = {"code": await opened(teacher, path), "passphrase": PASSPHRASE}
    assert await teacher.post("/api/teacher/claim", **body) == {"ok": True}


@pytest.mark.parametrize(
    "path", ["/C/", "/C/abc", "/C/G123456789ABCDEF", "/c/" + "A" * 16]
)
async def test_what_is_no_secret_opens_no_page(board, path):
    assert (await board.browser().client.get(path)).status_code == 404


async def test_the_secret_is_in_no_document_log_journal_or_backup(board, caplog):
    """While it can be scanned, and once it was used."""
    caplog.set_level(0)
    teacher = await board.teacher()
    await until(lambda: board.table.session.pages)
    board.table.happen(Pressed(Button.SERVICE))
    await until(lambda: board.table.face.local and board.table.face.local.scan)
    secret = board.table.face.local.scan[-16:]
    heard = []
    for used in (False, True):
        number = (await teacher.post("/api/backups/make"))["number"]
        views = [f"/api/state?as={view}" for view in ("wall", "seat", "teacher")]
        for path in (*views, f"/api/backups/{number}.db", "/api/service/report.txt"):
            answer = await teacher.client.get(path)
            assert answer.status_code == 200
            heard.append(answer.content)
        files = [one for one in board.folder.rglob("letterzone*") if one.is_file()]
        heard += [one.read_bytes() for one in files]
        if not used:
            body = {"code": secret, "passphrase": PASSPHRASE}
            done = await board.browser().post("/api/teacher/claim", **body)
            assert done == "teacher-taken"
    everything = b"".join((*heard, caplog.text.encode()))
    assert b"teacher" in everything
    assert secret.encode() not in everything.upper()


async def test_the_cookie_is_out_of_reach_of_scripts_and_of_other_sites(board):
    code = await board.hold()
    answer = await board.browser().client.post(
        "/api/teacher/claim", json={"code": code, "passphrase": PASSPHRASE}
    )
    cookie = answer.headers["set-cookie"].casefold()
    assert "httponly" in cookie
    assert "samesite=strict" in cookie
    assert len(cookie.split("=")[1].split(";")[0]) == 32


@pytest.mark.parametrize(
    ("words", "refusal"),
    [
        ("short", "teacher-short"),
        ("  seven7 ", "teacher-short"),
        ("Password1", "teacher-common"),
        ("aaaaaaaaaaaa", "teacher-common"),
    ],
)
async def test_a_weak_passphrase_is_refused_and_the_code_still_good(
    board, words, refusal
):
    code, teacher = await board.hold(), board.browser()
    assert await teacher.post("/api/teacher/claim", code=code, passphrase=words) == (
        refusal
    )
    body = {"code": code, "passphrase": PASSPHRASE}
    assert await teacher.post("/api/teacher/claim", **body) == {"ok": True}


async def test_a_short_hold_opens_no_class_that_is_claimed(board):
    """A pupil at the board gets nowhere; ten seconds are seen by the whole class."""
    teacher = await board.teacher()
    pupil, code = board.browser(), await board.hold()
    body = {"code": code, "passphrase": "mine all mine"}
    assert await pupil.post("/api/teacher/claim", **body) == "teacher-taken"
    assert await is_teacher(teacher)


async def test_ten_seconds_bring_a_forgotten_passphrase_back(board):
    """Holding for ten seconds sets a new passphrase; games stay, sessions end."""
    before = await board.teacher()
    await board.begin(before, "Ann", "Ben")
    games = (await before.get("/api/history"))["games"]
    code, after = await board.hold(10_000), board.browser()
    body = {"code": code, "passphrase": "five red bicycles"}
    assert await after.post("/api/teacher/claim", **body) == {"ok": True}
    assert not await is_teacher(before)
    assert (await after.get("/api/history"))["games"] == games
    old = await before.post("/api/teacher/login", passphrase=PASSPHRASE)
    assert old == "teacher-wrong"


async def test_the_passphrase_outlives_a_restart_and_sessions_do_not(tmp_path):
    async with school(tmp_path) as board:
        await board.teacher()
    async with school(tmp_path) as board:
        browser = board.browser()
        assert await browser.get("/api/teacher/me") == {
            "teacher": False,
            "claimed": True,
            "at_board": False,
        }
        await browser.post("/api/teacher/login", passphrase=f" {PASSPHRASE} ")
        assert await is_teacher(browser)


async def test_who_guesses_waits_and_nobody_else(board):
    """Five tries in five minutes, then one in two seconds; the code works as ever."""
    await board.teacher()
    guesser = board.browser("192.0.2.66")
    wrong, right = {"passphrase": GUESS}, {"passphrase": PASSPHRASE}
    for _ in range(5):
        assert await guesser.post("/api/teacher/login", **wrong) == "teacher-wrong"
    assert await guesser.post("/api/teacher/login", **wrong) == "teacher-often"
    assert await guesser.post("/api/teacher/login", **right) == "teacher-often"
    assert await board.browser().post("/api/teacher/login", **right) == {"ok": True}
    code = await board.hold(10_000)
    body = {"code": code, "passphrase": "five red bicycles"}
    assert await guesser.post("/api/teacher/claim", **body) == {"ok": True}
    board.clock.ahead_ms += 300_000
    body = {"passphrase": "five red bicycles"}
    assert await guesser.post("/api/teacher/login", **body) == {"ok": True}


async def test_guesses_from_everywhere_keep_nobody_out(board):
    """Failed logins from many addresses do not keep a new browser from signing in."""
    await board.teacher()
    guessers = [board.browser(f"198.51.100.{n}") for n in range(12)]
    for guesser in guessers:
        body = {"passphrase": GUESS}
        assert await guesser.post("/api/teacher/login", **body) == "teacher-wrong"
    for guesser in guessers * 5:
        await guesser.post("/api/teacher/login", passphrase=GUESS)
    new = board.browser("192.0.2.99")
    assert await new.post("/api/teacher/login", passphrase=PASSPHRASE) == {"ok": True}


async def test_the_right_passphrase_does_not_count_as_a_guess(board):
    """Requests of its address are forgotten: a flood does not pass before them."""
    await board.teacher()
    budgets = Budgets(board.app, lambda: 0.0, board.web.caller)
    asked = budgets._lines[SenderKind.STRANGER, True]._asked
    new, guesser = (Browser(budgets, f"198.51.100.{n}") for n in (1, 2))
    for browser in (new, guesser):
        await browser.post("/api/teacher/login", passphrase=GUESS)
    assert set(asked) == {"198.51.100.1", "198.51.100.2"}
    right = {"passphrase": PASSPHRASE}
    assert await new.post("/api/teacher/login", **right) == {"ok": True}
    assert set(asked) == {"198.51.100.2"}


async def test_a_browser_that_knew_the_passphrase_is_never_kept_waiting(board):
    """
    A browser with a stamp may sign in although its address has too many failures.

    Behind a school's proxy all browsers have the same address.
    """
    teacher = await board.teacher()
    await teacher.post("/api/teacher/logout")
    pupil = board.browser(f"203.0.113.{board.devices}")  # at the same address
    body = {"passphrase": PASSPHRASE}
    for _ in range(6):
        await pupil.post("/api/teacher/login", passphrase=GUESS)
    assert await pupil.post("/api/teacher/login", **body) == "teacher-often"
    async with board.web.classroom.strangers.turn(0):  # a long line of them
        assert await teacher.post("/api/teacher/login", **body) == {"ok": True}


async def test_behind_one_address_no_pupil_locks_the_teacher_out(board):
    """After 21 wrong ones the right passphrase works, in a browser that is new."""
    await board.teacher()
    pupil, new = board.browser("192.0.2.66"), board.browser("192.0.2.66")
    for _ in range(21):
        await pupil.post("/api/teacher/login", passphrase=GUESS)
    board.clock.ahead_ms += 2_000
    assert await new.post("/api/teacher/login", passphrase=PASSPHRASE) == {"ok": True}


async def test_a_stamp_is_nobody_elses_and_dies_with_the_passphrase(board):
    """
    A made-up stamp is not valid, a stolen one signs nobody in.

    A change of the passphrase makes all stamps void.
    """
    teacher, school_ = await board.teacher(), board.web.classroom
    stamp = teacher.client.cookies["letterzone-known"]
    assert school_.passphrase.stamped(stamp)
    for wrong in ("", ".", "1.2", stamp[:-1], f"0{stamp}", f".{stamp[33:]}"):
        assert not school_.passphrase.stamped(wrong), wrong
    thief = board.browser()
    thief.client.cookies.set("letterzone-known", stamp)
    assert not await is_teacher(thief)
    for _ in range(5):
        await thief.post("/api/teacher/login", passphrase=GUESS)
    often = await thief.post("/api/teacher/login", passphrase=GUESS)
    assert often == "teacher-often"
    body = {"old": PASSPHRASE, "passphrase": "five red bicycles"}
    assert await teacher.post("/api/teacher/passphrase", **body) == {"ok": True}
    assert not school_.passphrase.stamped(stamp)


@pytest.mark.parametrize("row", ["[" * 100_000, '{"salt": [], "hash": 7}', "\x00", "7"])
async def test_a_row_that_cannot_be_read_fails_no_login(board, row):
    """
    With a damaged row a login is refused without an error.

    Holding the service button for ten seconds allows a new passphrase.
    """
    await board.web.services.store.put("teacher", row)
    body = {"passphrase": PASSPHRASE}
    assert await board.browser().post("/api/teacher/login", **body) == "teacher-wrong"
    code, teacher = await board.hold(10_000), board.browser()
    body = {"code": code, "passphrase": "five red bicycles"}
    assert await teacher.post("/api/teacher/claim", **body) == {"ok": True}


# --- asked again, and sessions ----------------------------------------------


async def test_the_passphrase_is_asked_again_before_a_backup_goes_out(board):
    """Backups and erasing need the passphrase again five minutes after its entry."""
    teacher = await board.teacher()
    number = (await teacher.post("/api/backups/make"))["number"]
    path = f"/api/backups/{number}.db"
    assert (await teacher.client.get(path)).status_code == 200
    board.clock.ahead_ms += 5 * 60_000
    assert (await teacher.client.get(path)).json()["refused"] == "teacher-again"
    assert await teacher.post("/api/teacher/erase") == "teacher-again"
    wrong = await teacher.post("/api/teacher/again", passphrase=GUESS)
    assert wrong == "teacher-wrong"
    assert await teacher.post("/api/teacher/erase") == "teacher-again"
    body = {"passphrase": PASSPHRASE}
    assert await teacher.post("/api/teacher/again", **body) == {"ok": True}
    assert (await teacher.client.get(path)).status_code == 200
    assert await teacher.post("/api/teacher/erase") == {"ok": True}


async def test_whoever_guesses_at_an_open_page_waits(board):
    teacher = await board.teacher()
    for _ in range(5):
        wrong = await teacher.post("/api/teacher/again", passphrase=GUESS)
        assert wrong == "teacher-wrong"
    late = await teacher.post("/api/teacher/again", passphrase=PASSPHRASE)
    assert late == "teacher-often"


async def test_sessions_are_listed_and_ended(board):
    """
    Each session is listed with browser, start and last use, and can be ended.

    The reader's own session is marked.
    """
    here, there = await board.teacher(), board.browser("192.0.2.9")
    there.client.headers["user-agent"] = FIREFOX
    board.clock.ahead_ms += 60_000
    await there.post("/api/teacher/login", passphrase=PASSPHRASE)
    newest, oldest = (await here.get("/api/teacher/sessions"))["sessions"]
    assert (newest["browser"], newest["own"]) == ("Firefox, Windows", False)
    assert (oldest["browser"], oldest["own"]) == ("", True)
    assert oldest["began_ms_ago"] >= oldest["seen_ms_ago"] >= 0
    assert oldest["began_ms_ago"] >= 60_000 > newest["began_ms_ago"]
    body = {"number": newest["number"]}
    assert await here.post("/api/teacher/sessions/end", **body) == {"ok": True}
    assert (await is_teacher(here), await is_teacher(there)) == (True, False)


FIREFOX = "Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0"


async def test_codes_cannot_be_tried_by_the_thousand(board):
    pupil = board.browser("192.0.2.66")
    tries = [
        await pupil.post("/api/teacher/claim", code="000000", passphrase=PASSPHRASE)
        for _ in range(6)
    ]
    assert tries == ["teacher-code"] * 5 + ["teacher-often"]


async def test_who_does_nothing_for_half_an_hour_is_asked_again(board):
    """
    A teacher without a command for half an hour is signed out.

    Reading the state does not count; the presence request does.
    """
    teacher = await board.teacher()
    board.clock.ahead_ms += 29 * 60_000
    assert await teacher.post("/api/teacher/here") == {"ok": True}
    board.clock.ahead_ms += 29 * 60_000
    assert await is_teacher(teacher)  # a GET, which puts nothing off
    board.clock.ahead_ms += 60_000
    assert not await is_teacher(teacher)
    assert await teacher.get("/api/state?as=teacher") == 403


async def test_after_twelve_hours_everybody_is_asked_again(board):
    teacher = await board.teacher()
    for _ in range(47):
        board.clock.ahead_ms += HOUR_MS // 4
        assert await teacher.post("/api/teacher/here") == {"ok": True}
    board.clock.ahead_ms += HOUR_MS // 4
    assert await teacher.post("/api/teacher/here") == "role"


async def test_a_new_passphrase_signs_every_other_browser_out(board):
    here = await board.teacher()
    there = board.browser("192.0.2.9")
    await there.post("/api/teacher/login", passphrase=PASSPHRASE)
    wrong = {"old": "a guess", "passphrase": "five red bicycles"}
    assert await here.post("/api/teacher/passphrase", **wrong) == "teacher-wrong"
    body = {"old": PASSPHRASE, "passphrase": "five red bicycles"}
    assert await here.post("/api/teacher/passphrase", **body) == {"ok": True}
    assert (await is_teacher(here), await is_teacher(there)) == (True, False)


async def test_who_signs_out_is_out(board):
    teacher = await board.teacher()
    token = dict(teacher.client.cookies)
    assert await teacher.post("/api/teacher/logout") == {"ok": True}
    assert not await is_teacher(teacher)
    thief = board.browser()
    thief.client.cookies.update(token)
    assert not await is_teacher(thief)

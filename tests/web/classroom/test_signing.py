"""Only who stands at the board can claim it, and only who knows the words comes in."""

import pytest

from tests.web.school import PASSPHRASE, school

HOUR_MS = 3_600_000


@pytest.fixture
async def board(tmp_path):
    async with school(tmp_path) as opened:
        yield opened


async def is_teacher(browser):
    return (await browser.get("/api/teacher/me"))["teacher"]


async def test_the_class_is_claimed_with_the_code_from_the_table_screen(board):
    """It works once; and what only a teacher may see is seen now."""
    code = await board.hold()
    teacher, pupil = board.browser(), board.browser("192.0.2.8")
    assert await teacher.get("/api/state?as=teacher") == 403
    body = {"code": code, "passphrase": PASSPHRASE}
    assert await teacher.post("/api/teacher/claim", **body) == {"ok": True}
    assert "teacher" in await teacher.get("/api/state?as=teacher")
    assert await pupil.post("/api/teacher/claim", **body) == "teacher-code"
    assert not await is_teacher(pupil)


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
    """Games stay; who was in before is out."""
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
        }
        await browser.post("/api/teacher/login", passphrase=f" {PASSPHRASE} ")
        assert await is_teacher(browser)


async def test_who_guesses_waits_and_nobody_else(board):
    """Five tries in five minutes; the code at the board works all the same."""
    await board.teacher()
    guesser = board.browser("192.0.2.66")
    for _ in range(5):
        wrong = {"passphrase": "a guess"}
        assert await guesser.post("/api/teacher/login", **wrong) == "teacher-wrong"
    right = {"passphrase": PASSPHRASE}
    assert await guesser.post("/api/teacher/login", **right) == "teacher-often"
    assert await board.browser().post("/api/teacher/login", **right) == {"ok": True}
    code = await board.hold(10_000)
    body = {"code": code, "passphrase": "five red bicycles"}
    assert await guesser.post("/api/teacher/claim", **body) == {"ok": True}
    board.clock.ahead_ms += 300_000
    body = {"passphrase": "five red bicycles"}
    assert await guesser.post("/api/teacher/login", **body) == {"ok": True}


async def test_a_whole_class_that_guesses_is_slowed_down_together(board):
    """Fifty tries in five minutes, from wherever they come."""
    school_ = board.web.classroom
    await board.teacher()
    for _ in range(50):
        assert school_.all_tries.allow("")
    late = await board.browser().post("/api/teacher/login", passphrase=PASSPHRASE)
    assert late == "teacher-often"


async def test_codes_cannot_be_tried_by_the_thousand(board):
    pupil = board.browser("192.0.2.66")
    tries = [
        await pupil.post("/api/teacher/claim", code="000000", passphrase=PASSPHRASE)
        for _ in range(6)
    ]
    assert tries == ["teacher-code"] * 5 + ["teacher-often"]


async def test_who_does_nothing_for_half_an_hour_is_asked_again(board):
    """To look on is to do nothing; to say that one is there is enough."""
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

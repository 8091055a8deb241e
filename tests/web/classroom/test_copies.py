"""Backups in the browser: a file to carry away and to bring back."""

from base64 import b64encode

import pytest

from firmware_host.web.classroom.sessions import SURE_MS
from tests.app.written import GAME, write
from tests.controller.bench import until
from tests.web.school import PASSPHRASE, school


@pytest.fixture
async def board(tmp_path):
    async with school(tmp_path) as opened:
        yield opened


async def test_a_backup_is_made_fetched_and_brought_to_another_board(board, tmp_path):
    teacher = await board.teacher()
    assert await teacher.post("/api/backups/make") == {"number": 1}
    (one,) = (await teacher.get("/api/backups"))["backups"]
    answer = await teacher.client.get("/api/backups/1.db")
    assert len(answer.content) == one["bytes"]
    assert 'filename="letterzone-1.db"' in answer.headers["content-disposition"]
    (tmp_path / "there").mkdir()
    async with school(tmp_path / "there") as other:
        there = await other.teacher()
        half = len(answer.content) // 2
        pieces = (
            (answer.content[:half], 0, False),
            (answer.content[half:], half, True),
        )
        numbers = [
            await there.post(
                "/api/backups/arrive", data=b64encode(data).decode(), at=at, last=last
            )
            for data, at, last in pieces
        ]
        assert numbers == [{"number": 0}, {"number": 1}]


async def test_a_backup_is_made_at_any_time(board):
    """A backup on request has no secret word; `test_cutting.py` checks it in detail."""
    teacher = await board.teacher()
    await board.begin(teacher, "Tina", "Lee", board_makes=False, length=5)
    await board.set_secret("FJORD")
    assert await teacher.post("/api/backups/make") == {"number": 1}
    answer = await teacher.client.get("/api/backups/1.db")
    assert answer.status_code == 200
    assert b"FJORD" not in answer.content


async def test_a_backup_that_is_asked_for_twice_is_made_once(board):
    """An unchanged journal gets no second backup, so no older one is dropped."""
    teacher = await board.teacher()
    for _ in range(2):
        assert await teacher.post("/api/backups/make") == {"number": 1}
    assert len((await teacher.get("/api/backups"))["backups"]) == 1
    write(board.journal, *GAME)
    assert await teacher.post("/api/backups/make") == {"number": 2}


async def test_a_damaged_backup_is_not_handed_out(board):
    teacher = await board.teacher()
    await teacher.post("/api/backups/make")
    (board.folder / "backups" / "letterzone-1.db").write_bytes(b"no journal" * 999)
    assert await teacher.get("/api/backups/1.db") == 404


async def test_a_backup_waits_for_the_next_start(board):
    teacher = await board.teacher()
    await teacher.post("/api/backups/make")
    assert not (await teacher.get("/api/backups"))["restores"]
    assert await teacher.post("/api/backups/restore", number=1) == {"ok": True}
    assert (await teacher.get("/api/backups"))["restores"]
    assert (await teacher.get("/api/state?as=teacher"))["teacher"]["restores"]


async def test_the_next_start_begins_with_the_backup(tmp_path):
    """The next start restores the chosen backup and backs up the replaced journal."""
    async with school(tmp_path) as board:
        teacher = await board.teacher()
        write(board.journal, *GAME)
        await teacher.post("/api/backups/make")
        write(board.journal, *GAME, game=2)
        await teacher.post("/api/backups/restore", number=1)
    async with school(tmp_path) as board:
        assert [one.id for one in board.journal.games()] == [1]
        archive = board.web.services.archive
        await until((tmp_path / "backups" / "letterzone-2.db").exists)
        assert [one["number"] for one in await archive.backups()] == [2, 1]
        assert not archive.restores()


async def test_what_is_not_there_or_no_backup_is_said(board):
    teacher = await board.teacher()
    assert await teacher.get("/api/backups/7.db") == 404
    assert await teacher.post("/api/backups/restore", number=7) == "backup-gone"
    body = {"at": 0, "last": True}
    junk = await teacher.post("/api/backups/arrive", data="YWJj", **body)
    assert junk == "backup-file"
    answer = await teacher.client.post(
        "/api/backups/arrive", json={"data": "no base64!", **body}
    )
    assert answer.status_code == 400


async def test_another_boards_backup_asks_for_the_passphrase(board, tmp_path):
    """Restoring another board's backup asks for the passphrase again."""
    teacher = await board.teacher()
    (tmp_path / "there").mkdir()
    async with school(tmp_path / "there") as other:
        there = await other.teacher()
        await there.post("/api/backups/make")
        content = (await there.client.get("/api/backups/1.db")).content
    data = b64encode(content).decode()
    assert await teacher.post("/api/backups/arrive", data=data, at=0, last=True)
    (one,) = (await teacher.get("/api/backups"))["backups"]
    assert one["own"] == 0

    async def restore(**more):
        return await teacher.post("/api/backups/restore", number=1, **more)

    board.clock.ahead_ms += SURE_MS
    assert await restore() == "backup-foreign"
    assert await restore(foreign=True) == "teacher-again"
    assert not (await teacher.get("/api/backups"))["restores"]
    again = await teacher.post("/api/teacher/again", passphrase=PASSPHRASE)
    assert again == {"ok": True}
    assert await restore(foreign=True) == {"ok": True}
    assert (await teacher.get("/api/backups"))["restores"]

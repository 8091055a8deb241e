"""No backup contains a current secret, and a board can resume from it."""

import asyncio

import pytest

from firmware_host.app.archive.backups import Backups
from firmware_host.app.archive.cutting import cuts
from firmware_host.board.commands import Sit
from firmware_host.board.entries import JOURNAL
from firmware_host.cli.main import main
from firmware_host.games.views import Viewer, common
from firmware_host.journal.copying import Source
from firmware_host.journal.reader import Reader
from tests.controller.bench import until
from tests.web.laptop import reached
from tests.web.secret_games import GAMES, WORDS, at_home, begin, every_game, secrets


def bytes_of(folder):
    """Return everything in a folder's files, one after another."""
    return b"".join(path.read_bytes() for path in folder.rglob("*") if path.is_file())


async def timer(folder):
    """Make a backup with the timer's command while the board plays."""
    words = ["backup", "--if-new", "--folder", str(folder), "--language", "en"]
    assert await asyncio.to_thread(main, words) == 0


def kept(folder, number=1):
    """Return the rows that a backup has of the newest game."""
    with Reader(Backups(folder / JOURNAL).path(number)) as copy:
        return list(copy.rows(copy.games()[-1].id))


@pytest.mark.ci
@every_game
async def test_the_timers_backup_holds_no_secret(game, tmp_path):
    """
    Neither the timer's backup nor a download contains a current secret.

    A backup of an older version is cut before its download.
    """
    async with reached(tmp_path) as board:
        owners = await at_home(board)
        await begin(board, game)
        await game.make(board, owners)
        values = await secrets(game, owners)
        await timer(tmp_path)
        assert kept(tmp_path) == []
        copies = bytes_of(tmp_path / "backups")
        assert len(copies) > 10_000
        assert [one for one in values.values() if one in copies] == []

        with Source(tmp_path / JOURNAL) as journal:
            journal.copy(tmp_path / "backups" / "letterzone-7.db")  # a whole one
            rows = list(journal.rows(1))
        assert kept(tmp_path, 7) == rows
        assert rows
        teacher = await board.school.teacher()
        assert (await teacher.post("/api/backups/make"))["number"] == 8
        for number in (1, 7, 8):
            answer = await teacher.client.get(f"/api/backups/{number}.db")
            assert answer.status_code == 200
            (tmp_path / "away.db").write_bytes(answer.content)
            with Reader(tmp_path / "away.db") as away:
                assert list(away.rows(1)) == []
            assert [one for one in values.values() if one in answer.content] == []


@pytest.mark.ci
@every_game
async def test_a_board_goes_on_with_such_a_backup_and_says_so(game, tmp_path):
    """The same people, and nothing of the round that was left off."""
    async with reached(tmp_path) as board:
        owners = await at_home(board)
        await begin(board, game)
        await game.make(board, owners)
        await timer(tmp_path)
        await board.school.web.services.archive.restore(1)
    async with reached(tmp_path) as board:
        seen = board.school.see()
        assert (seen["phase"], seen["game"]) == ("playing", game.name)
        assert [one["name"] for one in seen["players"]] == ["Tina", "Lee"]
        assert seen["screen"]["note"][0] == "game-cut"
        second = tmp_path / "backups" / "letterzone-2.db"
        await until(second.exists)
        with Reader(second) as before:
            assert list(before.rows(1)) == []  # what was there holds none either


async def test_finished_rounds_are_in_it_and_who_came_later_is_not(tmp_path):
    """
    A backup has the finished rounds and ends where the running round began.

    The next start shows once that the round was cut.
    """
    async with reached(tmp_path) as board:
        await at_home(board)
        await begin(board, GAMES[0])
        await board.do("secret", by=0, word="HOBBY")
        await board.do("guess", by=1, word="HOBBY")
        await board.do("secret", by=1, word=WORDS[0])
        await board.do("undo")
        await board.do("secret", by=1, word=WORDS[0])
        await board.school.api.send(Sit("Ida").line)
        await timer(tmp_path)
        rows = kept(tmp_path)
        assert rows
        assert WORDS[0].encode() not in bytes_of(tmp_path / "backups")
        await board.school.web.services.archive.restore(1)
    async with reached(tmp_path) as board:
        seen = board.school.see()
        assert [one["word"] for one in seen["view"]["results"]] == ["HOBBY"]
        assert (seen["view"]["waiting"], seen["view"]["maker"]) == (True, 1)
        assert [one["name"] for one in seen["players"]] == ["Tina", "Lee"]
        assert seen["screen"]["note"][0] == "round-cut"
        await board.do("secret", by=1, word=WORDS[1])
        assert board.school.see()["screen"]["note"][0] != "round-cut"
    async with reached(tmp_path) as board:  # it is said once
        assert board.school.see()["screen"]["note"][0] != "round-cut"


async def test_a_word_of_the_boards_own_is_left_off_too(tmp_path):
    """A word that the board drew is not in a backup, nor is its random seed."""
    async with reached(tmp_path) as board:
        await at_home(board)
        table_api = board.school.api
        await table_api.send(
            {"command": "begin", "game": "decipher", "length": 5, "board_makes": True}
        )
        await until(lambda: board.school.see()["view"]["commitment"])
        playing = board.school.table.session.playing
        await timer(tmp_path)
        assert kept(tmp_path) == []
        # in quotes, as JSON has it: TABLE and CHECK stand in every file of SQLite
        word = f'"{playing.game.round.puzzle.word}"'.encode()
        assert word in bytes_of(tmp_path)  # the journal itself has it
        assert word not in bytes_of(tmp_path / "backups")


async def test_while_nothing_is_secret_a_copy_is_whole(tmp_path):
    """Between rounds and after the game no rows are cut from a copy."""
    async with reached(tmp_path) as board:
        await at_home(board)
        await begin(board, GAMES[0])
        await board.do("secret", by=0, word="HOBBY")
        await board.do("guess", by=1, word="HOBBY")
        playing = board.school.table.session.playing
        view = playing.engine.view(playing.game, Viewer.PUBLIC)
        assert not common(view, Viewer.PUBLIC).secret
        with Reader(tmp_path / JOURNAL) as journal:
            assert cuts(journal) == ()
        await board.do("end")
        with Reader(tmp_path / JOURNAL) as journal:
            assert cuts(journal) == ()


async def test_a_game_that_cannot_be_read_is_left_off_from_its_first_row(tmp_path):
    """A game with unreadable rows is left out of the backup, which is still made."""
    async with reached(tmp_path) as board:
        await at_home(board)
        await begin(board, GAMES[0])
        await board.do("secret", by=0, word=WORDS[0])
    import sqlite3  # noqa: PLC0415 - here alone the file is spoilt by hand

    with sqlite3.connect(tmp_path / JOURNAL) as spoilt:
        spoilt.execute("UPDATE rows SET facts = replace(facts, '\"', '')")
    spoilt.close()
    await timer(tmp_path)
    assert WORDS[0].encode() not in bytes_of(tmp_path / "backups")


@pytest.mark.parametrize("game", GAMES[-1:], ids=repr)
async def test_no_transcript_of_a_running_game_tells_the_hands(game, tmp_path):
    """A transcript of KEYWORD has no deals before the end: cards outlive a round."""
    async with reached(tmp_path) as board:
        owners = await at_home(board)
        await begin(board, game)
        await game.make(board, owners)
        for owner in owners:
            await owner.post("/api/do", do="pass")
        assert len(board.school.see()["view"]["results"]) == 1
        window = board.window("127.0.0.9")
        transcript = (await window.client.get("/api/history/1.jsonl")).text
        assert '"deal"' not in transcript
        await board.do("end")
        transcript = (await window.client.get("/api/history/1.jsonl")).text
        assert '"deal"' in transcript

"""Games are looked at, put right and forgotten; forgotten is forgotten."""

import asyncio
import json
import os
import sqlite3
import threading

import pytest

from firmware_host.app.archive import erasing
from firmware_host.app.archive.archive import JournalArchive
from firmware_host.app.archive.summaries import PAGE
from firmware_host.board.events import Failed, Healed
from firmware_host.board.messages import Refused
from firmware_host.journal.reader import Reader
from firmware_host.session.phones import PHONES
from tests.app.written import GAME, write

NAMES = ("Theodora", "Ingeborg", "Waldemar")


@pytest.fixture
def archive(journal, path):
    return JournalArchive(journal, path)


async def listed(archive):
    """Return the numbers of the games in the history."""
    return [one["game"] for one in (await archive.chronicle("en"))["games"]]


def named(actions, *names):
    """Return *actions* by people of other names."""
    called = dict(zip(("Tina", "Lee"), names, strict=True))
    return [one | ({"by": called[one["by"]]} if "by" in one else {}) for one in actions]


async def test_the_same_players_are_a_group_in_any_order(archive, journal):
    """
    The same players in any order are one group, which can be given a name.

    Another player makes another group.
    """
    write(journal, *GAME)
    write(journal, *named(GAME, "Lee", "tina"), game=2, players=["Lee", "tina"])
    write(journal, *named(GAME, "Lee", "Ben"), game=3, players=["Lee", "Ben"])
    three, two, one = (await archive.chronicle("en"))["games"]
    assert one["group"] == two["group"] != three["group"]
    assert await archive.name_group(two["game"], "The cousins") is None
    assert (await archive.chronicle("en"))["groups"] == {one["group"]: "The cousins"}
    assert (await archive.name_group(4, "x")).code == "history-gone"


async def test_the_history_comes_by_pages(archive, journal):
    """A page has `PAGE` games in spite of deleted ones, and the last has no link."""
    for game in range(1, 2 * PAGE + 2):
        write(journal, *GAME[:2], {"do": "end"}, game=game)
    await archive.delete(30)
    first = await archive.chronicle("en")
    assert [one["game"] for one in first["games"]] == [
        number for number in range(2 * PAGE + 1, PAGE, -1) if number != 30
    ]
    last = await archive.chronicle("en", before=first["older"])
    assert [one["game"] for one in last["games"]] == [*range(PAGE, 0, -1)]
    assert last["older"] == 0


async def test_a_game_gets_a_name_and_loses_it(archive, journal):
    write(journal, *GAME)
    await archive.rename(1, "In the rain")
    assert (await archive.game(1, "en"))["name"] == "In the rain"
    await archive.rename(1, "")
    assert (await archive.game(1, "en"))["name"] == ""
    assert (await archive.rename(2, "x")).code == "history-gone"


async def test_a_cell_is_put_right_beside_what_was_counted(archive, journal):
    """The last correction of a cell counts; the original takes it back."""
    write(journal, *GAME)
    counted = (await archive.game(1, "en"))["results"][0]["points"]
    await archive.correct(1, 1, 1, points=counted[1] + 1, note="Misread")
    await archive.correct(1, 1, 1, points=counted[1] + 2, note="Misheard")
    (first, second) = (await archive.game(1, "en"))["results"][0]["cells"]
    assert first == {"points": counted[0]}
    assert second == {
        "points": counted[1] + 2,
        "counted": counted[1],
        "note": "Misheard",
    }
    await archive.correct(1, 1, 1, points=counted[1])
    assert (await archive.game(1, "en"))["results"][0]["cells"][1] == {
        "points": counted[1]
    }


async def test_changes_at_the_same_time_are_all_kept(archive, journal):
    """Two cells and the name of a game are changed by three people at once."""
    write(journal, *GAME)
    await asyncio.gather(
        archive.correct(1, 1, 0, points=7),
        archive.correct(1, 1, 1, points=8),
        archive.rename(1, "In the rain"),
    )
    sheet = await archive.game(1, "en")
    assert [cell["points"] for cell in sheet["results"][0]["cells"]] == [7, 8]
    assert sheet["name"] == "In the rain"


async def test_an_erased_note_does_not_come_back_by_another_change(
    archive, journal, monkeypatch
):
    """A rename that began before the erasure stores no text that was erased."""
    write(journal, *GAME)
    await archive.correct(1, 1, 0, points=7, note="Theodora cheated")
    put, erasing = archive._put, []

    async def late_put(key, text):
        erasing.append(asyncio.create_task(archive.erase_names()))
        await asyncio.wait(erasing, timeout=0.5)  # it waits for the rename
        await put(key, text)

    monkeypatch.setattr(archive, "_put", late_put)
    assert await archive.rename(1, "Final") is None
    assert await erasing[0] is None
    assert not any("Theodora" in one for one in journal.settings().values())


@pytest.mark.parametrize("at", [(0, 0), (3, 0), (1, 2), (1, -1)])
async def test_there_is_no_such_cell(archive, journal, at):
    """A correction of an unknown round or seat, or of the board's, is refused."""
    write(journal, *GAME)
    assert (await archive.correct(1, *at, points=1)).code == "history-gone"


async def test_a_game_is_deleted_with_what_was_written_about_it(archive, journal, path):
    """Deleting a game removes its title too; the running game cannot be deleted."""
    write(journal, *GAME)
    write(journal, *GAME[:3], game=2)
    await archive.rename(1, "In the rain")
    assert (await archive.delete(2)).code == "history-running"
    assert await archive.delete(1) is None
    assert await listed(archive) == [2]
    assert await archive.game(1, "en") is None
    assert (await archive.delete(1)).code == "history-gone"
    assert b"In the rain" not in path.read_bytes()


def test_nicknames_are_different_ones(archive):
    assert len(set(archive.nicknames("de", 6))) == 6


async def test_the_loop_reads_no_file(archive, journal, monkeypatch):
    """No request to the archive uses SQLite in the event loop's thread."""
    asked = set()

    def traced(path, *values, **more):
        made = connect(path, *values, **more)
        made.set_trace_callback(lambda _: asked.add(threading.get_ident()))
        asked.add(threading.get_ident())
        return made

    connect = sqlite3.connect
    write(journal, *GAME)
    write(journal, *GAME, game=2)
    monkeypatch.setattr(sqlite3, "connect", traced)
    journal._connection.set_trace_callback(lambda _: asked.add(threading.get_ident()))
    await archive.chronicle("en")
    await archive.game(1, "en")
    await archive.positions(1, "en")
    await archive.transcript(1, "en")
    await archive.rename(1, "In the rain")
    await archive.correct(1, 1, 1, points=9)
    await archive.name_group(1, "The cousins")
    assert await archive.newest() == 2
    assert await archive.back_up() == 1
    assert await archive.backup(1)
    assert await archive.delete(2) is None
    assert await archive.erase_names() is None
    assert len(await archive.backups()) == 1
    assert asked
    assert threading.get_ident() not in asked


async def test_whoever_copies_lets_others_go_first(archive):
    """A copy runs with lower priority, in its own thread only."""

    def nice():
        return os.getpriority(os.PRIO_PROCESS, threading.get_native_id())

    before = nice()
    assert await archive._copy(nice, Refused("backup-room")) == 10
    assert nice() == before < 10


async def fill(archive, journal):
    """Write names wherever a name can be."""
    first, second, third = NAMES
    for game in range(1, 30):
        write(journal, *named(GAME, first, second), game=game, players=[first, second])
        await archive.rename(game, f"{third} and the {game} dwarfs, {first}")
        await archive.correct(game, 1, 0, points=5, note=f"{third} says so")
    await archive.name_group(1, f"{third} & co")
    room = json.dumps({"phones": {"a": {"number": 1, "place": f"name:{second}"}}})
    await asyncio.wrap_future(journal.put_setting("web:room", room))
    await asyncio.wrap_future(journal.put_setting("web:rude", json.dumps([second])))
    await asyncio.wrap_future(journal.put_setting(PHONES, "[]"))
    await archive.back_up()
    await archive.restore(1)


def found(folder):
    """Return every file of *folder* that has a name in it."""
    return {
        path.name
        for path in folder.rglob("*")
        if path.is_file() and any(name.encode() in path.read_bytes() for name in NAMES)
    }


async def test_erased_names_are_nowhere(archive, journal, path):
    """Erased names are in no file, log or backup; games and points stay."""
    await fill(archive, journal)
    folder = path.parent
    assert found(folder) >= {"letterzone.db-wal", "letterzone-1.db"}  # the scan can see
    await archive.erase_names()
    assert found(folder) == set()
    told = await archive.game(1, "en")
    assert [one["name"] for one in told["players"]] == ["Player 1", "Player 2"]
    cell = told["results"][0]["cells"][0]
    assert (cell["points"], cell["note"]) == (5, "")
    assert (await archive.chronicle("en"))["groups"] == {}
    with Reader(folder / "backups" / "letterzone-1.db") as copy:
        assert PHONES not in copy.settings()
    assert PHONES in journal.settings()  # phones keep their places


async def test_a_copy_that_is_damaged_is_deleted_with_its_names(archive, journal, path):
    await fill(archive, journal)
    copy = path.parent / "backups" / "letterzone-1.db"
    content = bytearray(copy.read_bytes())
    content[4096:8192] = b"Theodora" * 512
    copy.write_bytes(content)
    await archive.erase_names()
    assert found(path.parent) == set()
    assert await archive.backups() == []


@pytest.mark.parametrize("act", ["names", "game"])
async def test_what_is_not_erased_is_marked_and_tried_again(
    journal, path, monkeypatch, act
):
    """If a reader holds the log open, erasing is refused, marked and repeated."""
    monkeypatch.setattr(erasing, "PATIENCE_S", 0.0)
    monkeypatch.setattr(erasing, "AGAIN_S", 0.0)
    told = []
    archive = JournalArchive(journal, path, tell=told.append)
    write(journal, *named(GAME, "Theodora", "Lee"), players=["Theodora", "Lee"])
    journal.put_setting("a", "1").result()
    with Reader(path) as reading:
        reading._connection.execute("BEGIN")
        reading.games()
        acted = archive.erase_names() if act == "names" else archive.delete(1)
        assert await acted == Refused("erase-trace")
        assert b"Theodora" in path.with_name(f"{path.name}-wal").read_bytes()
        for _ in range(3):  # it has been tried again, and in vain
            await archive._copy(lambda: None, Refused("erase-trace"))
        assert told == [Failed("names")]
    await archive._erasing
    assert told == [Failed("names"), Healed("names")]
    files = [one for one in path.parent.rglob("*") if one.is_file()]
    assert not [one.name for one in files if b"Theodora" in one.read_bytes()]


async def test_the_table_asks_another_process_for_the_sheet_of_a_game(journal, path):
    """A game from outside that hangs there is refused, and holds up nothing here."""
    write(journal, *GAME)
    hangs = Refused("history-hangs", values=(("game", "treasure"),))

    async def sheet(_number, _language):
        return hangs

    archive = JournalArchive(journal, path, sheet=sheet)
    assert await archive.correct(1, 1, 0, points=7) == hangs
    assert await archive.name_group(1, "Owls") == hangs

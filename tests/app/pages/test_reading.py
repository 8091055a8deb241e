"""The history is read in a process of its own; the permissions do not change."""

import asyncio
import json
import os
import socket

import pytest

from firmware_host.app.archive.archive import JournalArchive
from firmware_host.app.pages.reading import HistoryProcess
from firmware_host.board.entries import JOURNAL
from firmware_host.board.messages import Refused
from firmware_host.errors import AwayError
from firmware_host.journal.store import Journal
from firmware_host.web.remote import asking
from firmware_host.web.remote.asking import RemoteHistory
from firmware_host.web.remote.lines import CALLS, HISTORY
from tests.app.written import GAME, HUNT, HUNT_HEAD, LOOP, make_hang, write
from tests.contracts.test_outside import install, loaded
from tests.controller.bench import until
from tests.referee.scored import example


@pytest.fixture
def journal(tmp_path):
    with Journal(tmp_path / JOURNAL, reserve_bytes=0) as opened:
        write(opened, *GAME)
        yield opened


@pytest.fixture
def at(tmp_path):
    return tmp_path / HISTORY


@pytest.fixture
async def process(journal, at):
    process = HistoryProcess(at, journal.path, journal)
    keeping = asyncio.create_task(process.keep())
    await until(at.exists)
    yield process
    keeping.cancel()
    await asyncio.gather(keeping, return_exceptions=True)
    assert not at.exists()


@pytest.mark.usefixtures("process")
async def test_each_question_has_the_answer_that_the_table_would_give(journal, at):
    told, here = RemoteHistory(at), JournalArchive(journal, journal.path)
    assert await told.chronicle("en", 0) == json_of(await here.chronicle("en"))
    assert await told.game(1, "de") == json_of(await here.game(1, "de"))
    assert await told.game(2, "de") is None
    assert await told.positions(1, "en", 0) == json_of(await here.positions(1, "en"))
    assert await told.transcript(1, "en", 0) == await here.transcript(1, "en")
    assert await told.practice() == json_of(await here.practice())
    assert await told.newest() == 1


@pytest.mark.usefixtures("process")
async def test_a_hands_longest_words_are_read_in_that_process(journal, at):
    """The longest words are read in that process, once the round is shown."""
    head, *lines = example("keyword.jsonl")
    told, here = RemoteHistory(at), JournalArchive(journal, journal.path)
    write(journal, *lines[:3], head=head, game=2)
    assert await told.longest(0) == []
    write(journal, *lines[:4], head=head, game=3)
    words = await told.longest(0)
    assert words
    assert words == await here.longest(0)


def json_of(value):
    return json.loads(json.dumps(value))


@pytest.mark.usefixtures("process")
async def test_the_table_keeps_the_summaries_that_it_makes(journal, at):
    assert journal.summary(1) is None
    await RemoteHistory(at).chronicle("en", 0)
    await until(lambda: journal.summary(1) is not None)


async def test_it_starts_at_the_first_question_and_again_after_its_end(process, at):
    told = RemoteHistory(at)
    assert process._process is None
    assert await told.newest() == 1
    first = process._process.pid
    process.end()
    assert await told.newest() == 1
    assert process._process.pid != first


async def test_it_ends_with_the_table(process, at):
    """The process ends when its input is closed and is started again."""
    await RemoteHistory(at).newest()
    pid = process._process.pid
    process._process.stdin.close()
    await until(lambda: process._process is None or process._process.pid != pid)


async def test_it_gives_way_to_the_table(process, at):
    await RemoteHistory(at).newest()
    reading, table = process._process.pid, os.getpid()
    nice = [os.getpriority(os.PRIO_PROCESS, one) for one in (reading, table)]
    assert nice[0] == min(19, nice[1] + 10) > nice[1]


async def test_erased_names_are_in_no_other_process(process, journal, at):
    """Erasing names replaces the process, so that none has them in memory."""
    archive = JournalArchive(journal, journal.path, let_go=process.end)
    told = RemoteHistory(at)
    assert "Tina" in await told.transcript(1, "en", 0)
    pid = process._process.pid
    assert await archive.erase_names() is None
    assert "Tina" not in await told.transcript(1, "en", 0)
    assert process._process.pid != pid


async def test_a_process_that_never_answers_is_away(at, monkeypatch):
    monkeypatch.setattr(asking, "HISTORY_S", 0.05)
    with socket.socket(socket.AF_UNIX) as ear:
        ear.bind(str(at))
        ear.listen()
        with pytest.raises(AwayError):
            await RemoteHistory(at).newest()


async def test_without_a_socket_it_is_away(at):
    with pytest.raises(AwayError):
        await RemoteHistory(at).newest()


def test_the_table_is_asked_for_no_history():
    """The table's own port has no call that reads games."""
    asked = {one.partition(".")[2] for one in CALLS if one.startswith("history.")}
    assert {"chronicle", "game", "longest", "positions", "transcript"} <= asked
    assert not {f"archive.{one}" for one in asked} & CALLS


async def test_a_game_that_prints_is_read_all_the_same(
    journal, at, tmp_path, monkeypatch
):
    """Output of an external game does not disturb the reading process."""
    prints = 'print("Hello!", flush=True) if event == "sqlite3.connect" else None'
    hook = f"import sys\nsys.addaudithook(lambda event, _: {prints})\n"
    (tmp_path / "sitecustomize.py").write_text(hook, encoding="utf-8")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    keeping = asyncio.create_task(HistoryProcess(at, journal.path, journal).keep())
    await until(at.exists)
    assert (await RemoteHistory(at).chronicle("en", 0))["games"]
    keeping.cancel()
    await asyncio.gather(keeping, return_exceptions=True)


#: Code that never returns: some of it ends by a signal, some does not.
HANGS = {
    "a loop": LOOP,
    "a wait": "        import threading\n        threading.Event().wait()\n",
    "a loop that catches all": """        while True:
            try:
                while True:
                    pass
            except BaseException:
                pass
""",
}


@pytest.mark.parametrize("hang", HANGS.values(), ids=HANGS)
@pytest.mark.usefixtures("process")
async def test_a_game_that_hangs_costs_its_own_page_alone(
    journal, at, tmp_path, monkeypatch, hang
):
    """A game that hangs is refused by name, and others are read meanwhile."""
    folder = install(tmp_path / "outside")
    with loaded(folder):
        write(journal, *HUNT, head=HUNT_HEAD, game=2)
    make_hang(folder, hang)
    short = "from firmware_host.app.archive import history\nhistory.GAME_S = 0.5\n"
    (folder / "sitecustomize.py").write_text(short, encoding="utf-8")
    monkeypatch.setenv("PYTHONPATH", str(folder))
    told = RemoteHistory(at)
    hangs = Refused("history-hangs", values=(("game", "treasure"),))
    one, other = await asyncio.gather(
        told.positions(2, "en", 0), told.positions(1, "en", 0)
    )
    assert one == hangs
    assert len(other) > 2
    assert await told.positions(2, "en", 0) == hangs, "at once, from now on"
    assert "Tina" in await told.transcript(1, "en", 0)
    games = (await told.chronicle("en", 0))["games"]
    assert 1 in [game["game"] for game in games]

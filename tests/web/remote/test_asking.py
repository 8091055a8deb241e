"""The pages' side of the line: asked at once, awaited, known, and away."""

import asyncio
import time
from contextlib import asynccontextmanager, suppress

import pytest

from firmware_host.board.messages import Refused
from firmware_host.errors import AskedError, AwayError
from firmware_host.web.remote import asking as module
from firmware_host.web.remote.asking import Remote, RemoteTable, TableConnection
from tests.controller.bench import until
from tests.web.remote.line import Table

SIGHT = {"running": True, "elapsed_ms": 1000, "left_ms": 2500, "language": "en"}


class _Api:
    """A table that counts how often it is asked."""

    def __init__(self):
        self.asked, self.offered = [], [{"name": "decipher"}]

    def see(self, phone=""):
        self.asked.append(phone)
        return dict(SIGHT)

    def games(self):
        self.asked.append("games")
        return self.offered

    async def do(self, line, phone=""):
        if line == {}:
            msg = "a line does something"
            raise AskedError(msg)
        return Refused("zone-covered") if phone else None

    def all(self):
        self.asked.append("all")
        return [{"number": 1}]

    def who(self, phone):
        self.asked.append(phone)


class Service:
    """A port with a value."""

    where = None
    walked = ("a",)


@pytest.fixture
def api():
    return _Api()


@pytest.fixture
def table(tmp_path, api):
    ports = {"table_api": api, "phones": api, "service": Service()}
    with Table(tmp_path / "table", ports).running() as one:
        yield one


@pytest.fixture
async def asking(tmp_path, table):  # noqa: ARG001 - it answers
    async with TableConnection(tmp_path / "table") as one:
        await until(lambda: one.is_there)
        await one.request("table_api.do", {"do": "pass"})  # so it is told of news
        yield one


async def test_what_is_known_is_asked_once_for_each_change(asking, api, table):
    remote = RemoteTable(asking, lambda: 0)
    for _ in range(3):
        assert remote.see()["language"] == "en"
        assert remote.phones.all() == [{"number": 1}]
    assert sorted(api.asked) == ["", "all"]
    table.change("tags")
    await until(lambda: remote.changes == 2)
    remote.see()
    assert sorted(api.asked) == ["", "", "all"]


async def test_what_everybody_may_know_is_told_with_the_news(asking, api, table):
    """
    Public data arrives with the news, so reading it sends no request.

    Only a seat's own view is requested.
    """
    remote = RemoteTable(asking, lambda: 0)
    for changes in (2, 3):
        table.change()
        await until(lambda now=changes: remote.changes == now)
        api.asked.clear()
        assert remote.see()["language"] == "en"
        assert remote.games() == api.offered
        assert remote.phones.all() == [{"number": 1}]
        assert api.asked == []
        remote.see("key")
        assert api.asked == ["key"]


async def test_what_was_told_is_asked_for_once_there_is_something_newer(
    asking, api, table
):
    """
    Cached data is requested again after a command changed the table.

    News with an older change number do not lower the number.
    """
    remote = RemoteTable(asking, lambda: 0)
    table.change()
    await until(lambda: remote.changes == 2)
    remote.games()
    table.changes, api.offered, asked = 3, [], api.asked
    assert await remote.do({"do": "pass"}) is None
    assert remote.changes == 3
    asked.clear()
    assert remote.games() == []
    assert asked == ["games"]
    asking._count({"changes": 2})
    assert remote.changes == 3


async def test_what_a_table_told_that_went_is_forgotten(asking, api, table):
    remote = RemoteTable(asking, lambda: 0)
    table.change()
    await until(lambda: remote.changes == 2)
    table.shut()
    await until(lambda: not asking.is_there)
    with pytest.raises(AwayError):
        remote.games()
    table.changes, api.offered = 1, []
    table.open()
    await until(lambda: asking.is_there)
    assert remote.games() == []
    assert remote.changes == 1


async def test_what_is_known_does_not_grow(asking, monkeypatch):
    monkeypatch.setattr(module, "KNOWN", 3)
    for number in range(10):
        asking.once(number, lambda: "known")
    assert len(asking._known) <= 3


async def test_the_clocks_of_what_is_known_go_on(asking):
    now_ms = [10_000]
    remote = RemoteTable(asking, lambda: now_ms[0])
    assert remote.see()["elapsed_ms"] == 1000
    now_ms[0] += 2000
    assert (remote.see()["elapsed_ms"], remote.see()["left_ms"]) == (3000, 500)
    now_ms[0] += 2000
    assert remote.see()["left_ms"] == 0


async def test_an_act_is_awaited_and_comes_back_as_it_was(asking):
    remote = RemoteTable(asking, lambda: 0)
    assert await remote.do({"do": "pass"}) is None
    assert await remote.do({"do": "pass"}, phone="a") == Refused("zone-covered")
    with pytest.raises(AskedError, match="does something"):
        await remote.do({})


async def test_a_value_of_a_port_is_a_value_here(asking):
    service = Remote(asking, "service")
    assert service.where is None
    assert service.walked == ["a"]


async def test_what_failed_there_fails_here(asking, api):
    del api.offered
    with pytest.raises(RuntimeError, match="could not answer"):
        RemoteTable(asking, lambda: 0).games()


async def test_whoever_watches_sees_each_change(asking, table):
    seen = []

    async def watch():
        async for one in RemoteTable(asking, lambda: 0).watch():
            seen.append(one)  # noqa: PERF401 - it never ends

    watching = asyncio.create_task(watch())
    await until(lambda: len(seen) == 1)
    table.change("tags")
    table.change()
    await until(lambda: len(seen) == 2)
    watching.cancel()


async def test_a_listener_that_fails_leaves_no_line_behind(asking, table):
    """
    An error in a listener ends the connection, which is then opened again.

    No task is left over.
    """
    tasks, failed = len(asyncio.all_tasks()), []

    def fail():
        if asking.is_there and len(failed) < 2:
            failed.append(asking.is_there)
            raise AwayError

    asking.on_news("", fail)
    table.shut()
    await until(lambda: not asking.is_there)
    table.open()
    await until(lambda: len(failed) == 2)
    await until(lambda: asking.is_there)
    assert len(asyncio.all_tasks()) <= tasks


async def test_while_the_table_is_away_nothing_is_known_and_it_comes_back(
    asking, table
):
    remote, told = RemoteTable(asking, lambda: 0), []
    tags = Remote(asking, "tags")
    tags.on_change(lambda: told.append(asking.is_there))
    remote.see()
    table.shut()
    await until(lambda: not asking.is_there)
    with pytest.raises(AwayError):
        remote.see()
    with pytest.raises(AwayError):
        await remote.do({"do": "pass"})
    table.open()
    await until(lambda: asking.is_there)
    assert remote.see()["language"] == "en"
    assert told == [False, True]


async def test_what_waits_when_the_table_goes_hears_of_it(asking, table, api):
    begun = asyncio.Event()
    loop = asyncio.get_running_loop()

    async def never(*_, **__):
        loop.call_soon_threadsafe(begun.set)
        await asyncio.Event().wait()

    api.do = never
    acting = asyncio.create_task(RemoteTable(asking, lambda: 0).do({"do": "pass"}))
    await begun.wait()
    table.shut()
    with pytest.raises(AwayError):
        await acting
    table.open()


async def test_a_table_that_hangs_is_away(asking, monkeypatch, api):
    monkeypatch.setattr(module, "PATIENCE_S", 0.1)
    api.see = lambda _phone: time.sleep(0.5)
    with pytest.raises(AwayError):
        RemoteTable(asking, lambda: 0).see()


@asynccontextmanager
async def hanging(at, *, answers=1):
    """Start a socket server that sends *answers* lines to a client, then nothing."""
    callers, ended = [], []

    async def hang(reader, writer):
        callers.append(writer)
        writer.write(b'{"beat":1}\n' * answers)
        with suppress(OSError):  # whoever goes may leave lines unread
            while await reader.read(1 << 16):
                pass
        writer.close()
        ended.append(writer)

    server = await asyncio.start_unix_server(hang, at)
    yield callers
    server.close()
    await until(lambda: len(ended) == len(callers))


@pytest.mark.parametrize("answers", [0, 1])
async def test_a_table_that_answers_no_beat_is_away(tmp_path, monkeypatch, answers):
    """A table whose socket accepts connections without an answer counts as away."""
    monkeypatch.setattr(module, "SILENT_S", 0.05)
    seen = set()
    at = tmp_path / "table"
    async with hanging(at, answers=answers) as callers, TableConnection(at) as one:
        one.on_news("", lambda: seen.add(one.is_there))
        await until(lambda: len(callers) > 2 and not one.is_there)
        with pytest.raises(AwayError):
            one.ask("table_api.see")
    assert seen == ({True, False} if answers else {False})


async def test_a_table_that_hangs_at_a_question_is_waited_for_once(
    tmp_path, monkeypatch
):
    """After one request timed out, the table counts as away, so no other one waits."""
    monkeypatch.setattr(module, "PATIENCE_S", 0.05)
    async with hanging(tmp_path / "table"), TableConnection(tmp_path / "table") as one:
        await until(lambda: one.is_there)
        with pytest.raises(AwayError):
            one.ask("table_api.see")
        assert not one.is_there

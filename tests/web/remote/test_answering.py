"""The table's side of the connection: the calls that it answers and refuses."""

import asyncio
import json
import socket
from types import SimpleNamespace

import pytest

from firmware_host.errors import AskedError
from firmware_host.web.remote import answering
from tests.controller.bench import until
from tests.web.remote.line import Table


class _Store:
    """A port."""

    def __init__(self):
        self.gate = asyncio.Event()
        self.begun = 0

    def get(self, name):
        if name == "wrong":
            msg = "no such name"
            raise AskedError(msg)
        return object() if name == "no json" else f"the {name}"

    async def put(self, name, text):
        self.begun += 1
        await self.gate.wait()
        raise KeyError(name, text)


@pytest.fixture
def store():
    return _Store()


@pytest.fixture
def table(tmp_path, store):
    with Table(tmp_path / "table", {"store": store}, {"version": "1"}).running() as one:
        yield one


@pytest.fixture
def line(tmp_path, table):  # noqa: ARG001 - it answers
    with socket.socket(socket.AF_UNIX) as one:
        one.settimeout(20)
        one.connect(str(tmp_path / "table"))
        with one.makefile("rw", encoding="utf-8") as line:
            yield line


def say(line, **item):
    line.write(json.dumps(item) + "\n")
    line.flush()


def ask(line, **item):
    say(line, **item)
    return json.loads(line.readline())


def test_it_answers_by_number_with_what_has_changed(line):
    answer = ask(line, id=7, call="store.get", some=["room"])
    assert answer == {"id": 7, "changes": 1, "value": "the room"}
    assert ask(line, id=8, call="hello")["value"] == {"version": "1"}


@pytest.mark.parametrize(
    "call", ["store.gate", "store.__class__", "archive.backups", "store", "os.system"]
)
def test_what_no_port_offers_fails_and_the_next_call_is_answered(line, call):
    assert ask(line, id=1, call=call) == {"id": 1, "changes": 1, "failed": call}
    assert ask(line, id=2, call="store.get", some=["a"])["value"] == "the a"


def test_what_has_no_meaning_is_said_and_a_fault_is_logged_once(line, caplog):
    wrong = ask(line, id=1, call="store.get", some=["wrong"])
    assert wrong["asked"] == "no such name"
    assert ask(line, id=2, call="store.get", some=["no json"])["failed"] == "store.get"
    for number in (3, 4):
        assert ask(line, id=number, call="store.get")["failed"] == "store.get"
    assert caplog.text.count("TypeError") == 2, "one of each place"


def test_news_come_to_those_who_asked_for_them(line, table):
    say(line, call="news")
    assert ask(line, id=1, call="hello")["changes"] == 1
    table.change("tags")
    assert json.loads(line.readline()) == {"news": "tags", "changes": 2}


@pytest.mark.parametrize("see", [object, None])
def test_news_come_though_what_is_told_with_them_fails(
    line, table, monkeypatch, caplog, see
):
    """
    News are sent without data if making the data fails, and it is logged once.

    The reader then has to request the data.
    """
    if see:
        port = SimpleNamespace(see=see, games=list, all=list)
        monkeypatch.setattr(
            table.answering, "_ports", {"table_api": port, "phones": port}
        )
    say(line, call="news")
    ask(line, id=1, call="hello")
    for changes in (2, 3):
        table.change()
        assert json.loads(line.readline()) == {"news": "table", "changes": changes}
    assert caplog.text.count("news failed") == 1


def test_a_sign_of_life_is_counted(line, table):
    say(line, call="beat")
    ask(line, id=1, call="hello")
    assert table.answering.beats == 1


async def test_only_so_many_calls_are_under_way_at_once(line, store, table):
    """At most `AT_ONCE` calls run at the same time; further calls wait."""
    for number in range(answering.AT_ONCE + 5):
        say(line, id=number, call="store.put", some=["a", "b"])
    await until(lambda: store.begun >= answering.AT_ONCE)
    assert store.begun == answering.AT_ONCE
    table._loop.call_soon_threadsafe(store.gate.set)
    for _ in range(answering.AT_ONCE + 5):
        assert json.loads(line.readline())["failed"] == "store.put"


def test_news_that_are_asked_for_again_come_once(line, table):
    for _ in range(3):
        say(line, call="news")
    assert ask(line, id=1, call="hello")["changes"] == 1
    table.change("tags")
    assert json.loads(line.readline())["news"] == "tags"
    assert ask(line, id=2, call="hello")["id"] == 2, "and nothing between"


@pytest.mark.parametrize("nonsense", ["nonsense", "[]", "[" * 60_000, '{"call": 7}'])
def test_nonsense_ends_its_own_line_alone(line, tmp_path, table, nonsense):
    line.write(f"{nonsense}\n")
    line.flush()
    assert line.readline() == ""
    with socket.socket(socket.AF_UNIX) as other:
        other.connect(str(tmp_path / "table"))
        with other.makefile("rw") as file:
            assert ask(file, id=1, call="hello")["value"]
            assert len(table.answering._open) == 1


@pytest.mark.usefixtures("table")
def test_there_are_so_many_lines_and_no_more(tmp_path):
    lines = []
    for _ in range(answering.CONNECTIONS + 1):
        one = socket.socket(socket.AF_UNIX)
        one.settimeout(20)
        one.connect(str(tmp_path / "table"))
        lines.append((one, one.makefile("rw")))
    for _, line in lines[:-1]:
        assert ask(line, id=1, call="hello")["value"]
    assert lines[-1][1].readline() == ""
    for one, line in lines:
        line.close()
        one.close()

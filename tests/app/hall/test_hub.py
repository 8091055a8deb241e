"""A hall counts each row once, in order, and asks for what is missing."""

import asyncio
import socket

import pytest
from hypothesis import given, settings, strategies as st

from firmware_host.app.hall import hub as hubs
from firmware_host.app.hall.hub import HELLO_S, Hub
from firmware_host.app.hall.store import Store
from firmware_host.hall.lines import Ask, Happened, Tail, Told, read_ask, write
from firmware_host.settings import board as settings_of
from tests.controller.bench import until


def row(n, stream="s", what="yes"):
    """A row of a board."""
    return write(Told(stream, n, 1, moments=(Happened(what),)))


@pytest.fixture
def hub(tmp_path):
    """A hall, later by one second for spectators."""
    store = Store(tmp_path)
    made = Hub(store, delay_ms=1000, clock_ms=lambda: made.time_ms)
    made.time_ms = 0
    yield made
    store.close()


def test_a_gap_is_asked_for_and_what_comes_twice_does_not_count(hub):
    """The next number counts, and no other."""
    assert hub.take_row("a", row(2)) == Ask("s", 0)
    assert hub.take_row("a", row(1)) is None
    assert hub.take_row("a", row(1)) is None
    assert hub.take_row("a", row(3)) == Ask("s", 1)
    assert hub.take_row("a", row(2)) is None
    hub.keep()
    assert hub.boards["a"].heard == 2
    assert hub.boards["a"].now.yeses == 2
    assert hub.doubles == 1


def test_a_tail_says_what_is_missing_and_another_stream_begins_anew(hub):
    """Also where its first rows come before it."""
    assert hub.take_tail("a", Tail("s", 2, "Fox")) == Ask("s", 0)
    for n in (1, 2):
        hub.take_row("a", row(n))
    assert hub.take_tail("a", Tail("s", 2, "Owl")) is None
    hub.keep()
    assert (hub.boards["a"].name, hub.boards["a"].heard) == ("Owl", 2)
    assert hub.take_row("a", row(1, stream="t")) is None
    assert hub.take_tail("a", Tail("t", 1, "Owl")) == Ask("t", 0)
    hub.take_row("a", row(1, stream="t", what="no"))
    hub.keep()
    assert (hub.boards["a"].now.yeses, hub.boards["a"].now.noes) == (0, 1)


class Broker:
    """A line on which questions are noted."""

    def __init__(self):
        self.asked = []

    async def publish(self, where, what, *, qos):
        """Note what is asked of whom."""
        self.asked.append((where, read_ask(what).after, qos))


async def test_a_password_that_is_gone_ends_no_hall(hub, tmp_path, caplog):
    """A hall that has run goes on without its broker, as without a network."""
    at = settings_of.Broker("127.0.0.1", 1, password_file=str(tmp_path / "gone"))
    running = asyncio.create_task(hub.run(at))
    await until(lambda: "no broker at 127.0.0.1" in caplog.text)
    assert not running.done()
    running.cancel()


async def test_what_comes_is_not_asked_for_again_at_each_greeting(hub, monkeypatch):
    """A board after a week tells for minutes; once it tells no more it is asked."""
    line, times, now_s = Broker(), [], 0.0

    class Loop:
        def time(self):
            return now_s

    monkeypatch.setattr(hubs.asyncio, "get_running_loop", Loop)
    for rows in (0, 40, 40, 0, 40, 0):
        for _ in range(rows):
            hub.take_row("a", row(hub._known("a").heard + 1))
        ask = hub.take_tail("a", Tail("s", 120, "Fox"))
        hub.keep()
        await hub._ask(line, {"a": ask} if ask else {})
        times.append(len(line.asked))
        now_s += HELLO_S
    assert times == [1, 1, 1, 2, 2, 2]
    asked = "letterzone/1/a/ask"
    assert line.asked == [(asked, 0, 1), (asked, 80, 1)]
    now_s += 1.0  # all is there: what is lost now is asked for at once
    await hub._ask(line, {"a": hub.take_row("a", row(122))})
    assert line.asked[2:] == [(asked, 120, 1)]


def test_nothing_is_shown_before_it_is_kept_and_spectators_see_it_later(hub):
    """What a wall shows is on the card."""
    hub.take_row("a", row(1))
    assert hub.boards == {}
    hub.keep()
    assert hub.boards["a"].heard == 1
    assert "a" not in hub.spectated()
    hub.time_ms = 999
    assert "a" not in hub.spectated()
    hub.time_ms = 1000
    assert hub.spectated()["a"] == hub.boards["a"]


@pytest.mark.parametrize("when_ms", [0, 2000])
def test_a_name_that_comes_after_the_first_rows_is_also_the_spectators(hub, when_ms):
    """Whether they have seen those rows already or not."""
    hub.take_row("a", row(1))
    hub.keep()
    hub.time_ms = when_ms
    hub.spectated()
    hub.take_tail("a", Tail("s", 1, "Fox"))
    hub.keep()
    hub.time_ms = 3000
    assert hub.spectated()["a"].name == "Fox"


@settings(max_examples=30)  # each has a file of its own
@given(
    st.lists(
        st.tuples(st.sampled_from("ab"), st.integers(1, 12), st.booleans()),
        max_size=80,
    )
)
def test_whatever_comes_in_whatever_order_is_counted_once(tmp_path_factory, some):
    """And a hall that begins anew from its file comes to the same."""
    folder = tmp_path_factory.mktemp("hall")
    store = Store(folder)
    hub, counted = Hub(store), {"a": 0, "b": 0}
    for key, n, keeps in some:
        hub.take_row(key, row(n))
        counted[key] += n == counted[key] + 1
        if keeps:
            hub.keep()
    hub.keep()
    for key, board in hub.boards.items():
        assert board.heard == counted[key]
        assert counted[key] == 0 or board.now.yeses == counted[key]
    assert Hub(store).boards == hub.boards
    store.close()


async def test_no_board_is_there_once_the_broker_is_gone(hub):
    """The wall marks each as away, and shows no old state as current."""
    pytest.importorskip("aiomqtt")
    hub.take_state("a", online=True)
    changed = asyncio.Event()
    hub.on_change(changed.set)
    with socket.socket() as nobody:  # it is bound and does not listen
        nobody.bind(("127.0.0.1", 0))
        at = settings_of.Broker("127.0.0.1", nobody.getsockname()[1])
        hears = asyncio.create_task(hub.run(at))
        async with asyncio.timeout(60):
            await changed.wait()
        hears.cancel()
    assert hub.online == set()


def test_whether_a_board_is_there_is_no_row(hub):
    """It is shown at once, and kept nowhere."""
    told = []
    hub.on_change(lambda: told.append(1))
    for online in (True, True, False):
        hub.take_state("a", online=online)
    assert (len(told), hub.online) == (2, set())

"""Two hundred viewers, twenty of which do not read: no other viewer waits for them."""

import asyncio
import contextlib
import re
import socket

import pytest
from starlette.websockets import WebSocket
from websockets.asyncio.client import connect

from firmware_host.app.pages.place import listen
from firmware_host.web import live
from firmware_host.web.server import serve
from tests.controller.bench import until
from tests.web.school import school

LIVE, STALLED = 180, 20
CHANGES_A_SECOND = 10

#: So long two hundred may take to come in where other programs keep the machine busy.
ENTERING_S = 120

NUMBER = re.compile(r'"n":(\d+),"seen"')


@pytest.fixture(autouse=True)
def numbered(monkeypatch):
    """Compare the change number as well, so that every change is sent."""
    moving = [name for name in live.MOVING if name != "n"]
    monkeypatch.setattr(live, "MOVING", moving)


class Looker:
    """A client that watches the table and records each state's number."""

    def __init__(self):
        self.seen = set()

    async def look(self, where, source):
        """Read the wall's socket until it closes, and note the change numbers."""
        async with connect(
            f"ws://{where}/socket?as=wall&lang=en",
            origin=f"http://{where}",
            local_addr=(source, 0),
            max_queue=None,
        ) as line:
            async for text in line:
                if found := NUMBER.search(text):  # else it is a beat
                    self.seen.add(int(found[1]))


def asleep(port, source):
    """Open a socket like a phone that is put away: it never reads."""
    line = socket.socket()
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
    line.bind((source, 0))
    line.connect(("127.0.0.1", port))
    where = f"127.0.0.1:{port}"
    line.sendall(
        f"GET /socket?as=wall HTTP/1.1\r\nHost: {where}\r\nOrigin: http://{where}\r\n"
        "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n".encode()
    )
    return line


@pytest.fixture
def stuck(monkeypatch):
    """The sockets to which a message is on its way, and does not arrive."""
    on_the_way, send = set(), WebSocket.send_text

    async def watched(line, text):
        on_the_way.add(line)
        await send(line, text)
        on_the_way.discard(line)

    monkeypatch.setattr(WebSocket, "send_text", watched)
    return on_the_way


@contextlib.asynccontextmanager
async def crowd(folder):
    """Let everybody in, from fifty addresses as in a school."""
    async with school(folder) as now, contextlib.AsyncExitStack() as stack:
        plug = listen("127.0.0.1", 0)
        # A larger buffer would hold a minute's news for a viewer that does not read.
        plug.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
        where = f"127.0.0.1:{plug.getsockname()[1]}"
        await stack.enter_async_context(serve(now.app, plug))
        for number in range(STALLED):
            line = asleep(plug.getsockname()[1], f"127.0.4.{number + 1}")
            stack.callback(line.close)
        lookers = come_in(stack, where, "127.0.3")
        await until(lambda: len(now.web.live) == LIVE + STALLED, seconds=ENTERING_S)
        await until(lambda: all(one.seen for one in lookers), seconds=ENTERING_S)
        yield now.web.live, lookers, lambda: come_in(stack, where, "127.0.5")


def come_in(stack, where, street):
    """Let all the lively come in at once."""
    lookers = [Looker() for _ in range(LIVE)]
    for number, one in enumerate(lookers):
        look = one.look(where, f"{street}.{number % 50 + 1}")
        stack.push_async_callback(ended, asyncio.create_task(look))
    return lookers


async def ended(task):
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


async def changes(live, seconds):
    """Announce table changes at a fixed rate; return the number of the last one."""
    for _ in range(seconds * CHANGES_A_SECOND):
        live.changed()
        await asyncio.sleep(1 / CHANGES_A_SECOND)
    return live.number


async def fall_asleep(live, stuck):
    """Send changes until the sockets that are not read block."""

    def all_asleep():
        live.changed()
        return len(stuck) == STALLED

    await until(all_asleep, seconds=20)


async def hold(folder, seconds, stuck):
    async with crowd(folder) as (live, lookers, _):
        await fall_asleep(live, stuck)
        last = await changes(live, seconds)
        await until(lambda: all(last in one.seen for one in lookers))
        assert len(stuck) == STALLED  # all the while


@pytest.mark.ci
async def test_nobody_waits_for_those_who_sleep(tmp_path, stuck):
    """All other viewers get the newest state while the stalled ones never read."""
    await hold(tmp_path, 3, stuck)


@pytest.mark.long
async def test_nor_in_a_whole_minute(tmp_path, stuck):
    await hold(tmp_path, 60, stuck)


async def test_all_may_come_back_at_once(tmp_path):
    """After all reconnect at once, each gets the whole state as its first message."""
    async with crowd(tmp_path) as (live, _, come_back):
        live.changed()
        again = come_back()
        await until(lambda: all(live.number in one.seen for one in again))


@pytest.mark.long
async def test_a_naive_crowd_would_wait(tmp_path, monkeypatch, stuck):
    """A server that sends messages one after another would stop at a stalled viewer."""
    turn, send = asyncio.Lock(), WebSocket.send_text

    async def in_turn(line, text):
        async with turn:
            await send(line, text)

    monkeypatch.setattr(WebSocket, "send_text", in_turn)
    async with crowd(tmp_path) as (live, lookers, _):

        def one_asleep():
            live.changed()
            return turn.locked() and any(stuck)

        def nobody_hears():
            live.changed()
            newest = live.number
            return all(max(one.seen) < newest - CHANGES_A_SECOND for one in lookers)

        await until(one_asleep)
        await until(nobody_hears, seconds=20)

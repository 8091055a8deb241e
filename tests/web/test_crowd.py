"""Two hundred look on, twenty of them asleep, and nobody waits for anybody."""

import asyncio
import contextlib
import re
import socket
import statistics
import time

import pytest
from websockets.asyncio.client import connect

from firmware_host.web.server import listen, serve
from tests.controller.bench import until
from tests.web.school import school

LIVE, STALLED = 180, 20
CHANGES_A_SECOND = 10
WAIT_S = 0.5

NUMBER = re.compile(r'"n":(\d+)')


class Looker:
    """A browser that looks on; it takes down when it saw which state."""

    def __init__(self):
        self.seen = {}

    async def look(self, where, source):
        """Look on until somebody ends it."""
        async with connect(
            f"ws://{where}/socket?as=wall&lang=en",
            origin=f"http://{where}",
            local_addr=(source, 0),
            max_queue=None,
        ) as line:
            async for text in line:
                found = NUMBER.search(text)
                self.seen[int(found[1])] = time.monotonic()


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


@contextlib.asynccontextmanager
async def crowd(folder):
    """Let everybody in, from fifty addresses as in a school."""
    async with school(folder) as now, contextlib.AsyncExitStack() as stack:
        plug = listen("127.0.0.1", 0)
        where = f"127.0.0.1:{plug.getsockname()[1]}"
        await stack.enter_async_context(serve(now.app, plug))
        for number in range(STALLED):
            line = asleep(plug.getsockname()[1], f"127.0.4.{number + 1}")
            stack.callback(line.close)
        lookers = come_in(stack, where, "127.0.3")
        await until(lambda: len(now.web.live) == LIVE + STALLED)
        await until(lambda: all(one.seen for one in lookers))
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
    """Let things change so often for so long; return when each change was."""
    happened = {}
    for _ in range(seconds * CHANGES_A_SECOND):
        live.changed()
        happened[live.number] = time.monotonic()
        await asyncio.sleep(1 / CHANGES_A_SECOND)
    return happened


def waits(happened, lookers):
    """Return how long each looker waited for each change, or for a newer one."""
    found = []
    for looker in lookers:
        for number, at in happened.items():
            newer = [when for n, when in looker.seen.items() if n >= number]
            found.append(min(newer, default=float("inf")) - at)
    return sorted(found)


async def hold(folder, seconds):
    async with crowd(folder) as (live, lookers, _):
        happened = await changes(live, seconds)
        last = max(happened)
        await until(lambda: all(last in one.seen for one in lookers))
        waited = waits(happened, lookers)
    # One in a thousand may meet a machine that does something else for a moment.
    assert waited[-1 - len(waited) // 1000] < WAIT_S, waited[-10:]
    return waited


async def test_nobody_waits_for_those_who_sleep(tmp_path):
    """And everybody has the newest state in the end."""
    waited = await hold(tmp_path, 3)
    assert statistics.median(waited) < WAIT_S / 2


@pytest.mark.long
async def test_nor_in_a_whole_minute(tmp_path):
    await hold(tmp_path, 60)


async def test_all_may_come_back_at_once(tmp_path):
    """As after a power cut: each has the whole state by its first message."""
    async with crowd(tmp_path) as (live, _, come_back):
        live.changed()
        again = come_back()
        await until(lambda: all(live.number in one.seen for one in again))


async def test_a_naive_crowd_would_wait(tmp_path, monkeypatch):
    """If one message waited for the one before, a sleeper would stop everybody."""
    from firmware_host.web import live as module  # noqa: PLC0415 - to break it

    turn = asyncio.Lock()
    send = module._send

    async def in_turn(line, news, text):
        async with turn:
            await send(line, news, text)

    monkeypatch.setattr(module, "_send", in_turn)
    with pytest.raises((AssertionError, TimeoutError)):
        async with asyncio.timeout(4), crowd(tmp_path):
            pass

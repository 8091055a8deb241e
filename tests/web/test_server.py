"""A real uvicorn: half-open connections harm only the client that opens them."""

import asyncio
import socket
from contextlib import asynccontextmanager, suppress

import pytest

from firmware_host.app.pages.place import listen
from firmware_host.errors import SettingsError
from firmware_host.web import server
from firmware_host.web.budgets import HALF_OPEN, Doorman
from firmware_host.web.server import serve

HEAD = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n"
UPGRADE = (
    b"GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)
OK = b"ok\r\n0\r\n\r\n"


async def app(scope, _receive, send):
    """Say ok, whatever is asked."""
    assert scope["type"] == "http"
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": b"ok"})


@pytest.fixture
async def port():
    ears = listen("127.0.0.1", 0)
    number = ears.getsockname()[1]
    async with serve(app, ears):
        yield number


@pytest.fixture
def mischief(port):
    """Yield a function that opens a connection and sends half a request."""
    lines = []

    def half_open(source):
        line = socket.socket()
        lines.append(line)
        line.bind((source, 0))
        line.connect(("127.0.0.1", port))
        line.sendall(HEAD[:20])
        line.settimeout(5)
        return line

    yield half_open
    for line in lines:
        line.close()


def hung_up(line):
    """Wait for the other end to let go; anything else raises or is said."""
    try:
        return line.recv(1) == b""
    except ConnectionError:
        return True


def drained(line):
    """Read until the connection ends, by an error too; return True."""
    try:
        while line.recv(1 << 16):
            pass
    except ConnectionError:
        pass
    return True


def all_of(line):
    """Return everything that is received until the other end closes."""
    pieces = []
    while piece := line.recv(1 << 16):
        pieces.append(piece)
    return b"".join(pieces)


def pushed(line, piece):
    """Send a piece again and again; return how many bytes went before it stalled."""
    sent = 0
    with suppress(TimeoutError):
        while sent < 64 << 20:
            sent += line.send(piece)
    return sent


def upgraded(port):
    """Return a line that has become a socket, and reads nothing more."""
    line = socket.create_connection(("127.0.0.1", port), timeout=5)
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    line.sendall(UPGRADE)
    assert line.recv(12) == b"HTTP/1.1 101"
    return line


@asynccontextmanager
async def echo_port():
    """Open a server whose sockets say nothing."""

    async def sockets(_scope, receive, send):
        await send({"type": "websocket.accept"})
        while (await receive())["type"] != "websocket.disconnect":
            pass

    ears = listen("127.0.0.1", 0)
    number = ears.getsockname()[1]
    async with serve(sockets, ears):
        yield number


async def ask(port):
    """Ask as an honest one; return the last of the answer."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(HEAD)
    answer = await asyncio.wait_for(reader.read(), 5)
    writer.close()
    await writer.wait_closed()
    return answer.rpartition(b"\r\n2\r\n")[2]


async def test_an_honest_question_is_answered(port):
    assert await ask(port) == OK


async def test_no_answer_waits_for_the_acknowledgement_of_its_head(monkeypatch):
    """Each connection has TCP_NODELAY, else responses are 40 ms late (RFC 896)."""
    at_once = []

    def enter(_, transport, *_more):
        line = transport.get_extra_info("socket")
        at_once.append(line.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))
        return True

    monkeypatch.setattr(Doorman, "enter", enter)
    ears = listen("127.0.0.1", 0)
    async with serve(app, ears):
        assert await ask(ears.getsockname()[1]) == OK
    assert at_once
    assert all(at_once)


async def test_four_hundred_half_open_connections_stop_nobody(port, mischief):
    """A request is answered in spite of 400 half-open connections from 40 addresses."""
    for number in range(400):
        mischief(f"127.0.1.{number % 40 + 1}")
    assert await ask(port) == OK


async def test_one_address_gets_so_many_and_no_more(port, mischief):
    lines = [mischief("127.0.2.1") for _ in range(HALF_OPEN + 1)]
    assert await asyncio.to_thread(hung_up, lines[-1])
    assert await ask(port) == OK


async def test_a_question_that_never_ends_is_hung_up_on(mischief, monkeypatch):
    monkeypatch.setattr(server, "DEADLINE_S", 0.1)
    line = mischief("127.0.0.1")
    assert await asyncio.to_thread(hung_up, line)


async def test_half_of_a_second_question_is_hung_up_on_too(mischief, monkeypatch):
    """The deadline is for each question of a line, not for its first alone."""
    monkeypatch.setattr(server, "DEADLINE_S", 0.2)
    line = mischief("127.0.0.1")
    line.sendall(HEAD[20:].replace(b"close", b"keep-alive"))
    assert await asyncio.to_thread(line.recv, 12) == b"HTTP/1.1 200"
    line.sendall(HEAD[:20])
    assert await asyncio.to_thread(drained, line)


async def test_a_question_that_came_before_its_turn_has_its_whole_time(monkeypatch):
    """A pipelined request has its whole time, counted from its own start."""
    monkeypatch.setattr(server, "DEADLINE_S", 0.1)

    async def slow(scope, receive, send):
        if scope["path"] == "/slow":
            await asyncio.sleep(0.5)
        await app(scope, receive, send)

    ears = listen("127.0.0.1", 0)
    async with serve(slow, ears):
        port = ears.getsockname()[1]
        with socket.create_connection(("127.0.0.1", port), timeout=5) as line:
            first = HEAD.replace(b"close", b"keep-alive")
            line.sendall(first + HEAD.replace(b"GET / ", b"GET /slow "))
            told = await asyncio.to_thread(all_of, line)
    assert told.count(b"HTTP/1.1 200") == 2


async def test_an_answer_that_nobody_takes_is_given_up(monkeypatch):
    monkeypatch.setattr(server, "ANSWER_S", 0.2)

    async def endless(_scope, _receive, send):
        await send({"type": "http.response.start", "status": 200, "headers": []})
        piece = {"type": "http.response.body", "body": b"x" * 65536, "more_body": True}
        while True:
            await send(piece)
            await asyncio.sleep(0)

    ears = listen("127.0.0.1", 0)
    async with serve(endless, ears):
        line = socket.create_connection(("127.0.0.1", ears.getsockname()[1]))
        line.sendall(HEAD)
        await asyncio.sleep(0.5)
        assert await asyncio.to_thread(drained, line)
        line.close()


async def test_pings_whose_pongs_nobody_reads_end_the_line():
    """A connection whose pongs are not read is closed after too many pings."""
    async with echo_port() as number:
        line = await asyncio.to_thread(upgraded, number)
        for _ in range(2000):
            try:
                line.sendall(b"\x89\x84abcd" + b"\0" * 4)
            except OSError:
                break
        assert await asyncio.to_thread(drained, line)
        line.close()


async def test_a_socket_that_takes_nothing_is_not_read(monkeypatch):
    """
    The server stops reading from a socket that does not read.

    Its messages wait in the kernel's buffers, not in our memory.
    """
    said = server.Bucket
    monkeypatch.setattr(server, "Bucket", lambda *_: said(1e9, 1e9, 0.0))
    async with echo_port() as number:
        line = await asyncio.to_thread(upgraded, number)
        line.settimeout(0.5)
        ping = b"\x89\xfd" + b"abcd" + b"\0" * 125
        sent = await asyncio.to_thread(pushed, line, ping * 500)
        assert sent < 32 << 20, "the kernel's buffers are full, and nothing else"
        line.close()


async def test_too_many_files_are_said_in_one_line(caplog):
    """An error of the event loop that repeats is logged once."""
    loop = asyncio.get_running_loop()
    server.log_seldom(loop)
    try:
        for _ in range(1000):
            fault = OSError(24, "Too many open files")
            context = {"message": "socket.accept() failed", "exception": fault}
            loop.call_exception_handler(context)
    finally:
        loop.set_exception_handler(None)
    assert len(caplog.records) == 1
    assert "accept" in caplog.text


async def test_so_many_connections_are_open_as_files_allow(monkeypatch):
    monkeypatch.setattr(server.resource, "getrlimit", lambda _: (100, 100))
    assert server.most_connections() == 100 - server.SPARE_FILES
    monkeypatch.setattr(server.resource, "getrlimit", lambda _: (4096, 4096))
    assert server.most_connections() == server.IN_ALL


def test_a_port_that_is_taken_is_said_in_one_line():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        with pytest.raises(
            SettingsError, match=r"cannot listen at 127\.0\.0\.1:.*--port"
        ):
            listen("127.0.0.1", taken.getsockname()[1])
    with pytest.raises(SettingsError, match="cannot listen"):
        listen("127.0.0.1", 70000)

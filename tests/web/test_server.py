"""A real uvicorn: half-open connections cost only whoever opens them."""

import asyncio
import socket

import pytest

from firmware_host.errors import SettingsError
from firmware_host.web import server
from firmware_host.web.server import CONNECTIONS, HALF_OPEN, Doorman, listen, serve

HEAD = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n"
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
    """Begin questions, and end none before the test is over."""
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
    """Else each one but the first is 40 ms late (Nagle's way, RFC 896)."""
    at_once = []

    def enter(_, transport):
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
    """From forty places, as ten mischievous phones each."""
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


def test_the_doorman_forgets_who_has_left():
    """Coming and going for ever fills nothing."""

    class Line:
        def get_extra_info(self, _name):
            return ("10.0.0.1", 1)

    doorman = Doorman()
    for _ in range(2 * CONNECTIONS):
        line = Line()
        assert doorman.enter(line)
        doorman.leave(line)
        doorman.leave(line)
    assert not doorman._inside
    assert not doorman._asking


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

"""Schemathesis asks all that `openapi.json` describes, and much that it does not."""

import asyncio
import threading

import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis import GenerationMode

from firmware_host.web import documents
from firmware_host.web.app import RULES
from firmware_host.web.openapi import describe
from firmware_host.web.server import listen, serve
from tests.web.school import school

FEW, MANY = 5, 90  # questions a way in: the long run asks some 5,000

DESCRIBED = schemathesis.openapi.from_dict(describe(RULES))
DESCRIBED.config.generation.update(
    modes=[GenerationMode.POSITIVE, GenerationMode.NEGATIVE]
)


@pytest.fixture(scope="module")
def board(tmp_path_factory):
    """A whole board behind a real server, in a thread of its own."""
    ready, ports, stop = threading.Event(), [], []

    async def be_open():
        async with school(tmp_path_factory.mktemp("board")) as now:
            plug = listen("127.0.0.1", 0)
            ports.append(plug.getsockname()[1])
            leave = asyncio.Event()
            loop = asyncio.get_running_loop()
            stop.append(lambda: loop.call_soon_threadsafe(leave.set))
            async with serve(now.app, plug):
                ready.set()
                await leave.wait()

    thread = threading.Thread(target=lambda: asyncio.run(be_open()))
    thread.start()
    assert ready.wait(20)
    yield f"http://127.0.0.1:{ports[0]}"
    stop[0]()
    thread.join(20)


def ask(case, board):
    """Ask, and be content with any answer that is described; never with a 500."""
    answer = case.call(base_url=board, headers={"x-letterzone": "1"}, timeout=20)
    assert answer.status_code < 500, (case.as_curl_command(), answer.text)
    known = {"200", "400", "403", "404", "405", "408", "409"}
    assert str(answer.status_code) in known, case.as_curl_command()


@DESCRIBED.parametrize()
@settings(
    max_examples=FEW,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=list(HealthCheck),
)
def test_no_question_breaks_the_board(case, board):
    ask(case, board)


@pytest.mark.long
@DESCRIBED.parametrize()
@settings(
    max_examples=MANY,
    deadline=None,
    database=None,
    suppress_health_check=list(HealthCheck),
)
def test_no_question_of_five_thousand_breaks_the_board(case, board):
    ask(case, board)


def test_a_question_that_breaks_it_is_found(board, monkeypatch):
    """Whoever could not find a 500 would prove nothing."""
    monkeypatch.setattr(documents, "alphabet", None)
    with pytest.raises(AssertionError, match="curl"):
        ask(DESCRIBED["/api/alphabet"]["GET"].Case(), board)

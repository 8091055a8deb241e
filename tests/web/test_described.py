"""Schemathesis asks all that `openapi.json` describes, and much that it does not."""

import asyncio
import threading
from collections import defaultdict

import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.core.failures import FailureGroup
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    status_code_conformance,
)

from firmware_host.app.pages.place import listen
from firmware_host.board.commands import Pause, SeatPhone
from firmware_host.games.catalogue import GAMES
from firmware_host.games.shapes import all_described
from firmware_host.web import documents
from firmware_host.web.app import ENDPOINTS
from firmware_host.web.classroom import passphrase
from firmware_host.web.openapi import Description
from firmware_host.web.people import room
from firmware_host.web.people.codes import key_of
from firmware_host.web.server import serve
from tests.web.described import hold
from tests.web.school import school
from tests.web.visitors import Hands

FEW, MANY = 8, 90  # questions a way in

#: How long an answer may take in s: a backup is tried by a process of low priority,
#: which gets next to nothing on a busy machine.
PATIENCE_S = 120

#: The checks on each answer: no server error, and a described status.
CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance]


def text():
    """Return the description of a board with the house's own games."""
    return Description(all_described(GAMES.values())).openapi(ENDPOINTS)


def described(*, edges):
    """Return the API schema for fuzzing, with or without all edge cases."""
    schema = schemathesis.openapi.from_dict(text())
    modes = [GenerationMode.POSITIVE, GenerationMode.NEGATIVE]
    schema.config.generation.update(modes=modes)
    schema.config.phases.coverage.enabled = edges
    return schema


DESCRIBED = described(edges=False)


class Board:
    """A whole board behind a real server, in a thread of its own."""

    def __init__(self, folder):
        self._folder = folder
        self._ready = threading.Event()
        self._thread = threading.Thread(target=lambda: asyncio.run(self._be_open()))
        self.answers = defaultdict(set)

    async def _be_open(self):
        async with school(self._folder, Hands()) as self._now:
            plug = listen("127.0.0.1", 0)
            self.address = f"http://127.0.0.1:{plug.getsockname()[1]}"
            self._leave, self._loop = asyncio.Event(), asyncio.get_running_loop()
            async with serve(self._now.app, plug):
                self._ready.set()
                await self._leave.wait()

    def __enter__(self):
        self._thread.start()
        assert self._ready.wait(PATIENCE_S)
        return self

    def __exit__(self, *_):
        self._loop.call_soon_threadsafe(self._leave.set)
        self._thread.join(PATIENCE_S)

    def everything(self):
        """Return the cookies of a user with all roles, in a running round."""
        return asyncio.run_coroutine_threadsafe(self._enter(), self._loop).result(
            PATIENCE_S
        )

    def seen(self):
        """Return the newest state's number."""
        return self._now.see()["seen"]

    async def _enter(self):
        web, table_api = self._now.web, self._now.api
        await web.services.tags.stop()  # nobody plays while a set is being enrolled
        await web.services.service.stop()  # nor while somebody walks over the board
        if table_api.sight_of(None)["phase"] != "playing":
            await table_api.send(
                {"command": "choose", "players": ["Tina", "Lee"], "place": "home"}
            )
            await table_api.send(Pause(False).line)  # noqa: FBT003 - the desk's own shape
            await table_api.send(
                {
                    "command": "begin",
                    "language": "en",
                    "length": 5,
                    "board_makes": False,
                }
            )
        if not table_api.sight_of(None)["view"]["commitment"]:
            await self._now.set_secret("HOBBY")
        phone, seen = "a phone", table_api.sight_of(None)
        known = table_api.phones.who(key_of(phone))
        if known is None or known["seat"] is None:
            await table_api.send(
                SeatPhone(key_of(phone), seen["players"][0]["seat"]).line
            )
        return {room.COOKIE: phone, passphrase.COOKIE: web.classroom.sessions.open()}


@pytest.fixture(scope="module")
def board(tmp_path_factory):
    with Board(tmp_path_factory.mktemp("board")) as opened:
        yield opened


def ask(case, board, cookies=None):
    """Be content with any answer that is described; never with a 500."""
    # Else it would make one up: it is how a program shows that it is no page.
    case.headers = {**(case.headers or {}), "x-letterzone": "1"}
    match case.body:
        case {"seen": [int(), int()]}:  # made for a state long gone, it does nothing
            case.body["seen"] = board.seen()
    answer = case.call(
        base_url=board.address,
        cookies=board.everything() if cookies is None else cookies,
        timeout=PATIENCE_S,
    )
    case.validate_response(answer, checks=CHECKS)
    if answer.headers.get("content-type", [""])[0].startswith("application/json"):
        method, path = case.method.lower(), case.operation.path
        hold(method, path, answer.status_code, answer.text)
    return answer


@DESCRIBED.parametrize()
@settings(
    max_examples=FEW,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=list(HealthCheck),
)
def test_no_question_breaks_the_board(case, board):
    """No generated request of a user with all roles gets a server error."""
    answer = ask(case, board)
    board.answers[case.operation.path].add(answer.status_code)
    if case.operation.path != "/api/state":  # where a view is named that nobody has
        assert b'"refused":"role"' not in answer.content


@pytest.mark.long
@described(edges=True).parametrize()
@settings(
    max_examples=MANY,
    deadline=None,
    database=None,
    suppress_health_check=list(HealthCheck),
)
def test_no_question_of_five_thousand_breaks_the_board(case, board):
    """No edge case gets a server error, from a stranger or a user with all roles."""
    ask(case, board, {})
    ask(case, board)


def test_what_was_asked_was_also_done(board):
    """More than half of the described endpoints were called with success."""
    done = [path for path, codes in board.answers.items() if 200 in codes]
    assert len(done) > len(DESCRIBED.raw_schema["paths"]) / 2, done


def test_a_question_that_breaks_it_is_found(board, monkeypatch):
    """A server error is found, so the check above can fail."""
    monkeypatch.setattr(documents, "alphabet", None)
    with pytest.raises(FailureGroup, match="Server error"):
        ask(DESCRIBED["/api/alphabet"]["GET"].Case(), board)


def test_an_answer_that_is_not_described_is_found(board):
    """An answer that is not described is found, so the check above can fail."""
    item = text()
    del item["paths"]["/api/return"]["post"]["responses"]["400"]
    narrow = schemathesis.openapi.from_dict(item)
    with pytest.raises(FailureGroup, match="Undocumented status"):
        ask(narrow["/api/return"]["POST"].Case(body={}), board)

"""A request body that does not fit its schema is refused with the reason."""

import json
from typing import get_args

import fastjsonschema
import pytest

from firmware_host.board.commands import SEAT, Role, SeatNumber, TypedText
from firmware_host.errors import AskedError
from firmware_host.web.app import ENDPOINTS
from firmware_host.web.endpoints import (
    BODY_BYTES,
    Call,
    Endpoints,
    checker,
    read_body,
    shape,
    wanted_by,
)


class Sent:
    """A request with a body."""

    def __init__(self, content, kind="application/json"):
        self.content = content
        self.headers = {"content-type": kind}

    async def stream(self):
        """Send it in parts."""
        for start in range(0, len(self.content), 1000):
            yield self.content[start : start + 1000]


CHECK = checker(shape({"word": get_args(TypedText)[1]}, on={"type": "boolean"}))


async def test_what_is_of_the_shape_is_taken():
    sent = Sent(json.dumps({"word": "GRÜN", "on": True}).encode())
    assert await read_body(sent, CHECK) == {"word": "GRÜN", "on": True}


async def test_a_whole_number_is_one_however_it_is_written():
    """JSON knows one kind of number; a seat of 1.0 is the seat 1."""
    check = checker(shape({"seat": {"type": "integer"}}))
    for written in (b"1", b"1.0", b"1e0"):
        body = await read_body(Sent(b'{"seat": ' + written + b"}"), check)
        assert type(body["seat"]) is int


async def test_nothing_at_all_is_an_empty_object():
    assert await read_body(Sent(b""), checker(shape())) == {}


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"{", "not JSON"),
        (b"\xff", "not JSON"),
        (b'{"word": "\\ud83d"}', "not JSON"),  # half a character
        (b"[" * 100_000, "not JSON"),
        (b"[]", "must be object"),
        (b"{}", "word"),
        (b'{"word": ""}', "word"),
        (b'{"word": 5}', "word"),
        (b'{"word": "A", "by": 1}', "by"),
        (b'{"word": "' + b"A" * 41 + b'"}', "word"),
    ],
)
async def test_anything_else_is_told(content, says):
    with pytest.raises(AskedError, match=says):
        await read_body(Sent(content), CHECK)


async def put(call: Call, word: TypedText, seat: SeatNumber = 0) -> None:
    """Put a word somewhere."""


def test_a_function_says_by_its_parameters_what_must_be_sent():
    """The schema of each is in its type; one with a default may be left out."""
    assert wanted_by(put) == shape({"word": get_args(TypedText)[1]}, seat=SEAT)


def test_an_endpoint_is_put_in_where_its_function_stands():
    """A parameter in an endpoint's path is not a field of its body."""
    endpoints = Endpoints()

    @endpoints.post("/api/{name}", Role.HOST, note="look")
    async def look(call: Call, name: str) -> None:
        """Look."""

    (endpoint,) = endpoints
    assert (endpoint.method, endpoint.path) == ("POST", "/api/{name}")
    assert (endpoint.body, endpoint.summary) == (shape(), "Look.")


@pytest.mark.parametrize(
    "endpoint",
    [one for one in ENDPOINTS if one.method == "POST"],
    ids=lambda endpoint: endpoint.path,
)
def test_the_shape_of_every_endpoint_can_be_checked(endpoint):
    """
    Every endpoint's schema compiles and refuses a list.

    Checkers are compiled at their first use, so a fault would show up late.
    """
    with pytest.raises(fastjsonschema.JsonSchemaException):
        checker(endpoint.body)(["no object"])


async def test_a_form_is_no_json():
    """A body that is not sent as JSON is refused, as a foreign form could send it."""
    with pytest.raises(AskedError, match="send JSON"):
        await read_body(Sent(b"{}", "text/plain"), CHECK)


async def test_a_body_without_end_is_not_waited_for():
    with pytest.raises(AskedError, match="send less"):
        await read_body(Sent(b" " * (BODY_BYTES + 1)), CHECK)

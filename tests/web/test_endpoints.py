"""What is sent is of the rule's shape, or it is said what is wrong with it."""

import json

import fastjsonschema
import pytest

from firmware_host.errors import AskedError
from firmware_host.web.app import ENDPOINTS
from firmware_host.web.endpoints import BODY_BYTES, TEXT, checker, read_body, shape


class Sent:
    """A request with a body."""

    def __init__(self, content, kind="application/json"):
        self.content = content
        self.headers = {"content-type": kind}

    async def stream(self):
        """Send it in parts."""
        for start in range(0, len(self.content), 1000):
            yield self.content[start : start + 1000]


CHECK = checker(shape({"word": TEXT}, on={"type": "boolean"}))


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
    assert await read_body(Sent(b""), checker(None)) == {}


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


@pytest.mark.parametrize(
    "endpoint", ENDPOINTS, ids=lambda endpoint: f"{endpoint.method} {endpoint.path}"
)
def test_the_shape_of_every_endpoint_can_be_checked(endpoint):
    """They are made when they are first asked: a wrong one would wait for somebody."""
    with pytest.raises(fastjsonschema.JsonSchemaException):
        checker(endpoint.body)(["no object"])


async def test_a_form_is_no_json():
    """A foreign page's form could send nothing else."""
    with pytest.raises(AskedError, match="send JSON"):
        await read_body(Sent(b"{}", "text/plain"), CHECK)


async def test_a_body_without_end_is_not_waited_for():
    with pytest.raises(AskedError, match="send less"):
        await read_body(Sent(b" " * (BODY_BYTES + 1)), CHECK)

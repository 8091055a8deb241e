"""The gate: Host and Origin are right, or nothing is answered."""

import pytest
from starlette.applications import Starlette
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from firmware_host.web.guard import RequestGuard, policy

OWN = "http://board.local"
SOCKET = "ws://board.local/socket"
RIGHT = {"origin": OWN, "x-letterzone": "1", "sec-fetch-site": "same-origin"}


async def said(_request):
    return PlainTextResponse("secret")


async def part(request):
    return Response("part", media_type=request.query_params["kind"])


async def talk(socket):
    await socket.accept()
    await socket.send_text("secret")
    await socket.close()


@pytest.fixture
def client():
    routes = [
        Route("/", said, methods=["GET", "POST"]),
        Route("/part", part),
        WebSocketRoute("/socket", talk),
    ]
    guard = RequestGuard(
        Starlette(routes=routes), ["board.local"], lambda why, _: str(why)
    )
    with TestClient(guard, base_url=OWN) as client:
        yield client


def test_who_calls_us_by_our_name_is_answered(client):
    assert client.get("/").text == "secret"
    assert client.post("/", headers=RIGHT).text == "secret"


@pytest.mark.parametrize(
    "host",
    ["x; script-src *; y@board.local", "y@board.local", "board.local;", "é.local"],
)
def test_what_is_no_host_stands_in_no_policy(client, host):
    """An invalid host is refused, even if it ends with a known name."""
    answer = client.get("/", headers={"host": host.encode()})
    assert answer.status_code == 400
    assert answer.headers["content-type"] == "application/json"
    assert "content-security-policy" not in answer.headers


@pytest.mark.parametrize("host", ["board.local:8080", "BOARD.local"])
def test_a_port_and_capitals_make_no_other_host(client, host):
    assert client.get("/", headers={"host": host}).text == "secret"


def test_who_calls_us_by_our_address_is_answered(client):
    """
    A request to the address that it came in by is answered, as from a QR code.

    One with another address is refused with the right one.
    """
    there = TestClient(client.app, base_url="http://10.0.0.7:8080")
    assert there.get("/").text == "secret"
    other = there.get("/", headers={"host": "10.0.0.8:8080"})
    assert other.status_code == 400  # for it came in by another one
    assert "http://10.0.0.7:8080/" in other.json()["error"]  # and is told which


@pytest.mark.parametrize(
    "host", ["evil.example", "", "board.local.evil.example", "[::1", "127.0.0.2"]
)
def test_a_rebound_name_learns_nothing(client, host):
    answer = client.get("/", headers={"host": host})
    assert (answer.status_code, "secret" in answer.text) == (400, False)


@pytest.mark.parametrize(
    "wrong",
    [
        {"origin": "http://board.local:8081"},
        {"origin": "https://board.local"},
        {"origin": "null"},
        {"origin": "http://evil.example"},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
        {"x-letterzone": ""},
    ],
)
def test_a_strangers_post_does_nothing(client, wrong):
    """A POST from a form or another origin is refused with 403."""
    assert client.post("/", headers={**RIGHT, **wrong}).status_code == 403


def test_a_foreign_page_may_link_to_us_but_not_read_us(client):
    foreign = {"sec-fetch-site": "same-site"}
    assert client.get("/", headers={**foreign, "sec-fetch-mode": "cors"}).is_error
    assert client.get("/", headers={**foreign, "sec-fetch-mode": "navigate"}).is_success


@pytest.mark.parametrize(
    "origin", [None, "http://board.local:8081", "http://evil.example", "null"]
)
def test_no_foreign_page_gets_a_socket(client, origin):
    headers = {} if origin is None else {"origin": origin}
    with (
        pytest.raises(WebSocketDisconnect),
        client.websocket_connect(SOCKET, headers=headers) as socket,
    ):
        socket.receive_text()


def test_our_own_page_gets_a_socket(client):
    with client.websocket_connect(SOCKET, headers={"origin": OWN}) as socket:
        assert socket.receive_text() == "secret"


def test_every_answer_carries_what_protects(client):
    for answer in client.get("/"), client.get("/missing"), client.post("/"):
        is_page = answer.headers["content-type"] != "application/json"
        assert ("content-security-policy" in answer.headers) is is_page
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["cache-control"] == "no-store"


@pytest.mark.parametrize(
    ("kind", "page"),
    [
        *(("text/html", True), ("image/svg+xml", True), ("text/plain", True)),
        *(("text/javascript", False), ("font/woff2", False), ("text/css", False)),
    ],
)
def test_a_part_of_a_page_carries_no_policy_of_pages(client, kind, page):
    """A drawing can be opened as a page, a script cannot."""
    headers = client.get(f"/part?kind={kind}").headers
    assert ("content-security-policy" in headers) is page
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["cross-origin-resource-policy"] == "same-origin"


def test_the_policy_lets_nothing_foreign_in_and_no_text_become_a_script():
    parts = dict(part.split(" ", 1) for part in policy("board.local").split("; "))
    assert parts["default-src"] == "'none'"
    assert parts["script-src"] == parts["style-src"] == "'self'"
    assert parts["connect-src"] == "'self' ws://board.local"
    assert parts["require-trusted-types-for"] == "'script'"
    assert parts["frame-ancestors"] == "'none'"
    assert "unsafe" not in policy("board.local")

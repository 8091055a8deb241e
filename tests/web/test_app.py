"""Every way in has a rule, and every rule holds for every role."""

import asyncio
import sqlite3
from dataclasses import replace
from http import HTTPStatus

import pytest
from starlette.routing import Mount, Route, WebSocketRoute
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from firmware_host.app.pages.place import listen
from firmware_host.board.commands import Role, Sit
from firmware_host.board.entries import JOURNAL
from firmware_host.web.app import ENDPOINTS, PAGES
from firmware_host.web.documents import VIEWS
from firmware_host.web.server import serve
from firmware_host.web.state import Web
from firmware_host.web.values import Wifi
from tests.controller.bench import until
from tests.web.described import hold
from tests.web.laptop import path_of
from tests.web.school import school
from tests.web.visitors import ROLES, Hands, Person, everybody


@pytest.fixture
async def now(tmp_path):
    async with school(tmp_path) as school_now:
        yield school_now


def ways(app):
    """Return every way into an application, its files and its sockets aside."""
    return {
        (method, route.path)
        for route in app._app.routes
        if not isinstance(route, Mount | WebSocketRoute)
        for method in route.methods - {"HEAD"}
    }


ROUTED = {("GET", path) for path in PAGES} | {
    (one.method, one.path) for one in ENDPOINTS
}


async def test_there_is_no_way_in_without_a_endpoint(now):
    """Pages, rules, one socket, one folder of files; anything else fails here."""
    assert ways(now.app) == ROUTED
    routes = now.app._app.routes
    others = [one.path for one in routes if isinstance(one, Mount | WebSocketRoute)]
    assert others == ["/socket", "/static"]


async def test_a_way_in_without_a_endpoint_is_found(now):
    """A route without an endpoint is found by the same comparison."""
    now.app._app.routes.append(Route("/debug", lambda _: None, methods=["POST"]))
    assert ways(now.app) - ROUTED == {("POST", "/debug")}


# --- each rule, each role ---------------------------------------------------

#: In class, names stand in the history; the rule is its handlers' own.
OF_CLASS = "/api/history"


def kept(now):
    """Return everything that a request could change."""
    room, table_api = now.web.room, now.api
    with sqlite3.connect(now.folder / JOURNAL) as journal:
        # The history is written on the first read.
        rows = [row for row in journal.iterdump() if "summaries" not in row]
    journal.close()
    return {
        "table": now.table.session,
        "seen": [
            {**table_api.sight_of(seat), "elapsed_ms": 0} for seat in (None, 0, 1)
        ],
        "room": (room.code, room.door.locked, room.teams, table_api.phones.all()),
        "class": dict(vars(now.web.classroom), sessions=None, passphrase=None),
        "rows": rows,
        "files": sorted(path for path in now.folder.rglob("*") if path.is_file()),
    }


def may(endpoint, person, place):
    """Return True if a person may use an endpoint at that place."""
    told = (
        endpoint.path.startswith(OF_CLASS)
        and endpoint.method == "GET"
        and place == "class"
    )
    return (Role.TEACHER if told else endpoint.role) in person.roles


async def asked(person, endpoint):
    """Send a request that no rule allows; a GET is sent unchanged."""
    client = person.browser.client
    if endpoint.method == "GET":
        return await client.get(path_of(endpoint))
    return await client.post(path_of(endpoint), json={"nobody wants": "this"})


@pytest.mark.parametrize(
    ("headers", "status", "what"),
    [
        ({"x-letterzone": ""}, 403, "schickt den Header x-letterzone: 1 mit."),
        ({"sec-fetch-site": "nobody knows"}, 403, "von keiner unserer Seiten"),
        ({"host": "evil.example"}, 400, ", unter http://"),
    ],
)
async def test_a_stranger_is_answered_as_it_is_described(now, headers, status, what):
    """A refused request gets its described status and a sentence in its language."""
    client = now.browser().client
    client.headers["accept-language"] = "de"
    for endpoint in ENDPOINTS:
        path, method = path_of(endpoint), endpoint.method
        if method == "GET" and status == 403:
            continue  # a link may lead there
        answer = await client.request(method, path, headers=headers, json={})
        assert answer.status_code == status, path
        hold(method.lower(), path, status, answer.text)
        assert what in answer.text, path


@pytest.mark.parametrize("place", ROLES)
async def test_every_endpoint_holds_for_every_role(tmp_path, place):
    """
    Each endpoint answers the roles that may use it and refuses all others with 403.

    Nothing at all has changed afterwards.
    """
    hands = Hands()
    async with school(tmp_path, hands) as now:
        now.web.services = replace(now.web.services, wifi=Wifi("ours", "bcdf-ghjk"))
        people = await everybody(now, place)
        before = kept(now)
        for name, person in people.items():
            for endpoint in ENDPOINTS:
                answer = await asked(person, endpoint)
                where = (name, endpoint.method, path_of(endpoint), answer.text[:200])
                if not may(endpoint, person, place):
                    assert answer.status_code == 403, where
                    assert answer.json()["refused"] == "role", where
                    assert answer.json()["text"].endswith("."), where
                elif endpoint.method == "GET":  # or leads on to a page
                    assert answer.status_code in (200, 303), where
                else:
                    assert answer.status_code == 400, where  # let in, and understood
        assert kept(now) == before
        assert hands.touched == []


def test_each_role_is_tried_with_rules_that_it_may_and_may_not():
    """Each tested role may use some endpoints and not others, and all roles occur."""
    for place, people in ROLES.items():
        for roles in people.values():
            person = Person(None, roles)
            told = {may(endpoint, person, place) for endpoint in ENDPOINTS}
            assert told == {True, False}
    assert {endpoint.role for endpoint in ENDPOINTS} == set(Role)


async def test_a_endpoint_that_is_not_kept_is_found(tmp_path, monkeypatch):
    """The same matrix, where everybody is a teacher by mistake."""
    monkeypatch.setattr(Web, "roles", lambda *_: frozenset(Role))
    with pytest.raises(AssertionError, match="stranger"):
        await test_every_endpoint_holds_for_every_role(tmp_path, "class")


async def test_looking_changes_nothing(tmp_path):
    """Every page, rule and file that can be asked for by GET or HEAD, by everybody."""
    async with school(tmp_path, Hands()) as now:
        people = await everybody(now, "home")
        paths = [*PAGES, "/static/parts/live.js", "/static/nothing"]
        paths += [
            path_of(endpoint) for endpoint in ENDPOINTS if endpoint.method == "GET"
        ]
        paths += [f"/api/state?as={view}" for view in VIEWS]
        before = kept(now)
        for person in people.values():
            for path in paths:
                for method in "GET", "HEAD":
                    answer = await person.browser.client.request(method, path)
                    assert answer.status_code < 500, (method, path)
        assert kept(now) == before


async def test_no_other_method_is_answered(now):
    """Any method that no endpoint has is answered with 404 or 405."""
    client = now.browser().client
    for path in sorted({path_of(endpoint) for endpoint in ENDPOINTS}):
        ruled = {one.method for one in ENDPOINTS if path_of(one) == path}
        for method in {"GET", "POST", "PUT", "PATCH", "DELETE"} - ruled:
            answer = await client.request(method, path, json={})
            assert answer.status_code in (404, 405), (method, path)
            if path.startswith("/api/"):
                assert "error" in answer.json(), (method, path)
            if answer.status_code == HTTPStatus.METHOD_NOT_ALLOWED:
                assert answer.headers["allow"], (method, path)


@pytest.mark.parametrize("place", ROLES)
async def test_every_socket_is_for_those_who_may(tmp_path, place):
    """A socket opens for the roles that may read its view, and for no others."""
    async with school(tmp_path, Hands()) as now:
        people = await everybody(now, place)
        plug = listen("127.0.0.1", 0)
        where = f"127.0.0.1:{plug.getsockname()[1]}"
        async with serve(now.app, plug):
            for name, person in people.items():
                for view in [*VIEWS, "maker", ""]:
                    role = VIEWS.get(view)
                    # All of them come from this machine, and so sit at its board.
                    allowed = role in person.roles | {Role.BOARD}
                    heard = await hear(where, view, person)
                    assert (heard is not None) == allowed, (name, view)
                    state = await person.browser.client.get(f"/api/state?as={view}")
                    assert (state.status_code == 200) == (role in person.roles)


async def hear(where, view, person):
    """Return the first message of a socket, or None if it is refused."""
    jar = "; ".join(f"{c.name}={c.value}" for c in person.browser.client.cookies.jar)
    try:
        async with connect(
            f"ws://{where}/socket?as={view}",
            origin=f"http://{where}",
            additional_headers={"cookie": jar},
        ) as socket:
            return await asyncio.wait_for(socket.recv(), 5)
    except InvalidStatus as fault:
        assert fault.response.status_code == 403  # noqa: PT017 - what it says
        return None


@pytest.mark.parametrize("path", PAGES)
async def test_each_page_is_there_in_both_languages(now, path):
    stranger = now.browser().client
    titles = set()
    for language in "en", "de":
        answer = await stranger.get(f"{path}?lang={language}")
        assert answer.status_code == 200
        assert f'<html lang="{language}"' in answer.text
        assert "web-title" not in answer.text
        titles.add(answer.text.partition("<title>")[2].partition("<")[0])
    assert len(titles) == 2


async def test_the_language_is_asked_for_or_preferred_or_the_boards(now):
    client = now.browser().client

    async def said(query="", **headers):
        answer = await client.get(f"/seat{query}", headers=headers)
        return answer.text.partition('<html lang="')[2][:2]

    assert await said() == "en"
    assert await said(**{"accept-language": "fr, de-AT;q=0.8"}) == "de"
    assert await said("?lang=en", **{"accept-language": "de"}) == "en"
    assert await said("?lang=xx") == "en"


async def test_a_file_outside_the_folder_is_not_served(now):
    client = now.browser().client
    for path in "/static/%00", f"/static/{'a' * 300}.js", "/static/a%00.js":
        assert (await now.browser().client.get(path)).status_code == 404, path
    for path in "/static/../app.py", "/static/%2e%2e/app.py", "/static/nothing.js":
        assert (await client.get(path)).status_code == 404


async def test_the_qr_code_is_a_picture_of_the_address(now):
    answer = await now.browser().client.get("/qr.svg")
    assert answer.headers["content-type"].startswith("image/svg+xml")
    assert "<svg" in answer.text


async def test_a_page_shows_what_is_before_anybody_was_told(now, monkeypatch):
    """
    A page that is requested right after a change has the new state.

    It does not wait for the change notification.
    """
    monkeypatch.setattr(now.web.live, "changed", lambda: None)  # the news comes late
    browser = now.browser()
    assert len((await browser.get("/api/state?as=wall"))["players"]) != 3
    await now.api.send({"command": "choose", "players": ["Tina", "Lee", "Mia"]})
    assert len((await browser.get("/api/state?as=wall"))["players"]) == 3


async def test_a_fault_in_the_class_stops_no_wall(now, monkeypatch, caplog):
    """A failure in the class's update is logged, and walls get further changes."""

    async def broken(_seen):
        msg = "a bug"
        raise RuntimeError(msg)

    monkeypatch.setattr(now.web.classroom, "follow", broken)
    for name in "Ada", "Bob":
        before = now.web.live.number
        await now.api.send(Sit(name).line)
        await until(lambda b=before: now.web.live.number > b)
    assert "could not follow" in caplog.text


async def test_a_request_that_fails_is_logged_once(now, monkeypatch, caplog):
    """
    A failed request is logged once, with its place and without its message.

    The message of an error may contain a secret word.
    """

    def broken(*_, **__):
        msg = "HOBBY"
        raise RuntimeError(msg)

    monkeypatch.setattr(now.web, "shown", broken)
    browser = now.browser()
    for _ in range(3):
        with pytest.raises(RuntimeError):
            await browser.get("/api/state?as=wall")
    logged = [
        one.getMessage() for one in caplog.records if "failed" in one.getMessage()
    ]
    assert len(logged) == 1
    assert logged[0].startswith("/api/state failed: RuntimeError at ")
    assert "HOBBY" not in caplog.text

"""Every way in has a rule, and every rule holds for every role."""

import pytest
from starlette.routing import Mount, WebSocketRoute

from firmware_host.web.app import PAGES, RULES, VIEWS
from firmware_host.web.rules import Role
from tests.controller.bench import until
from tests.web.school import school


@pytest.fixture
async def now(tmp_path):
    async with school(tmp_path) as school_now:
        yield school_now


async def test_there_is_no_way_in_without_a_rule(now):
    """Pages, rules, one socket, one folder of files; anything else fails here."""
    routes = now.app._app.routes
    ways = {
        (method, route.path)
        for route in routes
        if not isinstance(route, Mount | WebSocketRoute)
        for method in route.methods - {"HEAD"}
    }
    assert ways == {("GET", path) for path in PAGES} | {
        (rule.method, rule.path) for rule in RULES
    }
    others = [one.path for one in routes if isinstance(one, Mount | WebSocketRoute)]
    assert others == ["/socket", "/static"]


@pytest.mark.parametrize(
    "rule",
    [rule for rule in RULES if rule.role is not Role.PUBLIC],
    ids=lambda r: r.path,
)
async def test_a_stranger_is_told_who_may(now, rule):
    """And nothing has changed."""
    stranger = now.browser().client
    path = rule.path.replace("{number:int}", "1").replace("{name}", "x")
    before = now.see()
    answer = await stranger.request(rule.method, path, json={})
    assert answer.status_code == 403, path
    assert answer.json()["text"]
    assert now.see().players == before.players
    assert now.see().phase == before.phase


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


@pytest.mark.parametrize(
    "rule", [r for r in RULES if r.method == "GET"], ids=lambda r: r.path
)
async def test_looking_changes_nothing(now, rule):
    path = rule.path.replace("{number:int}", "1").replace("{name}", "x")
    path = path.replace("{language}", "en")
    before = (now.see(), now.web.room.code, dict(now.web.room.phones))
    answer = await now.browser().client.get(path)
    assert answer.status_code < 500
    assert (now.see().players, now.web.room.code) == (before[0].players, before[1])
    assert now.web.room.phones == before[2]


@pytest.mark.parametrize("view", [*VIEWS, "maker", ""])
async def test_a_state_is_given_to_those_who_may(now, view):
    answer = await now.browser().client.get(f"/api/state?as={view}")
    may = VIEWS.get(view) is Role.PUBLIC
    assert answer.status_code == (200 if may else 403)


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
    for path in "/static/../app.py", "/static/%2e%2e/app.py", "/static/nothing.js":
        assert (await client.get(path)).status_code == 404


async def test_the_qr_code_is_a_picture_of_the_address(now):
    answer = await now.browser().client.get("/qr.svg")
    assert answer.headers["content-type"].startswith("image/svg+xml")
    assert "<svg" in answer.text


async def test_a_fault_in_the_class_stops_no_wall(now, monkeypatch, caplog):
    """It is logged, and whoever looks on goes on seeing what happens."""

    async def broken(_seen):
        msg = "a bug"
        raise RuntimeError(msg)

    monkeypatch.setattr(now.web.school, "follow", broken)
    for name in "Ada", "Bob":
        before = now.web.live.number
        await now.web.services.desk.sit(name)
        await until(lambda b=before: now.web.live.number > b)
    assert "could not follow" in caplog.text

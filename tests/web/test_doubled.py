"""Each request of a page, sent twice by a proxy, takes effect once."""

import pytest

from firmware_host.web.app import ENDPOINTS
from tests.web.school import GAME, HEADERS, PASSPHRASE, school
from tests.web.test_uploads_fuzzed import PACK, TAGS
from tests.web.visitors import Hands, everybody

#: Requests that have another effect each time, and what a second one does.
NEW = {
    "/api/teacher/return": "another code for the same phone: the first one is void",
    "/api/teacher/login": "another session of the same browser",
    "/api/board/touch": "a tap of a piece carries what its sender saw: test_torn.py",
}

#: Where several requests belong together, as their own tests send them twice.
ELSEWHERE = {
    "/api/join": "test_torn.py",
    "/api/return": "test_torn.py",
    "/api/service/answer": "board/test_service.py",
    "/api/tags/press": "board/test_tags.py",
    "/api/teacher/claim": "classroom/test_signing.py: a class is claimed once",
    "/api/kiosk": "session/test_kiosk.py: it says how things are, on one machine",
    "/api/update": "board/test_updates.py: there are no updates here",
    "/api/board/open": "board/test_tablet.py: a cookie, the same again",
}

#: Who sends it; a teacher, where no line is here.
SENDERS = {
    **dict.fromkeys(("/api/leave", "/api/let-in", "/api/do", "/api/hunch"), "phone"),
    **dict.fromkeys(("/api/predict", "/api/rename", "/api/lay"), "phone"),
    **dict.fromkeys(("/api/animal", "/api/word"), "phone"),
    **dict.fromkeys(("/api/sit", "/api/name", "/api/stand"), "board"),
    "/api/wall": "stranger",
}

#: Requests that this table refuses; other tests send them twice.
REFUSED = {
    **dict.fromkeys(("/api/begin", "/api/evening", "/api/tutorial"), "a game is on"),
    **dict.fromkeys(("/api/hunch", "/api/predict", "/api/lay"), "no turn for it"),
    **dict.fromkeys(("/api/let-in", "/api/bot", "/api/teacher/begin"), "nobody for it"),
    "/api/rename": "in class a name is one of those that are offered",
    "/api/teacher/walls": "no wall waits",
    "/api/packs/remove": "no pack is there",
    "/api/tags/give": "no unknown tag was tapped",
}

#: The bodies of requests that need more than their required fields.
BODIES = {
    "/api/free": {"seat": 1},
    "/api/let-in": {"phone": 1},
    "/api/do": {"do": "guess", "word": "HAPPY"},
    "/api/hunch": {"word": "HAPPY"},
    "/api/predict": {"answer": 1},
    "/api/rename": {"name": "Zoe"},
    "/api/teacher/walls": {"number": 1, "shows": True},
    "/api/animal": {"animal": "panda"},
    "/api/stand": {"seat": 1},
    "/api/bot": {"strength": "easy"},
    "/api/sit": {"name": "Zoe"},
    "/api/name": {"seat": 1, "name": "Zoe"},
    "/api/begin": {"length": 5},
    "/api/evening": {"key": "no key"},
    "/api/tutorial": {"wanted": True},
    "/api/pause": {"paused": True},
    "/api/settings": {"language": "de"},
    "/api/lay": {"zone": 1},
    "/api/teacher/passphrase": {"old": PASSPHRASE, "passphrase": "five red bicycles"},
    "/api/teacher/again": {"passphrase": PASSPHRASE},
    "/api/teacher/sessions/end": {"number": 7},
    "/api/teacher/sit": {"name": "Zoe"},
    "/api/teacher/stand": {"seat": 1},
    "/api/teacher/rename": {"seat": 1, "name": "Zoe"},
    "/api/teacher/doors": {"locked": True, "teams": True, "door": "admit"},
    "/api/teacher/kick": {"phone": 1},
    "/api/teacher/admit": {"guests": [1], "come": True},
    "/api/teacher/move": {"phone": 1, "seat": 0},
    "/api/teacher/settings": {"length": 4, "language": "de"},
    "/api/teacher/act": {"do": "undo"},
    "/api/teacher/last": {"last": True},
    "/api/teacher/wall": {"language": "de"},
    "/api/teacher/cards": {"zone_cards": True},
    "/api/teacher/next": {"moment": 1},
    "/api/teacher/levels": {"yes": "silent"},
    "/api/teacher/time": {"now_ms": 1_800_000_000_000},
    "/api/word": {"word": "HAPPY", "language": "en"},
    "/api/files/table": {"data": "SFVORA=="},
    "/api/files/text": {"data": "SFVORA=="},
    "/api/packs/check": {"language": "de", "text": "HUND"},
    "/api/packs/put": {"name": "Tiere", "language": "de", "text": "HUND\nKATZE"},
    "/api/packs/remove": {"key": "tiere"},
    "/api/packs/take": {"text": PACK},
    "/api/teacher/rude": {"text": "MIST"},
    "/api/backups/arrive": {"data": "SFVORA==", "at": 0, "last": False},
    "/api/backups/restore": {"number": 1},
    "/api/tags/start": {"part": "pieces"},
    "/api/tags/ask": {"item": "red-1"},
    "/api/tags/give": {"uid": "04777701020304", "item": "red-1"},
    "/api/tags/forget": {"item": "red-1"},
    "/api/tags/take": {"text": TAGS},
    "/api/history/rename": {"game": 1, "name": "The first"},
    "/api/history/correct": {
        "game": 1,
        "round": 1,
        "seat": 1,
        "points": 3,
        "note": "miscounted",
    },
    "/api/history/delete": {"game": 1},
    "/api/history/group": {"game": 1, "name": "4b"},
}

#: The paths that are read, and the keys whose values change at each read.
READ = (
    *("/api/state?as=teacher", "/api/me", "/api/packs", "/api/backups", "/api/tags"),
    *("/api/history", "/api/service", "/api/teacher/sessions"),
)
CHANGING = {
    *("n", "seen", "elapsed_ms", "left_ms", "now_ms", "moments", "screen", "acts"),
    *("clock", "nicknames", "parts", "readers", "ago_ms", "at_ms", "undo"),
    # A refusal stands on the board; a code for joining is new, and the screens show it.
    *("note", "note_code", "code", "url", "made"),
    *("began_ms_ago", "seen_ms_ago", "tapped_ms"),
}


def steady(value):
    """Return a document without the values that change at each read."""
    if isinstance(value, dict):
        return {k: steady(v) for k, v in value.items() if k not in CHANGING}
    return [steady(one) for one in value] if isinstance(value, list) else value


async def stand(board, teacher):
    """Return all that a teacher and the public can read of a board."""
    read = {path: await teacher.get(path) for path in READ}
    return steady({**read, "phones": list(board.api.phones.all())})


PATHS = [one.path for one in ENDPOINTS if one.method == "POST"]


def test_each_request_is_sent_twice_somewhere():
    """Each endpoint with a body is in one of the tables above."""
    assert set(NEW) | set(ELSEWHERE) | set(SENDERS) | set(BODIES) <= set(PATHS)
    for one in ENDPOINTS:
        needed = (one.body or {}).get("required", [])
        if needed not in ([], ["seen"]) and one.method == "POST":
            assert one.path in BODIES | NEW | ELSEWHERE, one.path


#: Those that once did harm, or change most.
SAMPLE = ("/api/packs/put", "/api/teacher/sit", "/api/teacher/end", "/api/do")
TWICE = [
    path if path in SAMPLE else pytest.param(path, marks=pytest.mark.ci)
    for path in PATHS
    if path not in NEW | ELSEWHERE
]


@pytest.mark.parametrize("path", TWICE)
async def test_a_request_that_comes_twice_does_no_more(tmp_path, path):
    """Everything readable is the same after the second request as after the first."""
    async with school(tmp_path, Hands()) as board:
        people = await everybody(board, "class")
        teacher = people["teacher"].browser
        await teacher.post("/api/teacher/again", passphrase=PASSPHRASE)
        sender = people[SENDERS.get(path, "teacher")].browser
        body = BODIES.get(path, {})
        if path in GAME:
            body = body | {"seen": await sender.seen()}
        first = await sender.client.post(path, json=body, headers=HEADERS)
        assert first.status_code == 200 or path in REFUSED, first.text
        once = await stand(board, teacher)
        await sender.client.post(path, json=body, headers=HEADERS)
        again = await stand(board, teacher)
        changed = [path for path in once if again[path] != once[path]]
        assert [(once[path], again[path]) for path in changed] == []

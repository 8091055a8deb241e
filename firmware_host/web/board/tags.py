"""The pieces and their tags: enrolled at the board, led from the teacher's page."""

from typing import TYPE_CHECKING

from firmware_host.board.json import Json, as_message, flag, text
from firmware_host.limits import ITEM_LETTERS, SET_LETTERS
from firmware_host.web.endpoints import (
    FLAG,
    Answer,
    Call,
    Endpoints,
    Role,
    attached,
    shape,
)
from firmware_host.web.ports import Services, TagCase

if TYPE_CHECKING:  # the application is made of these
    from firmware_host.web.app import Web

#: The board's own set, where nobody says which.
OWN = "1"

_PARTS = ["pieces", "tiles", "cards", "deck", "letters", "all", "spares"]

_BOX = {"type": "string", "maxLength": SET_LETTERS}
_ITEM = {"type": "string", "minLength": 1, "maxLength": ITEM_LETTERS}

ENDPOINTS = Endpoints()


def document(web: "Web", language: str) -> dict[str, object] | None:
    """
    Return what the teacher's page may know of tags: more than any other.

    None for a board that reads none.
    """
    seen = web.services.tags.see()
    if seen is None:
        return None
    unknown = [
        {**one, "tapped_ms": one["tapped_ms"] and web.classroom.at(one["tapped_ms"])}
        for one in seen["unknown"]
    ]
    run = seen["run"]
    if run is None:
        return {"boxes": seen["boxes"], "unknown": unknown, "run": None}
    what, said = (
        _say(web.services, one, language) for one in (run["what"], run["said"])
    )
    now = {**run, "what": what, "said": said}
    return {"boxes": seen["boxes"], "unknown": unknown, "run": now}


def _say(services: Services, message: Json, language: str) -> str | None:
    return None if message is None else services.say(as_message(message), language)


def _case(call: Call) -> TagCase:
    return call.services.tags


def _box(call: Call) -> str:
    return text(call.body, "box", OWN)


@ENDPOINTS.get("/api/tags", Role.TEACHER, query=("box",))
async def _all(call: Call) -> Answer:
    """Everything that can carry a tag, and whether it has one."""
    items = _case(call).items(call.request.query_params.get("box", OWN))
    services, language = call.services, call.language
    named = [{**one, "name": _say(services, one["name"], language)} for one in items]
    return {"items": named}


@ENDPOINTS.post(
    "/api/tags/start", Role.TEACHER, shape({"part": {"enum": _PARTS}}, box=_BOX)
)
async def _start(call: Call) -> Answer:
    """Enrol in bulk: the board is out of play and asks for one thing after another."""
    return await _case(call).start(text(call.body, "part"), box=_box(call))


@ENDPOINTS.post("/api/tags/ask", Role.TEACHER, shape({"item": _ITEM}, box=_BOX))
async def _ask(call: Call) -> Answer:
    """Let the tag of one thing be tapped, whether it has one or not."""
    return await _case(call).ask(text(call.body, "item"), box=_box(call))


@ENDPOINTS.post(
    "/api/tags/press", Role.TEACHER, shape({"button": {"enum": ["tick", "cross"]}})
)
async def _press(call: Call) -> Answer:
    """Leave out what is asked for (tick), or take the last one back (cross)."""
    return _case(call).press(text(call.body, "button"))


@ENDPOINTS.post("/api/tags/stop", Role.TEACHER)
async def _stop(call: Call) -> None:
    """Stop enrolling, and give the board back."""
    await _case(call).stop()


@ENDPOINTS.post(
    "/api/tags/give",
    Role.TEACHER,
    shape({"uid": {"type": "string", "maxLength": 20}, "item": _ITEM}, box=_BOX),
)
async def _give(call: Call) -> Answer:
    """Let a tag that was tapped and nobody knew be something, or a spare."""
    body = call.body
    uid, item = text(body, "uid"), text(body, "item")
    return await _case(call).give(uid, item, box=_box(call))


@ENDPOINTS.post(
    "/api/tags/forget",
    Role.TEACHER,
    shape({"item": _ITEM}, box=_BOX),
    note="tags-forget",
)
async def _forget(call: Call) -> Answer:
    """Forget the tags of a thing, of the spares, or of a whole set (all)."""
    return await _case(call).forget(text(call.body, "item"), box=_box(call))


@ENDPOINTS.get(
    "/api/tags/file.jsonl", Role.TEACHER, query=("box",), gives="application/x-ndjson"
)
async def _carry(call: Call) -> Answer:
    """A set as a file for other boards."""
    carried = _case(call).carried(call.request.query_params.get("box", OWN))
    return attached(carried, "set.jsonl", "application/x-ndjson")


@ENDPOINTS.post(
    "/api/tags/take",
    Role.TEACHER,
    shape({"text": {"type": "string", "maxLength": 200_000}}, box=_BOX, replace=FLAG),
    note="tags-take",
)
async def _take(call: Call) -> Answer:
    """Take a set file, all of it or nothing."""
    body = call.body
    return await _case(call).take(
        text(body, "text"),
        box=text(body, "box", ""),
        replace=flag(body, "replace", default=False),
    )

"""The pieces and their tags: enrolled at the board, led from the teacher's page."""

from typing import TYPE_CHECKING

from starlette.responses import Response

from firmware_host.board.json import Json, as_message, flag, text
from firmware_host.board.messages import Refused
from firmware_host.limits import ITEM_LETTERS, SET_LETTERS
from firmware_host.web.endpoints import FLAG, Answer, Call, Endpoint, Role, shape
from firmware_host.web.ports import Services, TagCase

if TYPE_CHECKING:  # the application is made of these
    from firmware_host.web.app import Web

#: The board's own set, where nobody says which.
OWN = "1"


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
    return call.web.services.tags


def _box(call: Call) -> str:
    return text(call.body, "box", OWN)


async def _all(call: Call) -> Answer:
    items = _case(call).items(call.request.query_params.get("box", OWN))
    services, language = call.web.services, call.language
    named = [{**one, "name": _say(services, one["name"], language)} for one in items]
    return {"items": named}


async def _start(call: Call) -> Answer:
    return await _case(call).start(text(call.body, "part"), box=_box(call))


async def _ask(call: Call) -> Answer:
    return await _case(call).ask(text(call.body, "item"), box=_box(call))


async def _press(call: Call) -> Answer:
    return _case(call).press(text(call.body, "button"))


async def _stop(call: Call) -> Answer:
    await _case(call).stop()
    return None


async def _give(call: Call) -> Answer:
    body = call.body
    uid, item = text(body, "uid"), text(body, "item")
    return await _case(call).give(uid, item, box=_box(call))


async def _forget(call: Call) -> Answer:
    refused = await _case(call).forget(text(call.body, "item"), box=_box(call))
    return _noted(call, refused, "tags-forget")


async def _carry(call: Call) -> Answer:
    carried = _case(call).carried(call.request.query_params.get("box", OWN))
    headers = {"content-disposition": 'attachment; filename="letterzone-set.jsonl"'}
    return Response(carried, headers=headers, media_type="application/x-ndjson")


async def _take(call: Call) -> Answer:
    body = call.body
    refused = await _case(call).take(
        text(body, "text"),
        box=text(body, "box", ""),
        replace=flag(body, "replace", default=False),
    )
    return _noted(call, refused, "tags-take")


def _noted(call: Call, refused: Refused | None, act: str) -> Refused | None:
    if refused is None:
        call.web.classroom.note(act)
    return refused


_PARTS = ["pieces", "tiles", "cards", "deck", "letters", "all", "spares"]

_BOX = {"type": "string", "maxLength": SET_LETTERS}
_ITEM = {"type": "string", "minLength": 1, "maxLength": ITEM_LETTERS}

ENDPOINTS = (
    Endpoint(
        "GET",
        "/api/tags",
        Role.TEACHER,
        _all,
        "Everything that can carry a tag, and whether it has one.",
        query=("box",),
    ),
    Endpoint(
        "GET",
        "/api/tags/file.jsonl",
        Role.TEACHER,
        _carry,
        "A set as a file for other boards.",
        query=("box",),
        gives="application/x-ndjson",
    ),
    Endpoint(
        "POST",
        "/api/tags/start",
        Role.TEACHER,
        _start,
        "Enrol in bulk: the board is out of play and asks for one thing after another.",
        shape({"part": {"enum": _PARTS}}, box=_BOX),
    ),
    Endpoint(
        "POST",
        "/api/tags/ask",
        Role.TEACHER,
        _ask,
        "Let the tag of one thing be tapped, whether it has one or not.",
        shape({"item": _ITEM}, box=_BOX),
    ),
    Endpoint(
        "POST",
        "/api/tags/press",
        Role.TEACHER,
        _press,
        "Leave out what is asked for (tick), or take the last one back (cross).",
        shape({"button": {"enum": ["tick", "cross"]}}),
    ),
    Endpoint(
        "POST",
        "/api/tags/stop",
        Role.TEACHER,
        _stop,
        "Stop enrolling, and give the board back.",
    ),
    Endpoint(
        "POST",
        "/api/tags/give",
        Role.TEACHER,
        _give,
        "Let a tag that was tapped and nobody knew be something, or a spare.",
        shape({"uid": {"type": "string", "maxLength": 20}, "item": _ITEM}, box=_BOX),
    ),
    Endpoint(
        "POST",
        "/api/tags/forget",
        Role.TEACHER,
        _forget,
        "Forget the tags of a thing, of the spares, or of a whole set (all).",
        shape({"item": _ITEM}, box=_BOX),
    ),
    Endpoint(
        "POST",
        "/api/tags/take",
        Role.TEACHER,
        _take,
        "Take a set file, all of it or nothing.",
        shape(
            {"text": {"type": "string", "maxLength": 200_000}}, box=_BOX, replace=FLAG
        ),
    ),
)

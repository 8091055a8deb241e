"""Endpoints of tags: they are enrolled at the board and controlled by the teacher."""

from typing import Annotated

from starlette.responses import Response

from firmware_host.board.commands import Flag, Role
from firmware_host.board.json import as_message
from firmware_host.limits import ITEM_LETTERS, SET_LETTERS
from firmware_host.web import shown
from firmware_host.web.endpoints import Call, Endpoints, Outcome, attached

#: The board's own set, the default.
OWN = "1"

_PARTS = ["pieces", "tiles", "cards", "deck", "letters", "all", "spares"]

_Part = Annotated[str, {"enum": _PARTS}]
_TickOrCross = Annotated[str, {"enum": ["tick", "cross"]}]
_Turn = Annotated[int, {"type": "integer", "minimum": 0, "maximum": 2**31}]
_Box = Annotated[str, {"type": "string", "maxLength": SET_LETTERS}]
_Item = Annotated[str, {"type": "string", "minLength": 1, "maxLength": ITEM_LETTERS}]
_Uid = Annotated[str, {"type": "string", "maxLength": 20}]
_File = Annotated[str, {"type": "string", "maxLength": 200_000}]

ENDPOINTS = Endpoints()


@ENDPOINTS.get("/api/tags", Role.TEACHER, query=("box",))
async def _all(call: Call) -> shown.TaggedItems:
    """Return all items that can carry a tag, and whether each has one."""
    items = call.services.tags.items(call.request.query_params.get("box", OWN))
    services, language = call.services, call.language
    return {
        "items": [
            {
                "item": one["item"],
                "name": services.say(as_message(one["name"]), language),
                "has": one["has"],
            }
            for one in items
        ]
    }


@ENDPOINTS.post("/api/tags/start", Role.TEACHER)
async def _start(call: Call, part: _Part, box: _Box = OWN) -> Outcome:
    """Begin the enrolment of a set: the board asks for one item after another."""
    return await call.services.tags.start(part, box=box)


@ENDPOINTS.post("/api/tags/ask", Role.TEACHER)
async def _ask(call: Call, item: _Item, box: _Box = OWN) -> Outcome:
    """Begin the enrolment of one item, with or without a tag."""
    return await call.services.tags.ask(item, box=box)


@ENDPOINTS.post("/api/tags/press", Role.TEACHER)
async def _press(call: Call, button: _TickOrCross, turn: _Turn) -> Outcome:
    """Skip the item that is asked for at ``turn`` (tick), or undo one (cross)."""
    return call.services.tags.press(button, turn)


@ENDPOINTS.post("/api/tags/stop", Role.TEACHER)
async def _stop(call: Call) -> None:
    """End the enrolment and service mode."""
    await call.services.tags.stop()


@ENDPOINTS.post("/api/tags/give", Role.TEACHER)
async def _give(call: Call, uid: _Uid, item: _Item, box: _Box = OWN) -> Outcome:
    """Assign an unknown tapped tag to an item, or store it as a spare."""
    return await call.services.tags.give(uid, item, box=box)


@ENDPOINTS.post("/api/tags/forget", Role.TEACHER, note="tags-forget")
async def _forget(call: Call, item: _Item, box: _Box = OWN) -> Outcome:
    """Delete the tags of an item, of the spares, or of a whole set (all)."""
    return await call.services.tags.forget(item, box=box)


@ENDPOINTS.get(
    "/api/tags/file.jsonl", Role.TEACHER, query=("box",), gives="application/x-ndjson"
)
async def _carry(call: Call) -> Response:
    """Return a set as a file for other boards."""
    carried = call.services.tags.carried(call.request.query_params.get("box", OWN))
    return attached(carried, "set.jsonl", "application/x-ndjson")


@ENDPOINTS.post("/api/tags/take", Role.TEACHER, note="tags-take")
async def _take(
    call: Call, text: _File, box: _Box = "", *, replace: Flag = False
) -> Outcome:
    """Store the set of a file, completely or not at all."""
    return await call.services.tags.take(text, box=box, replace=replace)

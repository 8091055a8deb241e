"""The pieces and their tags: enrolled at the board, led from the teacher's page."""

from typing import Annotated

from starlette.responses import Response

from firmware_host.board.commands import Flag, Role
from firmware_host.board.json import as_message
from firmware_host.limits import ITEM_LETTERS, SET_LETTERS
from firmware_host.web import shown
from firmware_host.web.endpoints import Call, Endpoints, Outcome, attached

#: The board's own set, where nobody says which.
OWN = "1"

_PARTS = ["pieces", "tiles", "cards", "deck", "letters", "all", "spares"]

_Part = Annotated[str, {"enum": _PARTS}]
_TickOrCross = Annotated[str, {"enum": ["tick", "cross"]}]
_Box = Annotated[str, {"type": "string", "maxLength": SET_LETTERS}]
_Item = Annotated[str, {"type": "string", "minLength": 1, "maxLength": ITEM_LETTERS}]
_Uid = Annotated[str, {"type": "string", "maxLength": 20}]
_File = Annotated[str, {"type": "string", "maxLength": 200_000}]

ENDPOINTS = Endpoints()


@ENDPOINTS.get("/api/tags", Role.TEACHER, query=("box",))
async def _all(call: Call) -> shown.TaggedItems:
    """Everything that can carry a tag, and whether it has one."""
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
    """Enrol in bulk: the board is out of play and asks for one thing after another."""
    return await call.services.tags.start(part, box=box)


@ENDPOINTS.post("/api/tags/ask", Role.TEACHER)
async def _ask(call: Call, item: _Item, box: _Box = OWN) -> Outcome:
    """Let the tag of one thing be tapped, whether it has one or not."""
    return await call.services.tags.ask(item, box=box)


@ENDPOINTS.post("/api/tags/press", Role.TEACHER)
async def _press(call: Call, button: _TickOrCross) -> Outcome:
    """Leave out what is asked for (tick), or take the last one back (cross)."""
    return call.services.tags.press(button)


@ENDPOINTS.post("/api/tags/stop", Role.TEACHER)
async def _stop(call: Call) -> None:
    """Stop enrolling, and give the board back."""
    await call.services.tags.stop()


@ENDPOINTS.post("/api/tags/give", Role.TEACHER)
async def _give(call: Call, uid: _Uid, item: _Item, box: _Box = OWN) -> Outcome:
    """Let a tag that was tapped and nobody knew be something, or a spare."""
    return await call.services.tags.give(uid, item, box=box)


@ENDPOINTS.post("/api/tags/forget", Role.TEACHER, note="tags-forget")
async def _forget(call: Call, item: _Item, box: _Box = OWN) -> Outcome:
    """Forget the tags of a thing, of the spares, or of a whole set (all)."""
    return await call.services.tags.forget(item, box=box)


@ENDPOINTS.get(
    "/api/tags/file.jsonl", Role.TEACHER, query=("box",), gives="application/x-ndjson"
)
async def _carry(call: Call) -> Response:
    """A set as a file for other boards."""
    carried = call.services.tags.carried(call.request.query_params.get("box", OWN))
    return attached(carried, "set.jsonl", "application/x-ndjson")


@ENDPOINTS.post("/api/tags/take", Role.TEACHER, note="tags-take")
async def _take(
    call: Call, text: _File, box: _Box = "", *, replace: Flag = False
) -> Outcome:
    """Take a set file, all of it or nothing."""
    return await call.services.tags.take(text, box=box, replace=replace)

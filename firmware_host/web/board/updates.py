"""Updates in the browser: what there is, yes, not now, and back."""

from firmware_host.board.json import text
from firmware_host.board.messages import Refused
from firmware_host.web.endpoints import Answer, Call, Endpoint, Role, shape

#: What can be asked for; root does it, and nothing else.
WISHES = ["look", "install", "leave", "back"]


async def _look(call: Call) -> Answer:
    updates = call.web.services.updates
    if updates is None:
        return {"update": None}
    item = updates.document()
    said = call.say(item["why"]) if item["why"] else ""
    return {"update": {**item, "text": said}}


async def _want(call: Call) -> Answer:
    updates, wish = call.web.services.updates, text(call.body, "want")
    on = call.seen["phase"] == "playing"
    if on and wish in ("install", "back"):
        return Refused("update-game")
    if updates is None or not updates.want(wish):
        return Refused("update-nobody")
    call.web.classroom.note(f"update-{wish}")
    return None


ENDPOINTS = (
    Endpoint(
        "GET",
        "/api/update",
        Role.TEACHER,
        _look,
        "Which version runs, which is offered, and which one can go back to.",
    ),
    Endpoint(
        "POST",
        "/api/update",
        Role.TEACHER,
        _want,
        "Look for an update on the stick, install it, leave it, or go back.",
        shape({"want": {"enum": WISHES}}),
    ),
)

"""Updates in the browser: what there is, yes, not now, and back."""

from firmware_host.board.json import text
from firmware_host.board.messages import Refused
from firmware_host.web.endpoints import Answer, Call, Endpoints, Role, shape

#: What can be asked for; root does it, and nothing else.
WISHES = ["look", "install", "leave", "back"]

ENDPOINTS = Endpoints()


@ENDPOINTS.get("/api/update", Role.TEACHER)
async def _look(call: Call) -> Answer:
    """Which version runs, which is offered, and which one can go back to."""
    updates = call.services.updates
    if updates is None:
        return {"update": None}
    item = updates.document()
    why = text(item, "why")
    said = call.say(why) if why else ""
    return {"update": {**item, "text": said}}


@ENDPOINTS.post("/api/update", Role.TEACHER, shape({"want": {"enum": WISHES}}))
async def _want(call: Call) -> Answer:
    """Look for an update on the stick, install it, leave it, or go back."""
    updates, wish = call.services.updates, text(call.body, "want")
    on = call.seen["phase"] == "playing"
    if on and wish in ("install", "back"):
        return Refused("update-game")
    if updates is None or not updates.want(wish):
        return Refused("update-nobody")
    call.web.classroom.note(f"update-{wish}")
    return None

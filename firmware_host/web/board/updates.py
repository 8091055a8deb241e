"""Updates in the browser: what there is, yes, not now, and back."""

from typing import Annotated

from firmware_host.board.commands import Role
from firmware_host.board.json import text
from firmware_host.board.messages import Refused
from firmware_host.web import answers
from firmware_host.web.endpoints import Call, Endpoints, Outcome

#: What can be asked for; root does it, and nothing else.
_Wish = Annotated[str, {"enum": ["look", "install", "leave", "back"]}]

ENDPOINTS = Endpoints()


@ENDPOINTS.get("/api/update", Role.TEACHER)
async def _look(call: Call) -> answers.Updates:
    """Which version runs, which is offered, and which one can go back to."""
    updates = call.services.updates
    if updates is None:
        return {"update": None}
    item = updates.document()
    why = text(item, "why")
    said = call.say(why) if why else ""
    return {"update": {**item, "text": said}}


@ENDPOINTS.post("/api/update", Role.TEACHER)
async def _want(call: Call, want: _Wish) -> Outcome:
    """Look for an update on the stick, install it, leave it, or go back."""
    updates = call.services.updates
    on = call.seen["phase"] == "playing"
    if on and want in ("install", "back"):
        return Refused("update-game")
    if updates is None or not updates.want(want):
        return Refused("update-nobody")
    call.web.classroom.note(f"update-{want}")
    return None

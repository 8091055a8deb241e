"""The service page: each part, the walk over the board, a report, updates, backups."""

from base64 import b64decode
from typing import Annotated

from starlette.responses import Response

from firmware_host.board.commands import Flag, Role
from firmware_host.board.json import JsonObject, text
from firmware_host.board.messages import Refused
from firmware_host.texts.texts import Texts
from firmware_host.web import shown
from firmware_host.web.classroom.signing import repeat_refusal
from firmware_host.web.documents import message_text
from firmware_host.web.endpoints import Call, Endpoints, Outcome, attached, missing

#: The fields of a part, and of the part test, that are messages.
PART, WALK = ("name", "says", "then"), ("asks", "note")

_Number = Annotated[int, {"type": "integer", "minimum": 1, "maximum": 2**31}]

ENDPOINTS = Endpoints()


@ENDPOINTS.get("/api/service", Role.TEACHER)
async def _look(call: Call) -> shown.PartsNow:
    """Return the state of each part of the board."""
    service, texts = call.services.service, call.services.texts[call.language]
    where = service.where
    return {
        "parts": [_in_words(one, PART, texts) for one in await service.findings()],
        "readers": service.meters(),
        "walk": None if where is None else _in_words(where, WALK, texts),
        "walked": [_in_words(one, PART, texts) for one in service.walked],
    }


@ENDPOINTS.get("/api/service/report.txt", Role.TEACHER, gives="text/plain")
async def _report(call: Call) -> Response:
    """Return a report to print or send, without names or words."""
    report = await call.services.service.report(call.language)
    return attached(report, "report.txt", "text/plain")


@ENDPOINTS.post("/api/service/walk", Role.TEACHER, note="walk")
async def _walk(call: Call) -> Outcome:
    """Begin the test of all parts."""
    return await call.services.service.walk()


@ENDPOINTS.post("/api/service/answer", Role.TEACHER)
async def _answer(call: Call, at: _Number, seen: Flag) -> Outcome:
    """Answer whether the person has seen what the test shows at stop ``at``."""
    return call.services.service.answer(at, seen=seen)


@ENDPOINTS.post("/api/service/stop", Role.TEACHER)
async def _stop(call: Call) -> None:
    """End the test of all parts."""
    await call.services.service.stop()


def _in_words(item: JsonObject, names: tuple[str, ...], texts: Texts) -> JsonObject:
    """Return *item* with the messages under these names translated."""
    return {**item, **{name: message_text(item[name], texts) for name in names}}


# --- updates ----------------------------------------------------------------

#: The requests that a privileged process of this computer executes.
_Wish = Annotated[str, {"enum": ["look", "install", "leave", "back"]}]


@ENDPOINTS.get("/api/update", Role.TEACHER)
async def _updates(call: Call) -> shown.Updates:
    """Return the running, the offered and the previous version."""
    updates = call.services.updates
    if updates is None:
        return {"update": None}
    item = updates.document()
    why = text(item, "why")
    said = call.say(why) if why else ""
    return {"update": {**item, "text": said}}


@ENDPOINTS.post("/api/update", Role.TEACHER)
async def _want(call: Call, want: _Wish) -> Outcome:
    """Search for an update on a USB stick, install it, decline it, or go back."""
    updates = call.services.updates
    on = call.seen["phase"] == "playing"
    if on and want in ("install", "back"):
        return Refused("update-game")
    if updates is None or not updates.want(want):
        return Refused("update-nobody")
    call.web.classroom.note(f"update-{want}")
    return None


# --- backups -----------------------------------------------------------------

_Data = Annotated[str, {"type": "string", "maxLength": 400_000}]
_Place = Annotated[int, {"type": "integer", "minimum": 0, "maximum": 2**31}]


@ENDPOINTS.get("/api/backups", Role.TEACHER)
async def _all(call: Call) -> shown.BackupList:
    """Return the list of backups."""
    archive = call.services.archive
    return {"backups": await archive.backups(), "restores": archive.restores()}


@ENDPOINTS.post("/api/backups/make", Role.TEACHER, note="backup")
async def _make(call: Call) -> shown.Numbered | Refused:
    """Make a backup now."""
    made = await call.services.archive.back_up()
    return made if isinstance(made, Refused) else {"number": made}


@ENDPOINTS.get(
    "/api/backups/{number:int}.db", Role.TEACHER, gives="application/octet-stream"
)
async def _fetch(call: Call, number: int) -> Response | Refused:
    """Return a backup as a file; the passphrase must be confirmed again."""
    if refused := repeat_refusal(call):
        return refused
    archive, content = call.services.archive, bytearray()
    while piece := await archive.backup(number, len(content)):
        content += b64decode(piece)
    if piece is None:
        return missing("backup")
    return attached(bytes(content), f"{number}.db", "application/octet-stream")


@ENDPOINTS.post("/api/backups/arrive", Role.TEACHER)
async def _arrive(
    call: Call, data: _Data, at: _Place, last: Flag
) -> shown.Numbered | Refused:
    """Upload a piece of a backup in base64; the pieces are sent in order."""
    arrived = await call.services.archive.arrive(data, at=at, last=last)
    return arrived if isinstance(arrived, Refused) else {"number": arrived}


@ENDPOINTS.post("/api/backups/restore", Role.TEACHER, note="restore")
async def _restore(call: Call, number: _Number, foreign: Flag = False) -> Outcome:  # noqa: FBT002 - as it is sent
    """
    Restore a backup at the next start of the board.

    For a backup that this board has not made, the passphrase must be confirmed again:
    its content may be forged.
    """
    if foreign and (refused := repeat_refusal(call)):
        return refused
    return await call.services.archive.restore(number, foreign=foreign)

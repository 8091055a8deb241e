"""The service page: each part, the walk over the board, a report, updates, backups."""

from base64 import b64decode
from typing import Annotated

from starlette.responses import Response

from firmware_host.board.commands import Flag, Role
from firmware_host.board.json import JsonObject, text
from firmware_host.board.messages import Refused
from firmware_host.texts.texts import Texts
from firmware_host.web import shown
from firmware_host.web.classroom.signing import unsure
from firmware_host.web.documents import said
from firmware_host.web.endpoints import Call, Endpoints, Outcome, attached, missing

#: The messages of a part that was looked at, and of where the walk is.
PART, WALK = ("name", "says", "then"), ("asks", "note")

ENDPOINTS = Endpoints()


@ENDPOINTS.get("/api/service", Role.TEACHER)
async def _look(call: Call) -> shown.PartsNow:
    """How each part of the board is."""
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
    """A report to print or send, without names or words."""
    report = await call.services.service.report(call.language)
    return attached(report, "report.txt", "text/plain")


@ENDPOINTS.post("/api/service/walk", Role.TEACHER, note="walk")
async def _walk(call: Call) -> Outcome:
    """Begin the walk."""
    return await call.services.service.walk()


@ENDPOINTS.post("/api/service/answer", Role.TEACHER)
async def _answer(call: Call, seen: Flag) -> None:
    """Say whether what the walk asks for was seen."""
    call.services.service.answer(seen=seen)


@ENDPOINTS.post("/api/service/stop", Role.TEACHER)
async def _stop(call: Call) -> None:
    """End the walk."""
    await call.services.service.stop()


def _in_words(item: JsonObject, names: tuple[str, ...], texts: Texts) -> JsonObject:
    """Return *item* with the words of the messages that have these names."""
    return {**item, **{name: said(item[name], texts) for name in names}}


# --- updates ----------------------------------------------------------------

#: What can be asked for; root does it, and nothing else.
_Wish = Annotated[str, {"enum": ["look", "install", "leave", "back"]}]


@ENDPOINTS.get("/api/update", Role.TEACHER)
async def _updates(call: Call) -> shown.Updates:
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


# --- backups -----------------------------------------------------------------

_Data = Annotated[str, {"type": "string", "maxLength": 400_000}]
_Place = Annotated[int, {"type": "integer", "minimum": 0, "maximum": 2**31}]
_Number = Annotated[int, {"type": "integer", "minimum": 1, "maximum": 2**31}]


@ENDPOINTS.get("/api/backups", Role.TEACHER)
async def _all(call: Call) -> shown.BackupList:
    """The backups that there are."""
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
    """A backup as a file; the passphrase is asked for again."""
    if refused := unsure(call):
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
    """Bring a piece of a backup from elsewhere, in base64, one after the other."""
    arrived = await call.services.archive.arrive(data, at=at, last=last)
    return arrived if isinstance(arrived, Refused) else {"number": arrived}


@ENDPOINTS.post("/api/backups/restore", Role.TEACHER, note="restore")
async def _restore(call: Call, number: _Number, foreign: Flag = False) -> Outcome:  # noqa: FBT002 - as it is sent
    """
    Let the next start of the board begin with a backup.

    For one that this board has not made the passphrase is asked for again: whoever made
    it may have written anything.
    """
    if foreign and (refused := unsure(call)):
        return refused
    return await call.services.archive.restore(number, foreign=foreign)

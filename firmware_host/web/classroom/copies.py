"""Backups in the browser: made, fetched, brought from elsewhere, brought back."""

from base64 import b64decode

from starlette.responses import JSONResponse, Response

from firmware_host.board.json import flag, number, text
from firmware_host.board.messages import Refused
from firmware_host.web.endpoints import FLAG, Answer, Call, Endpoints, Role, shape

ENDPOINTS = Endpoints()


@ENDPOINTS.get("/api/backups", Role.TEACHER)
async def _all(call: Call) -> Answer:
    """The backups that there are."""
    archive = call.web.services.archive
    return {"backups": await archive.backups(), "restores": archive.restores()}


@ENDPOINTS.post("/api/backups/make", Role.TEACHER)
async def _make(call: Call) -> Answer:
    """Make a backup now."""
    made = await call.web.services.archive.back_up()
    call.web.classroom.note("backup")
    return {"number": made}


@ENDPOINTS.get(
    "/api/backups/{number:int}.db", Role.TEACHER, gives="application/octet-stream"
)
async def _fetch(call: Call) -> Answer:
    """A backup as a file."""
    which = int(call.request.path_params["number"])
    content = await call.web.services.archive.backup(which)
    if content is None:
        return JSONResponse({"error": "there is no such backup"}, 404)
    name = f'attachment; filename="letterzone-{which}.db"'
    headers = {"content-disposition": name}
    return Response(
        b64decode(content), headers=headers, media_type="application/octet-stream"
    )


@ENDPOINTS.post(
    "/api/backups/arrive",
    Role.TEACHER,
    shape(
        {
            "data": {"type": "string", "maxLength": 400_000},
            "at": {"type": "integer", "minimum": 0, "maximum": 2**31},
            "last": FLAG,
        }
    ),
)
async def _arrive(call: Call) -> Answer:
    """Bring a piece of a backup from elsewhere, in base64, one after the other."""
    data, at, last = (
        text(call.body, "data"),
        number(call.body, "at"),
        flag(call.body, "last"),
    )
    arrived = await call.web.services.archive.arrive(data, at=at, last=last)
    return arrived if isinstance(arrived, Refused) else {"number": arrived}


@ENDPOINTS.post(
    "/api/backups/restore",
    Role.TEACHER,
    shape({"number": {"type": "integer", "minimum": 1, "maximum": 2**31}}),
)
async def _restore(call: Call) -> Answer:
    """Let the next start of the board begin with a backup."""
    refused = await call.web.services.archive.restore(number(call.body, "number"))
    if refused is None:
        call.web.classroom.note("restore")
    return refused

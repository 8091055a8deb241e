"""Backups in the browser: made, fetched, brought from elsewhere, brought back."""

from base64 import b64decode

from starlette.responses import JSONResponse, Response

from firmware_host.board.json import flag, number, text
from firmware_host.board.messages import Refused
from firmware_host.web.endpoints import FLAG, Answer, Call, Endpoint, Role, shape


async def _all(call: Call) -> Answer:
    archive = call.web.services.archive
    return {"backups": await archive.backups(), "restores": archive.restores()}


async def _make(call: Call) -> Answer:
    made = await call.web.services.archive.back_up()
    call.web.classroom.note("backup")
    return {"number": made}


async def _fetch(call: Call) -> Answer:
    which = int(call.request.path_params["number"])
    content = await call.web.services.archive.backup(which)
    if content is None:
        return JSONResponse({"error": "there is no such backup"}, 404)
    name = f'attachment; filename="letterzone-{which}.db"'
    headers = {"content-disposition": name}
    return Response(
        b64decode(content), headers=headers, media_type="application/octet-stream"
    )


async def _arrive(call: Call) -> Answer:
    data, at, last = (
        text(call.body, "data"),
        number(call.body, "at"),
        flag(call.body, "last"),
    )
    arrived = await call.web.services.archive.arrive(data, at=at, last=last)
    return arrived if isinstance(arrived, Refused) else {"number": arrived}


async def _restore(call: Call) -> Answer:
    refused = await call.web.services.archive.restore(number(call.body, "number"))
    if refused is None:
        call.web.classroom.note("restore")
    return refused


ENDPOINTS = (
    Endpoint("GET", "/api/backups", Role.TEACHER, _all, "The backups that there are."),
    Endpoint("POST", "/api/backups/make", Role.TEACHER, _make, "Make a backup now."),
    Endpoint(
        "GET",
        "/api/backups/{number:int}.db",
        Role.TEACHER,
        _fetch,
        "A backup as a file.",
        gives="application/octet-stream",
    ),
    Endpoint(
        "POST",
        "/api/backups/arrive",
        Role.TEACHER,
        _arrive,
        "Bring a piece of a backup from elsewhere, in base64, one after the other.",
        shape(
            {
                "data": {"type": "string", "maxLength": 400_000},
                "at": {"type": "integer", "minimum": 0, "maximum": 2**31},
                "last": FLAG,
            }
        ),
    ),
    Endpoint(
        "POST",
        "/api/backups/restore",
        Role.TEACHER,
        _restore,
        "Let the next start of the board begin with a backup.",
        shape({"number": {"type": "integer", "minimum": 1, "maximum": 2**31}}),
    ),
)

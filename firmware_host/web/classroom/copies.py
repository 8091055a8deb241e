"""Backups in the browser: made, fetched, brought from elsewhere, brought back."""

from base64 import b64decode
from binascii import Error as NotBase64
from collections.abc import Mapping
from typing import Any

from starlette.responses import JSONResponse, Response

from firmware_host.board.messages import Refused
from firmware_host.errors import AskedError
from firmware_host.web.endpoints import FLAG, Answer, Call, Endpoint, Role, shape


async def _all(call: Call) -> Mapping[str, Any]:
    archive = call.web.services.archive
    return {"backups": await archive.backups(), "restores": archive.restores()}


async def _make(call: Call) -> Answer:
    number = await call.web.services.archive.back_up()
    call.web.classroom.note("backup")
    return {"number": number}


async def _fetch(call: Call) -> Answer:
    number = call.request.path_params["number"]
    content = await call.web.services.archive.backup(number)
    if content is None:
        return JSONResponse({"error": "there is no such backup"}, 404)
    name = f'attachment; filename="letterzone-{number}.db"'
    headers = {"content-disposition": name}
    return Response(content, headers=headers, media_type="application/octet-stream")


async def _arrive(call: Call) -> Answer:
    try:
        content = b64decode(call.body["data"], validate=True)
    except (NotBase64, ValueError):
        msg = "data is not base64"
        raise AskedError(msg) from None
    number = await call.web.services.archive.arrive(
        content, at=call.body["at"], last=call.body["last"]
    )
    return number if isinstance(number, Refused) else {"number": number}


async def _restore(call: Call) -> Answer:
    number = call.body["number"]
    refused: Refused | None = await call.web.services.archive.restore(number)
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

"""Backups in the browser: made, fetched, brought from elsewhere, brought back."""

from base64 import b64decode

from firmware_host.board.json import flag, number, text
from firmware_host.board.messages import Refused
from firmware_host.web.endpoints import (
    FLAG,
    Answer,
    Call,
    Endpoints,
    Role,
    attached,
    missing,
    shape,
)

ENDPOINTS = Endpoints()


@ENDPOINTS.get("/api/backups", Role.TEACHER)
async def _all(call: Call) -> Answer:
    """The backups that there are."""
    archive = call.services.archive
    return {"backups": await archive.backups(), "restores": archive.restores()}


@ENDPOINTS.post("/api/backups/make", Role.TEACHER, note="backup")
async def _make(call: Call) -> Answer:
    """Make a backup now."""
    return {"number": await call.services.archive.back_up()}


@ENDPOINTS.get(
    "/api/backups/{number:int}.db", Role.TEACHER, gives="application/octet-stream"
)
async def _fetch(call: Call) -> Answer:
    """A backup as a file."""
    which = int(call.request.path_params["number"])
    content = await call.services.archive.backup(which)
    if content is None:
        return missing("backup")
    return attached(b64decode(content), f"{which}.db", "application/octet-stream")


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
    arrived = await call.services.archive.arrive(data, at=at, last=last)
    return arrived if isinstance(arrived, Refused) else {"number": arrived}


@ENDPOINTS.post(
    "/api/backups/restore",
    Role.TEACHER,
    shape({"number": {"type": "integer", "minimum": 1, "maximum": 2**31}}),
)
async def _restore(call: Call) -> Answer:
    """Let the next start of the board begin with a backup."""
    return await call.services.archive.restore(number(call.body, "number"))

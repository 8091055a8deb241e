"""Backups in the browser: made, fetched, brought from elsewhere, brought back."""

from base64 import b64decode
from typing import Annotated

from firmware_host.board.messages import Refused
from firmware_host.web.endpoints import (
    Answer,
    Call,
    Endpoints,
    Flag,
    Role,
    attached,
    missing,
)

_Data = Annotated[str, {"type": "string", "maxLength": 400_000}]
_Place = Annotated[int, {"type": "integer", "minimum": 0, "maximum": 2**31}]
_Number = Annotated[int, {"type": "integer", "minimum": 1, "maximum": 2**31}]

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
async def _fetch(call: Call, number: int) -> Answer:
    """A backup as a file."""
    content = await call.services.archive.backup(number)
    if content is None:
        return missing("backup")
    return attached(b64decode(content), f"{number}.db", "application/octet-stream")


@ENDPOINTS.post("/api/backups/arrive", Role.TEACHER)
async def _arrive(call: Call, data: _Data, at: _Place, last: Flag) -> Answer:
    """Bring a piece of a backup from elsewhere, in base64, one after the other."""
    arrived = await call.services.archive.arrive(data, at=at, last=last)
    return arrived if isinstance(arrived, Refused) else {"number": arrived}


@ENDPOINTS.post("/api/backups/restore", Role.TEACHER, note="restore")
async def _restore(call: Call, number: _Number) -> Answer:
    """Let the next start of the board begin with a backup."""
    return await call.services.archive.restore(number)

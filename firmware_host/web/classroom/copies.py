"""Backups in the browser: made, fetched, brought from elsewhere, brought back."""

from base64 import b64decode
from typing import Annotated

from starlette.responses import Response

from firmware_host.board.commands import Flag, Role
from firmware_host.board.messages import Refused
from firmware_host.web import answers
from firmware_host.web.classroom.signing import unsure
from firmware_host.web.endpoints import Call, Endpoints, Outcome, attached, missing

_Data = Annotated[str, {"type": "string", "maxLength": 400_000}]
_Place = Annotated[int, {"type": "integer", "minimum": 0, "maximum": 2**31}]
_Number = Annotated[int, {"type": "integer", "minimum": 1, "maximum": 2**31}]

ENDPOINTS = Endpoints()


@ENDPOINTS.get("/api/backups", Role.TEACHER)
async def _all(call: Call) -> answers.BackupList:
    """The backups that there are."""
    archive = call.services.archive
    return {"backups": await archive.backups(), "restores": archive.restores()}


@ENDPOINTS.post("/api/backups/make", Role.TEACHER, note="backup")
async def _make(call: Call) -> answers.Numbered | Refused:
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
) -> answers.Numbered | Refused:
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

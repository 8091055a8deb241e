"""The service page: how each part is, the walk over the board, a report."""

from starlette.responses import Response

from firmware_host.board.json import Json, as_message, flag
from firmware_host.web import values
from firmware_host.web.endpoints import FLAG, Answer, Call, Endpoints, Role, shape

ENDPOINTS = Endpoints()


@ENDPOINTS.get("/api/service", Role.TEACHER)
async def _look(call: Call) -> Answer:
    """How each part of the board is."""
    service = call.web.services.service
    where = service.where
    return {
        "parts": [_part(call, one) for one in await service.findings()],
        "readers": service.meters(),
        "walk": None
        if where is None
        else {
            **where,
            "asks": _say(call, where["asks"]),
            "note": _say(call, where["note"]),
        },
        "walked": [_part(call, one) for one in service.walked],
    }


@ENDPOINTS.get("/api/service/report.txt", Role.TEACHER, gives="text/plain")
async def _report(call: Call) -> Answer:
    """A report to print or send, without names or words."""
    text = await call.web.services.service.report(call.language)
    headers = {"content-disposition": 'attachment; filename="letterzone-report.txt"'}
    return Response(text, headers=headers, media_type="text/plain")


@ENDPOINTS.post("/api/service/walk", Role.TEACHER)
async def _walk(call: Call) -> Answer:
    """Begin the walk."""
    refused = await call.web.services.service.walk()
    if refused is None:
        call.web.classroom.note("walk")
    return refused


@ENDPOINTS.post("/api/service/answer", Role.TEACHER, shape({"seen": FLAG}))
async def _answer(call: Call) -> Answer:
    """Say whether what the walk asks for was seen."""
    call.web.services.service.answer(seen=flag(call.body, "seen"))
    return None


@ENDPOINTS.post("/api/service/stop", Role.TEACHER)
async def _stop(call: Call) -> Answer:
    """End the walk."""
    await call.web.services.service.stop()
    return None


def _part(call: Call, part: values.Part) -> dict[str, object]:
    said = {key: _say(call, part[key]) for key in ("name", "says", "then")}
    return {**part, **said}


def _say(call: Call, message: Json) -> str:
    """Return the words of a message; nothing for none."""
    if message is None:
        return ""
    return call.web.services.say(as_message(message), call.language)

"""The service page: how each part is, the walk over the board, a report."""

from firmware_host.board.json import Json, JsonObject, as_message
from firmware_host.web.endpoints import Answer, Call, Endpoints, Flag, Role, attached

ENDPOINTS = Endpoints()


@ENDPOINTS.get("/api/service", Role.TEACHER)
async def _look(call: Call) -> Answer:
    """How each part of the board is."""
    service = call.services.service
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
    report = await call.services.service.report(call.language)
    return attached(report, "report.txt", "text/plain")


@ENDPOINTS.post("/api/service/walk", Role.TEACHER, note="walk")
async def _walk(call: Call) -> Answer:
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


def _part(call: Call, part: JsonObject) -> dict[str, object]:
    said = {key: _say(call, part[key]) for key in ("name", "says", "then")}
    return {**part, **said}


def _say(call: Call, message: Json) -> str:
    """Return the words of a message; nothing for none."""
    if message is None:
        return ""
    return call.services.say(as_message(message), call.language)

"""The service page: how each part is, the walk over the board, a report."""

from collections.abc import Mapping
from typing import Any

from starlette.responses import Response

from firmware_host.board.messages import Message, Refused
from firmware_host.web.endpoints import FLAG, Answer, Call, Endpoint, Role, shape


async def _look(call: Call) -> Mapping[str, Any]:
    service = call.web.services.service
    where = service.where
    return {
        "parts": [_part(call, one) for one in await service.findings()],
        "readers": [
            {
                "zone": one.zone,
                "looks": one.looks,
                "hits": one.hits,
                "conflicts": one.conflicts,
                "since_ms": one.since_ms,
            }
            for one in service.meters()
        ],
        "walk": None
        if where is None
        else {
            "at": where.at,
            "of": where.of,
            "asks": _say(call, where.asks),
            "note": "" if where.note is None else _say(call, where.note),
        },
        "walked": [_part(call, one) for one in service.walked],
    }


async def _report(call: Call) -> Answer:
    text = await call.web.services.service.report(call.language)
    headers = {"content-disposition": 'attachment; filename="letterzone-report.txt"'}
    return Response(text, headers=headers, media_type="text/plain")


async def _walk(call: Call) -> Answer:
    refused: Refused | None = await call.web.services.service.walk()
    if refused is None:
        call.web.classroom.note("walk")
    return refused


async def _answer(call: Call) -> Answer:
    call.web.services.service.answer(seen=call.body["seen"])
    return None


async def _stop(call: Call) -> Answer:
    await call.web.services.service.stop()
    return None


def _part(call: Call, finding: Any) -> dict[str, str]:
    return {
        "part": finding.part,
        "name": _say(call, finding.name),
        "state": finding.state,
        "says": _say(call, finding.says),
        "then": "" if finding.then is None else _say(call, finding.then),
    }


def _say(call: Call, message: Message) -> str:
    said: str = call.web.services.say(message, call.language)
    return said


ENDPOINTS = (
    Endpoint(
        "GET", "/api/service", Role.TEACHER, _look, "How each part of the board is."
    ),
    Endpoint(
        "GET",
        "/api/service/report.txt",
        Role.TEACHER,
        _report,
        "A report to print or send, without names or words.",
        gives="text/plain",
    ),
    Endpoint("POST", "/api/service/walk", Role.TEACHER, _walk, "Begin the walk."),
    Endpoint(
        "POST",
        "/api/service/answer",
        Role.TEACHER,
        _answer,
        "Say whether what the walk asks for was seen.",
        shape({"seen": FLAG}),
    ),
    Endpoint("POST", "/api/service/stop", Role.TEACHER, _stop, "End the walk."),
)

"""
Who holds a secret: the phones that its owner had when it was begun.

A phone that comes later looks on, until the round is over or a holder lets it in. What
a phone has made itself it may see.
"""

from collections.abc import Mapping
from typing import Any

from firmware_host.board.messages import Refused
from firmware_host.web import documents
from firmware_host.web.endpoints import Answer, Call, Endpoint, Role, shape

#: What somebody typed beside these is compared with the secret.
_NOT_TYPED = ("do", "by")


async def _let_in(call: Call) -> Answer:
    """Let another phone of the own seat see the secret; only its holders can."""
    room, number = call.web.room, call.body["phone"]
    if call.sitter is None or call.looks_on:
        return Refused("looks-on")
    if number not in room.waiting(call.sitter, call.seen):
        return Refused("phone-gone")
    await room.let_in(number, call.sitter, call.seen)
    return None


async def made(call: Call, line: Mapping[str, Any]) -> None:
    """Let a phone that came late see the secret that it has just made itself."""
    sitter, table_api = call.sitter, call.web.services.table_api
    if call.phone is None or sitter is None or not call.phone.late:
        return
    seen = table_api.see(sitter.seat)
    own, fold = documents.secret(seen) or {}, call.web.services.archive.fold
    typed = [value for key, value in line.items() if key not in _NOT_TYPED]
    typed += [fold(value) for value in typed if isinstance(value, str)]
    if any(value in typed for value in _values(own)):
        await call.web.room.let_in(call.phone.number, sitter, seen)


def _values(own: Mapping[str, Any]) -> list[Any]:
    """Return what there is of a secret, as a line would have it."""
    lists = (list(one) if isinstance(one, tuple) else one for one in own.values())
    return [one for one in lists if one]


ENDPOINTS = (
    Endpoint(
        "POST",
        "/api/let-in",
        Role.SEAT,
        _let_in,
        "Let another phone of the own seat see the secret of this round.",
        shape({"phone": {"type": "integer", "minimum": 1, "maximum": 2**31}}),
    ),
)

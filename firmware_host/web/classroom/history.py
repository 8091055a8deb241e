"""
Games played: looking at them again, and putting them right.

At home everybody may look; in class the teacher alone, since names stand there.
"""

from collections.abc import Mapping
from typing import Any

from starlette.responses import JSONResponse, Response

from firmware_host.board.messages import Refused
from firmware_host.limits import GAME_LETTERS, NOTE_LETTERS, SEATS
from firmware_host.web.classroom import sheets
from firmware_host.web.endpoints import Answer, Call, Endpoint, Role, shape

#: Of a word or a kind of piece, how hard it has been.
HARDNESS = ("yes", "no", "wrong", "found", "games")


def _hidden(call: Call) -> Response | None:
    """Return a refusal, where the caller may not look."""
    if call.seen.place == "home" or Role.TEACHER in call.roles:
        return None
    return JSONResponse({"refused": "role", "text": call.say("web-only-teacher")}, 403)


def _gone() -> Response:
    return JSONResponse({"error": "there is no such game"}, 404)


# --- looking ----------------------------------------------------------------


async def _all(call: Call) -> Answer:
    if hidden := _hidden(call):
        return hidden
    found = await call.web.services.archive.chronicle(call.language)
    return {
        "place": call.seen.place,
        "may_change": Role.HOST in call.roles,
        "games": [sheets.document(told) for told in found.games],
        "groups": dict(found.groups),
        "words": [{"word": word, **_hard(one)} for word, one in found.words.items()],
        "kinds": [{"kind": kind, **_hard(one)} for kind, one in found.kinds.items()],
    }


def _hard(one: Any) -> dict[str, int]:
    return {name: getattr(one, name) for name in HARDNESS}


async def _one(call: Call) -> Answer:
    if hidden := _hidden(call):
        return hidden
    archive, number = call.web.services.archive, call.request.path_params["game"]
    told = await archive.game(number, call.language)
    if told is None:
        return _gone()
    positions = await archive.positions(number, call.language)
    return {
        **sheets.document(told),
        "may_change": Role.HOST in call.roles,
        "positions": [
            {
                "part": one.part,
                "ms": one.ms,
                "said": list(one.said),
                "word": one.word,
                "view": {name: getattr(one.view, name) for name in one.public},
            }
            for one in positions
        ],
    }


async def _transcript(call: Call) -> Answer:
    if hidden := _hidden(call):
        return hidden
    number = call.request.path_params["game"]
    text = await call.web.services.archive.transcript(number, call.language)
    return _file(text.encode(), f"letterzone-{number}.jsonl") if text else _gone()


async def _csv(call: Call) -> Answer:
    if hidden := _hidden(call):
        return hidden
    number = call.request.path_params["game"]
    told = await call.web.services.archive.game(number, call.language)
    if told is None:
        return _gone()
    content = sheets.as_csv(call, sheets.document(told))
    return _file(content, f"letterzone-{number}.csv", "text/csv; charset=utf-8")


def _file(
    content: bytes, name: str, kind: str = "application/x-ndjson; charset=utf-8"
) -> Response:
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(content, headers=headers, media_type=kind)


# --- putting right ----------------------------------------------------------


async def _rename(call: Call) -> Answer:
    refused: Refused | None = await call.web.services.archive.rename(
        call.body["game"], call.body["name"].strip()
    )
    return refused


async def _correct(call: Call) -> Answer:
    body: Mapping[str, Any] = call.body
    refused: Refused | None = await call.web.services.archive.correct(
        body["game"],
        body["round"],
        body["seat"],
        points=body["points"],
        note=body.get("note", "").strip(),
    )
    return refused


async def _delete(call: Call) -> Answer:
    refused: Refused | None = await call.web.services.archive.delete(call.body["game"])
    return refused


async def _group(call: Call) -> Answer:
    refused: Refused | None = await call.web.services.archive.name_group(
        call.body["group"], call.body["name"].strip()
    )
    return refused


_GAME = {"type": "integer", "minimum": 1, "maximum": 2**53}
_NAME = {"type": "string", "maxLength": GAME_LETTERS}

ENDPOINTS = (
    Endpoint("GET", "/api/history", Role.PUBLIC, _all, "Every game, the newest first."),
    Endpoint(
        "GET",
        "/api/history/{game:int}",
        Role.PUBLIC,
        _one,
        "A game with every position of its finished rounds.",
    ),
    Endpoint(
        "GET",
        "/api/history/{game:int}.jsonl",
        Role.PUBLIC,
        _transcript,
        "A game as a transcript.",
        gives="application/x-ndjson",
    ),
    Endpoint(
        "GET",
        "/api/history/{game:int}.csv",
        Role.PUBLIC,
        _csv,
        "A game's scoresheet for a spreadsheet.",
        query=("lang",),
        gives="text/csv",
    ),
    Endpoint(
        "POST",
        "/api/history/rename",
        Role.HOST,
        _rename,
        "Call a game by a name; empty for none.",
        shape({"game": _GAME, "name": _NAME}),
    ),
    Endpoint(
        "POST",
        "/api/history/correct",
        Role.HOST,
        _correct,
        "Put a cell of a scoresheet right; what was counted stays beside it.",
        shape(
            {
                "game": _GAME,
                "round": {"type": "integer", "minimum": 1, "maximum": 1000},
                "seat": {"type": "integer", "minimum": -1, "maximum": SEATS - 1},
                "points": {"type": "integer", "minimum": -99, "maximum": 999},
            },
            note={"type": "string", "maxLength": NOTE_LETTERS},
        ),
    ),
    Endpoint(
        "POST",
        "/api/history/delete",
        Role.HOST,
        _delete,
        "Delete a game for ever.",
        shape({"game": _GAME}),
    ),
    Endpoint(
        "POST",
        "/api/history/group",
        Role.HOST,
        _group,
        "Call a set of players by a name; empty for none.",
        shape(
            {"group": {"type": "string", "pattern": "^[0-9a-f]{12}$"}, "name": _NAME}
        ),
    ),
)

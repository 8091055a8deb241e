"""
Games played: looking at them again, and putting them right.

At home everybody may look; in class the teacher alone, since names stand there.
"""

from starlette.responses import Response

from firmware_host.board.json import number, text
from firmware_host.limits import GAME_LETTERS, NOTE_LETTERS, SEATS
from firmware_host.web.classroom import sheets
from firmware_host.web.endpoints import (
    Answer,
    Call,
    Endpoints,
    Role,
    attached,
    missing,
    shape,
)

_GAME = {"type": "integer", "minimum": 1, "maximum": 2**53}
_NAME = {"type": "string", "maxLength": GAME_LETTERS}

ENDPOINTS = Endpoints()


def _hidden(call: Call) -> Response | None:
    """Return a refusal, where the caller may not look."""
    return None if call.seen["place"] == "home" else call.denied(Role.TEACHER)


def _number(call: Call) -> int:
    return int(call.request.path_params["game"])


# --- looking ----------------------------------------------------------------


@ENDPOINTS.get("/api/history", Role.PUBLIC)
async def _all(call: Call) -> Answer:
    """Every game, the newest first."""
    if hidden := _hidden(call):
        return hidden
    found = await call.services.archive.chronicle(call.language)
    return {
        "place": call.seen["place"],
        "may_change": Role.HOST in call.roles,
        **found,
        "games": [sheets.document(sheet) for sheet in found["games"]],
    }


@ENDPOINTS.get("/api/history/{game:int}", Role.PUBLIC)
async def _one(call: Call) -> Answer:
    """A game with every position of its finished rounds."""
    if hidden := _hidden(call):
        return hidden
    archive = call.services.archive
    told = await archive.game(_number(call), call.language)
    if told is None:
        return missing("game")
    positions = await archive.positions(_number(call), call.language)
    return {
        **sheets.document(told),
        "may_change": Role.HOST in call.roles,
        "positions": positions,
    }


@ENDPOINTS.get(
    "/api/history/{game:int}.jsonl", Role.PUBLIC, gives="application/x-ndjson"
)
async def _transcript(call: Call) -> Answer:
    """A game as a transcript."""
    if hidden := _hidden(call):
        return hidden
    lines = await call.services.archive.transcript(_number(call), call.language)
    if not lines:
        return missing("game")
    kind = "application/x-ndjson; charset=utf-8"
    return attached(lines, f"{_number(call)}.jsonl", kind)


@ENDPOINTS.get(
    "/api/history/{game:int}.csv", Role.PUBLIC, query=("lang",), gives="text/csv"
)
async def _csv(call: Call) -> Answer:
    """A game's scoresheet for a spreadsheet."""
    if hidden := _hidden(call):
        return hidden
    told = await call.services.archive.game(_number(call), call.language)
    if told is None:
        return missing("game")
    content = sheets.as_csv(call, told)
    return attached(content, f"{_number(call)}.csv", "text/csv; charset=utf-8")


# --- putting right ----------------------------------------------------------


@ENDPOINTS.post("/api/history/rename", Role.HOST, shape({"game": _GAME, "name": _NAME}))
async def _rename(call: Call) -> Answer:
    """Call a game by a name; empty for none."""
    name = text(call.body, "name").strip()
    return await call.services.archive.rename(number(call.body, "game"), name)


@ENDPOINTS.post(
    "/api/history/correct",
    Role.HOST,
    shape(
        {
            "game": _GAME,
            "round": {"type": "integer", "minimum": 1, "maximum": 1000},
            "seat": {"type": "integer", "minimum": -1, "maximum": SEATS - 1},
            "points": {"type": "integer", "minimum": -99, "maximum": 999},
        },
        note={"type": "string", "maxLength": NOTE_LETTERS},
    ),
)
async def _correct(call: Call) -> Answer:
    """Put a cell of a scoresheet right; what was counted stays beside it."""
    body = call.body
    return await call.services.archive.correct(
        number(body, "game"),
        number(body, "round"),
        number(body, "seat"),
        points=number(body, "points"),
        note=text(body, "note", "").strip(),
    )


@ENDPOINTS.post("/api/history/delete", Role.HOST, shape({"game": _GAME}))
async def _delete(call: Call) -> Answer:
    """Delete a game for ever."""
    return await call.services.archive.delete(number(call.body, "game"))


@ENDPOINTS.post(
    "/api/history/group",
    Role.HOST,
    shape({"group": {"type": "string", "pattern": "^[0-9a-f]{12}$"}, "name": _NAME}),
)
async def _group(call: Call) -> Answer:
    """Call a set of players by a name; empty for none."""
    group, name = text(call.body, "group"), text(call.body, "name").strip()
    return await call.services.archive.name_group(group, name)

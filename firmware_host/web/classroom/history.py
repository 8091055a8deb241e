"""
Games played: looking at them again, and putting them right.

At home everybody may look; in class the teacher alone, since names stand there.
"""

import re
from typing import Annotated

from starlette.responses import Response

from firmware_host.board.commands import Role
from firmware_host.limits import GAME_LETTERS, NOTE_LETTERS, SEATS
from firmware_host.web import answers, values
from firmware_host.web.classroom import sheets
from firmware_host.web.endpoints import Call, Endpoints, Outcome, attached, missing

_Game = Annotated[int, {"type": "integer", "minimum": 1, "maximum": 2**53}]
_GameName = Annotated[str, {"type": "string", "maxLength": GAME_LETTERS}]
_Round = Annotated[int, {"type": "integer", "minimum": 1, "maximum": 1000}]
_SeatOrBoard = Annotated[int, {"type": "integer", "minimum": -1, "maximum": SEATS - 1}]
_Points = Annotated[int, {"type": "integer", "minimum": -99, "maximum": 999}]
_Note = Annotated[str, {"type": "string", "maxLength": NOTE_LETTERS}]

#: A game's number as it may stand in an address.
_NUMBER = re.compile("[1-9][0-9]{0,14}", re.ASCII)

ENDPOINTS = Endpoints()


def _hidden(call: Call) -> Response | None:
    """Return a refusal, where the caller may not look."""
    return None if call.seen["place"] == "home" else call.denied(Role.TEACHER)


def _number(text: str) -> int:
    """Return the number of a game in an address; 0 for anything else."""
    return int(text) if _NUMBER.fullmatch(text) else 0


# --- looking ----------------------------------------------------------------


@ENDPOINTS.get("/api/history", Role.PUBLIC, query=("lang", "before"))
async def _page(call: Call) -> answers.History | Response:
    """A page of games, the newest first; the next one has those before ``older``."""
    if hidden := _hidden(call):
        return hidden
    before = _number(call.request.query_params.get("before", ""))
    found = await call.services.history.chronicle(call.language, before)
    page: answers.History = {
        **found,
        "place": call.seen["place"],
        "may_change": Role.HOST in call.roles,
        "games": [sheets.document(sheet) for sheet in found["games"]],
    }
    return page


@ENDPOINTS.get("/api/history/{game:int}", Role.PUBLIC)
async def _one(call: Call, game: int) -> answers.GamePositions | Response:
    """A game with every position of its finished rounds."""
    if hidden := _hidden(call):
        return hidden
    history = call.services.history
    told = await history.game(game, call.language)
    if told is None:
        return missing("game")
    found: list[values.Position] = []
    while more := await history.positions(game, call.language, len(found)):
        found += more
    whole: answers.GamePositions = {
        **sheets.document(told),
        "may_change": Role.HOST in call.roles,
        "positions": found,
    }
    return whole


@ENDPOINTS.get(
    "/api/history/{game:int}.jsonl", Role.PUBLIC, gives="application/x-ndjson"
)
async def _transcript(call: Call, game: int) -> Response:
    """A game as a transcript."""
    if hidden := _hidden(call):
        return hidden
    history, lines = call.services.history, ""
    while more := await history.transcript(game, call.language, len(lines)):
        lines += more
    if not lines:
        return missing("game")
    kind = "application/x-ndjson; charset=utf-8"
    return attached(lines, f"{game}.jsonl", kind)


@ENDPOINTS.get(
    "/api/history/{game:int}.csv", Role.PUBLIC, query=("lang",), gives="text/csv"
)
async def _csv(call: Call, game: int) -> Response:
    """A game's scoresheet for a spreadsheet."""
    if hidden := _hidden(call):
        return hidden
    told = await call.services.history.game(game, call.language)
    if told is None:
        return missing("game")
    content = sheets.as_csv(call, told)
    return attached(content, f"{game}.csv", "text/csv; charset=utf-8")


@ENDPOINTS.get("/api/history/words.csv", Role.PUBLIC, query=("lang",), gives="text/csv")
async def _words(call: Call) -> Response:
    """The words that are needed again, for a spreadsheet; nobody is named."""
    if hidden := _hidden(call):
        return hidden
    content = sheets.words_as_csv(call, await call.services.history.practice())
    return attached(content, "words.csv", "text/csv; charset=utf-8")


# --- putting right ----------------------------------------------------------


@ENDPOINTS.post("/api/history/rename", Role.HOST)
async def _rename(call: Call, game: _Game, name: _GameName) -> Outcome:
    """Call a game by a name; empty for none."""
    return await call.services.archive.rename(game, name.strip())


@ENDPOINTS.post("/api/history/correct", Role.HOST)
async def _correct(  # noqa: PLR0913, PLR0917 - the fields of a cell
    call: Call,
    game: _Game,
    round: _Round,  # noqa: A002 - the field's name
    seat: _SeatOrBoard,
    points: _Points,
    note: _Note = "",
) -> Outcome:
    """Put a cell of a scoresheet right; what was counted stays beside it."""
    archive, said = call.services.archive, note.strip()
    return await archive.correct(game, round, seat, points=points, note=said)


@ENDPOINTS.post("/api/history/delete", Role.HOST)
async def _delete(call: Call, game: _Game) -> Outcome:
    """Delete a game for ever."""
    return await call.services.archive.delete(game)


@ENDPOINTS.post("/api/history/group", Role.HOST)
async def _group(call: Call, game: _Game, name: _GameName) -> Outcome:
    """Call the players of a game by a name; empty for none."""
    return await call.services.archive.name_group(game, name.strip())

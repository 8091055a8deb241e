"""
Endpoints of the history: stored games, corrections, and files of them.

At home everybody may read it; in a class only the teacher, since it contains names.
"""

import csv
import io
import re
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Annotated

from starlette.responses import Response

from firmware_host.board.commands import Role
from firmware_host.board.messages import Refused
from firmware_host.board.pieces import BOARD
from firmware_host.languages import decimal
from firmware_host.limits import GAME_LETTERS, NOTE_LETTERS, SEATS
from firmware_host.web import shown, values
from firmware_host.web.endpoints import Call, Endpoints, Outcome, attached, missing
from firmware_host.web.shown import GameSheet

_Game = Annotated[int, {"type": "integer", "minimum": 1, "maximum": 2**53}]
_GameName = Annotated[str, {"type": "string", "maxLength": GAME_LETTERS}]
_Round = Annotated[int, {"type": "integer", "minimum": 1, "maximum": 1000}]
_SeatOrBoard = Annotated[int, {"type": "integer", "minimum": -1, "maximum": SEATS - 1}]
_Points = Annotated[int, {"type": "integer", "minimum": -99, "maximum": 999}]
_Note = Annotated[str, {"type": "string", "maxLength": NOTE_LETTERS}]

#: A game's number in an address.
_NUMBER = re.compile("[1-9][0-9]{0,14}", re.ASCII)

ENDPOINTS = Endpoints()


def _hidden(call: Call) -> Response | None:
    """Return a refusal if the caller may not read the history, else None."""
    return None if call.seen["place"] == "home" else call.denied(Role.TEACHER)


def _number(text: str) -> int:
    """Return the number of a game in an address; 0 for anything else."""
    return int(text) if _NUMBER.fullmatch(text) else 0


async def _sheet(call: Call, game: int) -> values.Sheet | Response | Refused:
    """Return a game's scoresheet, or the refusal of it to the caller."""
    if hidden := _hidden(call):
        return hidden
    told = await call.services.history.game(game, call.language)
    return missing("game") if told is None else told


# --- reading ----------------------------------------------------------------


@ENDPOINTS.get("/api/history", Role.PUBLIC, query=("lang", "before"))
async def _page(call: Call) -> shown.History | Response:
    """Return a page of games, the newest first; ``older`` begins the next page."""
    if hidden := _hidden(call):
        return hidden
    before = _number(call.request.query_params.get("before", ""))
    found = await call.services.history.chronicle(call.language, before)
    return {
        **found,
        "place": call.seen["place"],
        "may_change": Role.HOST in call.roles,
        "games": [with_page(sheet) for sheet in found["games"]],
    }


@ENDPOINTS.get("/api/history/{game:int}", Role.PUBLIC)
async def _one(call: Call, game: int) -> shown.GamePositions | Response | Refused:
    """Return a game with every position of its finished rounds."""
    told = await _sheet(call, game)
    if isinstance(told, Response | Refused):
        return told
    history, found = call.services.history, list[values.Position]()
    while more := await history.positions(game, call.language, len(found)):
        if isinstance(more, Refused):
            return more
        found += more
    return {
        **with_page(told),
        "may_change": Role.HOST in call.roles,
        "positions": found,
    }


@ENDPOINTS.get(
    "/api/history/{game:int}.jsonl", Role.PUBLIC, gives="application/x-ndjson"
)
async def _transcript(call: Call, game: int) -> Response | Refused:
    """Return a game as a transcript."""
    if hidden := _hidden(call):
        return hidden
    history, lines = call.services.history, ""
    while more := await history.transcript(game, call.language, len(lines)):
        if isinstance(more, Refused):
            return more
        lines += more
    if not lines:
        return missing("game")
    return attached(lines, f"{game}.jsonl", "application/x-ndjson; charset=utf-8")


@ENDPOINTS.get(
    "/api/history/{game:int}.csv", Role.PUBLIC, query=("lang",), gives="text/csv"
)
async def _csv(call: Call, game: int) -> Response | Refused:
    """Return a game's scoresheet for a spreadsheet."""
    told = await _sheet(call, game)
    if isinstance(told, Response | Refused):
        return told
    return attached(as_csv(call, told), f"{game}.csv", "text/csv; charset=utf-8")


@ENDPOINTS.get("/api/history/words.csv", Role.PUBLIC, query=("lang",), gives="text/csv")
async def _words(call: Call) -> Response:
    """Return the words that need practice, for a spreadsheet, without names."""
    if hidden := _hidden(call):
        return hidden
    content = words_as_csv(call, await call.services.history.practice())
    return attached(content, "words.csv", "text/csv; charset=utf-8")


# --- corrections ------------------------------------------------------------


@ENDPOINTS.post("/api/history/rename", Role.HOST)
async def _rename(call: Call, game: _Game, name: _GameName) -> Outcome:
    """Store the name of a game; an empty name deletes it."""
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
    """Correct a cell of a scoresheet; the original points are kept."""
    archive, said = call.services.archive, note.strip()
    return await archive.correct(game, round, seat, points=points, note=said)


@ENDPOINTS.post("/api/history/delete", Role.HOST)
async def _delete(call: Call, game: _Game) -> Outcome:
    """Delete a game for ever."""
    return await call.services.archive.delete(game)


@ENDPOINTS.post("/api/history/group", Role.HOST)
async def _group(call: Call, game: _Game, name: _GameName) -> Outcome:
    """Store the name of the group of a game's players; an empty name deletes it."""
    return await call.services.archive.name_group(game, name.strip())


# --- scoresheets ------------------------------------------------------------

#: The beginnings of a cell that a spreadsheet would evaluate as a formula.
#: Source: OWASP, "CSV Injection".
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n")


def with_page(sheet: values.Sheet) -> GameSheet:
    """Return a game's scoresheet, with the name of the page script that shows it."""
    return {**sheet, "page": sheet["played"]}


def as_csv(call: Call, sheet: values.Sheet) -> bytes:
    """Return a scoresheet as CSV for the caller's language."""
    say = call.say
    names = {one["seat"]: one["name"] for one in sheet["players"]}
    if sheet["board_makes"]:
        names[BOARD] = say("the-board")
    results = sheet["results"]
    made = not results or any(one["maker"] is not None for one in results)
    heads = [say("web-sheet-round"), say("web-sheet-word")]
    heads += [say("web-sheet-maker"), say("web-sheet-guesser")] * made
    heads += [*names.values(), say("web-sheet-notes")]
    rows: list[Sequence[object]] = [heads]
    for number, one in enumerate(results, 1):
        who = [_name(names, one["maker"]), _name(names, one["guessed_by"])] * made
        notes = "; ".join(_notes(call, one["cells"], list(names.values())))
        word = one["word"] or " / ".join(one["words"])
        rows.append([number, word, *who, *one["points"], notes])
    rows.append([say("web-sheet-total"), "", *["", ""] * made, *sheet["totals"], ""])
    rows += _when(call, sheet)
    return _written(call, rows)


def words_as_csv(call: Call, words: Sequence[Mapping[str, str | int]]) -> bytes:
    """Return words that need practice as CSV for the caller's language."""
    say = call.say
    heads = [say("web-sheet-word"), say("web-language"), say("web-csv-played")]
    heads += [say("web-chart-found"), say("web-chart-noes"), say("web-chart-wrong")]
    columns = ("word", "language", "games", "found", "no", "wrong")
    rows = [[one[column] for column in columns] for one in words]
    return _written(call, [heads, *rows])


def _written(call: Call, rows: Sequence[Sequence[object]]) -> bytes:
    """Return rows as CSV: with semicolons where a comma separates decimals."""
    out = io.StringIO(newline="")
    separator = ";" if decimal(call.language) == "," else ","
    csv.writer(out, delimiter=separator).writerows(
        [safe(value) for value in row] for row in rows
    )
    return out.getvalue().encode("utf-8-sig")


def _when(call: Call, sheet: values.Sheet) -> list[list[str]]:
    """Return a row with the date or the evening of a game; none if unknown."""
    began_s, evening = sheet["began_s"], sheet["evening"]
    if began_s is not None:
        at = datetime.fromtimestamp(began_s, UTC)
        return [[call.say("web-date"), f"{at:%Y-%m-%d %H:%M} UTC"]]
    return [[call.say("web-evening", n=evening)]] if evening else []


def _name(names: Mapping[int, str], seat: int | None) -> str:
    return "" if seat is None else names.get(seat, "")


def _notes(
    call: Call, cells: Sequence[values.Cell | None], names: Sequence[str]
) -> list[str]:
    """Return a note for each corrected cell of a round."""
    return [
        call.say("web-csv-note", name=name, n=cell["counted"], note=cell["note"])
        for cell, name in zip(cells, names, strict=True)
        if cell and "counted" in cell
    ]


def safe(value: object) -> object:
    """Return *value* changed so that a spreadsheet does not evaluate it."""
    if isinstance(value, str) and value.startswith(_FORMULA):
        return f"'{value}"
    return value

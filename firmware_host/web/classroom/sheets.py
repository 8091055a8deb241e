"""A game's scoresheet as a document and as a file for a spreadsheet."""

import csv
import io
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime

from firmware_host.board.pieces import BOARD
from firmware_host.languages import decimal
from firmware_host.web import values
from firmware_host.web.answers import GameSheet
from firmware_host.web.endpoints import Call

#: A cell that begins so would be worked out by a spreadsheet, not shown.
#: Source: OWASP, "CSV Injection".
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n")


def document(sheet: values.Sheet) -> GameSheet:
    """Return a game with its scoresheet, and which page of the board shows it."""
    return {**sheet, "page": sheet["played"]}


def as_csv(call: Call, sheet: values.Sheet) -> bytes:
    """Return a scoresheet for a spreadsheet, as the reader's language wants it."""
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
    """Return the words that are needed again, for a spreadsheet."""
    say = call.say
    heads = [say("web-sheet-word"), say("web-language"), say("web-csv-played")]
    heads += [say("web-chart-found"), say("web-chart-noes"), say("web-chart-wrong")]
    columns = ("word", "language", "games", "found", "no", "wrong")
    rows = [[one[column] for column in columns] for one in words]
    return _written(call, [heads, *rows])


def _written(call: Call, rows: Sequence[Sequence[object]]) -> bytes:
    """Return a file for a spreadsheet, as the reader's language wants it."""
    out = io.StringIO(newline="")
    separator = ";" if decimal(call.language) == "," else ","
    csv.writer(out, delimiter=separator).writerows(
        [safe(value) for value in row] for row in rows
    )
    return out.getvalue().encode("utf-8-sig")


def _when(call: Call, sheet: values.Sheet) -> list[list[str]]:
    """Return the row that says when it was played, as far as the board knows."""
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
    """Return what was put right in a round, and why."""
    return [
        call.say("web-csv-note", name=name, n=cell["counted"], note=cell["note"])
        for cell, name in zip(cells, names, strict=True)
        if cell and "counted" in cell
    ]


def safe(value: object) -> object:
    """Return *value* as a spreadsheet shows it and never works it out."""
    if isinstance(value, str) and value.startswith(_FORMULA):
        return f"'{value}"
    return value

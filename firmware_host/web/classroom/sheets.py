"""A game's scoresheet as a document and as a file for a spreadsheet."""

import csv
import io
from collections.abc import Mapping, Sequence
from typing import Any

from firmware_host.languages import decimal
from firmware_host.web.documents import page
from firmware_host.web.endpoints import Call

#: A cell that begins so would be worked out by a spreadsheet, not shown.
#: Source: OWASP, "CSV Injection".
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n")

#: The board's place, where it makes the words.
BOARD = -1


def document(told: Any) -> dict[str, Any]:
    """
    Return a game with its scoresheet, field by field.

    Each round's points stand by seat, the board's last where it makes the words; they
    are as somebody has put them right, and ``cells`` says what was counted.
    """
    summary, remarks = told.summary, told.remarks
    header = summary.header
    seats = list(range(len(summary.names))) + [BOARD] * header["board_makes"]
    right = {(cell.round, cell.seat): cell for cell in remarks.cells}
    results = []
    for at, one in enumerate(summary.rounds, 1):
        cells = [
            _cell(_points(one.result.points, seat, header), right.get((at, seat)))
            for seat in seats
        ]
        results.append(_result(one, cells))
    return {
        "game": summary.game,
        "played": header["game"],
        "page": page(header["game"]),
        "name": remarks.name,
        "group": told.group,
        "language": header["language"],
        "length": header["length"],
        "rules": header.get("knobs", {}),
        "board_makes": header["board_makes"],
        "players": [
            {"seat": seat, "name": name} for seat, name in enumerate(summary.names)
        ],
        "results": results,
        "totals": [
            sum(one["points"][at] or 0 for one in results) for at in range(len(seats))
        ],
        "winners": list(summary.winners),
        "ended": summary.ended,
        "running": told.running,
    }


def _result(one: Any, cells: Sequence[Mapping[str, Any] | None]) -> dict[str, Any]:
    result = one.result
    return {
        "word": result.word,
        "maker": result.maker,
        "guessed_by": result.guessed_by,
        "nonce": result.nonce,
        "words": result.words,
        "ms": one.ms,
        "noes": sum(not yes for _, yes in one.answers),
        "points": [cell["points"] if cell else None for cell in cells],
        "cells": cells,
    }


def _points(points: Sequence[int], seat: int, header: Mapping[str, Any]) -> int | None:
    """Return what a seat earned; None before somebody sat there."""
    if seat == BOARD:
        return points[-1]
    people = points[:-1] if header["board_makes"] else points
    return people[seat] if seat < len(people) else None


def _cell(counted: int | None, right: Any) -> dict[str, Any] | None:
    if counted is None:
        return None
    if right is None:
        return {"points": counted}
    return {"points": right.points, "counted": counted, "note": right.note}


def as_csv(call: Call, sheet: Mapping[str, Any]) -> bytes:
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
    rows: list[list[Any]] = [heads]
    for number, one in enumerate(results, 1):
        who = [names.get(one["maker"], ""), names.get(one["guessed_by"], "")] * made
        notes = "; ".join(_notes(call, one["cells"], list(names.values())))
        word = one["word"] or " / ".join(one["words"])
        rows.append([number, word, *who, *one["points"], notes])
    rows.append([say("web-sheet-total"), "", *["", ""] * made, *sheet["totals"], ""])
    out = io.StringIO(newline="")
    separator = ";" if decimal(call.language) == "," else ","
    csv.writer(out, delimiter=separator).writerows(
        [safe(value) for value in row] for row in rows
    )
    return out.getvalue().encode("utf-8-sig")


def _notes(
    call: Call, cells: Sequence[Mapping[str, Any] | None], names: Sequence[str]
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

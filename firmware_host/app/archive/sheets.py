"""A game with its scoresheet, as pages and spreadsheets are told of it."""

from collections.abc import Sequence
from dataclasses import astuple
from json import dumps
from typing import Self

from firmware_host.app.archive.summaries import Round, Summary
from firmware_host.board.json import (
    Json,
    as_list,
    as_number,
    as_object,
    as_text,
    flag,
    number,
    read_object,
    text,
)
from firmware_host.board.pieces import BOARD
from firmware_host.board.record import Record
from firmware_host.games.contract import points_of
from firmware_host.web import values


class Cell(Record):
    """A cell of a scoresheet that somebody has put right; the original stays."""

    round: int
    seat: int
    points: int
    note: str = ""


class Remarks(Record):
    """What people wrote about a game: how they call it, and cells put right."""

    name: str = ""
    cells: tuple[Cell, ...] = ()

    @classmethod
    def read(cls, kept: str | None) -> Self:
        """Return what was kept; nothing where a bit of it has changed on the card."""
        try:
            item = read_object(kept) if kept else {"cells": []}
            cells = tuple(_kept(as_list(one)) for one in as_list(item.get("cells")))
            return cls(text(item, "name", ""), cells)
        except ValueError:  # the game is not its remark
            return cls()

    def written(self) -> str | None:
        """Return what to keep; None where there is nothing."""
        if self == Remarks():
            return None
        cells = list(map(astuple, self.cells))
        return dumps({"name": self.name, "cells": cells}, ensure_ascii=False)


def sheet(summary: Summary, remarks: Remarks, *, running: bool) -> values.Sheet:
    """
    Return a game with its scoresheet, field by field.

    Args:
        summary: The game in short.
        remarks: What people wrote.
        running: True while the table may still go on with it.
    """
    header = summary.header
    board_makes = flag(header, "board_makes")
    seats = [*range(len(summary.names)), *[BOARD] * board_makes]
    right = {(cell.round, cell.seat): cell for cell in remarks.cells}
    results = []
    for at, one in enumerate(summary.rounds, 1):
        cells = [
            _cell(
                points_of(one.result.points, seat, board_makes=board_makes),
                right.get((at, seat)),
            )
            for seat in seats
        ]
        results.append(_round(one, cells))
    return {
        "game": summary.game,
        "played": text(header, "game"),
        "name": remarks.name,
        "group": summary.group,
        "evening": summary.evening,
        "began_s": summary.began_s,
        "language": text(header, "language"),
        "length": number(header, "length"),
        "rules": as_object(header.get("knobs", {})),
        "board_makes": board_makes,
        "players": [
            {"seat": seat, "name": name, "symbol": symbol, "animal": animal}
            for seat, (name, (symbol, animal)) in enumerate(
                zip(summary.names, summary.faces, strict=True)
            )
        ],
        "results": results,
        "totals": [
            sum(one["points"][at] or 0 for one in results) for at in range(len(seats))
        ],
        "winners": list(summary.winners),
        "ended": summary.ended,
        "running": running,
    }


def _round(one: Round, cells: list[values.Cell | None]) -> values.Round:
    result = one.result
    return {
        "word": result.word,
        "maker": result.maker,
        "guessed_by": result.guessed_by,
        "nonce": result.nonce,
        "words": list(result.words),
        "ms": one.ms,
        "noes": sum(not yes for _, yes in one.answers),
        "points": [cell["points"] if cell else None for cell in cells],
        "cells": cells,
    }


def _cell(counted: int | None, right: Cell | None) -> values.Cell | None:
    if counted is None:
        return None
    if right is None:
        return {"points": counted}
    return {"points": right.points, "counted": counted, "note": right.note}


def _kept(values: Sequence[Json]) -> Cell:
    """Return a cell as it was kept: round, seat, points and note."""
    round_, seat, points = map(as_number, values[:3])
    return Cell(round_, seat, points, *map(as_text, values[3:4]))


def counted(told: values.Sheet, round_: int, seat: int) -> int | None:
    """Return what was counted in a cell; None where there is no such cell."""
    results, here = told["results"], len(told["players"])
    if not 1 <= round_ <= len(results) or seat >= here:
        return None
    cells = results[round_ - 1]["cells"]
    at = here if seat < 0 else seat  # the board's is the last one
    cell = cells[at] if at < len(cells) else None
    return None if cell is None else cell.get("counted", cell["points"])

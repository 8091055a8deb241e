"""A scoresheet as a document: each cell in its column, even with late players."""

from firmware_host.app.archive.summaries import (
    CorrectedCell,
    GameSummary,
    Remarks,
    RoundSummary,
    sheet as document,
)
from firmware_host.board.pieces import BOARD, Seat
from firmware_host.games.contract import Result


def told(*points, names=("Ann", "Ben"), board_makes=False, cells=()):
    rounds = tuple(
        RoundSummary(Result("HOBBY", BOARD, Seat(0), one), (("red", False),), 0, 1000)
        for one in points
    )
    header = {"game": "decipher", "language": "en", "length": 5}
    header["board_makes"] = board_makes
    faces = (("", "fox"),) * len(names)
    summary = GameSummary(1, header, names, faces, "", rounds, ended=True, winners=(0,))
    return summary, Remarks("", cells)


def test_who_came_later_has_empty_cells_before():
    sheet = document(
        *told((3, 4), (1, 2, 5), names=("Ann", "Ben", "Cleo")), running=False
    )
    assert [one["points"] for one in sheet["results"]] == [[3, 4, None], [1, 2, 5]]
    assert sheet["totals"] == [4, 6, 5]


def test_the_board_has_the_last_column():
    """The board's points are in the last column, even after a player joined."""
    sheet = document(
        *told((3, 9), (1, 2, 8), names=("Ann", "Ben"), board_makes=True), running=False
    )
    assert [one["points"] for one in sheet["results"]] == [[3, None, 9], [1, 2, 8]]
    assert sheet["totals"] == [4, 2, 17]
    assert sheet["players"] == [
        {"seat": 0, "name": "Ann", "symbol": "", "animal": "fox"},
        {"seat": 1, "name": "Ben", "symbol": "", "animal": "fox"},
    ]


def test_a_cell_put_right_keeps_what_was_counted():
    sheet = document(
        *told((3, 4), cells=(CorrectedCell(1, 1, 7, "Misread"),)), running=False
    )
    (one,) = sheet["results"]
    assert one["cells"] == [
        {"points": 3},
        {"points": 7, "counted": 4, "note": "Misread"},
    ]
    assert sheet["totals"] == [3, 7]

"""Rows folded: how a board stands, and the table of an evening."""

from dataclasses import replace

from firmware_host.hall import fold
from firmware_host.hall.evening import Evening
from firmware_host.hall.fold import Board, Judge
from firmware_host.hall.lines import Begun, Ended, Happened, Told

EVENING = Evening("Spring cup", "decipher", "en", 5, 2, "c" * 64)
BEGUN = Begun("decipher", "en", 5, 1, 2, "code")


def folded(*rows):
    """A board that has told some rows; of each what it has beside its number."""
    board = Board("s")
    for n, more in enumerate(rows, 1):
        board = fold.after(board, Told("s", n, 1, **more))
    return board


def ended(word, points, found=0):
    """A round that is over."""
    return {"ended": (Ended(word, (points, 3), found),), "totals": (points, 3)}


def judge(**more):
    """An evening of two words."""
    return Judge(EVENING, "code", ("APPLE", "HOUSE"), lambda _: [8, 8], **more)


def test_a_board_shows_what_happened_last():
    """Until something else has, or a game begins."""
    yes = {"moments": (Happened("yes", 0, 3, "red"), Happened("bonus"))}
    board = folded({"begun": BEGUN}, yes)
    assert (board.last, board.zone, board.now.yeses) == ("yes", 3, 1)
    assert folded({"begun": BEGUN}, yes, {"totals": (1, 2)}).last == "yes"
    again = fold.after(board, Told("s", 3, 2, begun=BEGUN))
    assert (again.last, again.game, len(again.games)) == ("", 2, 2)


def test_only_peoples_points_count():
    """Not those of the board, which makes the words."""
    board = folded({"begun": BEGUN}, ended("APPLE", 6))
    assert board.now.people == 1
    (line,) = fold.table({"a": board}, judge())
    assert (line.points, line.par, line.share, line.words) == (6, 8, 0.75, 1)


def test_boards_of_one_name_are_told_apart():
    """Each is found again on wall and table, the same after a new start."""
    told = folded({"begun": BEGUN}, ended("APPLE", 6))
    boards = {
        "7f3a01bc": replace(told, name="full"),
        "c0de99aa": replace(told, name="full"),
        "ab12cd34": replace(told, name="Owl"),
        "11223344": told,
        "55667788": told,
    }
    called = {
        "7f3a01bc": "full 7f3a",
        "c0de99aa": "full c0de",
        "ab12cd34": "Owl",
        "11223344": "11223344",
        "55667788": "55667788",
    }
    assert fold.names(boards) == called
    assert {one.board: one.name for one in fold.table(boards, judge())} == called


def test_equal_shares_have_the_same_place():
    """And the next one has the place behind both."""
    boards = {
        "a": folded({"begun": BEGUN}, ended("APPLE", 6)),
        "b": folded({"begun": BEGUN}, ended("APPLE", 6)),
        "c": folded({"begun": BEGUN}, ended("APPLE", 2, None)),
    }
    lines = fold.table(boards, judge())
    assert [(one.board, one.rank) for one in lines] == [("a", 1), ("b", 1), ("c", 3)]


def test_other_words_and_second_tries_do_not_count():
    """Of each board the first game of the evening, and of it the evening's words."""
    board = folded({"begun": BEGUN}, ended("OTHER", 9), ended("HOUSE", 5))
    board = fold.after(board, Told("s", 4, 2, begun=BEGUN))
    board = fold.after(board, Told("s", 5, 2, **ended("APPLE", 9)))
    (line,) = fold.table({"a": board}, judge())
    assert (line.points, line.rounds, line.others, line.over) == (5, 1, 1, True)
    other = folded({"begun": replace(BEGUN, evening="x")}, ended("APPLE", 6))
    assert fold.table({"a": other}, judge()) == ()


def test_at_the_end_rounds_that_were_not_played_are_lost():
    """While it is on they are only late."""
    boards = {"a": folded({"begun": BEGUN}, ended("APPLE", 8))}
    assert [one.share for one in fold.table(boards, judge())] == [1.0]
    assert [one.share for one in fold.table(boards, judge(closed=True))] == [0.5]

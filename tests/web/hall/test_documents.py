"""What the hall's pages are told, in words."""

from dataclasses import replace

import pytest

from firmware_host.app.content.languages import load_texts
from firmware_host.hall import fold
from firmware_host.hall.fold import Board, Line
from firmware_host.hall.lines import Begun, Ended, Happened, Told
from firmware_host.web.hall.documents import EveningPromise, document

BEGUN = Begun("decipher", "en", 5, 1, 3, "")
OF_EVENING = replace(BEGUN, evening="code")


class Hall:
    """A hall with two boards."""

    delay_s = 120
    begun = BEGUN
    shown = EveningPromise("Spring cup", "c" * 64)

    def boards(self, *, later):
        """The one that has told something, later or now; and one that has not."""
        fox = Board("s", name="Fox")
        rows = [Told("s", 1, 1, begun=self.begun)]
        if not later:
            ended = (Ended("HOBBY", (6, 2), 0),)
            told = {"ended": ended, "totals": (6, 2), "moments": (Happened("right"),)}
            rows.append(Told("s", 2, 1, **told))
        for one in rows:
            fox = fold.after(fox, one)
        return {"b": fox, "a": Board("t", name="Owl")}

    def is_online(self, board):
        """Tell whether it is the one that plays."""
        return board == "b"

    def evening(self):
        """The evening that is on."""
        return self.shown

    def table(self):
        """A table of one."""
        return [Line("b", "Fox", 1, 6, 8, 1, 1, others=2)]


@pytest.fixture(params=["en", "de"])
def texts(request):
    """The words of a language."""
    return load_texts(request.param)


def test_a_wall_shows_how_far_each_board_is(texts):
    """By name; with its last answer, its points, and the last word that is open."""
    shown = document(Hall(), "wall", texts)
    fox, owl = shown["boards"]
    assert (fox["name"], fox["lamp"], fox["word"]) == ("Fox", "yes", "HOBBY")
    assert "2" in fox["line"]
    assert "6" in fox["points"]
    assert (owl["lamp"], owl["line"], owl["online"]) == ("", "", False)
    assert shown["late"] == ""


def test_a_wall_tells_no_word_that_others_have_yet_to_find(texts):
    """Of the evening's games, until its key is told; spectators see it later."""
    hall = Hall()
    hall.begun = OF_EVENING
    fox, _ = document(hall, "wall", texts)["boards"]
    assert (fox["lamp"], fox["word"]) == ("yes", "")
    hall.shown = EveningPromise("Spring cup", "c" * 64, "ABC", "00")
    fox, _ = document(hall, "wall", texts)["boards"]
    assert fox["word"] == "HOBBY"


def test_a_board_that_has_told_no_name_is_called_by_its_number(texts):
    """No heading is empty."""
    hall = Hall()
    hall.boards = lambda **_: {"b1": Board("s")}
    assert [one["name"] for one in document(hall, "wall", texts)["boards"]] == ["b1"]


def test_boards_stand_in_the_order_of_their_numbers(texts):
    """The tenth comes after the second, whatever else they are called."""
    names = ["10", "Board 10", "Board 2", "Board", "2b", ""]
    hall = Hall()
    hall.boards = lambda **_: {
        f"k{at}": Board("s", name=name) for at, name in enumerate(names)
    }
    shown = [one["name"] for one in document(hall, "wall", texts)["boards"]]
    assert shown == ["2b", "10", "Board", "Board 2", "Board 10", "k5"]


def test_spectators_see_what_was(texts):
    """And are told how long ago."""
    shown = document(Hall(), "watch", texts)
    assert shown["boards"][0]["word"] == ""
    assert "120" in shown["late"]


def test_the_table_is_in_percent_of_par(texts):
    """Rounds with other words are named."""
    (line,) = document(Hall(), "table", texts)["lines"]
    assert line["cells"][:5] == [1, "Fox", 1, 1, 6]
    assert line["cells"][5].startswith("75")
    assert "2" in line["note"]


def test_every_sentence_is_one(texts):
    """No code stands for a text that is missing."""
    for view in ("wall", "table", "watch"):
        assert "hall-" not in repr(document(Hall(), view, texts))

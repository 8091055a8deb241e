"""A transcript as sentences, and its scoresheet."""

import json
import re

import pytest

from firmware_host.app.archive.replay import judge, read_file, replay, scoresheet, story
from tests.app.archive.test_replay import GAMES
from tests.cli.command import EXAMPLES, HEADER


def told(*items, header=HEADER):
    lines = [json.dumps(item) for item in (header, *items)]
    return list(story(replay(lines, "told")))


def sheet(path):
    done = replay(*read_file(str(path)))
    return list(scoresheet(done, done.engine.results(done.played[-1].after)))


def test_it_tells_what_was_done_and_what_came_of_it():
    """Each action is a numbered sentence with its answer below."""
    lines = told(
        {"do": "secret", "by": "Tina", "word": "HOBBY"},
        {"do": "tap", "zone": 1, "kind": "red"},
        {"do": "tap", "zone": 1, "kind": "green"},
        {"do": "ask"},
        {"do": "guess", "by": "Ben", "word": "Hobby"},
    )
    assert lines[:10] == [
        "   2  Tina makes a word.",
        "      A word of 5 letters: HOBBY.",
        "   3  Zone 1: red long stick?",
        "      Yes.",
        "   4  Zone 1: green tight curve?",
        "      No.",
        "   5  The seeker on turn asks for a piece.",
        "      That belongs to bonus mode.",
        "   6  Ben guesses HOBBY.",
        "      Right!",
    ]


def test_the_scoresheet_is_the_boxs():
    """A row a round, a column a player, the maker at the end, and the totals."""
    assert sheet(EXAMPLES / "box.jsonl") == [
        "word   Tina  Lee  Ben   maker",
        "HOBBY     9    3   10   Tina",
        "PANDA    10    8    2   Lee",
        "total    19   11   12",
    ]


def test_a_german_game_has_a_german_scoresheet():
    assert sheet(EXAMPLES / "gruen.jsonl") == [
        "Wort   Anna  Max   Rätsel",
        "GRUEN     3   12   Anna",
        "WEISS    13    2   Max",
        "Summe    16   14",
    ]


def test_the_board_has_a_column_where_it_makes_the_words():
    rows = sheet(GAMES["board"])
    assert rows[0].split()[:3] == ["word", "Ann", "Bob"]
    assert [row.split()[1:4] for row in rows[1:]] == [
        ["3", "11", "4"],
        ["3", "0", "8"],
        ["6", "11", "12"],
    ]


def test_who_came_later_has_nothing_before():
    """A player who joined late has zeros for the rounds before."""
    rows = sheet(GAMES["coming"])
    assert rows[0].split() == ["word", *["Ann", "Bob", "Cem", "Eve", "Fay"], "maker"]
    assert rows[1].split() == ["CAT", *["0", "1", "3", "13", "0"], "Bob"]


def test_a_game_without_a_round_has_totals_of_nothing():
    assert told()[-2:] == ["word   Tina  Lee  Ben   maker", "total     0    0    0"]


@pytest.mark.parametrize("path", GAMES.values(), ids=GAMES)
def test_sheet_and_judgement_agree_on_every_point(path):
    """The scoresheet for people has the same points as the replay for programs."""
    done = replay(*read_file(str(path)))
    judged = [one["points"].values() for one in judge(done) if "points" in one]
    rows = [re.findall(r"(?<!\S)\d+(?!\S)", row) for row in sheet(path)[1:-1]]
    # A game without a word for a round has the round's number in front.
    counted = [row[-len(points) :] for row, points in zip(rows, judged, strict=True)]
    assert [list(map(int, row)) for row in counted] == [list(row) for row in judged]


@pytest.mark.parametrize("path", GAMES.values(), ids=GAMES)
def test_no_sentence_has_a_hole(path):
    """A story contains no code, no brace and no empty line."""
    lines = list(story(replay(*read_file(str(path)))))
    assert lines.index("") == len(lines) - len(sheet(path)) - 1
    for line in lines:
        assert "{" not in line
        assert "told-" not in line
        assert "refused-" not in line


def test_a_guess_that_was_called_out_is_told_without_a_word():
    """A spoken guess is told without a word and counts as wrong."""
    secret = {"do": "secret", "by": "Tina", "word": "HOBBY"}
    aloud = {"do": "guess", "by": "Ben", "word": "", "spoken": True}
    assert told(secret, aloud)[2:4] == ["   3  Ben guesses aloud.", "      Wrong."]

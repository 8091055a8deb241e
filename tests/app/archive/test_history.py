"""Games are read: lists of games, one game with names and points, transcripts."""

import json
import sqlite3

import pytest

from firmware_host.app.archive.history import JournalHistory
from firmware_host.app.archive.summaries import PAGE
from firmware_host.board.entries import Entry
from tests.app.written import GAME, write

#: A game that was begun, and ended before anybody had tapped.
EMPTY = (GAME[0], {"do": "end"})


@pytest.fixture
def history(journal, path):
    return JournalHistory(path, journal.append)


async def listed(history):
    """Return the numbers of all readable games in the first page of the history."""
    return [one["game"] for one in (await history.chronicle("en"))["games"]]


async def test_games_are_listed_the_newest_first(history, journal):
    """Games are listed newest first, with the results of finished rounds only."""
    write(journal, *GAME)
    write(journal, *GAME[:9], game=2)
    found = await history.chronicle("en")
    newest, oldest = found["games"]
    assert (newest["game"], newest["running"]) == (2, True)
    assert (oldest["game"], oldest["running"]) == (1, False)
    assert [one["word"] for one in newest["results"]] == ["HOBBY"]
    assert [one["word"] for one in oldest["results"]] == ["HOBBY", "LOYAL"]


async def test_the_hardest_word_comes_first(history, journal):
    """LOYAL was given up; HOBBY was found both times."""
    write(journal, *GAME)
    write(journal, *GAME[:7], game=2)
    found = await history.chronicle("en")
    loyal, hobby = found["words"]
    assert (loyal["word"], hobby["word"]) == ("LOYAL", "HOBBY")
    assert (hobby["games"], hobby["found"]) == (2, 2)
    kinds = {one["kind"]: (one["yes"], one["no"]) for one in found["kinds"]}
    assert (kinds["red"], kinds["blue"]) == ((4, 0), (0, 1))


async def test_a_game_goes_out_as_a_transcript(history, journal):
    """An exported transcript has the actions of all finished rounds, and no other."""
    write(journal, *GAME)
    write(journal, *GAME[:9], game=2)
    lines = (await history.transcript(1, "en")).splitlines()
    assert [json.loads(line)["do"] for line in lines[1:]] == [one["do"] for one in GAME]
    assert "LOYAL" not in await history.transcript(2, "en")
    assert await history.transcript(3, "en") == ""


async def test_a_damaged_game_is_left_out(history, journal, path):
    """A damaged game is not in the list, and has no positions."""
    write(journal, *GAME)
    write(journal, *GAME, game=2)
    journal.append(Entry(settings=(("x", "y"),))).result()
    other = sqlite3.connect(path)
    with other:
        other.execute("UPDATE rows SET facts = '[]' WHERE game = 1 AND number = 2")
    other.close()
    assert await listed(history) == [2]
    assert await history.positions(1, "en") == []


async def test_a_game_in_which_nobody_did_anything_is_not_listed(history, journal):
    """U20: nothing of it is lost, and a round that was broken off counts."""
    write(journal, *GAME)
    write(journal, *EMPTY, game=2)
    write(journal, *GAME[:2], {"do": "end"}, game=3)
    write(journal, {"do": "end"}, game=4)
    assert await listed(history) == [3, 1]
    assert (await history.game(2, "en"))["results"] == []
    assert journal.row_count(2) == 2


async def test_the_game_that_goes_on_is_listed_before_anything_was_done(
    history, journal
):
    write(journal, *GAME)
    write(journal, GAME[0], game=2)
    assert await listed(history) == [2, 1]


async def test_empty_games_shorten_no_page(history, journal):
    """Empty games do not count for a page, but many in a row end it."""
    for game in range(1, 4):
        write(journal, *GAME[:2], {"do": "end"}, game=game)
    for game in range(4, 4 + 2 * PAGE):
        write(journal, {"do": "end"}, game=game)
    first = await history.chronicle("en")
    assert [one["game"] for one in first["games"]] == [3, 2, 1]
    assert first["older"] == 0


async def test_a_game_says_when_it_was(history, journal):
    """O20: in the history and in the file; nothing where it is not known."""
    known = {"evening": 12, "start": "a", "up_s": 5, "at_s": 1_795_631_400}
    counted = {"evening": 13, "start": "b", "up_s": 5}
    write(journal, *GAME, more={"when": known})
    write(journal, *GAME, game=2, more={"when": counted})
    write(journal, *GAME, game=3)
    found = (await history.chronicle("en"))["games"]
    told = {one["game"]: (one["evening"], one["began_s"]) for one in found}
    assert told == {1: (12, 1_795_631_400), 2: (13, None), 3: (0, None)}
    heads = [
        json.loads((await history.transcript(game, "en")).splitlines()[0])
        for game in (1, 2, 3)
    ]
    assert [head.get("began") for head in heads] == ["2026-11-25T18:30Z", None, None]


async def test_everybody_keeps_the_animal_of_that_game(history, journal):
    """Older journals do not say it: then it is that of the seat."""
    write(journal, *GAME, more={"animals": ["owl", ""]})
    write(journal, *GAME, game=2)
    write(journal, *GAME, game=3, more={"animals": ["unicorn", "cat"]})
    for game, animals in (
        (1, ["owl", "fox"]),
        (2, ["fox", "owl"]),
        (3, ["fox", "cat"]),
    ):
        told = await history.game(game, "en")
        assert [one["animal"] for one in told["players"]] == animals

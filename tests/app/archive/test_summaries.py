"""The stored summary of a finished game equals the computed one."""

import json
from dataclasses import replace
from unittest.mock import patch

import pytest

from firmware_host.app.archive import summaries
from firmware_host.app.archive.summaries import PAGE, summary, write_newest
from firmware_host.app.content.games import find
from firmware_host.board.entries import Entry
from firmware_host.errors import SettingsError
from firmware_host.journal.store import Journal
from tests.app import written
from tests.app.written import GAME, HUNT, HUNT_HEAD, write
from tests.cli.command import EXAMPLES
from tests.contracts.test_outside import install, loaded


@pytest.fixture
def journal(tmp_path):
    with Journal(tmp_path / "j.db", reserve_bytes=0) as opened:
        yield opened


def keeping(journal):
    """Return a function that appends an entry and waits for it."""
    return lambda entry: journal.append(entry).result()


def test_a_game_in_short(journal):
    """A summary has words, finders, points and difficulty, without undone actions."""
    write(journal, *GAME)
    told = summary(journal, 1, language="en")
    assert told.names == ("Tina", "Lee")
    assert told.group == "dfda85dbcd08"  # by it the journal keeps the name of a group
    assert told.ended
    hobby, loyal = told.rounds
    assert (hobby.result.word, hobby.result.maker, hobby.result.guessed_by) == (
        "HOBBY",
        0,
        1,
    )
    assert hobby.answers == (("red", True), ("red", True))
    assert hobby.wrong == 1
    assert hobby.ms == 6000
    assert loyal.result.guessed_by is None


def test_a_game_from_outside_is_not_asked_by_the_table(journal, tmp_path):
    """An external game gets no stored summary: its code could hang in the thread."""
    folder = install(tmp_path / "outside")
    with loaded(folder):
        write(journal, *GAME)
        write(journal, *HUNT, head=HUNT_HEAD, game=2)
        with patch.object(type(find("treasure")), "result") as asked:
            write_newest(journal, keeping(journal), language="en")
    assert not asked.called
    assert journal.summary(1)


def test_the_erased_are_called_by_number_in_the_readers_language(journal):
    """Erased players are called by number, even if a summary was stored before."""
    write(journal, *GAME)
    summary(journal, 1, language="en", keep=keeping(journal))
    assert "Tina" not in journal.summary(1).summary
    journal.erase_names().result()
    told = summary(journal, 1, language="de")
    assert told.names == ("Spieler 1", "Spieler 2")
    assert told.group == ""


def test_a_round_that_is_not_over_is_not_told(journal):
    write(journal, *GAME[:9], {"do": "end"})
    assert "LOYAL" not in repr(summary(journal, 1, language="en"))


def test_a_round_that_was_called_off_counts_nothing(journal):
    write(journal, *GAME[:3], {"do": "void"}, *GAME[:7])
    assert len(summary(journal, 1, language="en").rounds) == 1


def test_no_such_game_is_said(journal):
    with pytest.raises(SettingsError, match="no game 7"):
        summary(journal, 7, language="en")


def test_what_was_written_down_is_told_without_a_row(journal, monkeypatch):
    write(journal, *GAME)
    first = summary(journal, 1, language="en", keep=keeping(journal))
    monkeypatch.setattr(journal, "rows", lambda *_: pytest.fail("a row was read"))
    assert summary(journal, 1, language="en", keep=pytest.fail) == first


@pytest.mark.parametrize(
    "example",
    sorted({*EXAMPLES.glob("*.jsonl")} - {EXAMPLES / "set.jsonl"}),
    ids=lambda it: it.stem,
)
def test_each_game_is_told_the_same(journal, example, monkeypatch):
    """A stored summary of each example game equals the computed one."""
    head, *actions = map(json.loads, example.read_text(encoding="utf-8").splitlines())
    monkeypatch.setattr(written, "HEADER", head)
    write(journal, *actions)
    first = summary(journal, 1, language="en", keep=keeping(journal))
    assert journal.summary(1)
    assert first.rounds
    assert summary(journal, 1, language="en", keep=pytest.fail) == first


@pytest.mark.parametrize("change", [{"maker": "an older one"}, {"summary": "{"}])
def test_what_another_program_wrote_is_told_anew(journal, change):
    write(journal, *GAME)
    first = summary(journal, 1, language="en", keep=keeping(journal))
    written = replace(journal.summary(1), **change)
    journal.append(Entry(summary=written)).result()
    assert summary(journal, 1, language="en", keep=keeping(journal)) == first
    assert journal.summary(1) != written


def test_what_was_told_of_fewer_rows_does_not_count(journal):
    write(journal, *GAME[:9])
    write(journal, *GAME[:2], game=2)
    summary(journal, 1, language="en", keep=keeping(journal))
    assert journal.summary(1)
    (row,) = [row for row in journal.rows(1) if row.number == 9]
    journal.append(Entry(rows=(replace(row, number=10),))).result()
    told = summary(journal, 1, language="en", keep=keeping(journal))
    assert '"rows":10' in journal.summary(1).summary
    assert len(told.rounds) == 1


def test_of_a_game_that_goes_on_nothing_is_written_down(journal):
    write(journal, *GAME[:9])
    summary(journal, 1, language="en", keep=keeping(journal))
    assert journal.summary(1) is None


def test_nor_of_a_game_from_outside(journal, monkeypatch):
    """An external game gets no stored summary: its rules may change at any time."""
    write(journal, *GAME)
    monkeypatch.setattr(summaries, "NAMES", ())
    summary(journal, 1, language="en", keep=keeping(journal))
    assert journal.summary(1) is None


def test_the_first_page_is_written_down(journal, caplog):
    """
    The newest page of summaries is stored.

    A game that cannot be read is left out.
    """
    for game in range(1, PAGE + 2):
        write(journal, *GAME[:1], {"do": "end"}, game=game)
    journal.append(Entry(rows=(replace(next(journal.rows(5)), number=9),))).result()
    caplog.set_level("INFO")
    write_newest(journal, keeping(journal), language="en")
    written = [n for n in range(1, PAGE + 3) if journal.summary(n)]
    assert written == [n for n in range(2, PAGE + 2) if n != 5]
    assert "game 5 cannot be told: JournalError" in caplog.text

"""The numbers of what was told: each row has one, and keeps it."""

from firmware_host.app.hall.numbers import NUMBERS, Numbers
from firmware_host.board.entries import JOURNAL
from firmware_host.journal.reader import Reader
from tests.app.hall.evenings import entries, journal_in, write


def test_each_row_has_one_number_and_a_game_begins_with_one(tmp_path):
    """In the order of the journal; asked again, nothing is new."""
    numbers = Numbers(tmp_path / NUMBERS)
    with journal_in(tmp_path) as journal:
        for game in (1, 2):
            for entry in entries("decipher", seed=game, number=game):
                write(journal, entry)
        with Reader(tmp_path / JOURNAL) as reader:
            assert numbers.follow(reader)
            assert not numbers.follow(reader)
            rows = [(one, row.number) for one in (1, 2) for row in reader.rows(one)]
            found = [(one.game, one.number) for one in numbers.after(0, 10_000)]
            assert found == sorted({*rows, (1, 0), (2, 0)})
    assert numbers.last == len(found)
    assert [one.n for one in numbers.after(3, 2)] == [4, 5]
    numbers.close()


def test_what_was_heard_outlives_a_restart_and_a_damaged_file_does_not(tmp_path):
    """It is but an index: where it is gone, all is told anew, as another stream."""
    path = tmp_path / NUMBERS
    numbers = Numbers(path)
    numbers.hear(7)
    known = numbers.board, numbers.stream
    numbers.close()
    again = Numbers(path)
    assert (again.board, again.stream) == known
    assert again.heard == 7
    again.close()
    path.write_bytes(b"no file of SQLite's" * 500)
    anew = Numbers(path)
    assert anew.stream != known[1]
    assert (anew.heard, anew.last) == (0, 0)
    anew.close()


def test_a_deleted_game_is_no_other_journal(tmp_path):
    """Its rows have had their numbers; the others keep theirs."""
    numbers = Numbers(tmp_path / NUMBERS)
    with journal_in(tmp_path) as journal:
        for game in (1, 2):
            for entry in entries("decipher", seed=game, number=game):
                write(journal, entry)
        with Reader(tmp_path / JOURNAL) as reader:
            numbers.follow(reader)
        stream, last = numbers.stream, numbers.last
        journal.delete_game(1).result()
        with Reader(tmp_path / JOURNAL) as reader:
            numbers.check(reader)
            assert not numbers.follow(reader)
    assert (numbers.stream, numbers.last) == (stream, last)
    numbers.close()

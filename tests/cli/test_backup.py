"""`letterzone backup`: a copy beside the journal, also while a board plays."""

from firmware_host.app.archive.backups import Backups
from firmware_host.board.entries import JOURNAL
from firmware_host.cli import places
from firmware_host.journal.store import Journal
from tests.cli.command import refusal, said


def test_it_copies_a_journal_that_is_in_use(capsys, tmp_path):
    """The daemon has it open, and writes."""
    with Journal(tmp_path / JOURNAL) as journal:
        journal.put_setting("a", "1").result()
        words = ("backup", "--folder", tmp_path, "--language", "en")
        path = tmp_path / "backups" / "letterzone-1.db"
        assert said(capsys, *words) == f"Backup: {path}\n"
        assert path.stat().st_mode & 0o777 == 0o600
        journal.put_setting("a", "2").result()


def test_an_installed_board_needs_no_folder(capsys, tmp_path, monkeypatch):
    """Without an option the command copies the journal of this machine's board."""
    monkeypatch.setattr(places, "FOLDER", tmp_path)
    with Journal(tmp_path / JOURNAL):
        path = tmp_path / "backups" / "letterzone-1.db"
        assert said(capsys, "backup", "--language", "en") == f"Backup: {path}\n"


def test_where_nothing_is_new_there_is_no_backup(capsys, tmp_path):
    """`backup --if-new` makes no backup if nothing has changed since the last one."""
    words = ("backup", "--if-new", "--folder", tmp_path, "--language", "en")
    with Journal(tmp_path / JOURNAL) as journal:
        journal.put_setting("a", "1").result()
        said(capsys, *words)
        assert said(capsys, *words) == "Nothing is new since the last backup.\n"
    with Journal(tmp_path / JOURNAL):  # the board was off and on
        assert said(capsys, *words) == "Nothing is new since the last backup.\n"
    with Journal(tmp_path / JOURNAL) as journal:
        journal.put_setting("a", "2").result()
        assert said(capsys, *words).startswith("Backup: ")
    assert [one["number"] for one in Backups(tmp_path / JOURNAL).all()] == [2, 1]


def test_without_a_journal_it_is_one_line(capsys, tmp_path):
    """Without a journal the command prints one line and creates no folder."""
    told = refusal(capsys, "backup", "--folder", tmp_path / "none")
    assert told.startswith(f"{tmp_path / 'none' / JOURNAL}: there is no journal yet")
    assert not (tmp_path / "none").exists()

"""A card that became read-only costs no start, and no game that is on."""

import errno
import os
import sqlite3

import pytest

from firmware_host.app.daemon import card
from firmware_host.app.daemon.card import MOST_BYTES, NAME, usable_folder
from firmware_host.app.daemon.daemon import Hardware, open_board
from firmware_host.app.daemon.ladder import Ladder
from firmware_host.app.system.hardware import profile_path
from firmware_host.board.entries import JOURNAL
from firmware_host.devices.fake import FakePins
from firmware_host.errors import DoubtError, JournalError
from firmware_host.journal import file
from firmware_host.journal.store import Journal
from firmware_host.settings.profile import load_profile
from tests.app.written import GAME, write
from tests.controller.bench import until
from tests.devices.chips import ChipScreens

PROFILE = load_profile(profile_path("simulated"))


@pytest.fixture
def read_only(tmp_path, monkeypatch):
    """Return a board's folder with an unfinished game, on a read-only card."""
    folder = tmp_path / "card"
    folder.mkdir()
    journal = Journal(folder / JOURNAL, reserve_bytes=0)
    with journal:
        write(journal, *GAME[:3])
        for end in ("", "-wal"):  # as a board leaves them whose plug is pulled
            (tmp_path / f"kept{end}").write_bytes(
                (folder / f"{JOURNAL}{end}").read_bytes()
            )
    for end in ("", "-wal"):
        (tmp_path / f"kept{end}").rename(folder / f"{JOURNAL}{end}")
    (folder / "letters.toml").write_text("", encoding="utf-8")
    forbid(monkeypatch, folder)
    return folder


def forbid(monkeypatch, folder, code=errno.EROFS):
    """Make each opening of a file for writing in a folder fail with *code*."""
    opens = os.open

    def guarded(path, flags, *more, **named):
        if flags & (os.O_WRONLY | os.O_RDWR) and folder == type(folder)(path).parent:
            raise OSError(code, os.strerror(code), str(path))
        return opens(path, flags, *more, **named)

    monkeypatch.setattr(file.os, "open", guarded)


def test_a_card_that_can_be_written_is_used(tmp_path):
    (tmp_path / "run" / NAME).mkdir(parents=True)
    assert usable_folder(tmp_path, tmp_path / "run") == tmp_path
    assert not (tmp_path / "run" / NAME).exists(), "an older copy is out of date"


@pytest.mark.parametrize("code", [errno.EROFS, errno.EIO])
def test_one_that_takes_nothing_more_is_copied_into_memory(
    read_only, tmp_path, monkeypatch, code
):
    forbid(monkeypatch, read_only, code)
    folder = usable_folder(read_only, tmp_path / "run")
    assert folder == tmp_path / "run" / NAME
    with Journal(folder / JOURNAL, reserve_bytes=0) as journal:
        assert len(list(journal.rows(1))) == 3
    assert (folder / "letters.toml").exists()


def test_the_next_start_goes_on_with_what_was_played_in_memory(read_only, tmp_path):
    folder = usable_folder(read_only, tmp_path / "run")
    with Journal(folder / JOURNAL, reserve_bytes=0) as journal:
        write(journal, *GAME, game=2)
    assert usable_folder(read_only, tmp_path / "run") == folder
    with Journal(folder / JOURNAL, reserve_bytes=0) as journal:
        assert [one.id for one in journal.games()] == [1, 2]


def test_without_a_runtime_folder_there_is_memory_all_the_same(read_only):
    folder = usable_folder(read_only, None)
    assert (folder / JOURNAL).exists()
    card.shutil.rmtree(folder)


def test_what_cannot_be_read_or_is_too_large_is_left_out(read_only, tmp_path, caplog):
    with (read_only / JOURNAL).open("r+b") as large:
        large.truncate(MOST_BYTES + 1)
    (read_only / "letters.toml").unlink()
    (read_only / "letters.toml").symlink_to("letters.toml")
    folder = usable_folder(read_only, tmp_path / "run")
    assert not (folder / JOURNAL).exists()
    assert "letters.toml cannot be read" in caplog.text


def test_another_fault_of_the_folder_is_none_of_the_card(tmp_path, monkeypatch):
    """A folder without write permission is reported as before, not as a faulty card."""
    forbid(monkeypatch, tmp_path, errno.EACCES)
    assert usable_folder(tmp_path, None) == tmp_path
    with pytest.raises(JournalError, match="no journal can be kept"):
        Journal(tmp_path / JOURNAL).__enter__()


async def test_the_board_starts_and_goes_on_with_its_game(read_only, tmp_path):
    folder = usable_folder(read_only, tmp_path / "run")
    pins = FakePins(lamps=PROFILE.lamps, buzzer=PROFILE.buzzer)
    hardware = Hardware(
        factory=pins.factory,
        bus=ChipScreens(PROFILE.screens).open,
        port=str(folder / "no-controller"),
    )
    async with open_board(
        PROFILE, folder, hardware=hardware, ladder=Ladder(folder)
    ) as board:
        assert board.table.session.playing is not None
        card.mark(board.table, folder, read_only)
        await until(lambda: card.PART in board.table.session.faults)


async def test_nothing_is_marked_on_a_card_that_is_whole(tmp_path):
    table = object()  # nothing of it is touched
    card.mark(table, tmp_path, tmp_path)


def test_a_card_that_becomes_read_only_in_a_game_ends_the_daemon(tmp_path, monkeypatch):
    """
    A card that becomes read-only in a game ends the daemon.

    A write that was not stored is not acknowledged.
    """
    doubts = []
    with Journal(tmp_path / JOURNAL, reserve_bytes=0, in_doubt=doubts.append) as one:
        write(one, *GAME[:2])
        forbid(monkeypatch, tmp_path)

        def fails(_connection):
            fault = sqlite3.OperationalError("disk I/O error")
            fault.sqlite_errorcode = sqlite3.SQLITE_IOERR_WRITE
            raise fault

        refused = one._open_writer.put(fails)
        with pytest.raises(DoubtError, match="read-only"):
            refused.result()
        monkeypatch.undo()
    assert len(doubts) == 1

"""The doctor's checks of the card and the pages: journal, words, crashes, web."""

import socket

import pytest

from firmware_host.app.daemon.crashes import Crashes
from firmware_host.app.doctor import doctor as files
from firmware_host.app.doctor.doctor import (
    JOURNAL,
    examine_files,
    judge_journal,
    judge_web,
)
from firmware_host.app.doctor.findings import PartState
from firmware_host.journal.store import Journal
from tests.app.page import page


@pytest.fixture
def folder(tmp_path):
    """A folder with a journal that was used and closed."""
    with Journal(tmp_path / JOURNAL) as journal:
        journal.put_setting("setup", "{}").result()
    return tmp_path


def codes(folder):
    return {one.part: one.says.code for one in examine_files(folder)}


def damage(path):
    """Turn the file's middle into noise, as a dying card does."""
    with path.open("r+b") as file:
        file.seek(4096)
        file.write(b"\xa5" * 4096)


def test_a_folder_that_was_used_is_well(folder):
    assert {one.state for one in examine_files(folder)} == {PartState.OK}
    assert codes(folder) == {"journal": "doctor-journal", "words": "doctor-words"}


def test_a_new_folder_is_well_and_one_that_is_not_there_is_not_tried(tmp_path):
    assert codes(tmp_path)["journal"] == "doctor-journal-new"
    missing = judge_journal(tmp_path / "nowhere" / JOURNAL)
    assert missing.state is PartState.UNTRIED


def test_looking_leaves_no_trace(folder):
    before = sorted(folder.iterdir())
    list(examine_files(folder))
    assert sorted(folder.iterdir()) == before


def test_a_journal_can_be_looked_at_while_it_is_written(tmp_path):
    with Journal(tmp_path / JOURNAL):
        assert judge_journal(tmp_path / JOURNAL).state is PartState.OK


def test_a_damaged_journal_is_found_and_not_touched(folder):
    damage(folder / JOURNAL)
    content = (folder / JOURNAL).read_bytes()
    assert judge_journal(folder / JOURNAL).says.code == "doctor-journal-damaged"
    assert (folder / JOURNAL).read_bytes() == content


def test_one_that_was_set_aside_is_told(folder):
    """The board has begun a new one, and plays."""
    damage(folder / JOURNAL)
    with Journal(folder / JOURNAL):
        found = judge_journal(folder / JOURNAL)
    assert (found.state, found.says.code) == (PartState.WATCH, "doctor-journal-aside")
    assert found.says["n"] == 1


def test_an_owners_alphabet_with_a_mistake_is_found(folder):
    (folder / "alphabet.toml").write_text('N = ["pink"]', encoding="utf-8")
    assert codes(folder)["words"] == "doctor-words-box"


def test_crashes_are_told_with_the_newest(folder):
    for _ in "ab":
        Crashes(folder).write(["ValueError"])
    found = {one.part: one for one in examine_files(folder)}["crashes"]
    assert found.says["n"] == 2
    assert found.says["file"] == "crash-2.txt"


def test_a_port_that_is_open_with_no_page_behind_it_is_no_page(monkeypatch):
    """An open port without an answer, or with status 500, counts as mute."""
    monkeypatch.setattr(files, "_ANSWER_S", 0.1)
    with socket.create_server(("127.0.0.1", 0)) as ears:
        where = f"127.0.0.1:{ears.getsockname()[1]}"
        assert judge_web(where, runs=True).says.code == "doctor-web-mute"
    with page(500) as port:
        where = f"127.0.0.1:{port}"
        assert judge_web(where, runs=True).says.code == "doctor-web-mute"


@pytest.mark.parametrize(
    ("answers", "runs", "code"),
    [
        (True, True, "doctor-web"),
        (False, True, "doctor-web-mute"),
        (False, False, "doctor-web-later"),
        (True, False, "doctor-web-taken"),
    ],
)
def test_pages_are_where_the_profile_says_or_not(answers, runs, code):
    """The pages are checked at the profile's address and port."""
    with page() as port:
        there = judge_web(f"0.0.0.0:{port}", runs=runs)
    gone = judge_web(f"0.0.0.0:{port}", runs=runs)
    assert (there if answers else gone).says.code == code
    assert judge_web("", runs=runs).says.code == "doctor-web-unwanted"


def test_our_own_pages_are_no_other_program():
    """While a board is built its daemon is off, and its pages have the port."""
    with page() as port:
        where = f"127.0.0.1:{port}"
        one = judge_web(where, runs=False, waits=True)
        assert (one.state, one.says.code) == (PartState.UNTRIED, "doctor-web-waits")
    assert judge_web(where, runs=False, waits=True).says.code == "doctor-web-later"

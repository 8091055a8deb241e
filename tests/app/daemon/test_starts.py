"""A failed start is shown with its reason, and the next one waits longer."""

import pytest

from firmware_host.app.content.languages import load_texts
from firmware_host.app.daemon import starting
from firmware_host.app.daemon.starts import NAME, Starts
from firmware_host.errors import BoardMissingError, JournalError, SettingsError

FAULTS = {
    JournalError("damaged"): "its games cannot be opened",
    SettingsError("board.toml:3: what?"): "a setting is wrong",
    BoardMissingError("no chip"): "its pins cannot be reached",
    KeyError("HOBBY"): "a fault of its program",
}


@pytest.mark.parametrize(("fault", "why"), FAULTS.items(), ids=repr)
def test_each_kind_of_fault_is_said_in_plain_words(tmp_path, fault, why):
    """Each kind of fault has its sentence and advice, without the fault's own text."""
    face = Starts(tmp_path).failed(fault, "en")
    assert starting._say(face.line) == f"Cannot start: {why}"
    assert starting._say(face.note).endswith("sudo letterzone doctor")
    assert "HOBBY" not in (tmp_path / NAME).read_text(encoding="utf-8")


def test_it_is_said_in_the_boards_language(tmp_path):
    face = Starts(tmp_path).failed(JournalError("damaged"), "de")
    assert starting._say(face.line) == "Startet nicht: die Spiele gehen nicht auf"
    assert starting._say(face.note) == load_texts("de").find("then-doctor", "screen")


def test_the_next_start_says_it_at_once_until_one_goes_well(tmp_path):
    """The next start shows the last failure at once, until a start succeeds."""
    assert Starts(tmp_path).face is None
    face = Starts(tmp_path).failed(JournalError("damaged"), "de")
    again = Starts(tmp_path)
    assert again.face == face
    assert not again.is_up
    again.up()
    assert again.is_up
    assert again.face is None
    assert Starts(tmp_path).face is None


def test_each_rest_is_longer_up_to_a_minute(tmp_path):
    """The pause after a failed start doubles up to a minute."""
    rests = []
    for _ in range(7):
        starts = Starts(tmp_path)
        starts.failed(JournalError("damaged"), "en")
        rests.append(starts.rest_s)
    assert rests == [2, 4, 8, 16, 32, 60, 60]


@pytest.mark.parametrize(
    "spoilt", ["", "[]", '{"times": "x"}', '{"why": 1, "times": 1}']
)
def test_what_cannot_be_read_is_no_fault(tmp_path, spoilt):
    (tmp_path / NAME).write_text(spoilt, encoding="utf-8")
    assert Starts(tmp_path).face is None


@pytest.mark.parametrize("folder", [None, "/no/such/folder"])
def test_where_nothing_can_be_kept_it_is_said_all_the_same(tmp_path, folder):
    starts = Starts(None if folder is None else tmp_path / folder)
    assert starts.failed(JournalError("damaged"), "en").note is not None
    starts.up()
    assert starts.face is None

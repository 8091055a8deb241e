"""The folders are the list of languages, each with its own data."""

import pytest

from firmware_host import languages
from firmware_host.languages import ABOUT, CODES, FOLDER, decimal, keyboard, title


def test_every_folder_is_offered_english_first():
    """Each folder is offered as a language, with English first."""
    assert {path.parent.name for path in FOLDER.glob(f"*/{ABOUT}")} == set(CODES)
    assert ("en", *sorted(set(CODES) - {"en"})) == CODES


def test_each_is_called_and_counts_as_its_speakers_do():
    """Each language has its own name and its decimal sign."""
    assert [title(code) for code in ("en", "de")] == ["English", "Deutsch"]
    assert [decimal(code) for code in ("en", "de")] == [".", ","]


@pytest.mark.parametrize("code", CODES)
def test_every_letter_can_be_typed(code):
    """Each letter is in the keyboard's rows or its extra keys."""
    keys = keyboard(code)
    assert set(keys["letters"]) <= set("".join(keys["rows"])) | set(keys["more"])


def test_a_file_that_cannot_be_read_costs_the_name_alone(tmp_path, monkeypatch):
    """A language file that cannot be read falls back to the code and a point."""
    (tmp_path / "nl").mkdir()
    (tmp_path / "nl" / ABOUT).write_text("name = [", encoding="utf-8")
    monkeypatch.setattr(languages, "FOLDER", tmp_path)
    assert title("nl") == "nl"
    assert title("fr") == "fr"
    assert decimal("nl") == "."

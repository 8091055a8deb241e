"""The folders are the list of languages, and tell what each one needs."""

import pytest

from firmware_host import languages
from firmware_host.languages import ABOUT, CODES, FOLDER, decimal, keyboard, title


def test_every_folder_is_offered_english_first():
    """A language that lies there and is not offered is a mistake."""
    assert {path.parent.name for path in FOLDER.glob(f"*/{ABOUT}")} == set(CODES)
    assert ("en", *sorted(set(CODES) - {"en"})) == CODES


def test_each_is_called_and_counts_as_its_speakers_do():
    """Its own name, its sign before the tenths."""
    assert [title(code) for code in ("en", "de")] == ["English", "Deutsch"]
    assert [decimal(code) for code in ("en", "de")] == [".", ","]


@pytest.mark.parametrize("code", CODES)
def test_every_letter_can_be_typed(code):
    """By the rows of a keyboard, and the keys beside them."""
    keys = keyboard(code)
    assert set(keys["letters"]) <= set("".join(keys["rows"])) | set(keys["more"])


def test_a_file_that_cannot_be_read_costs_the_name_alone(tmp_path, monkeypatch):
    """The doctor says what is wrong with it."""
    (tmp_path / "nl").mkdir()
    (tmp_path / "nl" / ABOUT).write_text("name = [", encoding="utf-8")
    monkeypatch.setattr(languages, "FOLDER", tmp_path)
    assert title("nl") == "nl"
    assert title("fr") == "fr"
    assert decimal("nl") == "."

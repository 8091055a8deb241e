"""Each list of a language says why it has a word, or why a form is none."""

import pytest

from firmware_host.app.content.languages import load_language, load_reasons
from firmware_host.app.content.reasons import Reasons, read_sections, reasons_for


@pytest.mark.parametrize(
    ("code", "word", "why"),
    [
        ("de", "HUND", Reasons(level="easy", source="lists")),
        ("de", "PICKEL", Reasons(level="rare", source="lists")),
        ("de", "KANADA", Reasons(refused="name")),
        ("de", "BERLIN", Reasons(refused="name")),
        ("de", "MIN", Reasons(refused="abbreviation")),
        ("de", "XYZZY", Reasons(refused="unknown")),
        ("de", "AXEL", Reasons(level="rare", source="lists", not_drawn="obscure")),
        ("en", "DONUT", Reasons(level="rare", source="hand")),
        ("en", "OWL", Reasons(level="easy", source="lists")),
        ("en", "X-RAY", Reasons(level="everyday", source="hand")),
        ("en", "TO", Reasons(level="cards", source="lists")),
        ("en", "LOSER", Reasons(level="rare", source="lists", not_drawn="never")),
        ("de", "STREBER", Reasons(level="cards", source="lists")),
        ("en", "MELEE", Reasons(level="rare", source="lists")),
    ],
)
def test_a_word_has_the_reasons_of_its_lists(code, word, why):
    assert reasons_for(word, load_language(code), load_reasons(code)) == why


def test_no_word_of_the_dictionary_is_called_no_word():
    """What `no-words.txt` has is in neither list."""
    for code in ("de", "en"):
        language, files = load_language(code), load_reasons(code)
        judged = set().union(*files["no-words.txt"].values())
        assert len(judged) > 4000
        assert not [one for one in judged if one in language.accepted]
        assert not [one for one in judged if one in language.wide]


def test_a_language_without_the_files_knows_no_reason_but_its_lists():
    english = load_language("en")
    assert reasons_for("XYZZY", english, {}) == Reasons(refused="unknown")
    assert reasons_for("OWL", english, {}).level == "easy"


def test_sections_are_read_without_comments():
    text = "# a file\n[name]\nANNA BEN # and\nCARL\n[slang]\nYO\n"
    assert read_sections(text) == {
        "name": frozenset({"ANNA", "BEN", "CARL"}),
        "slang": frozenset({"YO"}),
    }

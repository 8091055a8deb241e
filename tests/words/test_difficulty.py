"""How hard a word is, and what that rests on."""

from firmware_host.app.content.languages import load_language
from firmware_host.words.difficulty import difficulty


def test_it_names_what_a_word_rests_on():
    """Band, letters built alike, and twins, the best known first."""
    english = load_language("en")
    assert difficulty(english, "HOBBY").band == "everyday"
    aide = difficulty(english, "AIDE")
    assert "HIDE" in aide.twins
    assert "AIDE" not in aide.twins
    assert (aide.band, aide.alike) == ("rare", 1)

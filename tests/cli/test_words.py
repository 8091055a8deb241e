"""`letterzone words check`: can it be played, and if not, every reason."""

import pytest

from firmware_host.app.content.languages import OWNERS
from tests.cli.command import refusal, said


@pytest.fixture(autouse=True)
def _at_home(monkeypatch, tmp_path):
    """A home in *tmp_path*, where nobody has changed a letter."""
    monkeypatch.delenv("STATE_DIRECTORY", raising=False)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))


def test_every_reason_is_named_with_its_count(capsys):
    """VOODOO has too many round letters for the box."""
    assert said(capsys, "words", "check", "--language", "en", "voodoo") == (
        "VOODOO:\n"
        "  - It needs 4 tiles O; there are 3.\n"
        "  - It needs 9 pieces (blue wide curve); there are 8.\n"
    )


def test_an_umlaut_is_two_zones(capsys):
    """So GRÜN is five letters long, and STRAßE seven."""
    words = ("words", "check", "--language", "de", "--length", "5")
    assert said(capsys, *words, "Grün") == "GRUEN: spielbar\n"
    reasons = said(capsys, *words, "Straße").splitlines()
    assert reasons[:2] == [
        "STRASSE:",
        "  - Das Wort hat 7 Buchstaben; es muss 5 haben.",
    ]


def test_without_a_length_any_that_the_board_has_will_do(capsys):
    """Three to six."""
    out = said(capsys, "words", "check", "--language", "en", "tea", "garden", "to")
    assert out.splitlines() == [
        "TEA: playable",
        "GARDEN: playable",
        "TO:",
        "  - The word has 2 letters; it must have 3-6.",
        "  - TO is not in the dictionary.",
    ]


@pytest.mark.parametrize(
    ("word", "says"),
    [
        ("", "The word has 0 letters"),
        ("C4T", "These are no letters of the alphabet: 4"),
        ("\ud800AT", "These are no letters of the alphabet: \\ud800"),
        ("GRÜN", "GRUEN is not in the dictionary"),
    ],
)
def test_whatever_is_typed_is_answered(capsys, word, says):
    """Nothing that fits on a command line is a fault of the program."""
    assert says in said(capsys, "words", "check", "--language", "en", word)


def test_the_language_is_the_terminals(capsys, monkeypatch):
    """Unless it is given."""
    monkeypatch.setenv("LC_ALL", "de_DE.UTF-8")
    assert said(capsys, "words", "check", "grün") == "GRUEN: spielbar\n"
    assert "not in the" in said(capsys, "words", "check", "--language", "en", "grün")


def test_an_owners_letters_count(capsys, tmp_path):
    """A box that builds its E of four wide curves has fewer words."""
    curves = '["blue", "blue", "blue", "blue"]'
    (tmp_path / OWNERS).write_text(f"E = {curves}\n", encoding="utf-8")
    words = ("words", "check", "--language", "en", "--folder", tmp_path, "elope")
    assert said(capsys, *words).splitlines()[1:] == [
        "  - It needs 10 pieces (blue wide curve); there are 8."
    ]
    (tmp_path / OWNERS).write_text("E = 4\n", encoding="utf-8")
    assert refusal(capsys, *words).startswith(f"{tmp_path / OWNERS}: letter E: ")

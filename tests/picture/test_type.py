"""Words go into their boxes, whatever the language."""

import pytest

from firmware_host.app.languages import CODES, load_texts
from firmware_host.board.messages import Message
from firmware_host.picture.table import LINE_PX
from firmware_host.picture.type import BOLD, PLAIN, fits, fitted, tiny

#: Long but usual values for the gaps of a text.
VALUES = {
    "name": "Benjamin",
    "names": "Tina, Benjamin",
    "word": "SCHULE",
    "points": "Tina 19  Lee 11  Ben 12",
    "hex": "0" * 64,
    "round": 10,
    "rounds": 12,
    "guesses": 3,
    "bonus": 3,
    "noes": 20,
    "n": 6,
    "zone": 6,
    "length": 6,
    "has": 5,
    "needs": 6,
    "letter": "O",
    "letters": "1 2",
    "kind": "blue wide curve",
}

#: Texts of the big line, and of the small print under it.
LINES = ("turn-", "secret-", "game-won", "game-shared", "choose-", "same-", "menu-who")
NOTES = ("refused-", "round-", "go-on", "touches-")


def texts_for(language: str, starts: tuple[str, ...]) -> dict[str, str]:
    texts = load_texts(language)
    return {
        code: texts.find(code, "screen").format_map(VALUES)
        for code in texts.as_json("screen")
        if code.startswith(starts)
    }


def longer(text: str) -> str:
    """Return the text in a language that needs 40 percent more letters."""
    return " ".join(word + word[: round(len(word) * 0.4)] for word in text.split())


@pytest.mark.parametrize("language", CODES)
def test_every_line_fits_the_table_screen(language):
    """Nobody has to guess the end of a sentence."""
    for code, text in texts_for(language, LINES).items():
        assert fits(text, 102, LINE_PX, BOLD), code


@pytest.mark.parametrize("language", CODES)
def test_every_sentence_fits_the_small_print(language):
    """A refusal says why, in full."""
    for code, text in texts_for(language, NOTES).items():
        assert fits(text, 128, 28, PLAIN), code


def test_a_language_with_longer_words_fits_too():
    """A translation needs no new layout."""
    for code, text in texts_for("en", LINES).items():
        assert fits(longer(text), 122, LINE_PX, BOLD), code
    for code, text in texts_for("en", NOTES).items():
        assert fits(longer(text), 128, 28, PLAIN), code


def test_the_check_of_fit_would_see_too_long_a_text():
    """The check itself can fail."""
    assert not fits("an endless sentence " * 10, 128, LINE_PX, BOLD)


def test_a_text_is_drawn_as_large_as_it_goes():
    """A short line is read from farther away."""
    short = fitted("Go", 122, 34, 20, BOLD).getbbox()
    long = fitted("Go on and take a piece and tap it", 122, 34, 20, BOLD).getbbox()

    assert short[3] - short[1] > 10
    assert long[2] <= 122


def test_all_hex_digits_differ():
    """A commitment is compared digit by digit."""
    assert len({tiny(digit).tobytes() for digit in "0123456789abcdef"}) == 16


def test_names_with_any_letters_are_drawn():
    """A name that is not in the catalogue is no error."""
    assert fitted("Zoë Ångström", 122, 34, 20, BOLD).getbbox() is not None
    assert Message("x").code == "x"

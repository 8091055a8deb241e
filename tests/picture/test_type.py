"""Words go into their boxes, whatever the language."""

import io
import re
from functools import cache
from pathlib import Path

import polib
import pytest

import firmware_host
from firmware_host.app.content.languages import load_texts
from firmware_host.board.messages import Message
from firmware_host.languages import CODES, FOLDER
from firmware_host.picture.table import (
    CROWD_PX,
    DOT_PX,
    MARKED_PX,
    NOTE_PX,
    PIECE_PX,
    QUESTION_PX,
    SENTENCE_PX,
    STATUS_PX,
    note_px,
)
from firmware_host.picture.type import (
    BOLD,
    PLAIN,
    Ladder,
    capitals,
    fits,
    fitted,
    fitting,
    listed,
    printed,
    tiny,
)
from firmware_host.texts.texts import Texts

PACKAGE = Path(firmware_host.__file__).parent

#: Long but usual values for the gaps of a text.
VALUES = {
    "name": "Benjamin",
    "card": "diamonds 10",
    "pads": "4, 5, 6",
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
    "digits": "888 888",
    "what": "yellow 16",
    "was": "yellow 15",
    "of": 130,
    "other": "Konstantin",
    "column": 3,
    "hand": 6,
    "row": 6,
    "words": "SCHAL BIRNE STERN WOLKE TISCH KATZE",
    "rest": "> no ABCDFGIJKLMQ",
    "deck": 34,
    "language": "français",
    "least": 11,
    "most": 16,
}

#: A language for tests: English with words 40 percent longer.
PSEUDO = "pseudo"
LANGUAGES = (*CODES, PSEUDO)

#: Rows of the big line: over small print and status; over a fault and a sentence.
LINE_PX = 64 - NOTE_PX - STATUS_PX
CROWDED_PX = 64 - SENTENCE_PX - STATUS_PX

#: For each kind of text its width, height and type; and the start of its code.
BESIDE_PIECE, BESIDE_DOT = 128 - PIECE_PX, 128 - DOT_PX
Box = tuple[int, int, Ladder]
BOXES: dict[str, tuple[Box, tuple[str, ...]]] = {
    "line": (
        (BESIDE_PIECE, LINE_PX, BOLD),
        (
            *("turn-", "secret-", "game-won", "game-shared", "menu-who"),
            *("cards-f", "cards-hide", "cards-l", "cards-m", "cards-name"),
            *("cards-p", "cards-t", "card-spell", "keyword-line-"),
            *("attempt-whose", "attempt-unseen", "query-take", "marking"),
            *("choose-players", "paused", "teacher-code", "enrol-tap", "enrol-spare"),
        ),
    ),
    "line over a fault": ((BESIDE_PIECE, CROWDED_PX, BOLD), ("turn-", "secret-")),
    "sentence": (
        (128, SENTENCE_PX, PLAIN),
        (
            *(
                "keyword-note-",
                "refused-",
                "round-",
                "go-on",
                "touches-",
                "sound-o",
                "paused-home",
            ),
            *("wqrdles-row", "wqrdles-found", "wqrdles-words", "wqrdles-voided"),
            "keyword-voided",
            *("enrol-keys", "enrol-is", "enrol-moved", "enrol-skipped", "enrol-back"),
        ),
    ),
    "status": (
        (128, CROWD_PX, PLAIN),
        (
            *("status-", "cards-status", "round-", "who-plays", "teacher-", "enrol-c"),
            *("guess-how", "card-how"),
            *("attempt-", "query-", "marking-"),
        ),
    ),
    "question": ((BESIDE_DOT, QUESTION_PX, PLAIN), ("choose-l", "choose-m", "same-")),
    "answer": (
        (BESIDE_DOT, MARKED_PX, BOLD),
        ("language-", "place-", "length", "rounds", "maker-", "again-", "menu-"),
    ),
    "fault": ((BESIDE_DOT, STATUS_PX, BOLD[-2:]), ("fault-",)),
}
BEFORE = {"answer": "9) ", "fault": "! "}


def longer(text: str) -> str:
    """Return the text in words 40 percent longer; its gaps stay as they are."""
    parts = re.split(r"(\{\w+\}|[\w']+)", text)
    return "".join(
        part + part[: round(len(part) * 0.4)] if re.match(r"\w", part) else part
        for part in parts
    )


@cache
def texts_of(language: str) -> Texts:
    if language != PSEUDO:
        return load_texts(language)
    catalogue = polib.pofile(str(FOLDER / "en" / "texts.po"))
    for entry in catalogue:
        if entry.msgctxt == "screen" and entry.msgid.startswith(
            ("short-", "yes", "no")
        ):
            continue  # a word of at most seven letters has to be found
        entry.msgstr = longer(entry.msgstr)
        entry.msgstr_plural = {
            at: longer(text) for at, text in entry.msgstr_plural.items()
        }
    return Texts(io.BytesIO(catalogue.to_binary()))


def texts_for(language: str, starts: tuple[str, ...]) -> dict[str, str]:
    texts = texts_of(language)
    return {
        code: texts.find(code, "screen", 2).format_map(VALUES)
        for code in texts.as_json("screen")
        if code.startswith(starts) and code not in said_on_pages_alone()
    }


#: Where phones, lines of pages and files of word packs are refused: no screen shows it.
PAGES = (
    *(Path("web"), Path("app"), Path("session", "phones.py")),
    *(Path("table", "api.py"), Path("words", "packs")),
)


@cache
def said_on_pages_alone() -> set[str]:
    """Return the refusals of pages: no screen of the board ever has to say them."""
    calls = re.compile(r"""Refused\(\s*"([a-z-]+)\"""")
    said: dict[bool, set[str]] = {True: set(), False: set()}
    for path in PACKAGE.rglob("*.py"):
        place = path.relative_to(PACKAGE)
        on_pages = any(map(place.is_relative_to, PAGES))
        said[on_pages] |= set(calls.findall(path.read_text(encoding="utf-8")))
    return {f"refused-{code}" for code in said[True] - said[False]}


def test_only_a_page_says_what_no_screen_has_to():
    """The refusals of pages alone do not include those of the board."""
    assert {"refused-teacher-code", "refused-looks-on"} <= said_on_pages_alone()
    assert not {"refused-words-few", "refused-paused"} & said_on_pages_alone()


@pytest.mark.parametrize("use", BOXES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_fits_its_box(language, use):
    """Each text in each language fits its box."""
    (width, height, ladder), starts = BOXES[use]
    texts = texts_for(language, starts)

    assert texts
    assert {
        code: text
        for code, text in texts.items()
        if not fits(BEFORE.get(use, "") + text, width, height, ladder)
    } == {}


def test_the_pseudo_language_is_longer_and_keeps_its_gaps():
    """The pseudo language has longer words with the same gaps, to find narrow boxes."""
    english, pseudo = load_texts("en"), texts_of(PSEUDO)

    assert longer("{name}: tap it") == "{name}: tapt iti"
    assert pseudo.find("yes", "screen") == english.find("yes", "screen")
    for code in ("turn-take", "refused-piece-laid", "choose-players"):
        both = [len(texts.find(code, "page")) for texts in (english, pseudo)]
        assert both[1] > both[0] * 1.2


def test_the_check_of_fit_would_see_too_long_a_text():
    """The check finds a text that is too long."""
    assert not fits("an endless sentence " * 10, 128, LINE_PX, BOLD)


def test_a_long_sentence_gets_the_room_of_two_lines():
    """A refusal is read in full rather than beside the tokens."""
    short, long = Message("short"), Message("long " * 12)

    assert note_px(None, str) == 0
    assert note_px(short, lambda message: message.code) == NOTE_PX
    assert note_px(long, lambda message: message.code) == SENTENCE_PX


def test_a_text_is_drawn_as_large_as_it_goes():
    """A short line is read from farther away."""
    short = fitted("Go", 122, 38, BOLD).getbbox()
    long = fitted("Go on and take a piece and tap it", 122, 38, BOLD).getbbox()

    assert short[3] - short[1] > 15
    assert long[2] <= 122


def test_what_is_too_long_ends_in_dots_within_its_box():
    """A text that is too long ends in dots within its box."""
    endless = "an endless sentence of words " * 9
    cut = fitted(endless, 122, 38, BOLD)
    box = cut.getbbox()

    assert fitting(tuple(endless.split()), 122, 38, BOLD) is None
    assert box[2] <= 122
    assert box[3] <= 38
    assert cut.tobytes() != fitted(endless[:40], 122, 38, BOLD).tobytes()


def test_a_choice_is_never_broken():
    """A choice's number and its words stay on one line."""
    broken = fitted("1) one 2) two more", 60, 28, PLAIN)
    whole = listed(("1) one", "2) two more"), 60, 28, PLAIN)

    assert whole.tobytes() != broken.tobytes()


def test_every_type_has_the_letters_of_our_languages_and_both_buttons():
    """Each type has the letters of all languages, and both button signs."""
    for rung in (*BOLD, *PLAIN):
        unknown = drawn("?", rung)
        for letter in "aAäÄöÖüÜßéñçłŽ✓✗…":
            assert drawn(letter, rung) != unknown, (rung.name, letter)
        assert drawn("\u0416", rung) == unknown


def drawn(text, rung) -> bytes:
    return fitted(text, 40, 40, (rung,)).tobytes()


def test_a_q_is_no_o_within_a_word():
    """The font has its tail below the line, where no answer is drawn."""
    assert capitals("EQUAL", 128, 29).tobytes() != capitals("EOUAL", 128, 29).tobytes()


def test_dots_and_accents_stand_above_a_capital_of_full_height():
    """An umlaut's dots are above a capital of full height."""
    plain, dotted = capitals("A", 100, 29), capitals("Ä", 100, 29)

    assert plain.height == 29
    assert dotted.height == 32
    assert dotted.crop((0, 3, *dotted.size)).tobytes() == plain.tobytes()
    assert dotted.crop((0, 0, dotted.width, 2)).getbbox() is not None


def test_a_printed_letter_keeps_what_hangs_below_its_line():
    """A printed Q keeps its tail, unlike an O."""
    assert printed("Q", 38).height > printed("O", 38).height - 1
    assert printed("Q", 38).tobytes() != printed("O", 38).tobytes()


def test_all_hex_digits_differ():
    """A commitment is compared digit by digit."""
    assert len({tiny(digit).tobytes() for digit in "0123456789abcdef"}) == 16


def test_names_with_any_letters_are_drawn():
    """Names with letters that the type may lack are drawn."""
    assert fitted("Zoë Ångström", 122, 34, BOLD).getbbox() is not None
    assert fitted("Жанна 花子", 122, 34, BOLD).getbbox() is not None
    assert fitted("", 122, 34, BOLD).getbbox() is None

"""A new language is a copy of English, and its faults are found."""

import shutil

import pytest

from firmware_host.errors import SettingsError
from firmware_host.languages import CODES, FOLDER
from firmware_host.testing import languages
from firmware_host.testing.languages import (
    CHECKS,
    FILES,
    begin,
    faults,
    open_language,
    untranslated,
)


@pytest.fixture
def folder(tmp_path):
    """Return the folder of a new language."""
    return begin("es", tmp_path)


@pytest.mark.parametrize("code", CODES)
def test_a_language_of_the_house_keeps_its_promises(tmp_path, code):
    made = open_language(shutil.copytree(FOLDER / code, tmp_path / code))
    assert [fault for check in CHECKS for fault in faults(made, check)] == []


def test_a_new_language_is_english_at_first(folder):
    """A new language passes as it is, with all sentences counted as untranslated."""
    made = open_language(folder)
    assert untranslated(made) == len(made.english) > 2000
    text = (folder / "texts.po").read_text(encoding="utf-8")
    (folder / "texts.po").write_text(text.replace('msgstr "YES"', 'msgstr "SI"'))
    assert untranslated(open_language(folder)) == len(made.english) - text.count(
        'msgstr "YES"'
    )


#: By check: the file to change, a text in it, and the wrong text instead.
PLANTED = {
    "has_its_files": ("language.toml", "voice = ", "noise = "),
    "says_everything": ("texts.po", 'msgstr "YES"', 'msgstr ""'),
    "leaves_no_gap_out": ("texts.po", "{points} and {n} more", "{points} and more"),
    "fits_its_screens": ("texts.po", 'msgstr "YES"', 'msgstr "YES"'),
    "has_a_piece_for_each_letter": ("common.txt", "ACE\n", "AAA\n"),
    "keeps_its_lists_in_order": ("accepted.txt", "ACE\n", ""),
    "offers_short_names": ("nicknames.txt", "Bold Eagle", "Very Bold Eagle"),
}


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_a_planted_fault_is_found(folder, check):
    """A planted fault is found by its check."""
    name, was, instead = PLANTED[check.__name__]
    path = folder / name
    text = path.read_text(encoding="utf-8")
    assert was in text
    if check is languages.fits_its_screens:
        at = text.index('msgid "short-')
        end = text.index("\n\n", at)
        text = (
            text[:at] + text[at:end].replace('msgstr "', 'msgstr "MUCH ') + text[end:]
        )
    path.write_text(text.replace(was, instead, 1), encoding="utf-8")
    assert faults(open_language(folder), check) != []


LISTS = [name for name in FILES if name.endswith(".txt")]


@pytest.mark.parametrize("name", LISTS)
def test_a_list_that_is_not_utf_8_is_named_with_the_way_out(folder, name):
    """Each list is read as a board reads it, and its fault is one sentence."""
    (folder / name).write_bytes((folder / name).read_bytes() + b"\xff\n")
    made = open_language(folder)
    found = {fault for check in CHECKS for fault in faults(made, check)}
    assert f"{name}: this is no text; save it as UTF-8" in found


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('x = [\n"a', "cards.toml:2: this is not TOML: "),
        ("[orange]\nA = 1\n", "es/cards.toml: [orange] must count A to Z"),
    ],
)
def test_a_deck_that_a_board_would_refuse_is_a_fault(folder, text, says):
    """The tables are read by the same function as on a board."""
    (folder / "cards.toml").write_text(text, encoding="utf-8")
    made = open_language(folder)
    found = [fault for check in CHECKS for fault in faults(made, check)]
    assert [fault for fault in found if says in fault]


def test_only_the_first_few_faults_are_told(folder):
    path = folder / "texts.po"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace('msgstr "', 'msgstr "{odd}'), encoding="utf-8")
    told = faults(open_language(folder), languages.leaves_no_gap_out)
    assert (len(told), told[-1]) == (languages.TOLD + 1, "and more")


@pytest.mark.parametrize("code", ["en", "EN", "", "../es", "e s", "de"])
def test_a_code_that_cannot_be_is_refused(tmp_path, code):
    with pytest.raises(SettingsError, match="no code of a new language"):
        begin(code, tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_is_there_stays_as_it_is(folder):
    (folder / "mine").write_text("mine")
    with pytest.raises(SettingsError, match="nothing was made there"):
        begin("es", folder.parent)
    assert (folder / "mine").read_text() == "mine"


def test_what_is_no_language_is_one_sentence(tmp_path):
    with pytest.raises(SettingsError, match="name the folder of a language"):
        open_language(tmp_path)
    (tmp_path / "texts.po").write_bytes(b"\xff\xfe")
    with pytest.raises(SettingsError, match="name the folder of a language"):
        open_language(tmp_path)

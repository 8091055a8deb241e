"""The language folders: letters, tiles, words and texts, all there and all read."""

import pytest

from firmware_host.app.content.languages import (
    OWNERS,
    language_with,
    languages_with,
    load_alphabet,
    load_language,
    load_nicknames,
    load_texts,
    owners_letters,
)
from firmware_host.board.messages import say
from firmware_host.errors import SettingsError
from firmware_host.languages import CODES


@pytest.mark.parametrize("code", CODES)
def test_a_language_can_play(code):
    """A language has words of each length, and its common words can be played."""
    language = load_language(code)
    for length in range(3, 7):
        count = language.common.count(length)
        assert count > 100
        for index in range(0, count, count // 50):
            word = language.common.word(length, index)
            assert language.faults(word, length) == (), word


def test_english_and_german_have_their_own_tiles():
    """Source: rules: 82 of them, and 78 without hyphen and apostrophe."""
    assert sum(load_language("en").tiles.values()) == 82
    assert sum(load_language("de").tiles.values()) == 78


def test_each_speaks_its_language():
    assert load_texts("en").say(say("yes"), "screen") == "YES"
    assert load_texts("de").say(say("yes"), "screen") == "JA"


def test_an_owners_letter_changes_that_one_alone():
    """The box's own alphabet is not touched."""
    changed = load_alphabet({"N": ["red", "red", "yellow"]})
    assert changed.build("N") == (2, 1, 0, 0)
    assert changed.build("A") == load_alphabet().build("A")
    assert load_alphabet().build("N") == (3, 0, 0, 0)
    assert language_with("en", changed).alphabet is changed


def test_a_fault_in_a_letter_names_file_and_letter():
    with pytest.raises(SettingsError, match=r"^mine\.toml: letter N: "):
        load_alphabet({"N": ["pink"]}, where="mine.toml")


@pytest.mark.parametrize("code", ["fr", "", "..", "../en"])
def test_another_language_is_refused_with_those_there_are(code):
    """The error lists the known languages; a path is refused too."""
    with pytest.raises(SettingsError, match="there are: en, de"):
        load_language(code)


def test_an_owners_letters_that_are_spoilt_say_what_to_do(tmp_path):
    """The error for damaged letters of an owner has file, line and remedy."""
    path = tmp_path / OWNERS
    path.write_bytes(b'N = ["red"]\nE = [')
    with pytest.raises(SettingsError) as told:
        owners_letters(tmp_path)
    assert str(told.value).startswith(f"{path}:2: this is not TOML")
    assert str(told.value).endswith("delete it: then the letters are those of the box")


@pytest.mark.parametrize("code", CODES)
def test_there_are_nicknames_for_a_school(code):
    """There are 120 different nicknames of 3 to 12 letters."""
    names = load_nicknames(code)
    assert len(names) == len({name.casefold() for name in names}) == 120
    assert [name for name in names if not 3 <= len(name) <= 12] == []
    assert [name for name in names if name != " ".join(name.split())] == []


def test_an_owners_letters_are_read_before_any_language():
    """Invalid letters of an owner are reported when the languages are loaded."""
    with pytest.raises(SettingsError, match="alphabet"):
        languages_with({"N": ["purple"]})
    assert languages_with({"N": ["red"]})["en"].alphabet.build("N") == (1, 0, 0, 0)
    assert languages_with({})["en"] is load_language("en")

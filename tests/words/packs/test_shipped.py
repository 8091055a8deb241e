"""The packs of every board: each word can be laid, and fits its pack."""

import re

import pytest

from firmware_host.app.content import languages
from firmware_host.app.content.languages import load_language
from firmware_host.errors import SettingsError
from firmware_host.languages import CODES, FOLDER
from firmware_host.words.packs import shipped
from firmware_host.words.packs.pack import read_packs, write_packs
from firmware_host.words.packs.shipped import OURS, read_shipped

#: Every pack is looked at; these are the patterns and the topics of each language.
PACKS = {
    "en": (
        *("sh", "blends", "doubles", "silent-e", "teams"),
        *("animals", "food", "home", "body", "nature", "school"),
    ),
    "de": (
        *("sch", "ie", "doubles", "umlaut", "st", "dehnung"),
        *("tiere", "essen", "zuhause", "koerper", "natur", "schule"),
    ),
}


@pytest.mark.parametrize("code", CODES)
def test_each_language_has_its_packs(code):
    """Each is named once, has words for an evening, and fits a file."""
    shipped = load_language(code).shipped

    assert tuple(shipped) == PACKS[code]
    assert len({pack.name for pack in shipped.values()}) == len(shipped)
    for key, pack in shipped.items():
        assert (pack.key, pack.language) == (key, code)
        assert len(pack.words) >= 40, key
        assert pack.licence, key
        assert len(read_packs(write_packs([pack]), CODES)) == 1


@pytest.mark.parametrize("code", CODES)
def test_every_word_of_theirs_can_be_played(code):
    """Each word is in the dictionary, and none is on the stop list."""
    language = load_language(code)
    stopped = set((FOLDER / code / "stop.txt").read_text("utf-8").split())
    words = {word for pack in language.shipped.values() for word in pack.words}

    assert [word for word in words if language.faults(word)] == []
    assert words & stopped == set()


@pytest.mark.parametrize("code", CODES)
def test_words_of_a_pattern_come_from_our_own_list(code):
    """The words of a pattern are in our everyday list."""
    everyday = load_language(code).bands["everyday"]
    listed = {word for length in range(3, 7) for word in everyday.words(length)}
    patterns = [
        one for one in load_language(code).shipped.values() if one.licence != OURS
    ]

    assert len(patterns) >= 5
    for pack in patterns:
        assert set(pack.words) < listed, pack.key


@pytest.mark.parametrize(
    ("code", "key", "has", "has_not"),
    [
        ("en", "sh", "SHIP CHAIR THREE", "SCALE PANDA"),
        ("en", "blends", "TREE STAR BLUE", "TWO CHAIR"),
        ("en", "doubles", "RABBIT EGG", "LLAMA BOOK"),
        ("en", "silent-e", "CAKE SMILE", "GIVE ONE"),
        ("en", "teams", "RAIN SEA MOON", "SAID IDEA"),
        ("de", "sch", "FISCH SCHULE", "STERN"),
        ("de", "ie", "BIENE VIER", "FEIER FERIEN"),
        ("de", "doubles", "BALL WASSER", "GROSS"),
        ("de", "umlaut", "BAER KUECHE LOEWE", "FEUER QUELLE MAUER"),
        ("de", "st", "STERN SPIEL", "FENSTER"),
        ("de", "dehnung", "ZAHN UHR", "SCHUH"),
    ],
)
def test_a_pattern_finds_what_a_teacher_means(code, key, has, has_not):
    """A pattern's pack has some words and not others: SCHUH has no lengthening H."""
    words = load_language(code).shipped[key].words

    assert set(has_not.split()) & set(words) == set()
    assert [word for word in has.split() if word not in words] == []


def test_a_pack_reads_nothing_before_somebody_asks(monkeypatch):
    """The packs' file is read only when a pack is first asked for."""
    asked = []
    monkeypatch.setattr(shipped, "read_shipped", lambda *_: asked.append(1) or {})
    english = languages.language_with("en", languages.load_alphabet())

    assert english.pack("") is None
    assert not asked
    assert english.pack("animals") is None
    assert list(english.packs) == []
    assert len(asked) == 1


@pytest.mark.parametrize(
    "table",
    [
        {"x": {"name": "X", "fits": "("}},
        {"x": {"name": "X"}},
        {"x": {"words": "CAT"}},
        {"x": 7},
        {"packs": {"licence": 7}, "x": {"name": "X", "words": "CAT"}},
    ],
    ids=repr,
)
def test_a_table_that_says_no_pack_is_refused(table):
    table = {"packs": {"licence": "MIT"}, **table}
    with pytest.raises(SettingsError, match=re.escape("packs.toml: ")):
        read_shipped(table, load_language("en"), "packs.toml")


def test_a_spoilt_file_leaves_the_board_without_these_packs(monkeypatch, caplog):
    """If its packs' file is damaged, the board has no packs, and logs the fault."""

    def spoilt(*_):
        msg = "packs.toml: no"
        raise SettingsError(msg)

    monkeypatch.setattr(shipped, "read_shipped", spoilt)
    english = languages.language_with("en", languages.load_alphabet())

    assert english.packs == ()
    assert "packs.toml: no" in caplog.text

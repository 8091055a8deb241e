"""Whether a word can be played, and the lists that are shipped."""

import pytest

from firmware_host.app.content.languages import load_alphabet, load_language
from firmware_host.board.messages import say
from firmware_host.errors import SettingsError
from firmware_host.languages import CODES, FOLDER
from firmware_host.words.folding import fold
from firmware_host.words.language import Language, read_language

LISTS = ("easy", "everyday", "common", "accepted")


def refusals(word: str, code: str = "en", **asked: object) -> list[tuple[str, ...]]:
    """The codes and counts that *word* is refused with."""
    faults = load_language(code).faults(word, **asked)  # type: ignore[arg-type]  # told by keyword
    return [(fault.code, *(value for _, value in fault.values)) for fault in faults]


def shipped(code: str, name: str) -> list[str]:
    """Every word of a shipped list, as the file has them."""
    return (FOLDER / code / f"{name}.txt").read_text(encoding="ascii").split()


def stopped(code: str) -> set[str]:
    """Every word of a stop list."""
    text = (FOLDER / code / "stop.txt").read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if not line.startswith(("#", "["))]
    return set(" ".join(lines).split())


def too_big(language: Language, words: list[str]) -> set[str]:
    """Return those of *words* that need more pieces than the box has."""
    return {
        word
        for word in words
        if any(fault.code == "word-pieces" for fault in language.faults(word))
    }


@pytest.mark.parametrize(
    "word", ["HOBBY", "PANDA", "BOX", "RED", "TOOK", "DON'T", "X-RAY"]
)
def test_the_words_of_the_rule_book_can_be_played(word):
    """Inflections, hyphen and apostrophe count as well."""
    assert refusals(word) == []


@pytest.mark.parametrize(
    ("said", "zones"),
    [("Grün", 5), ("nahm", 4), ("süß", 5), ("Bäume", 6), ("jeder", 5)],
)
def test_german_words_fill_the_zones_of_their_folded_letters(said, zones):
    """Umlauts and ß take two zones each."""
    assert refusals(fold(said), "de", length=zones) == []


def test_a_folded_word_can_be_too_long():
    """STRASSE has seven letters, and the board has six zones."""
    assert refusals(fold("Straße"), "de", length=6) == [
        ("word-length", 7, 6),
        ("word-unknown", "STRASSE"),
    ]
    assert refusals("STRASSE", "de")[0] == ("word-length", 7, "3-6")
    assert refusals("NO", length=None)[0] == ("word-length", 2, "3-6")


def test_every_reason_is_named_with_its_count_in_the_rules_order():
    """VOODOO lacks a fourth tile O and has too many wide curves; it is a word."""
    assert refusals("VOODOO", length=5) == [
        ("word-length", 6, 5),
        ("word-tiles", "O", 4, 3),
        ("word-pieces", say("kind-blue"), 9, 8),
    ]


def test_letters_without_a_tile_are_named_together():
    """Digits in English, a hyphen in German; nothing else can be counted then."""
    assert refusals("H0BB1") == [
        ("word-letters", "0 1"),
        ("word-unknown", "H0BB1"),
    ]
    assert refusals("X-RAY", "de") == [
        ("word-letters", "-"),
        ("word-unknown", "X-RAY"),
    ]


def test_hyphens_and_apostrophes_have_two_tiles_each():
    """The box has 82 tiles: three of each letter, and two each of these."""
    tiles = load_language("en").tiles

    assert sum(tiles.values()) == 82
    assert sum(load_language("de").tiles.values()) == 78
    assert ("word-tiles", "-", 3, 2) in refusals("A-B-C-")


def test_an_override_skips_the_dictionary_and_nothing_else():
    """`override` accepts unknown words, but not more pieces than the box has."""
    assert refusals("QWXYZ") == [("word-unknown", "QWXYZ")]
    assert refusals("QWXYZ", override=True) == []
    assert refusals("VOODOO", override=True) == refusals("VOODOO")


@pytest.mark.parametrize("word", ["BERLIN", "ANNA", "LKW", "USA"])
def test_names_and_abbreviations_are_no_german_words(word):
    """Wikidata mixes them with the rest; the lists do not."""
    assert refusals(word, "de") == [("word-unknown", word)]


@pytest.mark.parametrize("pair", [("COLOUR", "COLOR"), ("GREY", "GRAY")])
def test_both_spellings_can_be_played_and_neither_is_a_trap(pair):
    """British and American spellings are accepted, and neither is drawn."""
    language = load_language("en")

    for word in pair:
        assert word in language.accepted
        assert word not in language.common


def test_the_box_holds_all_but_a_handful_of_words():
    """Only these accepted words need more pieces than the box has."""
    english, german = load_language("en"), load_language("de")

    assert too_big(english, shipped("en", "accepted")) == {
        *("BUSSES", "HOODOO", "SUBURB", "VOODOO"),
        *("BYSSUS", "KOODOO", "SUSSES"),
    }
    assert too_big(german, shipped("de", "accepted")) == {
        *("BUSSES", "BUSSIS", "VOODOO"),
    }


@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize("name", LISTS)
def test_a_shipped_list_is_in_order(code, name):
    """Lists are sorted by length and letter and are folded, as the search needs."""
    words = shipped(code, name)

    assert words == sorted(set(words), key=lambda word: (len(word), word))
    assert all(fold(word) == word for word in words)


@pytest.mark.parametrize("code", CODES)
def test_the_board_draws_only_what_can_be_played_and_nobody_stopped(code):
    """Each drawn word can be played, and none is on the stop list."""
    language, common = load_language(code), shipped(code, "common")

    assert [word for word in common if language.faults(word)] == []
    assert not stopped(code) & set(common)


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("en", "COMA SLAIN QADI QUAI VIRUS PILL RIOT CASINO GRAVE"),
        ("de", "SINS RUMORT FOERDE HORST SET LORD QUEEN KOMA PEST GEWALT TABAK DICK"),
    ],
)
def test_the_board_draws_no_word_that_spoils_a_riddle(code, words):
    """Rare, cruel, half a form or half foreign: some were drawn for children once."""
    assert not set(words.split()) & set(shipped(code, "common"))


@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize(
    ("length", "least"), [(3, 180), (4, 600), (5, 1100), (6, 1500)]
)
def test_an_evening_does_not_run_out_of_words(code, length, least):
    """Each length has words for years of evenings."""
    assert load_language(code).common.count(length) >= least


@pytest.mark.parametrize("code", CODES)
def test_each_list_has_the_words_of_the_lists_before_it(code):
    """The easy words are everyday words, and these are common ones."""
    easy, everyday, common = (
        set(shipped(code, name)) for name in ("easy", "everyday", "common")
    )

    assert easy < everyday < common


@pytest.mark.parametrize("code", CODES)
def test_the_lists_are_what_people_wrote(code):
    """The words for first readers are the easy list; later ones are not everyday."""
    sections = (FOLDER / code / "levels.txt").read_text("utf-8").split("[later]")
    first, later = ([w for w in s.split() if w.isupper()] for s in sections)
    everyday = set(shipped(code, "everyday"))

    assert sorted(first) == sorted(shipped(code, "easy"))
    assert len(first) >= 400
    assert not set(later) & everyday
    assert set(later) < set(shipped(code, "common"))


@pytest.mark.parametrize(
    "tiles", [None, ["A"], {"A": 0}, {"A": "3"}, {"A": True}], ids=repr
)
def test_a_table_without_counts_of_tiles_is_refused(tiles):
    """The error for missing counts names the file and the key."""
    with pytest.raises(SettingsError) as fault:
        read_language(
            "xx", {"tiles": tiles}, alphabet=load_alphabet(), common=b"", accepted=b""
        )

    assert str(fault.value) == (
        "languages/xx/language.toml: [tiles] must count each letter's tiles"
    )


def test_a_tile_whose_letter_has_no_build_is_refused():
    """A tile whose letter cannot be built is refused."""
    with pytest.raises(SettingsError) as fault:
        read_language(
            "xx",
            {"tiles": {"A": 3, "Ж": 3, "Ø": 3}},
            alphabet=load_alphabet(),
            common=b"",
            accepted=b"",
        )

    assert str(fault.value) == (
        "languages/xx/language.toml: the alphabet does not say how these are built: Ж Ø"
    )


def test_a_list_of_ones_own_is_drawn_from_and_may_be_played() -> None:
    """Words of an own list are drawn and accepted, for its lengths only."""
    english = load_language("en")
    own = english.with_own(["ZYBLO", "PANDA", "ZYBLO", "SUN"])

    assert own.drawn(5).words(5) == ("PANDA", "ZYBLO")
    assert own.drawn(3).words(3) == ("SUN",)
    assert own.drawn(4) is english.common
    assert own.faults("ZYBLO") == ()
    assert english.faults("ZYBLO") != ()
    assert own.faults("HOBBY") == ()
    assert own.with_own(()) == english


def test_a_list_of_ones_own_has_no_word_that_cannot_be_laid() -> None:
    """Words that cannot be laid are left out of an own list."""
    words = ["ZZZZZ", "H4T", "BUTTERFLY", "AB", "grün", "", "HOBBY"]
    own = load_language("en").with_own(words).own

    assert [own.words(length) for length in range(3, 7)] == [(), (), ("HOBBY",), ()]


@pytest.mark.parametrize(
    ("word", "length", "has"),
    [
        *(("OX", None, 2), ("PUZZLES", None, 7), ("OX", 3, 2), ("OXEN", 3, 4)),
        *(("BOX", None, None), ("PUZZLE", None, None), ("BOX", 3, None)),
    ],
)
def test_a_word_fills_its_zones_exactly(word, length, has):
    """Three to six letters, or those that the game has."""
    found = [one for one in refusals(word, length=length) if one[0] == "word-length"]
    needs = "3-6" if length is None else length
    assert found == ([] if has is None else [("word-length", has, needs)])


def test_a_language_prints_no_list_and_is_a_key():
    """A language's `repr` has no word list, and a language is hashable."""
    language = load_language("en")
    assert not any(
        f"{name}=" in repr(language)
        for name in ("common", "accepted", "own", "wide", "cards")
    )
    assert {language: 1}[load_language("en")] == 1

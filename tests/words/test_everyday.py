"""Everyday words can be played, by category; names and abbreviations cannot."""

from pathlib import Path

import pytest

from firmware_host.app.content.languages import load_language
from firmware_host.words import wide
from firmware_host.words.folding import fold
from firmware_host.words.lexicon import LONGEST, SHORTEST

ENDINGS = ("e", "em", "en", "er", "es")

#: Endings whose superlative has -st without an e, whatever letter is before.
WITHOUT_E = ("ig", "lich", "isch", "sam", "er")
HARD = ("d", "t", "s", "ß", "z", "sch")


def table(code: str) -> dict[str, list[str]]:
    """The everyday words of a language, by category."""
    path = Path(__file__).parent / "everyday" / f"{code}.txt"
    found: dict[str, list[str]] = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith("["):
            words = found.setdefault(line.strip("[]"), [])
        elif not line.startswith("#"):
            words += line.split()
    return found


def every_form(adjective: str) -> list[str]:
    """A regular adjective with all its endings, in each degree."""
    link = "e" if adjective.endswith(HARD) and not adjective.endswith(WITHOUT_E) else ""
    degrees = (adjective, f"{adjective}er", f"{adjective}{link}st")
    return [
        *degrees[:2],
        *(degree + ending for degree in degrees for ending in ENDINGS),
    ]


def everyday() -> dict[str, tuple[str, list[str]]]:
    """Each category with its language and its words."""
    german, english = table("de"), table("en")
    regular = [form for word in german["regular"] for form in every_form(word)]
    stems = [stem + ending for stem in german["stems"] for ending in ENDINGS]
    names = ("verbs", "grammar", "missed", "loans", "twofold")
    plain = {name: ("de", german[name]) for name in names}
    return plain | {
        "regular adjectives": ("de", regular),
        "other adjectives": ("de", stems),
        "English": ("en", english["words"]),
    }


EVERYDAY = everyday()


def test_there_are_a_hundred_adjectives_with_seventeen_forms_each():
    """The table has at least 100 adjectives with 17 forms each."""
    assert len(set(table("de")["regular"])) >= 100
    assert len(set(EVERYDAY["regular adjectives"][1])) >= 1700


@pytest.mark.parametrize(("code", "words"), EVERYDAY.values(), ids=EVERYDAY)
def test_everyday_words_can_be_laid_and_played(code, words):
    """Everyday words are accepted for letter zones and for card games."""
    language = load_language(code)
    folded = {fold(word) for word in words}

    zones = {word for word in folded if SHORTEST <= len(word) <= LONGEST}
    cards = {w for w in folded if 1 < len(w) <= wide.LONGEST and w.isalpha()}
    assert sorted(word for word in zones if word not in language.accepted) == []
    assert sorted(word for word in cards if word not in language.wide) == []


@pytest.mark.parametrize("code", ["de", "en"])
def test_names_and_abbreviations_cannot(code):
    """They are accepted neither for letter zones nor for card games."""
    language = load_language(code)
    folded = {fold(word) for word in table(code)["no-words"]}

    assert len(folded) > 5
    assert sorted(word for word in folded if word in language.accepted) == []
    assert sorted(word for word in folded if word in language.wide) == []


@pytest.mark.parametrize("code", ["de", "en"])
def test_frequent_forms_that_were_judged_no_words_cannot(code):
    """Words with a reason in tools/removals are in no list."""
    path = Path(__file__).parents[2] / "tools" / "removals" / f"{code}.txt"
    lines = path.read_text(encoding="utf-8").splitlines()
    judged = dict(line.split() for line in lines if not line.startswith("#"))
    language = load_language(code)

    assert len(judged) > 800
    assert set(judged.values()) <= {
        *("abbreviation", "foreign", "name", "possessive", "prefix", "slang"),
    }
    assert [word for word in judged if fold(word) in language.accepted] == []
    assert [word for word in judged if fold(word) in language.wide] == []

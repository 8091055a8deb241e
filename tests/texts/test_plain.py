"""
Sentences that a child of nine reads: short, and in the words of the rule book.

A sentence ends at a full stop, a question or exclamation mark, a colon or a semicolon.
"""

import re

import pytest

from firmware_host.languages import CODES
from tests.texts.test_texts import entries, everything

#: The most words that one sentence has, where it is read.
MOST_WORDS = {"page": 14, "screen": 8}

#: The list of commands of the terminal: it has no sentences.
LISTS = {"terminal-help"}

#: By language: words that are not used, and why; another word replaces each.
NOT_SAID = {
    "en": {
        r"\bcounts? nothing\b": "does not count",
        r"\bmost points win\b": "whoever has the most points wins",
        r"\bis it empty\b": "a battery is flat",
        r"\bwe shall see\b": "say what is tested next",
        r"\bthe rest is for\b": "say what tests it",
    },
    "de": {
        r"\bZonen?\b|Zonenkn|Zonencontroller": "Feld (rules.md 2)",
        r"Lesefeld": "Lesefläche",
        r"Buchstabenmarker|Marker \{letter\}": "Plättchen",
        r"Rätselmacher": "Rätselsteller",
        r"Servicetaste|Spielertaste|Service-Knopf": "Knopf",
        r"Wortbank|Wortleiste": "Wortklappe",
        r"Fragew[oö]rt": "in school these are wer and wie",
        r"Geheimzahl": "geheime Zahl",
        r"Telefon|Smartphone": "Handy",
        r"Transkript": "Mitschrift",
        r"(?<!nach einem )\bTags?\b": "Chip; Tag is a day",
        r"Der Haken (?:spielt|fragt|nimmt)": "a button is named by what it does",
    },
}


def sentences(text: str) -> list[str]:
    """Return the sentences of a text."""
    return re.split(r"(?<=[.!?:;])\s+", text)


def too_long(context: str, text: str) -> list[str]:
    """Return the sentences of a text that have too many words for where it is read."""
    most = MOST_WORDS[context]
    return [one for one in sentences(text) if len(one.split()) > most]


def not_said(language: str, text: str) -> list[str]:
    """Return the parts of a text that its language must not use."""
    return [word for word in NOT_SAID[language] if re.search(word, text)]


@pytest.mark.parametrize("language", CODES)
def test_every_sentence_is_short(language: str) -> None:
    """A sentence has at most 14 words on a page, 8 on a screen (U22, U23)."""
    read = {
        f"{context} {code}": long
        for (context, code), text in entries(language).items()
        if context in MOST_WORDS and code not in LISTS
        if (long := too_long(context, text))
    }

    assert read == {}


@pytest.mark.parametrize("language", CODES)
def test_one_word_for_each_thing(language: str) -> None:
    """In German zone, pad, tile and token each have a name of their own (U24)."""
    said = {
        f"{context} {code}": (words, text)
        for (context, code), text in everything(language).items()
        if (words := not_said(language, text))
    }

    assert said == {}


def test_the_checks_would_see_a_long_sentence_and_a_wrong_word() -> None:
    """The checks find a long sentence and a wrong word."""
    long = "Once the round is over the board shows the word to everybody at the table."

    assert too_long("page", f"Yes. {long}") == [long]
    assert too_long("screen", "One two three four five six seven eight nine") != []
    assert not_said("de", "Tippe es an eine Zone.") != []
    assert not_said("en", "The round counts nothing.") != []

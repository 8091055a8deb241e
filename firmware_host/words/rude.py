"""
Finds rude words in typed texts: also disguised ones, but not inside innocent words.

They are searched for in the letters of letter tiles, with a digit or a sign for a
letter (``4SS``), with repeated letters (``FUUUN``), in all Unicode forms, with Cyrillic
and Greek letters that look like Latin ones, and letter by letter (``f.u.n``). A word of
the section `anywhere` is also found inside a longer word, unless an innocent word
covers it (Scunthorpe) or the whole word is one of the `names`. All others are found
only as whole words, with or without a number beside them.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cache
from itertools import groupby
from unicodedata import normalize

from firmware_host.board.record import Record
from firmware_host.words.folding import fold
from firmware_host.words.unfit import read_sections

#: The signs that people type in place of a letter.
_FOR = {
    "A": "A4@",
    "B": "B8",
    "E": "E3",
    "G": "G9",
    "I": "I1",
    "L": "L1",
    "O": "O0",
    "S": "S5$",
    "T": "T7",
    "Z": "Z2",
}

#: Cyrillic and Greek letters that look like a Latin letter.
#: Source: confusables.txt of Unicode Technical Standard 39.
_LOOKS = str.maketrans(
    "АВЕКМНОРСТУХІЈЅаеорсухіјѕԁһӏԛԝѵкΑΒΕΖΗΙΚΜΝΟΡΤΥΧαινορυκ",
    "ABEKMHOPCTYXIJSaeopcyxijsdhlqwvkABEZHIKMNOPTYXaivopuk",
)

#: A file has these sections.
SECTIONS = ANYWHERE, ALONE, INNOCENT, NAMES = "anywhere", "alone", "innocent", "names"

#: What separates the words of a text: all but letters of any alphabet, digits, and
#: signs for letters.
_BETWEEN = re.compile(r"(?:[^\w@$]|_)+")

#: A capital behind a small letter begins a word: ``MyName``.
_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")

#: Parts so short, one after the other, are read as one word: ``f u n``, ``fu n``.
_SHORT = 2

#: Longer texts are searched only up to this length: no typed name is that long.
_LONGEST = 200


class RudeWords(Record):
    """
    Rude words that are not allowed in the names of players.

    Args:
        anywhere: Words that are found inside longer words as well.
        alone: Words that are found as whole words only.
        innocent: Allowed words that contain a word of *anywhere*.
        names: Names of people that are allowed as whole words.
    """

    anywhere: tuple[str, ...] = ()
    alone: tuple[str, ...] = ()
    innocent: tuple[str, ...] = ()
    names: tuple[str, ...] = ()

    def with_words(self, words: Iterable[str]) -> "RudeWords":
        """Return these with more words that are found as whole words only."""
        return replace(self, alone=(*self.alone, *typed_words(words)))

    def has_rude_word(self, text: str) -> bool:
        """Return True if a text contains a rude word, also a disguised one."""
        plain = normalize("NFKC", text[:_LONGEST])[:_LONGEST].translate(_LOOKS)
        texts = {plain, _CAMEL.sub(" ", plain)}
        return any(self._finds(fold(one).replace("'", "")) for one in texts)

    def _finds(self, folded: str) -> bool:
        words = [word for word in _BETWEEN.split(folded) if word]
        if any(self._is_rude(word) for word in words):
            return True
        # Letters one by one are any word; parts of two are one found anywhere.
        if any(self._is_rude(run) for run in _runs(words, 1)):
            return True
        return any(self._has_inside(run) for run in _runs(words, _SHORT))

    def _is_rude(self, word: str) -> bool:
        if word in self.names:
            return False
        alone = _pattern(self.alone)
        bare = word.strip("0123456789")
        if alone.fullmatch(word) or alone.fullmatch(bare):
            return True
        return self._has_inside(word)

    def _has_inside(self, word: str) -> bool:
        covered = [one.span() for one in _pattern(self.innocent).finditer(word)]
        return any(
            not any(
                start <= found.start() and found.end() <= end for start, end in covered
            )
            for found in _pattern(self.anywhere).finditer(word)
        )


def _runs(words: list[str], size: int) -> Iterator[str]:
    """Yield each run of neighbouring words of at most *size* letters, joined."""
    for is_short, run in groupby(words, key=lambda word: len(word) <= size):
        if is_short:
            yield "".join(run)


def typed_words(words: Iterable[str]) -> tuple[str, ...]:
    """Return words folded and reduced to letters, without duplicates."""
    known = (re.sub("[^A-Z]", "", fold(word)) for word in words)
    return tuple(dict.fromkeys(word for word in known if word))


@cache
def _pattern(words: tuple[str, ...]) -> re.Pattern[str]:
    """Return a pattern for words in which each letter may be repeated or disguised."""
    found = "|".join(
        "".join(
            f"[{_FOR.get(letter, letter)}]{{{len(list(run))},}}"
            for letter, run in groupby(word)
        )
        for word in sorted(words, key=len, reverse=True)
    )
    return re.compile(found or r"(?!)")


def read_rude(text: str, where: str) -> RudeWords:
    """
    Return the words of a ``rude.txt``.

    Args:
        text: Words under the names of sections; ``#`` begins a comment.
        where: The file's name, for messages.

    Raises:
        SettingsError: A word is in no section, or a section is unknown.
    """
    found = read_sections(text, where, SECTIONS)
    return RudeWords(**{name: tuple(words) for name, words in found.items()})


def union(several: Iterable[RudeWords]) -> RudeWords:
    """Return the union of the rude words of several languages."""
    all_of = tuple(several)
    return RudeWords(
        *(
            tuple(word for one in all_of for word in getattr(one, name))
            for name in SECTIONS
        )
    )

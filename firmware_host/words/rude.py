"""
Rude words in what people type: found in disguise, and not inside innocent words.

They are looked for as they are laid, with a digit or a sign for a letter (``4SS``),
with letters repeated (``FUUUN``), in any shape that Unicode has for them, and one by
one (``f.u.n``). One of the section `anywhere` is found inside a longer one, unless an
innocent word covers it (Scunthorpe) or the whole word is one of the `names`; all
others only as words of their own, with or without a number beside.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cache
from itertools import groupby
from unicodedata import normalize

from firmware_host.board.record import Record
from firmware_host.errors import SettingsError
from firmware_host.words.folding import fold

#: What people type for a letter.
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

#: A file has these sections.
SECTIONS = ANYWHERE, ALONE, INNOCENT, NAMES = "anywhere", "alone", "innocent", "names"

#: What separates the words of a text: all but letters of any alphabet, digits, and
#: signs for letters.
_BETWEEN = re.compile(r"(?:[^\w@$]|_)+")

#: A capital behind a small letter begins a word: ``MyName``.
_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")

#: Parts so short, one after the other, are read as one word: ``f u n``, ``fu n``.
_SHORT = 2

#: Nothing that is typed is that long: whoever looks through more looks no further.
_LONGEST = 200


class RudeWords(Record):
    """
    Words that nobody shall be called by.

    Args:
        anywhere: Those that are found inside longer words too.
        alone: Those that are found as words of their own.
        innocent: Words that have one of *anywhere* inside.
        names: Names of people that are no rude word as they are, whole.
    """

    anywhere: tuple[str, ...] = ()
    alone: tuple[str, ...] = ()
    innocent: tuple[str, ...] = ()
    names: tuple[str, ...] = ()

    def also(self, words: Iterable[str]) -> "RudeWords":
        """Return these with more words of their own, as somebody has typed them."""
        return replace(self, alone=(*self.alone, *typed_words(words)))

    def finds(self, text: str) -> bool:
        """Tell whether one of them stands in *text*."""
        plain = normalize("NFKC", text[:_LONGEST])[:_LONGEST]
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
    """Yield what is read together: words of at most *size* letters side by side."""
    for is_short, run in groupby(words, key=lambda word: len(word) <= size):
        if is_short:
            yield "".join(run)


def typed_words(words: Iterable[str]) -> tuple[str, ...]:
    """Return *words* as they are looked for: letters alone, each of them once."""
    known = (re.sub("[^A-Z]", "", fold(word)) for word in words)
    return tuple(dict.fromkeys(word for word in known if word))


@cache
def _pattern(words: tuple[str, ...]) -> re.Pattern[str]:
    """Return what finds any of *words*, each letter at least as often as it stands."""
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
        text: Words under their section; what stands behind ``#`` is for people.
        where: Which file it is, for whoever mends it.

    Raises:
        SettingsError: A word stands in no section, or there is no such section.
    """
    found: dict[str, list[str]] = {name: [] for name in SECTIONS}
    section = ""
    for number, line in enumerate(text.splitlines(), start=1):
        said = line.partition("#")[0].strip()
        if said.startswith("["):
            section = said.strip("[]")
        elif said and section in found:
            found[section] += said.split()
        if said and section not in found:
            sections = ", ".join(SECTIONS)
            msg = f"{where}, line {number}: the sections are {sections}"
            raise SettingsError(msg)
    return RudeWords(**{name: tuple(words) for name, words in found.items()})


def together(several: Iterable[RudeWords]) -> RudeWords:
    """Return the words of several languages at once: children know more than one."""
    all_of = tuple(several)
    return RudeWords(
        *(
            tuple(word for one in all_of for word in getattr(one, name))
            for name in SECTIONS
        )
    )

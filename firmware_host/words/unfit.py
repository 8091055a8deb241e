"""
The words that the board itself never shows or draws: obscene words, slurs, insults.

The board does not draw, guess, list, count or suggest them. A person may still hide and
guess each of them where the rules allow it.

A sign of the list is a word; ``*`` before or behind it stands for any letters.
"""

from collections.abc import Container, Iterable, Iterator
from itertools import product

from firmware_host.errors import SettingsError
from firmware_host.words.alphabet import Alphabet
from firmware_host.words.lexicon import Lexicon

#: The sections of an ``unfit.txt``, by kind, and the words that the board may say.
KINDS = SEXUAL, EXCRETION, SLURS, INSULTS, HARM, TEASING = (
    "sexual",
    "excretion",
    "slurs",
    "insults",
    "harm",
    "teasing",
)
FINE = "fine"


class Signs:
    """
    A set of word patterns, in which ``*`` at an end stands for any letters.

    Args:
        signs: Folded words, each with or without a ``*`` at its ends.
    """

    __slots__ = ("_begins", "_ends", "_inside", "_words")

    def __init__(self, signs: Iterable[str]) -> None:
        # As one text they take a tenth of the memory of a set.
        words = (one for one in signs if "*" not in one)
        self._words = "\n".join(("", *words, ""))
        stars = {one for one in signs if "*" in one}
        inside = {one for one in stars if one[0] == one[-1] == "*"}
        self._inside = tuple(one.strip("*") for one in inside)
        self._begins = tuple(one[:-1] for one in stars - inside if one[-1] == "*")
        self._ends = tuple(one[1:] for one in stars - inside if one[0] == "*")

    def __contains__(self, word: str) -> bool:
        """Return whether one of the patterns matches the folded *word*."""
        return (
            self.has(word)
            or word.startswith(self._begins)
            or word.endswith(self._ends)
            or any(one in word for one in self._inside)
        )

    def has(self, word: str) -> bool:
        """Return whether *word* is a pattern without a ``*``."""
        return f"\n{word}\n" in self._words

    def words(self) -> list[str]:
        """Return the patterns without a ``*``, which are whole words."""
        return self._words.split()

    def parts(self) -> Iterator[str]:
        """Yield each ``*`` pattern's letters; a newline marks an end without ``*``."""
        yield from self._inside
        yield from (f"\n{one}" for one in self._begins)
        yield from (f"{one}\n" for one in self._ends)


class UnfitWords:
    """
    The offensive words that the board never shows or draws.

    Args:
        unfit: The signs of these words.
        fine: The patterns of exceptions, which the board may show.
    """

    __slots__ = ("_fine", "_unfit")

    def __init__(self, unfit: Iterable[str] = (), fine: Iterable[str] = ()) -> None:
        self._unfit, self._fine = Signs(tuple(unfit)), Signs(tuple(fine))

    def __contains__(self, word: object) -> bool:
        """Return whether the folded *word* is offensive."""
        if not isinstance(word, str):
            return False
        return word in self._unfit and word not in self._fine

    def among(self, lexicon: Lexicon, length: int) -> list[str]:
        """
        Return the offensive words of one length, from the list and the lexicon.

        Args:
            lexicon: The list that is searched for patterns with a ``*``.
            length: Letters of each word.
        """
        found = {word for word in self._unfit.words() if len(word) == length}
        text = "\n".join(("", *lexicon.words(length), ""))
        for part in self._unfit.parts():
            at = text.find(part) if len(part) <= length + 1 else -1
            while at >= 0:
                start = text.rindex("\n", 0, at + 1) + 1
                found.add(text[start : start + length])
                at = text.find(part, at + 1)
        return [word for word in found if word in self]

    def has_unfit_twin(
        self, word: str, alphabet: Alphabet, known: Container[str]
    ) -> bool:
        """
        Return whether *word*, or one built of the same pieces, is offensive.

        Args:
            word: Folded, of letters that the alphabet has.
            alphabet: The pieces of each letter.
            known: The words of the language: a ``*`` covers only these.
        """
        builds = alphabet.builds
        alike = ([x for x in builds if builds[x] == builds[one]] for one in word)
        twins = map("".join, product(*alike))
        return any(
            twin in self and (twin in known or self._unfit.has(twin)) for twin in twins
        )


def read_unfit(text: str, where: str) -> UnfitWords:
    """
    Read the list of offensive words from the text of an ``unfit.txt``.

    Args:
        text: Patterns under the names of sections; ``#`` begins a comment.
        where: The file's name, for messages.

    Raises:
        SettingsError: A pattern is in no section, or a section is unknown.
    """
    found = read_sections(text, where, (*KINDS, FINE))
    unfit = (sign for kind in KINDS for sign in found[kind])
    return UnfitWords(unfit, found[FINE])


def read_sections(text: str, where: str, names: Iterable[str]) -> dict[str, list[str]]:
    """
    Return the words of a file by the name of their section.

    Args:
        text: Words under the names of sections in brackets; ``#`` begins a comment.
        where: The file's name, for messages.
        names: The sections that the file may have.

    Raises:
        SettingsError: A word is in no section, or a section is unknown.
    """
    found: dict[str, list[str]] = {name: [] for name in names}
    section = ""
    for number, line in enumerate(text.splitlines(), start=1):
        said = line.partition("#")[0].strip()
        if said.startswith("["):
            section = said.strip("[]")
        elif section in found:
            found[section] += said.split()
        if said and section not in found:
            msg = f"{where}, line {number}: the sections are {', '.join(found)}"
            raise SettingsError(msg)
    return found

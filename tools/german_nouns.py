"""Find the forms of German nouns; for tools/build_words.py."""

from collections.abc import Iterator, Set as AbstractSet
from dataclasses import dataclass

from german_forms import VOWELS, mutated
from german_tables import read, table

#: A form, its kind, and the noun.
Reading = tuple[str, str, str]

#: Nouns in -e that have no plural in -n.
NO_PLURAL = table("rules.txt", "no-plural")

#: The endings of the plural, by the ending of the noun.
_FOREIGN = {
    "a": ("en",),
    "o": ("i",),
    "os": ("en",),
    "s": ("sse", "ssen"),
    "um": ("a", "en"),
    "us": ("i", "en"),
}

#: The greatest length of a noun: forms that can be laid have six letters at most.
LONGEST = 8

#: The kind of a form that is a plural or a case, which the ending does not distinguish.
EITHER = "plural-or-case"

#: The endings of a plural with an umlaut: Wälder, Wäldern.
_UMLAUTS = {"e": "plural", "er": "plural", "en": EITHER, "ern": EITHER}

#: The endings of such plurals of nouns in -el, -en or -er: Vögel, Vögeln.
_SHORT_UMLAUTS = {"": "plural", "n": EITHER}


@dataclass(frozen=True, slots=True)
class Nouns:
    """
    The nouns of German, and the words that may be forms of them.

    Args:
        words: Every form in the source, in small letters, with ss for ß, without
            function words.
        nouns: The words that are nouns.
        adjectives: The forms of adjectives and participles.
        others: The forms of adjectives, participles and verbs.
    """

    words: AbstractSet[str]
    nouns: AbstractSet[str]
    adjectives: AbstractSet[str]
    others: AbstractSet[str]

    def readings(self) -> Iterator[Reading]:
        """
        Yield each form of each noun.

        A form that is recognized by its ending alone may belong to another noun or a
        verb: it is left out if there is a second explanation. BAHNE is of bahnen, not
        of Bahn.
        """
        sure: dict[str, set[Reading]] = {}
        likely: dict[str, set[Reading]] = {}
        for noun in self.nouns:
            yield noun, "base", noun
            if len(noun) > LONGEST:
                continue
            for found, every in ((sure, self._sure), (likely, self._likely)):
                for form, kind in every(noun):
                    if form in self.words and form not in self.nouns:
                        found.setdefault(form, set()).add((form, kind, noun))
        for form, some in likely.items():
            if form not in sure and form not in self.others and len(some) == 1:
                yield from some
        for some in sure.values():
            yield from some
        yield from self._by_hand()

    def _by_hand(self) -> Iterator[Reading]:
        """Yield the forms in the handwritten files, each after its noun."""
        for line in read("nouns.txt"):
            noun, *forms = line.split()
            if forms:
                yield noun, "base", noun
                yield from ((form, EITHER, noun) for form in forms)

    def _has_es(self, noun: str) -> bool:
        """Return True if the genitive of a noun ends in -es: it is not feminine."""
        genitive, longer = f"{noun}es", f"{noun}e"
        known = genitive in self.words and genitive not in self.adjectives
        plain = not _is_open(noun) and not noun.endswith(("sh", "tch"))  # die Matches
        return known and plain and longer not in self.nouns

    def _has_umlaut(self, noun: str) -> bool:
        """Return True if the plural of a noun may have an umlaut: Wald, Wälder."""
        return any(form in self.words for form, _ in _umlauts(noun))

    def _sure(self, noun: str) -> Iterator[tuple[str, str]]:
        """Yield the forms that certainly belong to their noun."""
        if noun.endswith("e"):
            if noun not in NO_PLURAL:
                yield f"{noun}n", EITHER
            return
        if not noun.endswith(("s", "x", "z")) and f"{noun}s" not in self.adjectives:
            yield f"{noun}s", EITHER
        if noun.endswith("in") and len(noun) > 3:  # noqa: PLR2004 - der Pin
            yield f"{noun}nen", "plural"
        if self._has_es(noun):
            yield f"{noun}es", EITHER
            if not noun.endswith("ei"):
                yield f"{noun}e", EITHER

    def _likely(self, noun: str) -> Iterator[tuple[str, str]]:
        """Yield the forms that could belong to another word."""
        yield from _foreign(noun)
        if noun.endswith("e"):
            if noun.endswith("ee"):
                yield f"{noun}s", EITHER
            if f"{noun}n" not in self.nouns and f"{noun}n" not in self.others:
                yield f"{noun}ns", EITHER
        elif self._has_umlaut(noun):
            yield from _umlauts(noun)
        elif noun.endswith(("el", "er")):
            yield f"{noun}n", EITHER
        elif not _is_open(noun) and f"{noun}e" not in self.nouns:
            yield f"{noun}en", EITHER
            if {f"{noun}s", f"{noun}en"} <= self.words:
                yield f"{noun}e", EITHER
            if self._has_es(noun) and f"{noun}ern" in self.words:
                yield from ((f"{noun}er", "plural"), (f"{noun}ern", EITHER))


def _is_open(noun: str) -> bool:
    """Return True if a noun ends in a single vowel: Auto, not Frau."""
    return noun[-1] in VOWELS and not noun.endswith(("au", "eu", "ei"))


def _umlauts(noun: str) -> Iterator[tuple[str, str]]:
    """Yield the plural with umlaut that a noun could have."""
    if not {"a", "o", "u"}.isdisjoint(noun):
        short = noun.endswith(("el", "en", "er"))
        endings = _SHORT_UMLAUTS if short else _UMLAUTS
        yield from ((mutated(noun) + ending, kind) for ending, kind in endings.items())


def _foreign(noun: str) -> Iterator[tuple[str, str]]:
    """Yield the plurals of nouns such as Firma, Album, Modus, Tempo and Bus."""
    for end, plurals in _FOREIGN.items():
        if noun.endswith(end):
            stem = noun.removesuffix(end)
            yield from ((stem + plural, EITHER) for plural in plurals)

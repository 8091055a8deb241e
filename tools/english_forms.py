"""Find the lemma and the form of English words; for tools/build_words.py."""

import gzip
from collections.abc import Iterable, Iterator
from pathlib import Path

#: A form, its kind, and its lemma.
Reading = tuple[str, str, str]

VOWELS = frozenset("aeiou")

#: The columns of `infl_lu.csv` after the lemma, by part of speech.
COLUMNS = {
    "noun": ("plural",),
    "verb": ("past", "past-participle", "present-participle", "present"),
    "adj": ("comparative", "superlative"),
    "adv": ("comparative", "superlative"),
}

#: Forms of auxiliary verbs, which the tables lack.
ADDED = (
    ("little", "superlative", "least"),
    ("be", "present", "am are is"),
    ("be", "past", "was were"),
    ("be", "past-participle", "been"),
    ("be", "present-participle", "being"),
    ("can", "past", "could"),
    ("may", "past", "might"),
    ("shall", "past", "should"),
    ("will", "past", "would"),
)

#: Wrong entries of LemmInflect's tables, as form and lemma.
WRONG = frozenset(
    {
        ("least", "less"),
        ("staves", "stay"),
        ("worse", "wrong"),
        ("worst", "wrong"),
        ("gels", "jell"),
        ("gelled", "jell"),
        ("jells", "gel"),
        ("jelled", "gel"),
    }
)


def readings(folder: Path, lemmas: set[str], nouns: Iterable[str]) -> Iterator[Reading]:
    """
    Yield each form with its kind and its lemma.

    Args:
        folder: The tables of LemmInflect, ``lemma_lu.csv.gz`` and ``infl_lu.csv.gz``.
        lemmas: The lemmas of WordNet, in small letters.
        nouns: Those lemmas that are nouns.
    """
    found = list(_tabled(folder))
    known = {form for form, _, _ in found}
    taken = known | lemmas
    yield from found
    plain = {one for one in lemmas if not one.endswith("s") or one.endswith("ss")}
    yield from ((one, "base", one) for one in plain - known)
    for noun in plain.intersection(nouns):
        if len(noun) > 2 and _plural(noun) not in taken:  # noqa: PLR2004 - not HIS
            yield _plural(noun), "plural", noun


def _tabled(folder: Path) -> Iterator[Reading]:
    """Yield the forms in LemmInflect's tables, and those of auxiliary verbs."""
    for form, _, lemmas in _rows(folder / "lemma_lu.csv.gz"):
        if form in lemmas.split("/"):
            yield form, "base", form
    for lemma, part, *columns in _rows(folder / "infl_lu.csv.gz"):
        for kind, column in zip(COLUMNS[part], columns, strict=True):
            for form in set(column.split("/")) - {"", lemma}:
                if (form, lemma) not in WRONG:
                    yield form, kind, lemma
    for lemma, kind, forms in ADDED:
        yield from ((form, kind, lemma) for form in forms.split())


def _plural(noun: str) -> str:
    """Return the regular plural of a noun."""
    if noun.endswith(("s", "x", "z", "ch", "sh")):
        return f"{noun}es"
    if noun.endswith("y") and noun[-2:-1] not in VOWELS:
        return f"{noun[:-1]}ies"
    return f"{noun}s"


def _rows(path: Path) -> Iterator[list[str]]:
    """Yield the rows of a table that are words in small letters, not names."""
    text = gzip.decompress(path.read_bytes()).decode("utf-8")
    return (row.split(",") for row in text.splitlines() if row == row.lower())

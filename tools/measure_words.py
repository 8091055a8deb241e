"""
Measure how many of the most frequent words the lists lack.

    pip install wordfreq
    tools/measure_words.py              the 5,000 most frequent forms of each list
    tools/measure_words.py --forms 9000

wordfreq (Apache-2.0, data CC BY-SA 4.0) is asked by this tool alone: nothing of it is
shipped, and no test needs it. Forms that are no words here, such as names, stand with
their reason in ``tools/removals/CODE.txt`` and do not count. It exits with 1 where a
list lacks more than one in a thousand.
"""

import argparse
import sys
from collections.abc import Iterator
from importlib import import_module
from itertools import islice
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))  # so that it runs from any folder

from firmware_host.app.content.languages import load_language  # noqa: E402 - needs the path above
from firmware_host.languages import CODES  # noqa: E402 - needs the path above
from firmware_host.words import lexicon, wide  # noqa: E402 - as above
from firmware_host.words.folding import fold  # noqa: E402 - as above

REMOVALS = Path(__file__).resolve().parent / "removals"

#: Why a frequent form is no word here.
REASONS = frozenset(
    {"abbreviation", "foreign", "name", "possessive", "prefix", "slang"}
)

#: No more of the forms may be missing. Source: issue 10.
ALLOWED = 0.001


def removals(code: str) -> set[str]:
    """Return the forms of a language that are no words, folded."""
    found = set()
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


def measure(code: str, forms: int) -> bool:
    """Print what the lists of one language lack; return whether that is too much."""
    language, removed = load_language(code), removals(code)
    zones = range(lexicon.SHORTEST, lexicon.LONGEST + 1)
    cards = range(wide.SHORTEST, wide.LONGEST + 1)
    too_many = False
    for name, lengths, letters, words in (
        ("accepted", zones, frozenset(language.tiles), language.accepted),
        ("wide", cards, wide.LETTERS, language.wide),
    ):
        asked = list(islice(frequent(code, lengths, letters), forms))
        counted = [form for form in asked if form not in removed]
        missing = [form for form in counted if form not in words]
        print(
            f"{code}/{name}: of {len(asked)} forms {len(asked) - len(counted)} are no"
            f" words; of the other {len(counted)} it lacks {len(missing)}"
            f" ({len(missing) / len(counted):.2%}): {' '.join(missing)}"
        )
        too_many |= len(missing) > ALLOWED * len(counted)
    return too_many


def main() -> int:
    """Measure every language."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").strip().split("\n")[0])
    parser.add_argument("--forms", type=int, default=5000, help="of each list")
    given = parser.parse_args()
    return max([measure(code, given.forms) for code in CODES])


if __name__ == "__main__":
    sys.exit(main())

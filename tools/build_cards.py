"""
Count the letter cards of KEYWORD, from each language's own word list.

    tools/build_cards.py            write languages/CODE/cards.toml
    tools/build_cards.py --check    write nothing; are the files what the lists give?

An owner whose box has other counts can change the file; the totals are 104 and 97.
"""

import argparse
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))  # so that it runs from any folder

from firmware_host.languages import CODES, FOLDER  # noqa: E402 - needs the path above
from firmware_host.words.cards import BLANK, DECKS, shares  # noqa: E402 - as above

HEAD = "# Letter cards of KEYWORD, by tools/build_cards.py; ? is a blank one.\n"


def cards(code: str) -> str:
    """Return the content of one language's file."""
    words = (FOLDER / code / "accepted.txt").read_text(encoding="ascii").split()
    text = HEAD
    for colour, (total, blanks) in DECKS.items():
        counts = shares(words, total) | {BLANK: blanks}
        text += f"\n[{colour}]\n"
        text += "".join(f'"{letter}" = {n}\n' for letter, n in counts.items())
    return text


def main() -> int:
    """Build or check every file."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").strip().split("\n")[0])
    parser.add_argument("--check", action="store_true", help="compare, write nothing")
    given = parser.parse_args()
    stale = 0
    for code in CODES:
        path, text = FOLDER / code / "cards.toml", cards(code)
        if not given.check:
            path.write_text(text, encoding="utf-8")
        elif path.read_text(encoding="utf-8") != text:
            print(f"{code}/cards.toml: is not what the word list gives")
            stale = 1
    return stale


if __name__ == "__main__":
    sys.exit(main())

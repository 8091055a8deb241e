"""
Build the index of longest words from a language's list of words for games of cards.

    tools/build_longest.py CODE FILE    such as: tools/build_longest.py de /tmp/de.idx

No game needs it to be played; `firmware_host/words/longest.py` reads it.
"""

import argparse
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))  # so that it runs from any folder

from firmware_host.languages import CODES, FOLDER  # noqa: E402 - needs the path above
from firmware_host.words.longest import pack  # noqa: E402 - as above
from firmware_host.words.wide import WideList  # noqa: E402 - as above


def built(code: str) -> bytes:
    """Return the index of one language."""
    return pack(WideList((FOLDER / code / "wide.txt").read_bytes()))


def main() -> None:
    """Build what was asked for."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").strip().split("\n")[0])
    parser.add_argument("code", choices=CODES)
    parser.add_argument("file", type=Path)
    given = parser.parse_args()
    data = built(given.code)
    given.file.write_bytes(data)
    print(f"{given.file}: {len(data):,} bytes")


if __name__ == "__main__":
    main()

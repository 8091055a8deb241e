"""
Compile each language's texts.po into the texts.mo that is read at run time.

    python tools/build_texts.py --write | --check
"""

import argparse
import sys
from pathlib import Path

import polib

LANGUAGES = Path(__file__).parent.parent / "firmware_host" / "languages"


def compiled(path: Path) -> bytes:
    """Return the content of the .mo file that a .po file compiles to."""
    catalogue: bytes = polib.pofile(str(path)).to_binary()
    return catalogue


def main() -> int:
    """Write or check the files; return 1 if one is out of date."""
    given = argparse.ArgumentParser(description=__doc__)
    given.add_argument("--write", action="store_true")
    given.add_argument("--check", action="store_true")
    write = given.parse_args().write
    stale = 0
    for path in sorted(LANGUAGES.glob("*/texts.po")):
        target, wanted = path.with_suffix(".mo"), compiled(path)
        if write:
            target.write_bytes(wanted)
        elif not target.exists() or target.read_bytes() != wanted:
            print(f"{target} is not up to date; run this with --write")
            stale = 1
    return stale


if __name__ == "__main__":
    sys.exit(main())

"""
Write docs/unproven.md and its German twin from the rows of claims.toml.

    tools/build_unproven.py --write    write both pages
    tools/build_unproven.py --check    say whether they are up to date
"""

import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from firmware_host.app.prove.claims import Claim, sections  # noqa: E402 - needs the path
from firmware_host.languages import FIRST  # noqa: E402 - as above

DOCS = ROOT / "docs"

#: By language: what stands above the rows, and the columns.
HEADS = {
    "en": (
        """\
# Not proven yet

*The same [in German](unproven.de.md).*

All that could be tried without a soldering iron was: the wire, the controller's
program in a real MicroPython, the drivers down to the bytes on the bus, the package in
a booted Debian. What follows can only be shown by a board. Each row says what to do
there; please tell us what you saw.

<!-- Generated: rows are added, changed and taken out in
firmware_host/app/prove/claims.toml; then tools/build_unproven.py --write. -->
""",
        "| id | claim | how to check it |",
    ),
    "de": (
        """\
# Noch nicht bewiesen

*Dasselbe [auf Englisch](unproven.md).*

Was sich ohne Lötkolben versuchen ließ, ist versucht: die Leitung, das Programm des
Controllers in einem echten MicroPython, die Treiber bis zu den Bytes auf dem Bus, das
Paket in einem gebooteten Debian. Was hier steht, kann nur ein Brett zeigen. Jede Zeile
sagt, was dort zu tun ist; bitte sag uns, was du gesehen hast.

<!-- Erzeugt: Zeilen stehen in firmware_host/app/prove/claims.toml; danach
tools/build_unproven.py --write. -->
""",
        "| Kennung | Behauptung | wie sie geprüft wird |",
    ),
}


def pages() -> Iterator[tuple[Path, str]]:
    """Yield each page's file and text."""
    for language in HEADS:
        ending = "md" if language == FIRST else f"{language}.md"
        yield DOCS / f"unproven.{ending}", page(language)


def page(language: str) -> str:
    """Return the page in a language."""
    head, columns = HEADS[language]
    parts = [head]
    for section in sections():
        parts.append(f"\n## {section.titles[language]}\n\n")
        if section.notes:
            parts.append(f"{section.notes[language]}\n\n")
        parts.append(f"{columns}\n|---|---|---|\n")
        parts += [f"{_row(claim, language)}\n" for claim in section.claims]
    return "".join(parts)


def _row(claim: Claim, language: str) -> str:
    return f"| `{claim.id}` | {claim.claim(language)} | {claim.check(language)} |"


def main() -> int:
    """Run the command."""
    if sys.argv[1:] not in (["--write"], ["--check"]):
        print(__doc__)
        return 2
    stale = [
        (path, text)
        for path, text in pages()
        if not path.exists() or path.read_text(encoding="utf-8") != text
    ]
    for path, text in stale:
        if sys.argv[1] == "--write":
            path.write_text(text, encoding="utf-8")
        print(path.relative_to(ROOT))
    return 1 if stale and sys.argv[1] == "--check" else 0


if __name__ == "__main__":
    raise SystemExit(main())

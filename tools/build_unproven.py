"""
Write docs/unproven.md and its German twin from the rows of claims.toml.

    tools/build_unproven.py --write        write both pages
    tools/build_unproven.py --check        say whether they are up to date
    tools/build_unproven.py --take FILE    keep what an owner has sent, and write them

What owners have sent with `letterzone prove` lies in docs/proven/, a file each; their
rows name it in the pages.
"""

import hashlib
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from firmware_host.app.prove.claims import (  # noqa: E402 - needs the path
    Claim,
    every_claim,
    sections,
)
from firmware_host.app.prove.proof import (  # noqa: E402 - as above
    Answer,
    Proof,
    Result,
    load_proof,
    write_proof,
)
from firmware_host.app.system.hardware import builds  # noqa: E402 - as above
from firmware_host.errors import LetterzoneError  # noqa: E402 - as above
from firmware_host.languages import FIRST  # noqa: E402 - as above

DOCS = ROOT / "docs"
PROVEN = DOCS / "proven"

#: By language: what is said of a row that a board has proven, or refuted.
SEEN = {
    "en": {Result.PROVEN: "✔ proven", Result.REFUTED: "✘ not so"},
    "de": {Result.PROVEN: "✔ bewiesen", Result.REFUTED: "✘ nicht so"},
}
OF = {"en": "{} of {}", "de": "{} von {}"}

#: By language: what stands above the rows, and the columns.
HEADS = {
    "en": (
        """\
# Not proven yet

*The same [in German](unproven.de.md).*

All that could be tried without a soldering iron was: the wire, the controller's
program in a real MicroPython, the drivers down to the bytes on the bus, the package in
a booted Debian. What follows can only be shown by a board. Each row says what to do
there. `letterzone prove` walks them at yours, measures what a board can measure (⏱),
asks for the rest, and keeps it in a file without names: [how](doctor.md#prove-it).
Please send that file; rows that it proves say so here.

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
sagt, was dort zu tun ist. `letterzone prove` geht sie an deinem Brett durch, misst, was
ein Brett messen kann (⏱), fragt nach dem Rest und schreibt alles in eine Datei ohne
Namen: [wie](doctor.de.md#beweisen). Bitte schick sie uns; was sie beweist, steht dann
hier.

<!-- Erzeugt: Zeilen stehen in firmware_host/app/prove/claims.toml; danach
tools/build_unproven.py --write. -->
""",
        "| Kennung | Behauptung | wie sie geprüft wird |",
    ),
}


def proofs() -> tuple[Proof, ...]:
    """Return what owners have sent, by the names of its files."""
    found = (load_proof(path) for path in sorted(PROVEN.glob("*.json")))
    return tuple(one for one in found if one is not None)


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
    """Return a row; below its claim, what boards have said of it."""
    told = [claim.claim(language)]
    for proof in proofs():
        answer = proof.answers.get(claim.id)
        if answer is not None and answer.result in SEEN[language]:
            told.append(_seen(claim, proof, answer, language))
    name = f"`{claim.id}`{' ⏱' if claim.measure else ''}"
    return f"| {name} | {'<br>'.join(told)} | {claim.check(language)} |"


def _seen(claim: Claim, proof: Proof, answer: Answer, language: str) -> str:
    """Return who has seen what: the day, the computer, the build, and how often."""
    about = (answer.on, proof.about["computer"], proof.about["build"])
    words = [str(one) for one in about if one]
    if claim.count:
        words.append(OF[language].format(answer.times, claim.count))
    return f"**{SEEN[language][answer.result]}** ({', '.join(words)})"


def _refused(proof: Proof | None) -> str:
    """Return why a proof is not taken; empty where it is."""
    if proof is None:
        return "there is no such file"
    if not proof.is_of_metal:
        return "it is of no Raspberry Pi, or of a simulated board"
    if proof.about["build"] not in (*builds(), "own"):
        return "there is no such build, so it may be somebody's name"
    return ""


def take(path: Path) -> int:
    """Keep a proof that an owner has sent; what the rows no longer know stays in it."""
    try:
        proof = load_proof(path)
    except LetterzoneError as fault:
        print(fault)
        return 1
    why = _refused(proof)
    if proof is None or why:
        print(f"{path}: {why}; nothing was taken")
        return 1
    text = write_proof(proof)
    days = [one.on for one in proof.answers.values() if one.on]
    build = str(proof.about["build"])
    sign = hashlib.sha256(text.encode()).hexdigest()[:8]
    kept = PROVEN / f"{max(days, default='undated')}-{build}-{sign}.json"
    PROVEN.mkdir(exist_ok=True)
    kept.write_text(text, encoding="utf-8")
    known = every_claim()
    rows = [name for name in proof.answers if name in known]
    print(f"{kept.name}: {len(rows)} rows")
    return 0


def main() -> int:
    """Run the command."""
    match sys.argv[1:]:
        case ["--take", file]:
            if take(Path(file)):
                return 1
        case ["--write"] | ["--check"]:
            pass
        case _:
            print(__doc__)
            return 2
    stale = [
        (path, text)
        for path, text in pages()
        if not path.exists() or path.read_text(encoding="utf-8") != text
    ]
    for path, text in stale:
        if sys.argv[1] != "--check":
            path.write_text(text, encoding="utf-8")
        print(path.name)
    return 1 if stale and sys.argv[1] == "--check" else 0


if __name__ == "__main__":
    raise SystemExit(main())

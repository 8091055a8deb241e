"""
Write docs/unproven.md and its German twin from the rows of claims.toml.

    tools/build_unproven.py --write        write both pages
    tools/build_unproven.py --check        say whether they are up to date
    tools/build_unproven.py --take FILE    keep what an owner has sent, and write them

What owners have sent with `letterzone prove` lies in docs/proven/, one file each; the
pages list the reports below the claim they are about.
"""

import hashlib
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from firmware_host.app.prove.claims import (  # noqa: E402 - needs the path
    ProofClaim,
    every_claim,
    sections,
)
from firmware_host.app.prove.proof import (  # noqa: E402 - as above
    Proof,
    ProofAnswer,
    Ruling,
    load_proof,
    write_proof,
)
from firmware_host.app.system.hardware import builds  # noqa: E402 - as above
from firmware_host.errors import LetterzoneError  # noqa: E402 - as above
from firmware_host.languages import FIRST  # noqa: E402 - as above

DOCS = ROOT / "docs"
PROVEN = DOCS / "proven"

#: By language: the words for a claim that a board has confirmed or refuted.
SEEN = {
    "en": {Ruling.PROVEN: "✔ proven", Ruling.REFUTED: "✘ not so"},
    "de": {Ruling.PROVEN: "✔ bewiesen", Ruling.REFUTED: "✘ nicht so"},
}
OF = {"en": "{} of {}", "de": "{} von {}"}

#: By language: the introduction of the page, and the headings of the columns.
HEADS = {
    "en": (
        """\
# Not proven yet

*The same [in German](unproven.de.md).*

Everything that can be tested without a soldering iron is tested: the wire, the
controller's program in a real MicroPython, the drivers down to the bytes on the
bus, the package in a booted Debian. Only a real board can prove the claims on this
page. Each row says how to check its claim. `letterzone prove` goes through the rows
at your board, measures what a board can measure (⏱), asks you for the others, and
writes the results into a file without names: [how](doctor.md#prove-it). Please send
us that file; this page then shows which rows it proves.

<!-- Generated: rows are added, changed and taken out in
firmware_host/app/prove/claims.toml; then tools/build_unproven.py --write. -->
""",
        "| id | claim | how to check it |",
    ),
    "de": (
        """\
# Noch nicht bewiesen

*Dasselbe [auf Englisch](unproven.md).*

Alles, was sich ohne Lötkolben prüfen lässt, ist geprüft: die Leitung, das Programm
des Controllers in einem echten MicroPython, die Treiber bis zu den Bytes auf dem
Bus, das Paket in einem gebooteten Debian. Die Behauptungen auf dieser Seite kann
nur ein echtes Brett beweisen. Jede Zeile sagt, wie sie geprüft wird. `letterzone
prove` geht die Zeilen an deinem Brett durch, misst, was ein Brett messen kann (⏱),
fragt dich nach den anderen und schreibt die Ergebnisse in eine Datei ohne Namen:
[wie](doctor.de.md#beweisen). Bitte schick uns diese Datei; die Seite zeigt dann,
welche Zeilen sie beweist.

<!-- Erzeugt: Zeilen stehen in firmware_host/app/prove/claims.toml; danach
tools/build_unproven.py --write. -->
""",
        "| Kennung | Behauptung | wie sie geprüft wird |",
    ),
}


def proofs() -> tuple[Proof, ...]:
    """Return the reports that owners have sent, by file name."""
    found = (load_proof(path) for path in sorted(PROVEN.glob("*.json")))
    return tuple(one for one in found if one is not None)


def pages() -> Iterator[tuple[Path, str]]:
    """Yield the path and the text of each page."""
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


def _row(claim: ProofClaim, language: str) -> str:
    """Return a table row: a claim and the boards that confirm or refute it."""
    told = [claim.claim(language)]
    for proof in proofs():
        answer = proof.answers.get(claim.id)
        if answer is not None and answer.result in SEEN[language]:
            told.append(_seen(claim, proof, answer, language))
    name = f"`{claim.id}`{' ⏱' if claim.measure else ''}"
    return f"| {name} | {'<br>'.join(told)} | {claim.check(language)} |"


def _seen(claim: ProofClaim, proof: Proof, answer: ProofAnswer, language: str) -> str:
    """Return the dates, computers and builds of reports, and their number."""
    about = (answer.on, proof.about["computer"], proof.about["build"])
    words = [str(one) for one in about if one]
    if claim.count:
        words.append(OF[language].format(answer.times, claim.count))
    return f"**{SEEN[language][answer.result]}** ({', '.join(words)})"


def _refused(proof: Proof | None) -> str:
    """Return the reason why a report is rejected; empty if it is accepted."""
    if proof is None:
        return "there is no such file"
    if not proof.is_of_metal:
        return "it is of no Raspberry Pi, or of a simulated board"
    if proof.about["build"] not in (*builds(), "own"):
        return "there is no such build, so it may be somebody's name"
    return ""


def take(path: Path) -> int:
    """Store a report of an owner, including claims that no longer exist."""
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

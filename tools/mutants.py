"""
Change the source in one place at a time, and see whether a test notices.

    tools/mutants.py                       every change of every layer
    tools/mutants.py --sample 400          some of them, drawn by the last commit's hash
    tools/mutants.py --sample 400 --seed S drawn by another word
    tools/mutants.py --only PATH ...       only changes of these files or folders
    tools/mutants.py --list                only list the changes

A change (a mutant) replaces a comparison, a number, an operator or a boolean by
another. Each mutant is tried in a copy of the source, with the quick tests of its layer
that run the changed line. The mutants that no test notices are printed with file and
line; the exit status is 1 if they are more than one in twenty. Mutants that do not
change the behaviour are listed in tools/mutants_equal.toml, each with its reason; they
are neither tried nor counted.
"""

import argparse
import random
import subprocess
import sys
import tempfile
import time
import tomllib
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tools.mutant_copies import (  # noqa: E402 - needs the path
    LAYERS,
    PACKAGE,
    Copy,
    Trials,
    layer_of,
    learn,
)
from tools.mutant_trials import LIVES  # noqa: E402 - needs the path
from tools.mutating import Mutant, mutants  # noqa: E402 - needs the path

#: The least share of mutants that tests have to notice.
LEAST = 0.95


def places(root: Path, only: Iterable[str]) -> list[Mutant]:
    """
    Return every mutant of all layers, or of the files and folders *only*.

    Raises:
        ValueError: A path is missing or in no layer.
    """
    found = []
    wanted = [(root / one).resolve() for one in only]
    layers = [root / PACKAGE / layer for layer in LAYERS]
    for path in wanted:
        if not path.exists() or not any(path.is_relative_to(one) for one in layers):
            message = f"{path} is no file or folder of {', '.join(LAYERS)}"
            raise ValueError(message)
    for layer in layers:
        for path in sorted([layer] if layer.is_file() else layer.rglob("*.py")):
            if not wanted or any(path.is_relative_to(one) for one in wanted):
                found += mutants(str(path.relative_to(root)), path.read_bytes())
    return found


def equals(root: Path) -> set[tuple[str, str, str, str, int]]:
    """Return the names of the listed mutants that do not change the behaviour."""
    path = root / "tools" / "mutants_equal.toml"
    if not path.exists():
        return set()
    rows = tomllib.loads(path.read_text(encoding="utf-8")).get("equal", [])
    return {
        (one["path"], one["where"], one["text"], one["change"], one.get("nth", 1))
        for one in rows
    }


def report(trials: Trials, chosen: list[Mutant], listed: Counter[str]) -> float:
    """Print the share of noticed mutants by layer; return that of all."""
    tried = Counter(layer_of(one.path) for one in chosen)
    lived = Counter(
        layer_of(chosen[number].path) for number, by in trials.by.items() if by == LIVES
    )
    print(f"{'layer':10}{'tried':>8}{'noticed':>9}{'share':>8}{'equal':>7}")
    rows = [(name, tried[name], lived[name], listed[name]) for name in sorted(tried)]
    rows += [("all", tried.total(), lived.total(), listed.total())]
    for name, many, living, equal in rows:
        share = (many - living) / many
        print(f"{name:10}{many:8}{many - living:9}{share:8.1%}{equal:7}")
    return 1 - lived.total() / tried.total()


def last_commit(root: Path) -> str:
    """Return the hash of the last commit."""
    git = ["git", "-C", str(root), "rev-parse", "HEAD"]
    done = subprocess.run(git, capture_output=True, check=True, text=True)  # noqa: S603 - our own folder
    return done.stdout.strip()


def sample(found: list[Mutant], many: int, seed: str) -> list[Mutant]:
    """Return a random sample of the mutants in order, the same for the same *seed*."""
    drawn = random.Random(seed).sample(range(len(found)), min(many, len(found)))  # noqa: S311 - whoever has the seed may draw them
    return [found[place] for place in sorted(drawn)]


def tried(chosen: list[Mutant], root: Path, jobs: int) -> Trials:
    """Try some mutants in copies of the source, which are deleted afterwards."""
    layers = sorted({layer_of(one.path) for one in chosen})
    folders = dict.fromkeys(folder for layer in layers for folder in LAYERS[layer])
    with tempfile.TemporaryDirectory(prefix="letterzone-mutants-") as name:
        copies = [Copy(root, Path(name, str(index))) for index in range(jobs)]
        try:
            trials = Trials(copies, chosen, learn(copies, folders, root))
            trials.run()
        finally:
            for copy in copies:
                copy.close()
    return trials


def command_line() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--sample", type=int, metavar="N", help="try N of them")
    parser.add_argument("--seed", help="what they are drawn by; else the last commit")
    parser.add_argument("--only", nargs="+", default=[], metavar="PATH")
    parser.add_argument("--list", action="store_true", help="try nothing")
    parser.add_argument("--jobs", type=int, default=2, metavar="N", help="at once (2)")
    return parser


def main(arguments: list[str], root: Path = ROOT) -> int:
    """
    Run the tool as the command line asks.

    Returns:
        The exit status: 1 if too few mutants are noticed or a listed one does not
        exist.
    """
    parser = command_line()
    asked = parser.parse_args(arguments)
    try:
        found = places(root, asked.only)
    except ValueError as error:
        parser.error(str(error))
    if not found:
        print("There is nothing to change.")
        return 0
    listed = equals(root)
    gone = [] if asked.only else sorted(listed - {one.name for one in found})
    for one in gone:
        print(f"listed as equal, but not there: {', '.join(map(str, one))}")
    kept = [one for one in found if one.name not in listed]
    if asked.list:
        print(*kept, f"{len(kept)} changes", sep="\n")
        return int(bool(gone))
    if asked.sample is not None:
        seed = asked.seed or last_commit(root)
        print(f"{asked.sample} of {len(kept)} changes, drawn by {seed}", flush=True)
        kept = sample(kept, asked.sample, seed)
    begun = time.monotonic()
    trials = tried(kept, root, asked.jobs)
    share = report(
        trials, kept, Counter(layer_of(x.path) for x in found if x.name in listed)
    )
    print(f"{(time.monotonic() - begun) / 60:.1f} minutes")
    return int(share < LEAST or bool(gone))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""
Reinsert each known fault into a copy of the source and test that seeds find it.

    tools/reverts.py                     all of them, 60 seconds each at most
    tools/reverts.py --seconds 10 NAME   some
    tools/reverts.py --list              their names

It prints one line a fault: the number of simulated boards and seconds until it was
found, and the broken rule. It ends with 1 if fewer than `LEAST` of all are found.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tests.world.reverts import Revert, reverts  # noqa: E402 - it lies beside us

#: The least share of the faults that must be found.
LEAST = 46

#: The folders of the source that a copy needs.
FOLDERS = ("firmware_host", "hardware", "tests")

LITTER = shutil.ignore_patterns("__pycache__", "*.mp3", "*.png", ".hypothesis")

#: The program that plays seeds until one breaks a rule or time is up, and prints the
#: result as JSON.
SEARCH = """
import json, sys
from tests.world.play import search
print(json.dumps(search(float(sys.argv[1]))))
"""


@contextmanager
def a_copy() -> Iterator[Path]:
    """Make a copy of the source that exists during the context."""
    with tempfile.TemporaryDirectory(prefix="reverts") as folder:
        for name in FOLDERS:
            shutil.copytree(ROOT / name, Path(folder, name), ignore=LITTER)
        yield Path(folder)


@contextmanager
def put_back(revert: Revert, copy: Path, turn: int) -> Iterator[None]:
    """Insert a fault into a copy during the context."""
    files = {edit.file for edit in revert.edits}
    try:
        for edit in revert.edits:
            if wrong := edit.wrong(copy):  # one edit may take the other's place away
                sys.exit(f"{revert.name}: {wrong}")
            edit.apply(copy)
        for file in files:  # or else what was compiled before might be used
            os.utime(copy / file, (turn, turn))
        yield
    finally:
        for file in files:
            shutil.copy2(ROOT / file, copy / file)


def found(copy: Path, seconds: float) -> dict[str, Any]:
    """Return the result of the search for a fault in a copy."""
    done = subprocess.run(  # noqa: S603 - our own words, no shell
        [sys.executable, "-c", SEARCH, str(seconds)],
        cwd=copy,
        env=os.environ | {"PYTHONPATH": str(copy)},
        capture_output=True,
        text=True,
        timeout=seconds + 120,
        check=False,
    )
    lines = done.stdout.strip().splitlines()
    if done.returncode or not lines:
        return {"wrong": [done.stderr.strip()[-300:]], "seed": -1, "took_s": 0.0}
    said: dict[str, Any] = json.loads(lines[-1])
    return said


def main() -> None:
    """Test some faults, or all."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", help="which faults; none for all")
    parser.add_argument("--seconds", type=float, default=60, help="for each, at most")
    parser.add_argument("--list", action="store_true", help="print their names")
    chosen = parser.parse_args()
    known = [one for one in reverts() if one.name in chosen.names or not chosen.names]
    if chosen.list:
        print("\n".join(one.name for one in known))
        return
    seen = 0
    with a_copy() as copy:
        for turn, revert in enumerate(known, 1):
            with put_back(revert, copy, turn):
                said = found(copy, chosen.seconds)
            seen += bool(said["wrong"])
            what = said["wrong"][0] if said["wrong"] else "NOT FOUND"
            took = f"{said['took_s']:6.1f} s {said['seed']:5} boards"
            print(f"{revert.name:32} {took}  {what[:90]}", flush=True)
    print(f"{seen} of {len(known)} found")
    sys.exit(not chosen.names and seen < LEAST)


if __name__ == "__main__":
    main()

"""
A refused row never counts after a restart, and an acknowledged one always does.

Each write and each sync of a row fails in turn, wholly or partly, with each error of a
card. Then the process is killed and restarted. If the result is unknown, the answer is
"doubt", neither kept nor refused.
"""

import errno
import json
import os
import subprocess
import sys
from collections import Counter
from itertools import product
from pathlib import Path

import pytest

from tests.journal.powercut.shims import compiled

HERE = Path(__file__).parent / "powercut"
ROOT = HERE.parent.parent.parent
ROWS = 8

ERRORS = (errno.ENOSPC, errno.EIO, errno.EDQUOT, errno.EROFS)
EVENINGS = ("fresh", "used", "alike")

#: How much of a write arrives: nothing, some, and all but the end of a page.
ARRIVING_BYTES = (0, 2000, 4000)


@pytest.fixture(scope="module")
def faulty(tmp_path_factory) -> Path:
    """Return the compiled library that makes writes fail."""
    return compiled("faulty", tmp_path_factory.mktemp("faulty"))


def tried(faulty: Path, folder: Path, cases) -> list:
    """Return each case with the journal's answer and the rows after the next start."""
    card = folder / "card"
    card.mkdir()
    environment = os.environ | {
        "LD_PRELOAD": str(faulty),
        "FAULTY_DIR": str(card),
        "FAULTY_PLAN": str(folder / "plan"),
        "PYTHONPATH": str(ROOT),
    }
    lines = (json.dumps({"evening": one[0], "plan": one[1]}) + "\n" for one in cases)
    done = subprocess.run(
        [sys.executable, HERE / "doomed.py", card],
        env=environment,
        input="".join(lines),
        capture_output=True,
        check=True,
        text=True,
        timeout=1200,
    )
    told = map(json.loads, done.stdout.splitlines())
    return [(*case, *one.values()) for case, one in zip(cases, told, strict=True)]


def writes(errors, arriving):
    """Every write of a row, and one more: that it cannot reach."""
    for evening, nth, error, size in product(EVENINGS, range(1, 8), errors, arriving):
        for forever in (0, 1) if error == errno.ENOSPC else (0,):
            yield evening, f"W {nth} {error} {size} {forever}"


def syncs(errors):
    """Every sync of a row, and one more."""
    for evening, nth, error in product(EVENINGS, (1, 2, 3), errors):
        yield evening, f"S {nth} {error} 0 0"


def wrong(found) -> list:
    """Return every case in which the answer was wrong."""
    counts = {"kept": {ROWS + 1}, "refused": {ROWS}, "doubt": {ROWS, ROWS + 1}}
    return [
        (evening, plan, said, rows)
        for evening, plan, said, rows, sound in found
        if rows not in counts[said] or not sound
    ]


def test_no_failing_sync_makes_a_refused_row_count(faulty, tmp_path):
    """After a failed sync the answer is "doubt": the row may be in the file."""
    found = tried(faulty, tmp_path, list(syncs(ERRORS)))
    assert wrong(found) == []
    said = Counter(one[2] for one in found)
    assert said["refused"] == 0
    assert said["doubt"] >= len(ERRORS) * len(EVENINGS)
    assert {one[3] for one in found if one[2] == "doubt"} == {ROWS, ROWS + 1}


def test_no_failing_write_makes_a_refused_row_count(faulty, tmp_path):
    """A full disk is refused; only a frame that is whole by chance leaves a doubt."""
    found = tried(faulty, tmp_path, list(writes((errno.ENOSPC,), (0, 4000))))
    assert wrong(found) == []
    said = Counter(one[2] for one in found)
    assert said["refused"] > said["kept"] > 0
    assert {one[0] for one in found if one[2] == "doubt"} == {"alike"}


@pytest.mark.long
def test_no_error_at_any_write_makes_a_refused_row_count(faulty, tmp_path):
    """Each error, and more of how much arrives."""
    found = tried(faulty, tmp_path, list(writes(ERRORS, ARRIVING_BYTES)))
    assert wrong(found) == []
    assert len(found) > 300

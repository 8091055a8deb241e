"""
A power cut loses no entry that was acknowledged.

Every write and sync of the journal is recorded in its process. Then the disk is rebuilt
as a cut at any moment may leave it. A write that was not synced has arrived whole, in
part, or not at all, sector by sector. With `synchronous=OFF` the same test must find
losses.
"""

import os
import random
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from firmware_host.journal.store import Journal
from tests.journal.powercut.disk import Disk, read_log
from tests.journal.powercut.shims import compiled

HERE = Path(__file__).parent / "powercut"
ROOT = HERE.parent.parent.parent


@pytest.fixture(scope="module")
def shim(tmp_path_factory) -> Path:
    """Return the recorder, compiled."""
    return compiled("shim", tmp_path_factory.mktemp("shim"))


def recorded(shim: Path, folder: Path, count: int, *how: str) -> list:
    """Return every record of an evening with *count* entries."""
    place, log = folder / "card", folder / "log"
    place.mkdir()
    environment = os.environ | {
        "LD_PRELOAD": str(shim),
        "POWERCUT_DIR": str(place),
        "POWERCUT_LOG": str(log),
        "PYTHONPATH": str(ROOT),
    }
    command = [sys.executable, HERE / "evening.py", place / "j.db", log, str(count)]
    subprocess.run([*command, *how], env=environment, check=True, timeout=60)
    return list(read_log(log))


def lost_after(disk: Disk, folder: Path, chance: random.Random) -> str:
    """Cut the power now; return the fault after the start, or an empty string."""
    folder.mkdir()
    disk.cut(folder, chance)
    try:
        with Journal(folder / "j.db", reserve_bytes=0) as journal:
            if journal.set_aside:
                return "set aside as damaged"
            numbers = [row.number for row in journal.rows(1)]
            last = journal.last_event(7)
    finally:
        shutil.rmtree(folder)
    if numbers != list(range(1, len(numbers) + 1)):
        return f"rows {numbers}"
    if len(numbers) < disk.acknowledged:
        return f"{disk.acknowledged} acknowledged, {len(numbers)} kept"
    if last != len(numbers):
        return f"{len(numbers)} rows, but event {last}"
    return ""


def losses(records, folder: Path, *, times: int, seed: int = 1) -> tuple[int, list]:
    """Cut after each record *times* times; return the number of cuts and the losses."""
    chance = random.Random(seed)  # noqa: S311 - chance that can be had again
    disk, found, cuts = Disk(folder / "card"), [], 0
    for record in records:
        disk.take(record)
        if disk.acknowledged == 0:
            continue  # the file is only being made
        for _ in range(times):
            cuts += 1
            wrong = lost_after(disk, folder / "cut", chance)
            if wrong:
                found.append((cuts, wrong))
    return cuts, found


def test_a_power_cut_loses_nothing_that_was_called_durable(shim, tmp_path):
    """No cut loses an acknowledged entry, after any record."""
    records = recorded(shim, tmp_path, 60)
    cuts, found = losses(records, tmp_path, times=1)

    assert found == []
    assert cuts > 250
    assert {record.kind for record in records} >= {"C", "D", "W", "S", "A"}


def test_the_log_was_tidied_up_in_between(shim, tmp_path):
    """The main file is written before the last entry: cuts fall into a checkpoint."""
    records = recorded(shim, tmp_path, 40)
    names = {r.file: r.data.decode() for r in records if r.kind == "C"}
    main = [file for file, name in names.items() if name.endswith("j.db")]
    last_ack = max(i for i, r in enumerate(records) if r.kind == "A" and r.offset == 30)
    late = [r for r in records[:last_ack] if r.file in main and r.kind == "W"]

    assert len(late) > 4


@pytest.mark.ci
def test_without_syncs_a_power_cut_does_lose(shim, tmp_path):
    """The very same check sees the loss that FULL prevents."""
    records = recorded(shim, tmp_path, 40, "off")
    _, found = losses(records, tmp_path, times=1)

    assert found
    assert any("acknowledged" in wrong or "set aside" in wrong for _, wrong in found)


@pytest.mark.long
def test_no_seed_of_chance_finds_a_loss(shim, tmp_path):
    """More sessions and more cuts find no loss."""
    records = recorded(shim, tmp_path, 300)
    cuts, found = losses(records, tmp_path, times=8, seed=2)

    assert found == []
    assert cuts > 10_000

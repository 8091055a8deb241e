"""
A pulled plug, whatever the board does with its data folder: the next start plays.

Every write, sync and change of a name is recorded while an old journal is brought up
to date, a backup made and brought back, names erased and a damaged file set aside. Then
the folder is rebuilt as a cut at any moment may leave it, and started with.
"""

import json
import os
import random
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from firmware_host.app.archive import trial
from firmware_host.app.archive.backups import Backups
from firmware_host.board.entries import JOURNAL
from firmware_host.errors import JournalError
from firmware_host.journal import writer
from firmware_host.journal.copying import backups_of
from firmware_host.journal.file import check_file
from tests.app.archive import plugged
from tests.journal.powercut.disk import Disk, read_log
from tests.journal.powercut.shims import compiled

ROOT = Path(__file__).parent.parent.parent.parent


@pytest.fixture(scope="module")
def recorded(tmp_path_factory):
    """Return the folder that was recorded, and every record."""
    place = tmp_path_factory.mktemp("card")
    top = place / "data"
    top.mkdir()
    environment = os.environ | {
        "LD_PRELOAD": str(compiled("shim", place)),
        "POWERCUT_DIR": str(top),
        "POWERCUT_LOG": str(place / "log"),
        "PYTHONPATH": str(ROOT),
    }
    command = [sys.executable, plugged.__file__, top, place / "log"]
    subprocess.run(command, env=environment, check=True, timeout=60)
    return top, list(read_log(place / "log"))


@pytest.fixture(autouse=True)
def at_once(monkeypatch):
    """Remove the writer's pause, and try copies in this process."""
    monkeypatch.setattr(writer, "PAUSE_S", 0.0)
    monkeypatch.setattr(trial, "passes", plugged.passes)


def wrong_after(disk, folder, chance):
    """Cut the power now and start; return the fault found, or an empty string."""
    folder.mkdir()
    disk.cut(folder, chance)
    try:
        return found_wrong(folder / JOURNAL, json.loads(disk.said))
    finally:
        shutil.rmtree(folder)


def found_wrong(path, wanted):
    """Start and return the first fault, or an empty string."""
    try:
        with plugged.started(path) as journal:
            games = [one.id for one in journal.games()]
            rows = [[row.facts for row in journal.rows(game)] for game in games]
            last = journal.last_event(7)
            names = {name for game in games for name in journal.names(game)}
    except (JournalError, OSError) as fault:
        return f"no start: {fault}"
    if games != [*range(1, len(games) + 1)] or len(games) not in wanted["games"]:
        return f"games {games}, not {wanted['games']}"
    for game, told in zip(games, rows, strict=True):
        if told != [plugged.facts(game, n) for n in range(1, plugged.ROWS + 1)]:
            return f"game {game} has {told}"
    if last not in (0, len(games)):
        return f"{len(games)} games, and event {last}"
    allowed = {True: [{plugged.NAME}], False: [{"Player 1"}]}
    if names not in allowed.get(wanted["named"], [*allowed[True], *allowed[False]]):
        return f"names {names}, named: {wanted['named']}"
    return wrong_beside(path, wanted)


def wrong_beside(path, wanted):
    """Return the first fault of the backups, or an empty string."""
    found = backups_of(path)
    if missing := {*range(1, wanted["backups"] + 1)} - {*found}:
        return f"backups {missing} are gone"
    for number in range(1, wanted["backups"] + 1):
        try:
            check_file(Backups(path).path(number))
        except JournalError as fault:
            return f"backup {number}: {fault}"
    holders = [
        one.name
        for one in path.parent.rglob("*")
        if one.is_file() and plugged.NAME.encode() in one.read_bytes()
    ]
    return f"names in {holders}" if wanted["named"] is False and holders else ""


def wrongs(recorded, folder, *, every, times=1, seed=1):
    """Cut after every *every* records; return the number of cuts and their faults."""
    top, records = recorded
    chance = random.Random(seed)  # noqa: S311 - chance that can be had again
    disk, found, cuts = Disk(top), [], 0
    for number, record in enumerate(records):
        disk.take(record)
        if disk.said and (number + seed) % every == 0:
            for _ in range(times):
                cuts += 1
                if wrong := wrong_after(disk, folder / "cut", chance):
                    found.append((number, record.kind, wrong))
    return cuts, found


def test_a_cut_at_any_moment_loses_nothing(recorded, tmp_path):
    """No power cut loses data; here one in 23 records is tried, of each kind."""
    cuts, found = wrongs(recorded, tmp_path, every=23)
    assert found == []
    assert cuts >= 25
    assert {record.kind for record in recorded[1]} == {*"ACDLMRSTUW"}


def test_no_cut_brings_an_erased_name_back(recorded, tmp_path):
    """No power cut brings back an erased name or a deleted file."""
    top, records = recorded
    disk, chance = Disk(top), random.Random(3)  # noqa: S311 - can be had again
    for record in records:
        disk.take(record)
        if b'"named": false' in disk.said:
            break
    cuts = (wrong_after(disk, tmp_path / "cut", chance) for _ in range(12))
    assert set(cuts) == {""}


def test_a_folder_that_is_never_synced_does_lose(recorded, tmp_path):
    """Without syncs of the folder the same check finds losses."""
    top, records = recorded
    without = top, [one for one in records if one.kind != "D"]
    _, found = wrongs(without, tmp_path, every=23)
    assert found


@pytest.mark.long
def test_no_chance_finds_a_loss(recorded, tmp_path):
    """Ten thousand random cuts of the folder lose nothing."""
    cuts = 0
    for seed in range(2, 100):
        some, found = wrongs(recorded, tmp_path, every=1, seed=seed)
        assert found == []
        cuts += some
        if cuts >= 10_000:
            break
    assert cuts >= 10_000

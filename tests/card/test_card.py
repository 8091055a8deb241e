"""
The card's image in a computer: it starts, plays, and loses nothing to a power cut.

Built and booted whole, instruction by instruction: minutes. An image that is there
already is named by LETTERZONE_IMAGE.
"""

import random
import shutil
import sys
from pathlib import Path

import pytest

from firmware_host.errors import LetterzoneError
from firmware_host.journal.store import Journal
from firmware_host.simulate.controller import SimulatedController
from tests.card.blocklog import Disk, LogFile
from tests.card.board import KEPT, ROOT, TOLD, answered, make_board, taken_out
from tests.card.machine import PATIENCE_S, Card, debugfs, run, switched_on
from tests.controller.bench import until
from tools import build_image

pytestmark = pytest.mark.long

#: The same system without us.
BARE = " ".join(
    f"systemd.mask={unit}"
    for unit in (
        *("letterzone.service", "letterzone-web.service", "letterzone-first.service"),
        "letterzone-publish.service",
        *("letterzone-backup.timer", "letterzone-update.timer"),
        "letterzone-update.path",
    )
)


def facts(kept: Path, folder: Path) -> list[str]:
    """Return the facts of the game in a data partition's journal, row by row."""
    with Journal(taken_out(kept, folder) / "letterzone.db", reserve_bytes=0) as journal:
        assert not journal.set_aside, "the journal was damaged"
        return [row.facts for row in journal.rows(1)]


async def test_it_starts_and_answers_a_tap(
    card: Card, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """
    The board starts and answers a tap in less than three times Debian's own start.

    Lamps and screens are missing; the board reports them and plays on.
    """
    make_board(card, tmp_path, is_built=False)
    with SimulatedController(tmp_path) as board:
        async with switched_on(
            card, tmp_path / "on", pico=board.path, more=TOLD
        ) as machine:
            await until(lambda: board._core.welcomed, seconds=PATIENCE_S)
            welcomed_s = machine.age_s()
            await answered(board, 1)
            answered_s = machine.age_s()
            wall = await machine.until(lambda: machine.asked("/api/state?as=wall"))
            shown_s = machine.age_s()
    async with switched_on(card, tmp_path / "bare", more=f"{TOLD} {BARE}") as machine:
        await machine.until(lambda: "Startup finished in" in machine.said())
        bare_s = machine.age_s()
    with capsys.disabled():
        sys.stdout.write(
            f"\nfrom the plug in QEMU: welcomed {welcomed_s:.1f} s, a tap answered"
            f" {answered_s:.1f} s, its page {shown_s:.1f} s;"
            f" Debian without us {bare_s:.1f} s;"
            f" ratio {answered_s / bare_s:.2f}\n"
        )
    assert wall["game"], wall
    assert answered_s < 3 * bare_s


async def played(card: Card, folder: Path) -> tuple[LogFile, list[int], Path]:
    """
    Play on a card whose every write is put down.

    Returns:
        The log; how many entries it had when each answer was there; and the data
        partition as it was before.
    """
    before = card.cut_out(KEPT, folder / "before.img")
    log = LogFile(folder / "log")
    marks = []
    with SimulatedController(folder) as board:
        async with switched_on(
            card, folder / "on", pico=board.path, log_of_writes=folder / "log"
        ):
            await until(lambda: board._core.welcomed, seconds=PATIENCE_S)
            for zone in range(1, 6):
                await answered(board, zone)
                marks.append(log.read_on())
    return log, marks, before


def losses(
    log: LogFile, marks: list[int], disk: Disk, folder: Path, *, seed: int
) -> tuple[int, list[str]]:
    """Cut after each entry; return the number of cuts and the losses."""
    chance = random.Random(seed)  # noqa: S311 - chance that can be had again
    found = []
    for number, one in enumerate(log.writes, 1):
        disk.take(one, chance)
        wrong = lost_after(disk, sum(mark <= number for mark in marks), chance, folder)
        if wrong:
            found.append(f"{number}: {wrong}")
    return len(log.writes), found


def lost_after(disk: Disk, shown: int, chance: random.Random, folder: Path) -> str:
    """Cut the power; return the fault after the start, or an empty text."""
    copy, place = folder / "cut.img", folder / "cut"
    run("cp", "--sparse=always", disk.path, copy)
    disk.cut(chance, copy)
    try:
        kept = facts(copy, place)
    except (AssertionError, OSError, LetterzoneError) as wrong:
        return f"{type(wrong).__name__}: {wrong}"
    finally:
        shutil.rmtree(place, ignore_errors=True)
    if not kept:
        return "the game from before is gone"
    answers = sum('"answered"' in row for row in kept)
    return f"{shown} answers were shown, {answers} are kept" if answers < shown else ""


async def test_a_power_cut_loses_no_answer_that_was_shown(
    card: Card, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """
    No shown answer is lost, whichever write of an evening is the last before a cut.

    The same check finds losses on a dishonest card, and there is no write outside the
    data partition.
    """
    make_board(card, tmp_path, is_built=True)
    log, marks, before = await played(card, tmp_path)
    told = []
    for seed, honest in ((1, True), (2, True), (3, True), (4, True), (5, False)):
        run("cp", "--sparse=always", before, tmp_path / "disk.img")
        disk = Disk(tmp_path / "disk.img", card.place(KEPT)[0], honest=honest)
        cuts, found = losses(log, marks, disk, tmp_path, seed=seed)
        told.append(
            f"{cuts} cuts, {len(found)} losses ({'' if honest else 'dis'}honest)"
        )
        assert bool(found) != honest, found[:5]
        assert disk.outside == 0, "something is written outside the data partition"
    with capsys.disabled():
        sys.stdout.write(f"\n{len(marks)} answers: {'; '.join(told)}\n")


def test_the_overlays_fit_every_pi_that_it_names(card: Card, tmp_path: Path) -> None:
    """The overlays can be merged into the device trees of the card's kernel."""
    overlays = [
        card.take_out(f"overlays/{source.stem}.dtbo", tmp_path / source.stem)
        for source in sorted((build_image.PARTS / "overlays").glob("*.dts"))
    ]
    assert len(overlays) == 2
    for name in build_image.TREES:
        tree = card.take_out(f"{name}.dtb", tmp_path / name)
        run("fdtoverlay", "-i", tree, "-o", tmp_path / "merged", *overlays)
        buses = run("fdtget", "-l", tmp_path / "merged", "/soc/i2c@7e804000/i2c-mux@70")
        assert len(buses.split()) == 8


def test_nobody_can_log_in(card: Card, tmp_path: Path) -> None:
    """No account has a password, nothing listens for one, and no terminal asks."""
    part = card.cut_out(ROOT, tmp_path / "root.img")
    shadow = debugfs(part, "cat /etc/shadow").splitlines()
    passwords = {row.split(":")[1] for row in shadow if row.count(":") == 8}
    assert passwords
    assert passwords <= {"*", "!", "!*"}
    for path in ("/usr/sbin/sshd", "/etc/systemd/system/getty@tty1.service"):
        found = debugfs(part, f"stat {path}")
        assert "Type: regular" not in found
    assert "/dev/null" in debugfs(part, "stat /etc/systemd/system/getty.target")
    part.unlink()

"""
The card's image in a computer: it starts, plays, and loses nothing to a power cut.

Built and booted whole, instruction by instruction: minutes. An image that is there
already is named by LETTERZONE_IMAGE.
"""

import os
import random
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from firmware_host.board.entries import Entry, Tag
from firmware_host.board.pieces import KINDS, Piece, Zone
from firmware_host.errors import LetterzoneError
from firmware_host.journal.store import Journal
from firmware_host.simulate.controller import SimulatedController
from firmware_host.simulate.pieces import tags, uid_of
from tests.app.written import GAME, write
from tests.card.blocklog import Disk, LogFile
from tests.card.machine import PATIENCE_S, Card, debugfs, run, switched_on
from tests.controller.bench import until
from tools import build_image

pytestmark = pytest.mark.long

SOURCE = Path(__file__).resolve().parents[2]

#: QEMU's serial port on USB is an FTDI's, and there is no Pi's header: with no pins at
#: all a board does not start, for nothing could light.
INSTEAD = {'port = ""': 'port = "/dev/ttyUSB0"', "lgpio": "mock"}

#: A tap is answered sooner; this computer is emulated, and others use this one.
TAP_S = 60.0

#: What e2fsck ends with where something is left to be mended.
UNMENDED = 4

#: The system's partition, and that of what a board keeps.
ROOT, KEPT = 2, 3

#: So that the console tells how the start goes.
TOLD = "systemd.journald.forward_to_console=1 systemd.journald.max_level_console=info"

#: The same system without us.
BARE = " ".join(
    f"systemd.mask={unit}"
    for unit in (
        *("letterzone.service", "letterzone-web.service", "letterzone-first.service"),
        *("letterzone-backup.timer", "letterzone-update.timer"),
        "letterzone-update.path",
    )
)


@pytest.fixture(scope="session")
def image(tmp_path_factory) -> Path:
    """The image, built here unless one is named."""
    tools = (*build_image.TOOLS, "qemu-system-aarch64", "qemu-img", "e2fsck")
    able = os.geteuid() == 0 and all(map(shutil.which, tools))
    if not able and not os.environ.get("CI"):
        pytest.skip(f"needs root and {', '.join(tools)}")
    if named := os.environ.get("LETTERZONE_IMAGE"):
        return Path(named)
    into = tmp_path_factory.mktemp("image")
    words = [sys.executable, SOURCE / "tools/build_image.py", "--into", into]
    subprocess.run([*words, "--work", into], check=True)
    (made,) = into.glob("*.img")
    return made


@pytest.fixture
def card(image: Path, tmp_path: Path) -> Iterator[Card]:
    """A card of its own for each test, written from the image."""
    copy = tmp_path / "card.img"
    run("cp", "--sparse=always", image, copy)
    yield Card(copy)
    copy.unlink()


def make_board(card: Card, folder: Path, *, is_built: bool) -> None:
    """
    Make the card that of a board, with half a game in its journal.

    Args:
        card: The card.
        folder: Where files may lie.
        is_built: False where the owner's profile lies on the card and has to be taken.
    """
    profile = (SOURCE / "hardware/full/board.toml").read_text("utf-8")
    for real, here in INSTEAD.items():
        assert real in profile
        profile = profile.replace(real, here)
    (folder / "board.toml").write_text(profile, "utf-8")
    (folder / "play").touch()
    with Journal(folder / "letterzone.db") as journal:
        write(journal, *GAME[:1])
        enrolled = (Tag(uid, item) for uid, item in tags().items())
        journal.append(Entry(tags=tuple(enrolled))).result()
    commands = ["mkdir /board", "mkdir /etc"]
    commands += [f"write {folder}/letterzone.db /board/letterzone.db"]
    owner = user_of(card, "letterzone", folder)
    for path in ("/board", "/board/letterzone.db"):
        commands += [f"sif {path} {one} {owner}" for one in ("uid", "gid")]
    if is_built:
        commands += [f"write {folder}/board.toml /etc/board.toml"]
        commands += [f"write {folder}/play /etc/built"]
    else:
        card.put_in(folder / "board.toml", "board.toml")
        card.put_in(folder / "play", "play")
    part = card.cut_out(KEPT, folder / "kept.img")
    debugfs(part, *commands, write=True)
    card.lay_in(KEPT, part)
    part.unlink()


def user_of(card: Card, name: str, folder: Path) -> str:
    """Return the number of a user of the card's system."""
    part = card.cut_out(ROOT, folder / "root.img")
    rows = debugfs(part, "cat /etc/passwd").splitlines()
    part.unlink()
    return next(row.split(":")[2] for row in rows if row.startswith(f"{name}:"))


async def answered(board: SimulatedController, zone: int) -> None:
    """Tap a piece, and wait until the board has kept it: then it has answered."""
    board.put(Zone(zone), uid_of(Piece(KINDS[0], Zone(zone))))
    await until(lambda: board.waiting, seconds=TAP_S)
    await until(lambda: not board.waiting, seconds=TAP_S)
    board.lift(Zone(zone))


def facts(kept: Path, folder: Path) -> list[str]:
    """Return what the journal of a data partition says of the game, row by row."""
    with Journal(taken_out(kept, folder) / "letterzone.db", reserve_bytes=0) as journal:
        assert not journal.set_aside, "the journal was damaged"
        return [row.facts for row in journal.rows(1)]


def taken_out(kept: Path, folder: Path) -> Path:
    """Start the data partition as the card does, and copy the journal out of it."""
    for how in ("-p", "-y"):  # letterzone-card: what cannot be mended is asked no more
        checked = subprocess.run(
            ["e2fsck", how, kept],  # noqa: S607 - Debian's
            capture_output=True,
            check=False,
            text=True,
        )
        if checked.returncode < UNMENDED:
            break
    assert checked.returncode < UNMENDED, checked.stdout + checked.stderr
    folder.mkdir()
    debugfs(kept, f"rdump /board {folder}")
    return folder / "board"


async def test_it_starts_and_answers_a_tap(
    card: Card, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """
    From the kernel's start to the first answer, and how that compares.

    Lamps and screens are missing here: they are named, and the board plays on.
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
    async with switched_on(card, tmp_path / "bare", more=f"{TOLD} {BARE}") as machine:
        await machine.until(lambda: "Startup finished in" in machine.said())
        bare_s = machine.age_s()
    with capsys.disabled():
        sys.stdout.write(
            f"\nfrom the plug in QEMU: welcomed {welcomed_s:.1f} s, a tap answered"
            f" {answered_s:.1f} s; Debian without us {bare_s:.1f} s;"
            f" ratio {answered_s / bare_s:.2f}\n"
        )
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
    """Cut after each entry, from the start on; return how often, and what was lost."""
    chance = random.Random(seed)  # noqa: S311 - chance that can be had again
    found = []
    for number, one in enumerate(log.writes, 1):
        disk.take(one, chance)
        wrong = lost_after(disk, sum(mark <= number for mark in marks), chance, folder)
        if wrong:
            found.append(f"{number}: {wrong}")
    return len(log.writes), found


def lost_after(disk: Disk, shown: int, chance: random.Random, folder: Path) -> str:
    """Cut the power now; return what is wrong after the start, if anything."""
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
    At every write of an evening, whatever the card had not flushed yet.

    The same check finds what a card loses that forgets what it was told to keep. And
    nothing at all is written outside the data partition.
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
    """They are held against the device trees of the kernel that is on the card."""
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

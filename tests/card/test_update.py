"""
An update from a stick, with the power cut at any moment of it.

As on a Pi: udev finds the stick, the board asks, tick confirms, and dpkg writes to a
system that is otherwise read-only. Every write and flush is logged, and the card is
rebuilt as a cut may leave it: each such card must start as the complete old or new
version, with every game.
"""

import asyncio
import hashlib
import random
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from firmware_host.board.events import Button
from firmware_host.simulate.controller import SimulatedController
from tests.card.blocklog import Disk, LogFile
from tests.card.board import KEPT, ROOT, TAP_S, TOLD, answered, make_board
from tests.card.machine import PATIENCE_S, Card, Machine, debugfs, run, switched_on
from tests.controller.bench import until
from tests.packaging.signing import Key, made_key
from tools import build_deb

pytestmark = pytest.mark.long

NEW = "0.2.0"

#: The folders of the program and of the mender.
PROGRAM = f"/{build_deb.PROGRAM}"

#: A file that dpkg has written but not renamed yet is not part of the program.
DPKGS = {".dpkg-new", ".dpkg-tmp"}

#: So often the power is cut, after entries that are spread over the whole update.
CUTS = 40

#: Time by which delayed writes are done, in an emulated computer.
SETTLES_S = 20.0


@pytest.fixture(scope="module")
def key(tmp_path_factory) -> Iterator[Key]:
    """A key that the card's owner trusts."""
    with made_key(tmp_path_factory.mktemp("keys"), "release") as made:
        yield made


@pytest.fixture(scope="module")
def newer(tmp_path_factory, key: Key) -> Path:
    """The folder of a stick: a newer version, with other code in every file."""
    folder = tmp_path_factory.mktemp("newer")
    tree = folder / "tree"
    tree.mkdir()
    build_deb.fill(tree)
    build_deb.name(tree, NEW)
    for path in sorted((tree / build_deb.PROGRAM).rglob("*.py")):
        path.write_bytes(path.read_bytes() + f"# {NEW}\n".encode())
    stick = folder / "stick"
    key.sign(build_deb.pack(tree, NEW, stick, squeeze="gzip"))
    shutil.rmtree(tree)
    return stick


@pytest.fixture
def stick(newer: Path, tmp_path: Path) -> Path:
    """A stick with both files, as `install.md` has it."""
    image = tmp_path / "stick.img"
    run("truncate", "-s", "64M", image)
    run("mkfs.vfat", "-n", "LETTERZONE", image)
    run("mcopy", "-i", image, *sorted(newer.iterdir()), "::/")
    return image


@dataclass(frozen=True, slots=True)
class State:
    """
    What a card holds.

    Args:
        files: The program's files, with a checksum of each.
        underway: What the mender is told to bring back; empty for nothing.
        before: The version that lies ready for that; empty for none that is whole.
    """

    files: dict[str, str]
    underway: str
    before: str


def state(card: Card, folder: Path) -> State:
    """Repair the file systems of a card like its kernel, and return their state."""
    if folder.exists():
        shutil.rmtree(folder)
    folder.mkdir()
    for number, inside in ((ROOT, PROGRAM), (KEPT, "/update")):
        part = card.cut_out(number, folder / "part.img")
        for how in ("-p", "-y"):
            checked = subprocess.run(
                ["e2fsck", how, part],  # noqa: S607 - Debian's
                check=False,
                capture_output=True,
                text=True,
            )
            if checked.returncode < 4:
                break
        assert checked.returncode < 4, checked.stdout + checked.stderr
        debugfs(part, f"rdump {inside} {folder}")
        part.unlink()
    program, kept = folder / "letterzone", folder / "update"
    files = {
        str(path.relative_to(program)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in program.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
        if path.suffix not in DPKGS
    }
    mark, package = kept / "underway", kept / "previous.deb"
    underway = mark.read_text().strip() if mark.exists() else ""
    return State(files, underway, version_in(package))


def version_in(package: Path) -> str:
    """Return the version in a package that can be read to its end; else nothing."""
    if not package.exists():
        return ""
    read = subprocess.run(
        ["dpkg-deb", "--fsys-tarfile", package],  # noqa: S607 - Debian's
        check=False,
        capture_output=True,
    )
    if read.returncode:
        return ""
    return run("dpkg-deb", "--field", package, "Version").strip()


async def updated(machine: Machine, board: SimulatedController) -> None:
    """Say yes at the board once it asks, and wait until the update is over."""
    await until(lambda: board._core.welcomed, seconds=PATIENCE_S)
    await machine.until(lambda: "Finished letterzone-update.service" in machine.said())
    while "Finished letterzone-writable.service" not in machine.said():
        assert machine.age_s() < PATIENCE_S, machine.said()[-3000:]
        board.press(Button.TICK)
        await asyncio.sleep(0.5)
        board.release(Button.TICK)
        await asyncio.sleep(15)
    await machine.until(
        lambda: "Stopped letterzone-writable.service" in machine.said(),
        seconds=2 * PATIENCE_S,
    )
    await until(lambda: board._core.welcomed, seconds=PATIENCE_S)


async def read(machine: Machine, board: SimulatedController) -> None:
    """Say at the board that the news have been read: root clears them away."""
    over = "Stopped letterzone-writable.service"
    before = machine.said().count(over)
    while machine.said().count(over) == before:
        assert machine.age_s() < 3 * PATIENCE_S, machine.said()[-3000:]
        await pressed(board, Button.TICK)
        await asyncio.sleep(SETTLES_S)


async def pressed(board: SimulatedController, button: Button) -> None:
    """Press a button, and wait until the board has handled it."""
    board.press(button)
    await until(lambda: board.waiting, seconds=TAP_S)
    await until(lambda: not board.waiting, seconds=TAP_S)
    board.release(button)
    await until(lambda: not board.waiting, seconds=TAP_S)


async def test_an_update_from_a_stick_outlives_a_power_cut(
    card: Card,
    stick: Path,
    key: Key,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """The old version or the new one, after each cut; else the system is only read."""
    make_board(card, tmp_path, is_built=True, plays=False, key=str(key.public))
    log = LogFile(tmp_path / "log")
    old = state(card, tmp_path / "old")
    with SimulatedController(tmp_path) as board:
        async with switched_on(
            card,
            tmp_path / "on",
            pico=board.path,
            stick=stick,
            log_of_writes=tmp_path / "log",
            more=TOLD,
        ) as machine:
            await updated(machine, board)
            took_s = machine.age_s()
            await read(machine, board)
            await asyncio.sleep(SETTLES_S)
            wrote = log.read_on()
            await answered(board, 1)
            # The answer to a question of the board is stored.
            for button in (Button.TICK, Button.CIRCLE, Button.TICK):
                await pressed(board, button)
            await asyncio.sleep(SETTLES_S)
            log.read_on()
            said = machine.said()
    after = card.after(tmp_path / "on")
    new = state(after, tmp_path / "new")
    after.image.unlink()
    assert not new.underway
    assert new.before == "0.1.0"
    code = {name: told for name, told in old.files.items() if name.endswith(".py")}
    assert code
    assert not code.items() & new.files.items(), "the new version is not there"
    assert "busy" not in said
    at, length = card.place(KEPT)
    inside = [at <= one.at < at + length for one in log.writes if one.data]
    upto = sum(bool(one.data) for one in log.writes[:wrote])
    assert all(inside[upto:]), "more than data is written"
    assert not all(inside)
    assert inside[-1], "nothing is written once the system is only read"
    with capsys.disabled():
        sys.stdout.write(
            f"\nupdated {took_s:.0f} s after the plug; {wrote} writes and flushes\n"
        )
    told, torn = cut(card, log, {"old": old, "new": new}, tmp_path)
    with capsys.disabled():
        sys.stdout.write(f"{told}\n")
    await mends(torn, old, tmp_path)


def cut(
    card: Card, log: LogFile, whole: dict[str, State], folder: Path
) -> tuple[str, Card]:
    """Cut the power after many entries; return the counted results and a torn card."""
    chance = random.Random(1)  # noqa: S311 - chance that can be had again
    cuts = set(chance.sample(range(1, len(log.writes) + 1), CUTS))
    run("cp", "--sparse=always", card.image, folder / "disk.img")
    disk, kept = Disk(folder / "disk.img"), folder / "as-cut.img"
    counted, torn = {"old": 0, "new": 0, "mixed": 0}, ""
    for number, one in enumerate(log.writes, 1):
        disk.take(one, chance)
        if number not in cuts:
            continue
        left = Card(folder / "cut.img")
        run("cp", "--sparse=always", disk.path, left.image)
        disk.cut(chance, left.image)
        run("cp", "--sparse=always", left.image, kept)
        found = state(left, folder / "found")
        what = next(
            (name for name, one in whole.items() if one.files == found.files), "mixed"
        )
        counted[what] += 1
        mended = found.underway and found.before == found.underway
        assert what != "mixed" or mended, f"cut {number}: no version comes back"
        if mended and torn != "mixed":  # halves of both, where there are any
            torn = what
            kept.rename(folder / "torn.img")
    assert torn, counted
    return f"{CUTS} cuts: {counted}; switched on: {torn}", Card(folder / "torn.img")


async def mends(torn: Card, old: State, folder: Path) -> None:
    """Switch a torn card on: it starts as the old version, and answers."""
    with SimulatedController(folder) as board:
        async with switched_on(
            torn, folder / "mended", pico=board.path, more=TOLD
        ) as machine:
            await until(lambda: board._core.welcomed, seconds=PATIENCE_S)
            await answered(board, 1)
            said = machine.said()
    # That it has started, systemd says after it has answered.
    begun = said.index("Starting letterzone.service")
    assert said.index("Finished letterzone-mend") < begun
    mended = state(torn.after(folder / "mended"), folder / "found")
    assert mended.files == old.files
    assert not mended.underway

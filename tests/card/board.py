"""Makes a board's card, and acts on that board from outside."""

import subprocess
from pathlib import Path

from firmware_host.board.entries import Entry, Tag
from firmware_host.board.pieces import KINDS, Piece, Zone
from firmware_host.journal.store import Journal
from firmware_host.simulate.controller import SimulatedController
from firmware_host.simulate.pieces import tags, uid_of
from tests.app.written import GAME, write
from tests.card.machine import Card, debugfs
from tests.controller.bench import until

SOURCE = Path(__file__).resolve().parents[2]

#: QEMU's serial port on USB is an FTDI's, and there is no Pi's header: with no pins at
#: all a board does not start, for nothing could light.
INSTEAD = {'port = ""': 'port = "/dev/ttyUSB0"', "lgpio": "mock"}

#: A tap is answered sooner; this computer is emulated, and others use this one.
TAP_S = 60.0

#: The exit code of e2fsck if faults remain.
UNMENDED = 4

#: The numbers of the system's partition and of the board's data.
ROOT, KEPT = 2, 3

#: So that the console shows the start.
TOLD = "systemd.journald.forward_to_console=1 systemd.journald.max_level_console=info"


def make_board(
    card: Card, folder: Path, *, is_built: bool, plays: bool = True, key: str = ""
) -> None:
    """
    Make the card that of a board.

    Args:
        card: The card.
        folder: Where files may lie.
        is_built: False where the owner's profile lies on the card and has to be taken.
        plays: Whether there is half a game in its journal.
        key: The file with the key that its owner trusts.
    """
    profile = (SOURCE / "hardware/full/board.toml").read_text("utf-8")
    for real, here in INSTEAD.items():
        assert real in profile
        profile = profile.replace(real, here)
    (folder / "board.toml").write_text(profile, "utf-8")
    (folder / "play").touch()
    with Journal(folder / "letterzone.db") as journal:
        if plays:
            write(journal, *GAME[:1])
        enrolled = (Tag(uid, item) for uid, item in tags().items())
        journal.append(Entry(tags=tuple(enrolled))).result()
    commands = ["mkdir /board", "mkdir /etc"]
    commands += [f"write {folder}/letterzone.db /board/letterzone.db"]
    owner = user_of(card, "letterzone", folder)
    for path in ("/board", "/board/letterzone.db"):
        commands += [f"sif {path} {one} {owner}" for one in ("uid", "gid")]
    if key:
        commands += [f"write {key} /etc/release.gpg"]
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

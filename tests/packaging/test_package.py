"""
The package in a Debian that boots: installed, killed, hung, updated, and gone again.

One board lives through all of it, in the order of this file; nothing has a network.
Debian 13 takes the same way under `./run test --all`.
"""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from signal import SIGKILL, SIGSTOP
from typing import Any

import pytest

from firmware_host.board.entries import Entry, Tag
from firmware_host.board.pieces import KINDS, Piece, Zone
from firmware_host.journal.file import scripts
from firmware_host.journal.reader import Reader
from firmware_host.journal.store import Journal
from firmware_host.simulate.pieces import tags, uid_of
from firmware_host.table.incoming import TOO_LATE_MS
from tests.app.written import GAME, write
from tests.packaging.container import (
    Container,
    booted,
    make_root,
    read_as_fat,
    stick,
    until,
)
from tests.packaging.signing import Key, made_key
from tests.tools import need
from tools import build_deb

pytestmark = [pytest.mark.nspawn, pytest.mark.ci]

SOURCE = Path(__file__).resolve().parents[2]
BOARD, KEPT = "/var/lib/letterzone", "/var/lib/letterzone-update"
UNIT = "letterzone.service"

#: Twenty seconds are for a slow Pi; here it matters only that the watchdog bites.
SOON = f"etc/systemd/system/{UNIT}.d"

#: Asks the board's own page, from inside.
ASK = """
import sys, urllib.request
page = urllib.request.urlopen("http://127.0.0.1:8080" + sys.argv[1], timeout=5)
print(page.read().decode())
"""


@dataclass(frozen=True, slots=True)
class Board:
    """
    A board: where it runs, the packages there are, and its stick.

    Args:
        debian: Where it runs.
        packages: A signed package of each version.
        stick: The device of a stick with version 0.2.0.
    """

    debian: Container
    packages: dict[str, Path]
    stick: Path

    def bring(self, version: str) -> str:
        """Copy a package and its signature there; return its path."""
        file = self.packages[version]
        for one in (file, file.with_name(f"{file.name}.sig")):
            shutil.copy(one, self.debian.root / "srv")
        return f"/srv/{file.name}"

    def version(self) -> str:
        """Return the version that runs."""
        return self.debian.do("letterzone", "--version").removeprefix("letterzone ")

    def until(self, condition: Callable[[], Any]) -> None:
        """Wait until *condition* holds; a failure prints the daemon's status."""
        until(condition, tell=lambda: self.debian.story(UNIT))

    def is_up(self) -> bool:
        """Whether the daemon has said that it is."""
        return self.debian.shown(UNIT, "ActiveState") == "active"

    def game(self) -> str:
        """Return the game of the journal, as a transcript."""
        words = ("letterzone", "export", "1", "--folder", BOARD)
        return self.debian.do("runuser", "-u", "letterzone", "--", *words)

    def says(self) -> str:
        """Return the line of the table's screen, as the wall has it."""
        wall = self.debian.run("python3", "-c", ASK, "/api/state?as=wall&lang=en")
        return json.loads(wall.stdout)["line"] if wall.returncode == 0 else ""

    def news(self) -> str:
        """Return the state of an update."""
        told = self.debian.run("cat", "/run/letterzone-update/news.json")
        return json.loads(told.stdout)["state"] if told.returncode == 0 else ""

    def backups(self) -> set[str]:
        """Return the backups' names."""
        folder = self.debian.root / BOARD.strip("/") / "backups"
        return {one.name for one in folder.glob("*")}

    def has_played(self, folder: Path, *, rows: int | None = None) -> None:
        """Lay a journal with a game in the daemon's folder: its first rows, or all."""
        with Journal(folder / "letterzone.db") as journal:
            write(journal, *GAME[:rows])
            enrolled = (Tag(uid, item) for uid, item in tags().items())
            journal.append(Entry(tags=tuple(enrolled))).result()
        self.debian.do("systemctl", "stop", UNIT)
        for left in (self.debian.root / BOARD.strip("/")).glob("letterzone.db-*"):
            left.unlink()  # a killed daemon's: it would be played into this journal
        shutil.copy(folder / "letterzone.db", self.debian.root / BOARD.strip("/"))
        self.debian.do("chown", "letterzone:", f"{BOARD}/letterzone.db")
        self.debian.do("systemctl", "start", UNIT)

    @contextmanager
    def hands(self) -> Iterator["subprocess.Popen[str]"]:
        """Plug a controller in; write a button's name to it to press it."""
        script = Path(__file__).with_name("hands.py")
        shutil.copy(script, self.debian.root / "usr/local/bin/hands.py")
        self.debian.do("install", "-d", "-o", "letterzone", "/run/hands")
        words = ["runuser", "-u", "letterzone", "--"]
        words += ["python3", "/usr/local/bin/hands.py"]
        with subprocess.Popen(
            self.debian.words(*words),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        ) as hands:
            try:
                yield hands
            finally:
                hands.kill()


# --- how a board is made ----------------------------------------------------


@pytest.fixture(scope="module")
def key(tmp_path_factory) -> Iterator[Key]:
    """The key of the releases."""
    with made_key(tmp_path_factory.mktemp("key"), "release") as made:
        yield made


@pytest.fixture(scope="module")
def packages(tmp_path_factory, key: Key) -> dict[str, Path]:
    """
    Three versions: 0.2.0 keeps its journal in a newer form, 0.3.0 cannot start.

    Only the wall of 0.4.0 is broken: it starts, and its doctor finds that out.
    """
    folder = tmp_path_factory.mktemp("packages")
    build_deb.fill(folder / "tree")
    build_deb.copy(key.public, folder / "tree/usr/share/letterzone/release.gpg")
    made = {}
    for version in ("0.1.0", "0.2.0", "0.3.0", "0.4.0"):
        tree = folder / version
        shutil.copytree(folder / "tree", tree)
        build_deb.name(tree, version)
        plant(tree / build_deb.PROGRAM / "firmware_host", version)
        made[version] = build_deb.pack(tree, version, folder, squeeze="none")
        key.sign(made[version])
    return made


def plant(program: Path, version: str) -> None:
    """Change the program of a version as its test needs."""
    match version:
        case "0.2.0":
            newer = program / "journal" / "schema" / f"v{max(scripts()) + 1}.sql"
            newer.write_text("CREATE TABLE planted (x INTEGER) STRICT;\n")
        case "0.3.0":
            (program / "app/daemon/daemon.py").write_text("raise SystemExit(1)\n")
        case "0.4.0":
            (program / "web" / "shell.html").unlink()


@pytest.fixture(
    scope="module",
    params=["bookworm", pytest.param("trixie", marks=pytest.mark.long)],
)
def board(request, tmp_path_factory, packages) -> Iterator[Board]:
    """A Debian that has never seen the package, and runs."""
    need("mmdebstrap", "systemd-nspawn", "gpg", "losetup")
    folder = tmp_path_factory.mktemp(request.param)
    root = folder / "root"
    make_root(request.param, root)
    profile = (SOURCE / "hardware/simulated/board.toml").read_text(encoding="utf-8")
    profile = profile.replace('port = ""', 'port = "/run/hands/controller"')
    profile += '\n[web]\nlisten = "127.0.0.1:8080"\n'
    (root / "etc/letterzone").mkdir()
    (root / "etc/letterzone/board.toml").write_text(profile, encoding="utf-8")
    (root / SOON).mkdir(parents=True)
    (root / SOON / "soon.conf").write_text("[Service]\nWatchdogSec=8\n")
    files = [packages["0.2.0"], Path(f"{packages['0.2.0']}.sig")]
    with stick(folder, files) as device, booted(root, lent=[device]) as debian:
        yield Board(debian, packages, device)
    shutil.rmtree(root)


# --- tests ------------------------------------------------------------------


def test_it_installs_without_a_network_and_runs(board: Board) -> None:
    """One command installs and starts the board, also for the next boot."""
    assert board.debian.do("ls", "/sys/class/net") == "lo"
    board.debian.do("dpkg", "--install", board.bring("0.1.0"))
    assert board.is_up()
    assert board.version() == "0.1.0"
    board.until(board.says)
    for unit in (UNIT, "letterzone-update.path", "letterzone-backup.timer"):
        assert board.debian.do("systemctl", "is-enabled", unit) == "enabled"
    assert board.debian.run("systemctl", "--failed", "--quiet").stdout == ""


def test_it_runs_as_nobody_in_particular(board: Board) -> None:
    """The daemon runs as its own user, who owns the board's folder alone."""
    pid = board.debian.shown(UNIT, "MainPID")
    assert board.debian.do("stat", "-c", "%U", f"/proc/{pid}") == "letterzone"
    assert board.debian.do("stat", "-c", "%U %a", BOARD) == "letterzone 750"


def test_it_comes_back_when_it_is_killed(board: Board) -> None:
    killed = board.debian.signal(UNIT, SIGKILL)
    board.until(lambda: board.debian.main_process(UNIT) not in (0, killed))


@pytest.mark.long
@pytest.mark.parametrize("_evening", range(10))
def test_a_tap_that_waits_for_the_next_start_is_answered(
    board: Board, tmp_path: Path, capsys, _evening: int
) -> None:
    """
    Killed at each of five taps, the daemon answers after its restart.

    If other work delays each start for longer than a tap may wait, it is skipped.
    """
    board.has_played(tmp_path, rows=1)
    waited = []
    with board.hands() as hands:
        assert hands.stdin is not None
        assert hands.stdout is not None
        board.until(lambda: "Lee" in board.says())
        for zone in map(Zone, range(1, 6)):
            piece = uid_of(Piece(KINDS[0], zone)).hex()
            pid = board.debian.main_process(UNIT)
            hands.stdin.write(f"kill {pid} {zone} {piece}\n")
            hands.stdin.flush()
            waited.append(int(hands.stdout.readline()))
            board.until(board.is_up)
    with capsys.disabled():
        sys.stdout.write(f"\nms from the kill to the answer: {sorted(waited)}\n")
    assert all(waited)
    in_time = sum(ms <= TOO_LATE_MS for ms in waited)
    with Reader(board.debian.root / BOARD.strip("/") / "letterzone.db") as journal:
        answered = [row for row in journal.rows(1) if '"answered"' in row.facts]
    assert in_time <= len(answered) <= 5
    if not in_time:
        pytest.skip("other work keeps every start for longer than a tap may wait")


def test_it_comes_back_when_it_hangs(board: Board) -> None:
    """The watchdog bites: the process lives and does nothing any more."""
    before = int(board.debian.shown(UNIT, "NRestarts"))
    hung = board.debian.signal(UNIT, SIGSTOP)
    board.until(lambda: int(board.debian.shown(UNIT, "NRestarts")) > before)
    board.until(lambda: board.debian.main_process(UNIT) not in (0, hung))
    told = board.debian.do("journalctl", "--unit", UNIT, "--output=cat")
    assert "Watchdog timeout" in told
    board.debian.do("rm", "-r", f"/{SOON}")  # from the next version on: as shipped


def test_a_stick_with_another_file_system_is_not_mounted(board: Board) -> None:
    """Root's kernel reads FAT and exFAT of a stranger's stick; ours is ext4 here."""
    board.debian.do("mkdir", "-p", "/dev/disk/by-label")
    # Not below /dev: systemd would wait for udev there, which no container has.
    number = board.stick.stat().st_rdev
    node = ("b", str(os.major(number)), str(os.minor(number)))
    board.debian.do("mknod", "/srv/stick", *node)
    board.debian.do("ln", "-s", "/srv/stick", "/dev/disk/by-label/LETTERZONE")
    done = board.debian.run("letterzone", "update", "--stick")
    assert done.returncode == 2
    assert "format it as FAT32 or exFAT" in done.stderr
    read_as_fat(board.debian.root)


def test_a_newer_version_comes_from_a_stick_when_somebody_says_yes(
    board: Board, tmp_path: Path
) -> None:
    """Asked on the board; tick installs it, with a backup, and every game stays."""
    board.has_played(tmp_path)
    game, backups = board.game(), board.backups()
    assert "HOBBY" in game

    board.debian.do("systemctl", "start", "letterzone-update.service")  # as udev would
    assert board.news() == "offered"
    assert board.version() == "0.1.0"
    with board.hands() as hands:
        board.until(lambda: board.says() == "Update to 0.2.0?")
        assert hands.stdin is not None
        hands.stdin.write("tick\n")
        hands.stdin.flush()
        board.until(lambda: board.news() == "done")
        board.until(lambda: board.says() == "Now it is 0.2.0")
        hands.stdin.write("tick\n")
        hands.stdin.flush()
        board.until(lambda: board.news() == "quiet")
    assert board.version() == "0.2.0"
    assert board.game() == game
    assert board.backups() > backups


def test_one_goes_back_though_the_journal_has_another_form(board: Board) -> None:
    """The version before gets the journal from before; the newer one is a backup."""
    game, backups = board.game(), board.backups()
    said = board.debian.do("letterzone", "update", "--back")
    assert said.splitlines()[-1] == "letterzone 0.1.0 is installed and works"
    assert board.is_up()
    assert board.game() == game
    assert board.backups() > backups


@pytest.mark.parametrize(
    ("version", "why"),
    [
        pytest.param("0.3.0", "does not stay up", marks=pytest.mark.long),
        pytest.param("0.4.0", "network", marks=pytest.mark.long),
    ],
)
def test_a_version_that_does_not_work_goes_again(
    board: Board, version: str, why: str
) -> None:
    """A version that does not start, or has a fault, is replaced by the old one."""
    game = board.game()
    board.until(board.says)
    done = board.debian.run("letterzone", "update", board.bring(version))
    assert done.returncode == 2, done.stdout
    assert why in done.stderr
    assert done.stderr.endswith("0.1.0 is back\n")
    assert board.version() == "0.1.0"
    assert board.is_up()
    assert board.game() == game


def test_what_is_not_signed_by_the_key_is_not_installed(
    board: Board, tmp_path: Path
) -> None:
    file = board.packages["0.2.0"]
    with made_key(tmp_path, "stranger") as stranger:
        board.bring("0.2.0")
        copy = board.debian.root / "srv" / file.name
        stranger.sign(copy)
    done = board.debian.run("letterzone", "update", f"/srv/{file.name}")
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert "signed by a key that is not known here" in done.stderr
    assert board.version() == "0.1.0"


def test_debians_own_command_makes_a_backup_too(board: Board) -> None:
    """An update with `dpkg --install` makes a backup and keeps the old package."""
    backups = board.backups()
    board.debian.do("dpkg", "--install", board.bring("0.2.0"))
    assert board.is_up()
    assert board.backups() > backups
    kept = board.debian.do("dpkg-deb", "--field", f"{KEPT}/previous.deb", "Version")
    assert kept == "0.1.0"


def test_removed_it_leaves_the_games(board: Board) -> None:
    board.debian.do("dpkg", "--remove", "letterzone")
    assert board.debian.run("systemctl", "is-active", UNIT).stdout != "active\n"
    for path in ("/usr/bin/letterzone", "/usr/lib/letterzone"):
        assert board.debian.run("test", "-e", path).returncode == 1
    for path in (f"{BOARD}/letterzone.db", "/etc/letterzone/board.toml"):
        assert board.debian.run("test", "-e", path).returncode == 0


def test_installed_again_it_goes_on_where_it_was(board: Board) -> None:
    board.debian.do("dpkg", "--install", board.bring("0.2.0"))
    assert board.is_up()
    assert "HOBBY" in board.game()


def test_purged_it_leaves_nothing(board: Board) -> None:
    board.debian.do("dpkg", "--purge", "letterzone")
    words = ("find", "/etc", "/usr", "/var/lib", "-name", "*letterzone*")
    left = board.debian.do(*words, "-not", "-path", "/var/lib/systemd/*").splitlines()
    assert left == []


@pytest.mark.long
def test_the_same_source_is_the_same_package(tmp_path: Path) -> None:
    """Two builds of the same source are equal byte for byte."""
    built = []
    for name in ("once", "again"):
        build_deb.fill(tmp_path / name / "tree")
        package = build_deb.pack(tmp_path / name / "tree", "0.1.0", tmp_path / name)
        built.append(package.read_bytes())
    assert built[0] == built[1]

"""
Installing a version so that it works afterwards: it, or the one before.

All of it runs as root. The package itself makes a backup before it is unpacked, and
keeps what was installed as a package (tools/debian/preinst); here is decided which of
the two shall stay. The way back is a script (tools/debian/mend), for after a power cut
the program may be half the one and half the other. Everything is imported before the
first file changes.
"""

import logging
import os
import subprocess
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from firmware_host.app.system.packages import NAME, Package, is_newer
from firmware_host.app.system.setup import write_whole
from firmware_host.board.entries import JOURNAL
from firmware_host.errors import NoUpdate, UpdateError
from firmware_host.journal.copying import BACKUPS, backups_of

_log = logging.getLogger(__name__)

#: Where the version before is kept; nobody but root may write there.
KEPT = Path("/var/lib/letterzone-update")

#: Where the daemon keeps the journal.
BOARD = Path("/var/lib/letterzone")

#: The daemon has so long to come up, and has to stay for so long then.
UP_S, STAYS_S = 90.0, 8.0

#: Started anew so often, it will not come up any more.
FALLS = 3

#: A part that heals by itself does so within this time after a start.
HEALS_S = 12.0

UNIT = "letterzone.service"

#: Looks for broken parts as the board's own user, and where it leaves its list.
DOCTOR, BROKEN = "letterzone-examine.service", Path("/run/letterzone-update/broken")

#: Brings the version before back, and needs none of our own files for it.
MEND = Path("/usr/lib/letterzone/mend")

#: Puts a backup ($1) in the place of the journal ($2); what was there goes where $3
#: says. As the daemon's own user: the folder is that user's, and may hold any link.
RESTORE = """
set -e
[ ! -e "$2" ] || cp "$2" "$3"
rm -f "$2-wal" "$2-shm"
cp "$1" "$2.back"
mv "$2.back" "$2"
"""


#: What came of a command; what it wrote as an error is in its output too.
Ran = subprocess.CompletedProcess[str]


def run(words: Sequence[str], **environment: str) -> Ran:
    """Run a command of the system's, and return what it said."""
    return subprocess.run(  # noqa: S603 - our own words, no shell
        words,
        check=False,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        env={**os.environ, "DEBIAN_FRONTEND": "noninteractive", **environment},
    )


class Installer:
    """
    Puts versions in, and back.

    Args:
        kept: Where the version before is kept.
        board: The daemon's folder.
        run: Runs a command.
        rest: Waits for so many seconds.
    """

    def __init__(
        self,
        kept: Path = KEPT,
        board: Path = BOARD,
        *,
        run: Callable[..., Ran] = run,
        rest: Callable[[float], None] = time.sleep,
    ) -> None:
        self._kept = kept
        self._board = board
        self._run = run
        self._rest = rest
        self._previous = kept / "previous.deb"
        self._underway = kept / "underway"

    @property
    def version(self) -> str:
        """The version that is installed."""
        return self._run(["dpkg-query", "-W", "-f", "${Version}", NAME]).stdout.strip()

    @property
    def back_to(self) -> str:
        """The version that one can go back to; empty for none."""
        if not self._previous.exists():
            return ""
        words = ["dpkg-deb", "--field", str(self._previous), "Version"]
        return self._run(words).stdout.strip()

    @property
    def was_torn(self) -> bool:
        """Whether the power went while something was installed."""
        return self._underway.exists()

    def check(self, package: Package) -> None:
        """
        Make sure that a package is newer than what is installed.

        Raises:
            UpdateError: It is not.
        """
        now = self.version
        if not is_newer(package.version, now):
            raise UpdateError(
                NoUpdate.OLDER,
                f"{package.version} is not newer than {now}, which is installed;"
                " to install it all the same add --back",
            )

    def install(self, package: Package) -> None:
        """
        Install a package; where it does not work, the version before comes back.

        Raises:
            UpdateError: The version before is back.
        """
        before = self.version
        was_up, ill = self._state() == "active", self._ill()
        self._begin(before)
        done = self._run(["dpkg", "--install", str(package.path)])
        if done.returncode:
            _log.warning("%s", done.stdout)
        fault = _last(done) if done.returncode else self._fault(was_up=was_up, ill=ill)
        if fault:
            self.mend()
            raise UpdateError(
                NoUpdate.FAILED,
                f"{package.version} did not work ({fault}); {before} is back",
            )
        self._underway.unlink()

    def back(self) -> str:
        """
        Go back to the version before; return which one that is.

        The journal stays as it is where that version can read it. Otherwise the backup
        from before the update takes its place, and what is there now stays a backup.

        Raises:
            UpdateError: There is none, or it does not work either.
        """
        version = self.back_to
        if not version:
            raise UpdateError(
                NoUpdate.NO_BACK, "there is no version before this one to go back to"
            )
        self._begin(f"{version} keep")
        self.mend()
        if not self._is_up() and not self._go_back_further():
            raise UpdateError(
                NoUpdate.FAILED,
                f"{version} is back, and does not start: journalctl -u {UNIT} says why",
            )
        return version

    def mend(self) -> None:
        """Bring the version back that was there before what is underway now."""
        self._run([str(MEND), str(self._kept), str(self._board)])

    # --- how ---

    def _begin(self, target: str) -> None:
        """Write down, so that it outlives a power cut, what `mend` is to bring back."""
        self._kept.mkdir(mode=0o700, parents=True, exist_ok=True)
        write_whole(self._underway, f"{target}\n".encode(), mode=0o600)

    def _go_back_further(self) -> bool:
        """Take the journal from before the update; False where nothing came of it."""
        note = self._kept / "previous.backup"
        name = note.read_text(encoding="utf-8").strip() if note.exists() else ""
        journal = self._board / JOURNAL
        numbered = backups_of(journal)
        backups = {one.name: one for one in numbered.values()}
        if name not in backups:
            return False
        number = 1 + max(numbered, default=0)
        aside = self._board / BACKUPS / f"letterzone-{number}.db"
        self._run(["systemctl", "stop", UNIT])
        as_daemon = ["runuser", "-u", NAME, "--", "sh", "-c", RESTORE, "restore"]
        self._run([*as_daemon, str(backups[name]), str(journal), str(aside)])
        self._run(["systemctl", "start", UNIT])
        return self._is_up()

    # --- whether it works ---

    def _fault(self, *, was_up: bool, ill: frozenset[str] | None) -> str:
        """Return what is wrong with the new version; empty where nothing is."""
        if not was_up:
            return ""  # nobody has started it, or it did not work before either
        if not self._is_up():
            return "its daemon does not stay up"
        if ill is None:
            return ""
        starts = self._starts()
        for _ in range(int(HEALS_S)):
            now = self._ill()
            if now is not None and now <= ill:
                stays = self._state() == "active" and self._starts() == starts
                return "" if stays else "its daemon does not stay up"
            self._rest(1)
        if now is None:
            return "its doctor does not answer"
        return f"out of order now: {', '.join(sorted(now - ill))}"

    def _ill(self) -> frozenset[str] | None:
        """Return the parts that the doctor finds broken; None where it fails itself."""
        if self._run(["systemctl", "start", DOCTOR]).returncode:
            return None
        done = self._run(["cat", str(BROKEN)])
        return None if done.returncode else frozenset(done.stdout.split())

    def _is_up(self) -> bool:
        """Tell whether the daemon comes up and stays."""
        first = self._starts()
        for _ in range(int(UP_S)):
            if self._state() == "active" or self._starts() > first + FALLS:
                break
            self._rest(1)
        starts = self._starts()
        for _ in range(int(STAYS_S)):
            self._rest(1)
            if self._state() != "active" or self._starts() != starts:
                return False
        return True

    def _state(self) -> str:
        return self._shown("ActiveState")

    def _starts(self) -> int:
        told = self._shown("NRestarts")
        return int(told) if told.isdecimal() else 0

    def _shown(self, name: str) -> str:
        words = ["systemctl", "show", "--value", "--property", name, UNIT]
        return self._run(words).stdout.strip()


def _last(done: Ran) -> str:
    lines = done.stdout.strip().splitlines()
    return lines[-1].strip() if lines else f"dpkg ended with {done.returncode}"

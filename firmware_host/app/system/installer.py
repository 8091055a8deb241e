"""
Updates, the side of root: check a signed package on a stick, install it, or go back.

The daemon asks for an update (`app.system.updates`); root does it. A package is copied
before it is checked, so that it cannot be replaced in between. Its signature is a file
beside it, made by `gpg --detach-sign`. `gpgv` checks it against a keyring of trusted
keys.

The package's own script makes a backup and keeps the installed version as a package
(tools/debian/preinst). This module decides which of the two versions stays. A script
goes back to the earlier version (tools/debian/mend), because after a power cut this
program may be half new and half old. All imports happen before the first file changes.
"""

import fcntl
import logging
import os
import re
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from functools import reduce
from pathlib import Path
from tempfile import TemporaryDirectory

from firmware_host.app.system.setup import write_whole
from firmware_host.app.system.updates import (
    NEWS,
    WISH,
    News,
    UpdateRequests,
    UpdateState,
    Wish,
    take_wish,
    tell,
)
from firmware_host.board.entries import JOURNAL
from firmware_host.board.record import Record
from firmware_host.errors import NoUpdate, UpdateError
from firmware_host.journal.copying import BACKUPS, backups_of

#: The release key, and the owner's additional key.
KEYS = (
    Path("/usr/share/letterzone/release.gpg"),
    Path("/etc/letterzone/release.gpg"),
)

#: The largest package and the largest signature, in bytes.
MOST_BYTES, SIGNATURE_BYTES = 64 * 1024 * 1024, 16 * 1024

#: The fields that a package of Letterzone has.
NAME, ARCHITECTURE = "letterzone", "all"

#: The file name of a package. Names on a stick may be hostile, so only a valid Debian
#: version is passed to another program. Source: deb-version(7).
_FILE = re.compile(rf"{NAME}_([0-9][0-9A-Za-z.+~]*)_{ARCHITECTURE}\.deb")

#: The most packages on a stick; comparing versions takes a moment each.
MOST_FILES = 50

#: The first status word by which gpgv rejects a signature. Source: GnuPG's doc/DETAILS,
#: "General status codes".
_VERDICTS = {
    "NO_PUBKEY": (NoUpdate.KEY, "is signed by a key that is not known here"),
    "BADSIG": (NoUpdate.TORN, "is torn, or was altered: copy it once more"),
    "EXPKEYSIG": (NoUpdate.KEY, "is signed by a key whose time is over"),
    "REVKEYSIG": (NoUpdate.KEY, "is signed by a key that was called back"),
    "EXPSIG": (NoUpdate.KEY, "has a signature whose time is over"),
    "NODATA": (NoUpdate.TORN, "has a torn signature: copy both once more"),
}


class Package(Record):
    """A checked package: its file and its version."""

    path: Path
    version: str


def find(folder: Path) -> Path:
    """
    Return the newest package in a folder.

    Raises:
        UpdateError: There is no package, or there are too many.
    """
    named = (_FILE.fullmatch(path.name) for path in folder.glob("*.deb"))
    found = {match[1]: folder / match[0] for match in named if match}
    if not found:
        raise UpdateError(
            NoUpdate.NONE, f"{folder}: there is no letterzone_..._all.deb in it"
        )
    if len(found) > MOST_FILES:
        raise UpdateError(
            NoUpdate.NONE,
            f"{folder}: there are {len(found)} packages in it: keep the newest alone",
        )
    newest = reduce(lambda one, two: two if is_newer(two, one) else one, found)
    return found[newest]


def take(file: Path, into: Path, keys: Sequence[Path] = KEYS) -> Package:
    """
    Copy a package and its signature into our own folder, and check the copies.

    Raises:
        UpdateError: The signature is missing or by an unknown key, or the file is
            damaged or another package.
    """
    signature = file.with_name(f"{file.name}.sig")
    if not file.is_file():
        raise UpdateError(NoUpdate.NONE, f"{file}: there is no such file")
    if not signature.is_file():
        raise UpdateError(
            NoUpdate.UNSIGNED, f"{file} is not signed: {signature.name} is missing"
        )
    copy, beside = into / "letterzone.deb", into / "letterzone.deb.sig"
    _copy_package(file, copy, most=MOST_BYTES)
    _copy_package(signature, beside, most=SIGNATURE_BYTES)
    _check_signature(file, copy, beside, [key for key in keys if key.exists()])
    fields = _fields(file, copy)
    if fields[:2] != (NAME, ARCHITECTURE):
        raise UpdateError(
            NoUpdate.PACKAGE, f"{file} is a package of {fields[0]}, not of {NAME}"
        )
    return Package(copy, fields[2])


def is_newer(version: str, than: str) -> bool:
    """Return True if `version` is newer than `than`, by Debian's rules."""
    words = ["dpkg", "--compare-versions", version, "gt", than]
    return not subprocess.run(words, check=False, capture_output=True).returncode  # noqa: S603 - no shell


def _copy_package(file: Path, to: Path, *, most: int) -> None:
    if file.stat().st_size > most:
        raise UpdateError(
            NoUpdate.TORN, f"{file} is larger than any package: copy it once more"
        )
    try:
        shutil.copyfile(file, to)
    except OSError as fault:
        raise UpdateError(
            NoUpdate.TORN, f"{file} cannot be read: {fault.strerror}"
        ) from fault


def _check_signature(
    file: Path, copy: Path, signature: Path, keys: Sequence[Path]
) -> None:
    if not keys:
        places = " nor ".join(map(str, KEYS))
        raise UpdateError(
            NoUpdate.KEY, f"no key is known here: there is neither {places}"
        )
    done = _run_gpgv(copy, signature, keys)
    said = [
        line.split()[1]
        for line in done.stdout.splitlines()
        if line.startswith("[GNUPG:] ")
    ]
    for word, (why, what) in _VERDICTS.items():
        if word in said:
            raise UpdateError(why, f"{file} {what}")
    if done.returncode or "VALIDSIG" not in said:
        raise UpdateError(NoUpdate.KEY, f"{file} has a signature that is no good")


def _run_gpgv(
    copy: Path, signature: Path, keys: Sequence[Path]
) -> subprocess.CompletedProcess[str]:
    """Check a signature with gpgv, as a user without rights; return its result."""
    with (
        TemporaryDirectory() as folder,
        signature.open("rb") as signs,
        copy.open("rb") as content,
    ):
        is_root, files = os.geteuid() == 0, (signs.fileno(), content.fileno())
        words = [
            *("gpgv", "--status-fd", "1"),
            "--ignore-time-conflict",  # a Pi has no clock
            *("--weak-digest", "SHA1"),  # SHA-1 collisions can be made
            *(word for key in _readable(keys, folder) for word in ("--keyring", key)),
            *("--enable-special-filenames", "--", *(f"-&{file}" for file in files)),
        ]
        return subprocess.run(  # noqa: S603 - no shell
            words,
            check=False,
            capture_output=True,
            text=True,
            pass_fds=files,
            user="nobody" if is_root else None,
            group="nogroup" if is_root else None,
            extra_groups=() if is_root else None,
        )


def _readable(keys: Sequence[Path], folder: str) -> Iterator[str]:
    """Copy public keys into a folder that every user can read; yield the paths."""
    Path(folder).chmod(0o755)
    for number, key in enumerate(keys):
        readable = Path(folder) / f"{number}.gpg"
        shutil.copyfile(key, readable)
        readable.chmod(0o644)
        yield str(readable)


def _fields(file: Path, copy: Path) -> tuple[str, str, str]:
    form = "${Package} ${Architecture} ${Version}"
    words = ["dpkg-deb", "--show", f"--showformat={form}", str(copy)]
    done = subprocess.run(words, check=False, capture_output=True, text=True)  # noqa: S603 - no shell
    fields = done.stdout.split()
    if done.returncode or len(fields) != len(form.split()):
        raise UpdateError(NoUpdate.PACKAGE, f"{file} is no Debian package")
    name, architecture, version = fields
    return name, architecture, version


# --- the installation --------------------------------------------------------


_log = logging.getLogger(__name__)

#: The folder of the earlier version, writable by root alone.
KEPT = Path("/var/lib/letterzone-update")

#: The daemon's folder, with the journal.
BOARD = Path("/var/lib/letterzone")

#: How long the daemon may take to start, and how long it then has to run, in seconds.
UP_S, STAYS_S = 90.0, 8.0

#: After this many restarts the daemon counts as failed.
FALLS = 3

#: How long a part may take after a start to recover by itself, in seconds.
HEALS_S = 12.0

UNIT = "letterzone.service"

#: The unit that looks for broken parts as the daemon's user, and its list of them.
DOCTOR, BROKEN = "letterzone-examine.service", Path("/run/letterzone-update/broken")

#: The script that goes back to the earlier version without any of our own files.
MEND = Path("/usr/lib/letterzone/mend")

#: Replaces the journal ($2) by a backup ($1), and moves the journal to $3. It runs as
#: the daemon's user, who owns the folder and may have put links into it.
RESTORE = """
set -e
[ ! -e "$2" ] || cp "$2" "$3"
rm -f "$2-wal" "$2-shm"
cp "$1" "$2.back"
mv "$2.back" "$2"
"""


#: A finished command; its output includes its errors.
Ran = subprocess.CompletedProcess[str]


def run(words: Sequence[str], **environment: str) -> Ran:
    """Run a command of the system, and return its result."""
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
    Installs a version, or goes back to the earlier one.

    Args:
        kept: The folder of the earlier version.
        board: The daemon's folder.
        run: Runs a command.
        rest: Sleeps for a number of seconds.
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
        """The installed version."""
        return self._run(["dpkg-query", "-W", "-f", "${Version}", NAME]).stdout.strip()

    @property
    def back_to(self) -> str:
        """The earlier version that can be installed again; empty for none."""
        if not self._previous.exists():
            return ""
        words = ["dpkg-deb", "--field", str(self._previous), "Version"]
        return self._run(words).stdout.strip()

    @property
    def was_torn(self) -> bool:
        """True if an update was interrupted, such as by a power cut."""
        return self._underway.exists()

    def check(self, package: Package) -> None:
        """
        Check that a package is newer than the installed version.

        Raises:
            UpdateError: It is not newer.
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
        Install a package; if it does not work, go back to the earlier version.

        Raises:
            UpdateError: The earlier version is installed again.
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
        Go back to the earlier version, and return it.

        The journal is kept if that version can read it. Otherwise the backup from
        before the update replaces it, and the newer journal is kept as a backup.

        Raises:
            UpdateError: There is no earlier version, or it does not work either.
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
        """Go back to the version that was installed before the interrupted update."""
        self._run([str(MEND), str(self._kept), str(self._board)])

    # --- how ---

    def _begin(self, target: str) -> None:
        """Store durably which version `mend` has to bring back after a power cut."""
        self._kept.mkdir(mode=0o700, parents=True, exist_ok=True)
        write_whole(self._underway, f"{target}\n".encode(), mode=0o600)

    def _go_back_further(self) -> bool:
        """Use the backup from before the update; return False if it does not help."""
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
        """Return why the new version does not work; empty if it does."""
        if not was_up:
            return ""  # not started by anybody, or broken before
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
        """Return the parts that the doctor finds broken; None if the doctor fails."""
        if self._run(["systemctl", "start", DOCTOR]).returncode:
            return None
        done = self._run(["cat", str(BROKEN)])
        return None if done.returncode else frozenset(done.stdout.split())

    def _is_up(self) -> bool:
        """Return True if the daemon starts and keeps running."""
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


# --- the stick ---------------------------------------------------------------


#: The label of an update stick; udev/70-letterzone.rules has the same.
STICK = Path("/dev/disk/by-label/LETTERZONE")

#: The mount point. systemd mounts it, because the update's unit may not.
PLACE = NEWS.with_name("stick")

#: Mounted read-only and without programs. The only file systems allowed are FAT and
#: exFAT, so that an unknown stick reaches little of the kernel.
MOUNT = (
    *("systemd-mount", "--quiet", "--collect", "--fsck=no", "--type=vfat,exfat"),
    "--options=ro,nosuid,nodev,noexec",
)

#: The requests that change the installed version.
_DONE = (Wish.INSTALL, Wish.BACK)


@contextmanager
def mounted(stick: Path = STICK) -> Iterator[Path]:
    """
    Mount the stick read-only inside a `with` block.

    Raises:
        UpdateError: There is no stick, or it cannot be read.
    """
    if not stick.exists():
        raise UpdateError(
            NoUpdate.STICK, f"there is no stick with the label {stick.name}"
        )
    words = [*MOUNT, str(stick.resolve()), str(PLACE)]
    done = subprocess.run(words, check=False, capture_output=True, text=True)  # noqa: S603 - no shell
    if done.returncode:
        raise UpdateError(
            NoUpdate.STICK,
            "the stick cannot be read: format it as FAT32 or exFAT, and copy both files"
            f" once more ({stick.resolve()})",
        )
    try:
        yield PLACE
    finally:
        subprocess.run(["systemd-umount", "--quiet", str(PLACE)], check=False)  # noqa: S603, S607 - no shell


@contextmanager
def alone(kept: Path = KEPT, *, target: bool = False) -> Iterator[None]:
    """
    Hold the update lock, so that only one update runs at a time.

    Args:
        kept: The folder of the earlier version.
        target: True to wait for a running update, False to fail at once.

    Raises:
        UpdateError: Another update is running.
    """
    kept.mkdir(mode=0o700, parents=True, exist_ok=True)
    descriptor = os.open(kept / "lock", os.O_RDWR | os.O_CREAT, 0o600)
    try:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | (0 if target else fcntl.LOCK_NB))
        except OSError as fault:
            raise UpdateError(
                NoUpdate.FAILED, "an update is underway already; wait for it"
            ) from fault
        yield
    finally:
        os.close(descriptor)


class StickUpdater(Record, kw_only=True):
    """
    Looks for an update on the stick, and executes the daemon's requests.

    Args:
        installer: Installs versions.
        stick: The device of the stick.
        keys: The trusted keys.
        news: The file with the state of the update, for all readers.
        wish: The file with the daemon's request.
    """

    installer: Installer
    stick: Path = STICK
    keys: tuple[Path, ...] = KEYS
    news: Path = NEWS
    wish: Path = WISH

    @property
    def _left(self) -> Path:
        """The file that names the stick that was refused or used."""
        return self.news.with_name("left")

    def answer(self) -> News:
        """
        Execute the daemon's request or look for an update.

        Return and publish the result.
        """
        wish = take_wish(self.wish)
        if wish is None and self._is_left and not self.installer.was_torn:
            return self._say(self._unread())
        try:
            version = self._answer(wish)
            offered = UpdateState.OFFERED if version else UpdateState.QUIET
            news = News(UpdateState.DONE if wish in _DONE else offered, version)
        except UpdateError as fault:
            # Without a request, a missing stick is no error.
            quiet = wish is None and fault.why is NoUpdate.STICK
            if not quiet:
                _log.warning("%s", fault)
            news = News() if quiet else News(UpdateState.FAILED, why=fault.why)
        if wish in _DONE:
            self._leave()  # this stick was used, with or without success
        return self._say(news)

    def _answer(self, wish: Wish | None) -> str:
        """Return the version that the request is about; empty for none."""
        if self.installer.was_torn:
            self._say(News(UpdateState.WORKING))
            self.installer.mend()
            raise UpdateError(NoUpdate.FAILED, "the power went during an update")
        match wish:
            case Wish.INSTALL:
                with self._package() as package:
                    self._say(News(UpdateState.WORKING, package.version))
                    self.installer.check(package)
                    self.installer.install(package)
                    return package.version
            case Wish.BACK:
                self._say(News(UpdateState.WORKING, self.installer.back_to))
                return self.installer.back()
            case Wish.LEAVE:
                self._leave()
                return ""
            case _:
                return self._offer(again=wish is Wish.LOOK)

    def _offer(self, *, again: bool) -> str:
        """Return the newer version on the stick; empty for none."""
        if again:
            self._left.unlink(missing_ok=True)
        with self._package() as package:
            newer = is_newer(package.version, self.installer.version)
            return package.version if newer else ""

    def _unread(self) -> News:
        """Return the result of an update until the daemon has acknowledged it."""
        news = UpdateRequests(self.news).news()
        return news if news.state in (UpdateState.DONE, UpdateState.FAILED) else News()

    @property
    def _is_left(self) -> bool:
        """True if this stick was used already, or its update was refused."""
        return (
            self._left.exists() and self._left.read_text("utf-8") == self._this_stick()
        )

    def _leave(self) -> None:
        """Remember not to offer this stick again while it stays plugged in."""
        self._left.write_text(self._this_stick(), encoding="utf-8")

    def _this_stick(self) -> str:
        with suppress(OSError):
            # The device node is new each time a stick is plugged in.
            found = self.stick.stat()
            return f"{found.st_ino} {found.st_ctime_ns}"
        return ""

    @contextmanager
    def _package(self) -> Iterator[Package]:
        with mounted(self.stick) as folder, TemporaryDirectory() as own:
            yield take(find(folder), Path(own), self.keys)

    def _say(self, news: News) -> News:
        told = replace(news, back=self.installer.back_to)
        tell(told, self.news)
        return told

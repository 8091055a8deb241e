"""
Root's side of an update: the signed package on a stick, its installation, the way back.

The board writes down what people want (`app.system.updates`), and all of this runs as
root. A package is copied first and then checked, so that nobody swaps it between. Its
signature is a file beside it, made by `gpg --detach-sign`; `gpgv` checks it against the
keys in a keyring, and trusts no other.

The package itself makes a backup before it is unpacked, and keeps what was installed as
a package (tools/debian/preinst); here is decided which of the two shall stay. The way
back is a script (tools/debian/mend), for after a power cut the program may be half the
one and half the other. Everything is imported before the first file changes.
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
    State,
    Updates,
    Wish,
    take_wish,
    tell,
)
from firmware_host.board.entries import JOURNAL
from firmware_host.board.record import Record
from firmware_host.errors import NoUpdate, UpdateError
from firmware_host.journal.copying import BACKUPS, backups_of

#: The key of the releases, and one that the owner trusts beside it.
KEYS = (
    Path("/usr/share/letterzone/release.gpg"),
    Path("/etc/letterzone/release.gpg"),
)

#: The largest package; a signature is some hundred bytes.
MOST_BYTES, SIGNATURE_BYTES = 64 * 1024 * 1024, 16 * 1024

#: What a package of ours says of itself.
NAME, ARCHITECTURE = "letterzone", "all"

#: How its file is called. The names on a stick may be a stranger's, so nothing but a
#: version by Debian's rules is given to another program. Source: deb-version(7).
_FILE = re.compile(rf"{NAME}_([0-9][0-9A-Za-z.+~]*)_{ARCHITECTURE}\.deb")

#: More packages than that nobody has on a stick; each takes a moment to compare.
MOST_FILES = 50

#: What gpgv says first of all, where a signature is no good.
#: Source: GnuPG's doc/DETAILS, "General status codes".
_VERDICTS = {
    "NO_PUBKEY": (NoUpdate.KEY, "is signed by a key that is not known here"),
    "BADSIG": (NoUpdate.TORN, "is torn, or was altered: copy it once more"),
    "EXPKEYSIG": (NoUpdate.KEY, "is signed by a key whose time is over"),
    "REVKEYSIG": (NoUpdate.KEY, "is signed by a key that was called back"),
    "EXPSIG": (NoUpdate.KEY, "has a signature whose time is over"),
    "NODATA": (NoUpdate.TORN, "has a torn signature: copy both once more"),
}


class Package(Record):
    """A package that was checked: its file, and its version."""

    path: Path
    version: str


def find(folder: Path) -> Path:
    """
    Return the newest package in a folder.

    Raises:
        UpdateError: There is none, or there are too many.
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
    Copy a package and its signature into a folder of our own, and check the copies.

    Raises:
        UpdateError: It is not signed, or not by a key that we know; or it is torn, or
            another package.
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
    """Tell whether a version is newer, by Debian's own rules."""
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
            *("--weak-digest", "SHA1"),  # two files of one such digest can be made
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


# --- the stick ---------------------------------------------------------------


#: The stick's label; udev/70-letterzone.rules knows the same.
STICK = Path("/dev/disk/by-label/LETTERZONE")

#: Where it is mounted: systemd does that, for the update's unit may not.
PLACE = NEWS.with_name("stick")

#: Nothing on a stick is ours to start, and nothing there is changed. What root's kernel
#: reads of a stranger's stick is FAT or exFAT, and no other file system.
MOUNT = (
    *("systemd-mount", "--quiet", "--collect", "--fsck=no", "--type=vfat,exfat"),
    "--options=ro,nosuid,nodev,noexec",
)

#: The wishes after which another version is there, or should be.
_DONE = (Wish.INSTALL, Wish.BACK)


@contextmanager
def mounted(stick: Path = STICK) -> Iterator[Path]:
    """
    Mount the stick, to read; leaving takes it off again.

    Raises:
        UpdateError: There is none, or it cannot be read.
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
    Keep every other update waiting.

    Args:
        kept: Where root keeps the version before.
        target: True for whoever waits where one is underway already.

    Raises:
        UpdateError: One is underway already.
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


class Stick(Record, kw_only=True):
    """
    Looks at the stick for the board, and does what was answered there.

    Args:
        installer: Puts versions in, and back.
        stick: Where a stick shows up.
        keys: The keys that are trusted.
        news: Where everybody is told.
        wish: Where the board asks.
    """

    installer: Installer
    stick: Path = STICK
    keys: tuple[Path, ...] = KEYS
    news: Path = NEWS
    wish: Path = WISH

    @property
    def _left(self) -> Path:
        """Where it is written down which stick is not to be asked about."""
        return self.news.with_name("left")

    def answer(self) -> News:
        """Do what the board asks for, or look for something to ask it; tell the end."""
        wish = take_wish(self.wish)
        if wish is None and self._is_left and not self.installer.was_torn:
            return self._say(self._unread())
        try:
            version = self._answer(wish)
            offered = State.OFFERED if version else State.QUIET
            news = News(State.DONE if wish in _DONE else offered, version)
        except UpdateError as fault:
            # A board that nobody asked keeps quiet about a stick that is not in.
            quiet = wish is None and fault.why is NoUpdate.STICK
            if not quiet:
                _log.warning("%s", fault)
            news = News() if quiet else News(State.FAILED, why=fault.why)
        if wish in _DONE:
            self._leave()  # this stick had its turn, however that went
        return self._say(news)

    def _answer(self, wish: Wish | None) -> str:
        """Return the version that there is to speak of; empty for none."""
        if self.installer.was_torn:
            self._say(News(State.WORKING))
            self.installer.mend()
            raise UpdateError(NoUpdate.FAILED, "the power went during an update")
        match wish:
            case Wish.INSTALL:
                with self._package() as package:
                    self._say(News(State.WORKING, package.version))
                    self.installer.check(package)
                    self.installer.install(package)
                    return package.version
            case Wish.BACK:
                self._say(News(State.WORKING, self.installer.back_to))
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
        """Return what came of an update, until somebody has read it."""
        news = Updates(self.news).news()
        return news if news.state in (State.DONE, State.FAILED) else News()

    @property
    def _is_left(self) -> bool:
        """Whether this stick had its turn, or somebody said no to it."""
        return (
            self._left.exists() and self._left.read_text("utf-8") == self._this_stick()
        )

    def _leave(self) -> None:
        """Remember that this stick, as long as it is in, is not to be asked about."""
        self._left.write_text(self._this_stick(), encoding="utf-8")

    def _this_stick(self) -> str:
        with suppress(OSError):
            # The node is made anew when the stick comes anew.
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

"""What letterzone-update.service does: look at the stick, do what was answered."""

import fcntl
import logging
import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

from firmware_host.app.system.installer import KEPT, Installer
from firmware_host.app.system.packages import KEYS, Package, find, is_newer, take
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
from firmware_host.board.record import Record
from firmware_host.errors import NoUpdate, UpdateError

_log = logging.getLogger(__name__)

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

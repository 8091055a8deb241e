"""
A package from a stick: copied first, then checked, so that nobody swaps it between.

A signature is a file beside the package, made by `gpg --detach-sign`; `gpgv` checks it
against the keys in a keyring, and trusts no other.
"""

import os
import re
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from functools import reduce
from pathlib import Path
from tempfile import TemporaryDirectory

from firmware_host.board.record import Record
from firmware_host.errors import NoUpdate, UpdateError

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
    _copy(file, copy, most=MOST_BYTES)
    _copy(signature, beside, most=SIGNATURE_BYTES)
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


def _copy(file: Path, to: Path, *, most: int) -> None:
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

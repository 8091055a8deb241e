"""
Build the Debian package: one file that installs on Debian 12, 13 and Raspberry Pi OS.

    python3 tools/build_deb.py                    into dist/
    python3 tools/build_deb.py --key release.gpg  with the key that signs its updates
    python3 tools/build_deb.py --help             the rest

Debian's own Python is enough, with its packages python3-pip and python3-packaging.

Libraries of pure Python are copied into the package, in the versions and with the
checksums of tools/locks; Pillow, which has compiled parts, is a dependency on Debian's
package. So the same source gives the same bytes on any day.
"""

import argparse
import gzip
import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from datetime import UTC, datetime
from email.utils import format_datetime
from pathlib import Path
from string import Template
from tempfile import TemporaryDirectory
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))  # so that it runs from any folder

from firmware_host.languages import CODES, FIRST  # noqa: E402 - needs the path
from tools import locks  # noqa: E402 - likewise
from tools.packed_docs import lay  # noqa: E402 - likewise

PARTS = ROOT / "tools" / "debian"

#: The folder of the installed program; the launcher in tools/debian contains it, too.
PROGRAM = Path("usr/lib/letterzone")

#: Libraries of the lock file that are not copied into the package, and the reason.
FROM_ELSEWHERE = {
    "lgpio": "has compiled parts: python3-lgpio",
    "pillow": "has compiled parts: python3-pil",
    "setuptools": "colorzero names it and does not use it",
}

#: The folders in which Debian looks for systemd units and their helper files.
PLACES = {
    "systemd/*.service": "usr/lib/systemd/system",
    "systemd/*.timer": "usr/lib/systemd/system",
    "systemd/*.path": "usr/lib/systemd/system",
    "systemd/modules-load.d/*": "usr/lib/modules-load.d",
    "systemd/sysusers.d/*": "usr/lib/sysusers.d",
    "systemd/tmpfiles.d/*": "usr/lib/tmpfiles.d",
    "systemd/udev/*": "usr/lib/udev/rules.d",
    "systemd/nftables/*": "usr/share/letterzone",
    "systemd/chromium/*": "usr/share/letterzone/chromium",
    "tools/debian/overrides/*": "usr/share/lintian/overrides",
}

#: The folder in which each shell looks for completion scripts.
COMPLETIONS = {
    "bash": "usr/share/bash-completion/completions/letterzone",
    "fish": "usr/share/fish/vendor_completions.d/letterzone.fish",
    "zsh": "usr/share/zsh/vendor-completions/_letterzone",
}

LITTER = shutil.ignore_patterns("__pycache__", "*.pyc")

#: The default time of all files: the day on which version 0.1.0 was begun.
EPOCH = 1_760_000_000

#: The package's changelog in Debian's format; the readable one is installed beside it.
CHANGES = Template("""\
letterzone ($version) unstable; urgency=medium

  * What changed: /usr/share/doc/letterzone/CHANGELOG.md

 -- $maintainer  $date
""")


def main() -> None:
    """Build the package that the command line describes and print its path."""
    given = _given()
    with TemporaryDirectory() as folder:
        tree = Path(folder) / "tree"
        tree.mkdir()
        fill(tree, wheels=given.wheels)
        name(tree, given.version)
        if given.key:
            copy(given.key, tree / "usr/share/letterzone/release.gpg")
        print(pack(tree, given.version, given.into))


def _given() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Build the Debian package.")
    parser.add_argument("--into", type=Path, default=ROOT / "dist")
    parser.add_argument("--key", type=Path, help="public key (gpg --export) of updates")
    parser.add_argument(
        "--version", default=version_of(ROOT), help="another one, for a trial"
    )
    parser.add_argument("--wheels", type=Path, help="a folder of wheels; no network")
    return parser.parse_args()


def version_of(source: Path) -> str:
    """Return the version number that is written in a source tree."""
    text = (source / "firmware_host/__init__.py").read_text(encoding="utf-8")
    (version,) = re.findall(r'^__version__ = "(.+)"$', text, re.MULTILINE)
    return str(version)


# --- what goes in -----------------------------------------------------------


def fill(tree: Path, *, wheels: Path | None = None) -> None:
    """Write every file of the package into the folder *tree*."""
    package = tree / PROGRAM / "firmware_host"
    shutil.copytree(ROOT / "firmware_host", package, ignore=LITTER)
    _hardware(tree / PROGRAM)
    unpack(tree / PROGRAM / "vendor", wheels)
    for pattern, place in PLACES.items():
        for file in sorted(ROOT.glob(pattern)):
            if file.is_file():
                copy(file, tree / place / file.name)
    copy(PARTS / "letterzone", tree / "usr/bin/letterzone")
    for shell, place in COMPLETIONS.items():
        (tree / place).parent.mkdir(parents=True)
        (tree / place).write_bytes(printed(tree, "completion", shell))
    copy(PARTS / "mend", tree / PROGRAM / "mend")
    copy(PARTS / "letterzone.rtupdate", tree / "usr/share/python3/runtime.d" / RT)
    doc = tree / "usr/share/doc/letterzone"
    lay(doc)
    (doc / "copyright").write_text(copyright_of(tree), encoding="utf-8")


def _hardware(program: Path) -> None:
    """Copy the firmware and the board profiles to the same places as in the wheel."""
    targets = _project()["tool"]["hatch"]["build"]["targets"]
    for source, to in targets["wheel"]["force-include"].items():
        if (ROOT / source).is_dir():
            shutil.copytree(ROOT / source, program / to, ignore=LITTER)
        else:
            copy(ROOT / source, program / to)


def name(tree: Path, number: str) -> None:
    """Write the version *number* into the program under *tree*."""
    start = tree / PROGRAM / "firmware_host" / "__init__.py"
    text = start.read_text(encoding="utf-8")
    named = re.sub(r'__version__ = ".+"', f'__version__ = "{number}"', text)
    start.write_text(named, encoding="utf-8")
    when = datetime.fromtimestamp(epoch(), UTC)
    log = CHANGES.substitute(
        version=number, maintainer=maintainer(), date=format_datetime(when)
    )
    pages = {
        f"usr/share/man/{'' if code == FIRST else f'{code}/'}man1/letterzone.1.gz": code
        for code in CODES
    }
    for path, text in (
        ("usr/share/doc/letterzone/changelog.gz", log.encode()),
        *((at, printed(tree, "man", "--language", pages[at])) for at in pages),
    ):
        (tree / path).parent.mkdir(parents=True, exist_ok=True)
        # gzip.compress writes another header from Python 3.13 on
        with (
            (tree / path).open("wb") as file,
            gzip.GzipFile("", "wb", fileobj=file, mtime=0) as packed,
        ):
            packed.write(text)


def printed(tree: Path, *words: str) -> bytes:
    """Run the program under *tree* and return its output."""
    program = tree / PROGRAM
    return subprocess.run(  # noqa: S603 - our own words
        [sys.executable, "-B", "-m", "firmware_host", *words],
        check=True,
        cwd=program,
        env={**os.environ, "LC_ALL": "C.UTF-8", "PYTHONPATH": str(program / "vendor")},
        stdout=subprocess.PIPE,
    ).stdout


def maintainer() -> str:
    """Return the package's maintainer, who is the author in pyproject.toml."""
    (author,) = _project()["project"]["authors"]
    return f"{author['name']} <{author['email']}>"


def epoch() -> int:
    """Return the modification time for every file, in seconds since 1970."""
    return int(os.environ.get("SOURCE_DATE_EPOCH", str(EPOCH)))


#: The script that Debian runs when its python3 becomes a newer version.
RT = "letterzone.rtupdate"


def unpack(folder: Path, wheels: Path | None) -> None:
    """Unpack the pure Python libraries of the lock file into *folder*."""
    with TemporaryDirectory() as fetched:
        lock = Path(fetched) / "lock.txt"
        lock.write_text("".join(one.line() for one in libraries()), encoding="utf-8")
        pip = [sys.executable, "-m", "pip", "--disable-pip-version-check"]
        any_python = ["--platform=any", "--implementation=py", "--abi=none"]
        source = ["--no-index", f"--find-links={wheels}"] if wheels else []
        subprocess.run(  # noqa: S603 - our own words
            [
                *(*pip, "download", "--quiet", "--no-deps", "--only-binary=:all:"),
                *(*any_python, "--python-version=3.11", *source),
                *(f"--dest={fetched}", "--require-hashes", f"--requirement={lock}"),
            ],
            check=True,
            stdout=sys.stderr,
        )
        for wheel in sorted(Path(fetched).glob("*.whl")):
            shutil.unpack_archive(wheel, folder, "zip")
    compiled = [*folder.rglob("*.so"), *folder.rglob("*.pyd")]
    if compiled:
        sys.exit(f"not pure Python: {compiled[0].name}")


def libraries() -> list[locks.Pinned]:
    """Return the libraries of the lock file that are copied into the package."""
    # Debian 12 has Python 3.11, and what that needs harms no later one.
    oldest = locks.TARGETS["py311-aarch64"]
    return [
        one
        for one in locks.read()
        if one.name not in FROM_ELSEWHERE and one.is_for(oldest)
    ]


def _project() -> dict[str, Any]:
    with (ROOT / "pyproject.toml").open("rb") as file:
        return tomllib.load(file)


def copyright_of(tree: Path) -> str:
    """Return Debian's copyright file: our licence, and the paths of the others."""
    found = sorted(
        f"/{path.relative_to(tree)}"
        for path in (tree / PROGRAM).rglob("*")
        if path.is_file() and re.match(r"(?i)licen[cs]e|copying|.*-license", path.name)
    )
    return "\n".join(
        [
            (ROOT / "LICENSE").read_text(encoding="utf-8"),
            "What others have made is under licences of its own:\n",
            *found,
            "",
        ]
    )


# --- how it is packed -------------------------------------------------------


def pack(tree: Path, number: str, into: Path, *, squeeze: str = "xz") -> Path:
    """Make a package of *tree* and return its path; gzip is faster, for tests."""
    control = tree / "DEBIAN"
    size = sum(file.stat().st_size for file in _files(tree)) // 1024
    sums = subprocess.run(  # noqa: S603 - our own files
        ["md5sum", *(str(file.relative_to(tree)) for file in _files(tree))],  # noqa: S607 - Debian's
        capture_output=True,
        check=True,
        cwd=tree,
    ).stdout
    control.mkdir()
    (control / "md5sums").write_bytes(sums)
    about = Template((PARTS / "control").read_text(encoding="utf-8"))
    (control / "control").write_text(
        about.substitute(version=number, size=size, maintainer=maintainer()),
        encoding="utf-8",
    )
    for script in ("preinst", "postinst", "prerm", "postrm"):
        copy(PARTS / script, control / script)
    _tidy(tree, epoch())
    into.mkdir(parents=True, exist_ok=True)
    package = into / f"letterzone_{number}_all.deb"
    subprocess.run(  # noqa: S603 - our own words
        [
            *("dpkg-deb", "--root-owner-group", f"-Z{squeeze}", "--build"),
            *(str(tree), str(package)),
        ],
        check=True,
        # more threads, other bytes
        env={
            **os.environ,
            "SOURCE_DATE_EPOCH": str(epoch()),
            "DPKG_DEB_THREADS_MAX": "1",
        },
        stdout=sys.stderr,
    )
    return package


def _files(tree: Path) -> Iterator[Path]:
    return (file for file in sorted(tree.rglob("*")) if file.is_file())


def copy(file: Path, to: Path) -> None:
    """Copy a file and create the missing folders of its new path."""
    to.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(file, to)


#: Files that are executable.
PROGRAMS = re.compile(r"usr/bin/.*|.*/mend|DEBIAN/p(re|ost)(inst|rm)|.*\.rtupdate")


def _tidy(tree: Path, epoch: int) -> None:
    """Give every file the same time, and permissions as Debian's policy asks."""
    for path in (tree, *tree.rglob("*")):
        starts = path.is_dir() or PROGRAMS.fullmatch(str(path.relative_to(tree)))
        path.chmod(0o755 if starts else 0o644)
        os.utime(path, (epoch, epoch))


if __name__ == "__main__":
    main()

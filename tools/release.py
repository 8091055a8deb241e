"""
Make a release: everything that is handed out, in one command.

    .venv-test/bin/python tools/release.py                  into dist/VERSION/
    .venv-test/bin/python tools/release.py --without image  where no card can be made
    .venv-test/bin/python tools/release.py --key key.gpg    with the updates' public key

It is made from the last commit, not from uncommitted files: the source archive is made
first, and all other files from it.
"""

import argparse
import os
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))  # so that it runs from any folder

from tools import build_deb, locks, sbom  # noqa: E402 - needs the path

#: The files that may be left out.
PARTS = ("wheel", "deb", "image")

#: The file that is made last: an image needs root and takes long.
IMAGE = "tools/build_image.py"


def main() -> None:
    """Make the files that the command line asks for and print their names."""
    given = _given()
    version = build_deb.version_of(ROOT)
    into = given.into or ROOT / "dist" / version
    changed = told("git", "status", "--porcelain", "--untracked-files=no")
    if changed:
        sys.exit(f"commit first, for a release is made of a commit:\n{changed}")
    into.mkdir(parents=True, exist_ok=True)
    if any(into.iterdir()):
        sys.exit(f"{into} is not empty: name another folder by --into, or empty it")
    (into / "NOTES.md").write_text(notes(version), encoding="utf-8")
    with TemporaryDirectory() as folder:
        source = unpacked(archive(version, into), Path(folder))
        made(source, into, given)
    for name in locks.TARGETS:
        (into / f"letterzone-{version}-{name}.lock.txt").write_text(
            locks.text_for(name), encoding="utf-8"
        )
    for file in sorted(into.iterdir()):
        print(f"{file.stat().st_size:>12,}  {file.name}")
    (into / "SHA256SUMS").write_text(sums(into), encoding="utf-8")
    print(f"SHA256SUMS of all that is in {into}")


def _given() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Make a release.")
    parser.add_argument("--into", type=Path, help="an empty folder for it")
    parser.add_argument("--key", type=Path, help="public key (gpg --export) of updates")
    parser.add_argument("--system", type=Path, help="the image's Debian, for a trial")
    parser.add_argument("--without", choices=PARTS, action="append", default=[])
    return parser.parse_args()


# --- what is made -----------------------------------------------------------


def archive(version: str, into: Path) -> Path:
    """Write the committed source as an archive; return its path."""
    file = into / f"letterzone-{version}.tar.gz"
    prefix = f"--prefix=letterzone-{version}/"
    told("git", "archive", "--format=tar.gz", prefix, f"--output={file}", "HEAD")
    return file


def unpacked(file: Path, folder: Path) -> Path:
    """Unpack the source archive; return its folder."""
    told("tar", "-xzf", str(file), "-C", str(folder))
    (source,) = folder.iterdir()
    return source


def made(source: Path, into: Path, given: argparse.Namespace) -> None:
    """Build wheel, package and image, and a list of parts for each."""
    version, python = build_deb.version_of(source), sys.executable
    if "wheel" not in given.without:
        words = ("wheel", "--quiet", "--no-deps", "--wheel-dir", str(into), str(source))
        told(python, "-m", "pip", *words)
        (wheel,) = into.glob("*.whl")
        parts = [*sbom.of_lock(), *sbom.of_pages(source / sbom.VENDOR)]
        listed(wheel, version, parts)
    package: tuple[str, ...] = ()
    ours: list[sbom.Component] = []
    if "deb" not in given.without:
        key = ("--key", str(given.key.resolve())) if given.key else ()
        told(python, str(source / "tools/build_deb.py"), "--into", str(into), *key)
        (deb,) = into.glob("*.deb")
        package = ("--deb", str(deb))
        with TemporaryDirectory() as tree:
            told("dpkg-deb", "--raw-extract", str(deb), tree)
            parts = [*sbom.of_package(Path(tree), build_deb.PROGRAM)]
            ours = [*sbom.of_program(Path(tree) / build_deb.PROGRAM)]
        listed(deb, version, parts)
    if "image" not in given.without:
        if not (source / IMAGE).exists():
            print(f"no image: this source has no {IMAGE}")
            return
        if os.geteuid() != 0:
            sys.exit("the image needs root: sudo, or --without image")
        if given.system:
            package += ("--system", str(given.system.resolve()))
        with TemporaryDirectory(dir=into) as folder:
            where = ("--into", folder, "--work", folder)
            told(python, str(source / IMAGE), *where, "--xz", *package)
            (packed,) = Path(folder).glob("*.img.xz")
            image = packed.rename(into / packed.name)
            (named,) = Path(folder).glob("*.packages")
            parts = [*ours, *sbom.of_image(named.read_text(encoding="utf-8"))]
        listed(image, version, parts)


def listed(file: Path, version: str, parts: Sequence[sbom.Component]) -> None:
    """Write the list of a file's parts into a file beside it."""
    text = sbom.sbom(file, version, parts, build_deb.epoch())
    file.with_name(f"{file.name}.cdx.json").write_text(text, encoding="utf-8")


def notes(version: str, text: str | None = None) -> str:
    """
    Return the notes for a release from CHANGELOG.md.

    Args:
        version: The version.
        text: The text of the change log; None to read CHANGELOG.md.
    """
    text = (ROOT / "CHANGELOG.md").read_text("utf-8") if text is None else text
    head = rf"^## \[{re.escape(version)}\][^\n]*\n(.*?)(?=^## |\Z)"
    found = re.search(head, text, re.MULTILINE | re.DOTALL)
    if found is None:
        sys.exit(f"CHANGELOG.md has nothing on {version}: write what changed first")
    return f"# Letterzone {version}\n\n{found[1].strip()}\n"


def sums(folder: Path) -> str:
    """Return the checksum of each file, for `sha256sum --check`."""

    def lines() -> Iterator[str]:
        for file in sorted(folder.iterdir()):
            if file.name != "SHA256SUMS":
                yield f"{sbom.sha256(file)}  {file.name}\n"

    return "".join(lines())


def told(*words: str) -> str:
    """Run a command in the root folder; return its output. A failure is an error."""
    done = subprocess.run(  # noqa: S603 - our own words
        words, check=False, cwd=ROOT, stdout=subprocess.PIPE, text=True
    )
    if done.returncode:
        sys.exit(f"`{' '.join(words)}` failed")
    return done.stdout.strip()


if __name__ == "__main__":
    main()

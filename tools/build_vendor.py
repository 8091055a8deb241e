"""
Copy the third-party JavaScript and fonts that are part of this source.

    python tools/build_vendor.py --write | --check

``--write`` downloads each package with npm, copies the files named here, rewrites the
imports so that a browser finds them without a build step, removes unused glyphs from
fonts, and records the origin of each file in each folder's `manifest.json`. ``--check``
needs no network: it compares the folders with their manifests.

Neither font has a reserved font name in its licence or in its name table. A font that
has one must be renamed here before glyphs are removed from it.
"""

import argparse
import hashlib
import json
import re
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
STATIC = ROOT / "firmware_host" / "web" / "static" / "vendor"
TESTS = ROOT / "tests" / "browser" / "vendor"

#: The path here of each package that another one imports by name.
IMPORTS = {'from"preact"': 'from"./preact-core.js"'}

#: The characters of English and German pages: Basic Latin without the backtick, the
#: letters and quotation marks of Latin-1, dashes, more quotation marks, and the
#: ellipsis.
LETTERS = (
    "U+20-5F,U+61-7E,U+A0,U+AB,U+B7,U+BB,U+C0-FF"
    ",U+2013,U+2014,U+2018-201A,U+201C-201E,U+2026"
)

#: The weights of each font that base.css uses.
WEIGHTS: Mapping[str, tuple[int, int]] = {
    "files/fredoka-latin-wght-normal.woff2": (500, 700),
    "files/atkinson-hyperlegible-next-latin-wght-normal.woff2": (400, 700),
}

#: Font features that are kept: kerning, and tabular figures.
FEATURES = "kern,tnum"

#: The reference to a source map, which is not stored here: it is removed.
SOURCE_MAP = re.compile(r"\n?//# sourceMappingURL=\S+\s*\Z")


@dataclass(frozen=True, slots=True)
class Library:
    """
    One npm package.

    Args:
        name: Its name in npm.
        version: The version that is used.
        licence: Its SPDX name; the text is the package's file LICENSE.
        files: The name that a file gets here, by its path in the package.
    """

    name: str
    version: str
    licence: str
    files: Mapping[str, str]


LIBRARIES: Mapping[Path, Sequence[Library]] = {
    STATIC: (
        Library(
            "preact",
            "11.2.0",
            "MIT",
            {
                "dist/preact.mjs": "preact-core.js",
                "hooks/dist/hooks.mjs": "preact-hooks.js",
                "LICENSE": "preact-LICENSE.txt",
            },
        ),
        Library(
            "htm",
            "3.1.1",
            "Apache-2.0",
            {"dist/htm.mjs": "htm.js", "LICENSE": "htm-LICENSE.txt"},
        ),
        # A page in a class network comes by plain HTTP and has no crypto.subtle.
        Library(
            "js-sha256",
            "1.0.0",
            "MIT",
            {
                "build/sha256.min.mjs": "sha256.js",
                "LICENSE.txt": "sha256-LICENSE.txt",
            },
        ),
        Library(
            "@fontsource-variable/fredoka",
            "5.3.0",
            "OFL-1.1",
            {
                "files/fredoka-latin-wght-normal.woff2": "fredoka.woff2",
                "LICENSE": "fredoka-LICENSE.txt",
            },
        ),
        Library(
            "@fontsource-variable/atkinson-hyperlegible-next",
            "5.3.0",
            "OFL-1.1",
            {
                "files/atkinson-hyperlegible-next-latin-wght-normal.woff2": (
                    "atkinson.woff2"
                ),
                "LICENSE": "atkinson-LICENSE.txt",
            },
        ),
    ),
    TESTS: (
        Library(
            "axe-core",
            "4.14.1",
            "MPL-2.0",
            {
                "axe.min.js": "axe.min.js",
                "LICENSE": "axe-LICENSE.txt",
                "LICENSE-3RD-PARTY.txt": "axe-LICENSE-3RD-PARTY.txt",
            },
        ),
    ),
}

#: Our module beside the third-party ones, which exports all of them.
OURS = {"preact.js"}


def shipped(name: str, original: bytes) -> bytes:
    """Return a file as it is stored here: modules and fonts are changed."""
    if name in WEIGHTS:
        return fewer(original, *WEIGHTS[name])
    if not name.endswith(".mjs"):
        return original
    text = SOURCE_MAP.sub("\n", original.decode())
    for bare, relative in IMPORTS.items():
        text = text.replace(bare, relative)
    return text.encode()


def fewer(font: bytes, lightest: int, boldest: int) -> bytes:
    """Return a font without the glyphs and weights that no page shows."""
    with tempfile.TemporaryDirectory() as folder:
        whole, part, least = (Path(folder) / name for name in ("a", "b", "c"))
        whole.write_bytes(font)
        weights = ("varLib.instancer", whole, f"wght={lightest}:{boldest}", "-o", part)
        letters = (
            *("subset", part, f"--unicodes={LETTERS}", "--flavor=woff2"),
            *(
                f"--layout-features={FEATURES}",
                "--no-hinting",
                f"--output-file={least}",
            ),
        )
        for module, *given in (weights, letters):
            subprocess.run(  # noqa: S603 - fontTools, which the tests bring along
                [sys.executable, "-m", f"fontTools.{module}", *given],
                check=True,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )
        return least.read_bytes()


def sha256(content: bytes) -> str:
    """Return the SHA-256 checksum of some bytes, in hexadecimal."""
    return hashlib.sha256(content).hexdigest()


def package(library: Library) -> Mapping[str, bytes]:
    """Download a package and return the files that are used of it."""
    with tempfile.TemporaryDirectory() as folder:
        wanted = f"{library.name}@{library.version}"
        subprocess.run(  # noqa: S603 - the packages named above
            ["npm", "pack", "--silent", wanted],  # noqa: S607 - whichever is on the path
            check=True,
            cwd=folder,
            stdout=subprocess.DEVNULL,
        )
        [archive] = Path(folder).iterdir()
        with tarfile.open(archive) as opened:
            files = {
                name: opened.extractfile(f"package/{name}") for name in library.files
            }
            return {name: file.read() for name, file in files.items() if file}


def write(folder: Path, libraries: Sequence[Library]) -> None:
    """Download the files of *folder* and write them and the manifest there."""
    manifest: list[dict[str, Any]] = []
    for library in libraries:
        for name, original in package(library).items():
            target, content = library.files[name], shipped(name, original)
            (folder / target).write_bytes(content)
            manifest.append(
                {
                    "file": target,
                    "package": library.name,
                    "version": library.version,
                    "licence": library.licence,
                    "original": name,
                    "original_sha256": sha256(original),
                    "sha256": sha256(content),
                }
            )
    text = json.dumps(manifest, indent=2) + "\n"
    (folder / "manifest.json").write_text(text, encoding="utf-8")


def faults(folder: Path) -> list[str]:
    """Return the differences between *folder* and its manifest."""
    manifest = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
    listed = {entry["file"]: entry["sha256"] for entry in manifest}
    found = []
    there = {path.name for path in folder.iterdir()} - OURS - {"manifest.json"}
    found += [f"{folder.name}/{name} is missing" for name in listed.keys() - there]
    found += [f"{folder.name}/{name} is not listed" for name in there - listed.keys()]
    found += [
        f"{folder.name}/{name} is not the file that was brought in"
        for name in sorted(listed.keys() & there)
        if sha256((folder / name).read_bytes()) != listed[name]
    ]
    return found


def main() -> int:
    """Write or check the folders; return 1 if one differs from its manifest."""
    given = argparse.ArgumentParser(description=__doc__)
    what = given.add_mutually_exclusive_group(required=True)
    what.add_argument("--write", action="store_true")
    what.add_argument("--check", action="store_true")
    if given.parse_args().write:
        for folder, libraries in LIBRARIES.items():
            write(folder, libraries)
    found = [fault for folder in LIBRARIES for fault in faults(folder)]
    print(*found, sep="\n", end="\n" if found else "")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())

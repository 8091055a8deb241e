"""
Bring in the other people's JavaScript that ships with this source.

    python tools/build_vendor.py --write | --check

``--write`` fetches each package by npm, takes the files named here, rewrites the
imports so that a browser finds them without a build, and writes down in each folder's
`manifest.json` what came from where. ``--check`` needs no network: it holds the folders
to their manifests.
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

#: What a package calls another package, and where that lies here.
IMPORTS = {'from"preact"': 'from"./preact-core.js"'}

#: Points to a file that does not ship; a browser's tools would ask for it in vain.
SOURCE_MAP = re.compile(r"\n?//# sourceMappingURL=\S+\s*\Z")


@dataclass(frozen=True, slots=True)
class Library:
    """
    One package of npm.

    Args:
        name: As npm knows it.
        version: The one that ships.
        licence: Its SPDX name; the text lies in the package as LICENSE.
        files: By the file's place in the package, its name here.
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

#: Ours, beside theirs: one module to import all of it from.
OURS = {"preact.js"}


def shipped(name: str, original: bytes) -> bytes:
    """Return what ships of a file: the same, but for its imports and its map."""
    if not name.endswith(".mjs"):
        return original
    text = SOURCE_MAP.sub("\n", original.decode())
    for bare, relative in IMPORTS.items():
        text = text.replace(bare, relative)
    return text.encode()


def sha256(content: bytes) -> str:
    """Return a checksum as a manifest has it."""
    return hashlib.sha256(content).hexdigest()


def package(library: Library) -> Mapping[str, bytes]:
    """Fetch a package and return the files that are wanted of it."""
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
    """Fetch what belongs in *folder*, and write it and the manifest there."""
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
    """Return where *folder* is not what its manifest says."""
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
    """Write or check; 1 where something differs."""
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

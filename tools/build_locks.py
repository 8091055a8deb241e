"""
Pin every library that the program needs, with checksums, for all its computers.

    python tools/build_locks.py --write     the versions that the tests here run with
    python tools/build_locks.py --newest    the newest that pyproject.toml allows
    python tools/build_locks.py --check     does the lock fit pyproject.toml?

`uv` writes it (`pip install uv`), for Linux on any processor, Python 3.11 and later.
"""

import argparse
import subprocess
import sys
import tempfile
import tomllib
from importlib.metadata import distributions
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))  # so that it runs from any folder

from tools import locks  # noqa: E402 - needs the path

HEAD = """\
# What Letterzone is made of, with checksums. Written by tools/build_locks.py; Debian's
# package is built from this, and docs/release.md says how it is renewed.
"""

#: The Debian package takes only pure Python libraries; from version 6 on cbor2 is not.
BOUNDS = "cbor2<6\n"

#: The installed versions of these do not matter: Letterzone itself, and installers.
NO_BOUND = ("cbor2", "letterzone", "pip", "setuptools")


def main() -> None:
    """Write or check the lock file."""
    parser = argparse.ArgumentParser(description="Pin every library.")
    how = parser.add_mutually_exclusive_group(required=True)
    for name in ("--write", "--newest", "--check"):
        how.add_argument(name, action="store_true")
    given = parser.parse_args()
    if not given.check:
        text = HEAD + compiled(newest=given.newest)
        locks.LOCK.write_text(text, encoding="utf-8")
    wrong = locks.unfit(wanted(), locks.read())
    if wrong:
        sys.exit("tools/locks: write it anew, for it lacks " + "; ".join(wrong))


def wanted() -> list[str]:
    """Return the requirements in pyproject.toml: of the program, of a Pi, of MQTT."""
    with (ROOT / "pyproject.toml").open("rb") as file:
        project = tomllib.load(file)["project"]
    more = project["optional-dependencies"]
    return [*project["dependencies"], *more["pi"], *more["mqtt"]]


def compiled(*, newest: bool) -> str:
    """Return the lock file that uv computes from pyproject.toml."""
    here = "".join(
        f"{one.name}=={one.version}\n"
        for one in distributions()
        if one.name not in NO_BOUND
    )
    with tempfile.TemporaryDirectory() as folder:
        bounds = Path(folder) / "bounds.txt"
        bounds.write_text(BOUNDS + ("" if newest else here), encoding="utf-8")
        words = ["uv", "pip", "compile", "--quiet", "--universal", "--no-header"]
        words += [
            "--python-version=3.11",
            "--generate-hashes",
            "--extra=pi",
            "--extra=mqtt",
        ]
        words += ["--no-annotate", f"--constraint={bounds}", "pyproject.toml"]
        try:
            return subprocess.run(  # noqa: S603 - our own words
                words, check=True, cwd=ROOT, stdout=subprocess.PIPE, text=True
            ).stdout
        except FileNotFoundError:
            sys.exit("uv writes the lock, and is not here: pip install uv")


if __name__ == "__main__":
    main()

"""
Read the lock file: the program's libraries with versions and checksums.

One lock file covers every computer that Letterzone runs on; environment markers state
which computers need a library. `tools/build_locks.py` writes it.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from packaging.markers import Marker
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parent.parent
LOCK = ROOT / "tools" / "locks" / "board.txt"

#: The kinds of computers that releases support, by Python version and processor.
TARGETS: Mapping[str, dict[str, str]] = {
    f"py{python.replace('.', '')}-{machine}": {
        "implementation_name": "cpython",
        "implementation_version": f"{python}.0",
        "os_name": "posix",
        "platform_machine": machine,
        "platform_python_implementation": "CPython",
        "platform_release": "",
        "platform_system": "Linux",
        "platform_version": "",
        "python_full_version": f"{python}.0",
        "python_version": python,
        "sys_platform": "linux",
    }
    for python in ("3.11", "3.13")
    for machine in ("aarch64", "armv7l", "x86_64")
}

#: One library: its name and version, its marker, and its checksums.
_PINNED = re.compile(r"^([\w.-]+)==([\w.+!-]+)(?: ; (.+?))?((?: --hash=\S+)+)$")


@dataclass(frozen=True, slots=True)
class Pinned:
    """
    One library in the lock file.

    Args:
        name: Its normalized name on PyPI.
        version: Its version.
        marker: The environment marker of the computers that need it; empty for all.
        hashes: The SHA-256 checksums of its permitted files.
    """

    name: str
    version: str
    marker: str
    hashes: tuple[str, ...]

    def is_for(self, target: Mapping[str, str]) -> bool:
        """Return True if a computer needs this library."""
        return not self.marker or Marker(self.marker).evaluate(dict(target))

    def line(self) -> str:
        """Return the line for pip: exactly this version with its checksums."""
        hashes = "".join(f" \\\n    --hash=sha256:{one}" for one in self.hashes)
        return f"{self.name}=={self.version}{hashes}\n"


def read(text: str | None = None) -> tuple[Pinned, ...]:
    """
    Return the libraries in the lock file.

    Raises:
        ValueError: A line does not have a library with version and checksum.
    """
    text = LOCK.read_text(encoding="utf-8") if text is None else text
    lines = re.sub(r" *\\\n *", " ", text).splitlines()
    found = []
    for line in lines:
        if line.strip() and not line.lstrip().startswith("#"):
            match = _PINNED.match(line)
            if match is None:
                msg = f"{LOCK.name}: not a library with version and checksum: {line}"
                raise ValueError(msg)
            hashes = tuple(re.findall(r"--hash=sha256:(\w+)", match[4]))
            name = str(canonicalize_name(match[1]))
            found.append(Pinned(name, match[2], match[3] or "", hashes))
    return tuple(found)


def unfit(wanted: Iterable[str], pinned: Iterable[Pinned]) -> list[str]:
    """Return the requirements of pyproject.toml that the lock file does not meet."""
    known = tuple(pinned)
    wrong = []
    for need in map(Requirement, wanted):
        name = canonicalize_name(need.name)
        for target, environment in TARGETS.items():
            if need.marker and not need.marker.evaluate(environment):
                continue
            held = [one for one in known if one.name == name]
            here = [one for one in held if one.is_for(environment)]
            if not any(need.specifier.contains(one.version, True) for one in here):  # noqa: FBT003 - its name changes with the version of packaging
                wrong.append(f"{need} for {target}")
    return wrong


def pip_options(target: str) -> list[str]:
    """Return pip's options for downloading the files of another kind of computer."""
    python, _, machine = target.removeprefix("py").partition("-")
    platforms = (f"manylinux_2_{libc}_{machine}" for libc in range(17, 42))
    return [
        *("--no-deps", "--only-binary=:all:", f"--python-version={python}"),
        *(f"--platform={one}" for one in (*platforms, f"linux_{machine}")),
    ]


def text_for(target: str) -> str:
    """Return the lock file of one target for `pip install --require-hashes -r FILE`."""
    head = f"# Letterzone on {target}; made by tools/release.py from tools/locks.\n"
    environment = TARGETS[target]
    return head + "".join(one.line() for one in read() if one.is_for(environment))

"""
The core of the house on a Pi's processors, with 64 and with 32 bits.

Each gets a Debian 13 of its own in which qemu-user runs the programs, the libraries of
its own lock, and the tests of rules, words, wire, journal and devices. Needs root here,
qemu-user-static with its binfmt, and the network; what the tests run has none.
"""

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path

import pytest

from tests.bare.test_bare import SOURCE, Room, make_room
from tests.tools import need
from tools import build_image, locks

pytestmark = pytest.mark.long

#: Nothing is fetched of Debian's updates: here it is enough that it is a Debian 13.
MIRROR = f"deb {build_image.MIRROR} {build_image.SUITE} main"

#: Debian packages for the core's tests; the recorder of power cuts is compiled.
NEEDED = ("python3", "gcc", "libc6-dev")

#: The test runner, in the versions of this machine; it has no lock.
RUNNERS = (
    *("pytest", "pytest-asyncio", "hypothesis", "iniconfig", "packaging"),
    *("pluggy", "pygments", "sortedcontainers"),
    *("jsonschema", "jsonschema-specifications", "attrs", "referencing", "rpds-py"),
)
LIBRARIES, PINS = "opt/libraries", "opt/pins"

#: The tests to run there: rules, words, wire, journal, and devices with their fakes.
CORE = ("tests/games", "tests/words", "tests/link", "tests/journal", "tests/devices")

NO_PICO = "PyPI has a MicroPython that mpremote can talk to for x86-64 only"

#: By file: the tests that cannot run there, and why.
NOT_HERE = {
    "tests/devices/test_flasher.py": (
        ("test_files_arrive_whole_and_the_first_comes_last", NO_PICO),
        ("test_it_tells_its_version", NO_PICO),
        ("test_a_torn_file_ends_it_before_the_first_is_there", NO_PICO),
    ),
    "tests/devices/test_speaker.py": (
        ("test_a_card_that_hangs_is_dead", "a player has 50 ms, and starts too late"),
    ),
}

#: Reasons of skipped tests: a wired Pi, or root, is needed.
SKIPPED = ("set LETTERZONE_BENCH", "only root works in others' folders")


@dataclass(frozen=True, slots=True)
class Processor:
    """
    A kind of processor.

    Args:
        debian: What Debian calls it.
        machine: What Python calls it.
        emulated: Which one qemu-user emulates; its own choice is far slower.
        of_debian: What PyPI has not for it, and Debian has.
        has_pins: Whether PyPI has what docs/install.md names in place of lgpio.
    """

    debian: str
    machine: str
    emulated: str
    of_debian: tuple[str, ...] = ()
    has_pins: bool = False

    @property
    def target(self) -> str:
        """Return its name among the locks."""
        return f"py313-{self.machine}"


#: A Pi Zero 2 W and a Pi 3 have the first; a Pi 2 the second.
PROCESSORS = (
    Processor("arm64", "aarch64", build_image.PROCESSOR, has_pins=True),
    Processor("armhf", "armv7l", "cortex-a7", ("python3-pil",)),
)


@dataclass(frozen=True, slots=True)
class Foreign:
    """A Debian of another processor, and the source in it."""

    room: Room
    processor: Processor

    def python(self, words: str, *folders: str) -> subprocess.CompletedProcess[str]:
        """Run its Python in the source's folder, with our libraries and no network."""
        path = ":".join(f"/{folder}" for folder in (LIBRARIES, *folders))
        told = f"QEMU_CPU={self.processor.emulated} PYTHONPATH={path}"
        return self.room.person(f"{told} python3 {words}", network=False)


@pytest.fixture(scope="module", params=PROCESSORS, ids=lambda one: one.debian)
def foreign(request: pytest.FixtureRequest, tmp_path_factory) -> Iterator[Foreign]:
    """Make a fresh Debian 13 of each processor, with the libraries of its lock."""
    processor = request.param
    need("mmdebstrap", "arch-test")
    subprocess.run(["arch-test", processor.debian], check=True)  # noqa: S607 - Debian's
    root = tmp_path_factory.mktemp(processor.debian) / "root"
    with pytest.MonkeyPatch.context() as told:
        told.setenv("QEMU_CPU", processor.emulated)
        room = make_room(
            build_image.SUITE,
            root,
            f"--architectures={processor.debian}",
            include=(*NEEDED, *processor.of_debian),
            mirror=MIRROR,
        )
        fetch(processor, root)
        yield Foreign(room, processor)
    shutil.rmtree(root)


def fetch(processor: Processor, root: Path) -> None:
    """Install the libraries of a lock, the test runner and the pins' library."""
    lock = locks.text_for(processor.target)
    for name in processor.of_debian:
        library = {"python3-pil": "pillow"}[name]
        lock, found = re.subn(rf"(?m)^{library}==(?:.*\\\n)*.*\n", "", lock)
        assert found == 1
    (root / "opt/lock.txt").write_text(lock)
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-compile"]
    pip += locks.pip_options(processor.target)
    locked = ["--require-hashes", "-r", str(root / "opt/lock.txt")]
    runners = [f"{name}=={version(name)}" for name in RUNNERS]
    for words in (locked, runners):
        subprocess.run([*pip, f"--target={root / LIBRARIES}", *words], check=True)
    if processor.has_pins:
        build_image.pins(root / PINS)
    # The person may write there, so each library is compiled by that Python, once.
    subprocess.run(["chown", "-R", "1000:1000", str(root / "opt")], check=True)  # noqa: S607 - Debian's


def test_it_is_that_processor(foreign: Foreign) -> None:
    """Python reports the emulated processor."""
    done = foreign.python(
        "-c 'import platform, sys; print(platform.machine(), sys.maxsize)'"
    )
    machine, largest = done.stdout.split()
    assert machine == foreign.processor.machine
    assert int(largest).bit_length() == (63 if machine == "aarch64" else 31)


def test_a_game_is_played(foreign: Foreign) -> None:
    """The box's example, by the command that plays it here."""
    script = SOURCE / "docs/examples/box.jsonl"
    done = foreign.python(
        f"-m firmware_host demo --script {script.relative_to(SOURCE)}"
    )
    assert done.returncode == 0, done.stderr
    assert re.search(r"HOBBY\D+9\D+3\D+10\b", done.stdout), done.stdout


#: Opens the pins, of which there are none.
REACH = "from firmware_host.devices.gpio import pin_factory; pin_factory('lgpio')"


def test_the_way_to_the_pins_is_what_install_md_says(foreign: Foreign) -> None:
    """Plain Debian has no pins' library; the one of install.md is found."""
    assert "lgpio is not installed" in foreign.python(f'-c "{REACH}"').stderr
    if foreign.processor.has_pins:
        done = foreign.python(f'-c "{REACH}"', PINS)
        assert "no GPIO chip of a Raspberry Pi" in done.stderr


def test_the_core_holds_there(foreign: Foreign) -> None:
    """Every quick test of the core passes; only tests for a wired Pi or root skip."""
    left_out = " ".join(
        f"--deselect={file}::{name}"
        for file, all_ in NOT_HERE.items()
        for name, _ in all_
    )
    done = foreign.python(
        f"-m pytest -q -p no:cacheprovider -m 'not long' {left_out} {' '.join(CORE)}"
    )
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr
    assert int(re.search(r"(\d+) passed", done.stdout)[1]) > 2000
    skipped = re.findall(r"^SKIPPED \[\d+\] \S+ (.*)", done.stdout, re.MULTILINE)
    assert all(why.startswith(SKIPPED) for why in skipped), skipped


def test_what_is_left_out_is_there() -> None:
    """A test that is renamed, or gone, is left out no more."""
    for file, left_out in NOT_HERE.items():
        text = (SOURCE / file).read_text(encoding="utf-8")
        assert all(f"def {name}(" in text for name, _ in left_out)

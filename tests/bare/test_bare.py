"""
The README's commands, for somebody who has nothing but a fresh Debian.

Each release gets a root of its own, as small as Debian makes them: no Python, no
compiler, one person who may use sudo. Needs root here, for chroot, and the network;
how this machine reaches its package sources (apt's and pip's settings, added
certificates) goes along.
"""

import ast
import os
import re
import resource
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.tools import need

pytestmark = pytest.mark.long

SOURCE = Path(__file__).resolve().parents[2]
LITTER = shutil.ignore_patterns(
    *(".git", ".venv*", ".*_cache", "__pycache__", ".hypothesis", "wheels")
)
HOME = "home/player"

#: For each kind of requirement besides Python one test, and the requirement.
NEEDY = {
    "tests/browser/test_instruments.py": "Chromium and a font",
    "tests/app/system/test_packages.py::test_a_package_that_is_signed_is_taken": "gpg",
    "tests/controller/test_main.py::test_it_says_hello_with_all_it_has": "MicroPython",
    "tests/journal/test_store_power_cut.py::test_without_syncs_a_power_cut_does_lose": (
        "a C compiler"
    ),
    "tests/test_run.py::test_arguments_arrive_as_typed": "three shells",
    "tests/test_run.py::test_shellcheck_finds_nothing": "shellcheck",
}
ADDED_CERTIFICATES = Path("/usr/local/share/ca-certificates")

#: Enters a root: $1 the root, $2 folders to lend it, the rest the command. All that
#: is mounted here goes with the process.
ENTER = """
set -e
root=$1; lent=$2; shift 2
mount --make-rprivate /
mount -t proc proc "$root/proc"
mount -t devpts -o newinstance,ptmxmode=0666 devpts "$root/dev/pts"
mount --bind "$root/dev/pts/ptmx" "$root/dev/ptmx"
mount -t tmpfs -o mode=1777 tmpfs "$root/dev/shm"
for folder in $lent; do
    mkdir -p "$root$folder"; mount --rbind -o ro "$folder" "$root$folder"
done
exec chroot --userspec=1000:1000 "$root" env --chdir=/home/player/letterzone "$@"
"""


def pip_settings() -> dict[str, str]:
    """How pip is set up here, as environment variables for elsewhere."""
    listed = subprocess.run(
        [sys.executable, "-m", "pip", "config", "list"],
        capture_output=True,
        check=True,
        text=True,
    )
    settings = re.findall(r"^[^.]*\.([\w-]+)=(.*)$", listed.stdout, re.MULTILINE)
    return {
        "PIP_" + key.upper().replace("-", "_"): ast.literal_eval(value)
        for key, value in settings
        if key != "cert"  # the root has a bundle of its own
    }


def lent_folders(settings: dict[str, str]) -> list[str]:
    """Return the folders of this machine that pip uses."""
    words = " ".join(settings.values()).replace("file://", "").split()
    paths = [Path(word) for word in words if word[0] == "/" and Path(word).exists()]
    # the files of a package index lie beside its folder "simple"
    own = (f if f.is_dir() and f.name != "simple" else f.parent for f in paths)
    return sorted({str(one) for one in own})


def apt_options() -> list[str]:
    """Return this machine's apt options for proxies and dates, for the new root."""
    dump = subprocess.run(
        ["apt-config", "dump"],  # noqa: S607 - Debian's own
        capture_output=True,
        check=True,
        text=True,
    )
    lines = re.findall(r"^Acquire::(?:http|https|Check-).*$", dump.stdout, re.MULTILINE)
    return [f"--aptopt={line}" for line in lines]


@dataclass(frozen=True, slots=True)
class Room:
    """A fresh Debian with the unpacked source and one person in it."""

    root: Path

    def person(
        self, command: str, *, network: bool = True
    ) -> subprocess.CompletedProcess[str]:
        """Let the person type *command* in the source's folder, with no terminal."""
        settings = pip_settings()
        proxies = {k: v for k, v in os.environ.items() if k.lower().endswith("_proxy")}
        words = {
            "HOME": "/" + HOME,
            "LANG": "C.UTF-8",
            "PATH": "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin",
            **settings,
            **proxies,
        }
        return subprocess.run(
            [
                *("unshare", "--mount", "--pid", "--fork", "--kill-child"),
                *(() if network else ("--net",)),
                *("sh", "-c", ENTER, "enter"),
                *(str(self.root), " ".join(lent_folders(settings))),
                *("--ignore-environment", *(f"{k}={v}" for k, v in words.items())),
                *("sh", "-c", command),
            ],
            capture_output=True,
            check=False,
            stdin=subprocess.DEVNULL,
            text=True,
        )


def make_room(
    release: str,
    root: Path,
    *options: str,
    include: Iterable[str] = ("sudo",),
    mirror: str = "",
) -> Room:
    """
    Make *root* a fresh Debian of *release*, and unpack the source in it.

    Args:
        release: Its name.
        root: Where its files will lie.
        options: What else mmdebstrap is told.
        include: Its packages beside the least.
        mirror: The only one to take packages from; else what mmdebstrap chooses.
    """
    subprocess.run(
        [
            *("mmdebstrap", "--quiet", "--variant=minbase", *options),
            f"--include={','.join(include)}",
            "--dpkgopt=force-unsafe-io",  # nobody needs it after a power cut
            *apt_options(),
            *(release, str(root)),
            *([mirror] if mirror else []),
        ],
        check=True,
    )
    if ADDED_CERTIFICATES.is_dir():
        into = root / ADDED_CERTIFICATES.relative_to("/")
        shutil.copytree(ADDED_CERTIFICATES, into, dirs_exist_ok=True)
    shutil.copy("/etc/hosts", root / "etc/hosts")
    if (root / "etc/sudoers.d").is_dir():
        (root / "etc/sudoers.d/player").write_text("player ALL=(ALL) NOPASSWD: ALL\n")
    shutil.copytree(SOURCE, root / HOME / "letterzone", ignore=LITTER)
    for command in ("useradd -u 1000 player", f"chown -R player: /{HOME}"):
        subprocess.run(
            ["chroot", str(root), *command.split()],  # noqa: S607 - Debian's own
            check=True,
        )
    return Room(root)


@pytest.fixture(scope="module", params=["bookworm", "trixie"])
def room(request: pytest.FixtureRequest, tmp_path_factory) -> Iterator[Room]:
    """A fresh Debian 12, then a fresh Debian 13."""
    need("mmdebstrap")
    root = tmp_path_factory.mktemp("bare") / request.param
    yield make_room(request.param, root)
    shutil.rmtree(root)


def test_the_room_is_bare(room: Room) -> None:
    """Neither Python nor a compiler is installed at the start."""
    assert room.person("! command -v python3 && ! command -v gcc").returncode == 0
    assert room.person("test -w run && test $(id -u) = 1000").returncode == 0


def test_the_box_is_played(room: Room) -> None:
    """The first start installs its requirements, says so, and plays the example."""
    done = room.person("./run demo --script docs/examples/box.jsonl")
    assert done.returncode == 0, done.stderr
    assert "sudo apt-get install python3 python3-venv" in done.stderr
    assert re.search(r"HOBBY\D+9\D+3\D+10\b", done.stdout), done.stdout
    assert re.search(r"PANDA\D+10\D+8\D+2\b", done.stdout), done.stdout


#: Starts the demo, reads the page at the address that it prints, and ends it.
VISIT = """
./run demo >printed & demo=$!
until address=$(grep -o 'http://[^ ]*' printed); do
    kill -0 $demo || exit 1
    sleep 0.1
done
.venv-run/bin/python - $address <<PYTHON
import sys, urllib.request
print(urllib.request.urlopen(sys.argv[1]).read().decode())
PYTHON
kill $demo; wait $demo
"""


def test_the_first_command_as_it_stands(room: Room) -> None:
    """`./run demo` prints where the board is, and there it is; Ctrl-C ends it."""
    seen = room.person(VISIT)
    assert seen.returncode == 0, seen.stdout + seen.stderr
    assert seen.stdout.startswith("<!doctype html>")
    assert "Letterzone</title>" in seen.stdout


def test_the_first_command_in_a_terminal(room: Room) -> None:
    """The board is played line by line, from a pipe and from a terminal."""
    told = room.person("echo quit | ./run demo --terminal")
    assert told.returncode == 0, told.stderr
    assert "A word is hidden here." in told.stdout
    terminal = "script -eqc './run demo --terminal' /dev/null"
    typed = room.person(f"while sleep 1; do echo quit; done | {terminal}")
    assert typed.returncode == 0, typed.stdout
    assert "A word is hidden here." in typed.stdout


def test_a_terminal_in_a_tongue_not_installed(room: Room) -> None:
    """A bare system knows no German locale; the demo speaks German all the same."""
    german = "LANG=de_DE.UTF-8 ./run demo --script docs/examples/gruen.jsonl"
    done = room.person(german)
    assert done.returncode == 0, done.stderr
    assert "GRUEN" in done.stdout


def test_the_second_start_is_quick(room: Room) -> None:
    """The second start uses under a second of processor time and prints no message."""
    room.person("./run --version")
    worked_s = []
    for _ in range(3):  # what it works is told apart from what it waits for others
        before = _worked_s()
        done = room.person("./run --version")
        worked_s.append(_worked_s() - before)
        assert done.returncode == 0
        assert done.stderr == ""
    assert 0 < min(worked_s) < 1


def _worked_s() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def test_a_folder_of_wheels_is_enough(room: Room) -> None:
    """With Python and a folder of wheels no network is needed (docs/start.md)."""
    fetched = room.person(
        "./run --version && "
        ".venv-run/bin/python -m pip download -d wheels -r .venv-run/requirements.txt"
    )
    assert fetched.returncode == 0, fetched.stderr
    alone = room.person("rm -rf .venv-run && ./run --version", network=False)
    assert alone.returncode == 1
    assert "Is the network there?" in alone.stderr
    offline = room.person(
        "LETTERZONE_WHEELS=wheels ./run demo --script docs/examples/box.jsonl",
        network=False,
    )
    assert offline.returncode == 0, offline.stderr
    assert "HOBBY" in offline.stdout


def test_a_source_for_all(room: Room) -> None:
    """A user who cannot write beside the source gets an environment of their own."""
    elsewhere = "cd /opt/letterzone && ./run --version && ls -d .venv-run"
    done = room.person(
        f"sudo cp -r . /opt/letterzone && sudo rm -r /opt/*/.venv*; {elsewhere}"
    )
    assert done.stdout.startswith("letterzone ")
    assert "cannot access '.venv-run'" in done.stderr


def test_the_wheel_plays_too(room: Room) -> None:
    """Installed as a package, far from its source, it is the same `letterzone`."""
    done = room.person(
        "./run --version && .venv-run/bin/python -m pip wheel --no-deps -w dist . && "
        "python3 -m venv ../venv && ../venv/bin/pip install dist/letterzone-*.whl && "
        "cp -r docs/examples/box.jsonl docs/examples/games/codebreaker .. && cd .. && "
        "venv/bin/letterzone board && venv/bin/letterzone demo --script box.jsonl && "
        "venv/bin/letterzone game new diamonds && cd diamonds && "
        "../venv/bin/letterzone game check && "
        "../venv/bin/letterzone game check ../codebreaker"
    )
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr
    assert "HOBBY" in done.stdout
    assert done.stdout.count("promises are kept.") == 2


def test_the_tests_begin(room: Room) -> None:
    """The second command fetches all that the tests need, and nothing is skipped."""
    done = room.person(f"./run test {' '.join(NEEDY)}")
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr
    assert re.search(r"= \d+ passed in ", done.stdout.splitlines()[-1])


def test_the_tests_run(room: Room) -> None:
    """`./run test` runs every check and all tests except the long ones."""
    done = room.person("./run test")
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr
    assert re.search(r"\d+ passed", done.stdout.splitlines()[-1])

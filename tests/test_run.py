"""
The first start, the second, and every way the first can go wrong.

`run` is tried in each shell that a Debian or a Raspberry Pi may have, in a folder
of its own, with nothing on the path but the few tools it says it needs and a
stand-in for Python that writes down how it was called. `tests/bare` does the same
with nothing stood in for, on a whole fresh system.
"""

import os
import resource
import shutil
import subprocess
import sys
import zipfile
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.tools import which
from tools import check

ROOT = Path(__file__).resolve().parent.parent
SHELLS = {"dash": ["dash"], "busybox": ["busybox", "sh"], "bash": ["bash", "--posix"]}

#: All that `run` calls, besides Python and Debian's apt-get.
TOOLS = "cat cksum cp env flock grep id ln mkdir mv readlink rm sh sleep touch"

#: Packages that `run` installs for the tests if they are missing.
OPTIONAL = (
    "busybox chromium chromium-headless-shell dnsmasq dot fish gcc gpg lintian"
    " mmdebstrap mosquitto nft nmcli openscad pdfinfo shellcheck systemd-analyze"
    " systemd-nspawn zsh"
)

PYTHON = r"""#!/bin/sh
printf '%s\n' "$*" >>"$FAKE/log"
case "$*" in
"-c import ensurepip"*) [ ! -e "$FAKE/no-venv" ] ;;
"-c import importlib"*) [ ! -e "$FAKE/no-lgpio" ] ;;
"-m venv"*)
    for folder; do :; done
    mkdir -p "$folder/bin" "$folder/lib/python3.11/site-packages"
    ln -s "$(readlink -f "$0")" "$folder/bin/python" ;;
"- "*) cat >/dev/null; echo pebble ;;
"-m pip"*)
    [ ! -e "$FAKE/pip-dies" ] || kill -9 $PPID
    [ ! -e "$FAKE/pip-waits" ] || sleep 0.3
    [ ! -e "$FAKE/pip-fails" ] ;;
"-P -m firmware_host wait") echo waiting; cat ;;
"-P -m firmware_host"*) shift 3; printf '<%s>' "$@" ;;
"tools/check.py"*) printf 'checks:'; shift; printf '<%s>' "$@" ;;
esac
"""

APT = r"""#!/bin/sh
printf 'apt-get %s\n' "$*" >>"$FAKE/log"
[ ! -e "$FAKE/apt-fails" ] || exit 100
case "$*" in
*python3-venv*) cp "$FAKE/python3" "${0%/*}/python3"; rm -f "$FAKE/no-venv" ;;
*lgpio*) rm -f "$FAKE/no-lgpio" ;;
esac
"""

SUDO = r"""#!/bin/sh
printf 'sudo ' >>"$FAKE/log"
exec "$@"
"""


def script(path: Path, text: str) -> None:
    """Write a program of *text*."""
    path.write_text(text)
    path.chmod(0o755)


@dataclass(frozen=True, slots=True)
class Place:
    """An unpacked source on a machine of which every answer is known."""

    command: list[str]
    folder: Path
    fake: Path
    tools: Path

    @property
    def log(self) -> list[str]:
        """How Python and apt-get were called, a call a line."""
        log = self.fake / "log"
        return log.read_text().splitlines() if log.exists() else []

    def set(self, *flags: str) -> None:
        """Make the stand-ins behave as *flags* say, until `clear`."""
        for flag in flags:
            (self.fake / flag).touch()

    def clear(self, flag: str) -> None:
        """Take one of `set`'s flags back."""
        (self.fake / flag).unlink()

    def begin(self, *arguments: str, **words: str) -> subprocess.Popen[str]:
        """Start `run`, with *words* as environment variables."""
        return subprocess.Popen(
            [*self.command, str(self.folder / "run"), *arguments],
            env={"PATH": str(self.tools), "FAKE": str(self.fake), **words},
            stderr=subprocess.PIPE,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def start(self, *arguments: str, **words: str) -> subprocess.CompletedProcess[str]:
        """Start `run` and wait for its end."""
        process = self.begin(*arguments, **words)
        out, err = process.communicate(timeout=20)
        return subprocess.CompletedProcess(arguments, process.returncode, out, err)


@pytest.fixture(params=SHELLS)
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Place:
    """A machine with Python and apt-get, without an environment."""
    name, *rest = SHELLS[request.param]
    place = Place(
        command=[which(name), *rest],
        folder=tmp_path / "a source",
        fake=tmp_path / "fake",
        tools=tmp_path / "tools",
    )
    for folder in (place.folder, place.fake, place.tools):
        folder.mkdir()
    for tool in TOOLS.split():
        (place.tools / tool).symlink_to(which(tool))
    script(place.fake / "python3", PYTHON)
    script(place.tools / "python3", PYTHON)
    script(place.tools / "apt-get", APT)
    script(place.tools / "sudo", SUDO)
    for tool in OPTIONAL.split():
        script(place.tools / tool, "#!/bin/sh\n")
    text = (ROOT / "run").read_text()
    assert text.count("/proc/device-tree/model") == 1
    model = place.fake / "model"
    script(place.folder / "run", text.replace("/proc/device-tree/model", str(model)))
    (place.folder / "pyproject.toml").write_text("first\n")
    return place


def be(place: Place, user: int) -> None:
    """Let `id -u` say *user*."""
    (place.tools / "id").unlink()
    script(place.tools / "id", f"#!/bin/sh\necho {user}\n")


def made(place: Place) -> int:
    """How often an environment was made."""
    return sum(line.startswith("-m venv") for line in place.log)


def test_alone_it_names_three_things(place: Place) -> None:
    """`./run` prints three commands, in the person's language, and makes nothing."""
    english, german = place.start(), place.start(LANG="de_DE.UTF-8")
    for done in (english, german):
        assert done.returncode == 0
        assert sum(line.startswith("  ./run ") for line in done.stdout.split("\n")) == 3
    assert "Three things" in english.stdout
    assert "Drei Dinge" in german.stdout
    assert place.start(LANG="de_DE", LC_ALL="C").stdout == english.stdout
    assert place.log == []


def test_arguments_arrive_as_typed(place: Place) -> None:
    """`./run ARGS` is `letterzone ARGS`, blanks, stars and empty words included."""
    done = place.start("words", "check", "a  b", "*", "")
    assert done.stdout == "<words><check><a  b><*><>"


def test_the_second_start_calls_nothing_else(place: Place) -> None:
    """The second start runs only Letterzone itself."""
    first = place.start("demo")
    assert "Making Letterzone ready" in first.stderr
    before = len(place.log)
    second = place.start("demo")
    assert second.stderr == ""
    assert place.log[before:] == ["-P -m firmware_host demo"]


def test_other_requirements_make_it_anew(place: Place) -> None:
    """A changed pyproject.toml makes a new environment."""
    place.start("demo")
    (place.folder / "pyproject.toml").write_text("second\n")
    assert place.start("demo").returncode == 0
    assert made(place) == 2


def test_another_system_python_makes_it_anew(place: Place) -> None:
    """An upgrade of Debian, and with it of python3, is noticed."""
    place.start("demo")
    (place.tools / "python3").rename(place.tools / "python3.13")
    (place.tools / "python3").symlink_to("python3.13")
    assert place.start("demo").returncode == 0
    assert made(place) == 2


def test_another_way_to_the_same_python_makes_nothing_anew(place: Place) -> None:
    """Another path to the same Python does not make a new environment."""
    (place.tools / "python3").rename(place.fake / "python3.11")
    (place.tools / "python3").symlink_to(place.fake / "python3.11")
    place.start("demo")
    before = len(place.log)
    (place.tools / "python3").unlink()
    script(place.tools / "python3", '#!/bin/sh\nexec "$FAKE/python3.11" "$@"\n')
    assert place.start("demo").returncode == 0
    assert place.log[before:] == ["-P -m firmware_host demo"]


def test_a_moved_folder_makes_it_anew(place: Place) -> None:
    """After the folder was moved the environment is made again."""
    place.start("demo")
    moved = place.folder.rename(place.folder.with_name("moved"))
    there = Place(place.command, moved, place.fake, place.tools)
    assert there.start("demo").returncode == 0
    assert made(place) == 2


def test_a_failing_network_is_one_sentence(place: Place) -> None:
    """Without a network one sentence says what to do, and nothing starts."""
    place.set("pip-fails")
    done = place.start("demo")
    assert done.returncode == 1
    assert done.stdout == ""
    assert len(done.stderr.splitlines()) == 2
    assert "Is the network there?" in done.stderr
    assert "Gibt es Netz?" in place.start("demo", LANG="de").stderr
    place.clear("pip-fails")
    assert place.start("demo").stdout == "<demo>"


def test_a_killed_start_leaves_nothing_half_made(place: Place) -> None:
    """The plug is pulled while packages are fetched: the next start begins again."""
    place.set("pip-dies")
    assert place.start("demo").returncode != 0
    place.clear("pip-dies")
    assert place.start("demo").stdout == "<demo>"
    assert made(place) == 2


@pytest.mark.parametrize(("user", "sudo"), [(1000, "sudo "), (0, "")])
def test_python_is_installed_and_it_says_so(place: Place, user: int, sudo: str) -> None:
    """Without Python the command to install it is printed before it runs."""
    be(place, user)
    (place.tools / "python3").unlink()
    done = place.start("demo")
    assert done.stdout == "<demo>"
    assert f"{sudo}apt-get install python3 python3-venv" in done.stderr
    assert place.log[0] == f"{sudo}apt-get update -qq"
    assert place.log[1].startswith(f"{sudo}apt-get install -y")


def test_a_missing_venv_is_installed(place: Place) -> None:
    """A Python without venv gets the package python3-venv."""
    place.set("no-venv")
    assert place.start("demo").stdout == "<demo>"
    assert any("python3-venv" in line for line in place.log)


def test_a_failing_apt_is_one_sentence(place: Place) -> None:
    """If apt fails the packages are named, and the next start tries again."""
    place.set("no-venv", "apt-fails")
    done = place.start("demo")
    assert done.returncode == 1
    assert "install by hand: python3 python3-venv" in done.stderr
    place.clear("apt-fails")
    assert place.start("demo").stdout == "<demo>"


def test_without_apt_it_says_what_to_install(place: Place) -> None:
    """Without apt-get the packages to install are printed."""
    place.set("no-venv")
    (place.tools / "apt-get").unlink()
    done = place.start("demo")
    assert done.returncode == 1
    assert "install by hand: python3 python3-venv" in done.stderr


def test_a_python_too_old_is_named(place: Place) -> None:
    """Debian 11: apt has nothing newer, so it says which Python it needs."""
    place.set("no-venv")
    script(place.tools / "apt-get", "#!/bin/sh\n")
    done = place.start("demo")
    assert done.returncode == 1
    assert "Python 3.11 or newer" in done.stderr


def test_on_a_pi_lgpio_comes_from_debian(place: Place) -> None:
    """A Raspberry Pi gets python3-lgpio, and an environment that sees it."""
    (place.fake / "model").write_text("Raspberry Pi 5 Model B Rev 1.0")
    place.set("no-lgpio")
    assert place.start("demo").stdout == "<demo>"
    assert any(line.endswith("python3-lgpio") for line in place.log)
    assert any("venv --system-site-packages" in line for line in place.log)
    assert any(line.endswith("pyproject.toml run pi") for line in place.log)


def test_a_pi_without_lgpio_still_plays(place: Place) -> None:
    """On a Pi without lgpio a message is printed once, and the demo starts."""
    (place.fake / "model").write_text("Raspberry Pi 5 Model B Rev 1.0")
    place.set("no-lgpio", "apt-fails")
    done = place.start("demo")
    assert done.stdout == "<demo>"
    assert "Without lgpio" in done.stderr
    assert place.start("demo").stderr == ""


def test_elsewhere_nothing_of_the_pi(place: Place) -> None:
    """A laptop gets no GPIO library and sees nothing of the system's Python."""
    place.start("demo")
    assert not any("lgpio" in line or "system-site" in line for line in place.log)
    assert any(line.endswith("pyproject.toml run") for line in place.log)


def test_wheels_replace_the_network(place: Place) -> None:
    """With LETTERZONE_WHEELS pip uses no index."""
    place.start("demo", LETTERZONE_WHEELS="a stick/wheels")
    [pip] = [line for line in place.log if line.startswith("-m pip")]
    assert "--no-index --find-links a stick/wheels" in pip


def test_two_starts_at_once_take_turns(place: Place) -> None:
    """The second of two starts waits for the first, and uses its environment."""
    place.set("pip-waits")
    both = [place.begin("demo"), place.begin("demo")]
    assert [process.communicate(timeout=20)[0] for process in both] == ["<demo>"] * 2
    assert made(place) == 1


def test_a_running_game_holds_nothing_up(place: Place) -> None:
    """While one runs, another is made ready beside it, and the first is not touched."""
    running = place.begin("wait")
    assert running.stdout is not None
    assert running.stdout.readline() == "waiting\n"
    used = place.folder / ".venv-run" / "ready"
    before = used.stat().st_ino, used.read_text()
    (place.folder / "pyproject.toml").write_text("second\n")
    assert place.start("demo").stdout == "<demo>"
    assert (used.stat().st_ino, used.read_text()) == before
    running.communicate("")
    assert running.returncode == 0
    (place.folder / "pyproject.toml").write_text("third\n")
    assert place.start("demo").stdout == "<demo>"
    assert used.read_text() != before[1]


def test_the_tests_have_their_own_environment(place: Place) -> None:
    """`./run test ARGS` runs tools/check.py in an environment of its own."""
    assert place.start("test", "--all", "tests/x").stdout == "checks:<--all><tests/x>"
    assert any(line.endswith("pyproject.toml test") for line in place.log)
    assert place.start("demo").stdout == "<demo>"
    assert made(place) == 2


def test_tools_of_the_tests_are_installed(place: Place) -> None:
    """Missing tools of the tests are installed, or named if that fails."""
    place.start("test")
    assert not any("apt-get" in line for line in place.log)
    (place.tools / "shellcheck").unlink()
    (place.tools / "chromium-headless-shell").unlink()
    place.start("test")
    assert place.log[-2].endswith(" shellcheck")
    (place.tools / "chromium").unlink()
    place.start("test")
    assert place.log[-2].endswith(
        " shellcheck chromium-headless-shell fonts-dejavu-core"
    )
    (place.tools / "chromium").touch(0o755)
    (place.tools / "mmdebstrap").unlink()
    place.set("apt-fails")
    done = place.start("test", "--all")
    assert done.stdout == "checks:<--all>"
    assert "Without shellcheck mmdebstrap" in done.stderr


def test_a_machine_made_for_tests_can_boot_a_debian(place: Place) -> None:
    """In CI the tools for a bootable Debian are installed, else only for `--all`."""
    for tool in ("mmdebstrap", "systemd-nspawn"):
        (place.tools / tool).unlink()
    place.start("test")
    assert not any("apt-get" in line for line in place.log)
    place.start("test", CI="true")
    assert place.log[-2].endswith(" mmdebstrap systemd-container")


def wheel(folder: Path, name: str) -> None:
    """Write the smallest wheel there can be, of a module that says hello."""
    info = f"{name}-1.0.dist-info"
    files = {
        f"{name}.py": "WORD = 'HELLO'\n",
        f"{info}/METADATA": f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n",
        f"{info}/WHEEL": "Wheel-Version: 1.0\nTag: py3-none-any\n",
    }
    record = "".join(f"{path},,\n" for path in [*files, f"{info}/RECORD"])
    with zipfile.ZipFile(folder / f"{name}-1.0-py3-none-any.whl", "w") as archive:
        for path, text in {**files, f"{info}/RECORD": record}.items():
            archive.writestr(path, text)


@pytest.mark.ci
def test_with_a_real_python(tmp_path: Path) -> None:
    """
    With a real Python and wheels the second start takes less than a second.

    It is a second of the processor's time, so other work on the machine does not count.
    """
    shutil.copy(ROOT / "run", tmp_path)
    package = tmp_path / "firmware_host"
    package.mkdir()
    (package / "__main__.py").write_text("import pebble, sys\nprint(pebble.WORD)\n")
    (tmp_path / "pyproject.toml").write_text(
        '[project]\nname = "x"\ndependencies = ["pebble>=1"]\n'
        "[project.optional-dependencies]\nmqtt = []\n"
    )
    wheels = tmp_path / "wheels"
    wheels.mkdir()
    wheel(wheels, "pebble")
    words = {**os.environ, "LETTERZONE_WHEELS": "wheels"}

    def start() -> str:
        return subprocess.run(
            ["./run", "demo"],
            capture_output=True,
            check=True,
            cwd=tmp_path,
            env=words,
            text=True,
        ).stdout

    assert start() == "HELLO\n"
    began_s = used_s()
    assert start() == "HELLO\n"
    assert used_s() - began_s < 1


def used_s() -> float:
    """Return the processor time of all child processes that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


@pytest.mark.parametrize("name", ["run", ".ci/run"])
def test_shellcheck_finds_nothing(name: str) -> None:
    """Both scripts have no faults for shellcheck, which finds a planted one."""
    command = [which("shellcheck"), "-"]
    text = (ROOT / name).read_text()
    for source, expected in ((text, 0), (text + "cd $1\n", 1)):
        done = subprocess.run(command, check=False, input=source, text=True)
        assert done.returncode == expected


@pytest.mark.parametrize("words", [[], ["--quick"]], ids=["all", "quick"])
def test_a_failing_check_stops_before_the_tests(
    tmp_path: Path, words: list[str]
) -> None:
    """If a check fails, `tools/check.py` prints its output and runs no tests."""
    (tmp_path / "tools").mkdir()
    shutil.copy(ROOT / "tools/check.py", tmp_path / "tools")
    compiled = tmp_path / "tests/__pycache__/conftest.cpython-pytest-9.pyc"
    compiled.parent.mkdir(parents=True)
    compiled.touch()
    (tmp_path / "wrong.py").write_text("import os\n")
    (tmp_path / "pyproject.toml").write_text("[tool.mypy]\nfiles = ['wrong.py']\n")
    done = subprocess.run(
        [sys.executable, "tools/check.py", *words],
        capture_output=True,
        check=False,
        cwd=tmp_path,
        text=True,
    )
    assert done.returncode == 1
    assert "ruff: FAILED" in done.stdout
    assert "mypy: ok" in done.stdout
    assert "ruff" in done.stderr
    assert "collected" not in done.stdout


def test_the_quick_tests_are_there() -> None:
    """Each folder of `./run test --quick` exists."""
    assert [name for name in check.QUICK if not (ROOT / name).exists()] == []

"""
A Debian that boots with systemd, in a container without a network.

The root is made by mmdebstrap, with all Debian packages that ours needs, as nothing is
fetched later. It needs root here, and the network for Debian.
"""

import os
import shutil
import signal
import subprocess
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.bare.test_bare import apt_options

#: The packages that `apt install ./letterzone_..._all.deb` would fetch, and those to
#: boot.
PACKAGES = (
    *("systemd", "systemd-sysv", "dbus", "udev"),
    *("python3", "python3-pil", "gpgv"),
)

#: Waits take a second or two; a machine with other work has longer.
PATIENCE_S = 180.0

PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"


def make_root(release: str, root: Path, more: Sequence[str] = ()) -> None:
    """Make *root* a fresh Debian of *release*, with *more* of its packages."""
    words = ["mmdebstrap", "--quiet", "--variant=minbase"]
    words += ["--dpkgopt=force-unsafe-io"]  # nobody needs it after a power cut
    words += ["--dpkgopt=path-exclude=/usr/share/doc/*"]
    words += [
        f"--include={','.join((*PACKAGES, *more))}",
        *apt_options(),
        release,
        str(root),
    ]
    subprocess.run(words, check=True)


@dataclass(frozen=True, slots=True)
class Container:
    """
    A Debian that runs.

    Args:
        root: Its files.
        leader: The process that is its systemd, as this machine numbers it.
    """

    root: Path
    leader: int

    def words(self, *command: str) -> list[str]:
        """Return the command line that runs *command* in the container, as root."""
        enter = ["nsenter", "--all", "--target", str(self.leader)]
        return [*enter, "env", "-i", f"PATH={PATH}", "LANG=C.UTF-8", *command]

    def run(self, *command: str) -> subprocess.CompletedProcess[str]:
        """Run *command* in there."""
        return subprocess.run(
            self.words(*command),
            capture_output=True,
            check=False,
            start_new_session=True,
            stdin=subprocess.DEVNULL,
            text=True,
            timeout=300,
        )

    def do(self, *command: str) -> str:
        """Run *command* in the container, assert its success, and return its output."""
        done = self.run(*command)
        assert done.returncode == 0, f"{command}: {done.stdout}{done.stderr}"
        return done.stdout.strip()

    def shown(self, unit: str, name: str) -> str:
        """Return a property of a unit."""
        return self.do("systemctl", "show", "--value", f"--property={name}", unit)

    def main_process(self, unit: str) -> int:
        """
        Return a unit's main process; 0 unless the unit is up.

        State and process are asked for at once, since a unit can die between two
        questions. One without a process, or whose process is still systemd's, is not
        up.
        """
        asked = ("--property=ActiveState", "--property=MainPID")
        told = self.do("systemctl", "show", *asked, unit).splitlines()
        state = dict(line.split("=", 1) for line in told)
        return int(state["MainPID"]) if state["ActiveState"] == "active" else 0

    def story(self, unit: str) -> str:
        """Return a unit's status, its log and the files of the board."""
        asked = (
            ("systemctl", "--no-pager", "--full", "status", unit),
            ("journalctl", "--no-pager", "--lines=60", "--output=short-monotonic"),
            ("ls", "-l", "/var/lib/letterzone"),
        )
        return "\n".join(self.run(*words).stdout for words in asked)

    def signal(self, unit: str, number: signal.Signals) -> int:
        """Send a signal to the main process of a unit once it is up; return which."""
        pid = until(lambda: self.main_process(unit))
        self.do("sh", "-c", f"kill -{number.name.removeprefix('SIG')} {pid}")
        return pid


def until(
    condition: Callable[[], Any],
    seconds: float = PATIENCE_S,
    *,
    tell: Callable[[], str] = lambda: "",
) -> Any:
    """
    Wait for a limited time until *condition* holds; return its result.

    Args:
        condition: Asked ten times a second.
        seconds: How long.
        tell: Says how things stand where it does not hold in the end.
    """
    deadline = time.monotonic() + seconds
    while not (found := condition()):
        assert time.monotonic() < deadline, f"it did not come\n{tell()}"
        time.sleep(0.1)
    return found


@contextmanager
def booted(root: Path, *, lent: Sequence[Path] = ()) -> Iterator[Container]:
    """
    Boot a root, and switch it off in the end, or when this process dies.

    It has control groups of its own: in those of this process it would meet another
    container, and would never be up.

    Args:
        root: Its files.
        lent: Devices of this machine that it may use.
    """
    words = ["systemd-nspawn", "--quiet", f"--directory={root}", "--boot"]
    words += ["--register=no", "--keep-unit", "--private-network"]
    words += [f"--machine=letterzone-{os.getpid()}", "--console=pipe"]
    words += [f"--bind={device}" for device in lent]
    environment = {**os.environ, "SYSTEMD_NSPAWN_UNIFIED_HIERARCHY": "1"}
    with (
        _groups() as groups,
        (root.parent / "boot.log").open("w+b") as log,
        subprocess.Popen(
            [*_within(groups), *words],
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=subprocess.STDOUT,
        ) as nspawn,
    ):
        try:
            container = Container(root, until(lambda: _leader(nspawn.pid)))
            until(lambda: _is_up(container))
            yield container
        finally:
            nspawn.terminate()
            try:
                nspawn.wait(30)
            except subprocess.TimeoutExpired:
                nspawn.kill()


def _within(groups: Sequence[Path]) -> list[str]:
    """Return the start of a command that runs in *groups* until this process dies."""
    enter = "".join(f"echo $$ >'{group}/cgroup.procs'; " for group in groups)
    return ["setpriv", "--pdeathsig", "TERM", "sh", "-ec", f'{enter}exec "$@"', "sh"]


@contextmanager
def _groups() -> Iterator[list[Path]]:
    """Make control groups for one container, wherever systemd wants one."""
    own = [
        Path(f"{mount}{path}") / f"letterzone-{os.getpid()}"
        for mount, path in _hierarchies()
    ]
    for group in own:
        group.mkdir()
    try:
        yield own
    finally:
        for group in own:
            until(lambda group=group: _is_gone(group))


def _hierarchies() -> Iterator[tuple[str, str]]:
    """Yield where each hierarchy that systemd uses is mounted, and our place in it."""
    places = {}
    for line in Path("/proc/self/cgroup").read_text("ascii").splitlines():
        _, name, path = line.split(":", 2)
        places[name] = path.rstrip("/")
    for line in Path("/proc/self/mounts").read_text("utf-8").splitlines():
        _, mount, kind, options, *_ = line.split()
        if kind == "cgroup2":
            yield mount, places[""]
        elif kind == "cgroup" and "name=systemd" in options.split(","):
            yield mount, places["name=systemd"]


def _is_gone(group: Path) -> bool:
    """Take a control group away, the inmost first; a dying process keeps its own."""
    try:
        for inner in sorted(group.rglob("*/"), reverse=True):
            inner.rmdir()
        group.rmdir()
    except OSError:
        return False
    return True


def _leader(pid: int) -> int:
    """Return the child that is the container's systemd, or 0."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text("ascii").split()
    return next((int(child) for child in children if _is_systemd(child)), 0)


def _is_systemd(pid: str) -> bool:
    """Return whether a process is systemd, and not a helper or gone."""
    try:
        return Path(f"/proc/{pid}/comm").read_text("utf-8").strip() == "systemd"
    except OSError:
        return False


def _is_up(container: Container) -> bool:
    done = container.run("systemctl", "is-system-running")
    return done.stdout.strip() in ("running", "degraded")


def read_as_fat(root: Path) -> None:
    """
    Let mount(8) in *root* take our stick, which is ext4, for one of FAT.

    A kernel for tests may know no FAT. That a stick of another kind is refused is a
    test of its own, before this is called.
    """
    helper = root / "usr/sbin/mount.vfat"
    helper.write_text('#!/bin/sh\nexec mount -i -t ext4 -o "$4" "$1" "$2"\n')
    helper.chmod(0o755)


@contextmanager
def stick(folder: Path, files: Sequence[Path]) -> Iterator[Path]:
    """Write *files* on a stick labelled LETTERZONE; yield its device."""
    content, image = folder / "stick", folder / "stick.img"
    shutil.rmtree(content, ignore_errors=True)
    content.mkdir()
    for file in files:
        shutil.copy(file, content)
    image.unlink(missing_ok=True)
    words = ["mke2fs", "-q", "-t", "ext4", "-L", "LETTERZONE", "-d", str(content)]
    subprocess.run([*words, str(image), "64M"], check=True)
    device = subprocess.run(
        ["losetup", "--find", "--show", "--read-only", str(image)],  # noqa: S607 - Debian's
        check=True,
        capture_output=True,
        text=True,
    ).stdout.strip()
    try:
        yield Path(device)
    finally:
        subprocess.run(["losetup", "--detach", device], check=True)  # noqa: S607 - Debian's

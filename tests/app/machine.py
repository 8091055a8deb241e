"""A computer on which packages are installed: a smart fake, it does as dpkg would."""

import os
from dataclasses import dataclass, field
from pathlib import Path

from firmware_host.app.system.installer import Installer, Package, Ran, run

MEND = Path(__file__).parents[2] / "tools/debian/mend"

#: Stubs of Debian's commands that record what they would have done.
STUBS = {
    "dpkg-deb": 'cat "$2" 2>/dev/null',
    "dpkg": """case $1 in
--install) [ "$LETTERZONE_BACK" ] && echo "install $(cat "$2")" >>"$ASKED" ;;
*) echo configure >>"$ASKED" ;;
esac""",
    "systemctl": 'echo "systemctl $*" >>"$ASKED"',
    "runuser": """tail -n 1 "$ASKED" | grep -q "systemctl stop" || exit 9
shift 3
exec "$@" """,
}


def ran(code: int, said: str) -> Ran:
    """Return the result of a command."""
    return Ran([], code, said)


@dataclass
class Version:
    """
    The behaviour of a version after its installation.

    Args:
        installs: False where dpkg cannot install it.
        starts: False where its daemon does not come up.
        falls: True where its daemon is started again and again meanwhile.
        dies: True where its daemon comes up and falls again and again.
        ill: Parts that its doctor finds broken; None where it has no answer.
        heals_after: So many questions later they are well.
        reads: False where it cannot read the journal that a newer one has left.
    """

    installs: bool = True
    starts: bool = True
    dies: bool = False
    falls: bool = False
    ill: frozenset[str] | None = frozenset()
    heals_after: int = 0
    reads: bool = True


@dataclass
class Computer:
    """A computer with version 1 on it, and a journal with one game."""

    folder: Path
    versions: dict[str, Version]
    version: str = "1"
    restarts: int = 0
    stopped: bool = False
    ran: list[str] = field(default_factory=list)
    rested_s: float = 0
    broken: str = ""

    def __post_init__(self) -> None:
        for folder in (self.board / "backups", self.kept):
            folder.mkdir(parents=True)
        self.journal.write_text("one game")

    @property
    def board(self) -> Path:
        """The daemon's folder."""
        return self.folder / "board"

    @property
    def kept(self) -> Path:
        """Return the folder in which root keeps the former version."""
        return self.folder / "kept"

    @property
    def journal(self) -> Path:
        """The journal."""
        return self.board / "letterzone.db"

    def installer(self) -> Installer:
        """Return an installer that knows no other computer."""
        return Installer(self.kept, self.board, run=self.run, rest=self.rest)

    def package(self, version: str) -> Package:
        """Return a package that was checked."""
        path = self.folder / f"{version}.deb"
        path.write_text(version)
        return Package(path, version)

    def rest(self, seconds: float) -> None:
        """Wait, without waiting."""
        self.rested_s += seconds

    def run(self, words: list[str], **environment: str) -> Ran:
        """Run a command like the system."""
        self.ran.append(" ".join(words[:2]))
        match words:
            case ["dpkg", "--install", path]:
                return self._install(Path(path), back="LETTERZONE_BACK" in environment)
            case ["dpkg-query", *_]:
                return ran(0, self.version)
            case ["dpkg-deb", "--field", path, "Version"]:
                return ran(0, f"{Path(path).read_text()}\n")
            case ["systemctl", *asked]:
                return self._systemctl(asked)
            case ["/usr/lib/letterzone/mend", *places]:
                return self._mend(places)
            case ["cat", "/run/letterzone-update/broken"]:
                return ran(0, self.broken)
            case ["runuser", "-u", "letterzone", "--", *restore]:
                assert self.stopped, "nobody may have the journal open"
                return run(restore)
        raise AssertionError(words)

    def _mend(self, places: list[str]) -> Ran:
        """Run the real script with stub commands that record their arguments."""
        commands = self.folder / "commands"
        commands.mkdir(exist_ok=True)
        asked = commands / "asked"
        asked.write_text("")
        for name, does in STUBS.items():
            stub = commands / name
            stub.write_text(f"#!/bin/sh\n{does}\n")
            stub.chmod(0o755)
        path = f"{commands}:{os.environ['PATH']}"
        done = run(
            ["sh", str(MEND), *places],
            PATH=path,
            ASKED=str(asked),
        )
        for line in asked.read_text().splitlines():
            match line.split():
                case ["install", version]:
                    self.version = version
                case ["systemctl", what, _]:
                    self.stopped = what == "stop"
                case ["configure"]:
                    pass
                case _:
                    raise AssertionError(line)
        return done

    def _systemctl(self, asked: list[str]) -> Ran:
        match asked:
            case ["show", *_, "ActiveState", _]:
                return ran(0, "active\n" if self._runs() else "activating\n")
            case ["show", *_, "NRestarts", _]:
                now = self.versions[self.version]
                self.restarts += now.dies or now.falls
                return ran(0, f"{self.restarts}\n")
            case ["start", "letterzone-examine.service"]:
                return self._examine()
            case ["stop" | "start" as what, _]:
                self.stopped = what == "stop"
                return ran(0, "")
        raise AssertionError(asked)

    def _runs(self) -> bool:
        now = self.versions[self.version]
        return now.starts and (now.reads or "migrated" not in self.journal.read_text())

    def _install(self, path: Path, *, back: bool) -> Ran:
        version = path.read_text()
        (self.board / "backups" / "letterzone-1.db").write_text("one game")
        if not back:
            (self.kept / "previous.deb").write_text(self.version)
            (self.kept / "previous.backup").write_text("letterzone-1.db\n")
        assert path.exists(), "dpkg reads it after all that"
        self.version = version
        if not back:
            self.journal.write_text("one game, migrated")
        fine = self.versions[version].installs
        return ran(0, "") if fine else ran(1, "Setting up ...\nno room left\n")

    def _examine(self) -> Ran:
        now = self.versions[self.version]
        if now.heals_after:
            now.heals_after -= 1
            if not now.heals_after:
                now.ill = frozenset()
        self.broken = "\n".join(now.ill or ())
        return ran(1, "a fault") if now.ill is None else ran(0, "")

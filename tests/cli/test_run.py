"""`letterzone run`: the daemon, until it is switched off."""

import asyncio
import signal
import socket
import subprocess
import sys
import time
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from threading import get_ident
from types import SimpleNamespace

import pytest

from firmware_host.app.daemon.starts import Starts
from firmware_host.cli import run
from firmware_host.cli.main import main
from firmware_host.cli.run import OFF
from firmware_host.errors import BoardMissingError
from firmware_host.journal.store import Journal
from firmware_host.session.setups import Setup, setup_text
from firmware_host.settings.checks import NO_WEB
from firmware_host.table.table import Table
from tests.cli.command import BOARDS, ROOT, refusal

SIMULATED = BOARDS / "simulated" / "board.toml"


def until(condition, seconds=20.0):
    """Wait for *condition*, with a timeout."""
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "it did not come"
        time.sleep(0.01)


@contextmanager
def daemon_in(folder):
    """Run a daemon of the simulated board; its errors are in ``log``."""
    words = ("run", SIMULATED, "--folder", folder, "--port", folder / "port")
    with (
        (folder / "log").open("w", encoding="utf-8") as log,
        subprocess.Popen(
            [sys.executable, "-m", "firmware_host", *map(str, words)],
            cwd=ROOT,
            stderr=log,
        ) as daemon,
    ):
        try:
            yield daemon
        finally:
            daemon.kill()


def test_the_daemon_serves_until_it_is_told_to_stop(tmp_path):
    """SIGTERM, as systemd sends it, ends it in good order."""
    with daemon_in(tmp_path) as daemon:
        until((tmp_path / "letterzone.db").exists)
        until(lambda: serves(daemon.pid))
        daemon.send_signal(signal.SIGTERM)
        assert daemon.wait(20) == 0
    # The screens of this machine are said to be missing; nothing else is amiss.
    log_lines = (tmp_path / "log").read_text(encoding="utf-8").splitlines()
    assert all(line.startswith("screen-") for line in log_lines), log_lines


def test_a_build_is_named_as_everywhere_else(capsys):
    """A build is named without a file; for an unknown one the known are listed."""
    assert main(["run", "pads"]) == 2
    assert "there is no build 'pads'; there are: " in capsys.readouterr().err


def test_systemd_hears_that_it_is_up_and_that_it_goes(tmp_path, monkeypatch):
    """READY without a controller and without screens; STOPPING before it leaves."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.settimeout(30)
        systemd.bind(str(tmp_path / "notify"))
        monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "notify"))
        monkeypatch.setenv("WATCHDOG_USEC", "400000")
        with daemon_in(tmp_path) as daemon:
            told = [systemd.recv(500).decode().split("\n")[:2] for _ in range(3)]
            daemon.send_signal(signal.SIGTERM)
            assert daemon.wait(20) == 0
        while told[-1] != ["STOPPING=1"]:
            told.append(systemd.recv(500).decode().split("\n")[:2])
    up = ["READY=1", "WATCHDOG=1"]
    alive = ("READY=1", "STATUS=")  # a slow start also says what the pages wait for
    assert [one for one in told if not one[0].startswith(alive)] == told[-1:]
    assert told[0] == up


@pytest.mark.parametrize(("heard", "code"), [("notify", OFF), ("", 0)])
def test_the_menus_switch_off_ends_the_computer_too(heard, code, tmp_path, monkeypatch):
    """Switching off ends with the code that systemd knows, without systemd with 0."""
    monkeypatch.setenv("NOTIFY_SOCKET", heard and str(tmp_path / heard))
    monkeypatch.setattr(Table, "start", lambda table: table.off.set())
    words = ("run", SIMULATED, "--folder", tmp_path, "--port", tmp_path / "port")
    assert main(list(map(str, words))) == code


def test_the_screens_of_a_daemon_can_be_seen_without_any(tmp_path, monkeypatch):
    """With `--screens` each screen is written to a file."""
    monkeypatch.setattr(Table, "start", lambda table: table.off.set())
    words = ("run", SIMULATED, "--folder", tmp_path, "--port", tmp_path / "port")
    assert main([*map(str, words), "--screens", str(tmp_path / "seen")]) == 0
    names = {path.stem for path in (tmp_path / "seen").iterdir()}
    assert names == {*"123456", "table", "maker"}


def test_screens_that_cannot_be_kept_are_one_line(tmp_path, capsys):
    words = ("run", SIMULATED, "--folder", tmp_path, "--screens", "/proc/self/seen")
    assert "name another folder by --screens" in refusal(capsys, *words)


def test_the_unit_knows_the_code_of_switching_off():
    """The unit's exit code for switching off is the daemon's."""
    unit = (ROOT / "systemd" / "letterzone.service").read_text(encoding="utf-8")
    assert f"RestartPreventExitStatus={OFF}\n" in unit
    assert f'"$EXIT_STATUS" = {OFF} ]; then systemctl --no-block poweroff' in unit


def serves(pid):
    """Whether the process has its own handler for SIGTERM by now."""
    status = Path(f"/proc/{pid}/status").read_text(encoding="ascii")
    caught = int(status.partition("SigCgt:")[2].split()[0], 16)
    return caught >> (signal.SIGTERM - 1) & 1


def test_what_it_cannot_open_is_one_line(tmp_path, capsys):
    """A profile, address or folder that cannot be opened is reported with one line."""
    missing, file = tmp_path / "missing.toml", tmp_path / "file"
    file.touch()
    assert refusal(capsys, "run", missing, "--folder", tmp_path).startswith(
        f"{missing}: cannot be read"
    )
    for web in ("80", "http://0.0.0.0:80", "0.0.0.0:99999"):
        told = refusal(capsys, "run", SIMULATED, "--folder", tmp_path, "--web", web)
        assert told.endswith(f"--web {web}: {NO_WEB}")
    told = refusal(capsys, "run", SIMULATED, "--folder", file)
    assert told.startswith(f"{file}: cannot be made")
    # Not even root can write to a process's own folder in /proc.
    told = refusal(capsys, "run", SIMULATED, "--folder", "/proc/self")
    assert told.startswith("no journal can be kept in /proc/self")


def test_what_the_watchdog_ends_leaves_a_report(tmp_path):
    """SIGABRT, as systemd sends it; the next start writes it down, and plays."""
    for end in (signal.SIGABRT, signal.SIGTERM):
        with daemon_in(tmp_path) as daemon:
            until(lambda: list(tmp_path.glob("doctor-*.sock")))
            until(lambda pid=daemon.pid: serves(pid))
            daemon.send_signal(end)
            daemon.wait(20)
        for left in tmp_path.glob("doctor-*.sock"):
            left.unlink()
    (report,) = tmp_path.glob("crash-*.txt")
    text = report.read_text(encoding="utf-8")
    assert "Fatal Python error: Aborted" in text
    assert "versions: Letterzone" in text
    assert report.stat().st_mode & 0o777 == 0o600


@pytest.fixture
def systemd(tmp_path, monkeypatch):
    """Set systemd's environment; return the list of the rests of each start."""
    rests = []
    monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "nobody"))
    monkeypatch.setenv("RUNTIME_DIRECTORY", str(tmp_path))
    monkeypatch.setattr(run.time, "sleep", rests.append)
    return rests


def test_a_start_that_fails_says_why_and_rests(tmp_path, monkeypatch, systemd, capsys):
    """A failed start prints one line, shows the reason in German, and rests longer."""
    with Journal(tmp_path / "letterzone.db") as journal:
        journal.put_setting("setup", setup_text(Setup(language="de"))).result()
    monkeypatch.setattr(run.EarlyScreens, "stay", lambda _, face: faces.append(face))
    faces = []

    def fail(_table):
        msg = "no\nchip"
        raise BoardMissingError(msg)

    words = ("run", SIMULATED, "--folder", tmp_path, "--port", tmp_path / "port")
    with monkeypatch.context() as broken:
        broken.setattr(Table, "start", fail)
        assert [main(list(map(str, words))) for _ in range(3)] == [2, 2, 2]
    assert capsys.readouterr().err == "no chip\n" * 3
    assert systemd == [2, 4, 8]
    assert {face.line["language"] for face in faces} == {"de"}
    assert {face.line["why"].code for face in faces} == {"cannot-start-pins"}
    assert list(tmp_path.glob("crash-*.txt")) == []


@pytest.mark.usefixtures("systemd")
def test_a_first_start_without_its_libraries_says_so(tmp_path, monkeypatch, capsys):
    """Without its libraries the screen shows the reason though no language is set."""
    faces = []
    monkeypatch.setattr(run.EarlyScreens, "stay", lambda _, face: faces.append(face))
    monkeypatch.setitem(sys.modules, "lgpio", None)
    assert main(["run", "full", "--folder", str(tmp_path / "new")]) == 2
    told = capsys.readouterr().err
    assert told.splitlines()[-1].startswith(
        "lgpio is not installed: on Raspberry Pi OS"
    )
    assert [face.line["why"].code for face in faces] == ["cannot-start-pins"]


def test_a_torn_profile_is_said_on_the_usual_screen(
    tmp_path, monkeypatch, systemd, capsys
):
    """With an unreadable profile the error is shown on the default screen."""
    faces = []
    monkeypatch.setattr(run.EarlyScreens, "stay", lambda _, face: faces.append(face))
    torn = tmp_path / "board.toml"
    torn.write_text("zones = [", encoding="utf-8")
    assert main(["run", str(torn), "--folder", str(tmp_path)]) == 2
    assert capsys.readouterr().err.startswith(f"{torn}:1: this is not TOML")
    assert systemd == [2]
    assert [face.line["why"].code for face in faces] == ["cannot-start-settings"]


def test_a_start_that_goes_well_forgets_those_that_failed(tmp_path, monkeypatch):
    """A successful start deletes the record of failed ones."""
    monkeypatch.setenv("RUNTIME_DIRECTORY", str(tmp_path))
    Starts(tmp_path).failed(BoardMissingError("no chip"), "en")
    with daemon_in(tmp_path) as daemon:
        until(lambda: Starts(tmp_path).face is None)
        until(lambda: serves(daemon.pid))
        daemon.send_signal(signal.SIGTERM)
        assert daemon.wait(20) == 0


def test_a_mistake_of_ours_leaves_a_report_and_ends_the_daemon(tmp_path, monkeypatch):
    """An unexpected exception leaves a crash report without its message."""

    def fail(_table):
        msg = "HOBBY"
        raise KeyError(msg)

    monkeypatch.setattr(Table, "start", fail)
    words = ("run", SIMULATED, "--folder", tmp_path, "--port", tmp_path / "port")
    with pytest.raises(KeyError):
        main(list(map(str, words)))
    (report,) = tmp_path.glob("crash-*.txt")
    text = report.read_text(encoding="utf-8")
    assert text.startswith("KeyError\n")
    assert "daemon/daemon.py" in text
    assert "HOBBY" not in text


async def test_the_web_brings_every_game_along_beside_the_loop(tmp_path, monkeypatch):
    """The web imports all games in a thread before it opens its pages."""
    steps, opened = [], asyncio.Event()

    @asynccontextmanager
    async def open_pages(_board, _folder, *, place):
        steps.append(place)
        opened.set()
        yield

    def imported():
        steps.append(get_ident() != here)
        yield

    here = get_ident()
    web = SimpleNamespace(place_of_web=lambda web: web, open_pages=open_pages)
    session = SimpleNamespace(games=SimpleNamespace(values=imported))
    profile = SimpleNamespace(web="0.0.0.0:80")
    board = SimpleNamespace(table=SimpleNamespace(session=session), profile=profile)
    monkeypatch.setattr(run, "import_module", lambda _name: web)
    serving = asyncio.create_task(run._web(board, tmp_path))
    try:
        await asyncio.wait_for(opened.wait(), 20)
    finally:
        serving.cancel()

    assert steps == [True, "0.0.0.0:80"]

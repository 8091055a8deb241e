"""`letterzone run`: the daemon, until somebody switches it off."""

import signal
import subprocess
import sys
import time
from pathlib import Path

from tests.cli.command import BOARDS, ROOT, refusal

SIMULATED = BOARDS / "simulated" / "board.toml"


def until(condition, seconds=20.0):
    """Wait for *condition*, for so long at most."""
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "it did not come"
        time.sleep(0.01)


def test_the_daemon_serves_until_it_is_told_to_stop(tmp_path):
    """SIGTERM, as systemd sends it, ends it in good order."""
    port = tmp_path / "port"
    words = ("run", SIMULATED, "--folder", tmp_path, "--port", port)
    with (
        (tmp_path / "log").open("w", encoding="utf-8") as log,
        subprocess.Popen(
            [sys.executable, "-m", "firmware_host", *map(str, words)],
            cwd=ROOT,
            stderr=log,
        ) as daemon,
    ):
        try:
            until((tmp_path / "letterzone.db").exists)
            until(lambda: serves(daemon.pid))
            daemon.send_signal(signal.SIGTERM)
            assert daemon.wait(20) == 0
        finally:
            daemon.kill()
    # The screens of this machine are said to be missing; nothing else is amiss.
    log_lines = (tmp_path / "log").read_text(encoding="utf-8").splitlines()
    assert all(line.startswith("screen-") for line in log_lines), log_lines


def serves(pid):
    """Whether the process has its own handler for SIGTERM by now."""
    status = Path(f"/proc/{pid}/status").read_text(encoding="ascii")
    caught = int(status.partition("SigCgt:")[2].split()[0], 16)
    return caught >> (signal.SIGTERM - 1) & 1


def test_what_it_cannot_open_is_one_line(tmp_path, capsys):
    """The profile, the folder, the journal in it."""
    missing, file = tmp_path / "missing.toml", tmp_path / "file"
    file.touch()
    assert refusal(capsys, "run", missing, "--folder", tmp_path).startswith(
        f"{missing}: cannot be read"
    )
    told = refusal(capsys, "run", SIMULATED, "--folder", file)
    assert told.startswith(f"{file}: cannot be made")
    # A process's own folder in /proc can be written by nobody, not even by root.
    told = refusal(capsys, "run", SIMULATED, "--folder", "/proc/self")
    assert told.startswith("no journal can be kept in /proc/self")

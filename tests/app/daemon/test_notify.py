"""Notifications go to systemd's socket; without a socket nothing happens."""

import os
import socket

import pytest

from firmware_host.app.daemon.watchdog import is_heard, notify, watchdog_s


@pytest.fixture(params=["path", "abstract"])
def systemd(request, tmp_path, monkeypatch):
    """A socket as systemd opens it, in both ways that it has of naming one."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as ears:
        ears.settimeout(5)
        name = str(tmp_path / "notify")
        if request.param == "abstract":
            ears.bind(f"\0{name}")
            monkeypatch.setenv("NOTIFY_SOCKET", f"@{name}")
        else:
            ears.bind(name)
            monkeypatch.setenv("NOTIFY_SOCKET", name)
        yield ears


def test_lines_arrive_in_one_piece(systemd):
    """READY and STATUS are sent in one message."""
    assert is_heard()
    notify("READY=1", "STATUS=all parts work")
    assert systemd.recv(100) == b"READY=1\nSTATUS=all parts work"


def test_without_systemd_nothing_happens(monkeypatch, tmp_path):
    """Without a socket name, or if the socket is gone, nothing happens."""
    monkeypatch.delenv("NOTIFY_SOCKET", raising=False)
    assert not is_heard()
    notify("READY=1")
    monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "gone"))
    notify("READY=1")


def test_a_systemd_that_reads_nothing_keeps_nobody_waiting(systemd):
    """If systemd does not read, notifications are dropped without waiting."""
    for _ in range(1000):
        notify("WATCHDOG=1")
    assert systemd.recv(100) == b"WATCHDOG=1"


@pytest.mark.parametrize(
    ("usec", "pid", "seconds"),
    [
        ("20000000", None, 20.0),
        ("20000000", str(os.getpid()), 20.0),
        ("20000000", "1", 0.0),  # meant for another process
        ("", None, 0.0),
        ("soon", None, 0.0),
    ],
    ids=("anybody", "this process", "another process", "nobody", "a mistake"),
)
def test_the_watchdogs_patience_is_what_systemd_says(monkeypatch, usec, pid, seconds):
    """The watchdog's timeout is read from the environment, and is 0 without one."""
    monkeypatch.setenv("WATCHDOG_USEC", usec)
    monkeypatch.delenv("WATCHDOG_PID", raising=False)
    if pid:
        monkeypatch.setenv("WATCHDOG_PID", pid)
    assert watchdog_s() == seconds

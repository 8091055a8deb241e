"""Measurements of the computer from Linux, systemd and the firmware."""

import pytest

from firmware_host.app.doctor.machine import Computer
from firmware_host.app.prove import measures
from firmware_host.app.prove.measures import (
    EVENING_S,
    OF_COMPUTER,
    figures,
    is_installed,
    power_of_an_evening,
    ready,
)
from firmware_host.app.prove.proof import Ruling

SHOWN = {
    "FinishTimestampMonotonic": "9300000",
    "ActiveEnterTimestampMonotonic": "14200000",
    "MemoryCurrent": "52428800",
    "MemoryPeak": "62914560",
}


def computer(root, *, power="throttled=0x0\n", up_s=EVENING_S, **told):
    """Return a Raspberry Pi with the given uptime and command outputs."""
    (root / "proc").mkdir(exist_ok=True)
    (root / "proc/uptime").write_text(f"{up_s}.17 99.0\n")

    def ask(*words):
        if words[:2] == ("systemctl", "show"):
            asked = [one.partition("=")[2] for one in words if one.startswith("--")]
            shown = SHOWN | told
            return "".join(f"{name}={shown[name]}\n" for name in asked)
        return told.get(words[0], "")

    return Computer(root=root, ask_power=lambda: power, ask=ask)


def test_the_figures_are_systemds_and_the_firmwares(tmp_path):
    assert figures(computer(tmp_path)) == {
        "throttled": 0,
        "up_s": EVENING_S,
        "kernel_ms": 9300,
        "ready_ms": 14200,
        "memory_kb": 51200,
        "peak_kb": 61440,
    }


def test_what_nobody_knows_is_left_out(tmp_path):
    """Unknown figures are left out."""
    none = Computer(root=tmp_path, ask_power=lambda: "", ask=lambda *_: "")
    assert figures(none) == {}
    never = Computer(
        root=tmp_path,
        ask_power=lambda: "",
        ask=lambda *_: "MemoryCurrent=18446744073709551615\nMemoryPeak=[not set]\n",
    )
    assert figures(never) == {}


@pytest.mark.parametrize(
    ("power", "up_s", "result", "why"),
    [
        ("throttled=0x0\n", EVENING_S, Ruling.PROVEN, ""),
        ("throttled=0x50000\n", EVENING_S, Ruling.REFUTED, ""),
        ("throttled=0x50005\n", 60, Ruling.REFUTED, ""),
        ("throttled=0x0\n", 60, None, "early"),
        ("", EVENING_S, None, "no-metal"),
    ],
)
def test_a_supply_lasts_an_evening(power, up_s, result, why, tmp_path):
    found = power_of_an_evening(computer(tmp_path, power=power, up_s=up_s))
    assert (found.result, found.why) == (result, why)


@pytest.mark.parametrize(
    ("ready_us", "result", "why"),
    [
        ("14200000", Ruling.PROVEN, ""),
        ("15200000", Ruling.REFUTED, ""),
        ("99300000", None, "early"),  # somebody has begun the daemon anew
        ("0", None, "early"),  # it does not run
    ],
)
def test_a_board_is_ready_soon_after_its_kernel(ready_us, result, why, tmp_path):
    machine = computer(tmp_path, ActiveEnterTimestampMonotonic=ready_us)
    found = ready(machine)
    assert (found.result, found.why) == (result, why)


@pytest.mark.parametrize(
    ("status", "active", "result", "why"),
    [
        ("install ok installed", "active\n", Ruling.PROVEN, ""),
        ("install ok installed", "failed\n", Ruling.REFUTED, ""),
        ("", "inactive\n", None, "early"),
    ],
)
def test_the_package_is_at_work_on_raspberry_pi_os(
    status, active, result, why, tmp_path
):
    told = {"dpkg-query": status, "systemctl": active}
    assert is_installed(computer(tmp_path, **told)).why == "no-metal"
    (tmp_path / "etc").mkdir()
    (tmp_path / "etc/rpi-issue").write_text("Raspberry Pi reference 2026-11-01\n")
    found = is_installed(computer(tmp_path, **told))
    assert (found.result, found.why) == (result, why)


@pytest.mark.parametrize(
    ("limit_ms", "result"), [(60_000, Ruling.PROVEN), (1, Ruling.REFUTED)]
)
def test_starting_is_timed_from_a_fresh_daemon(tmp_path, monkeypatch, limit_ms, result):
    """The start of a fresh daemon is timed and compared with the limit."""
    monkeypatch.setattr(measures, "STARTING_MS", limit_ms)
    found = OF_COMPUTER["starting"](Computer(root=tmp_path))
    assert found.result is result
    assert 1 < found.figures["starting_ms"] <= 60_000


def test_a_daemon_that_never_shows_anything_is_no_proof(monkeypatch, tmp_path):
    monkeypatch.setattr("sys.executable", "/bin/false")
    assert OF_COMPUTER["starting"](Computer(root=tmp_path)).result is Ruling.REFUTED

"""The clock is the event loop's; a date is given only if it is known."""

import asyncio

import pytest

from firmware_host.devices import clock
from firmware_host.devices.clock import monotonic_ms


async def test_the_clock_is_that_of_the_event_loop():
    """A timer that is set by one rings by the other."""
    before_ms = monotonic_ms()
    loop_ms = asyncio.get_running_loop().time() * 1000
    assert before_ms <= loop_ms <= monotonic_ms() + 1


@pytest.fixture
def vouches(tmp_path, monkeypatch):
    """Return a folder for the files that prove the time, without any of them."""
    for name in ("SYNCHRONIZED", "BATTERY", "STARTED"):
        monkeypatch.setattr(clock, name, tmp_path / name)
    monkeypatch.setattr(clock.time, "time", lambda: 1_764_092_340.7)
    return tmp_path


@pytest.mark.usefixtures("vouches")
def test_without_a_network_and_a_battery_no_date_is_known():
    """O20: without network and battery the date is unknown."""
    assert clock.reading().at_s is None
    assert not clock.reading().start


def test_a_clock_that_the_network_has_set_is_believed(vouches):
    (vouches / "SYNCHRONIZED").touch()
    assert clock.reading().at_s == 1_764_092_340


@pytest.mark.usefixtures("vouches")
@pytest.mark.parametrize("system", ["darwin", "win32"])
def test_a_laptop_with_another_system_knows_the_day(monkeypatch, system):
    """On macOS and Windows the date is known: such a clock has a battery."""
    monkeypatch.setattr(clock.sys, "platform", system)
    assert clock.reading().at_s == 1_764_092_340


@pytest.mark.parametrize(
    ("says", "known"),
    [
        *(("1764092300\n", True), ("1764092400\n", True), ("1764092200\n", False)),
        *(("217\n", False), ("", False), ("never\n", False)),
    ],
)
def test_a_battery_vouches_for_the_time_that_it_has(vouches, says, known):
    """
    The time is known if the battery's clock agrees with the system's.

    A clock that has lost its power begins in 1970.
    """
    (vouches / "BATTERY").write_text(says)
    assert (clock.reading().at_s is not None) == known


def test_each_start_of_the_machine_is_told_from_others(vouches):
    (vouches / "STARTED").write_text("one\n")
    first = clock.reading()
    (vouches / "STARTED").write_text("other\n")
    assert first.start
    assert clock.reading().start not in ("", first.start)
    assert clock.reading().up_s >= first.up_s >= 0

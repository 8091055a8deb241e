"""The computer under the board: measured in a made-up /sys, judged without one."""

import errno
import os
from pathlib import Path

import pytest

from firmware_host.app.doctor.findings import PartState
from firmware_host.app.doctor.machine import (
    LITTLE_BYTES,
    NONE_BYTES,
    Computer,
    examine_machine,
    judge_clock,
    judge_disk,
    judge_power,
    libraries,
    measure_disk,
    power_bits,
    shut_groups,
    versions,
)
from firmware_host.app.system.hotspot import SHOWN


def machine(root, **ways):
    ways.setdefault("ask_power", lambda: "")
    return Computer(root=root, **ways)


def put(root, path, text):
    """Lay a file into the made-up computer."""
    (root / path).parent.mkdir(parents=True, exist_ok=True)
    (root / path).write_text(text, encoding="utf-8")


@pytest.mark.parametrize(
    ("bits", "state", "code"),
    [
        (None, PartState.UNTRIED, "doctor-power-unknown"),
        (0, PartState.OK, "doctor-power"),
        (0x50005, PartState.BROKEN, "doctor-power-low"),
        (0x50000, PartState.WATCH, "doctor-power-was-low"),
        (0x8, PartState.WATCH, "doctor-power-hot"),
        (0x20000, PartState.OK, "doctor-power"),  # it was slower once, for heat
    ],
)
def test_power_is_judged_by_its_bits(bits, state, code):
    finding = judge_power(bits)
    assert (finding.state, finding.says.code) == (state, code)


def test_power_is_asked_of_the_firmware_first(tmp_path):
    put(tmp_path, "sys/devices/platform/soc/soc:firmware/get_throttled", "50000\n")
    asked = machine(tmp_path, ask_power=lambda: "throttled=0x1\n")
    assert power_bits(asked) == 1


def test_where_nobody_may_ask_it_the_kernel_knows(tmp_path):
    """
    Without the firmware's tool the power state is read from the kernel.

    The supply's sensor reports an undervoltage of the past.
    """
    assert power_bits(machine(tmp_path)) is None
    put(tmp_path, "sys/devices/platform/soc/soc:firmware/get_throttled", "8\n")
    assert power_bits(machine(tmp_path)) == 8
    put(tmp_path, "sys/class/hwmon/hwmon0/name", "cpu_thermal\n")
    put(tmp_path, "sys/class/hwmon/hwmon1/name", "rpi_volt\n")
    put(tmp_path, "sys/class/hwmon/hwmon1/in0_lcrit_alarm", "0\n")
    assert power_bits(machine(tmp_path)) == 8
    put(tmp_path, "sys/class/hwmon/hwmon1/in0_lcrit_alarm", "1\n")
    assert judge_power(power_bits(machine(tmp_path))).says.code == (
        "doctor-power-was-low"
    )


def test_a_real_folder_takes_a_block_and_keeps_nothing(tmp_path):
    free, error = measure_disk(Computer(), tmp_path)
    assert error == 0
    assert free > 0
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("folder", ["/proc/self", "/nowhere/at/all"])
def test_a_real_folder_that_takes_none_is_told(folder):
    """A folder that does not take files is reported, even for root."""
    _, error = measure_disk(Computer(), Path(folder))
    assert error
    assert judge_disk(0, error).says.code != "doctor-disk"


@pytest.mark.parametrize(
    ("free", "error", "state", "code"),
    [
        (LITTLE_BYTES, 0, PartState.OK, "doctor-disk"),
        (LITTLE_BYTES - 1, 0, PartState.WATCH, "doctor-disk-little"),
        (NONE_BYTES - 1, 0, PartState.BROKEN, "doctor-disk-full"),
        (0, errno.ENOSPC, PartState.BROKEN, "doctor-disk-full"),
        (0, errno.EROFS, PartState.BROKEN, "doctor-disk-shut"),
        (0, errno.EIO, PartState.BROKEN, "doctor-disk-fails"),
        (0, errno.EACCES, PartState.UNTRIED, "doctor-disk-others"),
        (0, errno.ENOENT, PartState.UNTRIED, "doctor-disk-none"),
    ],
)
def test_a_card_is_judged_by_its_room_and_its_error(free, error, state, code):
    finding = judge_disk(free, error)
    assert (finding.state, finding.says.code) == (state, code)


def test_a_group_is_missing_where_its_devices_are_shut(tmp_path):
    """
    A group is missing if one of its existing devices may not be used.

    A device that does not exist does not count.
    """
    assert shut_groups(machine(tmp_path)) == ()
    for name in ("i2c-1", "i2c-11", "ttyACM0", "ttyS0", "gpiochip0"):
        put(tmp_path, f"dev/{name}", "")
    assert shut_groups(machine(tmp_path)) == ()
    shut = machine(tmp_path, may_use=lambda path: "i2c" not in path.name)
    assert shut_groups(shut) == ("i2c",)
    assert shut_groups(machine(tmp_path, may_use=lambda _: False)) == (
        *("gpio", "i2c", "dialout"),
    )


def test_only_a_date_before_the_program_was_there_cannot_be_right():
    assert judge_clock(now_s=100, born_s=100).state is PartState.OK
    assert judge_clock(now_s=99, born_s=100).state is PartState.WATCH


def test_a_wifi_of_the_boards_own_is_missed_only_where_it_was_set_up(tmp_path):
    def found(is_open):
        asked = machine(tmp_path, owns=lambda _: is_open)
        parts = {one.part: one for one in examine_machine(asked, tmp_path)}
        return "hotspot" in parts and parts["hotspot"].state

    assert found(is_open=False) is False
    put(tmp_path, SHOWN, 'ssid = "Letterzone-XY"\n')
    assert found(is_open=False) is PartState.WATCH
    assert found(is_open=True) is PartState.OK
    assert Computer().owns("127.0.0.1")
    assert not Computer().owns("192.0.2.1")  # nobody's, by RFC 5737


def test_versions_say_what_is_here(tmp_path):
    put(tmp_path, "etc/os-release", 'NAME=x\nPRETTY_NAME="Debian 13"\n')
    put(tmp_path, "proc/device-tree/model", "Raspberry Pi 5 Model B\0")
    known = versions(machine(tmp_path))
    assert known["system"] == "Debian 13"
    assert known["computer"] == "Raspberry Pi 5 Model B"
    assert versions(machine(tmp_path / "none"))["computer"] == os.uname().machine
    assert {"gpiozero", "pyserial", "pillow"} <= set(libraries())


def test_this_very_machine_is_examined(tmp_path):
    """Examining the real machine gives each finding once and no error."""
    found = list(examine_machine(Computer(), tmp_path))
    assert [one.part for one in found if one.part != "groups"] == [
        *("power", "disk", "clock", "versions"),
    ]

"""The parts of a board, judged by their reports; test_doctor.py has the rest."""

from dataclasses import replace
from shutil import rmtree

import pytest

from firmware_host.app.daemon.daemon import Hardware
from firmware_host.app.doctor.board import (
    DiagnosisTarget,
    examine_board,
    judge_buses,
    judge_reader,
    our_firmware,
)
from firmware_host.app.doctor.findings import PartState
from firmware_host.app.doctor.reports import Quality, ReportedParts
from firmware_host.app.system.hardware import profile_path
from firmware_host.board.pieces import Zone
from firmware_host.link.events import Connected
from firmware_host.link.messages import Capability
from firmware_host.settings.board import RimSettings
from firmware_host.settings.profile import load_profile
from tests.app.ward import PROFILE, healthy
from tests.devices.chips import ChipScreens

CONNECTED = Connected(7, "ab", our_firmware(), (), Capability.TAGS)


@pytest.fixture
def machine(tmp_path):
    return healthy(tmp_path)


def found(profile, told, machine, bus=None):
    target = DiagnosisTarget(profile, machine.root, Hardware(bus=bus), machine)
    return {one.part: one for one in examine_board(target, told)}


def test_the_bus_is_off_or_not_there_or_has_no_channels(machine):
    def code():
        return judge_buses(PROFILE, machine).says.code

    assert code() == "doctor-buses"
    rmtree(machine.root / "sys/bus/i2c/devices")
    assert code() == "doctor-buses-mux"
    (machine.root / "dev/i2c-1").unlink()
    assert code() == "doctor-buses-none"
    config = machine.root / "boot/firmware/config.txt"
    config.write_text("dtoverlay=i2c-mux,pca9548\n", encoding="utf-8")
    assert code() == "doctor-buses-off"
    config.unlink()  # some other computer: nobody knows
    assert code() == "doctor-buses-none"


def test_screens_wait_for_their_bus(machine):
    """Without its bus a screen counts as untested, so that one fault is one finding."""
    told = ReportedParts(faults=tuple(f"screen-{name}" for name in PROFILE.screens))
    (machine.root / "dev/i2c-1").unlink()
    states = {part: one.state for part, one in found(PROFILE, told, machine).items()}
    assert states["buses"] is PartState.BROKEN
    assert {states[f"screen-{name}"] for name in PROFILE.screens} == {PartState.UNTRIED}


def test_a_screen_at_the_other_address_is_found_there(machine):
    """A module with its bridge at 0x3D; one that is dead answers at neither."""
    screens = ChipScreens(PROFILE.screens)
    told = ReportedParts(faults=("screen-2", "screen-3"))
    screens.move("2")
    screens.screens["3"].die()
    parts = found(PROFILE, told, machine, screens.open)
    assert parts["screen-2"].says.code == "doctor-screen-other"
    assert parts["screen-2"].says["other"] == "0x3D"
    assert parts["screen-2"].then.code == "then-address"
    assert parts["screen-3"].says.code == "doctor-screen-silent"


def test_another_screens_address_is_not_looked_at(machine):
    """A dead screen is judged by its own address, not by its channel's other one."""
    place = PROFILE.screens["1"]
    both = {"1": place, "2": replace(place, address=0x3D)}
    profile = replace(PROFILE, screens=both)
    screens = ChipScreens(both)
    screens.screens["1"].die()
    parts = found(profile, ReportedParts(faults=("screen-1",)), machine, screens.open)
    assert parts["screen-1"].says.code == "doctor-screen-silent"


@pytest.mark.parametrize(
    ("quality", "code"),
    [
        (Quality(), "doctor-reader"),
        (Quality(looks=19, hits=0), "doctor-reader"),  # too little to tell
        (Quality(looks=100, hits=79, touches=79), "doctor-reader-poor"),
        (Quality(looks=100, hits=80, touches=80), "doctor-reader-reads"),
        (Quality(looks=100, hits=99, touches=99, conflicts=9), "doctor-reader-reads"),
        (Quality(looks=100, hits=99, touches=99, conflicts=10), "doctor-reader-two"),
        (Quality(conflicts=6), "doctor-reader-two"),
    ],
)
def test_a_reader_is_judged_by_how_well_it_reads(quality, code):
    finding = judge_reader(Zone(2), quality, ())
    assert (finding.part, finding.says.code) == ("reader-2", code)
    assert judge_reader(Zone(2), quality, ("reader-2",)).state is PartState.BROKEN


def test_the_one_reader_that_answers_may_be_the_one_that_silences_the_others(machine):
    """A copy that holds MISO reads well itself, and every other one looks broken."""
    seven = replace(CONNECTED, zones=tuple(map(Zone, range(7))))
    told = ReportedParts(connected=seven, faults=tuple(f"reader-{n}" for n in range(6)))
    parts = found(PROFILE, told, machine)
    assert parts["reader-6"].state is PartState.WATCH
    assert parts["reader-6"].then.code == "then-reader-alone"
    assert parts["reader-5"].says.code == "doctor-reader-silent"
    two = ReportedParts(connected=seven, faults=told.faults[:5])
    assert found(PROFILE, two, machine)["reader-6"].state is PartState.OK


@pytest.mark.parametrize("count", [7, 2])
def test_a_reader_that_holds_the_bus_is_named(machine, count):
    """The controller has looked: of two readers too it is known which one it is."""
    zones = tuple(map(Zone, range(count)))
    here = replace(CONNECTED, zones=zones)
    silent = tuple(f"reader-{zone}" for zone in zones[1:])
    told = ReportedParts(connected=here, faults=silent, held=frozenset(zones[1:]))
    parts = found(PROFILE, told, machine)
    assert parts["reader-0"].state is PartState.BROKEN
    assert parts["reader-0"].says.code == "doctor-reader-holds"
    assert parts["reader-0"].then.code == "then-reader-alone"
    assert parts["reader-1"].says.code == "doctor-reader-held"


def test_a_bus_that_nobody_is_read_on_is_held_by_somebody(machine):
    """
    On a bus without any answer one reader holds the bus.

    A single silent one does not.
    """
    zones = tuple(map(Zone, range(3)))
    here, faults = replace(CONNECTED, zones=zones), ("reader-0", "reader-1", "reader-2")
    told = ReportedParts(connected=here, faults=faults, held=frozenset(zones[:2]))
    parts = found(PROFILE, told, machine)
    assert parts["reader-0"].then.code == "then-reader-held"
    assert parts["reader-1"].says.code == "doctor-reader-held"
    assert parts["reader-2"].says.code == "doctor-reader-silent"


def test_of_two_readers_nobody_can_say_which_is_at_fault(machine):
    """If only one of two readers is silent, the other one is fine."""
    pair = replace(CONNECTED, zones=(Zone(0), Zone(1)))
    parts = found(PROFILE, ReportedParts(connected=pair, faults=("reader-1",)), machine)
    assert parts["reader-0"].state is PartState.OK


def test_a_reader_of_the_profile_that_the_controller_lacks_is_told(machine):
    """A reader of the profile that the controller does not know is reported."""
    told = ReportedParts(connected=replace(CONNECTED, zones=(Zone(0), Zone(1))))
    parts = found(PROFILE, told, machine)
    assert parts["reader-1"].state is PartState.OK
    assert parts["reader-2"].says.code == "doctor-reader-unknown"


def test_rims_of_the_profile_that_the_controller_lacks_are_told(machine):
    """Rims of the profile that the controller does not know are reported."""
    rims = RimSettings(pin=27, leds=12, brightness=48, supply_ma=1000)
    profile = replace(PROFILE, pico=replace(PROFILE.pico, rims=rims))
    parts = found(profile, ReportedParts(connected=CONNECTED), machine)
    assert parts["rims"].state is PartState.BROKEN
    assert parts["rims"].says.code == "doctor-rims-unknown"
    able = replace(CONNECTED, capabilities=Capability.TAGS | Capability.RIMS)
    assert "rims" not in found(profile, ReportedParts(connected=able), machine)
    assert "rims" not in found(PROFILE, ReportedParts(connected=CONNECTED), machine)


def test_a_reader_on_the_pi_needs_no_controller(machine):
    direct = load_profile(profile_path("direct"))
    parts = found(direct, ReportedParts(), machine, bus=lambda _: None)
    assert parts["reader-0"].says.code == "doctor-reader"
    parts = found(
        direct, ReportedParts(faults=("reader-0",)), machine, bus=lambda _: None
    )
    assert parts["reader-0"].says.code == "doctor-reader-silent"


def test_a_board_without_tags_has_none_to_count(machine):
    buttons = load_profile(profile_path("buttons"))
    assert "tags" not in found(buttons, ReportedParts(), machine)
    assert found(PROFILE, ReportedParts(), machine)["tags"].state is PartState.WATCH


def test_a_port_where_nobody_speaks_is_another_fault_than_none(machine, tmp_path):
    """The one wants a cable, the other a program."""
    port = tmp_path / "tty"
    here = replace(PROFILE, pico=replace(PROFILE.pico, port=str(port)))
    assert found(here, ReportedParts(), machine)["controller"].says.code == (
        "doctor-controller-none"
    )
    port.touch()
    assert found(here, ReportedParts(), machine)["controller"].says.code == (
        "doctor-controller-mute"
    )


def test_our_firmware_is_that_of_the_files_we_ship():
    assert our_firmware().count(".") == 2

"""
The doctor's judgement of the board's parts by their reports.

All findings follow from the profile, the parts' reports (`ReportedParts`) and the files
in ``/dev`` and ``/sys``; no part is opened that a game could be using.
"""

from collections.abc import Iterator
from functools import cache
from pathlib import Path

from firmware_host.app.daemon.daemon import Hardware
from firmware_host.app.doctor.findings import (
    Finding,
    PartState,
    broken,
    ok,
    untried,
    watch,
)
from firmware_host.app.doctor.machine import Computer
from firmware_host.app.doctor.reports import Quality, ReportedParts
from firmware_host.app.system.pico import BARE_PICOS
from firmware_host.board.messages import Message, say
from firmware_host.board.pieces import KINDS, PIECES_IN_BOX, RACK, Piece, Zone
from firmware_host.board.record import Record
from firmware_host.devices.buses import bus_number
from firmware_host.devices.firmware import import_firmware
from firmware_host.devices.screens import answering_address
from firmware_host.errors import BoardMissingError
from firmware_host.link.messages import Capability
from firmware_host.settings.profile import Profile

#: A button held longer than this is stuck, or something leans on it.
STUCK_MS = 20_000

#: A tag that stays on a pad must be read in this percentage of attempts; fewer attempts
#: than `ENOUGH_LOOKS` are not judged.
GOOD_PERCENT, ENOUGH_LOOKS = 80, 20

#: The share of readings with two tags that is normal.
FEW_CONFLICTS = 5

#: What to do about a silent reader at the Pico.
LOOSE = say("then-reader")


class DiagnosisTarget(Record):
    """
    A board to be diagnosed, and the ways to its parts.

    Args:
        profile: The board.
        folder: The folder of its journal.
        hardware: The ways to its parts.
        machine: The way to ask the computer.
    """

    profile: Profile
    folder: Path
    hardware: Hardware = Hardware()
    machine: Computer = Computer()


def examine_board(
    target: DiagnosisTarget, reports: ReportedParts, *, pins: str = ""
) -> Iterator[Finding]:
    """
    Yield a finding for each part of a board.

    Args:
        target: The board.
        reports: The reports of the parts.
        pins: The reason why the pins cannot be used; empty if they can.
    """
    profile, machine, bus = target.profile, target.machine, None
    hardware = target.hardware
    if hardware.bus is None and hardware.display is None and profile.screens:
        bus = judge_buses(profile, machine)
        yield bus
    yield from _screens(target, reports, bus=bus is None or bus.state is PartState.OK)
    yield from _pins(profile, reports, why=pins)
    yield from _buttons(profile, reports)
    yield from _controller(profile, reports, machine)
    yield from _tags(profile, reports)


# --- buses and screens ------------------------------------------------------


def judge_buses(profile: Profile, machine: Computer) -> Finding:
    """Say whether I2C is switched on, is there, and has all channels of the screens."""
    places, root = profile.screens.values(), machine.root
    if not all((root / f"dev/i2c-{at.bus}").exists() for at in places):
        lines = [line.strip() for line in machine.config().splitlines()]
        on = any(line.startswith("dtparam=i2c_arm=on") for line in lines) or not lines
        says = say("doctor-buses-none") if on else say("doctor-buses-off")
        return broken("buses", says, say("then-setup"))
    try:
        for at in places:
            bus_number(at, root=root / "sys/bus/i2c/devices")
    except BoardMissingError:
        return broken("buses", say("doctor-buses-mux"), say("then-mux"))
    return ok("buses", say("doctor-buses"))


def _screens(
    target: DiagnosisTarget, reports: ReportedParts, *, bus: bool
) -> Iterator[Finding]:
    places = target.profile.screens
    for name, at in places.items():
        part = f"screen-{name}"
        if part in reports.faults and not bus:
            yield untried(part, say("doctor-screen-later"))
        elif part in reports.faults:
            channel = "" if at.channel is None else f", {at.bus}/{at.channel}"
            where = f"0x{at.address:02X}{channel}"
            says, then = (
                say("doctor-screen-silent", where=where),
                say("then-four-wires"),
            )
            if other := answering_address(at, places.values(), target.hardware.bus):
                says = say("doctor-screen-other", where=where, other=other)
                then = say("then-address", other=other)
            yield broken(part, says, then)
        else:
            yield ok(part, say("doctor-screen"))


# --- lamps, buzzer, buttons -------------------------------------------------


def _pins(profile: Profile, reports: ReportedParts, *, why: str) -> Iterator[Finding]:
    if why:
        yield broken("pins", say("doctor-pins", why=why), say("then-pins"))
        return
    parts: dict[str, tuple[int, ...]] = {
        f"lamp-{zone}": pair for zone, pair in profile.lamps.items()
    }
    if profile.buzzer is not None:
        parts["buzzer"] = (profile.buzzer,)
    for part, pins in parts.items():
        numbers = ", ".join(map(str, pins))
        if part in reports.faults:
            says = say("doctor-pin-taken", pins=numbers)
            yield broken(part, says, say("then-pin-taken"))
        else:
            yield untried(part, say("doctor-eyes", pins=numbers))
    if profile.speaker and "speaker" in reports.faults:
        yield broken("speaker", say("doctor-speaker"), say("then-speaker"))


def _buttons(profile: Profile, reports: ReportedParts) -> Iterator[Finding]:
    wired = profile.pico.buttons if profile.pico is not None else {}
    for button in (*profile.buttons, *wired):
        part = f"button-{button}"
        if part in reports.faults:
            pin = say("doctor-pin-taken", pins=str(profile.buttons[button]))
            yield broken(part, pin, say("then-pin-taken"))
        elif reports.held_ms.get(button, 0) > STUCK_MS:
            seconds = reports.held_ms[button] // 1000
            yield watch(part, say("doctor-held", n=seconds), say("then-held"))
    if profile.buttons or wired:
        count = say("doctor-buttons", n=len(profile.buttons) + len(wired))
        yield untried("buttons", count)


# --- the controller and its readers -----------------------------------------


def _controller(
    profile: Profile, reports: ReportedParts, machine: Computer
) -> Iterator[Finding]:
    if profile.reader_port:
        yield judge_reader(RACK, Quality(), reports.faults, say("then-reader-usb"))
        return
    if profile.pico is None:
        return
    if reports.connected is None:
        yield _no_pico(profile, reports, machine)
        return
    connected = reports.connected
    its, ours = connected.firmware, our_firmware()
    if reports.unreadable:
        says = say("doctor-controller-unreadable", n=reports.unreadable, version=its)
        yield broken("controller", says, say("then-flash"))
    elif "protocol" in reports.faults:
        says = say("doctor-controller-anew", version=its)
        yield broken("controller", says, say("then-flash"))
    elif its == ours:
        yield ok("controller", say("doctor-controller", version=its))
    else:
        says = say("doctor-controller-old", version=its, ours=ours)
        yield watch("controller", says, say("then-flash"))
    yield from _readers(connected.zones, reports)
    for zone in sorted(set(profile.pico.readers) - set(connected.zones)):
        yield broken(
            f"reader-{zone}", say("doctor-reader-unknown"), say("then-flash-profile")
        )
    if profile.pico.rims and Capability.RIMS not in connected.capabilities:
        yield broken("rims", say("doctor-rims-unknown"), say("then-flash-profile"))


def _readers(zones: tuple[Zone, ...], reports: ReportedParts) -> Iterator[Finding]:
    """
    Yield a finding for each reader, and for one that may block the others.

    On a shared bus a faulty chip that drives MISO permanently is itself read correctly,
    but the other readers are not. Our controller reports whether MISO is driven while
    no reader is selected. With another controller this can only be guessed.
    """
    answer = [zone for zone in zones if f"reader-{zone}" not in reports.faults]
    alone = answer if len(zones) - len(answer) > 1 == len(answer) else []
    for zone in zones:
        part = f"reader-{zone}"
        if reports.held and answer == [zone]:
            yield broken(part, say("doctor-reader-holds"), say("then-reader-alone"))
        elif zone in reports.held and zone not in answer:
            yield broken(part, say("doctor-reader-held"), say("then-reader-held"))
        elif zone in alone:
            yield watch(part, say("doctor-reader-alone"), say("then-reader-alone"))
        else:
            found = reports.quality.get(zone, Quality())
            yield judge_reader(zone, found, reports.faults)


@cache
def our_firmware() -> str:
    """Return the version of the controller's program that we have."""
    (core,) = import_firmware("core")
    return ".".join(map(str, core.FIRMWARE))


def _no_pico(profile: Profile, reports: ReportedParts, machine: Computer) -> Finding:
    """Return a finding that says why there is no controller."""
    if reports.protocol:
        says = say("doctor-controller-protocol", n=reports.protocol)
        return broken("controller", says, say("then-flash"))
    labels = machine.root / "dev/disk/by-label"
    if any((labels / bare.drive).exists() for bare in BARE_PICOS):
        return broken("controller", say("doctor-controller-bare"), say("then-flash"))
    wanted = Path(profile.port) if profile.port else None
    ports = [wanted] if wanted else list((machine.root / "dev").glob("ttyACM*"))
    if not any(port.exists() for port in ports):
        return broken("controller", say("doctor-controller-none"), say("then-cable"))
    return broken("controller", say("doctor-controller-mute"), say("then-mute"))


def judge_reader(
    zone: Zone, quality: Quality, faults: tuple[str, ...], then: Message = LOOSE
) -> Finding:
    """
    Return a finding about a reader's quality.

    `then` is the advice if it is silent.
    """
    part, looks = f"reader-{zone}", quality.looks
    if part in faults:
        return broken(part, say("doctor-reader-silent"), then)
    if quality.conflicts > max(FEW_CONFLICTS, quality.touches // 10):
        says = say("doctor-reader-two", n=quality.conflicts)
        return watch(part, says, say("then-calibrate"))
    if looks < ENOUGH_LOOKS:
        return ok(part, say("doctor-reader"))
    percent = 100 * quality.hits // looks
    if percent < GOOD_PERCENT:
        says = say("doctor-reader-poor", percent=percent)
        return watch(part, says, say("then-calibrate"))
    return ok(part, say("doctor-reader-reads", percent=percent))


# --- tags -------------------------------------------------------------------


def _tags(profile: Profile, reports: ReportedParts) -> Iterator[Finding]:
    if profile.input == "buttons":
        return
    pieces = [item for item in reports.items.values() if isinstance(item, Piece)]
    counts = [sum(piece.kind is kind for piece in pieces) for kind in KINDS]
    enough = sum(map(min, counts, PIECES_IN_BOX))
    numbered = [piece for piece in pieces if piece.number]
    whole, twice = sum(PIECES_IN_BOX), len(numbered) - len(set(numbered))
    if twice:
        yield watch("tags", say("doctor-tags-twice", n=twice), say("then-enrol"))
    elif enough < whole:
        says = say("doctor-tags-few", count=enough, all=whole)
        yield watch("tags", says, say("then-enrol"))
    elif reports.unknown:
        places = ", ".join(str(zone) for zone in sorted(set(reports.unknown)))
        says = say("doctor-tags-unknown", n=len(reports.unknown), zones=places)
        yield watch("tags", says, say("then-enrol"))
    else:
        yield ok("tags", say("doctor-tags", n=whole))

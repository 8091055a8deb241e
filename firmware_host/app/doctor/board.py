"""
The doctor at the board: what its parts have told, judged part by part.

Everything here is a function of the profile, of what the parts told (`Told`) and of
what lies in ``/dev`` and ``/sys``; nothing is opened that a game could be using.
"""

from collections.abc import Iterator
from functools import cache
from pathlib import Path

from firmware_host.app.daemon.daemon import Hardware
from firmware_host.app.doctor.findings import (
    Finding,
    State,
    broken,
    ok,
    untried,
    watch,
)
from firmware_host.app.doctor.machine import Machine
from firmware_host.app.doctor.told import Quality, Told
from firmware_host.app.system.pico import BARE_PICOS
from firmware_host.board.messages import Message, say
from firmware_host.board.pieces import KINDS, PIECES_IN_BOX, RACK, Piece, Zone
from firmware_host.board.record import Record
from firmware_host.devices.buses import bus_number
from firmware_host.devices.firmware import firmware
from firmware_host.devices.screens import answering_address
from firmware_host.errors import BoardMissingError
from firmware_host.link.messages import Capability
from firmware_host.settings.profile import Profile

#: A button that is held longer than this is stuck, or somebody leans on it.
STUCK_MS = 20_000

#: A tag that lies there is seen this often at least, of a hundred looks; and how many
#: looks tell anything.
GOOD_PERCENT, ENOUGH_LOOKS = 80, 20

#: Two tags at once are usual, once in a while.
FEW_CONFLICTS = 5

#: What to do about a silent reader at the Pico.
LOOSE = say("then-reader")


class DiagnosisTarget(Record):
    """
    A board, and the ways to its parts.

    Args:
        profile: The board.
        folder: Where its journal lies.
        hardware: How its parts are reached.
        machine: How the computer is asked.
    """

    profile: Profile
    folder: Path
    hardware: Hardware = Hardware()
    machine: Machine = Machine()


def examine_board(
    target: DiagnosisTarget, told: Told, *, pins: str = ""
) -> Iterator[Finding]:
    """
    Yield how the parts of a board are, part by part.

    Args:
        target: The board.
        told: What its parts have told.
        pins: Why the pins cannot be reached; empty where they can.
    """
    profile, machine, bus = target.profile, target.machine, None
    hardware = target.hardware
    if hardware.bus is None and hardware.display is None and profile.screens:
        bus = judge_buses(profile, machine)
        yield bus
    yield from _screens(target, told, bus=bus is None or bus.state is State.OK)
    yield from _pins(profile, told, why=pins)
    yield from _buttons(profile, told)
    yield from _controller(profile, told, machine)
    yield from _tags(profile, told)


# --- buses and screens ------------------------------------------------------


def judge_buses(profile: Profile, machine: Machine) -> Finding:
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


def _screens(target: DiagnosisTarget, told: Told, *, bus: bool) -> Iterator[Finding]:
    places = target.profile.screens
    for name, at in places.items():
        part = f"screen-{name}"
        if part in told.faults and not bus:
            yield untried(part, say("doctor-screen-later"))
        elif part in told.faults:
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


def _pins(profile: Profile, told: Told, *, why: str) -> Iterator[Finding]:
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
        if part in told.faults:
            says = say("doctor-pin-taken", pins=numbers)
            yield broken(part, says, say("then-pin-taken"))
        else:
            yield untried(part, say("doctor-eyes", pins=numbers))
    if profile.speaker and "speaker" in told.faults:
        yield broken("speaker", say("doctor-speaker"), say("then-speaker"))


def _buttons(profile: Profile, told: Told) -> Iterator[Finding]:
    wired = profile.pico.buttons if profile.pico is not None else {}
    for button in (*profile.buttons, *wired):
        part = f"button-{button}"
        if part in told.faults:
            pin = say("doctor-pin-taken", pins=str(profile.buttons[button]))
            yield broken(part, pin, say("then-pin-taken"))
        elif told.held_ms.get(button, 0) > STUCK_MS:
            seconds = told.held_ms[button] // 1000
            yield watch(part, say("doctor-held", n=seconds), say("then-held"))
    if profile.buttons or wired:
        count = say("doctor-buttons", n=len(profile.buttons) + len(wired))
        yield untried("buttons", count)


# --- the controller and its readers -----------------------------------------


def _controller(profile: Profile, told: Told, machine: Machine) -> Iterator[Finding]:
    if profile.reader_port:
        yield judge_reader(RACK, Quality(), told.faults, say("then-reader-usb"))
        return
    if profile.pico is None:
        return
    if told.connected is None:
        yield _no_controller(profile, told, machine)
        return
    connected = told.connected
    its, ours = connected.firmware, our_firmware()
    if told.unreadable:
        says = say("doctor-controller-unreadable", n=told.unreadable, version=its)
        yield broken("controller", says, say("then-flash"))
    elif "protocol" in told.faults:
        says = say("doctor-controller-anew", version=its)
        yield broken("controller", says, say("then-flash"))
    elif its == ours:
        yield ok("controller", say("doctor-controller", version=its))
    else:
        says = say("doctor-controller-old", version=its, ours=ours)
        yield watch("controller", says, say("then-flash"))
    yield from _readers(connected.zones, told)
    for zone in sorted(set(profile.pico.readers) - set(connected.zones)):
        yield broken(
            f"reader-{zone}", say("doctor-reader-unknown"), say("then-flash-profile")
        )
    if profile.pico.rims and Capability.RIMS not in connected.capabilities:
        yield broken("rims", say("doctor-rims-unknown"), say("then-flash-profile"))


def _readers(zones: tuple[Zone, ...], told: Told) -> Iterator[Finding]:
    """
    Say how each reader reads, and which may be the one that silences the others.

    On a shared bus a copy of the chip that holds MISO reads well itself, and no other
    one is understood. A controller of ours looks at MISO while none is selected, and
    tells whether it is held; another one leaves it to be guessed.
    """
    answer = [zone for zone in zones if f"reader-{zone}" not in told.faults]
    alone = answer if len(zones) - len(answer) > 1 == len(answer) else []
    for zone in zones:
        part = f"reader-{zone}"
        if told.held and answer == [zone]:
            yield broken(part, say("doctor-reader-holds"), say("then-reader-alone"))
        elif zone in told.held and zone not in answer:
            yield broken(part, say("doctor-reader-held"), say("then-reader-held"))
        elif zone in alone:
            yield watch(part, say("doctor-reader-alone"), say("then-reader-alone"))
        else:
            yield judge_reader(zone, told.quality.get(zone, Quality()), told.faults)


@cache
def our_firmware() -> str:
    """Return the version of the controller's program that we have."""
    (core,) = firmware("core")
    return ".".join(map(str, core.FIRMWARE))


def _no_controller(profile: Profile, told: Told, machine: Machine) -> Finding:
    """Say why no controller is there, as far as can be seen from here."""
    if told.protocol:
        says = say("doctor-controller-protocol", n=told.protocol)
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
    """Say how well the reader of *zone* reads; *then* is for one that is silent."""
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


def _tags(profile: Profile, told: Told) -> Iterator[Finding]:
    if profile.input == "buttons":
        return
    pieces = [item for item in told.items.values() if isinstance(item, Piece)]
    counts = [sum(piece.kind is kind for piece in pieces) for kind in KINDS]
    enough = sum(map(min, counts, PIECES_IN_BOX))
    told_apart = [piece for piece in pieces if piece.number]
    whole, twice = sum(PIECES_IN_BOX), len(told_apart) - len(set(told_apart))
    if twice:
        yield watch("tags", say("doctor-tags-twice", n=twice), say("then-enrol"))
    elif enough < whole:
        says = say("doctor-tags-few", count=enough, all=whole)
        yield watch("tags", says, say("then-enrol"))
    elif told.unknown:
        places = ", ".join(str(zone) for zone in sorted(set(told.unknown)))
        says = say("doctor-tags-unknown", n=len(told.unknown), zones=places)
        yield watch("tags", says, say("then-enrol"))
    else:
        yield ok("tags", say("doctor-tags", n=whole))

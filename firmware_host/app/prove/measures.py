"""
Measurements for claims, on a board in service mode or on its computer.

A measurement of the board is a function of a `Trial` and needs a person who taps and
presses. A measurement of the computer is a function of a `Computer` and runs at any
time. Both return a `Measured`. `claims.toml` refers to them by the names in `MEASURES`
and `OF_COMPUTER`.
"""

import os
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from dataclasses import field
from pathlib import Path
from tempfile import TemporaryDirectory

from firmware_host.app.daemon.daemon import Running
from firmware_host.app.doctor.findings import part_message
from firmware_host.app.doctor.machine import (
    HOT,
    PAST,
    THROTTLED,
    UNDER_VOLTAGE,
    Computer,
    measure_disk,
    power_bits,
)
from firmware_host.app.doctor.reports import quality
from firmware_host.app.doctor.walk import Walk, WalkProgress, stops
from firmware_host.app.prove.proof import Ruling
from firmware_host.board.events import Button, Pressed, Released
from firmware_host.board.faces import Face, Lamp, TableFace, ZoneFace
from firmware_host.board.messages import Message, say
from firmware_host.board.pieces import RACK, ZONES, Zone
from firmware_host.board.record import Record
from firmware_host.link.events import Reads
from firmware_host.settings.profile import Profile
from firmware_host.table.service_mode import ServiceMode, TagSettled, TwoAtOnce

#: The number of taps that are timed.
TIMED = 10

#: Holding the tick button for this long opens the menu.
HELD_S = 2.5

#: A pad is judged by this many attempts to read a tag, and this percentage of them must
#: succeed.
LOOKS, WELL_PERCENT = 100, 95

#: The longest time from the controller's decision to the lamp, in ms. Of the 130 ms
#: that a tap may take, six pads need 98 before it. Source: docs/readers.md, 99 of 100
#: taps.
TOLD_MS = 32


class Measured(Record):
    """
    The result of a measurement.

    Args:
        result: Whether the claim holds; None if a person still has to say.
        times: How many of the attempts succeeded.
        why: The reason why nothing could be measured; empty if it was.
        figures: The measured numbers, with the unit at the end of each name.
    """

    result: Ruling | None
    times: int = 0
    why: str = ""
    figures: Mapping[str, int] = field(default_factory=dict)


class Trial(Record):
    """
    A board in service mode, with a person at it.

    Args:
        service_mode: The events and screens of the board.
        running: The open devices and the table.
        profile: The board's profile.
        machine: The computer to ask.
        folder: The folder of the journal.
        pins_why: Why the pins cannot be reached; empty if they can.
        tell: Called with each message for the person.
        times: How often to try, as the claim says.
    """

    service_mode: ServiceMode
    running: Running
    profile: Profile
    machine: Computer
    folder: Path
    pins_why: str
    tell: Callable[[Message], None]
    times: int

    @property
    def pads(self) -> tuple[Zone, ...]:
        """Return the controller's pads; without a controller only the rack."""
        connected = self.running.meter.connected
        return connected.zones if connected is not None else (RACK,)

    def ask(self, message: Message, zone: Zone | None = None) -> None:
        """Tell the person what to do, and show on the board at which pad."""
        self.tell(message)
        self.show(zone, Lamp.DARK)

    def show(self, zone: Zone | None, lamp: Lamp) -> None:
        """Show on the board which pad is meant, and light its lamp."""
        where = say("walk")
        if zone is not None:
            where = say("walk-pad", n=zone) if zone else say("walk-rack")
        dark = ZoneFace(in_word=False)
        lit = ZoneFace(in_word=False, lamp=lamp)
        faces = tuple(lit if one == zone else dark for one in ZONES)
        self.service_mode.show(Face(TableFace(where), faces))

    async def touched(self) -> TagSettled | TwoAtOnce:
        """Return the next tap; after one that was too short, ask for another."""
        while True:
            match await self.service_mode.next():
                case TwoAtOnce(why="again"):
                    self.tell(say("prove-again"))
                case TagSettled() | TwoAtOnce() as event:
                    return event
                case _:
                    pass


def _judged(held: object) -> Ruling:
    return Ruling.PROVEN if held else Ruling.REFUTED


# --- taps -------------------------------------------------------------------


async def own_pad(trial: Trial) -> Measured:
    """Ask for a tap on each pad in turn: that pad must report it, and no other."""
    right = 0
    async for zone, event in _touches(trial, say("prove-tap")):
        if isinstance(event, TagSettled) and event.zone == zone:
            right += 1
            trial.show(zone, Lamp.YES)
        else:
            came = part_message(f"reader-{event.zone}")
            trial.tell(say("walk-other", what=came))
    return Measured(_judged(right == trial.times), times=right)


async def two_at_once(trial: Trial) -> Measured:
    """Ask for two pieces on one pad at once, which must never count as a tap."""
    right = 0
    async for zone, event in _touches(trial, say("prove-two")):
        if isinstance(event, TwoAtOnce):
            right += 1
            trial.show(zone, Lamp.REFUSED)
        else:
            trial.tell(say("prove-told-one"))
    return Measured(_judged(right == trial.times), times=right)


async def _touches(
    trial: Trial, asks: Message
) -> AsyncIterator[tuple[Zone, TagSettled | TwoAtOnce]]:
    """Ask for a tap on each pad in turn; yield the pad and the event that followed."""
    pads = trial.pads
    for at in range(trial.times):
        zone = pads[at % len(pads)]
        what = part_message(f"reader-{zone}")
        trial.ask(say(asks.code, what=what, at=at + 1, of=trial.times), zone)
        yield zone, await trial.touched()


async def finger_to_lamp(trial: Trial) -> Measured:
    """
    Time taps from the controller's decision to the lamp, and a write to the card.

    The time before the decision cannot be measured here. It needs a film of finger and
    lamp.
    """
    told_ms = []
    for at in range(TIMED):
        trial.ask(say("prove-any", at=at + 1, of=TIMED))
        event = await trial.touched()
        if isinstance(event, TagSettled):
            trial.show(event.zone, Lamp.YES)
            told_ms.append(event.age_ms + trial.running.table.now_ms - event.ms)
    if not told_ms:
        return Measured(None, why="later")
    began_s = time.perf_counter()
    _, error = measure_disk(trial.machine, trial.folder)
    write_ms = round(1000 * (time.perf_counter() - began_s))
    looks = [one.looks for one in trial.running.meter.reads.values() if one.looks]
    figures = {"told_ms": max(told_ms), "look_ms": 1000 // min(looks, default=1000)}
    if not error:
        figures["write_ms"] = write_ms
    late = max(told_ms) + figures.get("write_ms", 0) > TOLD_MS
    return Measured(Ruling.REFUTED if late else None, figures=figures)


# --- how pads read ------------------------------------------------------------


async def edge_reads(trial: Trial) -> Measured:
    """Ask for a piece at the edge of each tap mark; count how often it is read."""
    worst = 100
    for zone in trial.pads:
        trial.ask(say("prove-edge", what=part_message(f"reader-{zone}")), zone)
        seconds: list[Reads] = []
        while quality(seconds).looks < LOOKS:
            event = await trial.service_mode.next()
            if isinstance(event, Reads) and event.zone == zone:
                seen = event.hits or event.conflicts or seconds
                seconds += [event] if seen else []
                if len(seconds) > LOOKS:  # tag found in one second and lost in the next
                    return Measured(Ruling.REFUTED, figures={"percent": 0})
        found = quality(seconds)
        worst = min(worst, 100 * found.hits // found.looks)
    return Measured(_judged(worst >= WELL_PERCENT), figures={"percent": worst})


async def one_bus(trial: Trial) -> Measured:
    """Check whether every reader of the profile answers."""
    pico = trial.profile.pico
    wanted = set(pico.readers) if pico is not None else set()
    faults = trial.running.table.session.faults
    well = {zone for zone in trial.pads if f"reader-{zone}" not in faults}
    figures = {"readers": len(wanted & well)}
    return Measured(_judged(wanted and wanted <= well), figures=figures)


# --- buttons and pins ---------------------------------------------------------


async def held_button(trial: Trial) -> Measured:
    """Ask for a held tick button: each hold must be one press that lasts as long."""
    right = 0
    for at in range(trial.times):
        trial.ask(say("prove-hold", at=at + 1, of=trial.times))
        await _until(trial, Pressed(Button.TICK))
        right += await trial.service_mode.is_held(Button.TICK, HELD_S)
        if right > at:
            trial.tell(say("prove-let-go"))
            await _until(trial, Released(Button.TICK))
        else:
            trial.tell(say("prove-not-held"))
    return Measured(_judged(right == trial.times), times=right)


async def _until(trial: Trial, event: Pressed | Released) -> None:
    while await trial.service_mode.next() != event:
        pass


async def every_button(trial: Trial) -> Measured:
    """Ask for each button once, as `letterzone doctor` does."""

    def tell(where: WalkProgress) -> None:
        trial.tell(where.asks)
        if where.note is not None:
            trial.tell(where.note)

    way = tuple(one for one in stops(trial.profile) if one.button is not None)
    walk = Walk(trial.service_mode, trial.profile, tell=tell, way=way)
    await walk.run()
    seen = sum(walk.seen.values())
    return Measured(_judged(seen == len(way)), times=seen)


async def pins_reached(trial: Trial) -> Measured:
    """Check whether the profile's GPIO library can reach the pins."""
    if trial.profile.pins == "mock":
        return Measured(None, why="no-metal")
    return Measured(_judged(not trial.pins_why))


#: Measurements of the board, by their names in `claims.toml`.
MEASURES: Mapping[str, Callable[[Trial], Awaitable[Measured]]] = {
    "own-pad": own_pad,
    "two-at-once": two_at_once,
    "finger-to-lamp": finger_to_lamp,
    "edge-reads": edge_reads,
    "one-bus": one_bus,
    "held-button": held_button,
    "every-button": every_button,
    "pins": pins_reached,
}


# --- the computer -------------------------------------------------------------

#: The power supply can be judged only after this uptime, in seconds.
EVENING_S = 3 * 3600

#: The limit for the first picture in ms, and how long to wait for it in seconds.
STARTING_MS, STARTING_MOST_S = 3000, 60.0

#: A board must be ready within `READY_MS` of the kernel's start. If it was ready more
#: than `TOGETHER_MS` after the system, it was not started together with it.
READY_MS, TOGETHER_MS = 15_000, 60_000

_LOOK_S = 0.005
_UNIT = "letterzone.service"


def figures(machine: Computer) -> dict[str, int]:
    """
    Return the computer's figures, which can be read even during a game.

    `throttled`: the firmware's bits. `up_s`: the uptime. `kernel_ms` and `ready_ms`:
    from the kernel's start until system and board were ready. `memory_kb` and
    `peak_kb`: the daemon's memory now and at most. Unknown figures are left out.
    """
    found: dict[str, int | None] = {"throttled": power_bits(machine)}
    up = machine.text("proc/uptime").partition(".")[0]
    found["up_s"] = int(up) if up.isdigit() else None
    system = _shown(machine, "FinishTimestampMonotonic")
    wanted = ("ActiveEnterTimestampMonotonic", "MemoryCurrent", "MemoryPeak")
    unit = _shown(machine, *wanted, of=_UNIT)
    found["kernel_ms"] = _part(system, "FinishTimestampMonotonic", 1000)
    found["ready_ms"] = _part(unit, "ActiveEnterTimestampMonotonic", 1000)
    found["memory_kb"] = _part(unit, "MemoryCurrent", 1024)
    found["peak_kb"] = _part(unit, "MemoryPeak", 1024)
    return {name: value for name, value in found.items() if value is not None}


def _shown(machine: Computer, *properties: str, of: str = "") -> Mapping[str, str]:
    """Return the properties by `systemctl show` of a unit, or of systemd itself."""
    asked = [f"--property={one}" for one in properties]
    told = machine.ask("systemctl", "show", *filter(None, [of]), *asked)
    return dict(line.split("=", 1) for line in told.splitlines() if "=" in line)


def _part(shown: Mapping[str, str], name: str, unit: int) -> int | None:
    """Return a property divided by `unit`; None if it is missing, zero or "not set"."""
    value = shown.get(name, "")
    number = int(value) if value.isdigit() else 0
    return number // unit if 0 < number < 1 << 63 else None


def power_of_an_evening(machine: Computer) -> Measured:
    """Check whether the supply was ever too weak, or the computer too hot."""
    found = figures(machine)
    if "throttled" not in found:
        return Measured(None, why="no-metal")
    ever = UNDER_VOLTAGE | THROTTLED | HOT
    bad = found["throttled"] & (ever | ever << PAST)
    if not bad and found.get("up_s", 0) < EVENING_S:
        return Measured(None, why="early")
    return Measured(Ruling.REFUTED if bad else Ruling.PROVEN, figures=found)


def ready(machine: Computer) -> Measured:
    """
    Check how soon after the kernel's start the board was ready.

    A board that was restarted later gives no result.
    """
    found = figures(machine)
    if "ready_ms" not in found or "kernel_ms" not in found:
        return Measured(None, why="early")
    if found["ready_ms"] > found["kernel_ms"] + TOGETHER_MS:
        return Measured(None, why="early")  # the daemon was restarted later
    return Measured(_judged(found["ready_ms"] <= READY_MS), figures=found)


def is_installed(machine: Computer) -> Measured:
    """Check whether the Debian package is installed and running on Raspberry Pi OS."""
    if not (machine.root / "etc/rpi-issue").exists():
        return Measured(None, why="no-metal")
    status = machine.ask("dpkg-query", "--show", "--showformat=${Status}", "letterzone")
    active = machine.ask("systemctl", "is-active", _UNIT).strip()
    if status != "install ok installed":
        return Measured(None, why="early")
    return Measured(_judged(active == "active"), figures=figures(machine))


def starting(_machine: Computer) -> Measured:
    """
    Start a simulated board in its own folder, and time its first picture.

    On real screens the picture appears up to 23 ms later, the time to send one. The
    simulated board uses no pin and no port, so it does not disturb the real one.
    """
    with TemporaryDirectory() as folder:
        ms = starting_ms(Path(folder))
    if ms is None:
        return Measured(Ruling.REFUTED)
    return Measured(_judged(ms <= STARTING_MS), figures={"starting_ms": ms})


def starting_ms(folder: Path) -> int | None:
    """Return the ms until the table screen shows something; None for never."""
    words = ("run", "simulated", "--port", folder / "none", "--screens", folder)
    began_s = time.monotonic()
    daemon = subprocess.Popen(  # noqa: S603 - the command is fixed
        [sys.executable, "-m", "firmware_host", *words, "--folder", folder / "board"],
        env={**os.environ, "NOTIFY_SOCKET": ""},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        while time.monotonic() - began_s < STARTING_MOST_S:
            if (folder / "table.png").exists():
                return round(1000 * (time.monotonic() - began_s))
            if daemon.poll() is not None:
                return None
            time.sleep(_LOOK_S)
        return None
    finally:
        if daemon.poll() is None:
            daemon.send_signal(signal.SIGTERM)
        daemon.wait()


#: Measurements of the computer alone, by their names in `claims.toml`.
OF_COMPUTER: Mapping[str, Callable[[Computer], Measured]] = {
    "power": power_of_an_evening,
    "ready": ready,
    "installed": is_installed,
    "starting": starting,
}

"""
What a board can measure for a claim: out of play, or of its computer at any time.

Each measure is a function of a `Trial`, while somebody taps and presses, or of a
`Machine`. It ends in a `Measured`; its name is what `claims.toml` calls it by.
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
    Machine,
    measure_disk,
    power_bits,
)
from firmware_host.app.doctor.told import quality
from firmware_host.app.doctor.walk import Walk, Where, stops
from firmware_host.app.prove.proof import Result
from firmware_host.board.events import Button, Pressed, Released
from firmware_host.board.faces import Face, Lamp, TableFace, ZoneFace
from firmware_host.board.messages import Message, say
from firmware_host.board.pieces import RACK, ZONES, Zone
from firmware_host.board.record import Record
from firmware_host.link.events import Reads
from firmware_host.settings.profile import Profile
from firmware_host.table.service_mode import ServiceMode, Tagged, TwoAtOnce

#: How often a finger is timed.
TIMED = 10

#: A tick that is held for so long opens the menu.
HELD_S = 2.5

#: So many looks tell how a pad reads, and so many of a hundred have to see the tag.
LOOKS, WELL_PERCENT = 100, 95

#: The longest that a lamp may take once the controller has decided: of 130 ms six pads
#: take 98 before that. Source: docs/readers.md, 99 of 100 taps.
TOLD_MS = 32


class Measured(Record):
    """
    What came of a measure.

    Args:
        result: Whether the claim holds; None where a person has to say that too.
        times: How often it held, where a claim is to be tried so often.
        why: Why nothing could be measured.
        figures: What was measured.
    """

    result: Result | None
    times: int = 0
    why: str = ""
    figures: Mapping[str, int] = field(default_factory=dict)


class Trial(Record):
    """
    A board out of play, and who taps it.

    Args:
        service_mode: The board.
        running: With everything open.
        profile: What it is made of.
        machine: How its computer is asked.
        folder: Where it keeps its journal.
        pins_why: Why its pins cannot be reached; empty where they can.
        tell: Called with what somebody is to do.
        times: How often, where the claim says so.
    """

    service_mode: ServiceMode
    running: Running
    profile: Profile
    machine: Machine
    folder: Path
    pins_why: str
    tell: Callable[[Message], None]
    times: int

    @property
    def pads(self) -> tuple[Zone, ...]:
        """Every pad that the controller says it has; only the rack's without one."""
        connected = self.running.meter.connected
        return connected.zones if connected is not None else (RACK,)

    def ask(self, message: Message, zone: Zone | None = None) -> None:
        """Say what is to be done, and on the board where."""
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

    async def touched(self) -> Tagged | TwoAtOnce:
        """Return the next touch; one that left too soon is told, and asked for anew."""
        while True:
            match await self.service_mode.next():
                case TwoAtOnce(why="again"):
                    self.tell(say("prove-again"))
                case Tagged() | TwoAtOnce() as event:
                    return event
                case _:
                    pass


def _judged(held: object) -> Result:
    return Result.PROVEN if held else Result.REFUTED


# --- taps -------------------------------------------------------------------


async def own_pad(trial: Trial) -> Measured:
    """Ask for a tap on one pad after the other: each is told there and nowhere else."""
    right = 0
    async for zone, event in _touches(trial, say("prove-tap")):
        if isinstance(event, Tagged) and event.zone == zone:
            right += 1
            trial.show(zone, Lamp.YES)
        else:
            came = part_message(f"reader-{event.zone}")
            trial.tell(say("walk-other", what=came))
    return Measured(_judged(right == trial.times), times=right)


async def two_at_once(trial: Trial) -> Measured:
    """Ask for two pieces on one pad: never a tap."""
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
) -> AsyncIterator[tuple[Zone, Tagged | TwoAtOnce]]:
    """Ask for a touch on one pad after the other; yield the pad, and what came."""
    pads = trial.pads
    for at in range(trial.times):
        zone = pads[at % len(pads)]
        what = part_message(f"reader-{zone}")
        trial.ask(say(asks.code, what=what, at=at + 1, of=trial.times), zone)
        yield zone, await trial.touched()


async def finger_to_lamp(trial: Trial) -> Measured:
    """
    Time taps from the controller's decision to the lamp, and a write to the card.

    How long the looks take before, nobody here knows when they began: a film has to
    show the whole.
    """
    told_ms = []
    for at in range(TIMED):
        trial.ask(say("prove-any", at=at + 1, of=TIMED))
        event = await trial.touched()
        if isinstance(event, Tagged):
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
    return Measured(Result.REFUTED if late else None, figures=figures)


# --- how pads read ------------------------------------------------------------


async def edge_reads(trial: Trial) -> Measured:
    """Ask for a piece at the edge of each tap mark, and count the looks that see it."""
    worst = 100
    for zone in trial.pads:
        trial.ask(say("prove-edge", what=part_message(f"reader-{zone}")), zone)
        seconds: list[Reads] = []
        while quality(seconds).looks < LOOKS:
            event = await trial.service_mode.next()
            if isinstance(event, Reads) and event.zone == zone:
                seen = event.hits or event.conflicts or seconds
                seconds += [event] if seen else []
                if len(seconds) > LOOKS:  # it comes and goes, second by second
                    return Measured(Result.REFUTED, figures={"percent": 0})
        found = quality(seconds)
        worst = min(worst, 100 * found.hits // found.looks)
    return Measured(_judged(worst >= WELL_PERCENT), figures={"percent": worst})


async def one_bus(trial: Trial) -> Measured:
    """See whether every reader of the profile answers."""
    pico = trial.profile.pico
    wanted = set(pico.readers) if pico is not None else set()
    faults = trial.running.table.session.faults
    well = {zone for zone in trial.pads if f"reader-{zone}" not in faults}
    figures = {"readers": len(wanted & well)}
    return Measured(_judged(wanted and wanted <= well), figures=figures)


# --- buttons and pins ---------------------------------------------------------


async def held_button(trial: Trial) -> Measured:
    """Ask for the tick, held: each is one press, for as long as it is held."""
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
    """Ask for each button once, as the doctor's walk does."""

    def tell(where: Where) -> None:
        trial.tell(where.asks)
        if where.note is not None:
            trial.tell(where.note)

    way = tuple(one for one in stops(trial.profile) if one.button is not None)
    walk = Walk(trial.service_mode, trial.profile, tell=tell, way=way)
    await walk.run()
    seen = sum(walk.seen.values())
    return Measured(_judged(seen == len(way)), times=seen)


async def pins_reached(trial: Trial) -> Measured:
    """See whether the header's pins can be reached by the library of the profile."""
    if trial.profile.pins == "mock":
        return Measured(None, why="no-metal")
    return Measured(_judged(not trial.pins_why))


#: Every measure that wants the board, by its name in `claims.toml`.
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

#: An evening: before that nobody knows whether the supply lasts one.
EVENING_S = 3 * 3600

#: "Starting" is there by then; nobody waits longer than that.
STARTING_MS, STARTING_MOST_S = 3000, 60.0

#: A board is ready so soon after its kernel has begun; one that is so much later than
#: its system was not started with it.
READY_MS, TOGETHER_MS = 15_000, 60_000

_LOOK_S = 0.005
_UNIT = "letterzone.service"


def figures(machine: Machine) -> dict[str, int]:
    """
    Return what can be measured of a computer whose board may be in play.

    `throttled` as the firmware has it, `up_s` since the kernel began; `kernel_ms` until
    the system was up and `ready_ms` until the board was, both from there; and the
    memory of the board's daemon, now and at its most. What nobody knows is left out.
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


def _shown(machine: Machine, *properties: str, of: str = "") -> Mapping[str, str]:
    """Return what `systemctl show` says of a unit, or of systemd itself."""
    asked = [f"--property={one}" for one in properties]
    told = machine.ask("systemctl", "show", *filter(None, [of]), *asked)
    return dict(line.split("=", 1) for line in told.splitlines() if "=" in line)


def _part(shown: Mapping[str, str], name: str, unit: int) -> int | None:
    """Return a number in a larger unit; None for none, and for systemd's "not set"."""
    value = shown.get(name, "")
    number = int(value) if value.isdigit() else 0
    return number // unit if 0 < number < 1 << 63 else None


def power_of_an_evening(machine: Machine) -> Measured:
    """See whether the supply was ever too weak, or the computer too hot."""
    found = figures(machine)
    if "throttled" not in found:
        return Measured(None, why="no-metal")
    ever = UNDER_VOLTAGE | THROTTLED | HOT
    bad = found["throttled"] & (ever | ever << PAST)
    if not bad and found.get("up_s", 0) < EVENING_S:
        return Measured(None, why="early")
    return Measured(Result.REFUTED if bad else Result.PROVEN, figures=found)


def ready(machine: Machine) -> Measured:
    """See how soon after its kernel the board was ready, at the last start of both."""
    found = figures(machine)
    if "ready_ms" not in found or "kernel_ms" not in found:
        return Measured(None, why="early")
    if found["ready_ms"] > found["kernel_ms"] + TOGETHER_MS:
        return Measured(None, why="early")  # it was begun anew since
    soon = found["ready_ms"] <= READY_MS
    return Measured(Result.PROVEN if soon else Result.REFUTED, figures=found)


def is_installed(machine: Machine) -> Measured:
    """See whether the package is at work on Raspberry Pi OS."""
    if not (machine.root / "etc/rpi-issue").exists():
        return Measured(None, why="no-metal")
    status = machine.ask("dpkg-query", "--show", "--showformat=${Status}", "letterzone")
    active = machine.ask("systemctl", "is-active", _UNIT).strip()
    if status != "install ok installed":
        return Measured(None, why="early")
    result = Result.PROVEN if active == "active" else Result.REFUTED
    return Measured(result, figures=figures(machine))


def starting(_machine: Machine) -> Measured:
    """
    Start a daemon without metal, and time its first picture.

    On the board's own screens it is there at most a whole picture later, 23 ms. The
    daemon that is started has no pin and no port, so it disturbs none.
    """
    with TemporaryDirectory() as folder:
        ms = starting_ms(Path(folder))
    if ms is None:
        return Measured(Result.REFUTED)
    result = Result.PROVEN if ms <= STARTING_MS else Result.REFUTED
    return Measured(result, figures={"starting_ms": ms})


def starting_ms(folder: Path) -> int | None:
    """Return how long the table's screen takes to show something; None for ever."""
    words = ("run", "simulated", "--port", folder / "none", "--screens", folder)
    began_s = time.monotonic()
    daemon = subprocess.Popen(  # noqa: S603 - this very program
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


#: Every measure of the computer alone, by its name in `claims.toml`.
OF_COMPUTER: Mapping[str, Callable[[Machine], Measured]] = {
    "power": power_of_an_evening,
    "ready": ready,
    "installed": is_installed,
    "starting": starting,
}

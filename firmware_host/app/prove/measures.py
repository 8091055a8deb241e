"""
What a board out of play can measure for a claim by itself, while somebody taps it.

Each measure is a function of a `Trial` and ends in a `Measured`; its name is what
`claims.toml` calls it by. What belongs to the computer alone is in `computer.py`.
"""

import time
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from dataclasses import field
from pathlib import Path

from firmware_host.app.daemon.daemon import Running
from firmware_host.app.doctor.findings import part_message
from firmware_host.app.doctor.machine import Machine, measure_disk
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

"""
The walk: a test of every part of a board in turn, judged by a person.

Tick means that a part works, cross that it does not. Holding the cross ends the walk.
It needs the board alone; a terminal or a page may press both buttons too.
"""

import asyncio
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace

from firmware_host.app.doctor.findings import (
    Finding,
    PartState,
    broken,
    ok,
    part_message,
)
from firmware_host.board.events import Button, Pressed, Released
from firmware_host.board.faces import Buzz, Face, Lamp, TableFace, ZoneFace
from firmware_host.board.messages import Message, say
from firmware_host.board.pieces import RACK, ZONES, Zone
from firmware_host.board.record import Record
from firmware_host.settings.profile import Profile
from firmware_host.table.service_mode import ServiceMode, TagSettled, TwoAtOnce

#: Holding the cross for this long ends the walk.
LEAVE_S = 3.0

#: The longest wait for a button or a pad that may be dead, in seconds.
PATIENCE_S = 60.0

#: Buttons that mean "seen": the service button too, in case the tick is broken.
SEEN = (Button.TICK, Button.SERVICE)

#: The advice for a part that did not work.
REMEDIES = {
    "screen": say("then-four-wires"),
    "lamp": say("then-lamp"),
    "buzzer": say("then-buzzer"),
    "button": say("then-button"),
    "reader": say("then-reader"),
}

_DARK = ZoneFace(in_word=False)


class WalkStop(Record):
    """
    One part to look at, to hear, to press or to tap.

    Args:
        part: The part of the board.
        asks: The question, or the instruction.
        face: The screens of the board meanwhile, except the table screen.
        buzz: The sound to play; None for none.
        button: The button to press; None if a person answers with tick or cross.
        pad: The pad to tap; None if a person answers with tick or cross.
    """

    part: str
    asks: Message
    face: Face = Face(TableFace(say("walk")))
    buzz: Buzz | None = None
    button: Button | None = None
    pad: Zone | None = None

    @property
    def waits(self) -> bool:
        """True if the stop needs a button or a pad, and not an answer."""
        return self.button is not None or self.pad is not None


class WalkProgress(Record):
    """
    The progress of a walk.

    Args:
        at: The number of the stop, from 1.
        of: The number of stops.
        asks: The question of the stop.
        note: A note about an unexpected event.
    """

    at: int
    of: int
    asks: Message
    note: Message | None = None


def stops(profile: Profile) -> tuple[WalkStop, ...]:
    """Return all stops of a board. Buttons come first, because they answer the rest."""
    return (*_buttons(profile), *_screens(profile), *_lamps(profile), *_pads(profile))


@dataclass(slots=True)
class Walk:
    """
    A guided test of a board that is out of play.

    Args:
        service_mode: The board.
        profile: Its profile.
        tell: Called at each stop, and after each unexpected event.
        patience_s: The time to wait for a button or a pad, in seconds.
        way: The stops; empty for all stops of the board.
        seen: For each tested part, whether a person has seen it working.
    """

    service_mode: ServiceMode
    profile: Profile
    tell: Callable[[WalkProgress], None] = lambda _: None
    patience_s: float = PATIENCE_S
    way: tuple[WalkStop, ...] = ()
    seen: dict[str, bool] = field(default_factory=dict)

    @property
    def findings(self) -> tuple[Finding, ...]:
        """The findings about the parts that were tested so far."""
        return tuple(
            ok(part, say("doctor-seen"))
            if seen
            else broken(part, say("doctor-unseen"), REMEDIES[part.partition("-")[0]])
            for part, seen in self.seen.items()
        )

    async def run(self) -> tuple[Finding, ...]:
        """Walk until the last stop, or until the cross is held."""
        way = self.way or stops(self.profile)
        for at, stop in enumerate(way, start=1):
            seen = await self._visit(stop, WalkProgress(at, len(way), stop.asks))
            if seen is None:
                break
            self.seen[stop.part] = self.seen.get(stop.part, True) and seen
        return self.findings

    async def show_result(self) -> None:
        """Show the faults until a button is pressed."""
        self.service_mode.show(Face(result(self.findings)))
        while not isinstance(await self.service_mode.next(), Pressed):
            pass

    def answer(self, *, seen: bool) -> None:
        """Press tick or cross, for a person at a terminal or a page."""
        button = Button.TICK if seen else Button.CROSS
        self.service_mode.put(Pressed(button))
        self.service_mode.put(Released(button))

    async def _visit(self, stop: WalkStop, where: WalkProgress) -> bool | None:
        """Return whether the part works, or None to end the walk."""
        self._show(stop, where)
        if stop.buzz is not None:
            self.service_mode.buzz(stop.buzz)
        waits = stop.waits
        until_s = _now_s() + self.patience_s if waits else None
        while True:
            left_s = None if until_s is None else max(0.0, until_s - _now_s())
            match await self.service_mode.next(left_s):
                case None:
                    return False
                case Pressed(button=button) if button is stop.button:
                    return True
                case Pressed(button=Button.CROSS):
                    held = await self.service_mode.is_held(Button.CROSS, LEAVE_S)
                    return None if held else False
                case Pressed(button=button) if button in SEEN and not waits:
                    return True
                case Pressed(button=button) if stop.button is not None:
                    came = say("walk-other", what=part_message(f"button-{button}"))
                    self._show(stop, replace(where, note=came))
                case TagSettled(zone=zone) if zone == stop.pad:
                    return True
                case TagSettled(zone=zone) | TwoAtOnce(zone=zone) if waits:
                    came = say("walk-other", what=part_message(f"reader-{zone}"))
                    self._show(stop, replace(where, note=came))
                case _:
                    pass

    def _show(self, stop: WalkStop, where: WalkProgress) -> None:
        self.tell(where)
        how = say("walk-skip") if stop.waits else say("walk-how")
        table = TableFace(
            where.asks,
            status=say("walk-at", at=where.at, of=where.of),
            note=where.note or how,
        )
        self.service_mode.show(replace(stop.face, table=table))


def result(findings: tuple[Finding, ...]) -> TableFace:
    """Return the table's screen at the end of a walk."""
    bad = [one.part for one in findings if one.state is PartState.BROKEN]
    if not bad:
        return TableFace(say("walk-well"), note=say("walk-end"))
    first, more = part_message(bad[0]), len(bad) - 1
    line = say("walk-not-more", what=first, n=more) if more else first
    return TableFace(line, status=say("walk-not"), note=say("walk-end"))


def _now_s() -> float:
    return asyncio.get_running_loop().time()


# --- the stops --------------------------------------------------------------


def _buttons(profile: Profile) -> Iterator[WalkStop]:
    wired = profile.pico.buttons if profile.pico is not None else {}
    here = {*profile.buttons, *wired}
    for button in Button:
        if button in here:
            part = f"button-{button}"
            asks = say("walk-button", what=part_message(part))
            yield WalkStop(part, asks, button=button)


def _screens(profile: Profile) -> Iterator[WalkStop]:
    if "table" in profile.screens:
        yield WalkStop("screen-table", say("walk-screen-table"))
    if "maker" in profile.screens:
        asks = say("walk-screen-maker")
        own = Face(TableFace(asks), maker=TableFace(say("walk-here")))
        yield WalkStop("screen-maker", asks, own)
    for zone in ZONES:
        if str(zone) in profile.screens:
            face = _zone_face(zone, ZoneFace(placed=(1, 1, 1, 1)))
            yield WalkStop(f"screen-{zone}", say("walk-screen", n=zone), face)


def _lamps(profile: Profile) -> Iterator[WalkStop]:
    for zone in profile.lamps:
        part = f"lamp-{zone}"
        cross, tick = (
            _zone_face(zone, replace(_DARK, lamp=lamp)) for lamp in (Lamp.NO, Lamp.YES)
        )
        yield WalkStop(part, say("walk-cross", n=zone), cross)
        yield WalkStop(part, say("walk-tick", n=zone), tick)
    if profile.buzzer is not None:
        yield WalkStop("buzzer", say("walk-buzzer"), buzz=Buzz.YES)


def _pads(profile: Profile) -> Iterator[WalkStop]:
    readers = set(profile.pico.readers) if profile.pico is not None else set()
    if profile.reader_port:
        readers.add(RACK)
    for zone in sorted(readers):
        asks = say("walk-pad", n=zone) if zone else say("walk-rack")
        yield WalkStop(f"reader-{zone}", asks, pad=zone)


def _zone_face(zone: Zone, face: ZoneFace) -> Face:
    zones = tuple(face if one == zone else _DARK for one in ZONES)
    return Face(TableFace(say("walk")), zones)

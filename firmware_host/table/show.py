"""Shows the changes of a face on lamps, screens and buzzer."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from firmware_host.board.faces import Buzz, Face, Lamp, ZoneFace
from firmware_host.board.messages import Message
from firmware_host.board.pieces import ZONES, Zone
from firmware_host.picture.beats import Beat, Zones
from firmware_host.picture.lamps import TONES, Tone, levels
from firmware_host.table.parts import PartGuard, Parts

if TYPE_CHECKING:
    from firmware_host.table.drawn import Drawn

#: The period in seconds of the blinking dot on the table screen.
BREATH_S = 1.0


class Show:
    """
    Shows faces on the devices and remembers when each lamp changed.

    `light` may be called on the journal's thread as soon as an answer is durable;
    everything else runs on the event loop. If a device raises, the others go on.

    Args:
        parts: The devices.
        guard: Calls a device and catches its exceptions.
    """

    def __init__(self, parts: Parts, guard: PartGuard) -> None:
        self._parts = parts
        self._guard = guard
        self._lamps: list[Lamp] = [Lamp.DARK] * len(ZONES)
        self._since_ms = [0] * len(ZONES)
        self._blink: asyncio.TimerHandle | None = None
        self._breath: asyncio.TimerHandle | None = None
        self._notes: list[asyncio.TimerHandle] = []
        self._beats: list[asyncio.TimerHandle] = []
        #: The face that is shown; None before the first one.
        self.face: Face | None = None
        self._zones: Zones | None = None
        #: The face drawn last on each screen, by the name of the part.
        self._drawn_last: dict[str, object] = {}
        self._language = ""
        self._alive = True
        self._drawn = self._drawing()

    def light(self, zones: tuple[ZoneFace, ...]) -> None:
        """
        Set the lamps whose state has changed, together. May run on another thread.

        They share the time of the change, so lamps that blink do so together.
        """
        now_ms = self._parts.clock_ms()
        for at, zone_face in enumerate(zones):
            if zone_face.lamp is not self._lamps[at]:
                self._lamps[at] = zone_face.lamp
                self._since_ms[at] = now_ms
                self._level(at, now_ms)

    def _level(self, at: int, now_ms: int) -> int | None:
        """Set a zone's lamps to their pattern; return its next step in ms, or None."""
        age_ms = now_ms - self._since_ms[at]
        cross, tick, next_ms = levels(self._lamps[at], age_ms, at)
        zone = Zone(at + 1)
        for lamps in (self._parts.lamps, self._parts.rims):
            if lamps is not None:
                self._guard(f"lamp-{zone}", lamps.show, zone, cross=cross, tick=tick)
        return next_ms

    def present(self, face: Face, language: str) -> None:
        """Show *face*: the lamps first, then the zones that answer, then the rest."""
        self.light_up(face, language)
        self.finish()

    def light_up(
        self,
        face: Face,
        language: str,
        script: Sequence[Beat] = (),
        *,
        sound: bool = False,
    ) -> None:
        """
        Light the lamps of *face* and play its sound; `finish` draws its screens.

        Args:
            face: The face to show; beats may cover parts of it for a while.
            language: The language of its texts.
            script: Beats to play before it. Earlier beats continue if this is empty
                and the zones' faces are unchanged.
            sound: True to play the tones of the beats.
        """
        before, self.face = self.face, face
        if script or before is None or face.zones != before.zones:
            self._end_beats()
        zones = face.zones
        if script:
            first, *later = script
            zones = first.zones
            self._begin_beats(later, sound=sound)
            if sound and first.tones:
                self._guard("the sound", self._play, first.tones)
        elif self._beats and self._zones is not None:
            zones = self._zones
        # After a failed call every screen is drawn again.
        if language != self._language or self._guard.broken:
            self._drawn_last.clear()
        self._language = language
        self._light_all(zones)

    def finish(self) -> None:
        """
        Draw every screen that has changed, the zones that answer first.

        Zones that answer together are drawn from the seekers' left to right.
        """
        if self.face is None:
            return
        self._draw_zones(answers=True)
        self._draw_zones()
        own = (self.face.table, self.face.local)
        self._draw("screen-table", own, self._draw_table)
        self._draw("screen-maker", self.face.maker, self._draw_maker, self.face)
        if self._breath is None:
            self._breathe()

    def _light_all(self, zones: Zones) -> None:
        self._zones = zones
        self._guard("lamps", self.light, zones)
        self._guard("blinking", self._keep_blinking)

    def _draw_zones(self, *, answers: bool = False) -> None:
        """Draw the zones that have changed; if *answers*, only zones with an answer."""
        for at, zone_face in enumerate(self._zones or ()):
            if zone_face.answers or not answers:
                part = f"screen-{at + 1}"
                self._draw(part, zone_face, self._draw_zone, at, zone_face)

    def _draw(
        self, part: str, what: object, draw: Callable[..., None], *args: object
    ) -> None:
        """Draw a screen, unless *what* was drawn there last."""
        if part not in self._drawn_last or self._drawn_last[part] != what:
            self._drawn_last[part] = what
            self._guard(part, draw, *args)

    def _begin_beats(self, script: Sequence[Beat], *, sound: bool) -> None:
        loop = asyncio.get_running_loop()
        self._beats = [
            loop.call_later(beat.at_ms / 1000, self._beat, beat, sound)
            for beat in script
        ]

    def _beat(self, beat: Beat, sound: bool) -> None:  # noqa: FBT001 - asyncio calls it
        self._beats.pop(0)
        self._light_all(beat.zones)
        self._draw_zones()
        if sound and beat.tones:
            self._guard("the sound", self._play, beat.tones)

    def _end_beats(self) -> None:
        for beat in self._beats:
            beat.cancel()
        self._beats.clear()

    def busy(self) -> None:
        """Show the hourglass over the face."""
        if self.face is not None:
            table = replace(self.face.table, busy=True)
            self.face = replace(self.face, table=table)
            own = (table, self.face.local)
            self._draw("screen-table", own, self._draw_table)

    def buzz(self, buzz: Buzz) -> None:
        """Play a tune; it replaces one that is playing."""
        self._play(TONES[buzz])

    def _play(self, tones: Sequence[Tone]) -> None:
        self._hush()
        if self._parts.buzzer is None:
            return
        on, off = self._parts.buzzer.on, self._parts.buzzer.off
        at_ms, last = 0, len(tones) - 1
        for at, (on_ms, off_ms, hertz) in enumerate(tones):
            self._note(at_ms, "buzzer-on", on, hertz)
            at_ms += on_ms
            if off_ms or at == last:  # else the next tone follows without a gap
                self._note(at_ms, "buzzer-off", off)
            at_ms += off_ms

    def _note(
        self, at_ms: int, name: str, call: Callable[..., None], *hertz: int
    ) -> None:
        loop = asyncio.get_running_loop()
        note = loop.call_later(at_ms / 1000, self._guard, name, call, *hertz)
        self._notes.append(note)

    def close(self) -> None:
        """Stop every timer; the devices switch themselves off."""
        self._hush()
        self._end_beats()
        for timer in (self._blink, self._breath):
            if timer is not None:
                timer.cancel()

    def _hush(self) -> None:
        for note in self._notes:
            note.cancel()
        self._notes.clear()
        if self._parts.buzzer is not None:
            self._guard("buzzer-off", self._parts.buzzer.off)

    def _keep_blinking(self) -> None:
        """Set all lamps to their patterns, and set a timer for the next step."""
        if self._blink is not None:
            self._blink.cancel()
            self._blink = None
        now_ms = self._parts.clock_ms()
        ends = []
        for at in range(len(ZONES)):
            next_ms = self._level(at, now_ms)
            if next_ms is not None:
                ends.append(self._since_ms[at] + next_ms)
        if ends:
            delay_s = (min(ends) - now_ms) / 1000  # always in the future: see `levels`
            loop = asyncio.get_running_loop()
            blink = self._keep_blinking
            self._blink = loop.call_later(delay_s, self._guard, "blinking", blink)

    def _breathe(self) -> None:
        """Blink the dot that shows that the board is alive."""
        self._alive = not self._alive
        self._guard("screen-table", self._draw_table)
        loop = asyncio.get_running_loop()
        self._breath = loop.call_later(BREATH_S, self._breathe)

    def _drawing(self) -> "Drawn | None":
        """
        Return the object that draws.

        None without screens, to save loading Pillow.
        """
        if self._parts.screens is None:
            return None
        from firmware_host.table.drawn import Drawn  # noqa: PLC0415 - Pillow, see above

        return Drawn(self._parts.screens, self._say, self._draw_table, self._guard)

    def _say(self, message: Message) -> str:
        return self._parts.texts[self._language].say(message, "screen")

    def _draw_zone(self, at: int, zone_face: ZoneFace) -> None:
        if self._drawn is not None:
            self._drawn.zone(at, zone_face)

    def _draw_maker(self, face: Face) -> None:
        if self._drawn is not None:
            self._drawn.maker(face)

    def _draw_table(self) -> None:
        if self._drawn is not None and self.face is not None:
            self._drawn.table(self.face, alive=self._alive)

"""
Lamps, buzzer and the multiplexer's reset line on the header's pins.

gpiozero sets the levels; the table decides on levels and durations. A failed pin is
reported once, retried until it works, and then reported as healed. Other parts go on.
"""

import threading
from collections.abc import Mapping
from contextlib import suppress
from typing import Self

from firmware_host.board.events import BoardEvent, Failed, Healed
from firmware_host.board.pieces import Zone
from firmware_host.devices.buttons import Tell, ignore
from firmware_host.devices.gpio import Factory, Pin, pin_errors

#: The period in seconds in which a failed part is retried.
RETRY_S = 1.0

#: The duty cycle of a passive buzzer; a larger one is not louder.
HALF = 0.5

#: The levels of a part's pins: 0 or 1, or a frequency in Hz.
Levels = tuple[int, ...]


class _Part:
    """
    A part with several output pins, which fail and heal together.

    Args:
        name: The part's name, such as ``lamp-3``.
        factory: gpiozero's pin factory.
        numbers: Its pins, as BCM numbers.
    """

    def __init__(self, name: str, factory: Factory, numbers: tuple[int, ...]) -> None:
        self.name = name
        self.dead = False
        self._factory = factory
        self._numbers = numbers
        self._pins: tuple[Pin, ...] = ()
        self.wish = self._dark = (0,) * len(numbers)
        self.shown: Levels = ()
        self._troubles = pin_errors()

    def set(self, levels: Levels) -> BoardEvent | None:
        """Set the pins; return `Failed` or `Healed` if the part's state changed."""
        self.wish = levels
        try:
            if not self._pins:
                self._open()
            self._drive(levels)
        except self._troubles:
            self._release()
            told, self.dead = self.dead, True
            return None if told else Failed(self.name)
        self.shown = levels
        if not self.dead:
            return None
        self.dead = False
        return Healed(self.name)

    def close(self) -> None:
        """Make the part dark and release its pins."""
        self.wish = self._dark
        for pin in self._pins:
            with suppress(*self._troubles):
                pin.state = False
        self._release()

    def _drive(self, levels: Levels) -> None:
        for pin, wanted, lit in zip(self._pins, levels, self.shown, strict=True):
            if lit and not wanted:  # first: both lamps would mean "refused"
                pin.state = False
        for pin, wanted, lit in zip(self._pins, levels, self.shown, strict=True):
            if wanted and not lit:
                pin.state = True

    def _open(self) -> None:
        # Pins, not gpiozero's devices: a device with a failed pin raises again when
        # Python deletes it.
        pins: tuple[Pin, ...] = tuple(
            self._factory.pin(number) for number in self._numbers
        )
        for pin in pins:
            pin.output_with_state(state=False)
        self._pins, self.shown = pins, self._dark

    def _release(self) -> None:
        pins, self._pins, self.shown = self._pins, (), ()
        for pin in pins:
            with suppress(*self._troubles):
                pin.close()


class _Tone(_Part):
    """A pin that outputs a square wave of a frequency in Hz; at 0 it is low."""

    def _drive(self, levels: Levels) -> None:
        (pin,), (hertz,) = self._pins, levels
        if hertz:
            pin.frequency = hertz
            pin.state = HALF
        elif pin.frequency is not None:
            pin.state = 0
            pin.frequency = None

    def close(self) -> None:
        """Silence the tone and release the pin."""
        if self._pins and not self.dead:
            self.set(self._dark)
        super().close()


class _Outputs:
    """Parts with output pins; entering claims the pins, leaving makes them dark."""

    def __init__(self, parts: tuple[_Part, ...], tell: Tell) -> None:
        self._parts = parts
        self._tell = tell
        self._lock = threading.Lock()
        self._timer: threading.Timer | None = None
        self._open = False

    def __enter__(self) -> Self:
        self._open = True
        for part in self._parts:
            self._set(part, part.wish)
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Make all parts dark and release their pins; closing twice is allowed."""
        with self._lock:
            self._open = False
            for part in self._parts:
                part.close()
            if self._timer is not None:
                self._timer.cancel()

    def _set(self, part: _Part, levels: Levels) -> None:
        if part.shown == levels:
            return
        with self._lock:
            news = part.set(levels) if self._open else None
            if isinstance(news, Failed) and self._timer is None:
                self._try_later()
        if news is not None:
            self._tell(news)

    def _try_later(self) -> None:
        self._timer = threading.Timer(RETRY_S, self._try_again)
        self._timer.daemon = True
        self._timer.start()

    def _try_again(self) -> None:
        with self._lock:
            self._timer = None
            dead = [part for part in self._parts if part.dead] if self._open else []
            news = [part.set(part.wish) for part in dead]
            if any(part.dead for part in dead):
                self._try_later()
        for one in news:
            if one is not None:
                self._tell(one)


class ResetLine:
    """
    The reset line of a multiplexer: normally high; a low pulse frees its bus.

    Entering claims the pin and sets it high; leaving releases it, and the multiplexer's
    pull-up resistor keeps it high. A failed pin has no effect.

    Args:
        factory: gpiozero's pin factory.
        number: The pin, as a BCM number.
    """

    def __init__(self, factory: Factory, number: int) -> None:
        self._factory = factory
        self._number = number
        self._pin: Pin | None = None
        self._troubles = pin_errors()

    def __enter__(self) -> Self:
        with suppress(*self._troubles):
            self._open()
        return self

    def __exit__(self, *_: object) -> None:
        pin, self._pin = self._pin, None
        if pin is not None:
            with suppress(*self._troubles):
                pin.close()

    def pulse(self) -> bool:
        """
        Reset the multiplexer, which closes all channels; return True on success.

        A pulse of 6 ns is enough, and Python is much slower. Source: TI's data sheet of
        the TCA9548A, 6.7, reset timing.
        """
        try:
            pin = self._pin or self._open()
            pin.state = False
            pin.state = True
        except self._troubles:
            return False
        return True

    def _open(self) -> Pin:
        pin: Pin = self._factory.pin(self._number)
        pin.output_with_state(state=True)
        self._pin = pin
        return pin


class Lamps(_Outputs):
    """
    A pair of lamps for each letter zone: the cross (red) and the tick (green).

    All lamps are dark before entering and after leaving. A failed pair is reported as
    the part ``lamp-ZONE``.

    Args:
        factory: gpiozero's pin factory.
        pins: Cross pin and tick pin of each zone, as BCM numbers.
        tell: Called with each `Failed` and `Healed`, on any thread.
    """

    def __init__(
        self,
        factory: Factory,
        pins: Mapping[Zone, tuple[int, int]],
        *,
        tell: Tell = ignore,
    ) -> None:
        self._pairs = {
            zone: _Part(f"lamp-{zone}", factory, pair) for zone, pair in pins.items()
        }
        super().__init__(tuple(self._pairs.values()), tell)

    def show(self, zone: Zone, *, cross: bool, tick: bool) -> None:
        """
        Light or darken the pair of a zone; without a change this returns at once.

        Any thread may call it. A zone without lamps is ignored, and a failed pair shows
        the newest state when it heals.
        """
        pair = self._pairs.get(zone)
        if pair is not None:
            self._set(pair, (int(cross), int(tick)))


class Buzzer(_Outputs):
    """
    A buzzer that sounds while it is on; a failed one is reported as ``buzzer``.

    Args:
        factory: gpiozero's pin factory.
        pin: Its pin, as a BCM number.
        passive: True for a buzzer that plays tunes; False for one with a fixed tone,
            which plays only their rhythm.
        tell: Called with each `Failed` and `Healed`, on any thread.
    """

    def __init__(
        self,
        factory: Factory,
        pin: int,
        *,
        passive: bool = False,
        tell: Tell = ignore,
    ) -> None:
        self._buzzer = (_Tone if passive else _Part)("buzzer", factory, (pin,))
        self._passive = passive
        super().__init__((self._buzzer,), tell)

    def on(self, hertz: int) -> None:
        """Sound at a frequency in Hz; a running tone changes to it."""
        self._set(self._buzzer, (hertz if self._passive else 1,))

    def off(self) -> None:
        """Silence the buzzer."""
        self._set(self._buzzer, (0,))

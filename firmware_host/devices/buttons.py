"""
Buttons on the header's pins, with debouncing.

gpiozero reports edges; one thread waits until a level has settled. The thread also
reads each pin once a second: this finds lost edges and failed pins. If the library
cannot report edges of a pin, the thread polls it.
"""

import logging
import threading
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Self

from firmware_host.board.events import BoardEvent, Button, Failed, Healed
from firmware_host.board.pieces import Millis
from firmware_host.devices.clock import monotonic_ms
from firmware_host.devices.debounce import Debounce
from firmware_host.devices.gpio import Factory, Pin, pin_errors

#: The period in seconds in which each pin is read, also a failed one.
LOOK_S = 1.0

#: The period in seconds for a pin whose changes the library cannot report, such as
#: RPi.GPIO on Linux 6.6 and later, where the numbers in sysfs no longer begin at 0.
POLL_S = 0.01

_log = logging.getLogger(__name__)

Hear = Callable[[Button, bool], None]
Tell = Callable[[BoardEvent], None]


def ignore(_: BoardEvent) -> None:
    """Ignore an event: the default listener."""


class _Wire:
    """One button's pin, pulled up; the button connects it to ground."""

    def __init__(
        self, button: Button, factory: Factory, number: int, wake: Callable[[], None]
    ) -> None:
        self.button = button
        self.part = f"button-{button.value}"
        self.state = Debounce()
        self.dead = False
        self.polled = False
        self._factory = factory
        self._number = number
        self._wake = wake
        self._pin: Pin | None = None
        self._edges = 0
        self._troubles = pin_errors()

    def look(self, *, now_ms: Millis) -> BoardEvent | None:
        """Read the pin's level; return `Failed` or `Healed` if its state changed."""
        edges, self._edges = self._edges, 0
        try:
            pin = self._pin or self._open()
            level = not pin.state
        except self._troubles:
            self.close()
            # The release of a failed button cannot be read, so it counts as released
            # now.
            self.state = self.state.sample(level=False, now_ms=now_ms)
            told, self.dead = self.dead, True
            return None if told else Failed(self.part)
        self.state = self.state.sample(level=level, now_ms=now_ms, edges=edges)
        told, self.dead = self.dead, False
        return Healed(self.part) if told else None

    def close(self) -> None:
        """Release the pin."""
        pin, self._pin = self._pin, None
        if pin is not None:
            with suppress(*self._troubles):
                pin.when_changed = None
                pin.close()

    def _open(self) -> Pin:
        pin: Pin = self._factory.pin(self._number)
        pin.input_with_pull("up")
        pin.edges = "both"
        pin.when_changed = None  # a pin that failed may still have its old listener
        try:
            pin.when_changed = self._edge
            self.polled = False
        except self._troubles:  # the pin works: its level is read next
            self.polled = True
        self._pin = pin
        return pin

    def _edge(self, _ticks: float, _level: float) -> None:
        self._edges += 1
        self._wake()


class Buttons:
    """
    All buttons on pins of the Pi.

    A level counts once it has been stable for 20 ms; a button that is down at the start
    counts as pressed. A failed pin is reported as the part ``button-NAME``, and its
    button counts as released. Entering claims the pins and starts a thread, leaving
    ends both.

    Args:
        factory: gpiozero's pin factory.
        pins: The pin of each button, as BCM numbers.
        hear: Called with a button and True for down, on the buttons' thread.
        tell: Called with each `Failed` and `Healed`, on the buttons' thread.
        clock_ms: Returns the ms of a monotonic clock.
    """

    def __init__(
        self,
        factory: Factory,
        pins: Mapping[Button, int],
        *,
        hear: Hear,
        tell: Tell = ignore,
        clock_ms: Callable[[], Millis] = monotonic_ms,
    ) -> None:
        self._hear = hear
        self._tell = tell
        self._clock_ms = clock_ms
        self._edge = threading.Event()
        self._wires = [
            _Wire(button, factory, number, self._edge.set)
            for button, number in pins.items()
        ]
        self._leaving = False
        self._thread: threading.Thread | None = None

    def __enter__(self) -> Self:
        self._leaving = False
        self._thread = threading.Thread(target=self._run, name="buttons", daemon=True)
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Release the pins and stop the thread; closing twice is allowed."""
        thread, self._thread = self._thread, None
        if thread is not None:
            self._leaving = True
            self._edge.set()
            thread.join()

    def _run(self) -> None:
        while not self._leaving:
            self._edge.clear()
            for wire in self._wires:
                try:
                    self._look(wire)
                except Exception:  # noqa: BLE001 - a listener's error must not stop others
                    _log.exception("%s was not heard", wire.part)
            self._edge.wait(self._rest_s())
        for wire in self._wires:
            wire.close()

    def _look(self, wire: _Wire) -> None:
        now_ms = self._clock_ms()
        news = wire.look(now_ms=now_ms)
        if news is not None:
            self._tell(news)
        was_down = wire.state.down
        wire.state = wire.state.advance(now_ms=now_ms)
        if wire.state.down is not was_down:
            self._hear(wire.button, wire.state.down)

    def _rest_s(self) -> float:
        """Return the seconds until the next reading of a pin."""
        look_s = POLL_S if any(wire.polled for wire in self._wires) else LOOK_S
        due = [w.state.due_ms for w in self._wires if w.state.due_ms is not None]
        if not due:
            return look_s
        return min(look_s, max(0, min(due) - self._clock_ms()) / 1000)

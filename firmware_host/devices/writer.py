"""The thread that writes to all screens, so that the event loop never waits for one."""

import errno
import logging
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import inf
from typing import Protocol, Self

from PIL.Image import Image

from firmware_host.board.events import BoardEvent, Failed, Healed
from firmware_host.devices.columns import HEIGHT, WIDTH
from firmware_host.errors import RuleError

#: The wait in seconds before a failed screen is retried; it doubles ...
FIRST_RETRY_S = 0.5

#: ... up to this.
LAST_RETRY_S = 5.0

#: The largest share of time that attempts which hang may take, since they delay all
#: screens.
HANGING_SHARE = 1 / 20

#: The period in seconds in which an unchanged screen is tested.
PULSE_S = 1.0

#: The longest wait in seconds until all screens are dark.
CLOSE_S = 5.0

#: The errors of a missing screen in Linux; any other error comes from the bus.
#: Source: Linux, Documentation/i2c/fault-codes.rst.
_NOBODY = (errno.EREMOTEIO, errno.ENXIO)

_log = logging.getLogger(__name__)


class Display(Protocol):
    """A display of 128x64 pixels; `show` and `pulse` raise `OSError` if it fails."""

    def show(self, image: Image, *, band: bool = False) -> None:
        """Show an image, or with *band* only its upper half."""

    def pulse(self) -> None:
        """Check that the display answers; raise `OSError` if it does not."""

    def close(self) -> None:
        """Make the display dark; raise nothing if it does not answer."""


@dataclass(slots=True, eq=False)  # two pictures compare pixel by pixel
class _Slot:
    """
    The state of one screen.

    Args:
        part: The part's name, such as ``screen-3``.
        make: Creates the display, which may take a while.
        again_s: The time of the next retry or check, by `time.monotonic`.
        screen: The display; None before it was created.
        newest: The newest picture; None before the first one.
        shown: The last picture that was sent without an error.
        retry_s: The wait after the last failure in seconds; 0 while it works.
    """

    part: str
    make: Callable[[], Display]
    again_s: float
    screen: Display | None = None
    newest: Image | None = None
    shown: Image | None = None
    retry_s: float = 0.0

    @property
    def unseen(self) -> Image | None:
        """The newest picture if it was not sent yet, else None."""
        return self.newest if self.newest is not self.shown else None


class ScreenWriter:
    """
    All screens of the board, written to by one thread.

    Only the newest picture of a screen is sent. An answer to a tap is sent before all
    other pictures, and its upper half first. A failed screen is reported once as the
    part ``screen-NAME`` and retried until it works; then it is reported as healed and
    shows its newest picture. Entering starts the thread; leaving makes every screen
    dark.

    Args:
        screens: Creates each display, by name, such as ``3`` or ``table``. Called on
            the writer's thread before the first picture or test of the display.
        tell: Called on the writer's thread with each `Failed` and `Healed`.
        clock_s: Returns the seconds of a monotonic clock.
        alive: Called on the writer's thread at least once a second while it runs.
    """

    def __init__(
        self,
        screens: Mapping[str, Callable[[], Display]],
        *,
        tell: Callable[[BoardEvent], None],
        clock_s: Callable[[], float] = time.monotonic,
        alive: Callable[[], None] = lambda: None,
    ) -> None:
        self._slots = {
            name: _Slot(f"screen-{name}", make, clock_s() + PULSE_S)
            for name, make in screens.items()
        }
        self._tell = tell
        self._clock_s = clock_s
        self._alive = alive
        self._changed = threading.Condition()
        self._answers: list[_Slot] = []
        self._others: list[_Slot] = []
        self._leaving = False
        self._dark = True
        #: Frees the bus of a screen that blocks it; returns True on success.
        self.free: Callable[[], bool] = lambda: False
        self._thread: threading.Thread | None = None

    def __enter__(self) -> Self:
        # A daemon thread: the process can exit even if a bus blocks.
        self._thread = threading.Thread(target=self._run, name="screens", daemon=True)
        self._leaving = False
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def show(self, name: str, image: Image, *, urgent: bool = False) -> None:
        """
        Queue an image for a screen; never waits for a bus.

        Args:
            name: The screen's name; one that the board lacks is ignored.
            image: 128x64 pixels of mode "1"; the caller must not change it afterwards.
            urgent: True for an answer, which is sent before other pictures.

        Raises:
            RuleError: The picture has the wrong size or mode.
        """
        if image.size != (WIDTH, HEIGHT) or image.mode != "1":
            msg = f"a screen shows 128x64 of mode '1', not {image.size} {image.mode!r}"
            raise RuleError(msg)
        slot = self._slots.get(name)
        if slot is None:
            return
        with self._changed:
            slot.newest = image
            if not slot.retry_s:
                self._queue(slot, urgent=urgent)
            self._changed.notify_all()

    def close(self, *, dark: bool = True) -> None:
        """
        Stop the thread; stopping twice is allowed.

        Args:
            dark: True to make every screen dark; False to keep its picture.
        """
        thread, self._thread = self._thread, None
        if thread is not None:
            with self._changed:
                self._dark = dark
                self._leaving = True
                self._changed.notify_all()
            thread.join(CLOSE_S)

    def _queue(self, slot: _Slot, *, urgent: bool) -> None:
        if slot in self._answers:
            return
        if urgent:
            self._answers.append(slot)
            if slot in self._others:
                self._others.remove(slot)
        elif slot not in self._others:
            self._others.append(slot)

    def _run(self) -> None:
        while (job := self._next()) is not None:
            slot, image, band = job
            begun_s = self._clock_s()
            try:
                self._write(slot, image, band=band)
            except OSError as error:
                self._note_failure(slot, error, begun_s=begun_s)
            except Exception as error:  # noqa: BLE001 - one bad picture must not stop others
                _log.exception("%s: a mistake of ours", slot.part)
                self._note_failure(slot, error, begun_s=begun_s)
            else:
                self._note_success(slot, None if band else image)
            self._alive()
        for slot in self._slots.values() if self._dark else ():
            if slot.screen is not None:
                slot.screen.close()

    def _write(self, slot: _Slot, image: Image | None, *, band: bool) -> None:
        """
        Write to a screen; if its bus is blocked, free the bus and try once more.

        Another screen may block the bus. The screen that does so fails twice, and then
        the bus is free for the others.
        """
        try:
            self._write_once(slot, image, band=band)
        except OSError as error:
            if not self._free_bus(error):
                raise
            try:
                self._write_once(slot, image, band=band)
            except OSError as again:
                self._free_bus(again)
                raise

    def _write_once(self, slot: _Slot, image: Image | None, *, band: bool) -> None:
        if slot.screen is None:
            slot.screen = slot.make()
        if image is None:
            slot.screen.pulse()
        else:
            slot.screen.show(image, band=band)

    def _free_bus(self, error: OSError) -> bool:
        """Free a blocked bus; return False if the error has another cause."""
        is_held = error.errno is not None and error.errno not in _NOBODY
        return is_held and self.free()

    def _next(self) -> tuple[_Slot, Image | None, bool] | None:
        """Wait for a job: a screen, a picture or None, and True for its band only."""
        with self._changed:
            while not self._leaving:
                job = self._job()
                if job is not None:
                    return job
                self._alive()
                self._changed.wait(self._rest_s())
            return None

    def _job(self) -> tuple[_Slot, Image | None, bool] | None:
        if self._answers:
            slot = self._answers.pop(0)
            return slot, slot.newest, True
        other = self._others.pop(0) if self._others else self._due()
        return None if other is None else (other, other.unseen, False)

    def _due(self) -> _Slot | None:
        now_s = self._clock_s()
        due = (slot for slot in self._slots.values() if slot.again_s <= now_s)
        return next(due, None)

    def _rest_s(self) -> float:
        """Return the seconds until the next retry or test, at most `PULSE_S`."""
        now_s = self._clock_s()
        again_s = min((slot.again_s for slot in self._slots.values()), default=inf)
        return min(PULSE_S, max(0.0, again_s - now_s))

    def _note_success(self, slot: _Slot, image: Image | None) -> None:
        with self._changed:
            healed, slot.retry_s = slot.retry_s > 0, 0.0
            slot.again_s = self._clock_s() + PULSE_S
            if image is not None:
                slot.shown = image
            if slot.unseen is not None:
                self._queue(slot, urgent=False)
        if healed:
            _log.info("%s works again", slot.part)
            self._pass_on(Healed(slot.part))

    def _note_failure(self, slot: _Slot, error: Exception, *, begun_s: float) -> None:
        with self._changed:
            known, slot.retry_s = (
                slot.retry_s > 0,
                min(LAST_RETRY_S, slot.retry_s * 2 or FIRST_RETRY_S),
            )
            now_s = self._clock_s()
            hung_s = (now_s - begun_s) / HANGING_SHARE
            slot.again_s = now_s + max(slot.retry_s, hung_s)
            slot.shown = None
            for queue in (self._answers, self._others):
                if slot in queue:
                    queue.remove(slot)
        if not known:
            _log.warning("%s: %s", slot.part, error)
            self._pass_on(Failed(slot.part))

    def _pass_on(self, news: BoardEvent) -> None:
        try:
            self._tell(news)
        except Exception:  # noqa: BLE001 - a listener's error must not stop the screens
            _log.exception("%r was not heard", news)

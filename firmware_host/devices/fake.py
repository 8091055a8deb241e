"""
Fakes with two faces: the driver's, and the one that eyes, ears and fingers have.

The drivers cannot tell them from the real thing: gpiozero drives the pins, and luma's
own I2C class the bus. Each part can die alone and heal alone, as if its plug were
pulled, and whoever watches learns of every level and every byte.
"""

import errno
from collections.abc import Callable, Mapping
from functools import partial
from itertools import chain
from typing import Protocol

from firmware_host.board.events import Button
from firmware_host.board.pieces import Zone
from firmware_host.board.wiring import ScreenAt
from firmware_host.devices.decoder import Decoder
from firmware_host.devices.gpio import Factory, WatchedFactory

#: The most that one block of the SMBus holds.
_BLOCK_BYTES = 32


def _nobody(_name: str, _seen: object) -> None:
    """Tell nobody."""


class FakePins:
    """
    A board's lamps, buzzer and buttons on gpiozero's mock pins.

    Give `factory` to the devices; the rest is for whoever plays the people.

    Args:
        lamps: Cross pin and tick pin of each zone.
        buzzer: The buzzer's pin; None without one.
        buttons: The pin of each button.
        watch: Called with ``cross-ZONE``, ``tick-ZONE`` or ``buzzer`` and whether it
            is lit or sounds now, at each change, on the thread that made it.
    """

    def __init__(
        self,
        *,
        lamps: Mapping[Zone, tuple[int, int]] | None = None,
        buzzer: int | None = None,
        buttons: Mapping[Button, int] | None = None,
        watch: Callable[[str, bool], None] = _nobody,
    ) -> None:
        self._parts: dict[str, tuple[int, ...]] = {}
        self._names: dict[int, str] = {}
        for zone, pair in (lamps or {}).items():
            self._parts[f"lamp-{zone}"] = pair
            self._names |= zip(pair, (f"cross-{zone}", f"tick-{zone}"), strict=True)
        if buzzer is not None:
            self._parts["buzzer"] = (buzzer,)
            self._names[buzzer] = "buzzer"
        for button, number in (buttons or {}).items():
            self._parts[f"button-{button.value}"] = (number,)
        self._watch = watch
        self.seen = dict.fromkeys(self._names.values(), False)
        self.factory: Factory = WatchedFactory(self._changed)
        for number in chain(*self._parts.values()):
            self.factory.pin(number)  # two threads that ask first would get one each

    def pair(self, zone: Zone) -> tuple[bool, bool]:
        """Return whether eyes see the zone's cross and its tick lit."""
        return self.seen[f"cross-{zone}"], self.seen[f"tick-{zone}"]

    @property
    def hertz(self) -> float:
        """The tone that ears hear of a passive buzzer; 0 for silence."""
        if not self.seen["buzzer"]:
            return 0
        (number,) = self._parts["buzzer"]
        return float(self.factory.pin(number).frequency or 0)

    def press(self, button: Button) -> None:
        """Hold a button down."""
        self._hold(button, down=True)

    def release(self, button: Button) -> None:
        """Let a button go."""
        self._hold(button, down=False)

    def die(self, part: str) -> None:
        """
        Pull a part's plug.

        Args:
            part: ``lamp-ZONE``, ``buzzer`` or ``button-NAME``.
        """
        for number in self._parts[part]:
            self.factory.pin(number).broken = True
            self._changed(number, level=False)

    def heal(self, part: str) -> None:
        """Plug a part in again; it shows what its pins drive."""
        for number in self._parts[part]:
            self.factory.pin(number).mend()

    def _hold(self, button: Button, *, down: bool) -> None:
        self.factory.pin(self._parts[f"button-{button.value}"][0]).hold(down=down)

    def _changed(self, number: int, level: bool) -> None:  # noqa: FBT001 - see WatchedFactory
        name = self._names.get(number)
        if name is not None and self.seen[name] is not level:
            self.seen[name] = level
            self._watch(name, level)


class FakeScreen(Decoder):
    """
    One display at the end of its four wires, whose plug can be pulled.

    Args:
        chip: ``ssd1306``, ``sh1106`` or ``ssd1309``.
        watch: Called with each transfer, as it follows the address on the bus.
    """

    def __init__(
        self, chip: str, *, watch: Callable[[bytes], None] = lambda _: None
    ) -> None:
        super().__init__(chip)
        self._watch = watch
        self.bytes_sent = 0
        self.dead = False

    def hear(self, sent: bytes) -> None:
        """
        Take one transfer.

        Raises:
            OSError: Nobody is there to take it, as Linux says it.
        """
        if self.dead:
            raise OSError(errno.EREMOTEIO, "Remote I/O error")
        self.bytes_sent += len(sent)
        self._watch(sent)
        super().hear(sent)

    def die(self) -> None:
        """Pull its plug: dark, and everything forgotten."""
        self.dead = True
        self.lose_power()

    def heal(self) -> None:
        """Plug it in again; it knows nothing, and is dark until it is set up."""
        self.dead = False


class _Message(Protocol):
    """What is used of an `smbus2.i2c_msg`."""

    addr: int

    def __bytes__(self) -> bytes: ...


class FakeMux:
    """
    A TCA9548A and the kernel's driver of it, which a screen can block.

    A screen that holds SDA low blocks the bus once its channel is open. The driver
    opens a channel only where another one was open last, and knows of no reset.
    Source: Linux, drivers/i2c/muxes/i2c-mux-pca954x.c, pca954x_select_chan.

    Args:
        holder: The screen that holds SDA; None for none.
    """

    def __init__(self) -> None:
        self.holder: FakeScreen | None = None
        self._open: int | None = None
        self._believed: int | None = None
        self._blocked = False

    def reach(self, channel: int, screen: FakeScreen | None) -> None:
        """
        Open a channel, on which *screen* is.

        Raises:
            OSError: The bus is blocked, or nobody is there, as Linux says it.
        """
        if self._believed != channel:
            self._believed = None if self._blocked else channel
            self._open = self._believed
        holds = screen is not None and screen is self.holder
        self._blocked |= holds and self._open == channel
        if self._blocked:
            raise OSError(errno.ETIMEDOUT, "Connection timed out")
        if self._open != channel:
            raise OSError(errno.EREMOTEIO, "Remote I/O error")

    def reset(self) -> None:
        """Close every channel: whatever a screen holds, the bus is free."""
        self._open, self._blocked = None, False


class FakeBus:
    """
    An I2C bus, as `smbus2.SMBus` is one once it is open.

    Args:
        screens: What hangs on it, by address.
        reach: Opens its channel of a multiplexer for a screen; None without one.
    """

    def __init__(
        self,
        screens: Mapping[int, FakeScreen],
        reach: Callable[[FakeScreen | None], None] | None = None,
    ) -> None:
        self._screens = screens
        self._reach = reach
        self.closed = False

    def write_i2c_block_data(
        self, i2c_addr: int, register: int, data: list[int]
    ) -> None:
        """Send *register* and a block, as the SMBus does."""
        if len(data) > _BLOCK_BYTES:
            msg = f"Data length cannot exceed {_BLOCK_BYTES} bytes"
            raise ValueError(msg)
        self._send(i2c_addr, bytes([register, *data]))

    def i2c_rdwr(self, *i2c_msgs: _Message) -> None:
        """Send messages of any length."""
        for message in i2c_msgs:
            self._send(message.addr, bytes(message))

    def close(self) -> None:
        """Let the bus go."""
        self.closed = True

    def _send(self, address: int, sent: bytes) -> None:
        if self.closed:
            raise OSError(errno.EBADF, "Bad file descriptor")
        if self._reach is not None:
            self._reach(self._screens.get(address))
        if address not in self._screens:
            raise OSError(errno.EREMOTEIO, "Remote I/O error")
        self._screens[address].hear(sent)


class FakeScreens:
    """
    Every screen of a board, on as many buses as its multiplexer has channels.

    Give `open` to the devices as their way to a bus; `mux` is what all channels are of.

    Args:
        screens: Where the profile hangs each, by name.
        watch: Called with a screen's name and each transfer to it.
    """

    def __init__(
        self,
        screens: Mapping[str, ScreenAt],
        *,
        watch: Callable[[str, bytes], None] = _nobody,
    ) -> None:
        self._buses: dict[tuple[int, int | None], dict[int, FakeScreen]] = {}
        self.screens: dict[str, FakeScreen] = {}
        self.mux = FakeMux()
        for name, at in screens.items():
            self.screens[name] = FakeScreen(at.chip, watch=partial(watch, name))
            bus = self._buses.setdefault((at.bus, at.channel), {})
            bus[at.address] = self.screens[name]

    def open(self, at: ScreenAt) -> FakeBus:
        """Open the bus of the screen at *at*."""
        reach = None if at.channel is None else partial(self.mux.reach, at.channel)
        return FakeBus(self._buses[at.bus, at.channel], reach)

    def move(self, name: str) -> None:
        """Move a screen to its other I2C address, as its solder bridge does."""
        for bus in self._buses.values():
            for address in [at for at in bus if bus[at] is self.screens[name]]:
                bus[address ^ 1] = bus.pop(address)

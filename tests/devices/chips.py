"""
Display chips on an I2C bus, from luma's bytes to the visible picture.

Memory, address pointers, both ways to turn a picture, and whether anything is lit
follow the data sheets. Where a real chip would quietly misbehave this one raises,
because the mistake is ours.
"""

import errno
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Protocol

from PIL import Image, ImageChops

from firmware_host.board.record import Record
from firmware_host.board.wiring import ScreenAt
from firmware_host.devices.columns import HEIGHT, PAGES, WIDTH

#: The most that one block of the SMBus holds.
_BLOCK_BYTES = 32

_COMMANDS = 0x00
_DATA = 0x40
_BY_WINDOW, _BY_PAGE = 0, 2
_PUMP_ON = 0x14


class NotACommandError(ValueError):
    """The chip was sent something that its data sheet does not know."""


class ChipKind(Record):
    """
    The differences between the chips.

    Args:
        columns: Columns of memory in a page.
        first_column: The first of the 128 that the glass shows.
        needs_pump: True where nothing is lit before the charge pump runs.
        arguments: How many bytes follow each command that has any.
        alone: Commands without arguments that a start-up may send and nobody sees.
    """

    columns: int
    first_column: int
    needs_pump: bool
    arguments: Mapping[int, int]
    alone: frozenset[int]


_TIMING = {0xA8: 1, 0xD3: 1, 0xD5: 1, 0xD9: 1, 0xDA: 1, 0xDB: 1, 0x81: 1}

_SSD1306 = ChipKind(
    columns=128,
    first_column=0,
    needs_pump=True,
    arguments=_TIMING | {0x20: 1, 0x21: 2, 0x22: 2, 0x8D: 1},
    alone=frozenset({0xE3, 0x2E}),
)

#: Source: SSD1306 rev 1.1 chapter 9; SSD1309 rev 1.1 chapter 9, which has no charge
#: pump but is sent its command by luma; SH1106 V2.3 chapter "Commands", where 20h and
#: 8Dh, luma's again, mean nothing and the byte after them is a command of its own.
KINDS: Mapping[str, ChipKind] = {
    "ssd1306": _SSD1306,
    "ssd1309": replace(_SSD1306, needs_pump=False),
    "sh1106": ChipKind(
        columns=132,
        first_column=2,
        needs_pump=False,
        arguments=_TIMING | {0xAD: 1},
        alone=frozenset({0xE3, 0x20, 0x8D}),
    ),
}


@dataclass(slots=True)
class _State:
    """The volatile state of a chip, with its values after power-on."""

    on: bool = False
    pump: bool = False
    inverse: bool = False
    all_on: bool = False
    mirrored: bool = True  # columns run from the glass's right edge
    flipped: bool = True  # rows run from the glass's lower edge
    start_line: int = 0
    contrast: int = 0x7F
    mode: int = _BY_PAGE
    page: int = 0
    column: int = 0
    pages: tuple[int, int] = (0, PAGES - 1)
    columns: tuple[int, int] = (0, WIDTH - 1)
    memory: list[bytearray] = field(default_factory=list)


class Decoder:
    """
    One display chip and its glass, which gets the bytes after its bus address.

    Args:
        chip: One of `KINDS`.
    """

    def __init__(self, chip: str) -> None:
        self._kind = KINDS[chip]
        self.lose_power()

    @property
    def image(self) -> Image.Image:
        """Return the visible picture: 128x64 of mode "1", black if nothing is lit."""
        state, black = self._state, Image.new("1", (WIDTH, HEIGHT))
        if not state.on or (self._kind.needs_pump and not state.pump):
            return black
        if state.all_on:
            return ImageChops.invert(black)
        image = self._glass()
        if state.start_line:
            image = ImageChops.offset(image, 0, -state.start_line)
        if state.mirrored:
            image = image.transpose(Image.Transpose.FLIP_LEFT_RIGHT)
        if state.flipped:
            image = image.transpose(Image.Transpose.FLIP_TOP_BOTTOM)
        return ImageChops.invert(image) if state.inverse else image

    @property
    def contrast(self) -> int:
        """How bright it is, 0 to 255."""
        return self._state.contrast

    def lose_power(self) -> None:
        """Forget everything; the memory holds whatever its cells fall into."""
        self._state = _State()
        self._state.memory = [
            bytearray((71 * n * n + 29 * page) >> 3 & 0xFF for n in range(132))
            for page in range(PAGES)
        ]

    def hear(self, sent: bytes) -> None:
        """
        Take one transfer: a control byte, and commands or data to its end.

        Raises:
            NotACommandError: The data sheet does not know what was sent.
        """
        control, rest = sent[0], sent[1:]
        if control == _DATA:
            self._write(rest)
        elif control == _COMMANDS:
            at = 0
            while at < len(rest):
                wants = self._kind.arguments.get(rest[at], 0)
                self._command(rest[at], *rest[at + 1 : at + 1 + wants])
                at += 1 + wants
        else:
            msg = f"control byte {control:#04x}"
            raise NotACommandError(msg)

    def _glass(self) -> Image.Image:
        """Return the memory behind the glass, pixel by pixel as the sheet draws it."""
        first = self._kind.first_column
        rows = bytearray()
        for page in self._state.memory:
            shown = page[first : first + WIDTH]
            for bit in range(8):
                rows += bytes(255 if byte >> bit & 1 else 0 for byte in shown)
        return Image.frombytes("L", (WIDTH, HEIGHT), bytes(rows)).convert("1")

    def _write(self, data: bytes) -> None:
        state = self._state
        if state.mode == _BY_PAGE:
            room = self._kind.columns - state.column
            if len(data) > room:
                msg = f"{len(data)} bytes for {room} columns of page {state.page}"
                raise NotACommandError(msg)
            state.memory[state.page][state.column : state.column + len(data)] = data
            state.column = (state.column + len(data)) % self._kind.columns
            return
        while data:
            room = state.columns[1] - state.column + 1
            row, data = data[:room], data[room:]
            state.memory[state.page][state.column : state.column + len(row)] = row
            state.column += len(row)
            if state.column > state.columns[1]:
                state.column = state.columns[0]
                first, last = state.pages
                state.page = first if state.page == last else state.page + 1

    def _command(self, code: int, *values: int) -> None:
        if len(values) != self._kind.arguments.get(code, 0):
            msg = f"command {code:#04x} lacks what belongs to it"
            raise NotACommandError(msg)
        if not (self._point(code) or self._switch(code) or self._set(code, *values)):
            msg = f"command {code:#04x}"
            raise NotACommandError(msg)

    def _point(self, code: int) -> bool:
        """Obey a command that moves the pointers of the page mode."""
        state = self._state
        moves = state.mode == _BY_PAGE  # the other mode has pointers of its own
        match code >> 4:
            case 0x0 if moves:
                state.column = state.column & 0xF0 | code & 0x0F
            case 0x1 if moves:
                state.column = state.column & 0x0F | (code & 0x0F) << 4
            case 0xB if moves and code & 0x0F < PAGES:
                state.page = code & 0x0F
            case _:
                return False
        return True

    def _switch(self, code: int) -> bool:
        """Obey a command that has no arguments."""
        state = self._state
        match code:
            case 0xA0 | 0xA1:
                state.mirrored = not code & 1
            case 0xA4 | 0xA5:
                state.all_on = bool(code & 1)
            case 0xA6 | 0xA7:
                state.inverse = bool(code & 1)
            case 0xAE | 0xAF:
                state.on = bool(code & 1)
            case 0xC0 | 0xC8:
                state.flipped = not code & 8
            case _ if code >> 6 == 1:
                state.start_line = code & 0x3F
            case _:
                return code in self._kind.alone
        return True

    def _set(self, code: int, *values: int) -> bool:
        """Obey a command that has arguments."""
        state = self._state
        if code not in self._kind.arguments:
            return False
        match code, values:
            case 0x20, (mode,):
                state.mode = mode
                return mode in {_BY_WINDOW, _BY_PAGE}
            case 0x21, (first, last):
                state.columns, state.column = (first, last), first
                return first <= last < WIDTH
            case 0x22, (first, last):
                state.pages, state.page = (first, last), first
                return first <= last < PAGES
            case 0x81, (contrast,):
                state.contrast = contrast
            case 0x8D, _:
                state.pump = values == (_PUMP_ON,)
            case _:
                pass  # timing: nobody sees a difference here
        return True


class ChipScreen(Decoder):
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
    """The used part of an `smbus2.i2c_msg`."""

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
        self.holder: ChipScreen | None = None
        self._open: int | None = None
        self._believed: int | None = None
        self._blocked = False

    def reach(self, channel: int, screen: ChipScreen | None) -> None:
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
        screens: Mapping[int, ChipScreen],
        reach: Callable[[ChipScreen | None], None] | None = None,
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


class ChipScreens:
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
        watch: Callable[[str, bytes], None] = lambda _name, _sent: None,
    ) -> None:
        self._buses: dict[tuple[int, int | None], dict[int, ChipScreen]] = {}
        self.screens: dict[str, ChipScreen] = {}
        self.mux = FakeMux()
        for name, at in screens.items():
            self.screens[name] = ChipScreen(at.chip, watch=partial(watch, name))
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

"""
What a display chip does with the bytes it is sent, down to its glass.

Memory, address pointers, the two ways a picture can be turned, and whether anything is
lit at all, after the data sheets. It is as strict as it can be: where a real chip would
quietly do something odd, it raises, because the mistake is ours.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from PIL import Image, ImageChops

from firmware_host.board.record import Record
from firmware_host.devices.columns import HEIGHT, PAGES, WIDTH

_COMMANDS = 0x00
_DATA = 0x40
_BY_WINDOW, _BY_PAGE = 0, 2
_PUMP_ON = 0x14


class NotACommandError(ValueError):
    """The chip was sent something that its data sheet does not know."""


class ChipKind(Record):
    """
    What tells the chips apart.

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
    """Everything a chip forgets without power, as it is when power comes."""

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
    One display chip and its glass, fed with what follows its address on the bus.

    Args:
        chip: One of `KINDS`.
    """

    def __init__(self, chip: str) -> None:
        self._kind = KINDS[chip]
        self.lose_power()

    @property
    def image(self) -> Image.Image:
        """What eyes see: 128x64 of mode "1", black where nothing is lit."""
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

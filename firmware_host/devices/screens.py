"""
Zone, table and maker's screens; the only file that imports luma and smbus2.

luma initializes each chip and sends bytes to it, but it sends every picture completely:
23 ms at 400 kHz. Here only changed columns are sent. `ScreenWriter` (writer.py) writes
to all screens in one thread.
"""

from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import replace

import smbus2
from luma.core.device import device
from luma.core.error import Error as LumaError
from luma.core.interface.serial import i2c
from luma.oled.device import sh1106, ssd1306, ssd1309
from PIL.Image import Image

from firmware_host.board.wiring import ScreenAt
from firmware_host.devices.buses import Bus, bus_number
from firmware_host.devices.columns import BAND_BYTES, Window, changes, merged, pack
from firmware_host.errors import BoardMissingError, SettingsError

_NOTHING = 0xE3  # the "no operation" command of all three chips

#: The commands that reverse columns and rows, which turns the picture by 180 degrees.
_TURNED = (0xA0, 0xC0)

#: The commands that set the columns and the pages of a window on two of the chips.
_COLUMNS, _PAGES = 0x21, 0x22


def open_bus(at: ScreenAt) -> Bus:
    """
    Open the bus of the screen at *at*.

    Raises:
        BoardMissingError: The bus does not exist, or access is denied.
    """
    number = bus_number(at)
    try:
        return smbus2.SMBus(number)
    except OSError as error:
        msg = (
            f"/dev/i2c-{number} cannot be opened ({error.strerror}): run "
            "`sudo letterzone setup`, restart the Pi, and be a member of the group i2c"
        )
        raise BoardMissingError(msg) from error


def answering_address(
    at: ScreenAt,
    places: Iterable[ScreenAt],
    bus: Callable[[ScreenAt], Bus] | None = None,
) -> str:
    """
    Return a screen's other I2C address if a screen answers there; else "".

    A solder bridge on a module selects one of two addresses. An address at which
    *places* have another screen is not tried.
    """
    other = replace(at, address=at.address ^ 1)
    taken = {(one.bus, one.channel, one.address) for one in places}
    if (other.bus, other.channel, other.address) not in taken:
        with suppress(OSError, LumaError, BoardMissingError):
            wire = _Wire((bus or open_bus)(other), other.address)
            try:
                wire.command(_NOTHING)
            finally:
                wire.cleanup()
            return f"0x{other.address:02X}"
    return ""


class _Wire(i2c):  # type: ignore[misc] # luma publishes no types
    """
    luma's I2C interface on a bus that this program has opened.

    On a bus that luma has not opened itself it writes only 32 bytes at a time; this
    class writes whole blocks.
    """

    def __init__(self, bus: Bus, address: int) -> None:
        super().__init__(bus=bus, address=address)
        self._managed = True
        self._i2c_msg_write = smbus2.i2c_msg.write


class _NoExitHook(device):  # type: ignore[misc] # luma publishes no types
    """
    luma's base class of displays, without its exit hook.

    The hook would keep a reference to each display ever created and write to the bus in
    another thread. `ScreenWriter` makes the screens dark instead.
    """

    def __init__(self, const: object, serial_interface: object) -> None:
        self._const = const
        self._serial_interface = serial_interface


class _OnlyChanges:
    """A display that stores its picture, and sends only the changes."""

    #: The cost of a window in addition to its bytes: commands, control bytes, and the
    #: time of two transfers' starts, in bytes.
    overhead = 0

    # Members of luma's class of the chip.
    command: Callable[..., None]
    data: Callable[[bytes], None]
    hide: Callable[[], None]
    clear: Callable[[], None]
    contrast: Callable[[int], None]
    persist: bool
    _page_address_offset: int

    _shown: bytes | None = None  # None: the picture on the chip is unknown

    def display(self, image: Image, *, band: bool = False) -> None:
        """Show an image, or with *band* only its upper half, which has the answer."""
        picture = pack(image)
        if band and self._shown is not None:
            picture = picture[:BAND_BYTES] + self._shown[BAND_BYTES:]
        windows = changes(self._shown, picture, overhead=self.overhead)
        self._shown = None  # unknown until all windows have arrived
        for window in self.divide(windows):
            self.point_to(window)
            self.data(window.cut(picture))
        self._shown = picture

    def divide(self, windows: list[Window]) -> list[Window]:
        """Return the windows unchanged: the chip takes one page each."""
        return windows

    def point_to(self, window: Window) -> None:
        """Set the chip's address for the next bytes to a window."""
        raise NotImplementedError


class _ByWindow(_OnlyChanges):
    """A chip that fills a whole window after one address command."""

    overhead = 12

    def divide(self, windows: list[Window]) -> list[Window]:
        return merged(windows, overhead=self.overhead)

    def point_to(self, window: Window) -> None:
        self.command(
            _COLUMNS,
            window.column,
            window.last_column,
            _PAGES,
            window.page,
            window.last_page,
        )


class _ByPage(_OnlyChanges):
    """A chip that needs an address command for each page."""

    overhead = 9

    def point_to(self, window: Window) -> None:
        # The display shows 128 of the chip's 132 columns, beginning with this one.
        column = window.column + self._page_address_offset
        self.command(0xB0 | window.page, column & 15, 0x10 | column >> 4)


# The order of the bases matters: luma's `__init__` initializes the chip and then calls
# `_NoExitHook`, and our `display` precedes luma's.
class _Ssd1306(_ByWindow, ssd1306, _NoExitHook):  # type: ignore[misc] # luma has no types
    """The usual 0.96 inch display."""


class _Ssd1309(_ByWindow, ssd1309, _NoExitHook):  # type: ignore[misc] # luma has no types
    """The usual 2.42 inch display."""


class _Sh1106(_ByPage, sh1106, _NoExitHook):  # type: ignore[misc] # luma has no types
    """The usual 1.3 inch display."""


#: The classes of all supported chips, by their names in a profile.
CHIPS: Mapping[str, Callable[..., _OnlyChanges]] = {
    "ssd1306": _Ssd1306,
    "sh1106": _Sh1106,
    "ssd1309": _Ssd1309,
}


class Screen:
    """
    One display of 128x64 pixels, opened with the first picture.

    After a failure the next picture initializes the chip again and is sent completely.
    It may be used by one thread at a time.

    Args:
        chip: One of `CHIPS`.
        bus: Opens the screen's bus, such as ``lambda: open_bus(at)``.
        address: Its I2C address, mostly 0x3C.
        upside_down: True if the display is mounted upside down.
        contrast: The brightness, 1 to 255; None for luma's default.

    Raises:
        SettingsError: There is no such chip.
    """

    def __init__(
        self,
        chip: str,
        *,
        bus: Callable[[], Bus],
        address: int = 0x3C,
        upside_down: bool = False,
        contrast: int | None = None,
    ) -> None:
        if chip not in CHIPS:
            msg = f"no screen chip is called {chip!r}; there are {', '.join(CHIPS)}"
            raise SettingsError(msg)
        self._chip = chip
        self._open_bus = bus
        self._address = address
        self._upside_down = upside_down
        self._contrast = contrast
        self._wire: _Wire | None = None
        self._panel: _OnlyChanges | None = None

    def __repr__(self) -> str:
        state = "closed" if self._panel is None else "open"
        return f"<Screen {self._chip} at {self._address:#04x}, {state}>"

    def show(self, image: Image, *, band: bool = False) -> None:
        """
        Show an image.

        Args:
            image: 128x64 pixels of mode "1".
            band: True to send its upper half only, which is faster.

        Raises:
            OSError: The screen or its bus does not answer.
        """
        self._do(lambda panel: panel.display(image, band=band))

    def pulse(self) -> None:
        """
        Check that the screen answers.

        Raises:
            OSError: The screen does not answer.
        """
        self._do(lambda panel: panel.command(_NOTHING))

    def close(self) -> None:
        """Make the screen dark and close its bus; ignore a screen that has failed."""
        if self._panel is not None:
            with suppress(OSError):
                self._do(lambda panel: panel.hide())
                self._do(lambda panel: panel.clear())
        self._let_go()

    def _do(self, what: Callable[[_OnlyChanges], object]) -> None:
        try:
            what(self._panel or self._wake())
        except LumaError as error:
            self._let_go()
            raise BoardMissingError(str(error)) from error
        except BaseException:
            self._let_go()
            raise

    def _wake(self) -> _OnlyChanges:
        """Open the bus, check that the chip answers, then initialize it."""
        self._wire = _Wire(self._open_bus(), self._address)
        self._wire.command(_NOTHING)
        panel = CHIPS[self._chip](self._wire)
        for unused in ("_mask", "_offsets"):  # for the loop that `pack` replaces
            vars(panel).pop(unused, None)
        if self._upside_down:  # before the display is switched on
            panel.command(*_TURNED)
        if self._contrast is not None:
            panel.contrast(self._contrast)
        panel.persist = True  # else luma clears the display when Python exits
        self._panel = panel
        return panel

    def _let_go(self) -> None:
        wire, self._wire, self._panel = self._wire, None, None
        if wire is not None:
            with suppress(OSError):
                wire.cleanup()

"""
Shows on the board's screen that it is starting, before anything else is loaded.

Loading the journal, words and games takes seconds on a small Pi, and a dark board looks
broken. So this module imports little.
"""

from collections.abc import Callable
from functools import partial
from threading import Lock
from typing import Self

from firmware_host.board.events import BoardEvent
from firmware_host.board.faces import TableFace
from firmware_host.board.messages import Message, say
from firmware_host.board.wiring import ScreenAt
from firmware_host.devices.buses import Bus
from firmware_host.devices.writer import Display, ScreenWriter
from firmware_host.languages import CODES, FOLDER
from firmware_host.picture.table import draw_table
from firmware_host.settings.profile import Profile
from firmware_host.texts.texts import Texts


def face_in_all(message: Message) -> TableFace:
    """
    Return a face that says the same in each language that has room.

    The journal, which knows the language of this board, is opened later.
    """
    first, *rest = (
        Message(message.code, (*message.values, ("language", code))) for code in CODES
    )
    status, note, *_ = (*rest, None, None)
    return TableFace(first, status=status, note=note)


_STARTING = face_in_all(say("starting"))


class EarlyScreens:
    """
    The screens of a board, opened before its table exists.

    Entering starts their thread and shows "Starting"; leaving makes them dark. Their
    events and those of other parts are stored until the table exists.

    Args:
        profile: The board.
        bus: Opens the bus with a number, as smbus2 would; None for the real ones.
        display: Opens each display itself; None for displays on the I2C bus.
        alive: Called on the screens' thread while it runs.
        face: The first face of the table's screen; None for "Starting".
    """

    def __init__(
        self,
        profile: Profile,
        *,
        bus: Callable[[ScreenAt], Bus] | None = None,
        display: Callable[[ScreenAt], Display] | None = None,
        alive: Callable[[], None] = lambda: None,
        face: TableFace | None = None,
    ) -> None:
        self._first = face or _STARTING
        self._stays = False
        self._door = Lock()  # nothing slips by while the table comes in
        self._early: list[BoardEvent] = []
        self._hear: Callable[[BoardEvent], None] = self._early.append
        screens = {
            name: partial(display, at) if display else partial(_screen, at, bus)
            for name, at in profile.screens.items()
        }
        self.writer = ScreenWriter(screens, tell=self.tell, alive=alive)

    def __enter__(self) -> Self:
        # Shown before anything is asked whether it is there; until then none is up.
        self.show(self._first)
        self.writer.__enter__()
        return self

    def __exit__(self, *_: object) -> None:
        self.writer.close(dark=not self._stays)

    def stay(self, face: TableFace) -> None:
        """Show *face*, also when this program has ended: nothing gets dark."""
        self._stays = True
        self.show(face)

    def show(self, face: TableFace) -> None:
        """Show *face*; each of its messages has a ``language``."""
        self.writer.show("table", draw_table(face, _say, alive=False))

    def meet(self, hear: Callable[[BoardEvent], None]) -> None:
        """Pass stored and later events to *hear*."""
        with self._door:
            self._hear = hear
            for event in self._early:
                hear(event)

    def tell(self, event: BoardEvent) -> None:
        """Pass on the event of a part, from any thread."""
        with self._door:
            self._hear(event)


def _say(message: Message) -> str:
    folder = FOLDER / str(message["language"])
    with (folder / "texts.mo").open("rb") as stream:
        return Texts(stream).say(message, "screen")


def _screen(at: ScreenAt, bus: Callable[[ScreenAt], Bus] | None) -> Display:
    # Importing luma takes 20 ms; the screens' thread does it in parallel.
    from firmware_host.devices import screens  # noqa: PLC0415 - see above

    bus = bus or screens.open_bus
    return screens.Screen(
        at.chip,
        bus=partial(bus, at),
        address=at.address,
        upside_down=at.upside_down,
        contrast=at.contrast,
    )

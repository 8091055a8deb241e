"""Drawing of a face on the screens; loaded only if the board has screens."""

import asyncio
from collections.abc import Callable

from PIL.Image import Image

from firmware_host.board.faces import Face, ZoneFace
from firmware_host.board.messages import Say
from firmware_host.board.pieces import Zone
from firmware_host.devices.writer import ScreenWriter
from firmware_host.picture.maker import draw_maker
from firmware_host.picture.qr import draw_qr
from firmware_host.picture.table import draw_table
from firmware_host.picture.zone import draw_zone
from firmware_host.table.parts import PartGuard


class Drawn:
    """
    Draws faces as pictures and sends them to the screens.

    Args:
        screens: The screens.
        say: Returns a message in the current language.
        again: Draws the table's screen again, once a QR code is ready.
        guard: Calls a function that may raise.
    """

    def __init__(
        self,
        screens: ScreenWriter,
        say: Say,
        again: Callable[[], None],
        guard: PartGuard,
    ) -> None:
        self._screens = screens
        self._say = say
        self._again = again
        self._guard = guard
        self._scan: tuple[str, Image | None] = "", None

    def zone(self, at: int, zone_face: ZoneFace) -> None:
        """Draw the screen of a zone, counted from 0; an answer is sent first."""
        image = draw_zone(zone_face, Zone(at + 1), self._say)
        self._screens.show(str(at + 1), image, urgent=zone_face.answers)

    def maker(self, face: Face) -> None:
        """Draw the maker's screen behind the lid."""
        self._screens.show("maker", draw_maker(face.maker, self._say))

    def table(self, face: Face, *, alive: bool) -> None:
        """Draw the table's screen; its dot is lit if *alive*."""
        shown = face.local or face.table
        qr = self._qr_of(shown.scan)
        image = draw_table(shown, self._say, alive=alive, qr=qr)
        self._screens.show("table", image)

    def _qr_of(self, text: str) -> Image | None:
        """Return a text's QR code; None for no text, or until a thread has drawn it."""
        known, image = self._scan
        if text == known:
            return image
        self._scan = text, None
        if text:
            loop = asyncio.get_running_loop()
            making = loop.run_in_executor(None, draw_qr, text)
            making.add_done_callback(lambda made: self._have_qr(text, made))
        return None

    def _have_qr(self, text: str, made: "asyncio.Future[Image]") -> None:
        if text == self._scan[0]:
            self._scan = text, self._guard("the QR code", made.result)
            self._guard("screen-table", self._again)

"""What a socket is sent: the newest state of a view, or each event in its order."""

import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from starlette.websockets import WebSocket

from firmware_host.errors import AwayError
from firmware_host.web.live import Look, Shown, to_json
from firmware_host.web.public import EVENTS
from firmware_host.web.shown import Event

if TYPE_CHECKING:  # the application is made of these
    from firmware_host.web.app import Web


def of(web: "Web", socket: WebSocket) -> Look:
    """Return what a socket is sent: events, or a view as who asks may see it."""
    view, language = socket.query_params.get("as", "wall"), web.language(socket)

    def events() -> Sequence[Event] | None:
        with suppress(AwayError):  # it is closed, and whoever listens dials again
            return web.events()
        return None

    def document() -> Shown | None:
        with suppress(AwayError):  # likewise
            return web.asked(view, language, socket, web.phone_of(socket))
        return None

    if view == EVENTS:
        return EventStream(events, _since(socket.query_params.get("since", "")))
    return newest(document)


def _since(text: str) -> int | None:
    """Return the number of an event that is known; None for what is none."""
    return int(text) if re.fullmatch("[0-9]{1,9}", text, re.ASCII) else None


def newest(look: Callable[[], Shown | None]) -> Look:
    """
    Return what sends a document wherever it is another one.

    Args:
        look: The document as it is now; None for who may not look any more.
    """
    sent: str | None = None

    def texts() -> Sequence[str] | None:
        nonlocal sent
        now = look()
        if now is None:
            return None
        if now.still == sent:
            return ()
        sent = now.still
        return (now.text,)

    return texts


class EventStream:
    """
    What sends each event once, in its order.

    Args:
        look: The events that the table keeps, the newest last; None once nobody says.
        since: The number of the last one that is known; None for all that have been.
    """

    def __init__(
        self, look: Callable[[], Sequence[Event] | None], since: int | None
    ) -> None:
        self._look = look
        self._known = since

    def __call__(self) -> Sequence[str] | None:
        """Return the events that are new, as JSON."""
        kept = self._look()
        if kept is None:
            return None
        last = kept[-1]["n"] if kept else 0
        if self._known is None:
            self._known = last
        if last < self._known:
            self._known = 0  # the board was started anew, and counts from 1
        new = [one for one in kept if one["n"] > self._known]
        texts = []
        for one in new:
            texts.append(to_json({**one, "missed": one["n"] - self._known - 1}))
            self._known = one["n"]
        return texts

"""The process of a hall: it hears boards, keeps what they tell, and shows it."""

import asyncio
import socket
from collections.abc import Iterable, Mapping

from firmware_host.app.content.languages import load_texts
from firmware_host.app.hall import evenings
from firmware_host.app.hall.hub import Hub
from firmware_host.app.hall.store import Store
from firmware_host.app.pages.place import own_names
from firmware_host.board.once import Lazy
from firmware_host.hall import fold
from firmware_host.hall.fold import Board, Line
from firmware_host.languages import CODES
from firmware_host.settings.board import Broker
from firmware_host.web.hall.app import build
from firmware_host.web.hall.documents import EveningPromise
from firmware_host.web.live import Live
from firmware_host.web.server import serve

#: Pages are told of a change so often at most, in seconds.
CALM_S = 0.05

#: Spectators are told what has become due so often, in seconds.
LATER_S = 1.0


class Hall:
    """
    A hall, as its pages see it (`web.hall.documents.HallPort`).

    Args:
        hub: What the boards have told.
        store: Where the evening stands.
        delay_s: How much later spectators see it.
    """

    def __init__(self, hub: Hub, store: Store, *, delay_s: int) -> None:
        self._hub = hub
        self._store = store
        self.delay_s = delay_s

    def boards(self, *, later: bool) -> Mapping[str, Board]:
        """Return every board, as it stands or as spectators may see it."""
        return self._hub.spectated() if later else self._hub.boards

    def is_online(self, board: str) -> bool:
        """Tell whether a board is there now."""
        return board in self._hub.online

    def evening(self) -> EveningPromise | None:
        """Return the evening; None without one."""
        kept = evenings.find(self._store)
        if kept is None:
            return None
        told = (kept.key.spoken, kept.nonce) if kept.closed else ("", "")
        return EveningPromise(kept.evening.title, kept.evening.commitment, *told)

    def table(self) -> Iterable[Line]:
        """Return the evening's table."""
        kept = evenings.find(self._store)
        if kept is None:
            return ()
        return fold.table(self._hub.boards, evenings.judge_of(kept))


async def be_hall(
    store: Store,
    ears: list[socket.socket],
    *,
    at: Broker | None,
    delay_s: int,
    language: str,
) -> None:
    """
    Hear and show, until somebody ends it.

    Args:
        store: Where it is kept.
        ears: Sockets that listen already.
        at: The broker; None for boards that hand in files alone.
        delay_s: How much later spectators see what has happened.
        language: Of the pages, where nobody asks for another.
    """
    hub, live = Hub(store, delay_ms=1000 * delay_s), Live()
    hall, news = Hall(hub, store, delay_s=delay_s), asyncio.Event()
    hub.on_change(news.set)
    texts = Lazy(CODES, load_texts)
    app = build(hall, live, texts, own_names(), language=language)
    async with serve(app, *ears), asyncio.TaskGroup() as tasks:
        tasks.create_task(_tell(news, live))
        tasks.create_task(_tell_later(live))
        if at is not None:
            tasks.create_task(hub.run(at))


async def _tell(news: asyncio.Event, live: Live) -> None:
    """Tell the pages what is new, and not more often than eyes can follow."""
    while True:
        await news.wait()
        news.clear()
        live.changed()
        await asyncio.sleep(CALM_S)


async def _tell_later(live: Live) -> None:
    while True:
        await asyncio.sleep(LATER_S)
        live.changed()

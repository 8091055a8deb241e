"""The table's side of its pages: the ports it opens, and who says they are missing."""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from types import ModuleType
from typing import cast

from firmware_host import __version__
from firmware_host.app.content.outside import game_files
from firmware_host.app.daemon.daemon import Running
from firmware_host.app.daemon.watchdog import is_heard
from firmware_host.app.pages.reading import HistoryProcess
from firmware_host.app.system.hotspot import load_hotspot
from firmware_host.app.system.updates import Updates
from firmware_host.board.entries import JOURNAL
from firmware_host.board.events import Failed, Healed
from firmware_host.board.json import Json, JsonObject
from firmware_host.errors import SettingsError
from firmware_host.journal.store import Journal
from firmware_host.table.table import Table
from firmware_host.web.ports import History, VirtualBoard
from firmware_host.web.remote.answering import Answering, LatePort
from firmware_host.web.remote.asking import RemoteHistory
from firmware_host.web.remote.lines import HISTORY, MOST_BYTES
from firmware_host.web.values import Wifi

_log = logging.getLogger(__name__)

#: The table's Unix socket, in a folder that nobody else may enter.
SOCKET = "table"

#: The part that is out of order while the pages give no sign of life.
PART = "web"

#: The pages may be so long without one, in seconds, and so long at first.
SILENT_S, FIRST_S = 15.0, 60.0

#: Pages that were missed are looked for so often, in seconds; they beat more often.
BACK_S = 3.0


class JournalStore:
    """Small texts in the journal (`web.ports.KeyValueStore`)."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self._known: dict[str, str] = journal.settings()

    def get(self, name: str) -> str | None:
        """Return the text stored under *name*; None if there is none."""
        return self._known.get(f"web:{name}")

    async def put(self, name: str, text: str | None) -> None:
        """Store *text* under *name*, durably; None removes it."""
        key = f"web:{name}"
        if text is None:
            self._known.pop(key, None)
        else:
            self._known[key] = text
        await asyncio.wrap_future(self._journal.put_setting(key, text))


@asynccontextmanager
async def serve_ports(  # noqa: PLR0913 - what the pages are told at first
    running: Running,
    folder: Path,
    *,
    at: Path,
    web: str,
    key: str = "",
    board: VirtualBoard | None = None,
) -> AsyncIterator[Answering]:
    """
    Let the pages' process ask a table what its ports offer.

    Args:
        running: The board.
        folder: Where its backups lie.
        at: Where the Unix socket is made.
        web: Where the pages listen, as in a profile.
        key: What opens the virtual board from another machine.
        board: The virtual board of a demo.
    """
    table_api = running.table_api
    history = HistoryProcess(at.with_name(HISTORY), folder / JOURNAL, running.journal)
    stops: list[Callable[[], Awaitable[None]]] = []
    ports = _ports(running, folder / JOURNAL, history)
    ports |= _stopped_ports(running, folder, web, stops, lambda: answering.tell("tags"))
    if board is not None:
        ports["board"] = board
    if is_heard():
        ports["updates"] = Updates()
    wifi = _wifi() if board is None else None
    hello = _hello(ports, key=key, wifi=wifi)
    answering = Answering(ports, hello, lambda: table_api.changes)
    if board is not None:
        board.on_change(lambda: answering.tell("board"))
    beside = [
        asyncio.create_task(_tell(running.table, answering)),
        asyncio.create_task(_miss(running.table, answering)),
        asyncio.create_task(history.keep()),
    ]
    server = await asyncio.start_unix_server(answering.serve, at, limit=MOST_BYTES)
    await asyncio.to_thread(at.chmod, 0o660)
    try:
        yield answering
    finally:
        server.close()
        for task in beside:
            task.cancel()
        await asyncio.gather(*beside, return_exceptions=True)
        await answering.close()
        await asyncio.to_thread(at.unlink, missing_ok=True)
        for stop in stops:
            await stop()


def _ports(running: Running, path: Path, history: HistoryProcess) -> dict[str, object]:
    """
    Return the interfaces of the table and the journal for the pages, by name.

    What a family that plays does not ask for is loaded late.
    """
    table, journal = running.table, running.journal
    archive = LatePort(
        "firmware_host.app.archive.archive",
        lambda module: module.Archive(
            journal,
            path,
            tell=table.tell,
            let_go=history.end,
            sheet=cast("History", RemoteHistory(history.at)).game,
        ),
    )
    packs = LatePort(
        "firmware_host.app.content.packs", lambda module: module.Packs(table)
    )
    return {
        "table_api": running.table_api,
        "phones": running.table_api.phones,
        "store": JournalStore(journal),
        "archive": archive,
        "packs": packs,
    }


def _stopped_ports(
    running: Running,
    folder: Path,
    web: str,
    stops: list[Callable[[], Awaitable[None]]],
    tell: Callable[[], None],
) -> dict[str, object]:
    """Return the interfaces that are stopped in the end, if they were made."""

    def tags(module: ModuleType) -> object:
        tagging = module.Tagging(running.table, running.tags)
        tagging.on_change(tell)
        stops.append(tagging.stop)
        return tagging

    def service(module: ModuleType) -> object:
        made = module.service_of(running, folder, web)
        stops.append(made.stop)
        return made

    return {
        "tags": LatePort("firmware_host.app.tagging.tagging", tags),
        "service": LatePort("firmware_host.app.daemon.service", service),
    }


def _hello(ports: dict[str, object], *, key: str, wifi: Wifi | None) -> JsonObject:
    """Return what the pages know before they ask anything."""
    known: dict[str, Json] = {
        "version": __version__,
        "ports": list(ports),
        "key": key,
        "wifi": None if wifi is None else [wifi.ssid, wifi.password],
        "game_files": dict(game_files()),
    }
    return known


def _wifi() -> Wifi | None:
    """Return the board's own Wi-Fi; a file that cannot be read closes no web."""
    try:
        return load_hotspot()
    except SettingsError as fault:
        _log.warning("%s", fault)
        return None


async def _tell(table: Table, answering: Answering) -> None:
    async for _ in table.watch():
        answering.tell()


async def _miss(table: Table, answering: Answering) -> None:
    """Say on the board when the pages give no sign of life, and when they do again."""
    beats, rest_s, missed = 0, FIRST_S, False
    while True:
        await asyncio.sleep(rest_s)
        silent, beats = answering.beats == beats, answering.beats
        if silent != missed:
            table.happen(Failed(PART) if silent else Healed(PART))
        missed, rest_s = silent, BACK_S if silent else SILENT_S

"""
The table's side of the pages.

The ports that it offers, and the check that they live.
"""

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
from firmware_host.app.system.updates import UpdateRequests
from firmware_host.board.entries import JOURNAL
from firmware_host.board.events import Failed, Healed
from firmware_host.board.json import Json, JsonObject
from firmware_host.errors import SettingsError
from firmware_host.journal.store import Journal
from firmware_host.table.table import Table
from firmware_host.web.ports import HistoryPort, VirtualBoard
from firmware_host.web.remote.answering import Answering, LatePort
from firmware_host.web.remote.asking import RemoteHistory
from firmware_host.web.remote.lines import HISTORY, MOST_BYTES
from firmware_host.web.values import Wifi

_log = logging.getLogger(__name__)

#: The table's Unix socket, in a private folder.
SOCKET = "table"

#: The name of the part that is faulty while the pages have no heartbeat.
PART = "web"

#: How long the pages may be without a heartbeat, in seconds: later, and at the start.
SILENT_S, FIRST_S = 15.0, 60.0

#: How often to look for a heartbeat after one was missed, in seconds.
BACK_S = 3.0


class JournalStore:
    """Small texts in the journal (`web.ports.KeyValueStore`)."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self._known: dict[str, str | None] = {**journal.settings()}

    def get(self, name: str) -> str | None:
        """Return the text stored under *name*; None if there is none."""
        return self._known.get(f"web:{name}")

    async def put(self, name: str, text: str | None) -> None:
        """Store *text* under *name*, durably; None removes it."""
        await asyncio.shield(self._put(f"web:{name}", text))  # a caller may hang up

    async def _put(self, key: str, text: str | None) -> None:
        await asyncio.wrap_future(self._journal.put_setting(key, text))
        self._known[key] = text  # after the commit: a failed write must not be read


@asynccontextmanager
async def serve_ports(  # noqa: PLR0913 - the first message to the pages
    running: Running,
    folder: Path,
    *,
    at: Path,
    web: str,
    key: str = "",
    board: VirtualBoard | None = None,
) -> AsyncIterator[Answering]:
    """
    Let the pages' process use the ports of a table.

    Args:
        running: The board.
        folder: The folder of its backups.
        at: The path for the Unix socket.
        web: ``HOST:PORT`` of the pages, as in a profile.
        key: The key that opens the virtual board from another machine.
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
        ports["updates"] = UpdateRequests()
    wifi = _wifi() if board is None else None
    hello = _hello(ports, key=key, wifi=wifi)
    answering = Answering(ports, hello, lambda: table_api.changes)
    if board is not None:
        board.on_change(lambda: answering.tell("board"))
    running.table.on_ahead(table_api.preview)
    running.table.on_change(answering.tell)
    beside = [
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

    Those that a family at play does not need are imported at their first use.
    """
    table, journal = running.table, running.journal
    archive = LatePort(
        "firmware_host.app.archive.archive",
        lambda module: module.JournalArchive(
            journal,
            path,
            tell=table.tell,
            let_go=history.end,
            sheet=cast("HistoryPort", RemoteHistory(history.at)).game,
        ),
    )
    packs = LatePort(
        "firmware_host.app.content.packs", lambda module: module.BoardPacks(table)
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
    """Return the interfaces that are stopped at the end, if they were used."""

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
        "service": LatePort("firmware_host.app.daemon.standby", service),
    }


def _hello(ports: dict[str, object], *, key: str, wifi: Wifi | None) -> JsonObject:
    """Return the table's first message to the pages."""
    known: dict[str, Json] = {
        "version": __version__,
        "ports": list(ports),
        "key": key,
        "wifi": None if wifi is None else [wifi.ssid, wifi.password],
        "game_files": dict(game_files()),
    }
    return known


def _wifi() -> Wifi | None:
    """Return the board's own Wi-Fi; an unreadable file counts as none."""
    try:
        return load_hotspot()
    except SettingsError as fault:
        _log.warning("%s", fault)
        return None


async def _miss(table: Table, answering: Answering) -> None:
    """Report on the board if the pages stop sending heartbeats, or start again."""
    beats, rest_s, missed = 0, FIRST_S, False
    while True:
        await asyncio.sleep(rest_s)
        silent, beats = answering.beats == beats, answering.beats
        if silent != missed:
            table.happen(Failed(PART) if silent else Healed(PART))
        missed, rest_s = silent, BACK_S if silent else SILENT_S

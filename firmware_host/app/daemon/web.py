"""The web beside a table: its ports, and where it listens."""

import asyncio
import logging
import os
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from functools import partial
from pathlib import Path

from firmware_host.app.archive.archive import Archive
from firmware_host.app.content.languages import (
    languages_with,
    load_texts,
    owners_letters,
)
from firmware_host.app.content.outside import game_files
from firmware_host.app.content.wordlists import WordLists
from firmware_host.app.daemon.daemon import Running
from firmware_host.app.daemon.notify import is_heard
from firmware_host.app.daemon.service import Service
from firmware_host.app.doctor.doctor import target_of
from firmware_host.app.doctor.machine import is_own
from firmware_host.app.system.hotspot import ADDRESS, load_hotspot
from firmware_host.app.system.updates import Updates
from firmware_host.app.tagging.tagging import Tagging
from firmware_host.board.entries import JOURNAL
from firmware_host.board.once import Lazy
from firmware_host.board.record import Record
from firmware_host.devices.clock import monotonic_ms
from firmware_host.errors import SettingsError
from firmware_host.journal.store import Journal
from firmware_host.languages import CODES
from firmware_host.web.app import Web, build
from firmware_host.web.ports import Services, VirtualBoard, Wifi
from firmware_host.web.server import listen, serve

#: Where a browser finds us.
PORT = 8080

#: Where a browser looks that was told no port.
PLAIN_PORT = 80

#: So many ports are tried, one after the other, where nobody has named one.
PORTS = 10

_log = logging.getLogger(__name__)

LOOPBACK = "127.0.0.1"
EVERYWHERE = "0.0.0.0"  # noqa: S104 - asked for by --lan or a board's profile


class Place(Record):
    """
    Where to listen.

    Args:
        host: ``127.0.0.1`` for this machine alone, ``0.0.0.0`` for the network.
        port: The port; None for the first free one from `PORT` on, 0 for any.
        key: What opens the virtual board from another machine.
        plain: Whether a board on the network is found without a number too, by the
            port that browsers take by themselves, where that is free and allowed.
    """

    host: str = LOOPBACK
    port: int | None = None
    key: str = ""
    plain: bool = False


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
async def open_web(
    running: Running,
    folder: Path,
    *,
    place: Place,
    board: VirtualBoard | None = None,
) -> AsyncIterator[str]:
    """
    Open the web beside a table; it yields the address to open.

    Args:
        running: The board.
        folder: Where its backups lie.
        place: Where to listen.
        board: The virtual board of a demo.

    Raises:
        SettingsError: Nobody can listen there.
    """
    ears = _listen(place)
    port = ears[-1].getsockname()[1]
    wifi = _wifi() if place.plain else None
    address = partial(_address, place.host, port, wifi)
    table_api, journal = running.table_api, running.journal
    here = replace(running.profile, web=f"{place.host}:{port}")  # where it really is
    target = replace(target_of(running, folder), profile=here)
    service = Service(target, running)
    tagging = Tagging(running.table, running.tags)
    services = Services(
        table_api=table_api,
        texts=Lazy(CODES, load_texts),
        letters=table_api.letters,
        store=JournalStore(journal),
        archive=Archive(journal, folder / JOURNAL),
        words=WordLists(journal, languages_with(owners_letters(folder))),
        tags=tagging,
        service=service,
        clock_ms=monotonic_ms,
        entropy=os.urandom,
        board=board,
        updates=Updates() if is_heard() else None,
        address=address,
        wifi=wifi,
        hosts=own_names(),
        board_key=place.key,
        game_files=game_files(),
    )
    web = Web(services)
    async with web, serve(build(web), *ears):
        try:
            yield address()
        finally:
            await service.stop()
            await tagging.stop()


def _address(host: str, port: int, wifi: Wifi | None) -> str:
    """Return what a browser is to open now; a network may come and go."""
    if host != LOOPBACK:
        host = ADDRESS if wifi and is_own(ADDRESS) else own_address()
    return f"http://{host}" if port == PLAIN_PORT else f"http://{host}:{port}"


def _listen(place: Place) -> list[socket.socket]:
    """Return what listens where it was asked for, and at the plain port if it can."""
    ports = [*range(PORT, PORT + PORTS), 0] if place.port is None else [place.port]
    ears = [_first_free(place.host, *ports)]
    if place.plain and place.host != LOOPBACK:
        with suppress(SettingsError):
            ears.append(listen(place.host, PLAIN_PORT))
    return ears


def _first_free(host: str, *ports: int) -> socket.socket:
    *others, last = ports
    for port in others:
        with suppress(SettingsError):
            return listen(host, port)
    return listen(host, last)


def own_address() -> str:
    """Return the address by which the network knows this machine."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        try:
            # Nothing is sent: the kernel only says which way it would go.
            asking.connect(("192.0.2.1", 9))
        except OSError:
            return LOOPBACK
        return str(asking.getsockname()[0])


def _wifi() -> Wifi | None:
    """Return the board's own Wi-Fi; a file that cannot be read closes no web."""
    try:
        return load_hotspot()
    except SettingsError as fault:
        _log.warning("%s", fault)
        return None


def own_names() -> tuple[str, ...]:
    """Return the names by which this machine may be called."""
    name = socket.gethostname().partition(".")[0]
    return ("localhost", name, f"{name}.local")

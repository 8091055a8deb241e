"""The process of the pages: it serves browsers and asks the table."""

import asyncio
import os
import signal
import socket
from collections.abc import Callable
from pathlib import Path
from typing import cast

from firmware_host import __version__
from firmware_host.app.content.languages import load_rude, load_texts, load_unfit
from firmware_host.app.content.tables import read_text, table_for_page
from firmware_host.app.daemon.watchdog import notify, watchdog_s
from firmware_host.app.pages.place import address_of, own_names
from firmware_host.board.json import JsonObject, as_list, as_text, texts
from firmware_host.board.once import Lazy
from firmware_host.devices.clock import monotonic_ms
from firmware_host.languages import CODES
from firmware_host.web import ports, values
from firmware_host.web.app import build
from firmware_host.web.remote.asking import (
    Remote,
    RemoteHistory,
    RemoteTable,
    TableConnection,
)
from firmware_host.web.remote.lines import HELLO, HISTORY
from firmware_host.web.server import log_seldom, serve
from firmware_host.web.state import Web
from firmware_host.web.upkeep import run_upkeep

#: The exit code if the table has another version; restart with that version.
EXIT_OTHER_VERSION = 75

#: How often to look for the table of an installed board, in seconds.
LOOK_S = 0.1


async def run_pages(at: Path, ears: list[socket.socket], *, is_child: bool) -> int:
    """
    Serve the pages until a signal ends them, or the table has another version.

    Args:
        at: The table's Unix socket.
        ears: Sockets that are listening already.
        is_child: True to end when standard input is closed.

    Returns:
        The exit code.
    """
    ended: asyncio.Future[int] = asyncio.get_running_loop().create_future()
    log_seldom(asyncio.get_running_loop())
    _end_on(ended, is_child=is_child)
    notify("READY=1", "STATUS=the pages wait for the board")
    living = asyncio.create_task(_live())
    try:
        return await _serve(at, ears, ended, is_child=is_child)
    finally:
        living.cancel()


async def _serve(
    at: Path, ears: list[socket.socket], ended: "asyncio.Future[int]", *, is_child: bool
) -> int:
    async with TableConnection(at) as asking:
        asking.on_news("", _comparing(asking, ended))
        while not asking.is_there and not ended.done():  # noqa: ASYNC110 - it may never come
            await asyncio.sleep(LOOK_S if not is_child else 0.01)
        if ended.done():
            return ended.result()
        services = services_of(asking, asking.ask(HELLO), ears)
        web = Web(services)
        asking.on_news("", web.live.changed)
        async with run_upkeep(web), serve(build(web), *ears, identify=web.caller):
            notify("STATUS=the pages are open")
            return await ended


def services_of(
    asking: TableConnection, hello: JsonObject, ears: list[socket.socket]
) -> ports.Services:
    """
    Return the services of the web, which the table's process provides.

    Args:
        asking: The connection to the table.
        hello: The table's first message.
        ears: The sockets of the pages.
    """
    wifi = hello["wifi"] and values.Wifi(*map(as_text, as_list(hello["wifi"])))
    there = texts(hello, "ports")
    board, updates = (
        Remote(asking, name) if name in there else None for name in ("board", "updates")
    )
    files = cast("dict[str, str]", hello["game_files"])
    return ports.Services(
        table_api=RemoteTable(asking, monotonic_ms),
        texts=Lazy(CODES, load_texts),
        store=cast("ports.KeyValueStore", Remote(asking, "store")),
        history=cast(
            "ports.HistoryPort", RemoteHistory(asking.path.with_name(HISTORY))
        ),
        archive=cast("ports.ArchivePort", Remote(asking, "archive")),
        packs=cast("ports.PacksPort", Remote(asking, "packs")),
        read_table=table_for_page,
        read_text=read_text,
        tags=cast("ports.TagsPort", Remote(asking, "tags")),
        service=cast("ports.ServicePort", Remote(asking, "service")),
        clock_ms=monotonic_ms,
        entropy=os.urandom,
        board=cast("ports.VirtualBoard | None", board),
        updates=cast("ports.UpdatesPort | None", updates),
        address=lambda: address_of(ears, has_wifi=bool(wifi)),
        wifi=wifi or None,
        hosts=own_names(),
        board_key=as_text(hello["key"]),
        rude=load_rude(),
        unfit=Lazy(CODES, load_unfit),
        game_files=files,
    )


def _end_on(ended: "asyncio.Future[int]", *, is_child: bool) -> None:
    loop = asyncio.get_running_loop()

    def end() -> None:
        if not ended.done():
            ended.set_result(0)

    def read() -> None:
        if not os.read(0, 1024):
            os._exit(0)  # the table was killed: there is nothing left to serve

    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, end)
    if is_child:
        loop.add_reader(0, read)


def _comparing(
    asking: TableConnection, ended: "asyncio.Future[int]"
) -> Callable[[], None]:
    """Return a callback that ends the pages if the table has another version now."""

    def compare() -> None:
        if asking.is_there and not ended.done():
            hello = asking.ask(HELLO)
            if hello["version"] != __version__:
                ended.set_result(EXIT_OTHER_VERSION)

    return compare


async def _live() -> None:
    """Send heartbeats to systemd's watchdog for ever."""
    while True:
        notify("WATCHDOG=1")
        await asyncio.sleep((watchdog_s() or 20.0) / 2)

"""
Background work of the pages: follow the table, and forget names after a lesson.

A board's clock may be wrong, and stops without power. So names are forgotten after a
time without actions, or after a start of the board, and not by the time of day.
"""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from firmware_host.board.commands import PagesAt, Rename
from firmware_host.board.json import JsonObject, flag, number, text
from firmware_host.board.messages import Refused
from firmware_host.errors import AwayError
from firmware_host.web.people.room import is_reached
from firmware_host.web.state import Web

_log = logging.getLogger(__name__)

#: The period of the background work in seconds.
EVERY_S = 1.0

#: The key under which the pages store that names exist, and since which start.
NAMES_KEY = "names"

#: The time without actions after which names are forgotten.
REST_MS = 4 * 3600_000

#: The time after a start of the board after which the names of a waiting game are
#: forgotten, if it is not continued.
START_MS = 30 * 60_000


@asynccontextmanager
async def run_upkeep(web: Web) -> AsyncIterator[Web]:
    """Do the background work of the pages until cancelled."""
    tasks = [asyncio.create_task(one) for one in (_watch(web), _keep_up(web))]
    try:
        yield web
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _watch(web: Web) -> None:
    async for seen in web.services.table_api.watch():
        web.room.follow(seen)
        web.live.changed()
        try:
            await web.classroom.follow(seen)
        except AwayError:
            continue  # it comes back, and then there is news
        except Exception:  # noqa: BLE001 - a fault in the class stops no wall
            _log.exception("the class could not follow the table")


async def _keep_up(web: Web) -> None:
    """Do the background work for ever; an exception is logged once."""
    failed = False
    while True:
        try:
            await do_upkeep(web)
        except AwayError:
            pass  # it is done once the table is back
        except Exception:  # noqa: BLE001 - the pages go on without
            if not failed:
                _log.exception("what the pages do by themselves failed")
            failed = True
        await asyncio.sleep(EVERY_S)


async def do_upkeep(web: Web) -> None:
    """
    Report the pages' address to the table, replace a due code, and forget due names.

    The joining code is replaced in a class only.
    """
    table_api, address = web.services.table_api, web.services.address()
    reached = PagesAt(address if is_reached(address) else "")
    await table_api.send(reached.line)
    turned = await web.room.turn(table_api.see())
    if await _forget_in_time(web) or turned:
        web.live.changed()


async def _forget_in_time(web: Web) -> bool:
    """Forget the names of a lesson if it is due; return True if they were forgotten."""
    services, seen = web.services, web.services.table_api.see()
    since = services.store.get(NAMES_KEY)
    if since is None and seen["place"] != "class":
        return False
    named = any(isinstance(one["name"], str) for one in seen["players"])
    if since is None and not named:
        return False
    rest = services.table_api.rest()
    if since is not None and is_due(rest, since, playing=seen["phase"] == "playing"):
        door = web.room.door
        door.turn_away([one.number for one in door.guests()])
        await forget(web)
        web.classroom.note("names-gone")
        return True
    if since is None or (since != text(rest, "start") and flag(rest, "acted")):
        await services.store.put(NAMES_KEY, text(rest, "start"))
    return False


def is_due(rest: JsonObject, since: str, *, playing: bool) -> bool:
    """
    Return True if names must be forgotten now.

    Args:
        rest: The result of `TableApi.rest`.
        since: The start of the board in which there were names last.
        playing: Whether a game is in progress.
    """
    if since == text(rest, "start"):
        return number(rest, "ms") >= REST_MS
    if not playing:
        return True  # its lesson was over when the board was switched off
    return not flag(rest, "acted") and number(rest, "ms") >= START_MS


async def forget(web: Web) -> Refused | None:
    """
    Replace all names of players by symbols or numbers, and erase every stored name.

    Returns:
        A refusal if some names are not erased yet; the board retries to erase them.
    """
    table_api = web.services.table_api
    for sitter in table_api.see()["players"]:
        if isinstance(sitter["name"], str):
            await table_api.send(Rename(sitter["seat"], "").line)
    refused = await web.services.archive.erase_names()
    await web.services.store.put(NAMES_KEY, None)
    await web.rude.forget()
    await web.room.save()
    return refused

"""
Names that nobody has erased go by themselves, and never in a game that is played.

A board's clock may be wrong, and stands still without power. So what counts is no hour
of the day, but how long nobody has done anything, and a start of the board.
"""

from typing import TYPE_CHECKING

from firmware_host.board.json import JsonObject, flag, number, text
from firmware_host.web.classroom.lesson import NAMES_KEY, forget

if TYPE_CHECKING:  # the application does it
    from firmware_host.web.app import Web

#: Names go once nobody has done anything for so long.
REST_MS = 4 * 3600_000

#: Where a game waits after a start of the board, names go unless somebody goes on.
START_MS = 30 * 60_000


async def forget_in_time(web: "Web") -> bool:
    """Forget the names of a lesson that nobody has ended; tell whether it was time."""
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
    Tell whether it is time for the names to go.

    Args:
        rest: What `TableApi.rest` says.
        since: The start of the board in which the names were there last.
        playing: Whether a game is on.
    """
    if since == text(rest, "start"):
        return number(rest, "ms") >= REST_MS
    if not playing:
        return True  # its lesson was over when the board was switched off
    return not flag(rest, "acted") and number(rest, "ms") >= START_MS

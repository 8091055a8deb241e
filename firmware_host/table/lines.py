"""Lines of a game that a page sends: whose each is, and who may send it."""

from collections.abc import Collection

from firmware_host.board.commands import HOST_ACTS, Role
from firmware_host.board.json import Json, JsonObject, text
from firmware_host.board.messages import Refused
from firmware_host.board.table_values import Phone, Sight
from firmware_host.errors import AskedError


def signed(
    line: JsonObject, roles: Collection[str], phone: Phone | None, seen: Sight
) -> dict[str, Json] | Refused:
    """
    Return a line with its sender's seat put in, or why it is not the sender's.

    Args:
        line: The line, as it was sent; what it means is checked later.
        roles: What the sender may be, as `Role` has them.
        phone: The sender's phone; None for one that is not known.
        seen: What the sender may know.

    Raises:
        AskedError: No page may send it.
    """
    if line.get("do") in HOST_ACTS:
        return dict(line)
    do, at_board = text(line, "do"), Role.BOARD in roles
    mine = None if phone is None else phone["seat"]
    if phone is not None and phone["looks_on"] and not at_board:
        return Refused("looks-on")
    if mine is None and not (at_board or Role.HOST in roles):
        return Refused("not-your-seat")
    known, keys = seen["lines"], seen["lines"].get(do, ["by"])
    if known and not (do in known and {*line} <= {"do", "by", *keys}):
        msg = f"no page sends this: {', '.join(map(str, line.values()))}"[:200]
        raise AskedError(msg)
    if at_board and ("by" in line) == ("by" in keys):
        return dict(line)
    if mine is not None and line.get("by", mine) != mine:
        return Refused("not-your-seat")
    if "by" in keys:
        return Refused("not-your-seat") if mine is None else {**line, "by": mine}
    return _on_turn(seen, roles, mine, do) or {
        key: value for key, value in line.items() if key != "by"
    }


def _on_turn(
    seen: Sight, roles: Collection[str], seat: int | None, do: str
) -> Refused | None:
    """
    Return why a seat may not act for the one on turn.

    Where nobody is on turn a host may, and whoever the game offers it to.
    """
    if seen["view"] is None:
        return None
    if seen["turn"] is None:
        may = Role.HOST in roles or do in seen["may"]
    else:
        may = seen["turn"] == seat
    return None if may else Refused("not-your-turn")

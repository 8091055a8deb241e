"""Checks of who may send a line of a game, and for which seat."""

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
    Return a line with its sender's seat as ``by``, or the refusal of another seat's.

    Args:
        line: The line as it was sent; the game checks its content later.
        roles: The sender's roles, values of `Role`.
        phone: The sender's phone; None for an unknown one.
        seen: The sender's view.

    Raises:
        AskedError: No page may send such a line.
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
    Return the refusal for a seat that acts for the one on turn, or None.

    If no single seat is on turn, a host may act, and any seat whose view offers it.
    """
    if seen["view"] is None:
        return None
    if seen["turn"] is None:
        may = Role.HOST in roles or do in seen["may"]
    else:
        may = seen["turn"] == seat
    return None if may else Refused("not-your-turn")

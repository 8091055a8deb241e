"""The teacher's class: who claims it, and what only a teacher may do."""

from typing import Any

from starlette.requests import HTTPConnection

from firmware_host.board.seen import Seen
from firmware_host.web.ports import Services
from firmware_host.web.room import Room
from firmware_host.web.rules import Rule


class Class:
    """
    The class of one board.

    Args:
        services: What it works with.
        room: The people with phones.
    """

    def __init__(self, services: Services, room: Room) -> None:
        self._services = services
        self._room = room
        self.wall_language = ""
        self.levels: dict[str, str] = {}
        self.last_round = False

    def knows(self, connection: HTTPConnection) -> bool:
        """Tell whether a request comes from the teacher."""
        _ = connection
        return False

    def document(self, seen: Seen) -> dict[str, Any]:
        """Return what only the teacher's page may know."""
        return {"phones": len(self._room.phones), "n": seen.number}


RULES: tuple[Rule, ...] = ()

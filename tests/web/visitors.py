"""Everybody who may come to the web, each in a browser of their own."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from firmware_host.board.commands import Role
from firmware_host.web.upkeep import do_upkeep
from tests.web.school import Browser, School


class Hands:
    """A virtual board that remembers how it was touched."""

    def __init__(self) -> None:
        self.touched: list[Any] = []

    def look(self, _language: str) -> Mapping[str, Any]:
        """Return a view without a coach's text."""
        return {"coach": ""}

    async def touch(self, what: Mapping[str, Any]) -> tuple[()]:
        """Remember it."""
        self.touched.append(what)
        return ()

    def on_change(self, _tell: Any) -> None:
        """Ignore the callback: nothing changes here."""


@dataclass(frozen=True, slots=True)
class Person:
    """
    A person at a browser, with their roles.

    Args:
        browser: Which keeps their cookies.
        roles: What they may be, as the issue has it, not as the web works it out.
    """

    browser: Browser
    roles: frozenset[Role]


#: The roles of each person, by the board's place.
ROLES: Mapping[str, Mapping[str, frozenset[Role]]] = {
    "class": {
        "stranger": frozenset({Role.PUBLIC}),
        "phone": frozenset({Role.PUBLIC, Role.SEAT}),
        "teacher": frozenset({Role.PUBLIC, Role.WALL, Role.TEACHER, Role.HOST}),
        "board": frozenset({Role.PUBLIC, Role.WALL, Role.BOARD}),
    },
    "home": {
        "stranger": frozenset({Role.PUBLIC, Role.WALL}),
        "phone": frozenset({Role.PUBLIC, Role.WALL, Role.SEAT, Role.HOST}),
        "teacher": frozenset({Role.PUBLIC, Role.WALL, Role.TEACHER, Role.HOST}),
        "board": frozenset({Role.PUBLIC, Role.WALL, Role.BOARD, Role.HOST}),
    },
}


async def everybody(now: School, place: str) -> dict[str, Person]:
    """Let everybody come; a game is over, one is on, and there is a backup."""
    table_api = now.api
    browsers = {
        "stranger": now.browser(),
        "phone": now.browser(),
        "teacher": await now.teacher(),
        "board": now.browser("127.0.0.1"),
    }
    await table_api.send(
        {"command": "choose", "place": "home", "players": ["Tina", "Lee"]}
    )
    code = now.web.room.code
    joined = await browsers["phone"].post("/api/join", code=code, seat=1)
    assert joined["ok"]
    game = {"language": "en", "length": 5, "board_makes": False}
    await table_api.send({"command": "begin", **game})
    await now.set_secret("HOBBY")
    await table_api.do({"do": "guess", "by": 1, "word": "HOBBY"})
    await table_api.do({"do": "end"})
    await table_api.send({"command": "choose", "players": ["Tina", "Lee"]})
    await table_api.send({"command": "begin", **game})
    await now.set_secret("PANDA")
    await now.web.services.archive.back_up()
    await table_api.send({"command": "choose", "place": place})
    await do_upkeep(now.web)  # what is kept up by itself changes nothing later
    roles = ROLES[place]
    return {name: Person(one, roles[name]) for name, one in browsers.items()}

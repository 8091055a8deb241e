"""The state of the pages: who asks, what each caller may do and see, documents."""

import hmac
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import Literal

from starlette.requests import HTTPConnection
from starlette.types import Scope

from firmware_host.board.commands import Role
from firmware_host.board.json import Json
from firmware_host.board.table_values import Phone, Sight
from firmware_host.errors import AwayError
from firmware_host.languages import FIRST
from firmware_host.web import documents
from firmware_host.web.budgets import Caller, Kind, stranger
from firmware_host.web.classroom.passphrase import KNOWN
from firmware_host.web.classroom.teacher import Classroom
from firmware_host.web.documents import EVENTS, VIEWS
from firmware_host.web.failures import Failures
from firmware_host.web.limits import Limiter
from firmware_host.web.live import Live, Shown
from firmware_host.web.people.codes import key_of
from firmware_host.web.people.door import LOOPBACK
from firmware_host.web.people.room import COOKIE, Room
from firmware_host.web.people.rude import Rude
from firmware_host.web.ports import Services
from firmware_host.web.shown import Event

#: The cookie of a browser that the board's key has opened the board to.
BOARD_COOKIE = "letterzone-board"


class Web:
    """
    The web of one board.

    Args:
        services: What it works with.
    """

    def __init__(self, services: Services) -> None:
        self.services = services
        self.live = Live()
        self.room = Room(services)
        self.rude = Rude(services)
        self.classroom = Classroom(services)
        self.joins = Limiter(tries=20, within_ms=60_000, clock_ms=services.clock_ms)
        self.failures = Failures()
        #: The descriptions of the API, once `app` has made them.
        self.described: tuple[str, str] | tuple[()] = ()
        services.tags.on_change(self.live.changed)
        if services.board is not None:
            services.board.on_change(self.live.changed)

    # --- who asks, and in which language ---

    def language(self, connection: HTTPConnection) -> str:
        """Return the caller's language: asked for, preferred, or the board's."""
        known = self.services.texts
        asked = connection.query_params.get("lang", "")
        if asked in known:
            return asked
        if connection.query_params.get("as") == "wall":
            return self.wall_language()
        for part in connection.headers.get("accept-language", "").split(","):
            code = part.split(";")[0].strip().split("-")[0].casefold()
            if code in known:
                return code
        return self._boards_language()

    def _boards_language(self) -> str:
        """Return the language of the board; the first one while it is away."""
        return self._board("language", FIRST)

    def game(self) -> str:
        """Return the game that is played, or comes next; empty while it is away."""
        return self._board("chosen", "")

    def _board(self, what: Literal["language", "chosen"], instead: str) -> str:
        """Return one thing of how things stand, or *instead* while nobody says."""
        try:
            return self.services.table_api.see()[what]
        except AwayError:
            return instead

    def wall_language(self) -> str:
        """Return the language of the wall: the teacher's choice, or the board's."""
        return self.classroom.chosen.wall_language or self._boards_language()

    def phone_of(self, connection: HTTPConnection) -> Phone | None:
        """Return the caller's phone, and note its address."""
        key = cookie_key(connection)
        phone = self.services.table_api.phones.who(key) if key else None
        if phone is not None and connection.client is not None:
            self.room.note_machine(connection.client.host, phone, key)
        return phone

    def caller(self, scope: Scope) -> Caller:
        """
        Return the sender of a request and its kind, for the rate limits only.

        Nothing is asked of the table: a flood would be that too.
        """
        connection = HTTPConnection(scope)
        cookies, school = connection.cookies, self.classroom
        key = key_of(cookies.get(COOKIE, ""))
        if school.knows(connection) or self.room.walls.knows(connection):
            return Caller(Kind.TEACHER, "")
        if known := school.passphrase.stamped(cookies.get(KNOWN, "")):
            return Caller(Kind.TEACHER, known)
        with suppress(AwayError):
            if self.room.is_seated(key):
                return Caller(Kind.SEAT, key)
        return stranger(scope)

    def roles(self, connection: HTTPConnection, phone: Phone | None) -> frozenset[Role]:
        """Return the roles that the caller has."""
        roles = {Role.PUBLIC}
        if phone is not None and phone["seat"] is not None:
            roles.add(Role.SEAT)
        if self.classroom.knows(connection):
            roles |= {Role.TEACHER, Role.HOST}
        if is_at_board(self.services, connection):
            roles |= {Role.BOARD}
        at_home = self.services.table_api.see()["place"] == "home"
        if at_home and roles & {Role.SEAT, Role.BOARD}:
            roles.add(Role.HOST)
        wall = at_home or roles & {Role.TEACHER, Role.BOARD}
        if wall or self.room.walls.knows(connection):
            roles.add(Role.WALL)
        return frozenset(roles)

    # --- documents ---

    def document(
        self,
        view: str,
        language: str,
        *,
        key: str = "",
        shows: bool = False,
        names: bool = False,
    ) -> dict[str, object]:
        """
        Return the state document of *view* in *language*.

        Args:
            view: Which.
            language: In which language.
            key: What the phone is known by whose own document it is.
            shows: Whether the code for joining may be seen there.
            names: Whether the players' names may be seen there.
        """
        table_api, texts = self.services.table_api, self.services.texts[language]
        seen = table_api.see(key if view == "seat" else "")
        seen = seen if names else documents.nameless(seen, texts)
        return {
            **documents.public(seen, texts),
            "rules": documents.rules(table_api.games(), seen, texts),
            "start": self.live.start,
            "n": self.live.number,
            "seen": seen["seen"],
            **self._around(seen, shows=shows),
            **self._own(view, language, seen, key=key),
        }

    def _around(self, seen: Sight, *, shows: bool) -> dict[str, Json]:
        """Return what all may know beside the game: the door, and what is believed."""
        phones = self.services.table_api.phones
        return {
            "virtual": self.services.board is not None,
            "join": self.room.joining(shows=shows),
            **self.room.hunches.document(seen),
            "prediction": self.room.predictions.document(seen, phones.all()),
            "dotted": self.rude.dotted(
                [seen["view"], *map(dict, seen["moments"])], seen["language"]
            ),
            "levels": self.classroom.chosen.levels,
            "last_round": self.classroom.last_round,
            "zone_cards": seen["place"] == "class" and self.classroom.chosen.zone_cards,
            "gone_on": self.classroom.gone_on,
            "wall_language": self.wall_language(),
        }

    def _own(
        self, view: str, language: str, seen: Sight, *, key: str
    ) -> Mapping[str, object]:
        """Return the fields that only this view has."""
        if view == "seat":
            return {
                "you": self.room.you(seen, key),
                "knock": self.room.door.document(key),
            }
        if view == "teacher":
            own = self.classroom.document(language) | self.room.document()
            return {"teacher": own | {"rude": list(self.rude.added)}}
        wifi = self.services.wifi
        if view == "wall" and wifi is not None:
            return {"wifi": {"ssid": wifi.ssid, "password": wifi.password}}
        if view == "board" and self.services.board is not None:
            return {"board": self.services.board.look(language)}
        return {}

    def asked(
        self, view: str, language: str, connection: HTTPConnection, phone: Phone | None
    ) -> Shown | None:
        """Return *view* as who asks for it may see it; None for who may not."""
        roles, role = self.roles(connection, phone), VIEWS.get(view)
        if role is None or role not in roles:
            return None
        names = reads_names(roles, phone)
        if view != "seat":
            return self.shown(view, language, shows=Role.WALL in roles, names=names)
        key = cookie_key(connection)
        known = phone is not None or self.room.door.knows(key)
        return self.shown(view, language, key if known else "", names=names)

    def shown(
        self,
        view: str,
        language: str,
        key: str = "",
        *,
        shows: bool = False,
        names: bool = False,
    ) -> Shown:
        """Return a state document, made once for each change."""
        seen = (self.services.table_api.changes, view, language, key, shows, names)
        made = partial(self.document, view, language, key=key, shows=shows, names=names)
        return self.live.shown(seen, made)

    def events(self) -> Sequence[Event]:
        """Return what has just happened, made once for each change."""
        table_api = self.services.table_api
        key = (table_api.changes, EVENTS)
        return self.live.once(key, lambda: documents.events(table_api.see()))


def reads_names(roles: frozenset[Role], phone: Phone | None) -> bool:
    """
    Return True if a caller may see the players' names.

    At home everybody may. In a class the teacher, a wall that was let in, and phones
    that have come in by the code.
    """
    return Role.WALL in roles or phone is not None


def is_at_board(services: Services, connection: HTTPConnection) -> bool:
    """Tell whether a caller sits at the virtual board itself."""
    if services.board is None:
        return False
    if not services.board_key:
        return connection.client is not None and connection.client.host in LOOPBACK
    shown = connection.cookies.get(BOARD_COOKIE, "")
    return hmac.compare_digest(shown.encode(), services.board_key.encode())


def cookie_key(connection: HTTPConnection) -> str:
    """Return what the caller's phone is known by; empty without a cookie."""
    return key_of(connection.cookies.get(COOKIE, ""))

"""The state of the pages: the roles of callers, and the documents that they get."""

import hmac
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from functools import partial
from typing import Literal

from starlette.requests import HTTPConnection
from starlette.types import Scope

from firmware_host.board.commands import Look, Role
from firmware_host.board.json import Json
from firmware_host.board.messages import Refused
from firmware_host.board.table_values import Phone, Sight
from firmware_host.errors import AwayError
from firmware_host.languages import FIRST
from firmware_host.web import documents
from firmware_host.web.budgets import Caller, SenderKind, stranger
from firmware_host.web.classroom.passphrase import KNOWN
from firmware_host.web.classroom.teacher import Classroom
from firmware_host.web.documents import EVENTS, VIEWS
from firmware_host.web.failures import Failures
from firmware_host.web.limits import Limiter
from firmware_host.web.live import FRESH_MS, Live, LiveDocument, encoded
from firmware_host.web.people.codes import key_of
from firmware_host.web.people.door import LOOPBACK
from firmware_host.web.people.room import COOKIE, Room
from firmware_host.web.people.rude import Rude
from firmware_host.web.ports import Services
from firmware_host.web.shown import Event

#: The cookie with the key of a virtual board.
BOARD_COOKIE = "letterzone-board"


class Web:
    """
    The web pages of one board: rights of callers, rate limits and state documents.

    Args:
        services: The interfaces to the table and the journal.
    """

    def __init__(self, services: Services) -> None:
        self.services = services
        self.live = Live()
        self.room = Room(services)
        self.rude = Rude(services)
        self.classroom = Classroom(services)
        self.joins = Limiter(tries=20, within_ms=60_000, clock_ms=services.clock_ms)
        self.failures = Failures()
        #: The seat that the shared screen shows, with an identity of this opening.
        self._hot: tuple[int, object] | None = None
        #: The API descriptions (OpenAPI, AsyncAPI), after their first request.
        self.described: tuple[str, str] | tuple[()] = ()
        services.tags.on_change(self.live.changed)
        if services.board is not None:
            services.board.on_change(self.live.changed)

    # --- callers and their languages ---

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
        """Return the board's language; the default while the table is away."""
        return self._board("language", FIRST)

    def game(self) -> str:
        """Return the present or next game; empty while the table is away."""
        return self._board("chosen", "")

    def _board(self, what: Literal["language", "chosen"], instead: str) -> str:
        """Return a field of the table's state, or `instead` while it is away."""
        try:
            return self.services.table_api.see()[what]
        except AwayError:
            return instead

    def wall_language(self) -> str:
        """Return the language of the wall: the teacher's choice, or the board's."""
        return self.classroom.chosen.wall_language or self._boards_language()

    def phone_of(self, connection: HTTPConnection) -> Phone | None:
        """Return the caller's phone, or None; record the phone's address."""
        key = cookie_key(connection)
        phone = self.services.table_api.phones.who(key) if key else None
        if phone is not None and connection.client is not None:
            self.room.note_machine(connection.client.host, phone, key)
        return phone

    def caller(self, scope: Scope) -> Caller:
        """
        Return the sender of a request and its kind, for the rate limits only.

        It sends no request to the table, so that a flood of requests stays here.
        """
        connection = HTTPConnection(scope)
        cookies, school = connection.cookies, self.classroom
        key = key_of(cookies.get(COOKIE, ""))
        if school.knows(connection) or self.room.walls.knows(connection):
            return Caller(SenderKind.TEACHER, "")
        if known := school.passphrase.stamped(cookies.get(KNOWN, "")):
            return Caller(SenderKind.TEACHER, known)
        with suppress(AwayError):
            if self.room.is_seated(key):
                return Caller(SenderKind.SEAT, key)
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
        Return the state document of a view.

        Args:
            view: The view, such as ``board`` or ``seat``; see `VIEWS`.
            language: The language of its texts.
            key: The key of a phone, for the document ``seat``.
            shows: True if the document may have the code for joining.
            names: True if the document may have the players' names.
        """
        seen = self.services.table_api.see(key if view == "seat" else "")
        if not names:
            seen = documents.nameless(seen, self.services.texts[language])
        return {
            **self._shared(seen, language, shows=shows),
            **self._own(view, language, seen, key=key),
        }

    def _shared(self, seen: Sight, language: str, *, shows: bool) -> dict[str, object]:
        """Return the fields that every view has."""
        texts = self.services.texts[language]
        offered = self.services.table_api.games()
        return {
            **documents.public(seen, texts),
            "rules": documents.rules(offered, seen, texts),
            "start": self.live.start,
            "n": self.live.number,
            "seen": seen["seen"],
            **self._around(seen, shows=shows),
        }

    def _around(self, seen: Sight, *, shows: bool) -> dict[str, Json]:
        """Return the public fields outside the game: joining, hunches, predictions."""
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
            "gone_on": self.classroom.gone_on(seen),
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
            look = self.services.board.look(language)
            return {"board": look, "hot": seen["hot"]}
        return {}

    @asynccontextmanager
    async def open_hot(
        self, seat: int | None, language: str, connection: HTTPConnection
    ) -> AsyncIterator[Callable[[], LiveDocument | None]]:
        """
        Open a seat at the shared screen; the seat that was open before is closed.

        It yields a function that returns the seat's present document. The document is
        not cached. It is None if the seat may not be opened, and after it was closed.

        Args:
            seat: The seat; None for none.
            language: The language of the document.
            connection: The caller, who needs the role `BOARD`.
        """
        table_api, opened = self.services.table_api, None
        with suppress(AwayError):
            if seat is not None and Role.BOARD in self.roles(connection, None):
                looks = await table_api.send(Look(seat).line)
                opened = None if isinstance(looks, Refused) else (seat, object())
        if opened:
            self._hot = opened
            self.live.changed()  # closes the seat that was open

        def document() -> LiveDocument | None:
            if opened is None or self._hot is not opened:
                return None
            with suppress(AwayError):  # without a document the socket is closed
                seen = table_api.see_hot(opened[0])
                if seen is not None:
                    return self._hot_document(seen, opened[0], language)
            return None

        try:
            yield document
        finally:
            if self._hot is opened:
                self._hot = None

    def open_seat(self, roles: frozenset[Role]) -> int | None:
        """Return the seat that a caller at the shared screen has open, else None."""
        return self._hot[0] if self._hot and Role.BOARD in roles else None

    def _hot_document(self, seen: Sight, seat: int, language: str) -> LiveDocument:
        """Return the document of the shared screen while it is open for a seat."""
        you = self.room.at_screen(seen, seat)
        return encoded({**self._shared(seen, language, shows=True), "you": you})

    def asked(
        self, view: str, language: str, connection: HTTPConnection, phone: Phone | None
    ) -> LiveDocument | None:
        """Return a view's document for a caller; None if the caller may not see it."""
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
    ) -> LiveDocument:
        """Return a state document, built once after each change, but for its times."""
        table_api = self.services.table_api
        of = (table_api.changes, view, language, key, shows, names)
        made = partial(self.document, view, language, key=key, shows=shows, names=names)
        known, seen = self.live.shown(of, made), table_api.see()
        was = known.moving["elapsed_ms"]
        if isinstance(was, int) and seen["elapsed_ms"] - was <= FRESH_MS:
            return known
        now = {"elapsed_ms": seen["elapsed_ms"], "left_ms": seen["left_ms"]}
        return LiveDocument({**known.moving, **now}, known.still)

    def events(self) -> Sequence[Event]:
        """Return the recent events; built once after each change of the table."""
        table_api = self.services.table_api
        key = (table_api.changes, EVENTS)
        return self.live.once(key, lambda: documents.events(table_api.see()))


def reads_names(roles: frozenset[Role], phone: Phone | None) -> bool:
    """
    Return True if a caller may see the players' names.

    At home all callers may. In a class the teacher may, an admitted wall, and phones
    that joined by the code.
    """
    return Role.WALL in roles or phone is not None


def is_at_board(services: Services, connection: HTTPConnection) -> bool:
    """Return True if a caller uses the virtual board itself."""
    if services.board is None:
        return False
    if not services.board_key:
        return connection.client is not None and connection.client.host in LOOPBACK
    shown = connection.cookies.get(BOARD_COOKIE, "")
    return hmac.compare_digest(shown.encode(), services.board_key.encode())


def cookie_key(connection: HTTPConnection) -> str:
    """Return the key of the caller's cookie; empty without a cookie."""
    return key_of(connection.cookies.get(COOKIE, ""))

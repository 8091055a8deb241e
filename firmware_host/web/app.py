"""
The web application: its pages, its endpoints, and the roles of whoever asks.

The routes and the descriptions are made from the endpoints.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import Annotated, Literal, Self

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import ClientDisconnect, HTTPConnection, Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute, Mount, Route, WebSocketRoute
from starlette.types import ASGIApp, Scope
from starlette.websockets import WebSocket

from firmware_host.board.commands import Role
from firmware_host.board.json import Json, JsonObject
from firmware_host.board.messages import Message, Refused, say
from firmware_host.board.table_values import Phone, Sight
from firmware_host.errors import AskedError, AwayError
from firmware_host.languages import FIRST
from firmware_host.web import documents, public, streams
from firmware_host.web.board import service, tablet, tags, updates, virtual, wifi
from firmware_host.web.budgets import Caller, Kind, stranger
from firmware_host.web.classroom import copies, history, lesson, packs, signing, teacher
from firmware_host.web.classroom.passphrase import KNOWN
from firmware_host.web.classroom.teacher import Classroom
from firmware_host.web.endpoints import (
    Call,
    Check,
    Endpoint,
    Endpoints,
    checker,
    no_way,
    other_method,
    read_body,
    reads_names,
    respond,
)
from firmware_host.web.failures import Failures
from firmware_host.web.guard import Guard
from firmware_host.web.limits import Limiter
from firmware_host.web.live import Live, Shown, to_json
from firmware_host.web.openapi import Description
from firmware_host.web.pages import PAGES, Files, shell
from firmware_host.web.people import hosting, seats, walls
from firmware_host.web.people.codes import key_of
from firmware_host.web.people.room import COOKIE, Room
from firmware_host.web.people.rude import Rude
from firmware_host.web.ports import Services
from firmware_host.web.public import EVENTS, VIEWS
from firmware_host.web.shown import Event
from firmware_host.web.upkeep import keep_up

_log = logging.getLogger(__name__)

#: What is posted must have arrived whole after so long, in seconds.
BODY_S = 5.0


#: What goes out packed, beside the files: long, the same for all, and no secret.
PACKED = ("/texts/", "/api/alphabet")


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
        self._tasks: list[asyncio.Task[None]] = []
        self.failures = Failures()
        self._described = ("", "")
        services.tags.on_change(self.live.changed)
        if services.board is not None:
            services.board.on_change(self.live.changed)

    async def __aenter__(self) -> Self:
        self._tasks = [
            asyncio.create_task(one) for one in (self._watch(), keep_up(self))
        ]
        return self

    async def __aexit__(self, *_: object) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _watch(self) -> None:
        async for seen in self.services.table_api.watch():
            self.room.follow(seen)
            self.live.changed()
            try:
                await self.classroom.follow(seen)
            except AwayError:
                continue  # it comes back, and then there is news
            except Exception:  # noqa: BLE001 - a fault in the class stops no wall
                _log.exception("the class could not follow the table")

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
        phone = self.services.table_api.phones.who(_key(connection))
        if phone is not None and connection.client is not None:
            self.room.note_machine(connection.client.host, phone, _key(connection))
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
        if virtual.is_at_board(self.services, connection):
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
            "join": walls.join(self, shows=shows),
            **self.room.hunches.document(seen),
            "prediction": self.room.predictions.document(seen, phones.all()),
            "dotted": self.rude.dotted(
                [seen["view"], *map(dict, seen["moments"])], seen["language"]
            ),
            "levels": self.classroom.chosen.levels,
            "last_round": self.classroom.last_round,
            "zone_cards": self._zone_cards(seen),
            "gone_on": self.classroom.gone_on,
            "wall_language": self.wall_language(),
        }

    def _zone_cards(self, seen: Sight) -> bool:
        """Return whether a class holds up zone cards; a family at home never does."""
        return seen["place"] == "class" and self.classroom.chosen.zone_cards

    def _own(
        self, view: str, language: str, seen: Sight, *, key: str
    ) -> Mapping[str, object]:
        """Return the fields that only this view has."""
        if view == "seat":
            return {
                "you": seats.you(self, seen, key),
                "knock": self.room.door.document(key),
            }
        if view == "teacher":
            own = {"tags": tags.document(self, language)} | self.room.document()
            own |= {"rude": list(self.rude.added)}
            return {"teacher": self.classroom.document() | own}
        if view == "wall":
            return wifi.document(self.services)
        if view == "board" and self.services.board is not None:
            return {"board": self.services.board.look(language)}
        return {}

    async def described(self) -> tuple[str, str]:
        """Return what programs can ask, and what a socket tells; made once."""
        if not self._described[0]:
            of = Description(await self.services.table_api.described())
            self._described = to_json(of.openapi(ENDPOINTS)), to_json(of.asyncapi())
        return self._described

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
        key = _key(connection)
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


# --- the application --------------------------------------------------------


def build(web: Web) -> ASGIApp:
    """Return *web* as a guarded ASGI application."""
    routes: list[BaseRoute] = [_page(web, path) for path in PAGES]
    routes += [_route(web, endpoint) for endpoint in ENDPOINTS]
    routes.append(WebSocketRoute("/socket", _socket(web)))
    routes.append(Mount("/static", Files(web.services.game_files)))

    def failed(_: Request, fault: Exception) -> Response:
        """Log an error that no endpoint has handled; return a response 500."""
        web.failures.log("a request", fault)
        return PlainTextResponse("Internal Server Error", 500)

    app = Starlette(
        routes=routes,
        exception_handlers={404: no_way, 405: other_method, Exception: failed},
    )

    def told(message: Message, asked: HTTPConnection) -> str:
        return web.services.say(message, web.language(asked))

    return Guard(app, web.services.hosts, told)


def _key(connection: HTTPConnection) -> str:
    return key_of(connection.cookies.get(COOKIE, ""))


def _page(web: Web, path: str) -> Route:
    async def show(request: Request) -> Response:
        asks_none = path == "/wall" and "lang" not in request.query_params
        language = web.wall_language() if asks_none else web.language(request)
        no_board = path == "/" and web.services.board is None
        page = "/wall" if no_board else path
        return shell(page, request, language, web.services.say, game=web.game())

    return Route(path, show, methods=["GET"])


def _call(web: Web, request: Request) -> Call:
    phone, seen = web.phone_of(request), web.services.table_api.see()
    seat = None if phone is None else phone["seat"]
    return Call(
        request=request,
        web=web,
        language=web.language(request),
        seen=seen,
        roles=web.roles(request, phone),
        key=_key(request) if phone else "",
        phone=phone,
        sitter=None if seat is None else seen["players"][seat],
    )


async def _body(request: Request, check: Check) -> JsonObject:
    async with asyncio.timeout(BODY_S):
        return await read_body(request, check)


def _route(web: Web, endpoint: Endpoint) -> Route:
    check = None if endpoint.body is None else checker(endpoint.body)

    async def answer(request: Request) -> Response:
        try:
            call = _call(web, request)
            if denied := call.denied(endpoint.role):
                return denied
            body = {} if check is None else await _body(request, check)
            done = await endpoint.answer(call, **request.path_params, **body)
            if check is not None and not isinstance(done, Refused):
                web.live.changed()
                if endpoint.note:
                    web.classroom.note(endpoint.note)
            return respond(call, done)
        except AskedError as fault:
            return JSONResponse({"error": str(fault)}, 400)
        except AwayError:
            text = web.services.say(say("web-no-answer"), web.language(request))
            return JSONResponse({"error": text}, 503)
        except TimeoutError:
            return JSONResponse({"error": "the rest of it never came"}, 408)
        except ClientDisconnect:
            raise
        except Exception as fault:
            web.failures.log(endpoint.path, fault)
            raise

    packed = [Middleware(GZipMiddleware)] if endpoint.path.startswith(PACKED) else None
    return Route(endpoint.path, answer, methods=[endpoint.method], middleware=packed)


def _socket(web: Web) -> Callable[[WebSocket], Awaitable[None]]:
    async def live(socket: WebSocket) -> None:
        look = streams.of(web, socket)
        first = look()
        if first is None:
            await socket.close(code=1008)
            return
        await socket.accept()
        with web.room.watching(_key(socket)):
            await web.live.show(socket, look, first)

    return live


_OWN = Endpoints()


@_OWN.get("/openapi.json", Role.PUBLIC)
async def _openapi(call: Call) -> Annotated[Response, JsonObject]:
    """This description."""
    return Response((await call.web.described())[0], media_type="application/json")


@_OWN.get("/asyncapi.json", Role.PUBLIC)
async def _asyncapi(call: Call) -> Annotated[Response, JsonObject]:
    """The description of the socket."""
    return Response((await call.web.described())[1], media_type="application/json")


#: All endpoints, beside the pages, the files and the socket.
ENDPOINTS: tuple[Endpoint, ...] = (
    *public.ENDPOINTS,
    *_OWN,
    *seats.ENDPOINTS,
    *hosting.ENDPOINTS,
    *walls.ENDPOINTS,
    *virtual.ENDPOINTS,
    *tablet.ENDPOINTS,
    *signing.ENDPOINTS,
    *teacher.ENDPOINTS,
    *lesson.ENDPOINTS,
    *packs.ENDPOINTS,
    *copies.ENDPOINTS,
    *updates.ENDPOINTS,
    *tags.ENDPOINTS,
    *service.ENDPOINTS,
    *history.ENDPOINTS,
    *wifi.ENDPOINTS,
)

"""
The web application: its pages, its endpoints and its socket.

The routes and the descriptions are made from the endpoints.
"""

import asyncio
import logging
import re
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Annotated

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import ClientDisconnect, HTTPConnection, Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute, Mount, Route, WebSocketRoute
from starlette.types import ASGIApp
from starlette.websockets import WebSocket

from firmware_host.board.commands import Role
from firmware_host.board.json import JsonObject
from firmware_host.board.messages import Message, Refused, say
from firmware_host.errors import AskedError, AwayError
from firmware_host.web import public
from firmware_host.web.board import service, tags, virtual
from firmware_host.web.classroom import history, lesson, packs, signing
from firmware_host.web.documents import EVENTS, HOT
from firmware_host.web.endpoints import (
    Call,
    Check,
    Endpoint,
    Endpoints,
    checker,
    no_way,
    other_method,
    read_body,
    respond,
)
from firmware_host.web.guard import RequestGuard
from firmware_host.web.live import EventStream, Look, T, to_json, watch_document
from firmware_host.web.openapi import Description
from firmware_host.web.pages import PAGES, Files, shell
from firmware_host.web.people import hosting, seats
from firmware_host.web.state import Web, cookie_key

_log = logging.getLogger(__name__)

#: The time in seconds in which a request's body must arrive completely.
BODY_S = 5.0

#: Paths with compressed answers, besides files: long, equal for all callers, not
#: secret.
PACKED = ("/texts/", "/api/alphabet")


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

    return RequestGuard(app, web.services.hosts, told)


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
        key=cookie_key(request) if phone else "",
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
            return Response(status_code=400)  # which goes nowhere
        except Exception as fault:
            web.failures.log(endpoint.path, fault)
            raise

    packed = [Middleware(GZipMiddleware)] if endpoint.path.startswith(PACKED) else None
    return Route(endpoint.path, answer, methods=[endpoint.method], middleware=packed)


def _socket(web: Web) -> Callable[[WebSocket], Awaitable[None]]:
    async def live(socket: WebSocket) -> None:
        query, language = socket.query_params, web.language(socket)
        if query.get("as") != HOT:
            await _show(web, socket, _stream(web, socket, language))
            return
        seat = _since(query.get("seat", ""))
        async with web.open_hot(seat, language, socket) as document:
            await _show(web, socket, watch_document(document))

    return live


async def _show(web: Web, socket: WebSocket, look: Look) -> None:
    """Send a socket what it may see until it leaves; close it if it may see nothing."""
    first = look()
    if first is None:
        await socket.close(code=1008)
        return
    await socket.accept()
    with web.room.watching(cookie_key(socket)):
        await web.live.show(socket, look, first)


def _stream(web: Web, socket: WebSocket, language: str) -> Look:
    """Return what a socket is sent: events, or a view as who asks may see it."""
    view = socket.query_params.get("as", "wall")

    def there(look: Callable[[], T]) -> T | None:
        with suppress(AwayError):  # the socket is closed, and its client connects again
            return look()
        return None

    if view == EVENTS:
        since = _since(socket.query_params.get("since", ""))
        return EventStream(lambda: there(web.events), since)
    return watch_document(
        lambda: there(lambda: web.asked(view, language, socket, web.phone_of(socket)))
    )


def _since(text: str) -> int | None:
    """Return the number of an event that is known; None for what is none."""
    return int(text) if re.fullmatch("[0-9]{1,9}", text, re.ASCII) else None


_OWN = Endpoints()


async def _described(web: Web) -> tuple[str, str]:
    """Return the OpenAPI and AsyncAPI descriptions as JSON; made once."""
    if not web.described:
        of = Description(await web.services.table_api.described())
        web.described = to_json(of.openapi(ENDPOINTS)), to_json(of.asyncapi())
    return web.described


@_OWN.get("/openapi.json", Role.PUBLIC)
async def _openapi(call: Call) -> Annotated[Response, JsonObject]:
    """This description."""
    return Response((await _described(call.web))[0], media_type="application/json")


@_OWN.get("/asyncapi.json", Role.PUBLIC)
async def _asyncapi(call: Call) -> Annotated[Response, JsonObject]:
    """The description of the socket."""
    return Response((await _described(call.web))[1], media_type="application/json")


#: All endpoints, without pages, files and the socket.
ENDPOINTS: tuple[Endpoint, ...] = (
    *public.ENDPOINTS,
    *_OWN,
    *seats.ENDPOINTS,
    *hosting.ENDPOINTS,
    *virtual.ENDPOINTS,
    *signing.ENDPOINTS,
    *lesson.ENDPOINTS,
    *packs.ENDPOINTS,
    *service.ENDPOINTS,
    *tags.ENDPOINTS,
    *history.ENDPOINTS,
)

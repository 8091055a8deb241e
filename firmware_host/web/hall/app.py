"""The hall's web: three pages, one script, and a socket that has the newest state."""

from collections.abc import Iterable, Mapping
from string import Template

from starlette.applications import Starlette
from starlette.requests import HTTPConnection, Request
from starlette.responses import HTMLResponse
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.types import ASGIApp
from starlette.websockets import WebSocket

from firmware_host.languages import CODES, FIRST
from firmware_host.texts.texts import Texts
from firmware_host.web.guard import RequestGuard
from firmware_host.web.hall.documents import VIEWS, HallPort, document
from firmware_host.web.live import Live, watch_document
from firmware_host.web.pages import Files

#: The addresses of the pages.
PATHS = {"/": "wall", "/table": "table", "/watch": "watch"}

_SHELL = Template(
    """<!doctype html>
<html lang="$lang" translate="no" data-view="$view">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="google" content="notranslate">
<title>Letterzone</title>
<link rel="stylesheet" href="/static/base.css">
<link rel="stylesheet" href="/static/hall/hall.css">
<link rel="icon" href="/static/icon.svg" type="image/svg+xml">
<script type="module" src="/static/hall/hall.js"></script>
</head>
<body><main id="page" tabindex="-1"></main></body>
</html>
"""
)


def build(
    hall: HallPort,
    live: Live,
    texts: Mapping[str, Texts],
    hosts: Iterable[str],
    *,
    language: str = FIRST,
) -> ASGIApp:
    """
    Return the hall's web as a guarded ASGI application.

    Args:
        hall: The hall with its boards.
        live: The sockets, which are notified of each change.
        texts: The texts by language.
        hosts: The names of this machine.
        language: The default language.
    """

    def spoken(asked: HTTPConnection) -> str:
        code = asked.query_params.get("lang", "")
        return code if code in CODES else language

    async def page(request: Request) -> HTMLResponse:
        view = PATHS[request.url.path]
        return HTMLResponse(_SHELL.substitute(lang=spoken(request), view=view))

    async def socket(line: WebSocket) -> None:
        view, code = line.query_params.get("as", VIEWS[0]), spoken(line)
        if view not in VIEWS:
            await line.close(code=1008)
            return

        def made() -> dict[str, object]:
            shown = document(hall, view, texts[code])
            return {**shown, "start": live.start, "n": live.number}

        await line.accept()
        await live.show(line, watch_document(lambda: live.shown((view, code), made)))

    routes = [Route(path, page) for path in PATHS]
    return RequestGuard(
        Starlette(
            routes=[
                *routes,
                WebSocketRoute("/socket", socket),
                Mount("/static", Files()),
            ]
        ),
        hosts,
        lambda message, asked: texts[spoken(asked)].say(message),
    )

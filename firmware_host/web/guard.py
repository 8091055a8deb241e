"""
Checks every request: which hosts may call, and what a browser may do with a page.

Browsers send our cookies to any port of this machine, so a page on another port is not
trusted. Host and Origin are checked on every request, sockets included.
"""

import re
from collections.abc import Callable, Iterable
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message as Sent, Receive, Scope, Send
from starlette.websockets import WebSocketClose

from firmware_host.board.messages import Message, say

#: The header that no form and no foreign page can send.
HEADER = "x-letterzone"

#: A host as browsers send it: a name or an address, and a port. It becomes part of the
#: policy of each page, so other characters are refused. Source: RFC 3986, 3.2.2.
_HOST = re.compile(r"(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(:[0-9]{1,5})?", re.IGNORECASE)

#: File types that are no pages of their own: they are sent without the page's policy of
#: half a kilobyte.
_PARTS = (
    *("text/javascript", "text/css", "font/", "audio/"),
    *("image/png", "image/webp", "application/json"),
)

#: Methods that change nothing.
SAFE = frozenset({"GET", "HEAD"})


def policy(host: str) -> str:
    """
    Return the content security policy of a page.

    Args:
        host: The host as the browser has sent it; older browsers do not count a socket
            as ``self``.
    """
    return "; ".join(
        (
            "default-src 'none'",
            "script-src 'self'",
            "style-src 'self'",
            "img-src 'self' data:",
            "media-src 'self'",
            "font-src 'self'",
            f"connect-src 'self' ws://{host}",
            "manifest-src 'self'",
            "base-uri 'none'",
            "form-action 'self'",
            "frame-ancestors 'none'",
            "require-trusted-types-for 'script'",
            "trusted-types 'none'",
        )
    )


class RequestGuard:
    """
    ASGI middleware: checks Host and Origin, and sends protective headers.

    Args:
        app: The guarded application.
        hosts: The names of this machine, without port. The address of the connection is
            accepted, too: no foreign name can be that.
        told: Returns a message in the language of the caller.
    """

    def __init__(
        self,
        app: ASGIApp,
        hosts: Iterable[str],
        told: Callable[[Message, HTTPConnection], str],
    ) -> None:
        self._app = app
        self._told = told
        self._hosts = frozenset(host.casefold() for host in hosts)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        wrong = self._wrong(scope, headers)
        if wrong and scope["type"] == "websocket":
            await WebSocketClose(code=1008)(scope, receive, send)
            return
        host = headers.get("host", "")

        async def protected(message: Sent) -> None:
            if message["type"] == "http.response.start":
                _protect(MutableHeaders(scope=message), host)
            await send(message)

        if wrong:  # in JSON, which has no policy for a wrong host to stand in
            await self._refusal(scope, wrong)(scope, receive, protected)
            return
        await self._app(scope, receive, protected)

    def _refusal(self, scope: Scope, wrong: str) -> JSONResponse:
        """Return the response for a wrong Host or Origin, with a remedy."""
        asked = HTTPConnection(scope)
        if wrong == "host":
            own, port = scope["server"]
            host = f"[{own}]" if ":" in own else own
            why = say("web-wrong-host", address=f"http://{host}:{port}/")
            return JSONResponse({"error": self._told(why, asked)}, 400)
        why = say("web-wrong-origin", header=f"{HEADER}: 1")
        return JSONResponse({"refused": wrong, "text": self._told(why, asked)}, 403)

    def _wrong(self, scope: Scope, headers: Headers) -> str:
        """Return ``host`` or ``origin`` for a wrong request, "" for a right one."""
        host = headers.get("host", "")
        name, (own, _) = _name(f"//{host}"), scope["server"]
        if not _HOST.fullmatch(host) or (name not in self._hosts and name != own):
            return "host"
        origin = headers.get("origin")
        if origin is not None and origin != f"http://{host}":
            return "origin"
        if scope["type"] == "websocket":
            return "" if origin is not None else "origin"
        site = headers.get("sec-fetch-site", "same-origin")
        if scope["method"] in SAFE:
            mode = headers.get("sec-fetch-mode", "navigate")
            foreign = site in ("cross-site", "same-site") and mode != "navigate"
            return "origin" if foreign else ""
        if site not in ("same-origin", "none") or headers.get(HEADER) != "1":
            return "origin"
        return ""


def _name(url: str) -> str:
    try:
        return (urlsplit(url).hostname or "").casefold()
    except ValueError:
        return ""


def _protect(headers: MutableHeaders, host: str) -> None:
    headers["x-content-type-options"] = "nosniff"
    headers["cross-origin-resource-policy"] = "same-origin"
    headers.setdefault("cache-control", "no-store")
    if headers.get("content-type", "").startswith(_PARTS):
        return
    headers["content-security-policy"] = policy(host)
    headers["referrer-policy"] = "no-referrer"
    headers["cross-origin-opener-policy"] = "same-origin"
    headers["permissions-policy"] = "camera=(), microphone=(), geolocation=()"

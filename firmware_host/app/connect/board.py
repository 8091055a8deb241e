"""A board that plays elsewhere, asked as any program may: HTTP, JSON, and a socket."""

import json
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from http.client import HTTPException
from http.cookiejar import CookieJar
from urllib.error import HTTPError
from urllib.parse import urlencode, urlsplit
from urllib.request import HTTPCookieProcessor, ProxyHandler, Request, build_opener

from websockets.exceptions import WebSocketException
from websockets.sync.client import connect
from websockets.typing import Origin

from firmware_host.board.json import JsonObject, number, objects, read_object
from firmware_host.errors import BoardMissingError, SettingsError
from firmware_host.web.guard import HEADER
from firmware_host.web.live import BEAT
from firmware_host.web.public import EVENTS

#: A board that does not answer so long is not there, in seconds.
PATIENCE_S = 10.0

#: A board that has gone is looked for again so soon, in seconds.
RETRY_S = 1.0


class Board:
    """
    A board, by its address.

    Args:
        url: As it stands on the wall; ``http://`` may be left out.
        language: In which it answers.

    Raises:
        SettingsError: That is no address.
    """

    def __init__(self, url: str, language: str) -> None:
        self.url = address_of(url)
        self._language = language
        self._cookies = CookieJar()
        # A board is in the same room: no proxy leads there.
        keeps = HTTPCookieProcessor(self._cookies)
        self._opener = build_opener(ProxyHandler({}), keeps)

    def get(self, path: str, **query: str) -> JsonObject:
        """Return what stands at *path*, or why it may not be seen."""
        words = urlencode({**query, "lang": self._language})
        return self._ask(Request(f"{self.url}{path}?{words}"))  # noqa: S310 - http alone

    def post(self, path: str, **body: object) -> JsonObject:
        """Do something; return what came of it, or why it was refused."""
        headers = {
            HEADER: "1",
            "content-type": "application/json",
            "accept-language": self._language,
        }
        content = json.dumps(body).encode()
        return self._ask(Request(f"{self.url}{path}", content, headers))  # noqa: S310 - likewise

    def _ask(self, request: Request) -> JsonObject:
        try:
            with self._opener.open(request, timeout=PATIENCE_S) as answer:
                return read_object(answer.read())
        except HTTPError as refused:
            with refused:
                return self._said(refused.read())
        except (OSError, HTTPException, ValueError) as fault:
            raise self._missing() from fault

    def _said(self, content: bytes) -> JsonObject:
        try:
            return read_object(content)
        except ValueError as fault:
            raise self._missing() from fault

    def _missing(self) -> BoardMissingError:
        msg = f"{self.url}: no board answers there; its address stands on the wall"
        return BoardMissingError(msg)

    # --- listening ----------------------------------------------------------------

    def states(self) -> Iterator[JsonObject]:
        """Yield how things stand for this phone, now and at each change."""
        for text in self._socket_messages({"as": "seat", "lang": self._language}):
            yield read_object(text)

    def events(self, lost: Callable[[], None]) -> Iterator[JsonObject]:
        """
        Yield each event from now on, for ever.

        Args:
            lost: Is called once the board does not answer any more. It is looked for
                again; then the events come that it still keeps.

        Raises:
            BoardMissingError: There is none at first.
        """
        moments = objects(self.get("/api/state"), "moments")
        since = number(moments[-1], "n") if moments else 0
        known = True
        while True:
            with suppress(BoardMissingError):
                for text in self._socket_messages({"as": EVENTS, "since": str(since)}):
                    known, event = True, read_object(text)
                    since = number(event, "n")
                    yield event
            if known:
                lost()
            known = False
            time.sleep(RETRY_S)

    def _socket_messages(self, query: Mapping[str, str]) -> Iterator[str | bytes]:
        """Yield the messages of the board's WebSocket, except its heartbeats."""
        where = f"ws{self.url.removeprefix('http')}/socket?{urlencode(query)}"
        cookies = "; ".join(f"{one.name}={one.value}" for one in self._cookies)
        try:
            with connect(
                where,
                origin=Origin(self.url),
                additional_headers={"cookie": cookies},
                open_timeout=PATIENCE_S,
                proxy=None,
            ) as socket:
                yield from (text for text in socket if text != BEAT)
        except (OSError, WebSocketException) as fault:
            raise self._missing() from fault


def address_of(text: str) -> str:
    """
    Return an address as browsers write it, without a path.

    Raises:
        SettingsError: It is none.
    """
    url = text if "://" in text else f"http://{text}"
    try:
        parts = urlsplit(url)
        port = f":{parts.port}" if parts.port else ""
    except ValueError:
        parts, port = urlsplit(""), ""
    if parts.scheme != "http" or not parts.hostname:
        msg = f"{text}: no address of a board; say one such as http://192.168.1.7:8080"
        raise SettingsError(msg)
    host = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
    return f"http://{host}{port}"

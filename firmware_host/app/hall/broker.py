"""The one door to MQTT: where the broker is, and a line to it."""

import asyncio
import ssl
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, TypeVar

from firmware_host.errors import SettingsError
from firmware_host.settings.board import Broker
from firmware_host.settings.files import decode, read_file

if TYPE_CHECKING:  # imported late, where a broker is named
    from aiomqtt import Client, Message

_T = TypeVar("_T")

#: A broker that has gone is looked for again after so many seconds, then longer.
RETRY_S, MOST_RETRY_S = 1.0, 15.0

#: A line that has held for so long was none that fails at once, in seconds.
HELD_S = 5.0

#: A broker that says nothing for so long is taken for gone, in seconds; a board that is
#: silent for half as long again is, too.
SILENT_S = 20

#: So many messages are under way at once.
UNDER_WAY = 100


def library() -> ModuleType:
    """
    Return the library that speaks MQTT.

    Raises:
        SettingsError: It is not installed.
    """
    try:
        return import_module("aiomqtt")
    except ImportError:
        msg = "MQTT needs a library that is not here: pip install aiomqtt"
        raise SettingsError(msg) from None


def check(broker: Broker) -> None:
    """
    Check what a connection needs, before anything else is begun.

    Raises:
        SettingsError: The library is missing, or the password or the certificate cannot
            be read.
    """
    library()
    password_of(broker)
    _tls(broker)


@asynccontextmanager
async def connected(
    broker: Broker,
    *,
    name: str,
    will: tuple[str, str] | None = None,
    keeps: bool = False,
) -> AsyncIterator["Client"]:
    """
    Open a line to a broker; it raises ``aiomqtt.MqttError`` where there is none.

    Args:
        broker: Where, and as whom.
        name: By which the broker knows us.
        will: A topic, and what stands there once we are gone.
        keeps: True to have the broker keep what comes while we are away.

    Raises:
        SettingsError: The password or the certificate cannot be read.
    """
    mqtt = library()
    last = None if will is None else mqtt.Will(will[0], will[1], qos=1, retain=True)
    async with _client(mqtt)(
        broker.host,
        broker.port,
        username=broker.user or None,
        password=password_of(broker),
        identifier=name,
        will=last,
        clean_session=not keeps,
        keepalive=SILENT_S,
        timeout=SILENT_S,
        tls_context=_tls(broker),
        max_queued_incoming_messages=0,
        max_inflight_messages=UNDER_WAY,
    ) as client:
        client.pending_calls_threshold = UNDER_WAY  # it complains of more
        yield client


def _client(mqtt: ModuleType) -> Callable[..., "Client"]:
    """
    Return aiomqtt's client class with a wait that never loses a cancellation.

    aiomqtt waits with `asyncio.wait_for`. Before Python 3.12 that loses a cancellation
    which comes in the same turn of the loop as the answer (CPython issue 81839), and
    the program never ended.
    """

    async def wait(
        client: "Client",
        fut: Awaitable[_T],
        timeout: float | None,  # noqa: ASYNC109 - aiomqtt's own
    ) -> _T:
        limit_s = client.timeout if timeout is None else timeout
        try:
            async with asyncio.timeout(limit_s):
                return await fut
        except TimeoutError:
            msg = "Operation timed out"
            raise mqtt.MqttError(msg) from None

    return type("Client", (mqtt.Client,), {"_wait_for": wait})


def payload_of(message: "Message") -> bytes:
    """Return what a message holds; whoever writes may have left it empty."""
    held = message.payload
    return held if isinstance(held, bytes) else b""


def password_of(broker: Broker) -> str | None:
    """
    Return the password, which stands in a file of its own; None without one.

    Raises:
        SettingsError: That file cannot be read.
    """
    if not broker.password_file:
        return None
    try:
        return decode(read_file(broker.password_file)).text.strip("\r\n")
    except (OSError, ValueError) as fault:
        why = fault.strerror if isinstance(fault, OSError) else "it is no text"
        msg = f"{broker.password_file}: {why}; it holds the broker's password"
        raise SettingsError(msg) from None


def _tls(broker: Broker) -> ssl.SSLContext | None:
    if not broker.tls:
        return None
    try:
        return ssl.create_default_context(cafile=broker.ca or None)
    except OSError as fault:
        msg = f"{broker.ca}: {fault.strerror or fault}; name the broker's certificate"
        raise SettingsError(msg) from None

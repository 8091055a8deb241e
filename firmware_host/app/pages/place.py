"""The address of the pages: listening sockets, and the URL for a browser."""

import socket
from contextlib import suppress

from firmware_host.app.system.hotspot import ADDRESS
from firmware_host.board.record import Record
from firmware_host.errors import SettingsError, reason

#: The default port.
PORT = 8080

#: The port of a URL without a port.
PLAIN_PORT = 80

#: The number of ports to try if none is given.
PORTS = 10

LOOPBACK = "127.0.0.1"
EVERYWHERE = "0.0.0.0"  # noqa: S104 - asked for by --lan or a board's profile


class ListenPlace(Record):
    """
    The address to listen on.

    Args:
        host: ``127.0.0.1`` for this machine alone, ``0.0.0.0`` for the network.
        port: The port; None for the first free one from `PORT` on, 0 for any.
        key: The key that opens the virtual board from another machine.
        plain: True to listen also on `PLAIN_PORT`, if that is free and allowed, so
            that the URL needs no port.
    """

    host: str = LOOPBACK
    port: int | None = None
    key: str = ""
    plain: bool = False


def place_of_web(web: str) -> ListenPlace:
    """Return the place of a profile's ``web``, such as ``0.0.0.0:8080``."""
    host, _, port = web.rpartition(":")
    return ListenPlace(host, int(port), plain=True)


def listen_at(place: ListenPlace) -> list[socket.socket]:
    """
    Return the listening sockets: the one asked for, and the plain port if possible.

    Raises:
        SettingsError: The address cannot be used.
    """
    ports = [*range(PORT, PORT + PORTS), 0] if place.port is None else [place.port]
    ears = [_first_free(place.host, *ports)]
    if place.plain and place.host != LOOPBACK:
        with suppress(SettingsError):
            ears.append(listen(place.host, PLAIN_PORT))
    return ears


def listen(host: str, port: int) -> socket.socket:
    """
    Return a socket that listens on the address of the pages.

    Args:
        host: ``127.0.0.1`` for this machine alone, ``0.0.0.0`` for the network.
        port: The port; 0 for any free one.

    Raises:
        SettingsError: The address is in use or not allowed.
    """
    # With the protocol number asyncio knows that it is TCP, and sets TCP_NODELAY.
    ears = socket.socket(proto=socket.IPPROTO_TCP)
    ears.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        ears.bind((host, port))
        ears.listen(512)
    except (OSError, OverflowError) as fault:
        ears.close()
        msg = (
            f"cannot listen at {host}:{port}: {reason(fault)}; choose another port:"
            " letterzone demo --port PORT, letterzone run --web HOST:PORT"
        )
        raise SettingsError(msg) from fault
    ears.setblocking(False)  # noqa: FBT003 - the library's own signature
    return ears


def _first_free(host: str, *ports: int) -> socket.socket:
    *others, last = ports
    for port in others:
        with suppress(SettingsError):
            return listen(host, port)
    return listen(host, last)


def address_of(ears: list[socket.socket], *, has_wifi: bool) -> str:
    """Return the URL to open now; it may change with the network."""
    host, port = ears[-1].getsockname()[:2]
    if host != LOOPBACK:
        host = ADDRESS if has_wifi and is_own(ADDRESS) else own_address()
    return f"http://{host}" if port == PLAIN_PORT else f"http://{host}:{port}"


def is_own(address: str) -> bool:
    """Return True if this computer has `address` now."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as trying:
        try:
            trying.bind((address, 0))
        except OSError:
            return False
        return True


def own_address() -> str:
    """Return this machine's address in the network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        try:
            # No packet is sent: the kernel only chooses the route.
            asking.connect(("192.0.2.1", 9))
        except OSError:
            return LOOPBACK
        return str(asking.getsockname()[0])


def own_names() -> tuple[str, ...]:
    """Return the host names of this machine."""
    name = socket.gethostname().partition(".")[0]
    return ("localhost", name, f"{name}.local")

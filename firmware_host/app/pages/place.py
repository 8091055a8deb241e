"""Where the pages are found: the sockets that listen, and the address to open."""

import socket
from contextlib import suppress

from firmware_host.app.system.hotspot import ADDRESS
from firmware_host.board.record import Record
from firmware_host.errors import SettingsError, reason

#: Where a browser finds us.
PORT = 8080

#: Where a browser looks that was told no port.
PLAIN_PORT = 80

#: So many ports are tried, one after the other, where nobody has named one.
PORTS = 10

LOOPBACK = "127.0.0.1"
EVERYWHERE = "0.0.0.0"  # noqa: S104 - asked for by --lan or a board's profile


class Place(Record):
    """
    Where to listen.

    Args:
        host: ``127.0.0.1`` for this machine alone, ``0.0.0.0`` for the network.
        port: The port; None for the first free one from `PORT` on, 0 for any.
        key: What opens the virtual board from another machine.
        plain: Whether a board on the network is found without a number too, by the
            port that browsers take by themselves, where that is free and allowed.
    """

    host: str = LOOPBACK
    port: int | None = None
    key: str = ""
    plain: bool = False


def place_of_web(web: str) -> Place:
    """Return the place of a profile's ``web``, such as ``0.0.0.0:8080``."""
    host, _, port = web.rpartition(":")
    return Place(host, int(port), plain=True)


def listen_at(place: Place) -> list[socket.socket]:
    """
    Return what listens where it was asked for, and at the plain port if it can.

    Raises:
        SettingsError: Nobody can listen there.
    """
    ports = [*range(PORT, PORT + PORTS), 0] if place.port is None else [place.port]
    ears = [_first_free(place.host, *ports)]
    if place.plain and place.host != LOOPBACK:
        with suppress(SettingsError):
            ears.append(listen(place.host, PLAIN_PORT))
    return ears


def listen(host: str, port: int) -> socket.socket:
    """
    Return a socket that listens.

    Args:
        host: ``127.0.0.1`` for this machine alone, ``0.0.0.0`` for the network.
        port: The port; 0 for any free one.

    Raises:
        SettingsError: Somebody else listens there, or it may not be used.
    """
    # By its number asyncio knows TCP, and sends each answer at once (TCP_NODELAY).
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
    ears.setblocking(False)  # noqa: FBT003 - the library's own shape
    return ears


def _first_free(host: str, *ports: int) -> socket.socket:
    *others, last = ports
    for port in others:
        with suppress(SettingsError):
            return listen(host, port)
    return listen(host, last)


def address_of(ears: list[socket.socket], *, has_wifi: bool) -> str:
    """Return what a browser is to open now; a network may come and go."""
    host, port = ears[-1].getsockname()[:2]
    if host != LOOPBACK:
        host = ADDRESS if has_wifi and is_own(ADDRESS) else own_address()
    return f"http://{host}" if port == PLAIN_PORT else f"http://{host}:{port}"


def is_own(address: str) -> bool:
    """Tell whether this computer has *address* now."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as trying:
        try:
            trying.bind((address, 0))
        except OSError:
            return False
        return True


def own_address() -> str:
    """Return the address by which the network knows this machine."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        try:
            # Nothing is sent: the kernel only says which way it would go.
            asking.connect(("192.0.2.1", 9))
        except OSError:
            return LOOPBACK
        return str(asking.getsockname()[0])


def own_names() -> tuple[str, ...]:
    """Return the names by which this machine may be called."""
    name = socket.gethostname().partition(".")[0]
    return ("localhost", name, f"{name}.local")

"""Ports of this machine, for what is started only to be tried or measured."""

import random
import socket
from contextlib import suppress


def free_port(host: str = "127.0.0.1") -> int:
    """
    Return a port that nobody has.

    It is none of those that the system gives to whoever asks for any: such a one can be
    gone again before anybody listens there.

    Args:
        host: The address at which it is wanted.
    """
    while True:
        with suppress(OSError):
            port = random.SystemRandom().randrange(10_000, 32_768)
            with socket.create_server((host, port)):
                return port

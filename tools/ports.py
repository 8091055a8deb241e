"""Find free TCP ports of this machine for tests and measurements."""

import random
import socket
from contextlib import suppress


def free_port(host: str = "127.0.0.1") -> int:
    """
    Return a TCP port that no program uses.

    It is outside the range of ephemeral ports: the system could give one of those to
    another program before ours listens.

    Args:
        host: The address on which it will be used.
    """
    while True:
        with suppress(OSError):
            port = random.SystemRandom().randrange(10_000, 32_768)
            with socket.create_server((host, port)):
                return port

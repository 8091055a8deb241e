"""
The daemon's status socket: the doctor connects and gets one answer.

While the daemon has the board open, no other program can open it. Each connection gets
the state of its parts as one line of JSON: no names, no words, no tags.
"""

import asyncio
import json
import os
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from zlib import crc32

from firmware_host.board.json import Json, read

#: The runtime folder of a daemon that systemd has started.
RUN = Path("/run/letterzone")

#: The timeout of the answer in seconds.
ANSWER_S = 5.0


@asynccontextmanager
async def status_socket(folder: Path, tell: Callable[[], Json]) -> AsyncIterator[None]:
    """
    Answer each connection until left; do nothing if no socket can be created.

    Args:
        folder: The daemon's runtime folder.
        tell: Returns the state of the parts as JSON values.
    """

    async def answer(_: asyncio.StreamReader, visitor: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            visitor.write(json.dumps(tell()).encode() + b"\n")
            await visitor.drain()
            visitor.close()

    runtime = os.environ.get("RUNTIME_DIRECTORY", "").partition(":")[0]
    path = _socket(Path(runtime) if runtime else folder, folder)
    try:
        # It replaces the socket of a daemon that was killed. Not serving yet: this task
        # may be cancelled while the server starts to.
        server = await asyncio.start_unix_server(answer, path, start_serving=False)
    except OSError:  # the folder takes no socket, or the path is too long for one
        yield
        return
    try:
        path.chmod(0o666)  # for everybody: the answer holds no secret
        await server.start_serving()
        yield
    finally:
        server.close()
        path.unlink(missing_ok=True)


def ask_daemon(folder: Path, *, run: Path = RUN) -> Json:
    """Return the answer of the daemon of *folder*, or None if none runs."""
    for place in (folder, run):
        try:
            with socket.socket(socket.AF_UNIX) as asking:
                asking.settimeout(ANSWER_S)
                asking.connect(str(_socket(place, folder)))
                with asking.makefile(encoding="utf-8") as answer:
                    return read(answer.readline())
        except (OSError, ValueError):
            continue
    return None


def _socket(place: Path, folder: Path) -> Path:
    """Return the socket's path: one for each daemon's folder."""
    name = crc32(str(folder.resolve()).encode())
    return place / f"doctor-{name:08x}.sock"

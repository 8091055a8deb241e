"""
Frames on the wire: ``00 | COBS(ver type seq len payload crc32) | 00``.

Sans-I/O: bytes go in, frames come out. No port, no clock, and no exception for a
noisy cable, because noise is a value like any other. docs/wire.md has the picture.
"""

from binascii import crc32
from collections.abc import Iterator

from firmware_host.board.record import Record

#: The only byte that never occurs inside a frame.
END = b"\0"

#: What the first byte of a frame of ours says: how the frame itself is laid out.
VERSION = 1

#: The newest protocol, which HELLO and WELCOME name: what the messages say.
PROTOCOL = 2

#: The longest payload. With its head, CRC and one byte of COBS a frame stays under
#: 254 bytes, so that COBS needs no second code byte.
MAX_PAYLOAD_BYTES = 200

HEAD_BYTES = 4
CRC_BYTES = 4
_MIN_CHUNK_BYTES = HEAD_BYTES + CRC_BYTES + 1
_MAX_CHUNK_BYTES = _MIN_CHUNK_BYTES + MAX_PAYLOAD_BYTES


class Frame(Record):
    """
    A frame that arrived whole.

    Args:
        type: Which message it is; see `firmware_host.link.messages`.
        seq: 1-255 where the sender repeats it until it is acknowledged, else 0.
        payload: Up to 200 bytes, laid out as the type says.
        version: How it was laid out.
    """

    type: int
    seq: int
    payload: bytes = b""
    version: int = VERSION


class Noise(Record):
    """Bytes that were no valid frame; *size_bytes* is their number."""

    size_bytes: int


def encode(frame: Frame) -> bytes:
    """
    Wrap *frame* for the wire.

    Raises:
        ValueError: The payload is too long, or a number does not fit its byte.
    """
    size_bytes = len(frame.payload)
    if size_bytes > MAX_PAYLOAD_BYTES:
        msg = f"a payload of {size_bytes} bytes; a frame holds {MAX_PAYLOAD_BYTES}"
        raise ValueError(msg)
    body = bytes((frame.version, frame.type, frame.seq, size_bytes)) + frame.payload
    return END + _stuff(body + crc32(body).to_bytes(CRC_BYTES, "little")) + END


class Decoder:
    """Collects bytes until they form a frame; raises nothing, with a bounded buffer."""

    def __init__(self) -> None:
        self._pending = b""

    def receive(self, data: bytes) -> Iterator[Frame | Noise]:
        """Yield the frames and the noise that *data* completes, in order."""
        *whole, self._pending = (self._pending + data).split(END)
        for chunk in whole:
            if chunk:
                yield _open(chunk)
        if len(self._pending) > _MAX_CHUNK_BYTES:
            size_bytes, self._pending = len(self._pending), b""
            yield Noise(size_bytes)


def _open(chunk: bytes) -> Frame | Noise:
    if _MIN_CHUNK_BYTES <= len(chunk) <= _MAX_CHUNK_BYTES:
        body = _unstuff(chunk)
        if body is not None and _is_whole(body):
            return Frame(body[1], body[2], body[HEAD_BYTES:-CRC_BYTES], body[0])
    return Noise(len(chunk))


def _is_whole(body: bytes) -> bool:
    return body[3] == len(body) - HEAD_BYTES - CRC_BYTES and crc32(
        body[:-CRC_BYTES]
    ) == int.from_bytes(body[-CRC_BYTES:], "little")


def _stuff(body: bytes) -> bytes:
    """COBS for bodies shorter than 254 bytes: each zero becomes a distance."""
    return b"".join([bytes((len(run) + 1,)) + run for run in body.split(END)])


def _unstuff(chunk: bytes) -> bytes | None:
    runs, at, size_bytes = [], 0, len(chunk)
    while at < size_bytes:
        end = at + chunk[at]
        runs.append(chunk[at + 1 : end])
        at = end
    return END.join(runs) if at == size_bytes else None

"""
Frames on the wire: ``00 | COBS(ver type seq len payload crc32) | 00``.

This module does no I/O: bytes go in, frames come out. Noise on the cable raises no
exception: it is a value. docs/wire.md has the picture.
"""

from binascii import crc32

from firmware_host.board.record import Record

#: The only byte that never occurs inside a frame.
END = b"\0"

#: The first byte of a frame: the version of the frame's layout.
VERSION = 1

#: The newest protocol, in HELLO and WELCOME: the version of the messages.
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
    A complete frame.

    Args:
        type: The type of its message; see `firmware_host.link.messages`.
        seq: 1 to 255 if the sender repeats it until it is acknowledged, else 0.
        payload: Up to 200 bytes, in the layout of the type.
        version: The version of its layout.
    """

    type: int
    seq: int
    payload: bytes = b""
    version: int = VERSION


class Noise(Record):
    """Bytes that are no valid frame; *size_bytes* is their number."""

    size_bytes: int


def encode(frame: Frame) -> bytes:
    """
    Return the bytes of a frame.

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

    def receive(self, data: bytes) -> list[Frame | Noise]:
        """Return the frames and the noise that *data* completes, in order."""
        *whole, self._pending = (self._pending + data).split(END)
        found = [_open(chunk) for chunk in whole if chunk]
        if len(self._pending) > _MAX_CHUNK_BYTES:
            found.append(Noise(len(self._pending)))
            self._pending = b""
        return found


def _open(chunk: bytes) -> Frame | Noise:
    sized = _MIN_CHUNK_BYTES <= len(chunk) <= _MAX_CHUNK_BYTES
    body = _unstuff(chunk) if sized else None
    if body is not None and body[3] == len(body) - HEAD_BYTES - CRC_BYTES:
        crc = int.from_bytes(body[-CRC_BYTES:], "little")
        if crc32(body[:-CRC_BYTES]) == crc:
            return Frame(body[1], body[2], body[HEAD_BYTES:-CRC_BYTES], body[0])
    return Noise(len(chunk))


def _stuff(body: bytes) -> bytes:
    """Encode a body of less than 254 bytes by COBS: each zero becomes a distance."""
    return b"".join([bytes((len(run) + 1,)) + run for run in body.split(END)])


def _unstuff(chunk: bytes) -> bytes | None:
    runs, at, size_bytes = [], 0, len(chunk)
    while at < size_bytes:
        end = at + chunk[at]
        runs.append(chunk[at + 1 : end])
        at = end
    return END.join(runs) if at == size_bytes else None

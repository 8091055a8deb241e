"""
Frames and message numbers of the wire, the controller's half: see docs/wire.md.

This file runs on MicroPython and on CPython. firmware_host/link has the Pi's half; both
are tested with tests/link/frames.hex.
"""

import struct
from binascii import crc32

VERSION = 1  # of the frame layout
PROTOCOL = 2
OLD_PROTOCOL = 1

# Types from the controller; those from 0x10 on are repeated until their ACK.
HELLO = 0x01
ACK = 0x02
BEAT = 0x03
READS = 0x04
TAP = 0x10
UNCLEAR = 0x11
BUTTON = 0x12
FAULT = 0x13

# Types from the Pi have bit 7 set.
WELCOME = 0x81
PI_ACK = 0x82
PI_BEAT = 0x83
RIMS = 0x84
UPDATE = 0x90
TUNE = 0x91
FIRST_COMMAND = 0x90  # the first type that the Pi repeats until its ACK

LAYOUTS = {
    HELLO: "<B3s8sIBH",
    ACK: "<",
    BEAT: "<QHI",
    READS: "<BHHHI",
    TAP: "<IIB",
    UNCLEAR: "<IIBB",
    BUTTON: "<IIBB",
    FAULT: "<IIBB",
    WELCOME: "<BII",
    PI_ACK: "<",
    PI_BEAT: "<II",
    RIMS: "<BB",
    UPDATE: "<",
    TUNE: "<BHB",
}
OLD_BEAT = "<IHI"

# `since_ms` of a reader that has read nothing yet.
NEVER = 0xFFFFFFFF

# The reasons of an unclear tap, and the faults of a part.
TWO_PIECES, TWO_ZONES, AGAIN = 0, 1, 2
HEALED, SILENT, STUCK, HELD = 0, 1, 2, 3

# The optional capabilities of a controller.
HAS_TAGS, HAS_BUTTONS, HAS_RIMS = 1, 2, 4

_MIN_CHUNK_BYTES = 9  # head, CRC, one byte of COBS
_MAX_CHUNK_BYTES = 209  # and a payload of 200 bytes


def encode(kind, seq, payload=b""):
    """Return the bytes of a message's frame."""
    body = bytes((VERSION, kind, seq, len(payload))) + payload
    body += struct.pack("<I", crc32(body))
    runs = [bytes((len(run) + 1,)) + run for run in body.split(b"\0")]
    return b"\0" + b"".join(runs) + b"\0"


class Decoder:
    """Collects bytes until they form a frame; raises nothing, with a bounded buffer."""

    def __init__(self):
        self.noise_bytes = 0
        self._pending = bytearray()

    def receive(self, data):
        """Return the completed frames as tuples of version, type, seq and payload."""
        frames = []
        for byte in data:
            if byte:
                self._pending.append(byte)
                if len(self._pending) > _MAX_CHUNK_BYTES:
                    self._drop()
            elif self._pending:
                frame = _open(bytes(self._pending))
                if frame:
                    frames.append(frame)
                    self._pending = bytearray()
                else:
                    self._drop()
        return frames

    def _drop(self):
        self.noise_bytes += len(self._pending)
        self._pending = bytearray()


def _open(chunk):
    if len(chunk) < _MIN_CHUNK_BYTES:
        return None
    body = _unstuff(chunk)
    if body is None or body[3] != len(body) - 8:
        return None
    if struct.unpack("<I", body[-4:])[0] != crc32(body[:-4]):
        return None
    return body[0], body[1], body[2], body[4:-4]


def _unstuff(chunk):
    runs = []
    at = 0
    while at < len(chunk):
        end = at + chunk[at]
        runs.append(chunk[at + 1 : end])
        at = end
    return b"\0".join(runs) if at == len(chunk) else None

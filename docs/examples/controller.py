"""
A controller in Python alone, after docs/wire.md: a sample to read, change and port.

    python docs/examples/controller.py

It makes a pseudo terminal and prints its name, the PORT of `letterzone run --port PORT`
or `letterzone wire check PORT`. Type `tap 3 04a1b2c3d4e5f6`, or `press 0` (and let go).
"""

import os
import pty
import secrets
import select
import struct
import sys
import time
import tty
import zlib

HELLO, ACK, BEAT, TAP, BUTTON = 0x01, 0x02, 0x03, 0x10, 0x12
WELCOME, PI_ACK, PI_BEAT = 0x81, 0x82, 0x83
FIRST_COMMAND = 0x90  # from here on a frame of the Pi is repeated until its ACK


def encode(kind, seq=0, payload=b""):
    """Wrap a message: head, payload and CRC, then COBS, between two zeros."""
    body = bytes((1, kind, seq, len(payload))) + payload
    body += struct.pack("<I", zlib.crc32(body))
    runs = (bytes((len(run) + 1,)) + run for run in body.split(b"\0"))
    return b"\0" + b"".join(runs) + b"\0"


def decode(chunk):
    """Return version, type, seq and payload of what stood between zeros; or None."""
    runs, at = [], 0
    while at < len(chunk):
        runs.append(chunk[at + 1 : at + chunk[at]])
        at += chunk[at]
    body = b"\0".join(runs)
    well = at == len(chunk) and len(body) >= 8 and body[3] == len(body) - 8
    if not well or struct.pack("<I", zlib.crc32(body[:-4])) != body[-4:]:
        return None
    return body[0], body[1], body[2], body[4:-4]


class Controller:
    """Bytes and events go in, bytes come out of `outbox`; `now` is milliseconds."""

    def __init__(self, zones=0x7F):
        self.outbox = b""
        self.boot_id = secrets.randbelow(2**32 - 1) + 1
        self.hello = b"\2\0\0\1sample\0\0" + struct.pack("<IBH", self.boot_id, zones, 3)
        self.pending = b""
        self.session, self.welcomed = None, False  # the last that welcomed us
        self.held = self.n = self.seq = 0
        self.queue, self.in_flight = [], False  # of n, when it happened, type, body
        self.hello_at = self.beat_at = self.repeat_at = self.repeat_ms = 0

    def tap(self, zone, uid, now):
        """Tell of a tag on a pad."""
        self.tell(TAP, bytes((zone,)) + uid, now)

    def button(self, number, down, now):
        """Tell of a button that went down or came up."""
        self.held = self.held & ~(1 << number) | down << number
        self.tell(BUTTON, bytes((number, down)), now)

    def tell(self, kind, body, now):
        """Queue an event; a full queue keeps the newest, and the one under way."""
        if len(self.queue) == 32:
            del self.queue[1]
        self.n += 1
        self.queue.append((self.n, now, kind, body))

    def receive(self, data, now):
        """Take bytes of the Pi."""
        *whole, self.pending = (self.pending + data).split(b"\0")
        self.pending = self.pending[-256:]  # noise never grows
        for frame in map(decode, whole):
            if frame is not None:
                self.hear(*frame, now)

    def hear(self, version, kind, seq, payload, now):
        """Do what a frame says."""
        is_ack = (version, kind, seq) == (1, PI_ACK, self.seq)
        if kind == WELCOME and len(payload) == 9:
            _, session, boot_id = struct.unpack("<BII", payload)
            if boot_id == self.boot_id:
                self.welcome(session, now)
        elif kind >= FIRST_COMMAND and self.welcomed and seq:
            self.outbox += encode(ACK, seq)  # we have nothing to tune
        elif version == 1 and kind == PI_BEAT and len(payload) == 8:
            if struct.unpack("<II", payload) != (self.session, self.boot_id):
                self.welcomed, self.hello_at = False, now  # another daemon
        elif is_ack and self.welcomed and self.in_flight:
            self.in_flight = False
            self.queue.pop(0)

    def welcome(self, session, now):
        """Be a daemon's; a new one begins seq anew, and n goes on."""
        if session != self.session:
            self.session, self.seq, self.in_flight = session, 0, False
        if not self.welcomed:
            self.welcomed, self.beat_at, self.repeat_at = True, now, now

    def tick(self, now):
        """Do what is due."""
        if not self.welcomed and now >= self.hello_at:
            self.hello_at = now + 500
            self.outbox += encode(HELLO, 0, self.hello)
        if self.welcomed and now >= self.beat_at:
            self.beat_at = now + 1000
            self.outbox += encode(BEAT, 0, struct.pack("<QHI", self.held, 0, 0))
        due = not self.in_flight or now >= self.repeat_at
        if self.welcomed and self.queue and due:
            self.repeat_ms = min(2 * self.repeat_ms, 1000) if self.in_flight else 100
            self.seq = self.seq if self.in_flight else self.seq % 255 + 1
            self.in_flight, self.repeat_at = True, now + self.repeat_ms
            n, born, kind, body = self.queue[0]
            payload = struct.pack("<II", n, now - born) + body
            self.outbox += encode(kind, self.seq, payload)


def main():
    """Serve a pseudo terminal until the input ends."""
    port, far_end = pty.openpty()
    tty.setraw(far_end)
    print(os.ttyname(far_end), flush=True)
    controller = Controller()
    while True:
        ready, _, _ = select.select([port, sys.stdin], [], [], 0.02)
        now = time.monotonic_ns() // 1_000_000
        if port in ready:
            controller.receive(os.read(port, 4096), now)
        if sys.stdin in ready:
            if not (line := sys.stdin.readline()):
                return
            match line.split():
                case ["tap", zone, uid]:
                    controller.tap(int(zone), bytes.fromhex(uid), now)
                case ["press", number]:
                    controller.button(int(number), 1, now)
                    controller.button(int(number), 0, now)
        controller.tick(now)
        os.write(port, controller.outbox)
        controller.outbox = b""


if __name__ == "__main__":
    main()

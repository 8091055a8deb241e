"""
The controller's side of the wire: events and bytes in, bytes out.

It uses no port, no pin and no clock: `now` is always in milliseconds of a monotonic
clock. The simulated controller runs this file too, so it uses only what MicroPython and
CPython have in common.

The controller sends HELLO until it gets WELCOME. Then the oldest event is sent, and
repeated until the Pi acknowledges that it is durable; the other events wait in a queue.
To a Pi with the older protocol the controller speaks that one.
"""

import struct

import wire

FIRMWARE = (1, 2, 0)

HELLO_MS = 500
BEAT_MS = 1000
SILENCE_MS = 3500  # three missed heartbeats, and half of one for a slow line
FIRST_REPEAT_MS = 100
LAST_REPEAT_MS = 1000
QUEUE_EVENTS = 32

# A Pi asks for HELLO four times a second. If it has asked so often without a WELCOME,
# it has refused the protocol, and its refusal was lost.
REFUSED_AFTER = 8

# The state of rims that are all dark.
DARK = 0, 0


class Core:
    """
    The protocol state of one controller.

    Args:
        uid: The board's serial number, 8 bytes.
        boot_id: A random number of 32 bits above 0, new for each boot.
        zones: The zones with a tag reader, as bits; bit 0 is the rack.
        capabilities: The sum of `wire.HAS_TAGS` and the other capabilities.
        report: Called each second with the time; returns each reader's statistics since
            the last call, as the fields of READS.
    """

    def __init__(self, uid, boot_id, zones=0x7F, capabilities=3, report=None):
        self._hello = bytes(FIRMWARE), uid, boot_id, zones, capabilities
        self._boot_id = boot_id
        self._report = report or (lambda now: ())
        self._session = None
        self.proto = wire.PROTOCOL
        self._asker = None  # the session that asked for HELLO, and how often it did
        self._asked = 0
        self.tunings = []  # (zone, dwell in ms, gain); the caller empties it
        self.rims = DARK  # the bits of all crosses, and of all ticks
        self.welcomed = False
        self.update_asked = False
        self.held = 0
        self.faults = 0
        self.lost = 0
        self._decoder = wire.Decoder()
        self._queue = []  # (n, time of the event, type, body)
        self._n = 0
        self._seq = 0
        self._in_flight = False
        self._repeat_ms = 0
        self._repeat_at = 0
        self._command_seq = 0
        self._hello_at = 0
        self._beat_at = 0
        self._silent_at = 0
        self._outbox = b""

    # Events of the board

    def tap(self, zone, uid, now):
        """Queue a tap: the tag *uid* was read in *zone*."""
        self._tell(wire.TAP, bytes((zone,)) + uid, now)

    def unclear(self, zone, why, now):
        """Queue an unclear tap in *zone*; *why* is the reason's number."""
        self._tell(wire.UNCLEAR, bytes((zone, why)), now)

    def button(self, number, down, now):
        """Queue the change of a button; *down* is 1 or 0."""
        self.held = self.held & ~(1 << number) | down << number
        self._tell(wire.BUTTON, bytes((number, down)), now)

    def fault(self, part, code, now):
        """Queue a fault of a part, or its end."""
        self.faults = self.faults & ~(1 << part) | (code != wire.HEALED) << part
        self._tell(wire.FAULT, bytes((part, code)), now)

    def _tell(self, kind, body, now):
        if len(self._queue) == QUEUE_EVENTS:
            # The first event may have been sent, and the newest matters most to people.
            del self._queue[1]
            self.lost += 1
        self._n += 1
        self._queue.append((self._n, now, kind, body))
        self.tick(now)

    # Messages of the Pi

    def receive(self, data, now):
        """Process bytes of the Pi."""
        for version, kind, seq, payload in self._decoder.receive(data):
            layout = wire.LAYOUTS.get(kind)
            known = version == wire.VERSION or kind == wire.WELCOME
            if known and layout and len(payload) == struct.calcsize(layout):
                self._read(kind, seq, struct.unpack(layout, payload), now)
            elif self.welcomed and kind >= wire.FIRST_COMMAND and seq:
                self._send(wire.ACK, seq)  # else it would block all later commands
        self.tick(now)

    def _read(self, kind, seq, fields, now):
        if kind == wire.WELCOME:
            self._welcome(fields, now)
        elif kind == wire.PI_BEAT:
            self._hear_beat(fields, now)
        elif self.welcomed:
            self._hear(kind, seq, fields)

    def _welcome(self, welcome, now):
        proto, session, boot_id = welcome
        if boot_id != self._boot_id or proto not in (wire.OLD_PROTOCOL, wire.PROTOCOL):
            return
        self._asker, self._asked = session, 0
        if proto < self.proto:  # an old Pi refuses in this way, and names its protocol
            self.proto = proto
            self._lose(now)
            return
        self.proto = proto
        if session != self._session:
            self._session = session
            self._seq = self._command_seq = 0
            self._in_flight = False
        if not self.welcomed:
            self.welcomed = True
            self._beat_at = self._repeat_at = now
        self._silent_at = now + SILENCE_MS

    def _hear_beat(self, pair, now):
        if self.welcomed and pair == (self._session, self._boot_id):
            self._silent_at = now + SILENCE_MS
            return
        self._lose(now)  # another daemon has started, or it has lost the connection
        if pair[0] != self._asker:
            self._asker, self._asked, self.proto = pair[0], 0, wire.PROTOCOL
        self._asked += 1
        if self._asked > REFUSED_AFTER:
            self.proto = wire.OLD_PROTOCOL

    def _lose(self, now):
        """Disconnect: send HELLO again, and switch the rims off."""
        self.welcomed = False
        self.rims = DARK
        self._hello_at = now

    def _hear(self, kind, seq, fields):
        if kind == wire.PI_ACK and self._in_flight and seq == self._seq:
            self._in_flight = False
            self._queue.pop(0)
        elif kind == wire.RIMS:
            self.rims = fields
        elif kind in (wire.UPDATE, wire.TUNE):
            if seq != self._command_seq:
                self._command_seq = seq
                self._execute(kind, fields)
            self._send(wire.ACK, seq)

    def _execute(self, kind, fields):
        if kind == wire.UPDATE:
            self.update_asked = True
        else:
            self.tunings.append(fields)

    # Messages to the Pi

    def tick(self, now):
        """Send what is due: HELLO, the heartbeat, or an event."""
        if self.welcomed and now >= self._silent_at:
            self._lose(now)
            self._asker, self.proto = (
                None,
                wire.PROTOCOL,
            )  # the next Pi may be a new one
        if self.welcomed:
            self._push(now)
            if now >= self._beat_at:
                self._beat_at = now + BEAT_MS
                self._beat(now)
        elif now >= self._hello_at:
            self._hello_at = now + HELLO_MS
            hello = struct.pack(wire.LAYOUTS[wire.HELLO], self.proto, *self._hello)
            self._send(wire.HELLO, 0, hello)

    def wake_at(self):
        """Return the time in ms at which `tick` must be called next."""
        if not self.welcomed:
            return self._hello_at
        wake_at = min(self._beat_at, self._silent_at)
        return min(wake_at, self._repeat_at) if self._in_flight else wake_at

    def take(self):
        """Return the bytes for the Pi, and clear them."""
        data, self._outbox = self._outbox, b""
        return data

    def _beat(self, now):
        rest = self.faults, self.lost
        if self.proto == wire.OLD_PROTOCOL:  # with at most 32 buttons
            beat = struct.pack(wire.OLD_BEAT, self.held & 0xFFFFFFFF, *rest)
        else:
            beat = struct.pack(wire.LAYOUTS[wire.BEAT], self.held, *rest)
        self._send(wire.BEAT, 0, beat)
        for reads in self._report(now):
            if self.proto != wire.OLD_PROTOCOL:
                self._send(wire.READS, 0, struct.pack(wire.LAYOUTS[wire.READS], *reads))

    def _push(self, now):
        if not self._queue:
            return
        if not self._in_flight:
            self._in_flight = True
            self._seq = self._seq % 255 + 1
            self._repeat_ms = FIRST_REPEAT_MS
        elif now >= self._repeat_at:
            self._repeat_ms = min(2 * self._repeat_ms, LAST_REPEAT_MS)
        else:
            return
        self._repeat_at = now + self._repeat_ms
        n, born, kind, body = self._queue[0]
        self._send(kind, self._seq, struct.pack("<II", n, now - born) + body)

    def _send(self, kind, seq, payload=b""):
        self._outbox += wire.encode(kind, seq, payload)

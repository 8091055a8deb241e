"""
The controller's side of the wire: events and bytes in, bytes out.

No port, no pin and no clock: `now` is always milliseconds of a clock that never
goes back. This very file is the simulated controller too, so it keeps to what
MicroPython and CPython have in common.

It says HELLO until it is welcomed. Then the oldest event is sent, and sent again,
until the Pi has made it durable and says so; the others wait in the queue. A Pi that
speaks the protocol before ours gets that one.
"""

import struct

import wire

FIRMWARE = (1, 2, 0)

HELLO_MS = 500
BEAT_MS = 1000
SILENCE_MS = 3500  # three missed heartbeats, and half a one for a slow line
FIRST_REPEAT_MS = 100
LAST_REPEAT_MS = 1000
QUEUE_EVENTS = 32

# A Pi asks for HELLO four times a second. One that has asked so often, and welcomed
# us not once, has refused us, and we did not hear it.
REFUSED_AFTER = 8

# No rim shows anything.
DARK = 0, 0


class Core:
    """
    One controller on the wire.

    Args:
        uid: The board's serial number, 8 bytes.
        boot_id: A random number of 32 bits above 0, new for each boot.
        zones: Where it has a tag reader; bit 0 is the rack.
        capabilities: `wire.HAS_TAGS` and the others, added.
        report: Returns how each reader has read since it was last called, as the
            fields of READS; called each second with the time.
    """

    def __init__(self, uid, boot_id, zones=0x7F, capabilities=3, report=None):
        self._hello = bytes(FIRMWARE), uid, boot_id, zones, capabilities
        self._boot_id = boot_id
        self._report = report or (lambda now: ())
        self._session = None
        self.proto = wire.PROTOCOL
        self._asker = None  # the session that has asked for HELLO, and how often
        self._asked = 0
        self.tunings = []  # of zone, dwell in ms, gain; whoever takes them empties it
        self.rims = DARK  # which of them show a cross and which a tick
        self.welcomed = False
        self.update_asked = False
        self.held = 0
        self.faults = 0
        self.lost = 0
        self._decoder = wire.Decoder()
        self._queue = []  # of n, when it happened, type, body
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

    # What happens on the board

    def tap(self, zone, uid, now):
        """Tell that the tag *uid* settled in *zone*."""
        self._tell(wire.TAP, bytes((zone,)) + uid, now)

    def unclear(self, zone, why, now):
        """Tell that two were there at once."""
        self._tell(wire.UNCLEAR, bytes((zone, why)), now)

    def button(self, number, down, now):
        """Tell that a button went down or came up."""
        self.held = self.held & ~(1 << number) | down << number
        self._tell(wire.BUTTON, bytes((number, down)), now)

    def fault(self, part, code, now):
        """Tell that a part failed, or works again."""
        self.faults = self.faults & ~(1 << part) | (code != wire.HEALED) << part
        self._tell(wire.FAULT, bytes((part, code)), now)

    def _tell(self, kind, body, now):
        if len(self._queue) == QUEUE_EVENTS:
            # The first may be on its way, and the newest is what people wait for.
            del self._queue[1]
            self.lost += 1
        self._n += 1
        self._queue.append((self._n, now, kind, body))
        self.tick(now)

    # What comes over the wire

    def receive(self, data, now):
        """Take the bytes that came from the Pi."""
        for version, kind, seq, payload in self._decoder.receive(data):
            layout = wire.LAYOUTS.get(kind)
            known = version == wire.VERSION or kind == wire.WELCOME
            if known and layout and len(payload) == struct.calcsize(layout):
                self._read(kind, seq, struct.unpack(layout, payload), now)
            elif self.welcomed and kind >= wire.FIRST_COMMAND and seq:
                self._send(wire.ACK, seq)  # else it holds up every command behind
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
        if proto < self.proto:  # an old Pi refuses us so, and names what it speaks
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
        self._lose(now)  # to another daemon, or to one that has lost us
        if pair[0] != self._asker:
            self._asker, self._asked, self.proto = pair[0], 0, wire.PROTOCOL
        self._asked += 1
        if self._asked > REFUSED_AFTER:
            self.proto = wire.OLD_PROTOCOL

    def _lose(self, now):
        """Be nobody's: say HELLO, and show nothing that a silent Pi has left on."""
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
                self._obey(kind, fields)
            self._send(wire.ACK, seq)

    def _obey(self, kind, fields):
        if kind == wire.UPDATE:
            self.update_asked = True
        else:
            self.tunings.append(fields)

    # What goes over the wire

    def tick(self, now):
        """Do what is due: say HELLO, say that we live, send or repeat an event."""
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
        """Return when `tick` wants to be called, in milliseconds."""
        if not self.welcomed:
            return self._hello_at
        wake_at = min(self._beat_at, self._silent_at)
        return min(wake_at, self._repeat_at) if self._in_flight else wake_at

    def take(self):
        """Return the bytes that are ready for the Pi, and forget them."""
        data, self._outbox = self._outbox, b""
        return data

    def _beat(self, now):
        rest = self.faults, self.lost
        if self.proto == wire.OLD_PROTOCOL:  # it knows no more than 32 buttons
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

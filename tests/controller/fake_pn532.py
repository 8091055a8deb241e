"""
A PN532 with two interfaces: the frames of its wire, and the tags in its field.

Runs on MicroPython and on CPython. `FakePn532` is the chip; `SpiFace` is its interface
on a Pico's bus. The one behind a serial port is in tests/devices/pn532_port.py.
"""

ACK = b"\x00\x00\xff\x00\xff\x00"
NACK = b"\x00\x00\xff\xff\x00\x00"

# A tag wakes only when the field has been on for so long. Source: ISO/IEC 14443-3.
WAKE_MS = 5

# A chip that looks for tags once takes so long; so much longer for a second time.
LOOK_MS, AGAIN_MS = 5, 1

# The registers that must be so for a bare request: no CRC, and 7 bits; a list sets its
# own. A request takes so long on the air, and its answer; the chip waits so long.
BARE = {0x6302: 0, 0x6303: 0, 0x633D: 7}
REQUEST_MS, ANSWER_MS, WAIT_MS = 0.085, 0.27, 0.1
TIMED_OUT = 0x01


def turned(data):
    """Return *data* with each byte's lowest bit first."""
    return bytes([_TURNED[byte] for byte in data])


_TURNED = [sum([(byte >> at & 1) << 7 - at for at in range(8)]) for byte in range(256)]


class FakePn532:
    """
    One chip. `tags` are the tags on its antenna; `fault` breaks it.

    Faults: ``dead`` (answers nothing), ``stuck`` (acknowledges, and never answers),
    ``hung`` (the same, until it is reset), ``garbled`` (its checksum is wrong),
    ``torn`` (the same, until it is asked again), ``burning`` (its field does not go
    off), ``late`` (answers after `late_ms`).
    """

    def __init__(self, air):
        self.air = air
        self.fault = ""
        self.late_ms = 0
        self.tags = []
        self.unlisted = []  # tags that answer a request, and that no list has
        self._asleep = []  # deselected, until the field goes off
        self._active = []
        self._answered = []  # a request, and wait for what comes next
        self.lists = 0  # so often it has listed
        self.reset()

    def lay(self, uids):
        """Make exactly the tags with *uids* lie on the antenna."""
        self.tags = [bytes(uid) for uid in uids]
        self._asleep = [uid for uid in self._asleep if uid in self.tags]
        self._answered = [uid for uid in self._answered if uid in self.tags]

    def reset(self):
        """Be as after power-on: field off, nothing set up, looking for ever."""
        if self.fault == "hung":
            self.fault = ""
        self.retries = 0xFF
        self.wait_ms = 51.2
        self.registers = {}
        self.gain = 5
        self.awake = False
        self._lit_at = 0
        self._last = 0, b""
        self._queue = []  # of when it is ready, and the frame
        self.air.change(self, on=False)

    def hear(self, data):
        """Process the bytes received over the wire."""
        if self.fault == "dead" or data == ACK:
            self._queue = []
            return
        now = self._now_ms()
        if data == NACK:
            self._queue = [(now, self._framed(*self._last))]
            return
        at = data.find(b"\x00\x00\xff")
        if at < 0:
            return
        size, complement = data[at + 3], data[at + 4]
        body, check = data[at + 5 : at + 5 + size], data[at + 5 + size]
        if (size + complement) & 0xFF or (sum(body) + check) & 0xFF or body[0] != 0xD4:
            return
        self._queue = [(now, ACK)]
        if self.fault in ("stuck", "hung"):
            return
        answer, takes_ms = self._done(body[1], body[2:])
        if answer is None:
            return  # it looks for ever
        takes_ms += self.late_ms if self.fault == "late" else 0
        self._last = body[1], answer
        self._queue.append(
            (now + takes_ms, self._framed(body[1], answer, torn=self.fault == "torn"))
        )

    def say(self):
        """Return the next frame that is ready and remove it, or None."""
        return self._queue.pop(0)[1] if self.is_ready() else None

    def is_ready(self):
        """Whether something can be read."""
        return bool(self._queue) and self._now_ms() >= self._queue[0][0]

    def _now_ms(self):
        return self.air.clock_us() / 1000 if self.air.clock_us else self.air.clock_ms()

    def _framed(self, command, data, *, torn=False):
        body = bytes((0xD5, command + 1)) + data
        check = -sum(body) + (torn or self.fault == "garbled") & 0xFF
        size = len(body)
        return (
            b"\x00\x00\xff"
            + bytes((size, -size & 0xFF))
            + body
            + bytes((check & 0xFF, 0))
        )

    def _done(self, command, data):
        """Return the answer to a command, and how long it takes."""
        if command == 0x14:
            self.awake = True
        elif command == 0x32:
            self._configure(data)
        elif command == 0x06:
            return bytes((0x83 if self in self.air.lit else 0x80,)), 0
        elif command == 0x08:
            for at in range(0, len(data), 3):
                self.registers[data[at] << 8 | data[at + 1]] = data[at + 2]
        elif command == 0x44:
            self._asleep += self._active
            return b"\0", 0
        elif command == 0x42:
            return self._requested(data)
        elif command == 0x4A:
            return self._listed(data[0])
        return b"", 0

    def _configure(self, data):
        if data[0] == 0x05:
            self.retries = data[3]
        elif data[0] == 0x02:
            self.wait_ms = WAIT_MS * 2 ** (data[3] - 1)
        elif data[0] == 0x0A:
            self.gain = data[1] >> 4 & 7
        elif data[0] == 0x01:
            on = bool(data[1] & 1)
            if on and self not in self.air.lit:
                self._lit_at = self.air.clock_ms()
                self._asleep = []
                self._answered = []
            if on or self.fault != "burning":
                self.air.change(self, on=on)

    def _listening(self):
        """Return the tags that can receive: those in the field for long enough."""
        woken = self in self.air.lit and self.air.clock_ms() - self._lit_at >= WAKE_MS
        return [tag for tag in self.tags if tag not in self._asleep] if woken else []

    def _requested(self, data):
        """Return whether a bare request was answered; who has, is deaf to the next."""
        is_bare = all(self.registers.get(one) == BARE[one] for one in BARE)
        there = self._listening() if data == b"\x26" and is_bare else []
        tags = [tag for tag in there if tag not in self._answered]
        self._answered = tags
        if tags and self.wait_ms >= ANSWER_MS:
            return b"\x00\x44\x00", REQUEST_MS + ANSWER_MS
        return bytes((TIMED_OUT,)), REQUEST_MS + self.wait_ms

    def _listed(self, most):
        """Return the tags that answer, or None for a chip that searches without end."""
        self.registers = {0x6302: 0x80, 0x6303: 0x80, 0x633D: 0}
        self.lists += 1
        there = self._listening()
        takes_ms = LOOK_MS
        tags = [tag for tag in there if tag not in self._answered]
        self._answered = []
        if not tags and self.retries:
            tags = there
            takes_ms += AGAIN_MS
        tags = [tag for tag in tags if tag not in self.unlisted][:most]
        self._active = tags
        if not tags and self.retries == 0xFF:
            return None, 0
        answer = bytes((len(tags),))
        for number, uid in enumerate(tags, 1):
            answer += bytes((number, 0x00, 0x44, 0x00, len(uid))) + uid
        return answer, takes_ms


class SpiFace:
    """The chip on an SPI bus: the first byte of a selection is the operation."""

    def __init__(self, chip, wrote=b"\0"):
        self.chip = chip
        self._wanted = turned(wrote)[0]

    def write(self, out):
        """Take the bytes that the bus sends."""
        out = turned(out)
        self._wanted = out[0]
        if self._wanted == 0x01:
            self.chip.hear(out[1:])

    def read(self, size):
        """Return the *size* bytes that the bus gets."""
        if self.chip.fault == "dead":
            return bytes(size)
        if self._wanted == 0x02:
            return turned(bytes((int(self.chip.is_ready()),)))
        said = self.chip.say() or b""
        return turned((said + bytes(size))[:size])

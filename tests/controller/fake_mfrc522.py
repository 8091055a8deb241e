"""
A tag reader chip with two interfaces: its registers, and the tags in its field.

Runs on MicroPython and on CPython. If two chips of one `Air` have their fields on at
once, which the firmware must prevent, `FieldsClash` is raised.
"""

REQUEST, HALT = 0x26, 0x50
CASCADES = (0x93, 0x95, 0x97)
ANTENNA = 0x03

# A tag wakes only when the field has been on for so long. Source: ISO/IEC 14443-3.
WAKE_MS = 5

# On the air at 106 kbit/s; a tag answers so long after a frame. Source: the same.
BIT_US = 9.44
DELAY_US = 91


class FieldsClashError(Exception):
    """Two radio fields were on at once."""


class Air:
    """
    State that all chips of a board share: the time, and which fields are on.

    With a clock of microseconds frames and silence take time, else none.
    """

    def __init__(self, clock_ms, clock_us=None):
        self.clock_ms = clock_ms
        self.clock_us = clock_us
        self.lit = []
        self.most_lit = 0

    def change(self, chip, *, on):
        """Record that the field of *chip* goes on or off."""
        if on and chip not in self.lit:
            self.lit.append(chip)
        elif not on and chip in self.lit:
            self.lit.remove(chip)
        self.most_lit = max(self.most_lit, len(self.lit))
        if len(self.lit) > 1:
            msg = f"{len(self.lit)} fields are on at once"
            raise FieldsClashError(msg)


class FakeTag:
    """A tag of type A with a UID of 4, 7 or 10 bytes."""

    def __init__(self, uid):
        self.state = "idle"
        self.parts = _parts(uid)
        self.level = 0

    def hear(self, data, bits):
        """Return the bits of the answer to *data*, or None."""
        if data[0] == REQUEST and bits == 7:
            if self.state == "halted":
                return None
            self.state, self.level = "ready", 0
            return bits_of(b"\x44\x00")
        if self.state == "ready" and data[0] == CASCADES[self.level] and data[1:]:
            return self._select(data)
        if self.state in ("ready", "active") and data[0] != HALT:
            self.state = "idle"
        if self.state == "active" and data[0] == HALT:
            self.state = "halted"
        return None

    def _select(self, data):
        part = self.parts[self.level]
        if data[1] < 0x70:
            known = 8 * (data[1] >> 4) - 16 + (data[1] & 7)
            mine = bits_of(part)
            return mine[known:] if bits_of(data[2:])[:known] == mine[:known] else None
        if data[1] != 0x70 or data[2:7] != part or data != crc_a(data[:-2]):
            self.state = "idle"
            return None
        self.level += 1
        if self.level < len(self.parts):
            return bits_of(crc_a(b"\x04"))
        self.state = "active"
        return bits_of(crc_a(b"\x00"))


class FakeMfrc522:
    """
    One chip. `tags` are the tags on its antenna; `fault` breaks it.

    Faults: ``dead`` (answers nothing), ``shorted`` (answers all ones), ``stuck`` (never
    finishes), ``hung`` (the same, until it is reset), ``burning`` (its field does not
    go off), ``torn`` (a byte of each answer is lost), ``placeless`` (it does not report
    where answers collide).
    """

    def __init__(self, air):
        self.air = air
        self._lit_at = self._lit_us = 0
        self.fault = ""
        self._tags = {}
        self.reset()

    def lay(self, uids):
        """Make exactly the tags with *uids* lie on the antenna."""
        self._tags = {
            uid: self._tags.get(uid) or FakeTag(uid) for uid in map(bytes, uids)
        }

    @property
    def gain(self):
        """Return how much it amplifies received signals."""
        return self._registers[0x26] >> 4 & 7

    def reset(self):
        """Be as after power-on: field off, nothing set up."""
        if self.fault == "hung":
            self.fault = ""
        self._registers = {0x14: 0x80, 0x26: 0x48}
        self._fifo = b""
        self._due_us = 0
        self.air.change(self, on=False)

    def transfer(self, out):
        """Return what the chip answers to the bytes of one selection."""
        if self.fault in ("dead", "shorted"):
            return bytes((0xFF if self.fault == "shorted" else 0,)) * len(out)
        register = out[0] >> 1 & 0x3F
        if out[0] & 0x80:  # each byte but the last is the address of one to read
            return b"\0" + bytes([self._read(one >> 1 & 0x3F) for one in out[:-1]])
        for byte in out[1:]:
            self._write(register, byte)
        return bytes(len(out))

    def _read(self, register):
        if register == 0x09:
            first, self._fifo = self._fifo[:1], self._fifo[1:]
            return first[0] if first else 0
        if register == 0x0A:
            return len(self._fifo)
        if register == 0x04 and self.air.clock_us:
            return (
                self._registers.get(4, 0) if self.air.clock_us() >= self._due_us else 0
            )
        return self._registers.get(register, 0)

    def _write(self, register, value):
        if register == 0x09:
            self._fifo += bytes((value,))
        elif register == 0x0A and value & 0x80:
            self._fifo = b""
        elif register == 0x04:
            self._registers[register] = 0
        elif register == 0x01 and value == 0x0F:
            self.reset()
        else:
            self._set(register, value)

    def _set(self, register, value):
        if register == 0x14 and self.fault == "burning":
            value |= self._registers[0x14] & ANTENNA
        self._registers[register] = value
        if register == 0x14:
            self._switch(on=value & ANTENNA == ANTENNA)
        if register == 0x0D and value & 0x80 and self._registers.get(0x01) == 0x0C:
            self._talk(value & 0x07, value >> 4 & 0x07)

    def _switch(self, *, on):
        if on and self not in self.air.lit:
            self._lit_at = self.air.clock_ms()
            self._lit_us = self.air.clock_us() if self.air.clock_us else 0
        for tag in self._tags.values():
            tag.state = tag.state if on else "idle"
        self.air.change(self, on=on)

    def _talk(self, bits, align):
        if self.fault in ("stuck", "hung"):
            return
        set_up = self._registers.get(0x15) == 0x40 and self._registers.get(0x2D)
        answers = []
        sent = 9 * len(self._fifo)
        if self in self.air.lit and self._is_awake() and set_up and self._fifo:
            heard = [tag.hear(self._fifo, bits) for tag in self._tags.values()]
            answers = [answer for answer in heard if answer is not None]
        size = max([len(answer) for answer in answers]) if answers else 0
        if self.air.clock_us:
            self._due_us = self.air.clock_us() + self._takes_us(sent, size)
        differ = [
            n for n in range(size) if len({one[n : n + 1] for one in answers}) > 1
        ]
        self._registers[0x06] = 0x08 if differ else 0
        self._registers[0x04] = 0x20 if answers else 0x01
        clears = differ and not self._registers.get(0x0E, 0x80) & 0x80
        end = differ[0] if clears else size
        ones = ["1" in [one[n : n + 1] for one in answers] for n in range(end)]
        heard = "".join(["1" if one else "0" for one in ones])
        self._fifo = bytes_of("0" * align + heard + "0" * (size - end))
        place = align + differ[0] + 1 if differ else 0
        nowhere = self.fault == "placeless" or not 0 < place <= 32
        self._registers[0x0E] = 0x20 if nowhere else place & 0x1F
        if self.fault == "torn":
            self._fifo = self._fifo[1:]

    def _is_awake(self):
        if self.air.clock_us:
            return self.air.clock_us() - self._lit_us >= 1000 * WAKE_MS
        return self.air.clock_ms() - self._lit_at >= WAKE_MS

    def _takes_us(self, sent, size):
        """Return how long the frames take, and the timeout if no tag answers."""
        silent_us = 25 * self._registers.get(0x2D, 80)
        answer_us = DELAY_US + BIT_US * size * 9 / 8
        return int(BIT_US * sent + (answer_us if size else silent_us))


def bits_of(data):
    """Return *data* as the air carries it: each byte's lowest bit first."""
    return "".join(["1" if byte >> n & 1 else "0" for byte in data for n in range(8)])


def bytes_of(bits):
    """Return the bytes that a receiver makes of bits."""
    whole = bits + "0" * (-len(bits) % 8)
    chunks = [whole[at : at + 8] for at in range(0, len(whole), 8)]
    return bytes(
        [sum([(bit == "1") << n for n, bit in enumerate(one)]) for one in chunks]
    )


def _parts(uid):
    """Return the UID as a tag sends it: four bytes a level, each with its parity."""
    parts = []
    while len(uid) > 4:
        parts.append(b"\x88" + uid[:3])
        uid = uid[3:]
    parts.append(uid)
    return [part + bytes((part[0] ^ part[1] ^ part[2] ^ part[3],)) for part in parts]


def crc_a(data):
    """Return *data* with its CRC_A, bit by bit as ISO/IEC 14443-3 defines it."""
    crc = 0x6363
    for byte in data:
        for place in range(8):
            odd = (crc ^ byte >> place) & 1
            crc = crc >> 1 ^ (0x8408 if odd else 0)
    return data + bytes((crc & 0xFF, crc >> 8))

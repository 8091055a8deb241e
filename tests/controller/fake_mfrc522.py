"""
A tag reader chip with two faces: its registers, and the tags in its field.

Runs on MicroPython and on CPython. Two chips of one `Air` with their fields on at
once are what the firmware must never do, and raise `FieldsClash`.
"""

REQUEST, HALT = 0x26, 0x50
CASCADES = (0x93, 0x95, 0x97)
ANTENNA = 0x03

# A tag wakes only when the field has been on for so long. Source: ISO/IEC 14443-3.
WAKE_MS = 5


class FieldsClashError(Exception):
    """Two radio fields were on at once."""


class Air:
    """What all chips of a board share: time, and no more than one field."""

    def __init__(self, clock_ms):
        self.clock_ms = clock_ms
        self.lit = []
        self.most_lit = 0

    def change(self, chip, *, on):
        """Note that the field of *chip* goes on or off."""
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
        """Return the answer to *data*, or None."""
        if data[0] == REQUEST and bits == 7:
            if self.state == "halted":
                return None
            self.state, self.level = "ready", 0
            return b"\x44\x00"
        if self.state == "ready" and data[0] == CASCADES[self.level]:
            return self._select(data)
        if self.state == "active" and data[0] == HALT:
            self.state = "halted"
        return None

    def _select(self, data):
        part = self.parts[self.level]
        if data[1] == 0x20:
            return part
        if data[1] != 0x70 or data[2:7] != part or data != crc_a(data[:-2]):
            self.state = "idle"
            return None
        self.level += 1
        if self.level < len(self.parts):
            return crc_a(b"\x04")
        self.state = "active"
        return crc_a(b"\x00")


class FakeMfrc522:
    """
    One chip. `tags` is what lies on its antenna; `fault` breaks it.

    Faults: ``dead`` (answers nothing), ``shorted`` (answers all ones), ``stuck``
    (never finishes), ``hung`` (likewise, until it is reset), ``burning`` (its field
    does not go off), ``torn`` (a byte of each answer is lost).
    """

    def __init__(self, air):
        self.air = air
        self._lit_at = 0
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
        """How much it amplifies what it hears."""
        return self._registers[0x26] >> 4 & 7

    def reset(self):
        """Be as after power-on: field off, nothing set up."""
        if self.fault == "hung":
            self.fault = ""
        self._registers = {0x14: 0x80, 0x26: 0x48}
        self._fifo = b""
        self.air.change(self, on=False)

    def transfer(self, out):
        """Return what the chip answers to the bytes of one selection."""
        if self.fault in ("dead", "shorted"):
            return bytes((0xFF if self.fault == "shorted" else 0,)) * len(out)
        register = out[0] >> 1 & 0x3F
        if out[0] & 0x80:
            return bytes((0, self._read(register)))
        self._write(register, out[1])
        return b"\0\0"

    def _read(self, register):
        if register == 0x09:
            first, self._fifo = self._fifo[:1], self._fifo[1:]
            return first[0] if first else 0
        if register == 0x0A:
            return len(self._fifo)
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
            self._talk(value & 0x07)

    def _switch(self, *, on):
        if on and self not in self.air.lit:
            self._lit_at = self.air.clock_ms()
        for tag in self._tags.values():
            tag.state = tag.state if on else "idle"
        self.air.change(self, on=on)

    def _talk(self, bits):
        if self.fault in ("stuck", "hung"):
            return
        set_up = self._registers.get(0x15) == 0x40 and self._registers.get(0x2D)
        awake = self.air.clock_ms() - self._lit_at >= WAKE_MS
        answers = []
        if self in self.air.lit and awake and set_up and self._fifo:
            heard = [tag.hear(self._fifo, bits) for tag in self._tags.values()]
            answers = [answer for answer in heard if answer is not None]
        collided = any(answer != answers[0] for answer in answers[1:])
        self._registers[0x06] = 0x08 if collided else 0
        self._registers[0x04] = 0x20 if answers else 0x01
        self._fifo = answers[0] if answers else b""
        if self.fault == "torn":
            self._fifo = self._fifo[1:]


def _parts(uid):
    """Return the UID as a tag tells it: four bytes a level, each with its parity."""
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

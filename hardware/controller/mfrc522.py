"""
The MFRC522 tag reader on SPI: the UID of every tag in its field.

If several tags answer at once, their UIDs are separated bit by bit. Each tag that was
read is halted, and the others are requested again until none answers. The tags of the
last reading are selected first, by their UIDs. Most readings of known tags are brief:
they read only the first part of each UID, and all of it if that part is new.

Every wait has a timeout: a chip that does not answer raises `ReaderError`, and is tried
again later. The radio field is off unless `field_on` was called; `field_off` verifies
that it is off.

Source: NXP MFRC522 datasheet, revision 3.9, chapters 8.1.2 (SPI) and 9.3 (registers);
ISO/IEC 14443-3, chapter 6 (type A).
"""

from stays import BLUR
from wire import SILENT, STUCK

# Registers.
_COMMAND = 0x01
_COM_IRQ = 0x04
_ERROR = 0x06
_FIFO_DATA = 0x09
_FIFO_LEVEL = 0x0A
_BIT_FRAMING = 0x0D
_COLL = 0x0E
_MODE = 0x11
_TX_CONTROL = 0x14
_TX_ASK = 0x15
_RF_CONFIG = 0x26
_T_MODE = 0x2A
_T_PRESCALER = 0x2B
_T_RELOAD_HIGH = 0x2C
_T_RELOAD_LOW = 0x2D

# Commands.
_IDLE = 0x00
_TRANSCEIVE = 0x0C
_SOFT_RESET = 0x0F

# Bits.
_POWER_DOWN = 0x10  # in _COMMAND: the chip is still starting
_RECEIVED = 0x30  # in _COM_IRQ: RxIRq or IdleIRq
_TIMED_OUT = 0x01  # in _COM_IRQ
_COLLISION = 0x08  # in _ERROR
_NO_POSITION = 0x20  # in _COLL
_POSITION = 0x1F  # in _COLL: 1 to 31, and 0 for 32
_GARBLED = 0x17  # in _ERROR: overflow, CRC, parity, protocol
_FLUSH = 0x80  # in _FIFO_LEVEL
_START_SEND = 0x80  # in _BIT_FRAMING
_DARK, _ANTENNA = 0x80, 0x03  # in _TX_CONTROL: as after a reset; both ends

# The timer counts in steps of 25 microseconds (13.56 MHz / (2 x 169 + 1)), and stops at
# the fifth bit of an answer. A tag answers these frames after exactly 91 microseconds,
# so after 250 microseconds there is no answer. Two requests must be 516 microseconds
# apart: a HALT or a SELECT is between them. The register also shows if a chip has lost
# its settings.
# Source: ISO/IEC 14443-3, 6.2.1.1 and 6.2.2; the datasheet, 8.5.
_PRESCALER = 169
_TIMEOUT_TICKS = 10

# The most readings of the status, each 40 microseconds: twice the slowest answer.
_LOOKS = 200

# Commands to a tag.
_REQUEST = b"\x26"
_HALT = b"\x50\x00"
_CASCADE = (0x93, 0x95, 0x97)
_ANTICOLLISION = 0x20
_SELECT = 0x70
_MORE_UID = 0x04  # in the answer to _SELECT: the UID has another part
_CASCADE_TAG = 0x88  # the first byte of a part that is not the last one
_PART_BYTES = 5  # four bytes of the UID, and their exclusive or
_PART_BITS = 40

# The number of brief readings in a row, which read only the first part of each UID.
# Then a full reading follows: another tag may have the same first part, and a strong
# tag may hide a weak one until it is halted.
_BRIEF_LOOKS = 2

# The most tags that are read in one field: more would delay the other readers.
_MOST_TAGS = 8


# Registers that are read in one selection; the last byte only clocks the result out.
_ANSWERED = bytes([0x80 | one << 1 for one in (_COM_IRQ, _ERROR, _FIFO_LEVEL)] + [0])
_IS_DARK = bytes([0x80 | one << 1 for one in (_T_RELOAD_LOW, _TX_CONTROL)] + [0])


class ReaderError(Exception):
    """The chip failed; `code` is `wire.SILENT` or `wire.STUCK`."""

    def __init__(self, code):
        super().__init__(code)
        self.code = code


class Mfrc522:
    """
    One RC522 reader chip on a shared SPI bus.

    Args:
        spi: The bus, as `machine.SPI`.
        select: The chip's select line, as `machine.Pin`; low selects.
    """

    def __init__(self, spi, select):
        self._spi = spi
        self._select = select
        self._out = bytearray(2)
        self._collided_at = 0
        self._in = bytearray(2)
        self._answered = bytearray(len(_ANSWERED))
        self._is_dark = bytearray(len(_IS_DARK))
        self._last_uids = []  # the UIDs of the last reading
        self._brief = 0  # the number of brief readings in a row
        select(1)

    def start(self):
        """Reset and initialize the chip; its field is off afterwards."""
        self._write(_COMMAND, _SOFT_RESET)
        for _ in range(_LOOKS):
            if not self._read(_COMMAND) & _POWER_DOWN:
                break
        self._write(_T_MODE, 0x80)  # start the timer when a request was sent
        self._write(_T_PRESCALER, _PRESCALER)
        self._write(_T_RELOAD_HIGH, 0)
        self._write(_T_RELOAD_LOW, _TIMEOUT_TICKS)
        self._write(_TX_ASK, 0x40)  # type A: 100 % amplitude modulation
        self._write(_MODE, 0x3D)
        self._write(_COLL, 0)  # no bits after a collision
        self._check()

    def tune(self, gain):
        """Set the receiver's gain, 0 (18 dB) to 7 (48 dB)."""
        self._write(_RF_CONFIG, gain << 4)

    def look(self):
        """Start a reading: nothing to do for this chip, `uids` reads at once."""

    def done(self):
        """Return True if `uids` would not wait: always, for this chip."""
        return True

    def field_on(self):
        """Switch the radio field on; tags need 5 ms to wake in it."""
        self._write(_TX_CONTROL, _DARK | _ANTENNA)

    def field_off(self):
        """
        Switch the radio field off.

        Raise `ReaderError` unless the chip confirms it.
        """
        self._write(_TX_CONTROL, _DARK)
        _, ticks, lit = self._reads(_IS_DARK, self._is_dark)
        if ticks != _TIMEOUT_TICKS:
            raise ReaderError(SILENT)
        if lit & _ANTENNA:
            raise ReaderError(STUCK)

    def uids(self):
        """Return the UIDs of all tags, and `BLUR` for a tag that is not readable."""
        last_uids, self._last_uids = self._last_uids, []
        # A UID that begins with 88 can have the same first part as a longer UID.
        brief = [uid for uid in last_uids if uid[0] != _CASCADE_TAG]
        known = {_parts(uid)[0]: uid for uid in brief}
        if known and len(known) == len(last_uids) and self._brief < _BRIEF_LOOKS:
            self._brief += 1
            found = self._read_briefly(known)
        else:
            self._brief = 0
            found = self._read_fully(last_uids)
        self._last_uids = [uid for uid in found if uid != BLUR]
        return found

    def _read_fully(self, last_uids):
        """Return the UIDs of all tags, read one after the other; *last_uids* first."""
        found = []
        while len(found) < _MOST_TAGS and self._ask(_REQUEST, 7) is not None:
            if last_uids:
                uid = last_uids.pop(0)
                if not self._select_known(uid):
                    continue
            else:
                uid = self._uid()
            if uid is None or uid in found:
                found.append(BLUR)
                break
            found.append(uid)
            self._ask(with_crc(_HALT))  # now other tags can answer
        return found

    def _read_briefly(self, known):
        """Return the UIDs of all tags; *known* maps first parts to known UIDs."""
        if self._ask(_REQUEST, 7) is None:
            return []
        parts = self._first_parts()
        found = [known[part] for part in parts if part in known]
        for part in parts:
            if part in known:
                continue
            uid = self._uid(part) if part else None
            found.append(uid or BLUR)
            if uid is None:
                break
            self._ask(with_crc(_HALT))
            if part != parts[-1] and self._ask(_REQUEST, 7) is None:
                break
        return found

    def _first_parts(self):
        """Return the first parts of all UIDs, and b"" for each unreadable one."""
        parts, ways = [], [(bytes(_PART_BYTES), 0)]
        while ways:
            known, bits = ways.pop()
            part, agreed = self._branch(_CASCADE[0], known, bits)
            if agreed is not None:
                ways += [(_with_bit(part, agreed, bit), agreed + 1) for bit in (0, 1)]
            elif part is not None:
                parts.append(part)
            if len(parts) == _MOST_TAGS:
                break
        return parts

    def _uid(self, part=None):
        """
        Return the UID of a tag that answers; None if it is incomplete.

        The tag is selected afterwards. *part* is the first part of its UID, if known.
        """
        uid = b""
        for level in _CASCADE:
            part = part or self._part(level)
            more = self._choose(level, part) if part else None
            # SAK decides: a UID of four bytes may begin with the cascade tag too.
            if more is None or (more and part[0] != _CASCADE_TAG):
                break
            if not more:
                return uid + part[:4]
            uid += part[1:4]
            part = None
        return None

    def _select_known(self, uid):
        """Select the tag with a known UID; return True if it answers."""
        parts = _parts(uid)
        return all(
            self._choose(level, part) == (part is not parts[-1])
            for level, part in zip(_CASCADE, parts)  # noqa: B905 - MicroPython
        )

    def _choose(self, level, part):
        """
        Select the tag with a part.

        Return True if the UID goes on, None for no tag.
        """
        chosen = self._ask(with_crc(bytes((level, _SELECT)) + part))
        if not chosen or chosen != with_crc(chosen[:1]):
            return None
        return bool(chosen[0] & _MORE_UID)

    def _part(self, level):
        """
        Return a part of a UID with its parity; empty if it is not readable.

        If several tags answer, the part with a 1 at the first difference is returned.
        """
        part, agreed, bits = bytes(_PART_BYTES), 0, 0
        while agreed is not None:
            part, agreed = self._branch(level, part, bits)
            if agreed is not None:
                part, bits = _with_bit(part, agreed, 1), agreed + 1
        return part

    def _branch(self, level, known, bits):
        """
        Request the rest of the parts that begin with the first *bits* bits of *known*.

        Returns:
            The part and None; or, if tags differ, the part up to the difference and the
            number of its bits. An empty part and None for an unreadable answer; None
            and None for no answer.
        """
        at = bits // 8
        asked = bytes((level, (2 + at) << 4 | bits % 8)) + known[: (bits + 7) // 8]
        answer = self._ask(asked, bits % 8, aligned=bits % 8)
        if answer is None:
            return None, None
        # The first byte of the answer has the bits that the last sent byte lacks.
        part = bytearray(known)
        whole = at + len(answer) >= _PART_BYTES
        for place, byte in enumerate(answer[: _PART_BYTES - at]):
            sent = (1 << bits % 8) - 1 if not place else 0
            part[at + place] = known[at + place] & sent | byte & ~sent
        if not self._collided_at:
            return bytes(part) if whole and not _parity(part) else b"", None
        agreed = at * 8 + self._collided_at - 1
        if not bits <= agreed < _PART_BITS - 8:
            return b"", None
        return bytes(part), agreed

    def _ask(self, data, last_bits=0, aligned=0):
        """
        Send *data*, and return the answer, or None.

        Args:
            data: The bytes.
            last_bits: The number of bits of the last byte to send; 0 for all.
            aligned: The position in its first byte at which the answer begins.
        """
        self._write(_COMMAND, _IDLE)
        self._write(_COM_IRQ, 0x7F)
        self._write(_FIFO_LEVEL, _FLUSH)
        self._burst(data)
        self._write(_COMMAND, _TRANSCEIVE)
        self._write(_BIT_FRAMING, _START_SEND | aligned << 4 | last_bits)
        for _ in range(_LOOKS):
            _, irq, error, size = self._reads(_ANSWERED, self._answered)
            if irq & (_RECEIVED | _TIMED_OUT):
                break
        else:
            self._check()
            raise ReaderError(STUCK)
        self._collided_at = 0
        if not irq & _RECEIVED:
            return None
        if error & _COLLISION:
            place = self._read(_COLL)
            valid = not place & _NO_POSITION
            self._collided_at = (place & _POSITION or 32) if valid else _PART_BITS
        elif error & _GARBLED:
            return b""
        return self._drained(size & 0x7F)

    def _check(self):
        if self._read(_T_RELOAD_LOW) != _TIMEOUT_TICKS:
            raise ReaderError(SILENT)

    def _write(self, register, value):
        self._out[0] = register << 1
        self._out[1] = value
        self._select(0)
        self._spi.write(self._out)
        self._select(1)

    def _burst(self, data):
        """Write *data* to the FIFO in one selection."""
        self._select(0)
        self._spi.write(bytes((_FIFO_DATA << 1,)) + data)
        self._select(1)

    def _drained(self, size):
        """Read *size* bytes from the FIFO in one selection."""
        out = bytes((0x80 | _FIFO_DATA << 1,)) * size + b"\0"
        return bytes(self._reads(out, bytearray(len(out)))[1:])

    def _read(self, register):
        self._out[0] = 0x80 | register << 1
        self._out[1] = 0
        return self._reads(self._out, self._in)[1]

    def _reads(self, out, into):
        """
        Read the registers in *out* in one selection.

        Each value follows one byte later.
        """
        self._select(0)
        self._spi.write_readinto(out, into)
        self._select(1)
        return into


def _parts(uid):
    """Return the parts of a UID, as its tag sends them: four bytes and their parity."""
    parts = []
    while len(uid) >= _PART_BYTES:
        parts.append(bytes((_CASCADE_TAG,)) + uid[:3])
        uid = uid[3:]
    parts.append(uid)
    return [part + bytes((_parity(part),)) for part in parts]


def _with_bit(part, bits, bit):
    """Return the first *bits* bits of a part, followed by *bit*."""
    turned = bytearray(_PART_BYTES)
    turned[: bits // 8 + 1] = part[: bits // 8 + 1]
    turned[bits // 8] &= (1 << bits % 8) - 1
    turned[bits // 8] |= bit << bits % 8
    return bytes(turned)


def _parity(data):
    parity = 0
    for byte in data:
        parity ^= byte
    return parity


def with_crc(data):
    """Return *data* with its CRC_A. Source: ISO/IEC 14443-3, annex B."""
    crc = 0x6363
    for byte in data:
        low = (crc ^ byte) & 0xFF
        low = (low ^ low << 4) & 0xFF
        crc = (crc >> 8) ^ (low << 8) ^ (low << 3) ^ (low >> 4)
    return bytes(data) + bytes((crc & 0xFF, crc >> 8))

"""
The MFRC522 tag reader on SPI: the UID of every tag in its field.

Tags that answer at once are told apart bit by bit; each one that is read is halted, and
the rest are asked anew until nobody answers. What the last look saw is called by its
name first. Most looks at known tags are brief: they tell only the first parts of all
UIDs apart, and read on where one of these is new.

Every wait is bounded: a chip that does not answer raises `ReaderError`, and the
sweep tries it anew later. The radio field is off unless `field_on` was called, and
`field_off` reads back that it really is.

Source: NXP MFRC522 datasheet, revision 3.9, chapters 8.1.2 (SPI) and 9.3
(registers); ISO/IEC 14443-3, chapter 6 (type A).
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
_POWER_DOWN = 0x10  # in _COMMAND: still starting
_RECEIVED = 0x30  # in _COM_IRQ: RxIRq or IdleIRq
_TIMED_OUT = 0x01  # in _COM_IRQ
_COLLISION = 0x08  # in _ERROR
_NO_POSITION = 0x20  # in _COLL
_POSITION = 0x1F  # in _COLL: 1 to 31, and 0 for 32
_GARBLED = 0x17  # in _ERROR: overflow, CRC, parity, protocol
_FLUSH = 0x80  # in _FIFO_LEVEL
_START_SEND = 0x80  # in _BIT_FRAMING
_DARK, _ANTENNA = 0x80, 0x03  # in _TX_CONTROL: as after a reset; both ends

# The timer counts 25 microseconds (13.56 MHz / (2 x 169 + 1)), and stops at the fifth
# bit of an answer. To these frames a tag answers after 91 microseconds, neither sooner
# nor later, so after 250 nobody does any more. Two requests must lie 516 apart: a HALT
# or a SELECT is between them. It also tells a chip that has lost its settings.
# Source: ISO/IEC 14443-3, 6.2.1.1 and 6.2.2; the datasheet, 8.5.
_PRESCALER = 169
_TIMEOUT_TICKS = 10

# Twice what the slowest answer takes at 40 microseconds a look.
_LOOKS = 200

# What a tag hears.
_REQUEST = b"\x26"
_HALT = b"\x50\x00"
_CASCADE = (0x93, 0x95, 0x97)
_ANTICOLLISION = 0x20
_SELECT = 0x70
_MORE_UID = 0x04  # in the answer to _SELECT
_CASCADE_TAG = 0x88  # the first of four bytes where there is more of the UID
_PART_BYTES = 5  # four of the UID, and their exclusive or
_PART_BITS = 40

# Tags that lie there are known by the first part of their UIDs; of all looks in a row
# so many. Then all of each is read: another one of its roll may have the same first
# part, and a loud tag may drown a faint one until it is halted.
_BRIEF_LOOKS = 2

# More tags than this do not lie in one field. They would also keep the others waiting.
_MOST_TAGS = 8


# Registers that are read in one selection; the last byte only fetches.
_ANSWERED = bytes([0x80 | one << 1 for one in (_COM_IRQ, _ERROR, _FIFO_LEVEL)] + [0])
_IS_DARK = bytes([0x80 | one << 1 for one in (_T_RELOAD_LOW, _TX_CONTROL)] + [0])


class ReaderError(Exception):
    """The chip does not behave; `code` is `wire.SILENT` or `wire.STUCK`."""

    def __init__(self, code):
        super().__init__(code)
        self.code = code


class Mfrc522:
    """
    One chip on a shared bus.

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
        self._lately = []  # what the last look saw
        self._brief = 0  # looks in a row that read only the first part of a UID
        select(1)

    def start(self):
        """Reset the chip and set it up; its field is off afterwards."""
        self._write(_COMMAND, _SOFT_RESET)
        for _ in range(_LOOKS):
            if not self._read(_COMMAND) & _POWER_DOWN:
                break
        self._write(_T_MODE, 0x80)  # start the timer when a request was sent
        self._write(_T_PRESCALER, _PRESCALER)
        self._write(_T_RELOAD_HIGH, 0)
        self._write(_T_RELOAD_LOW, _TIMEOUT_TICKS)
        self._write(_TX_ASK, 0x40)  # type A keys the carrier fully
        self._write(_MODE, 0x3D)
        self._write(_COLL, 0)  # no bits after a collision
        self._check()

    def tune(self, gain):
        """Set the receiver's gain, 0 (18 dB) to 7 (48 dB)."""
        self._write(_RF_CONFIG, gain << 4)

    def look(self):
        """Begin to look for tags; this chip's looks are short: `uids` does it."""

    def done(self):
        """Whether `uids` would answer at once."""
        return True

    def field_on(self):
        """Switch the radio field on; tags need 5 ms to wake in it."""
        self._write(_TX_CONTROL, _DARK | _ANTENNA)

    def field_off(self):
        """Switch the radio field off; raises where that cannot be seen."""
        self._write(_TX_CONTROL, _DARK)
        _, ticks, lit = self._reads(_IS_DARK, self._is_dark)
        if ticks != _TIMEOUT_TICKS:
            raise ReaderError(SILENT)
        if lit & _ANTENNA:
            raise ReaderError(STUCK)

    def uids(self):
        """Return the UIDs of all tags; with `BLUR` where one cannot be read whole."""
        lately, self._lately = self._lately, []
        # A longer UID can begin with the same part as one that begins with 88.
        brief = [uid for uid in lately if uid[0] != _CASCADE_TAG]
        known = {_parts(uid)[0]: uid for uid in brief}
        if known and len(known) == len(lately) and self._brief < _BRIEF_LOOKS:
            self._brief += 1
            found = self._told_briefly(known)
        else:
            self._brief = 0
            found = self._told_fully(lately)
        self._lately = [uid for uid in found if uid != BLUR]
        return found

    def _told_fully(self, lately):
        """Return the UIDs of all tags, one after the other; those of *lately* first."""
        found = []
        while len(found) < _MOST_TAGS and self._ask(_REQUEST, 7) is not None:
            if lately:
                uid = lately.pop(0)
                if not self._call(uid):
                    continue
            else:
                uid = self._uid()
            if uid is None or uid in found:
                found.append(BLUR)
                break
            found.append(uid)
            self._ask(with_crc(_HALT))  # it is silent now; does another one answer?
        return found

    def _told_briefly(self, known):
        """Return the UIDs of all tags, where those *known* by their first part are."""
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
        """Return the first parts of all UIDs, and an empty one where one is torn."""
        parts, ways = [], [(bytes(_PART_BYTES), 0)]
        while ways:
            known, bits = ways.pop()
            part, agreed = self._branch(_CASCADE[0], known, bits)
            if agreed is not None:
                ways += [(_turned(part, agreed, bit), agreed + 1) for bit in (0, 1)]
            elif part is not None:
                parts.append(part)
            if len(parts) == _MOST_TAGS:
                break
        return parts

    def _uid(self, part=None):
        """
        Return the UID of a tag that answers, None where it is not whole.

        It is selected then. With *part* that is the first of its UID.
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

    def _call(self, uid):
        """Tell whether a tag is there by its name, and leave it selected."""
        parts = _parts(uid)
        return all(
            self._choose(level, part) == (part is not parts[-1])
            for level, part in zip(_CASCADE, parts)  # noqa: B905 - MicroPython
        )

    def _choose(self, level, part):
        """Select the tag with this part; return whether it has more, None for none."""
        chosen = self._ask(with_crc(bytes((level, _SELECT)) + part))
        if not chosen or chosen != with_crc(chosen[:1]):
            return None
        return bool(chosen[0] & _MORE_UID)

    def _part(self, level):
        """
        Return four bytes of a UID and their parity, or less where nothing is whole.

        Of several tags the one with most ones is told.
        """
        part, agreed, bits = bytes(_PART_BYTES), 0, 0
        while agreed is not None:
            part, agreed = self._branch(level, part, bits)
            if agreed is not None:
                part, bits = _turned(part, agreed, 1), agreed + 1
        return part

    def _branch(self, level, known, bits):
        """
        Ask the tags whose part begins with so many *bits* of *known* for the rest.

        Returns:
            The part, and None; or as much of it as they agree on, and how many bits
            that are. No bytes and None where it is torn, twice None for no answer.
        """
        at = bits // 8
        asked = bytes((level, (2 + at) << 4 | bits % 8)) + known[: (bits + 7) // 8]
        answer = self._ask(asked, bits % 8, aligned=bits % 8)
        if answer is None:
            return None, None
        # The first byte of the answer has those bits that the last one sent lacks.
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
            last_bits: So many bits of the last one are sent, 0 for all.
            aligned: The answer begins with this bit of its first byte.
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
        """Read the registers in *out* in one selection; they come a byte later."""
        self._select(0)
        self._spi.write_readinto(out, into)
        self._select(1)
        return into


def _parts(uid):
    """Return a UID as its tag tells it: four bytes a level, each with their parity."""
    parts = []
    while len(uid) >= _PART_BYTES:
        parts.append(bytes((_CASCADE_TAG,)) + uid[:3])
        uid = uid[3:]
    parts.append(uid)
    return [part + bytes((_parity(part),)) for part in parts]


def _turned(part, bits, bit):
    """Return the first *bits* bits of a part, and *bit* behind them."""
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

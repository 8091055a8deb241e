"""
The PN532 tag reader, as much of it as telling tags apart needs.

The chip runs a program of its own: it gets commands in frames, acknowledges each, and
answers when it is done. Every wait is bounded; a chip that does not answer raises
`ReaderError`. The same driver sits behind two wires: SPI on a Pico, and a serial port
where a Raspberry Pi reads tags itself (firmware_host/devices/reader.py).

Listing tags takes the chip some milliseconds, also where there are none. So a pad that
was empty is only asked whether anybody is there: the chip sends a bare request, and
whoever hears it answers within 0.4 ms. Now and then it lists all the same; a chip whose
lists find what its asking misses is not asked again.

Source: NXP UM0701-02, PN532 user manual, chapters 6.2 (frames), 7 (commands).
"""

from mfrc522 import ReaderError
from stays import BLUR
from wire import SILENT, STUCK

_TO_CHIP, _FROM_CHIP = 0xD4, 0xD5
_START = b"\x00\x00\xff"
ACK = b"\x00\x00\xff\x00\xff\x00"
NACK = b"\x00\x00\xff\xff\x00\x00"  # say that again
_ERROR = 0x7F  # instead of an answer: "I do not know that command"

# Commands; an answer has the number after.
_READ_REGISTER = 0x06
_WRITE_REGISTER = 0x08
_SAM_CONFIGURATION = 0x14
_RF_CONFIGURATION = 0x32
_IN_COMMUNICATE_THRU = 0x42
_IN_DESELECT = 0x44
_IN_LIST_PASSIVE_TARGET = 0x4A

# What _RF_CONFIGURATION sets.
_FIELD, _TIMINGS, _RETRIES, _ANALOG = 0x01, 0x02, 0x05, 0x0A

# The chip's analog settings for type A as they are after power-on; the gain is in bits
# 6 to 4 of the first. Source: UM0701-02, 7.3.1, item 0x0A.
_ANALOG_DEFAULT = b"\x59\xf4\x3f\x11\x4d\x85\x61\x6f\x26\x62\x87"
_TX_CONTROL = b"\x63\x04"  # the register that says whether the field is on
_ANTENNA = 0x03

# To ask whether anybody is there: frames without CRC, 7 bits of the only byte, and the
# request. The chip waits 0.4 ms for an answer (100 microseconds, doubled twice); a tag
# has sent its own by then. The error is in the lower six bits of what is heard first.
# Source: UM0701-02, 7.3.1, item 0x02, 7.3.9 and 7.1; ISO/IEC 14443-3, 6.2.1.1.
_BARE = b"\x63\x02\x00\x63\x03\x00\x63\x3d\x07"
_REQUEST = b"\x26"
_PATIENCE = b"\x00\x0b\x03"
_ERRORS, _TIMED_OUT = 0x3F, 0x01

# So many looks in a row only ask; then one lists. A chip that has missed so many tags
# in a row that its list then found asks no more.
_BRIEF_LOOKS, _MISSED = 15, 3

# A tag that answers so many requests in a row, and is in no list, is one that the chip
# cannot name: the pad says that something is there.
_UNNAMED = 3

# In the list: how many, then for each its number, SENS_RES (2 bytes), SEL_RES, how long
# its UID is, and that.
_UID_AT = 6
_TARGET_BYTES = 5

# The chip lists two tags at most. They are put to sleep then, and it lists the others.
_LISTED, _LISTS = 2, 3

# The most bytes of an ACK, of a list of two tags, and of any other answer, each in its
# frame and with a byte to spare.
_ACK_BYTES, _LIST_BYTES, _ANSWER_BYTES = 7, 48, 12

# SPI: what a selection begins with, and how often its status is asked for at 100
# microseconds each. An ACK takes 15 ms at most. Source: UM0701-02, 6.2.2.
_WRITE, _STATUS, _READ = 0x01, 0x02, 0x03
_LOOK_US, _LOOKS = 100, 200
_WAKE_US = 2000


def frame(data):
    """Return *data*, a command and what it needs, in a frame to the chip."""
    body = bytes((_TO_CHIP,)) + data
    size = len(body)
    head = _START + bytes((size, -size & 0xFF))
    return head + body + bytes((-sum(body) & 0xFF, 0))


def opened(received):
    """Return the answer in the first frame of *received*; None for no whole one."""
    at = received.find(_START)
    if at < 0 or len(received) < at + 5:
        return None
    size = received[at + 3]
    body = received[at + 5 : at + 5 + size]
    tail = received[at + 5 + size : at + 6 + size]
    if (size + received[at + 4]) & 0xFF or len(body) != size or not tail:
        return None
    if (sum(body) + tail[0]) & 0xFF or not size or body[0] != _FROM_CHIP:
        return None
    return body[1:]


class SpiWire:
    """
    A chip on a shared SPI bus, which sends the lowest bit first.

    Args:
        spi: The bus, as `machine.SPI`.
        select: The chip's select line, as `machine.Pin`; low selects.
        sleep_us: Waits so many microseconds.
    """

    def __init__(self, spi, select, sleep_us):
        self._spi = spi
        self._select = select
        self._sleep_us = sleep_us
        select(1)

    def wake(self):
        """Bring the chip out of its power down."""
        self._select(0)
        self._sleep_us(_WAKE_US)
        self._select(1)

    def send(self, data):
        """Send *data* to the chip."""
        self._transfer(bytes((_WRITE,)) + data, 0)

    def ready(self):
        """Whether the chip has something to say."""
        return self._transfer(bytes((_STATUS,)), 1)[0] == 1

    def answer(self, most):
        """Return *most* bytes of what the chip has to say; None for nothing in time."""
        for _ in range(_LOOKS):
            if self.ready():
                return self._transfer(bytes((_READ,)), most)
            self._sleep_us(_LOOK_US)
        return None

    def _transfer(self, out, size):
        self._select(0)
        self._spi.write(bytes([_TURNED[byte] for byte in out]))
        into = bytearray(size)
        if size:
            self._spi.readinto(into)
        self._select(1)
        return bytes([_TURNED[byte] for byte in into])


# Each byte with its lowest bit first: the Pico's SPI knows only the other way.
_TURNED = bytes(
    [sum([(byte >> at & 1) << 7 - at for at in range(8)]) for byte in range(256)]
)


class Pn532:
    """
    One chip.

    Args:
        wire: The way to it: `wake`, `send`, `ready` and `answer`, as `SpiWire` has
            them; nobody asks `ready` where `uids` may wait.
    """

    def __init__(self, wire):
        self._wire = wire
        self._forget()

    def _forget(self):
        self._begun = False  # a look
        self._looking = False  # it lists
        self._is_empty = False  # nobody has answered at this look
        self._most = 0  # tags that the last look found
        self._is_sure = True  # not to be empty: the last two looks found tags
        self._is_bare = False  # set to send a bare request
        self._brief = 0  # looks in a row that only asked
        self._missed = 0  # tags in a row that did not answer, and were listed
        self._is_heard = False  # a tag has answered the last request
        self._unnamed = 0  # looks in a row in which one did, and none was listed

    def start(self):
        """Set the chip up; its field is off afterwards."""
        self._forget()
        self._wire.wake()
        self._ask(_SAM_CONFIGURATION, b"\x01\x00\x00")  # no security module
        # Look for a tag twice, instead of for ever: one that has answered a request
        # does not answer the next, but the one after it.
        self._ask(_RF_CONFIGURATION, bytes((_RETRIES, 0xFF, 0x01, 0x01)))
        self._ask(_RF_CONFIGURATION, bytes((_TIMINGS,)) + _PATIENCE)
        self.field_off()

    def field_on(self):
        """Switch the radio field on; tags need 5 ms to wake in it."""
        self._ask(_RF_CONFIGURATION, bytes((_FIELD, 0x01)))

    def field_off(self):
        """Switch the radio field off; raises where that cannot be seen."""
        self._ask(_RF_CONFIGURATION, bytes((_FIELD, 0x00)))
        seen = self._ask(_READ_REGISTER, _TX_CONTROL)
        if not seen or seen[0] & _ANTENNA:
            raise ReaderError(STUCK)

    def look(self):
        """Begin to look for tags; the chip needs some milliseconds, if any is there."""
        self._begun = True
        asks = not self._is_sure and self._missed < _MISSED
        self._is_heard = False
        self._is_empty = asks and not self._is_anybody()
        if asks and not self._is_empty:
            self._missed = 0
        if not self._is_empty or self._brief >= _BRIEF_LOOKS:
            self._list()

    def done(self):
        """Whether `uids` would answer at once."""
        return (self._is_empty and not self._looking) or self._wire.ready()

    def uids(self):
        """Return the UIDs of all tags; with `BLUR` where one cannot be read whole."""
        if not self._begun:
            self.look()
        self._begun = False
        heard = self._is_heard
        if not self._looking:
            self._brief += 1
            self._unnamed = 0
            self._most, self._is_sure = 0, False
            return []
        found = []
        for _ in range(_LISTS):
            listed = self._listed()
            new = [uid for uid in listed if uid not in found]
            found += new
            if len(listed) < _LISTED or not new:
                break
            self._ask(_IN_DESELECT, b"\x00")  # all of them
            asks = len(found) >= self._most and self._missed < _MISSED
            if asks and not self._is_anybody():
                break
        if found and self._is_empty:
            self._missed += 1
        self._brief = 0
        self._is_sure = bool(found and self._most)
        self._most = len(found)
        self._unnamed = self._unnamed + 1 if heard and not found else 0
        return [BLUR] if self._unnamed >= _UNNAMED else found

    def _is_anybody(self):
        """Ask whether a tag is there."""
        if not self._is_bare:
            self._ask(_WRITE_REGISTER, _BARE)
            self._is_bare = True
        heard = self._ask(_IN_COMMUNICATE_THRU, _REQUEST)
        error = heard[0] & _ERRORS if heard else 0
        self._is_heard = len(heard) > 1 and not error
        return error != _TIMED_OUT

    def _list(self):
        """Begin to list tags."""
        self._is_bare = False
        self._send(_IN_LIST_PASSIVE_TARGET, bytes((_LISTED, 0x00)))  # type A
        self._looking = True

    def _listed(self):
        """Return the UIDs of one list."""
        if not self._looking:
            self._list()
        self._looking = False
        heard = self._hear(_IN_LIST_PASSIVE_TARGET)
        found, at = [], _UID_AT
        for _ in range(heard[0] if heard else 0):
            size = heard[at - 1] if len(heard) >= at else 0
            uid = heard[at : at + size]
            found.append(uid if len(uid) == size and size in (4, 7, 10) else BLUR)
            at += size + _TARGET_BYTES
        return found

    def tune(self, gain):
        """Set the receiver's gain, 0 to 7."""
        analog = bytes((_ANALOG_DEFAULT[0] & 0x8F | gain << 4,)) + _ANALOG_DEFAULT[1:]
        self._ask(_RF_CONFIGURATION, bytes((_ANALOG,)) + analog)

    def _ask(self, command, data):
        """Return the chip's answer to a command, without the command's number."""
        self._send(command, data)
        return self._hear(command)

    def _send(self, command, data):
        self._wire.send(frame(bytes((command,)) + data))
        heard = self._wire.answer(_ACK_BYTES)
        if heard is None or ACK not in heard[: len(ACK) + 2]:
            raise ReaderError(SILENT)

    def _hear(self, command):
        listed = command == _IN_LIST_PASSIVE_TARGET
        for _ in range(2):
            heard = self._wire.answer(_LIST_BYTES if listed else _ANSWER_BYTES)
            if heard is None:
                self._wire.send(ACK)  # never mind: the chip gives the command up
                raise ReaderError(STUCK)
            answer = opened(heard)
            if answer and answer[0] == command + 1:
                return answer[1:]
            self._wire.send(NACK)  # torn on its way, once
        raise ReaderError(SILENT)

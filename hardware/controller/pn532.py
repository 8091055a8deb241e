"""
The PN532 tag reader: the part of its commands that is needed to read UIDs.

The chip gets commands in frames, acknowledges each, and answers when it has finished.
Every wait has a timeout; a chip that does not answer raises `ReaderError`. This driver
works on two connections: SPI on a Pico, and a serial port on a Raspberry Pi that reads
tags itself (firmware_host/devices/reader.py).

The chip's command that lists tags takes some milliseconds, even for an empty pad. So a
pad that was empty is only probed: the chip sends a bare request, which a tag answers
within 0.4 ms. After some probes it lists the tags all the same. If lists repeatedly
find tags that probes have missed, no more probes are sent.

Source: NXP UM0701-02, PN532 user manual, chapters 6.2 (frames), 7 (commands).
"""

from mfrc522 import ReaderError
from stays import BLUR
from wire import SILENT, STUCK

_TO_CHIP, _FROM_CHIP = 0xD4, 0xD5
_START = b"\x00\x00\xff"
ACK = b"\x00\x00\xff\x00\xff\x00"
NACK = b"\x00\x00\xff\xff\x00\x00"  # requests the answer again
_ERROR = 0x7F  # in place of an answer: the command is unknown

# Commands; the number of an answer is one higher.
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

# The settings of a probe: frames without CRC, 7 bits of the only byte, and the request.
# The chip waits 0.4 ms for an answer (100 microseconds, doubled twice); a tag has
# answered by then. The lower six bits of the first byte of the chip's answer are the
# error.
# Source: UM0701-02, 7.3.1, item 0x02, 7.3.9 and 7.1; ISO/IEC 14443-3, 6.2.1.1.
_BARE = b"\x63\x02\x00\x63\x03\x00\x63\x3d\x07"
_REQUEST = b"\x26"
_PATIENCE = b"\x00\x0b\x03"
_ERRORS, _TIMED_OUT = 0x3F, 0x01

# The number of readings in a row that only probe before one lists; and the number of
# tags in a row that probes may miss before no more probes are sent.
_BRIEF_LOOKS, _MISSED = 15, 3

# The number of requests in a row that a tag answers without being listed, after which
# the pad reports an unreadable tag.
_UNNAMED = 3

# The list has the number of tags, then for each tag its number, SENS_RES (2 bytes),
# SEL_RES, the length of its UID, and the UID.
_UID_AT = 6
_TARGET_BYTES = 5

# The chip lists at most two tags. Then they are deselected, and it lists others.
_LISTED, _LISTS = 2, 3

# The most bytes of an ACK, of a list of two tags, and of any other answer, each with
# its frame and a spare byte.
_ACK_BYTES, _LIST_BYTES, _ANSWER_BYTES = 7, 48, 12

# SPI: the first byte of a selection; the time between two readings of the status, and
# their greatest number. An ACK takes 15 ms at most. Source: UM0701-02, 6.2.2.
_WRITE, _STATUS, _READ = 0x01, 0x02, 0x03
_LOOK_US, _LOOKS = 100, 200
_WAKE_US = 2000


def frame(data):
    """Return the frame of a command with its data, to be sent to the chip."""
    body = bytes((_TO_CHIP,)) + data
    size = len(body)
    head = _START + bytes((size, -size & 0xFF))
    return head + body + bytes((-sum(body) & 0xFF, 0))


def opened(received):
    """
    Return the answer in the first frame of *received*.

    None if it is not complete.
    """
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
        sleep_us: Waits a number of microseconds.
    """

    def __init__(self, spi, select, sleep_us):
        self._spi = spi
        self._select = select
        self._sleep_us = sleep_us
        select(1)

    def wake(self):
        """Wake the chip from power-down."""
        self._select(0)
        self._sleep_us(_WAKE_US)
        self._select(1)

    def send(self, data):
        """Send *data* to the chip."""
        self._transfer(bytes((_WRITE,)) + data, 0)

    def ready(self):
        """Return True if the chip has an answer."""
        return self._transfer(bytes((_STATUS,)), 1)[0] == 1

    def answer(self, most):
        """Return *most* bytes of the chip's answer; None after a timeout."""
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


# Each byte with its bits reversed: the Pico's SPI sends the highest bit first.
_TURNED = bytes(
    [sum([(byte >> at & 1) << 7 - at for at in range(8)]) for byte in range(256)]
)


class Pn532:
    """
    One chip.

    Args:
        wire: The connection, with the methods `wake`, `send`, `ready` and `answer` of
            `SpiWire`; `ready` is only needed if `done` is called.
    """

    def __init__(self, wire):
        self._wire = wire
        self._forget()

    def _forget(self):
        self._begun = False  # a reading has been started
        self._looking = False  # the chip is listing tags
        self._is_empty = False  # the probe of this reading had no answer
        self._most = 0  # the number of tags of the last reading
        self._is_sure = True  # the last two readings found tags: no probe is needed
        self._is_bare = False  # the chip has the settings of a probe
        self._brief = 0  # the number of readings in a row that only probed
        self._missed = 0  # the number of listed tags in a row that a probe had missed
        self._is_heard = False  # a tag has answered the last probe
        self._unnamed = 0  # readings in a row with an answer but without a listed tag

    def start(self):
        """Initialize the chip; its field is off afterwards."""
        self._forget()
        self._wire.wake()
        self._ask(_SAM_CONFIGURATION, b"\x01\x00\x00")  # no security module
        # Two attempts per list, not endless ones: a tag that has answered a request
        # does not answer the next one, but the one after it.
        self._ask(_RF_CONFIGURATION, bytes((_RETRIES, 0xFF, 0x01, 0x01)))
        self._ask(_RF_CONFIGURATION, bytes((_TIMINGS,)) + _PATIENCE)
        self.field_off()

    def field_on(self):
        """Switch the radio field on; tags need 5 ms to wake in it."""
        self._ask(_RF_CONFIGURATION, bytes((_FIELD, 0x01)))

    def field_off(self):
        """
        Switch the radio field off.

        Raise `ReaderError` unless the chip confirms it.
        """
        self._ask(_RF_CONFIGURATION, bytes((_FIELD, 0x00)))
        seen = self._ask(_READ_REGISTER, _TX_CONTROL)
        if not seen or seen[0] & _ANTENNA:
            raise ReaderError(STUCK)

    def look(self):
        """Start a reading; it takes some milliseconds if a tag is there."""
        self._begun = True
        asks = not self._is_sure and self._missed < _MISSED
        self._is_heard = False
        self._is_empty = asks and not self._has_answer()
        if asks and not self._is_empty:
            self._missed = 0
        if not self._is_empty or self._brief >= _BRIEF_LOOKS:
            self._list()

    def done(self):
        """Return True if `uids` would not wait."""
        return (self._is_empty and not self._looking) or self._wire.ready()

    def uids(self):
        """Return the UIDs of all tags, and `BLUR` for a tag that is not readable."""
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
            if asks and not self._has_answer():
                break
        if found and self._is_empty:
            self._missed += 1
        self._brief = 0
        self._is_sure = bool(found and self._most)
        self._most = len(found)
        self._unnamed = self._unnamed + 1 if heard and not found else 0
        return [BLUR] if self._unnamed >= _UNNAMED else found

    def _has_answer(self):
        """Send a probe; return False if no tag answers."""
        if not self._is_bare:
            self._ask(_WRITE_REGISTER, _BARE)
            self._is_bare = True
        heard = self._ask(_IN_COMMUNICATE_THRU, _REQUEST)
        error = heard[0] & _ERRORS if heard else 0
        self._is_heard = len(heard) > 1 and not error
        return error != _TIMED_OUT

    def _list(self):
        """Start the command that lists tags."""
        self._is_bare = False
        self._send(_IN_LIST_PASSIVE_TARGET, bytes((_LISTED, 0x00)))  # type A
        self._looking = True

    def _listed(self):
        """Return the UIDs of one list of the chip."""
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
                self._wire.send(ACK)  # aborts the command in the chip
                raise ReaderError(STUCK)
            answer = opened(heard)
            if answer and answer[0] == command + 1:
                return answer[1:]
            self._wire.send(NACK)  # requests a damaged answer again
        raise ReaderError(SILENT)

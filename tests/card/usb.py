"""
Emulated USB devices for a computer in QEMU, connected by `usb-redir`.

QEMU asks this program for a device's packets, as it would ask another computer. So the
card's own kernel drives a Pico with a Pico's USB numbers, and an I2C bus with screens.
A device is connected while its socket is open.

Source: usbredir, docs/usb-redirection-protocol.md; USB 2.0, chapter 9; USB CDC PSTN
1.2, section 6.3; Linux, drivers/i2c/busses/i2c-tiny-usb.c.
"""

import asyncio
import struct
from collections import deque
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

FIRST_HEAD, HEAD = struct.Struct("<III"), struct.Struct("<IIQ")
CONTROL = struct.Struct("<BBBBHHH")
BULK = struct.Struct("<BBHIH")

#: The packet types, by their names there.
HELLO, CONNECT, INTERFACES, ENDPOINTS = 0, 1, 4, 5
SET_CONFIGURATION, GET_CONFIGURATION, CONFIGURED = 6, 7, 8
SET_ALTERNATIVE, GET_ALTERNATIVE, ALTERNATIVE = 9, 10, 11
LISTEN, LISTEN_NO_MORE, LISTENING = 15, 16, 17
CANCEL, CONTROL_PACKET, BULK_PACKET = 21, 100, 101

#: We tell a device's own version and how large its packets are, and count them by 64
#: bits and their bytes by 32: QEMU's xHCI takes no less.
ABLE = 1 << 1 | 1 << 4 | 1 << 5 | 1 << 6

FINE, CANCELLED, STALLED = 0, 1, 4
FULL_SPEED, INTO = 1, 0x80
GET_DESCRIPTOR, DEVICE, CONFIGURATION, STRING = 6, 1, 2, 3
NOT_THERE, BULK_KIND, INTERRUPT_KIND = 255, 2, 3
PACKET = 64


@dataclass(frozen=True, slots=True)
class Request:
    """
    What a computer asks a device, beside its endpoints.

    Args:
        kind: Whom it asks, and which way the data goes.
        what: The request's number.
        value: Its first argument.
        index: Its second.
        length: How many bytes go either way.
        data: What goes to the device.
    """

    kind: int
    what: int
    value: int
    index: int
    length: int
    data: bytes


class Device(Protocol):
    """
    What a device is.

    Args:
        numbers: Its vendor and product.
        kind: The class of the device, and of each of its interfaces.
        interfaces: Those, as the configuration's descriptor has them.
        endpoints: By address, which kind each is and of which interface.
    """

    numbers: tuple[int, int]
    kind: int
    kinds: tuple[int, ...]
    interfaces: bytes
    endpoints: Mapping[int, tuple[int, int]]

    def asked(self, request: "Request") -> bytes | None:
        """Return the answer to a request of the device's own, or None if unknown."""

    def heard(self, data: bytes) -> None:
        """Process data of an endpoint that leads to the device."""


@dataclass(slots=True)
class Plug:
    """
    A plug in QEMU.

    Args:
        socket: Where QEMU listens.
        device: What hangs there.
    """

    socket: Path
    device: Device
    _writer: asyncio.StreamWriter | None = field(default=None, init=False)
    _task: "asyncio.Task[None] | None" = field(default=None, init=False)
    _waiting: deque[tuple[int, int, int]] = field(default_factory=deque, init=False)
    _out: bytearray = field(default_factory=bytearray, init=False)

    @property
    def is_in(self) -> bool:
        """Whether it is plugged in."""
        return self._writer is not None

    async def plug(self) -> None:
        """Plug it in; until QEMU is there that is tried again."""
        while True:
            try:
                reader, self._writer = await asyncio.open_unix_connection(self.socket)
                break
            except OSError:
                await asyncio.sleep(0.05)
        self._task = asyncio.create_task(self._serve(reader))
        hello = b"letterzone".ljust(64, b"\0") + struct.pack("<I", ABLE)
        self._writer.write(FIRST_HEAD.pack(HELLO, len(hello), 0) + hello)
        self._send(INTERFACES, 0, self._interfaces())
        self._send(ENDPOINTS, 0, self._endpoints())
        vendor, product = self.device.numbers
        about = struct.pack(
            "<BBBBHHH", FULL_SPEED, self.device.kind, 0, 0, vendor, product, 0x0100
        )
        self._send(CONNECT, 0, about)

    async def pull(self) -> None:
        """Pull it out; pulling twice is fine."""
        writer, self._writer = self._writer, None
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        if writer is not None:
            writer.close()
            with suppress(OSError):
                await writer.wait_closed()
        self._waiting.clear()
        self._out.clear()

    def say(self, data: bytes) -> None:
        """Send *data* to the computer, as soon as that asks for it."""
        self._out += data
        self._answer_waiting()

    # --- how ---

    def _interfaces(self) -> bytes:
        kinds = self.device.kinds
        rows = (bytes(range(len(kinds))), bytes(kinds), b"", b"")
        return struct.pack("<I", len(kinds)) + b"".join(
            row.ljust(32, b"\0") for row in rows
        )

    def _endpoints(self) -> bytes:
        kinds, of = [NOT_THERE] * 32, [0] * 32
        kinds[0] = kinds[16] = 0
        for address, (kind, interface) in self.device.endpoints.items():
            at = (address & INTO) >> 3 | address & 0x0F
            kinds[at], of[at] = kind, interface
        sizes = struct.pack("<32H", *[PACKET] * 32)
        return bytes(kinds) + bytes([10] * 32) + bytes(of) + sizes

    def _send(self, kind: int, number: int, body: bytes) -> None:
        if self._writer is not None:
            self._writer.write(HEAD.pack(kind, len(body), number) + body)

    async def _serve(self, reader: asyncio.StreamReader) -> None:
        try:
            _, length, _ = FIRST_HEAD.unpack(await reader.readexactly(FIRST_HEAD.size))
            await reader.readexactly(length)
            while True:
                kind, length, number = HEAD.unpack(await reader.readexactly(HEAD.size))
                self._take(kind, number, await reader.readexactly(length))
        except (asyncio.IncompleteReadError, OSError):
            pass  # QEMU is gone; pulling the plug closes our end

    def _take(self, kind: int, number: int, body: bytes) -> None:
        match kind:
            case 101:
                self._bulk(number, body)
            case 100:
                self._control(number, body)
            case 21:
                self._cancel(number)
            case 6 | 7:
                self._send(CONFIGURED, number, bytes([FINE, 1]))
            case 9 | 10:
                self._send(ALTERNATIVE, number, bytes([FINE, body[0], 0]))
            case 15 | 16:  # it has nothing to notify of
                self._send(LISTENING, number, bytes([FINE, body[0]]))

    def _control(self, number: int, body: bytes) -> None:
        endpoint, request, kind, _, value, index, length = CONTROL.unpack_from(body)
        data = body[CONTROL.size :]
        if request == GET_DESCRIPTOR and not kind & 0x60:
            answer = self._descriptor(value >> 8, value & 0xFF)
        else:
            answer = self.device.asked(
                Request(kind, request, value, index, length, data)
            )
        status = STALLED if answer is None else FINE
        answer = (answer or b"")[:length]
        count = len(answer) if kind & INTO else length * (status == FINE)
        head = CONTROL.pack(endpoint, request, kind, status, value, index, count)
        self._send(CONTROL_PACKET, number, head + (answer if kind & INTO else b""))

    def _descriptor(self, kind: int, which: int) -> bytes | None:
        vendor, product = self.device.numbers
        if kind == DEVICE:
            about = (18, DEVICE, 0x0200, self.device.kind, 0, 0, PACKET)
            about += (vendor, product, 0x0100, 1, 2, 3, 1)
            return struct.pack("<BBHBBBBHHHBBBB", *about)
        if kind == CONFIGURATION:
            rows, count = self.device.interfaces, len(self.device.kinds)
            about = (9, CONFIGURATION, 9 + len(rows), count, 1, 0, 0x80, 125)
            return struct.pack("<BBHBBBBB", *about) + rows
        if kind == STRING:
            texts = (None, "Letterzone", "a test", "0001")
            text = texts[which] if which < len(texts) else ""
            data = b"\x09\x04" if text is None else text.encode("utf-16-le")
            return bytes([2 + len(data), STRING]) + data
        return None

    def _bulk(self, number: int, body: bytes) -> None:
        endpoint, _, length, _, _ = BULK.unpack_from(body)
        if endpoint & INTO:
            self._waiting.append((number, endpoint, length))
            self._answer_waiting()
            return
        self.device.heard(body[BULK.size :])
        self._send(BULK_PACKET, number, BULK.pack(endpoint, FINE, length, 0, 0))

    def _answer_waiting(self) -> None:
        while self._out and self._waiting:
            number, endpoint, length = self._waiting.popleft()
            some = bytes(self._out[:length])
            del self._out[:length]
            head = BULK.pack(endpoint, FINE, len(some), 0, 0)
            self._send(BULK_PACKET, number, head + some)

    def _cancel(self, number: int) -> None:
        for one in list(self._waiting):
            if one[0] == number:
                self._waiting.remove(one)
                head = BULK.pack(one[1], CANCELLED, 0, 0, 0)
                self._send(BULK_PACKET, number, head)


def interface(
    number: int, kind: int, *endpoints: tuple[int, int], sub: int = 0, more: bytes = b""
) -> bytes:
    """Return an interface's descriptor, with those of its endpoints."""
    row = bytes([9, 4, number, 0, len(endpoints), kind, sub, 0, 0]) + more
    for address, how in endpoints:
        row += struct.pack("<BBBBHB", 7, 5, address, how, PACKET, 10)
    return row


class SerialDevice:
    """
    A serial port as a Pico with MicroPython has it.

    Args:
        hear: Takes what the computer writes.
    """

    numbers = (0x2E8A, 0x0005)
    kind, kinds = 2, (2, 10)
    endpoints: Mapping[int, tuple[int, int]] = {
        0x81: (INTERRUPT_KIND, 0),
        0x02: (BULK_KIND, 1),
        0x82: (BULK_KIND, 1),
    }
    interfaces = interface(
        0,
        2,
        (0x81, INTERRUPT_KIND),
        sub=2,
        # header, call management, abstract control, union of both interfaces
        more=bytes.fromhex("0524001001 0524010001 04240202 0524060001"),
    ) + interface(1, 10, (0x02, BULK_KIND), (0x82, BULK_KIND))

    def __init__(self, hear: Callable[[bytes], None]) -> None:
        self.heard = hear

    def asked(self, request: "Request") -> bytes | None:
        """Line coding, line state, break: nothing of it matters on USB."""
        return bytes.fromhex("00c20100000008") if request.kind & INTO else b""


class Chips(Protocol):
    """The devices on an I2C bus."""

    def write(self, address: int, data: bytes) -> bool:
        """Write *data*; return False if no device has that address."""


class I2cDevice:
    """
    An I2C bus on USB, as "i2c-tiny-usb" has it.

    Args:
        chips: What hangs on it.
    """

    numbers = (0x0403, 0xC631)
    kind, kinds = 0, (0xFF,)
    endpoints: Mapping[int, tuple[int, int]] = {}
    interfaces = interface(0, 0xFF)

    def __init__(self, chips: Chips) -> None:
        self._chips = chips
        self._status = 0

    def heard(self, data: bytes) -> None:
        """Do nothing; there is no such endpoint."""

    def asked(self, request: "Request") -> bytes | None:
        """Do one message; its flags come as the value, its address as the index."""
        if request.what == 1:  # what can it do: all that I2C has, and SMBus by it
            return struct.pack("<I", 0x8EFF0001)
        if request.what == 3:
            return bytes([self._status])
        if 4 <= request.what <= 7:
            found = self._chips.write(request.index, request.data)
            self._status = 1 if found else 2
            return bytes(request.length) if request.kind & INTO else b""
        return b""

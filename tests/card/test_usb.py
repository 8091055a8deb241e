"""Emulated USB devices: their answers to a computer that asks like QEMU."""

import asyncio
import struct
from contextlib import asynccontextmanager

from firmware_host.app.system.hardware import profile_path
from firmware_host.settings.profile import load_profile
from tests.card.glass import Screens
from tests.card.usb import (
    BULK,
    BULK_PACKET,
    CANCEL,
    CONNECT,
    CONTROL,
    CONTROL_PACKET,
    ENDPOINTS,
    FINE,
    FIRST_HEAD,
    HEAD,
    HELLO,
    INTERFACES,
    STALLED,
    I2cDevice,
    Plug,
    SerialDevice,
)

IN, VENDOR = 0x80, 0x40

#: The multiplexer, a screen behind it, and an address without a device.
MUX, SCREEN, NOBODY = 0x70, 0x3C, 0x29


class Computer:
    """Asks as QEMU does."""

    def __init__(self, reader, writer):
        self._reader, self._writer = reader, writer
        self._number = 0

    def close(self):
        """Go away."""
        self._writer.close()

    async def greet(self):
        """Exchange the hello packets, whose head is shorter than the others'."""
        head = await self._reader.readexactly(FIRST_HEAD.size)
        kind, length, _ = FIRST_HEAD.unpack(head)
        assert kind == HELLO
        await self._reader.readexactly(length)
        self._writer.write(FIRST_HEAD.pack(HELLO, 68, 0) + bytes(68))

    async def next(self):
        """Return the next packet: its kind, its number and its body."""
        kind, length, number = HEAD.unpack(await self._reader.readexactly(HEAD.size))
        return kind, number, await self._reader.readexactly(length)

    def send(self, kind, body, number=None):
        """Send a packet, with a number of its own or that of another; return it."""
        self._number += 1
        number = number or self._number
        self._writer.write(HEAD.pack(kind, len(body), number) + body)
        return number

    async def asked(self, kind, request, *, value=0, index=0, length=0):
        """Return the status of a request, and the data it returns."""
        return await self.told(kind, request, bytes(0), (value, index, length))

    async def told(self, kind, request, data, numbers):
        """Send a request with *data* to the device; return its status and data."""
        head = CONTROL.pack(kind & IN, request, kind, 0, *numbers)
        number = self.send(CONTROL_PACKET, head + data)
        what, which, body = await self.next()
        assert (what, which) == (CONTROL_PACKET, number)
        return CONTROL.unpack_from(body)[3], body[CONTROL.size :]


@asynccontextmanager
async def plugged(tmp_path, device):
    """Connect a device, and read the packets that it sends by itself."""
    came = asyncio.Queue()
    server = await asyncio.start_unix_server(
        lambda *ends: came.put_nowait(ends), tmp_path / "socket"
    )
    plug = Plug(tmp_path / "socket", device)
    await plug.plug()
    computer = Computer(*await came.get())
    await computer.greet()
    kinds = [(await computer.next())[0] for _ in range(3)]
    assert kinds == [INTERFACES, ENDPOINTS, CONNECT]
    try:
        yield plug, computer
    finally:
        await plug.pull()
        computer.close()
        server.close()
        await server.wait_closed()


async def test_a_serial_port_has_a_picos_numbers(tmp_path):
    async with plugged(tmp_path, SerialDevice(print)) as (_, computer):
        status, told = await computer.asked(IN, 6, value=1 << 8, length=18)
        assert status == FINE
        assert struct.unpack_from("<HH", told, 8) == (0x2E8A, 0x0005)
        _, told = await computer.asked(IN, 6, value=2 << 8, length=255)
        assert len(told) == struct.unpack_from("<H", told, 2)[0]
        status, _ = await computer.asked(IN, 6, value=9 << 8, length=255)
        assert status == STALLED


async def test_what_it_says_comes_when_it_is_asked_for(tmp_path):
    """Data is sent on request, in pieces of the requested size; a cancel loses none."""
    heard = []
    async with plugged(tmp_path, SerialDevice(heard.append)) as (plug, computer):
        number = computer.send(BULK_PACKET, BULK.pack(0x02, 0, 5, 0, 0) + b"hello")
        assert (await computer.next())[:2] == (BULK_PACKET, number)
        assert heard == [b"hello"]
        waits = computer.send(BULK_PACKET, BULK.pack(0x82, 0, 4, 0, 0))
        computer.send(CANCEL, b"", waits)
        assert BULK.unpack_from((await computer.next())[2])[1] != FINE
        plug.say(b"answer")
        for wanted in (b"answ", b"er"):
            computer.send(BULK_PACKET, BULK.pack(0x82, 0, 4, 0, 0))
            _, _, body = await computer.next()
            assert body[BULK.size :] == wanted


async def test_a_bus_tells_whether_anybody_answers(tmp_path):
    """A screen is reached through the channel that is open, and through no other."""
    screens = Screens(load_profile(profile_path("full")))

    async def sent(computer, address, data):
        await computer.told(VENDOR, 7, data, (0, address, len(data)))
        return (await computer.asked(VENDOR | IN, 3, length=1))[1]

    async with plugged(tmp_path, I2cDevice(screens)) as (_, computer):
        assert await sent(computer, NOBODY, b"\0") == b"\x02"
        assert await sent(computer, SCREEN, b"\0\xaf") == b"\x02"
        assert await sent(computer, MUX, b"\x40") == b"\x01"
        assert await sent(computer, SCREEN, b"\0\xaf") == b"\x01"
    assert screens.table.bytes_sent == 2

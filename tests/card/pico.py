"""A Pico on a card's USB: the real MicroPython, with a Pico's numbers and its port."""

import asyncio
import json
import os
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from tests.app.pico import Pico
from tests.card.usb import Plug, SerialDevice

_READ_BYTES = 4096


class PicoOnUsb:
    """
    A Pico in a plug of QEMU's; it is gone while it begins anew, as a real one is.

    Args:
        folder: For its flash, and what its pins are told.
    """

    def __init__(self, folder: Path) -> None:
        self._pico = Pico(folder)
        self._world = folder / "world.json"
        self.flash = self._pico.flash
        self.plug = Plug(folder / "pico.socket", SerialDevice(self._heard))
        self._port: int | None = None

    async def __aenter__(self):
        await asyncio.to_thread(self._pico.__enter__)
        self._task = asyncio.create_task(self._live())
        return self

    async def __aexit__(self, *_):
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)
        self._leave()
        await self.plug.pull()
        await asyncio.to_thread(self._pico.__exit__)

    def hold(self, pins: Iterable[int]) -> None:
        """Join *pins* to ground, and no other."""
        world = {"tags": {}, "faults": {}, "down": list(pins)}
        fresh = self._world.with_suffix(".new")
        fresh.write_text(json.dumps(world))
        fresh.replace(self._world)

    async def _live(self) -> None:
        while True:
            with suppress(OSError):
                self._port = os.open(
                    self._pico.port, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK
                )
            if self._port is None:
                await asyncio.sleep(0.02)
                continue
            await self.plug.plug()
            await self._pass_on()
            self._leave()
            await self.plug.pull()

    async def _pass_on(self) -> None:
        """Pass the Pico's output on until it is disconnected."""
        gone = asyncio.Event()

        def readable() -> None:
            try:
                data = os.read(self._port, _READ_BYTES)
            except OSError:
                data = b""
            if data:
                self.plug.say(data)
            else:
                asyncio.get_running_loop().remove_reader(self._port)
                gone.set()

        asyncio.get_running_loop().add_reader(self._port, readable)
        await gone.wait()

    def _heard(self, data: bytes) -> None:
        if self._port is not None:
            with suppress(OSError):
                os.write(self._port, data)

    def _leave(self) -> None:
        if self._port is not None:
            asyncio.get_running_loop().remove_reader(self._port)
            os.close(self._port)
            self._port = None

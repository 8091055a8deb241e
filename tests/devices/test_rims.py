"""The zones' rims, from the lamps' states to the controller's command."""

import asyncio
import threading

from firmware_host.board.pieces import Zone
from firmware_host.devices.rims import Rims


async def test_rims_that_change_together_are_told_together():
    """An answer lights one zone and darkens others: that is one frame."""
    told = []
    rims = Rims(lambda *wish: told.append(wish))
    rims.show(Zone(3), cross=True, tick=False)
    rims.show(Zone(1), cross=False, tick=True)
    rims.show(Zone(3), cross=True, tick=False)
    await asyncio.sleep(0)
    assert told == [(0b1000, 0b10)]
    rims.show(Zone(3), cross=False, tick=False)
    await asyncio.sleep(0)
    assert told[1:] == [(0, 0b10)]


async def test_what_is_so_already_is_not_told():
    told = []
    rims = Rims(lambda *wish: told.append(wish))
    rims.show(Zone(3), cross=False, tick=False)
    await asyncio.sleep(0)
    assert told == []


async def test_the_journals_thread_may_light_them():
    """A call from another thread is passed to the controller in the event loop."""
    told, come = [], asyncio.Event()

    def show(*wish):
        told.append((threading.current_thread(), *wish))
        come.set()

    rims = Rims(show)
    await asyncio.to_thread(rims.show, Zone(6), cross=False, tick=True)
    await come.wait()
    assert told == [(threading.main_thread(), 0, 1 << 6)]

"""The clock counts milliseconds, and is the event loop's own."""

import asyncio

from firmware_host.devices.clock import monotonic_ms


async def test_the_clock_is_that_of_the_event_loop():
    """A timer that is set by one rings by the other."""
    before_ms = monotonic_ms()
    loop_ms = asyncio.get_running_loop().time() * 1000
    assert before_ms <= loop_ms <= monotonic_ms() + 1

"""Waiting for the screens of a board, in tests that look at them."""

import time

from firmware_host.devices.writer import ScreenWriter


def wait_idle(writer: ScreenWriter, timeout_s: float) -> bool:
    """Wait until every working screen shows its newest picture; say whether."""
    deadline_s = time.monotonic() + timeout_s
    slots = writer._slots.values()
    while any(one.unseen is not None and not one.retry_s for one in slots):
        if time.monotonic() > deadline_s:
            return False
        time.sleep(0.001)
    return True

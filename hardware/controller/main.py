"""
What a Pico runs when it gets power: the zone controller, or nothing at all.

Nothing, and so MicroPython's own prompt without watchdog, where `letterzone flash`
writes new files: after an UPDATE, or where the service button is held while it gets
power. This file stays small and loads the others late, so that no broken one of them
can keep a Pico from being flashed.
"""

import gc
import os
import time

import machine

# Memory is tidied after so many new bytes, and not only once it is full: what a file
# leaves behind as it is read would lie scattered by then.
gc.threshold(20000)

# A file that outlives the reboot which an update asks for.
UPDATE_MARK = "update-asked"

SERVICE = 6  # the number of the service button

# Whoever holds the button for longer wants the board's service mode: the Pi's matter.
HELD_MS = 5000

# Until a pulled-up pin is high, and a button has bounced.
SETTLE_MS = 20


def update_was_asked():
    """Return whether this is the one boot that belongs to an update."""
    try:
        os.remove(UPDATE_MARK)
    except OSError:
        return False
    return True


def service_was_pressed(pin):
    """Return whether a button is held while the Pico gets power, and then let go."""
    if pin is None:
        return False
    button = machine.Pin(pin, machine.Pin.IN, machine.Pin.PULL_UP)
    time.sleep_ms(SETTLE_MS)
    if button():
        return False
    for _ in range(HELD_MS // SETTLE_MS):
        time.sleep_ms(SETTLE_MS)
        if button():
            return True
    return False


def main():
    """Be a zone controller, or come to the prompt."""
    if update_was_asked():
        return
    import board_config  # noqa: PLC0415 - a broken one must not stop an update

    if service_was_pressed(board_config.BUTTONS.get(SERVICE)):
        return
    import controller  # noqa: PLC0415 - likewise, nor the service button

    controller.run(board_config, UPDATE_MARK)


if __name__ == "__main__":
    main()

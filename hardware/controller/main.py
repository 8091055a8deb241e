"""
What a Pico runs when it gets power: the zone controller, or nothing at all.

Nothing, and so MicroPython's own prompt without watchdog, where `letterzone flash`
writes new files: after an UPDATE, or where the service button is held while it gets
power; tick and cross together, where that button hangs on the Pi. This file stays small
and loads the others late, so that no broken one of them can keep a Pico from being
flashed.
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

SERVICE, TICK, CROSS = 6, 0, 1  # the numbers of those buttons

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


def rescuers(pins):
    """Return the pins whose buttons keep a Pico from its program, by their numbers."""
    if SERVICE in pins:
        return [pins[SERVICE]]
    return [pins[TICK], pins[CROSS]] if TICK in pins and CROSS in pins else []


def were_pressed(pins):
    """Return whether all are held while the Pico gets power, and one is let go."""
    buttons = [machine.Pin(pin, machine.Pin.IN, machine.Pin.PULL_UP) for pin in pins]
    time.sleep_ms(SETTLE_MS)
    if not buttons or any(button() for button in buttons):
        return False
    for _ in range(HELD_MS // SETTLE_MS):
        time.sleep_ms(SETTLE_MS)
        if any(button() for button in buttons):
            return True
    return False


def main():
    """Be a zone controller, or come to the prompt."""
    if update_was_asked():
        return
    import board_config  # noqa: PLC0415 - a broken one must not stop an update

    if were_pressed(rescuers(board_config.BUTTONS)):
        return
    import controller  # noqa: PLC0415 - likewise, nor the service button

    controller.run(board_config, UPDATE_MARK)


if __name__ == "__main__":
    main()

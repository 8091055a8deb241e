"""
The program that a Pico starts at power-on: the zone controller, or only the prompt.

MicroPython's prompt without watchdog, at which `letterzone flash` writes files, is
reached in two cases: after an UPDATE command, and if the service button is held at
power-on (tick and cross together on a board whose service button is connected to the
Pi). This file is small and imports the others late, so that an error in one of them
cannot prevent flashing.
"""

import gc
import os
import time

import machine

# Garbage is collected after so many new bytes, not only when memory is full: else the
# garbage of loading a file would fragment the memory.
gc.threshold(20000)

# A file that an UPDATE command leaves for the boot after it.
UPDATE_MARK = "update-asked"

SERVICE, TICK, CROSS = 6, 0, 1  # the numbers of the buttons

# A button that is held for longer opens the board's service mode, which the Pi handles.
HELD_MS = 5000

# The time until a pulled-up pin is high and a button has stopped bouncing.
SETTLE_MS = 20


def is_update_boot():
    """Return True in the one boot after an UPDATE command."""
    try:
        os.remove(UPDATE_MARK)
    except OSError:
        return False
    return True


def recovery_pins(pins):
    """Return the pins whose buttons, held at power-on, select the prompt."""
    if SERVICE in pins:
        return [pins[SERVICE]]
    return [pins[TICK], pins[CROSS]] if TICK in pins and CROSS in pins else []


def is_prompt_requested(pins):
    """Return True if all buttons are down at power-on, and one is released in time."""
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
    """Run as a zone controller, or return to the prompt."""
    if is_update_boot():
        return
    import board_config  # noqa: PLC0415 - an error in it must not stop an update

    if is_prompt_requested(recovery_pins(board_config.BUTTONS)):
        return
    import controller  # noqa: PLC0415 - nor the way to the prompt

    controller.run(board_config, UPDATE_MARK)


if __name__ == "__main__":
    main()

"""
Which pin of the Pico carries what, as GP numbers; docs/wire.md has it as a picture.

This is the one file to change for a board of your own.
"""

# The bus that all tag readers share. Source: Pico pinout, SPI0.
SPI = 0
SCK = 18
MOSI = 19
MISO = 16
BAUD = 4_000_000  # the MFRC522 takes up to 10 MHz; long wires take less

# The reset line that all tag readers share.
RESET = 26

# Each zone's tag reader by its select line; zone 0 is the rack.
READERS = {0: 13, 1: 14, 2: 15, 3: 17, 4: 20, 5: 21, 6: 22}

# Each button by its number on the wire: tick, cross, circle, square, triangle,
# star, service, then zones 1 to 6. A button joins its pin to ground.
BUTTONS = {
    0: 0,
    1: 1,
    2: 2,
    3: 3,
    4: 4,
    5: 5,
    6: 6,
    7: 7,
    8: 8,
    9: 9,
    10: 10,
    11: 11,
    12: 12,
}

DWELL_MS = 150  # for a class 250
GONE_MS = 400

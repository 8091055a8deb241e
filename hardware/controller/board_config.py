"""
Which pin of the Pico carries what, as GP numbers; docs/wire.md has them as a table.

Written from the board's profile: change that, then call `letterzone flash`.
"""

# The chip of the tag readers, and the bus that all of them share.
CHIP = "mfrc522"
SPI = 0
SCK = 18
MOSI = 19
MISO = 16
BAUD = 1_000_000

# The reset line that all tag readers share.
RESET = 26

# Each zone's tag reader by its select line; zone 0 is the rack. Where there is none,
# no pin above is used.
READERS = {0: 13, 1: 14, 2: 15, 3: 17, 4: 20, 5: 21, 6: 22}

# Each button by its number on the wire. A button joins its pin to ground.
BUTTONS = {
    0: 0,  # tick
    1: 1,  # cross
    2: 2,  # circle
    3: 3,  # square
    4: 4,  # triangle
    5: 5,  # star
    6: 6,  # service
    7: 7,  # zone-1
    8: 8,  # zone-2
    9: 9,  # zone-3
    10: 10,  # zone-4
    11: 11,  # zone-5
    12: 12,  # zone-6
}

# The rims of the zones: data line, zones, LEDs in each, brightness of 255; or None.
RIMS = None

DWELL_MS = 150  # for a class 250
GONE_MS = 400

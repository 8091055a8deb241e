"""Profiles as text, to be changed here and there."""

#: Each key once, line by line; but for ``[reader]``, which is for boards without a
#: controller.
WHOLE = """\
name = "mine"
zones = 4
input = "pads"

[controller]
port = "/dev/ttyACM0"
chip = "pn532"
sck = 10
mosi = 11
miso = 12
reset = 13
baud = 1000000
supply_ma = 800

[controller.readers]
rack = 0
1 = 1
2 = 2
3 = 3
4 = 4

[controller.buttons]
zone-2 = 5

[controller.symbols]
1 = { red = 6, yellow = 7, blue = 8, green = 9 }

[controller.rims]
pin = 28
leds = 12
brightness = 64
supply_ma = 500

[pins]
factory = "mock"
buzzer = 18
buzzer_kind = "passive"
power = 16
mux_reset = 26

[lamps]
1 = { cross = 4, tick = 17 }
2 = { cross = 27, tick = 22 }
3 = { cross = 23, tick = 24 }
4 = { cross = 5, tick = 6 }

[buttons]
tick = 21
cross = 19
zone-1 = 20

[symbols]
2 = { red = 7, yellow = 8, blue = 9, green = 10 }

[screens]
table = { chip = "sh1106", bus = 1, address = 0x3D, upside_down = true }
1 = { chip = "ssd1306", channel = 0 }

[web]
listen = "0.0.0.0:80"

[sound]
speaker = "default"
voice = false

[kiosk]
ask_s = 30
back_s = 25
turn_min = 5
"""

#: The reader of a board without a controller.
READER = '[reader]\nport = "/dev/ttyUSB0"\n'

#: The symbols of three zones, on the Pi.
SYMBOLS = """\
[symbols]
1 = { red = 10, yellow = 11, blue = 12, green = 13 }
2 = { red = 14, yellow = 15, blue = 16, green = 18 }
3 = { red = 19, yellow = 20, blue = 21, green = 25 }
"""

#: Three zones, a reader, the buttons without which nothing can be chosen; no Pico.
LEAST = """\
name = "least"
zones = 3
input = "station"
[reader]
port = "/dev/ttyUSB0"
[lamps]
1 = { cross = 4, tick = 17 }
2 = { cross = 27, tick = 22 }
3 = { cross = 23, tick = 24 }
[buttons]
tick = 5
cross = 6
zone-1 = 7
zone-2 = 8
zone-3 = 9
[pins]
factory = "lgpio"
"""

#: The same zones with buttons for their pieces, and without the reader.
BUTTONS = LEAST.replace('"station"', '"buttons"').replace(READER, "") + SYMBOLS

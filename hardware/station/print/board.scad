// station: made by tools/build_prints.py from board.toml
include <../../print/parts.scad>
lamp_mm = 5.2;
button_mm = 12.2;
zone_mm = 59.0;
token_mm = 20.0;
ring_mm = 22.5;
ring_play_mm = 0.5;
bezel_mm = 3.5;
lamps_at = 21;
module_wide = 43.0;
module_high = 41.0;
opening_mm = 0.6;
screens = [[27.0, 27.0, 21.8, 10.9], [35.0, 33.0, 29.5, 14.8], [27.0, 27.0, 21.8, 10.9]];
case_size = [48.0, 31.2, 26.0];
zones = 6;

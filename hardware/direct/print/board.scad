// direct: made by tools/build_prints.py from board.toml
include <../../print/parts.scad>
lamp_mm = 5.2;
button_mm = 12.2;
zone_mm = 59.0;
token_mm = 20.0;
module_wide = 43.0;
module_high = 41.0;
opening_mm = 0.6;
zones = 5;

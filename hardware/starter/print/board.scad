// starter: made by tools/build_prints.py from board.toml
include <../../print/parts.scad>
lamp_mm = 5.2;
button_mm = 12.2;
zone_mm = 59.0;
token_mm = 20.0;
zones = 3;

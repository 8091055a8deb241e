// The printed parts of a board; its own numbers stand in hardware/BUILD/print/board.scad:
//
//     openscad -o number-3.stl -D 'part="number"' -D which=3 hardware/full/print/board.scad
//
// part: lamp_holder, lamp_mark (which: 0 cross, 1 tick), reader_tray,
// number (which: 1 to 6), notch,
// player (which: 0 circle, 1 square, 2 triangle, 3 star), token_ring.
// All in mm, flat side down, no supports.

part = "number";
which = 1;

// What board.scad says otherwise.
lamp_mm = 5.2;
button_mm = 12.2;
zone_mm = 62.0;
token_mm = 20.0;
module_wide = 40.0;   // a reader's own board
module_high = 60.0;
opening_mm = 0.6;     // the play of a reader in its opening of the cover

wall = 1.6;
cover = 3;      // the board that lies over the parts
raised = 1.2;   // what a finger feels
gap = 0.25;     // for a printer that is not exact
$fn = 64;

module cross(size, thick) {
  for (turn = [45, -45])
    rotate(turn) square([size, thick], center = true);
}

module tick(size, thick) {
  for (pair = [[[-size / 2, 0], [-size / 6, -size / 2.6]],
               [[-size / 6, -size / 2.6], [size / 2, size / 2]]])
    hull() for (at = pair) translate(at) circle(thick / 2);
}

// Glued below the cover, its flat side up, its bore at the cover's hole. The LED is pushed
// in from below until its rim clicks past the lips; its dome goes through the cover.
module lamp_holder() {
  rim = 5.9;      // an LED's own rim, 1 mm high
  seat = 1;       // from the cover to the rim
  difference() {
    union() {
      cylinder(d = lamp_mm + 6 * wall, h = seat);
      cylinder(d = rim + 2 * gap + 2 * wall, h = seat + 3);
    }
    translate([0, 0, -1]) cylinder(d = lamp_mm + gap, h = seat + 2);
    translate([0, 0, seat]) cylinder(d = rim + 2 * gap, h = 1.4);
    translate([0, 0, seat + 1.39]) cylinder(d1 = rim - 0.4, d2 = rim + 1, h = 1.7);
    for (turn = [0, 90]) rotate(turn)
      translate([-gap, -lamp_mm * 2, seat]) cube([2 * gap, 4 * lamp_mm, 4]);
  }
}

// Glued on the overlay over the lamp's mark, to be felt.
module lamp_mark() {
  linear_extrude(raised / 2) circle(d = 9);
  translate([0, 0, raised / 2]) linear_extrude(raised)
    if (which == 0) cross(6.5, 1.4); else intersection() { tick(5, 1.4); circle(d = 9); }
}

// Glued below the cover, round a reader's opening. Its rim lifts the reader, components
// down, until its bare side is level with the cover: so the depth is right by itself.
module reader_tray() {
  board = 1.6;    // a reader's own board
  rim = 2.5;      // how much of the board lies on it
  flange = 2;
  difference() {
    union() {
      linear_extrude(flange) offset(2)   // none at its ends: a button may be there
        square([module_wide + 8, module_high - 4], center = true);
      translate([0, 0, flange]) linear_extrude(cover - board)
        square([module_wide, module_high], center = true);
    }
    translate([0, 0, -1]) linear_extrude(flange + cover + 2)
      square([module_wide - 2 * rim, module_high - 2 * rim], center = true);
  }
}

// A zone's number, raised; dots count it for a finger.
module number() {
  linear_extrude(raised) offset(2) square([16, 22], center = true);
  translate([0, 3, raised]) linear_extrude(raised)
    text(str(which), size = 11, halign = "center", valign = "center",
         font = "Liberation Sans:style=Bold");
  for (at = [1 : which])
    translate([(at - (which + 1) / 2) * 3, -9, raised]) cylinder(d = 1.8, h = raised, $fn = 24);
}

// Stands at a zone's edge and leads a finger to its tap mark.
module notch() {
  difference() {
    translate([-9, 0, 0]) cube([18, 8, 2 * raised + 1]);
    translate([0, 14, 6.5]) sphere(d = 22);
  }
}

module star(size) {
  polygon([for (at = [0 : 9]) let (far = at % 2 == 0 ? size / 2 : size / 5)
    [far * sin(at * 36), far * cos(at * 36)]]);
}

// A player's cap for a button, by its shape.
module player() {
  size = button_mm + 4;
  difference() {
    union() {
      cylinder(d = size, h = 3);
      translate([0, 0, 3]) linear_extrude(raised) scale(0.75) {
        if (which == 0) difference() { circle(d = size); circle(d = size - 5); }
        if (which == 1) square(size * 0.75, center = true);
        if (which == 2) rotate(90) circle(d = size, $fn = 3);
        if (which == 3) star(size);
      }
    }
    translate([0, 0, -1]) cylinder(d = 6 + gap, h = 3);
  }
}

// A NO token lies in it and does not slip onto the next symbol.
module token_ring() {
  linear_extrude(raised) difference() {
    circle(d = token_mm + 2 * wall);
    circle(d = token_mm + 2 * gap);
  }
}

if (part == "lamp_holder") lamp_holder();
else if (part == "lamp_mark") lamp_mark();
else if (part == "reader_tray") reader_tray();
else if (part == "number") number();
else if (part == "notch") notch();
else if (part == "player") player();
else if (part == "token_ring") token_ring();
else assert(false, str("there is no part ", part));

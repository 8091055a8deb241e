// The printed parts of a board; its own numbers stand in hardware/BUILD/print/board.scad:
//
//     openscad -o number-3.stl -D 'part="number"' -D which=3 hardware/full/print/board.scad
//
// part: lamp_holder, lamp_mark (which: 0 cross, 1 tick), reader_tray,
// number (which: 1 to 6), notch,
// player (which: 0 circle, 1 square, 2 triangle, 3 star), token_ring,
// bezel and screen_clamp (which: 0 a zone's screen, 1 the table's, 2 the maker's),
// case, case_floor and lid of the maker's screen; lid_on (which: degrees that it is open)
// shows both. lid_meets is what the two share, clamp_meets what a zone's clamp shares with
// its screen and its lamps' holders, led_meets what a lamp's holder shares with an LED that
// sits which hundredths of a mm too low, tray_meets likewise with a reader's module:
// nothing, or what is printed would not go together.
// All in mm, flat side down, no supports.

part = "number";
which = 1;

// What board.scad says otherwise.
lamp_mm = 5.2;
button_mm = 12.2;
zone_mm = 62.0;
token_mm = 20.0;
ring_mm = 22.5;       // outside, with the play of a token inside
ring_play_mm = 0.5;
module_wide = 40.0;   // a reader's own board
module_high = 60.0;
opening_mm = 0.6;     // the play of a reader in its opening of the cover

screens = [[27, 27, 21.8, 10.9], [35, 33, 29.5, 14.8], [27, 27, 21.8, 10.9]];
bezel_mm = 3.5;
lamps_at = 21;        // from the middle of a zone's screen
case_size = [48, 31.2, 26];

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
// down, until its bare side is level with the cover: so the depth is right by itself. The
// rim is open where the module has its header or parts: an RC522 lies with its header at
// the tray's open end.
reader_board = 1.6;   // a reader's own board
reader_rim = 2.5;     // how much of the board lies on it
tray_flange = 2;
function tray_high() = tray_flange + cover - reader_board;

module reader_tray() {
  difference() {
    union() {
      linear_extrude(tray_flange) offset(2)   // none at its ends: a button may be there
        square([module_wide + 4, module_high - 4], center = true);   // as the rack's room is
      translate([0, 0, tray_flange]) linear_extrude(cover - reader_board)
        square([module_wide, module_high], center = true);
    }
    translate([0, 0, -1]) linear_extrude(tray_flange + cover + 2) {
      square([module_wide - 2 * reader_rim, module_high - 2 * reader_rim], center = true);
      reader_parts(opening_mm / 2);
    }
  }
}

// Where a module may have its header or parts, seen from above, with *play* around them.
// An RC522 (higher than wide): a header of 20.3 x 2.5 mm, 0.5 mm from the short edge, and
// parts on its lower half to 1 mm from the long edges, but for the corners; its antenna
// has none. A PN532: headers on three sides, but for the corners. Ours, from makers' drawings.
module reader_parts(play) {
  corner = 5;
  x = module_wide / 2; y = module_high / 2;
  if (module_high > module_wide) {
    translate([-x + corner - play, -y - 0.01]) square([2 * (x - corner + play), y]);
    translate([-x - 0.01, -y + corner]) square([2 * x + 0.02, y - corner - 5]);
  } else {
    square([2 * x + 0.02, 2 * (y - corner)], center = true);
    translate([-x + corner, -y - 0.01]) square([2 * (x - corner), y]);
  }
}

// A module as it lies in its tray: its board, its header with pins, and its parts.
module reader_lies() {
  header = [20.3, 2.5];
  edge = 0.5;
  translate([0, 0, tray_high()]) linear_extrude(reader_board)
    square([module_wide, module_high], center = true);
  translate([0, -module_high / 2 + edge + header[1] / 2, tray_high()]) {
    translate([0, 0, -2.5]) linear_extrude(2.5) square(header, center = true);
    translate([0, 0, -8.5]) linear_extrude(6)
      square([7 * 2.54 + 0.64, 0.64], center = true);
  }
  parts_high = 3.3;
  translate([0, 0, tray_high() - parts_high]) linear_extrude(parts_high) intersection() {
    reader_parts(0);
    square([module_wide - 2, module_high - 6], center = true);
  }
}

// What a tray shares with the module in it, which sits so many hundredths of a mm too low.
module tray_meets() {
  intersection() {
    reader_tray();
    translate([0, 0, 0.005 - which / 100]) reader_lies();
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
    circle(d = ring_mm);
    circle(d = token_mm + ring_play_mm);
  }
}

// Glued on the overlay round a screen's window; it hides the edge of the cut.
module bezel() {
  shows = [screens[which][2], screens[which][3]];
  difference() {
    linear_extrude(1.6) offset(bezel_mm) square(shows, center = true);
    hull() {
      translate([0, 0, -0.1]) linear_extrude(0.1) square(shows + [0.4, 0.4], center = true);
      translate([0, 0, 1.7]) linear_extrude(0.1) square(shows + [3.6, 3.6], center = true);
    }
  }
}

clamp_foot = 3.2;
screen_thick = 4.2;   // glass, board and the solder behind it
function clamp_wide(of) = screens[of][0] + 2 * (clamp_foot + gap);

// Its four feet are glued below the cover, two on each side of a screen, where no lamp is.
// The notch is for the plug.
module screen_clamp() {
  high = screens[which][1] - 1;
  difference() {
    union() {
      linear_extrude(2) square([clamp_wide(which), high], center = true);
      for (x = [-1, 1], y = [-1, 1])
        translate([x * (clamp_wide(which) - clamp_foot) / 2, y * (high - 4.5) / 2, 0])
          linear_extrude(2 + screen_thick) square([clamp_foot, 4.5], center = true);
    }
    translate([0, high / 2, -1]) linear_extrude(4) square([14, 12], center = true);
  }
}

// --- the maker's screen: a case on the left wall of the box, and its lid ---------------

hinge = [case_size[1] + 2.8, case_size[2] - 2.5];   // its axis: from the front, from below
knuckle = 8;
pad = 4;              // keeps the lid's cheek off the box
cheek = 10;
lid_wall = 1.6;
lid_gap = 0.4;

module on_hinge(from, long) {
  translate([from, hinge[0], hinge[1]]) rotate([0, 90, 0]) linear_extrude(long) children();
}

// As it stands: its face up, its pad on the right, where the box is. The screen's clamp and
// a 6 mm service button are glued below its face. A piece of 1.75 mm filament is the hinge.
module case_stands() {
  wide = case_size[0]; deep = case_size[1]; high = case_size[2];
  shows = [screens[2][2], screens[2][3]];
  difference() {
    union() {
      difference() {
        cube(case_size);
        translate([wall, wall, -1]) cube([wide - 2 * wall, deep - 2 * wall, high + 1 - wall]);
      }
      translate([wide - wall, 4, 0]) cube([wall + pad, deep - 8, high - 12]);
      for (from = [4, wide - 4 - knuckle]) hull() {
        on_hinge(from, knuckle) circle(2.5);
        translate([from, deep - wall, high - 8]) cube([knuckle, wall, 8]);
      }
    }
    on_hinge(-1, wide + 2) circle(1.0);
    translate([wall + 0.5 + clamp_wide(2) / 2, deep / 2, high - wall]) hull() {
      translate([0, 0, -0.1]) linear_extrude(0.1) square(shows + [0.4, 0.4], center = true);
      translate([0, 0, wall]) linear_extrude(0.1) square(shows + [3, 3], center = true);
    }
    translate([wide - wall - 5, deep / 2, high - 3]) cylinder(d = 4, h = 5);
    for (at = [[8, 3.4], [deep / 2, 7], [deep - 8, 3.4]])
      translate([wide - 3, at[0], (high - 12) / 2]) rotate([0, 90, 0]) cylinder(d = at[1], h = 10);
  }
}

// A cap on the case: open, it stands up behind it and its cheeks shade the screen. Its
// heel then rests on the case.
module lid_shut() {
  wide = case_size[0]; deep = case_size[1]; high = case_size[2];
  out = lid_wall + lid_gap;
  from = 4 + knuckle + lid_gap;
  long = wide - 2 * from;
  difference() {
    union() {
      translate([-out, -out, high + 0.3]) cube([wide + 2 * out, deep + out, lid_wall]);
      for (x = [-out, wide + lid_gap]) translate([x, -out, high - cheek])
        cube([lid_wall, deep + out, cheek + 0.3 + lid_wall]);
      translate([-out, -out, high - 4]) cube([wide + 2 * out, lid_wall, 4.3 + lid_wall]);
      hull() {
        translate([from, deep - 0.5, high + 0.3]) cube([long, 5.8, lid_wall]);
        translate([from, deep + lid_gap, high]) cube([long, 4.9, 0.5]);
      }
      hull() {
        translate([from, deep + lid_gap, high]) cube([long, 4.9, 0.5]);
        on_hinge(from, long) circle(2.4);
      }
      hull() {   // the heel
        on_hinge(from, long) circle(2.4);
        on_hinge(from, long) rotate(70) translate([2.6, 0]) circle(1.5);
      }
    }
    on_hinge(-1, wide + 2) circle(1.1);
  }
}

// Glued into the case from below.
module case_floor() {
  cube([case_size[0] - 2 * wall - 2 * gap, case_size[1] - 2 * wall - 2 * gap, wall]);
}

module lid_open(degrees) {
  translate([0, hinge[0], hinge[1]]) rotate([-degrees, 0, 0])
    translate([0, -hinge[0], -hinge[1]]) lid_shut();
}

// A zone's parts as they hang below its cover, which is at z = 0.
module clamp_meets() {
  intersection() { clamp_hangs(); lamps_hang(); }
  intersection() { clamp_hangs(); screen_hangs(); }
  intersection() { screen_hangs(); lamps_hang(); }
}

module clamp_hangs() {
  translate([0, 0, 2 + screen_thick]) rotate([180, 0, 0]) screen_clamp();
}

module lamps_hang() {
  for (x = [-lamps_at, lamps_at]) translate([x, 0, 0]) lamp_holder();
}

module screen_hangs() {
  translate([0, 0, screen_thick / 2 - 0.05])
    cube([screens[which][0], screens[which][1], screen_thick - 0.1], center = true);
}

// An LED of 5 mm as it sits below the cover, its dome up, its rim in the holder's seat.
module led_meets() {
  intersection() {
    lamp_holder();
    translate([0, 0, which / 100]) {
      translate([0, 0, -8]) cylinder(d = 5, h = 9.5);
      translate([0, 0, 1.2]) cylinder(d = 5.8, h = 1);
    }
  }
}

module face_down(top) {
  translate([0, 0, top]) rotate([180, 0, 0]) children();
}

if (part == "bezel") bezel();
else if (part == "screen_clamp") screen_clamp();
else if (part == "case") face_down(case_size[2]) case_stands();
else if (part == "case_floor") case_floor();
else if (part == "lid") face_down(case_size[2] + 0.3 + lid_wall) lid_shut();
else if (part == "lid_on") { case_stands(); lid_open(which); }
else if (part == "clamp_meets") clamp_meets();
else if (part == "led_meets") led_meets();
else if (part == "lid_meets") intersection() { case_stands(); lid_open(which); }
else if (part == "lamp_holder") lamp_holder();
else if (part == "lamp_mark") lamp_mark();
else if (part == "reader_tray") reader_tray();
else if (part == "tray_meets") tray_meets();
else if (part == "number") number();
else if (part == "notch") notch();
else if (part == "player") player();
else if (part == "token_ring") token_ring();
else assert(false, str("there is no part ", part));

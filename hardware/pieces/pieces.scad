// Letter pieces that carry a tag, and feet and clips for the pieces of the box.
//
//     openscad -o red.stl -D 'part="piece"' -D kind=0 hardware/pieces/pieces.scad
//
// part: piece  one body; its pocket is bridged, no supports          (kind)
//       bar    the same without its foot, upside down, with a notch  (kind)
//       foot   a disc with a pocket, to be glued into a bar's notch or below a piece
//       rest   as high as a foot and as wide as a piece: for the other end of a piece
//       clip   a foot that grips a piece of the box                  (bar_*, bend_mm)
//       rest_clip  a rest that grips it                              (bar_*, bend_mm)
// kind: 0 long stick, 1 short stick, 2 wide curve, 3 tight curve.
// All in mm. Which ones fit is on the sheet fit-en.pdf (fit-de.pdf).

include <alphabet.scad>

part = "piece";
kind = 0;

// The tag: its size and how thick it is. A sticker has 0.3, an FPC 0.4, a coin 1.2.
tag_mm = ours_mm;
tag_high = 0.5;

// A piece of the box: how wide and how high it is; how far a curve's middle line is from
// the middle of its bend, 0 for a stick.
bar_wide = 6.5;
bar_high = 4;
bend_mm = 0;

high = 5;         // a piece of ours
roof = 0.8;       // what is above a tag
sunk = 0.3;       // how much deeper than the tag its pocket is: it never rubs
grip = 1.2;       // a clip's walls
$fn = 64;

long_mm = long[kind] * unit;
deep_mm = deep[kind] * unit;
thick_mm = thick * unit;
foot_mm = tag_mm + 2 * (wall + play);
foot_high = roof + tag_high + sunk;

// The middle line, from end to end, as the alphabet has it.
function at(n) = let (turn = 180 * n / parts)
  [-deep_mm * sin(turn), -long_mm / 2 * cos(turn)];

module body() {
  if (deep[kind] == 0) hull() for (n = [0, parts]) translate(at(n)) circle(d = thick_mm);
  else for (n = [1 : parts]) hull() for (m = [n - 1, n]) translate(at(m)) circle(d = thick_mm);
}

// Where the foot is.
module there() {
  translate(deep[kind] == 0 ? [0, -foot[kind] * unit] : [-foot[kind] * unit, 0]) children();
}

module pocket() {
  translate([0, 0, -1]) cylinder(d = tag_mm + 2 * play, h = 1 + tag_high + sunk);
}

module piece() {
  difference() {
    union() {
      linear_extrude(high) body();
      there() cylinder(d = foot_mm, h = foot_high);
    }
    there() pocket();
  }
}

module bar() {
  translate([0, 0, high]) rotate([180, 0, 0]) difference() {
    linear_extrude(high) body();
    there() translate([0, 0, -1]) cylinder(d = foot_mm + 2 * play, h = 1 + foot_high);
  }
}

// Printed with its pocket up: nothing has to be bridged.
module foot_disc() {
  translate([0, 0, foot_high]) rotate([180, 0, 0]) difference() {
    cylinder(d = foot_mm, h = foot_high);
    pocket();
  }
}

// The piece of the box, seen from above, so much wider on each side.
module box_bar(more) {
  if (bend_mm == 0) square([bar_wide + 2 * more, 200], center = true);
  else translate([bend_mm, 0]) difference() {
    circle(r = bend_mm + bar_wide / 2 + more, $fn = 180);
    circle(r = bend_mm - bar_wide / 2 - more, $fn = 180);
  }
}

// Two walls on a disc; their upper edge leans in and snaps over the piece.
module walls(size) {
  lip = 0.4;
  for (step = [[0, bar_high, play], [bar_high, 0.8, play - lip]])
    translate([0, 0, step[0]]) linear_extrude(step[1]) intersection() {
      circle(d = size);
      difference() {
        box_bar(play + grip);
        box_bar(step[2]);
      }
    }
}

module clip() {
  size = max(foot_mm, bar_wide + 2 * (grip + play) + 4);
  difference() {
    cylinder(d = size, h = foot_high);
    pocket();
  }
  translate([0, 0, foot_high]) walls(size);
}

module rest_clip() {
  size = bar_wide + 2 * (grip + play) + 2;
  cylinder(d = size, h = foot_high);
  translate([0, 0, foot_high]) walls(size);
}

if (part == "piece") piece();
else if (part == "bar") bar();
else if (part == "foot") foot_disc();
else if (part == "rest") cylinder(d = bar_wide, h = foot_high);
else if (part == "clip") clip();
else if (part == "rest_clip") rest_clip();
else assert(false, str("there is no part ", part));

"""An exploded view of a board: its layers from the overlay down to the box."""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from xml.etree import ElementTree as ET

import box_sheets
import overlay_sheets as prints
import pictures
from sheets import INK, PALE, PAPER, Sheet

from firmware_host.settings.profile import Profile

#: The projection: the shift to the right and the height on paper of 1 mm of depth.
BACK, FLAT = 0.45, 0.42

#: The thickness of a drawn plate, the height of the box, the gap between layers, and
#: the margin, in mm.
PLATE_MM, BOX_MM, AIR_MM, EDGE_MM = 4.0, 34.0, 10.0, 14.0

WOOD, FLOOR, SHEET = "#e3c99b", "#f3e6cd", "#e8f1f7"
BOARD, SCREEN, BUTTON = "#2f6d4f", "#22303c", "#555555"
CASE = "#c9d3da"
LIT = ("#d02020", "#208040")

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Shape:
    """
    A rectangle or a circle that lies on a board.

    Args:
        x: Its left edge, in mm.
        y: Its back edge, in mm.
        wide: Its width, in mm.
        deep: Its size from back to front, in mm.
        stroke: The colour of its outline in the flat drawing.
        is_round: True for a circle.
    """

    x: float
    y: float
    wide: float
    deep: float
    stroke: str
    is_round: bool = False


class Scene:
    """A sheet with an oblique projection; shapes at the back are drawn first."""

    def __init__(self, wide: float, deep: float, high: float, left: float) -> None:
        self.deep, self._left = deep, left
        width = left + wide + deep * BACK + 3 * EDGE_MM
        height = high + deep * FLAT + BOX_MM + PLATE_MM + 2 * EDGE_MM
        self.sheet = Sheet(width, height)
        self._high = high

    def point(self, x: float, y: float, z: float) -> Point:
        """Return the coordinates on the sheet of a point of the board."""
        right = 2 * EDGE_MM + self._left + x + (self.deep - y) * BACK
        return right, EDGE_MM + self._high + y * FLAT - z

    def face(self, corners: list[tuple[float, float, float]], fill: str) -> None:
        """Draw a flat polygon."""
        found = (self.point(*corner) for corner in corners)
        d = "M" + "L".join(f"{x:.2f} {y:.2f}" for x, y in found) + "Z"
        self.sheet.path(d, pen=0.4, stroke=INK, fill=fill)

    def flat(self, shape: Shape, z: float, fill: str) -> None:
        """Draw a horizontal shape at a height."""
        self.face(self._corners(shape, z), fill)

    def _corners(self, shape: Shape, z: float) -> list[tuple[float, float, float]]:
        x, y, wide, deep = shape.x, shape.y, shape.wide, shape.deep
        if shape.is_round:
            turns = (math.radians(15 * part) for part in range(24))
            middle_x, middle_y, radius = x + wide / 2, y + deep / 2, wide / 2
            return [
                (
                    middle_x + radius * math.cos(one),
                    middle_y + radius * math.sin(one),
                    z,
                )
                for one in turns
            ]
        right, front = x + wide, y + deep
        return [(x, y, z), (right, y, z), (right, front, z), (x, front, z)]

    def block(self, shape: Shape, z: float, thick: float, fill: str) -> None:
        """Draw a box-shaped body whose upper face is at a height."""
        if shape.is_round:
            self.flat(shape, z - thick, fill)
            around = self._corners(shape, z)
            left = min(around, key=lambda one: self.point(*one)[0])
            right = max(around, key=lambda one: self.point(*one)[0])
            low = [(x, y, z - thick) for x, y, _ in (right, left)]
            self.face([left, right, *low], fill)
        else:
            _, back_right, right, left = self._corners(shape, z)
            for one, other in ((left, right), (back_right, right)):
                low = [(x, y, z - thick) for x, y, _ in (other, one)]
                self.face([one, other, *low], fill)
        self.flat(shape, z, fill)

    def number(self, number: int, z: float) -> None:
        """Write a layer's number beside its front corner on the sheet."""
        x, y = self.point(-self._left, self.deep, z)
        self.sheet.circle(x - 11, y, 5, pen=0.5, fill=PAPER)
        self.sheet.text(x - 11, y + 2.2, str(number), size=6)


def exploded(profile: Profile) -> Sheet:
    """Return a drawing of a board's layers, one above the other."""
    whole, under = prints.overlay(profile), pictures.places(profile)
    wide, deep = whole.width, whole.height - prints.LEGEND_MM
    plate = Shape(1, 1, wide - 2, deep - 2, INK)
    tagged = bool(prints.chip_of(profile))
    layers, apart = 4 + tagged, deep * FLAT + AIR_MM
    cased = "maker" in profile.screens
    left = box_sheets.case_size(profile)[0] + box_sheets.PAD_MM if cased else 0
    scene = Scene(wide, deep, (layers - 1) * apart + PLATE_MM, left)
    _box(scene, plate, list(_modules(under)))
    if cased:
        _case(scene, profile, plate)
    _parts(scene, list(_modules(under)), list(holes_of(whole)), apart)
    z = 2 * apart
    scene.block(plate, z, PLATE_MM, WOOD)
    for shape in (*holes_of(whole), *_openings(profile, whole)):
        scene.flat(shape, z, FLOOR)
    if tagged:
        z += apart
        scene.block(plate, z, 1, SHEET)
        for shape in holes_of(whole):
            scene.flat(shape, z, PAPER)
    z += apart
    scene.block(plate, z, 1, PAPER)
    for shape in _drawn(whole):
        scene.flat(shape, z, PAPER)
    for shape in holes_of(whole):
        scene.flat(shape, z, PALE)
    for number, at in enumerate(range(layers - 1, -1, -1), 1):
        scene.number(number, at * apart)
    return scene.sheet


def _shapes(parts: ET.Element) -> Iterator[Shape]:
    """Yield the rectangles and circles of a drawing."""
    for part in parts:
        tag, stroke = part.tag.rpartition("}")[2], part.get("stroke", "")
        if tag == "rect" and part.get("fill") == "none":
            size = (float(part.get(name, 0)) for name in ("x", "y", "width", "height"))
            yield Shape(*size, stroke)
        elif tag == "circle":
            x, y, radius = (float(part.get(name, 0)) for name in ("cx", "cy", "r"))
            corner = (x - radius, y - radius)
            yield Shape(*corner, 2 * radius, 2 * radius, stroke, is_round=True)


def _tree(sheet: Sheet) -> ET.Element:
    return ET.fromstring(sheet.svg())  # noqa: S314 - our own


def holes_of(sheet: Sheet) -> Iterator[Shape]:
    """Yield the cut-out shapes of a layer, without its outer edge."""
    (cut,) = (part for part in _tree(sheet) if part.get("id") == "cut")
    yield from (shape for shape in _shapes(cut) if shape.wide < sheet.width / 2)


def _drawn(sheet: Sheet) -> Iterator[Shape]:
    """Yield the printed shapes, the zones first."""
    shapes = sorted(_shapes(_tree(sheet)), key=lambda one: -one.wide * one.deep)
    yield from (shape for shape in shapes if shape.wide > prints.LAMP_MM)


def _openings(profile: Profile, sheet: Sheet) -> Iterator[Shape]:
    for x, y, (wide, deep) in prints.readers(profile, sheet):
        yield Shape(x - wide / 2, y - deep / 2, wide, deep, INK)


def _modules(under: Sheet) -> Iterator[Shape]:
    """Yield the modules under the cover."""
    shapes = _shapes(_tree(under))
    yield from (shape for shape in shapes if shape.stroke == pictures.UNDER)


def _lies_in(one: Shape, other: Shape) -> bool:
    across = other.x <= one.x and one.x + one.wide <= other.x + other.wide
    return across and other.y <= one.y and one.y + one.deep <= other.y + other.deep


def _in_box(shape: Shape) -> bool:
    """Return True if a module lies on the box's floor, not under the cover."""
    size = (round(shape.wide, 1), round(shape.deep, 1))
    strips = (pictures.STRIP_SIZE, pictures.STRIP_SIZE[::-1])
    return size in (pictures.PICO_SIZE, pictures.PI_SIZE, pictures.ROW_SIZE, *strips)


def _box(scene: Scene, plate: Shape, modules: list[Shape]) -> None:
    """Draw the box: its floor, the boards on it, and its walls."""
    left, right = plate.x, plate.x + plate.wide
    back, front = plate.y, plate.y + plate.deep
    scene.block(plate, -BOX_MM, PLATE_MM, FLOOR)
    for ends in (((left, back), (right, back)), ((left, back), (left, front))):
        _wall(scene, *ends, fill=WOOD)
    for shape in modules:
        if _in_box(shape):
            scene.block(shape, -BOX_MM + 8, 3, BOARD)
    for ends in (((left, front), (right, front)), ((right, back), (right, front))):
        _wall(scene, *ends, fill="none")


def _case(scene: Scene, profile: Profile, plate: Shape) -> None:
    """Draw the case of the maker's screen on the left wall, and its lid, open."""
    wide, deep, high = box_sheets.case_size(profile)
    x = plate.x - box_sheets.PAD_MM - wide
    y = plate.y + plate.deep - box_sheets.CASE_AT - deep
    scene.face([(x, y, 3), (x + wide, y, 3), (x + wide, y, 3 + deep), (x, y, 3 + deep)],
               CASE)  # fmt: skip
    scene.block(Shape(x, y, wide, deep, INK), 3, high, CASE)
    shown = prints.window(profile, "maker")
    size = prints.SCREEN_MODULES[profile.screens["maker"].chip]
    left = x + box_sheets.CLAMP_AT + (size[0] - shown[0]) / 2
    scene.flat(Shape(left, y + (deep - shown[1]) / 2, *shown, INK), 3, SCREEN)
    button = Shape(x + wide - 8.6, y + deep / 2 - 2, 4, 4, INK, is_round=True)
    scene.block(button, 5, 2, BUTTON)


def _wall(scene: Scene, start: Point, end: Point, fill: str) -> None:
    low = -BOX_MM
    scene.face([(*start, 0), (*end, 0), (*end, low), (*start, low)], fill)


def _parts(scene: Scene, modules: list[Shape], holes: list[Shape], z: float) -> None:
    """Draw the parts mounted below the cover: screens, readers, lamps, buttons."""
    readers = set(prints.READER_MODULES.values())
    readers |= {size[::-1] for size in readers}
    for shape in sorted(modules, key=lambda one: one.y):
        size = (round(shape.wide, 1), round(shape.deep, 1))
        if size in readers:
            more = (4, 0) if size in prints.READER_MODULES.values() else (0, 4)
            tray = Shape(
                shape.x - more[0],
                shape.y - more[1],
                size[0] + 2 * more[0],
                size[1] + 2 * more[1],
                INK,
            )
            scene.block(tray, z - 3, 2, WOOD)
            scene.block(shape, z, 2, BOARD)
        elif any(_lies_in(hole, shape) for hole in holes):  # not the maker's screen
            scene.block(shape, z, 3, SCREEN)
    lamps = [one for one in holes if one.is_round and one.wide == prints.LAMP_MM]
    for shape in holes:
        if shape in lamps:
            scene.block(shape, z + 3, 6, LIT[lamps.index(shape) % 2])
        elif shape.is_round:
            scene.block(shape, z + 4, 12, BUTTON)

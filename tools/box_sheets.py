"""
Draw a board's box to cut from 3 mm plywood: floor and walls with finger joints.

The cover lies on the walls; it is as large as the floor. The back wall has holes for
the power button and for cables.
"""

from itertools import pairwise

from overlay_sheets import BUTTON_MM, LEGEND_MM, SCREEN_MODULES, overlay
from sheets import Sheet

from firmware_host.settings.profile import Profile

#: The thickness of the plywood, the height of the walls with the floor, and the
#: approximate width of a finger, in mm.
THICK_MM, HIGH_MM, FINGER_MM = 3.0, 48.0, 20.0

#: The size of the hole for cables in the back wall, and the gap between two parts, in
#: mm.
CABLES_MM, APART_MM = (46.0, 18.0), 6.0

#: The case of the maker's screen on the left wall, level with the cover, in mm: its
#: additional width and depth around the screen's module, its height, its pad, its
#: distance from the front.
CASE_MM, CASE_HIGH_MM, PAD_MM, CASE_AT = (21.0, 4.2), 26.0, 4.0, 20.0

#: The holes of the case in mm: two screws with the cable between them; their distances
#: from front and back, and above the foot; and the distance of the module from the left
#: edge.
SCREW_MM, CABLE_MM, HOLES_AT, HOLES_UP, CLAMP_AT = 3.4, 7.0, 8.0, 7.0, 5.55

Point = tuple[float, float]


def box(profile: Profile) -> Sheet:
    """Return a sheet of the parts of a box: floor, front, back, left and right wall."""
    wide, deep = inner_size(profile)
    parts = panels(wide, deep)
    width = wide + 2 * APART_MM
    sheet = Sheet(width, deep + 4 * HIGH_MM + 6 * APART_MM)
    y = APART_MM
    for number, (name, edge) in enumerate(parts.items(), 1):
        with sheet.cut():
            points = (f"{APART_MM + x:.3f} {y + down:.3f}" for x, down in edge)
            sheet.path(f"M{'L'.join(points)}Z", pen=0.1)
            if name == "back":
                middle = y + HIGH_MM / 2 - THICK_MM
                long, high = CABLES_MM
                sheet.rect(APART_MM + 24, middle - high / 2, long, high)
                if profile.power is not None:
                    sheet.circle(APART_MM + wide - 34, middle, BUTTON_MM / 2)
            if name == "left" and "maker" in profile.screens:
                level = y + CASE_HIGH_MM - THICK_MM - HOLES_UP
                long = case_size(profile)[1]
                for at, size in ((HOLES_AT, SCREW_MM), (long / 2, CABLE_MM),
                                 (long - HOLES_AT, SCREW_MM)):  # fmt: skip
                    sheet.circle(APART_MM + CASE_AT + at, level, size / 2)
        size = deep if name == "floor" else HIGH_MM
        sheet.text(APART_MM + wide / 2, y + size / 2, str(number), size=8)
        y += size + APART_MM
    return sheet


def inner_size(profile: Profile) -> tuple[float, float]:
    """Return width and depth of the cover in mm, which are those of the box."""
    whole = overlay(profile)
    return whole.width - 2, whole.height - LEGEND_MM - 2


def case_size(profile: Profile) -> tuple[float, float, float]:
    """Return width, depth and height of the case of the maker's screen, in mm."""
    wide, deep = SCREEN_MODULES[profile.screens["maker"].chip]
    return wide + CASE_MM[0], deep + CASE_MM[1], CASE_HIGH_MM


def panels(wide: float, deep: float) -> dict[str, list[Point]]:
    """Return the outline of each part; every finger fits a gap of another part."""
    return {
        "floor": _panel(wide, deep, (0, 0, 0, 0)),
        "front": _panel(wide, HIGH_MM, (None, 0, 1, 0)),
        "back": _panel(wide, HIGH_MM, (None, 0, 1, 0)),
        "left": _panel(deep, HIGH_MM, (None, 1, 1, 1)),
        "right": _panel(deep, HIGH_MM, (None, 1, 1, 1)),
    }


def _panel(
    wide: float, high: float, turns: tuple[int | None, int, int, int]
) -> list[Point]:
    """
    Return the outline of a rectangle with fingers, clockwise from the upper left.

    Args:
        wide: Its width in mm, with fingers.
        high: Its height in mm, with fingers.
        turns: For its upper, right, lower and left side: 0 begins and ends with a
            finger, 1 with a gap, None is straight.
    """
    corners = [(0.0, 0.0), (wide, 0.0), (wide, high), (0.0, high), (0.0, 0.0)]
    ways = [(1, 0), (0, 1), (-1, 0), (0, -1)]
    insides = [(0, 1), (-1, 0), (0, -1), (1, 0)]
    found: list[Point] = []
    for side, (start, end) in enumerate(pairwise(corners)):
        long = abs(end[0] - start[0]) + abs(end[1] - start[1])
        (dx, dy), (in_x, in_y), turn = ways[side], insides[side], turns[side]
        before_x, before_y = insides[side - 1]
        here, before = _sunk(turn, 0), _sunk(turns[side - 1], 0)
        found.append((start[0] + in_x * here + before_x * before,
                      start[1] + in_y * here + before_y * before))  # fmt: skip
        count = fingers(long) if turn is not None else 1
        for at in range(1, count):
            along = long * at / count
            for sunk in (_sunk(turn, at - 1), _sunk(turn, at)):
                x, y = start[0] + dx * along, start[1] + dy * along
                found.append((x + in_x * sunk, y + in_y * sunk))
    return found


def _sunk(turn: int | None, at: int) -> float:
    """Return the depth of a place of a side in mm: 0 for a finger."""
    return THICK_MM if turn is not None and at % 2 != turn else 0.0


def fingers(long: float) -> int:
    """Return the number of fingers and gaps of a side: odd, for equal ends."""
    return max(3, round(long / FINGER_MM) // 2 * 2 + 1)

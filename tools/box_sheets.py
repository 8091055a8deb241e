"""
A board's box to cut from 3 mm plywood: a floor and four walls that finger together.

The cover lies on the walls; it is as large as the floor. The back wall has holes for
the power button and for cables.
"""

from itertools import pairwise

from overlay_sheets import BUTTON_MM, LEGEND_MM, SCREEN_MODULES, overlay
from sheets import Sheet

from firmware_host.settings.profile import Profile

#: The plywood; how high the walls are, with the floor; about how long a finger is.
THICK_MM, HIGH_MM, FINGER_MM = 3.0, 48.0, 20.0

#: The hole for cables in the back wall, and the room between two parts.
CABLES_MM, APART_MM = (46.0, 18.0), 6.0

#: The case of the maker's screen, on the left wall, level with the cover: how much
#: wider and deeper than its screen's module, how high, its pad, how far from the front.
CASE_MM, CASE_HIGH_MM, PAD_MM, CASE_AT = (21.0, 4.2), 26.0, 4.0, 20.0

#: Its holes: two screws and, between them, the cable; how far from its front and back,
#: and above its foot. And how far the module is from its left edge.
SCREW_MM, CABLE_MM, HOLES_AT, HOLES_UP, CLAMP_AT = 3.4, 7.0, 8.0, 7.0, 5.55

Point = tuple[float, float]


def box(profile: Profile) -> Sheet:
    """Return the parts of a box: its floor, then front, back, left and right wall."""
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
    """Return how wide and how deep the cover is, and so the box from outside."""
    whole = overlay(profile)
    return whole.width - 2, whole.height - LEGEND_MM - 2


def case_size(profile: Profile) -> tuple[float, float, float]:
    """Return how wide, deep and high the case of the maker's screen is."""
    wide, deep = SCREEN_MODULES[profile.screens["maker"].chip]
    return wide + CASE_MM[0], deep + CASE_MM[1], CASE_HIGH_MM


def panels(wide: float, deep: float) -> dict[str, list[Point]]:
    """Return the edge of each part; every finger goes into its neighbour's gap."""
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
    Return the edge of a rectangle with fingers, from its upper left by the clock.

    Args:
        wide: Its width, with fingers.
        high: Its height.
        turns: Of its upper, right, lower and left side: 0 begins and ends with a
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
    """Return how far a finger's place lies inside: not at all where a finger is."""
    return THICK_MM if turn is not None and at % 2 != turn else 0.0


def fingers(long: float) -> int:
    """Return how many fingers and gaps a side has: an odd number, for equal ends."""
    return max(3, round(long / FINGER_MM) // 2 * 2 + 1)

"""
Draw letter pieces with tags: an overview, sheets for a laser, and a gauge of feet.

A piece is cut as three layers that are glued: 3 mm on top, below it two of 1 mm with
the foot; the lowest has a hole for the tag. `hardware/pieces/pieces.scad` prints the
same shape.
"""

import math
import textwrap
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import feet
from card_pages import PAPER_MM
from feet import OURS_MM, Room, foot_mm, stand
from overlay_sheets import LETTER_ROOM
from piece_sheets import UNIT_MM
from sheets import COLOURS, PALE, PAPER, Sheet

from firmware_host.board.pieces import KINDS, PIECES_IN_BOX, Kind
from firmware_host.picture.shapes import THICK
from firmware_host.words.poses import BOX, DEEP, LONG, PARTS, POSES, Pose

#: The bed of a small laser, and the gap between two pieces, in mm.
BED_MM, APART_MM = (300.0, 200.0), 1.0

#: The layers of a piece that is cut, from above.
LAYERS = ("top", "roof", "ring")

#: The kinds of pieces on each sheet.
GROUPS: Mapping[str, tuple[Kind, ...]] = {"sticks": KINDS[:2], "curves": KINDS[2:]}

#: The precision at which two outlines are joined, in mm.
FINE_MM = 0.1

Point = tuple[float, float]


def alphabet_scad() -> bytes:
    """Return the dimensions of all letters as OpenSCAD text for pieces.scad."""
    rows = {
        "unit": UNIT_MM,
        "thick": THICK,
        "long": [LONG[kind] for kind in KINDS],
        "deep": [DEEP.get(kind, 0) for kind in KINDS],
        "foot": [feet.FOOT[kind] for kind in KINDS],
        "parts": PARTS,
        "ours_mm": OURS_MM,
        "wall": feet.WALL_MM,
        "play": feet.PLAY_MM,
    }
    lines = ["// Made by tools/build_prints.py from words/poses.py and tools/feet.py."]
    lines += [f"{name} = {value};" for name, value in rows.items()]
    return ("\n".join(lines) + "\n").encode()


def feet_table() -> list[str]:
    """Return the Markdown table of the room that the feet for each tag need."""
    head = "| tag, mm | foot, mm | smallest gap of two feet, mm | narrowest zone, mm |"
    rows = [head, "|---|---|---|---|"]
    high = replace(LETTER_ROOM, high=10 * LETTER_ROOM.high)
    for tag in feet.TAGS_MM:
        gap = min(stand(letter, tag, high).gap for letter in POSES)
        wide = feet.smallest_mm(tuple(POSES), tag, LETTER_ROOM)
        rows.append(f"| {tag} | {foot_mm(tag):.1f} | {gap:.1f} | {wide} |")
    return rows


def letters(room: Room) -> Sheet:
    """Return a sheet of every letter in its zone, with the feet below its pieces."""
    part, across = 0.42, 7
    wide, high = room.wide * part, room.high * part
    sheet = Sheet(190, 12 + 4 * (high + 4))
    order = sorted(POSES, key=lambda one: (not one.isalpha(), one))
    for at, letter in enumerate(order):
        column, row = at % across, at // across
        x, y = 4 + column * (wide + 1.2), 6 + row * (high + 4)
        sheet.rect(x, y, wide, high, pen=0.2, stroke=PALE, round_mm=1)
        left = x + wide / 2 - BOX[0] / 2 * room.unit * part
        top = y + high / 2 - BOX[1] / 2 * room.unit * part
        lie = stand(letter, OURS_MM, room).poses
        _letter(sheet, lie, (left, top), room.unit * part, OURS_MM * part)
    foot = sheet.height - 3
    words = f"{OURS_MM} mm · {foot_mm(OURS_MM):.1f} mm · {room.wide:g} mm · 1 : 2.4"
    return sheet.text(95, foot, words, size=3, fill=PALE)


def _letter(
    sheet: Sheet, lie: Sequence[Pose], place: Point, unit: float, tag: float
) -> None:
    """Draw pieces with feet and tags, with the upper left corner at *place*."""
    x, y = place
    size = tag * foot_mm(OURS_MM) / OURS_MM
    for pose in lie:
        across, down = feet.foot(pose)
        at = (x + across * unit, y + down * unit)
        sheet.circle(*at, size / 2, pen=0.3, fill="#dddddd")
        sheet.circle(*at, tag / 2, pen=0.15, stroke=PALE)
    for pose in lie:
        line = [(x + dx * unit, y + dy * unit) for dx, dy in feet.outline(pose)]
        sheet.path(_closed(line), pen=0.2, stroke=PAPER, fill=COLOURS[pose.kind])


def _closed(line: list[Point]) -> str:
    return "M" + "L".join(f"{x:.3f} {y:.3f}" for x, y in line) + "Z"


# --- to cut -------------------------------------------------------------------------


def cuts(tag_mm: float = OURS_MM) -> Iterator[tuple[str, Sheet]]:
    """Yield each sheet to cut, and its name."""
    for group, kinds in GROUPS.items():
        for layer in LAYERS:
            sheet = Sheet(*BED_MM)
            top = 4.0
            for kind in kinds:
                top = _row(sheet, kind, layer, top, tag_mm)
            yield f"cut-{group}-{layer}", sheet


def _row(sheet: Sheet, kind: Kind, layer: str, top: float, tag_mm: float) -> float:
    """Draw a layer of all pieces of a kind; return where the next row begins."""
    line = _mm(feet.outline(Pose(kind, 0, 0)))
    middle = tuple(one * UNIT_MM for one in feet.foot(Pose(kind, 0, 0)))
    whole = joined(line, (middle[0], middle[1]), foot_mm(tag_mm) / 2)
    left, right = (pick(x for x, _ in whole) for pick in (min, max))
    upper, lower = (pick(y for _, y in whole) for pick in (min, max))
    for number in range(PIECES_IN_BOX[kind.place]):
        x = 4 - left + number * (right - left + APART_MM)
        y = top - upper
        edge = line if layer == "top" else whole
        with sheet.cut():
            sheet.path(_closed([(x + dx, y + dy) for dx, dy in edge]), pen=0.1)
            if layer == "ring":
                size = tag_mm / 2 + feet.PLAY_MM
                sheet.circle(x + middle[0], y + middle[1], size, pen=0.1)
        if layer == "top":
            deep = DEEP.get(kind, 0) * UNIT_MM
            sheet.text(x - deep, y + 1.2, str(number + 1), size=3.4)
    return top + lower - upper + 2 * APART_MM


def _mm(line: list[Point]) -> list[Point]:
    return [(x * UNIT_MM, y * UNIT_MM) for x, y in line]


def joined(line: list[Point], middle: Point, radius: float) -> list[Point]:
    """Return the outline of a piece joined with the disc of its foot."""
    circle = [
        (middle[0] + radius * math.cos(turn), middle[1] + radius * math.sin(turn))
        for turn in (math.radians(degree) for degree in range(360))
    ]
    body = list(_dense(line))
    chains = [
        *_outside(body, lambda at: math.dist(at, middle) < radius),
        *_outside(circle, lambda at: inside(at, line)),
    ]
    edge = chains.pop(0)
    while chains:
        ends = [(math.dist(edge[-1], one[at]), n, at) for n, one in enumerate(chains)
                for at in (0, -1)]  # fmt: skip
        _, number, at = min(ends)
        chain = chains.pop(number)
        edge += chain if at == 0 else chain[::-1]
    return edge


def _dense(line: list[Point]) -> Iterator[Point]:
    for (x, y), (to_x, to_y) in zip(line, [*line[1:], line[0]], strict=True):
        steps = max(1, math.ceil(math.dist((x, y), (to_x, to_y)) / FINE_MM))
        for step in range(steps):
            yield x + (to_x - x) * step / steps, y + (to_y - y) * step / steps


def _outside(line: list[Point], hidden: Callable[[Point], bool]) -> list[list[Point]]:
    """Return the parts of a closed line that are outside another one."""
    start = next(at for at, point in enumerate(line) if hidden(point))
    chains: list[list[Point]] = [[]]
    for point in line[start:] + line[:start]:
        if not hidden(point):
            chains[-1].append(point)
        elif chains[-1]:
            chains.append([])
    return [chain for chain in chains if chain]


def inside(at: Point, line: list[Point]) -> bool:
    """Return True if a point is inside a closed line."""
    crossed = False
    for (x, y), (to_x, to_y) in zip(line, [*line[1:], line[0]], strict=True):
        if (y > at[1]) != (to_y > at[1]) and at[0] < x + (at[1] - y) * (to_x - x) / (
            to_y - y
        ):
            crossed = not crossed
    return crossed


# --- which foot fits ----------------------------------------------------------------


def words(code: str) -> Mapping[str, Any]:
    """Return the texts of the sheet in a language."""
    path = Path(__file__).with_name(f"fit.{code}.toml")
    return tomllib.loads(path.read_text(encoding="utf-8"))


def fit(code: str) -> Sheet:
    """Return the page that explains what to measure on a piece, and which tag fits."""
    own, sheet = words(code), Sheet(*PAPER_MM)
    sheet.text(14, 18, own["title"], size=7, anchor="start")
    y = _lines(sheet, own["why"], 14, 27, 104)
    _measures(sheet, y + 4)
    y = _listed(sheet, own["measure"], y + 82)
    sheet.text(14, y + 5, own["then"], size=4.6, anchor="start")
    y += 13
    for row in own["fits"]:
        sheet.rect(14, y - 5, 182, 7, stroke="none", fill="#eeeeee")
        sheet.text(16, y, row["when"], size=3.5, anchor="start")
        y = _lines(sheet, row["take"], 16, y + 7, 104)
        for line in row["how"]:
            y = _typed(sheet, line, y)
        y += 4
    sheet.text(14, y + 3, own["where"]["title"], size=4.6, anchor="start")
    y = _lines(sheet, own["where"]["lines"], 14, y + 10, 104)
    sheet.line(146, 289, 196, 289)
    sheet.text(138, 290, "50 mm", size=2.6, fill=PALE)
    return sheet


def _typed(sheet: Sheet, line: str, y: float) -> float:
    """Write a text in a typewriter font."""
    sheet.text(20, y, line, size=2.9, anchor="start", fill="#0b4f8a")
    return y + 5


def _lines(sheet: Sheet, text: str, x: float, y: float, wide: int) -> float:
    for line in textwrap.wrap(text, wide):
        sheet.text(x, y, line, size=3.5, anchor="start", weight="normal")
        y += 5.2
    return y


def _listed(sheet: Sheet, rows: Mapping[str, str], y: float) -> float:
    for name, text in rows.items():
        sheet.text(18, y, name, size=4)
        y = _lines(sheet, text, 25, y, 98)
    return y


def _measures(sheet: Sheet, top: float) -> None:
    """Draw a section of a piece, a stick and the two curves, with dimensions."""
    foot = top + 40
    sheet.line(16, foot, 60, foot, stroke=PALE)
    sheet.rect(30, foot - 14, 18, 14, pen=0.5, fill="#dfe9f2")
    _arrow(sheet, (30, foot + 6), (48, foot + 6), "W")
    _arrow(sheet, (54, foot - 14), (54, foot), "H")
    for kind, x, size in (
        (Kind.LONG_STICK, 80, "L"),
        (Kind.SHORT_STICK, 104, ""),
        (Kind.WIDE_CURVE, 146, "D"),
        (Kind.TIGHT_CURVE, 184, ""),
    ):
        y, unit = top + 38, 1.25
        spot = feet.foot(Pose(kind, 0, 0))
        radius = foot_mm(OURS_MM) / 2 / UNIT_MM * unit
        at = (x + spot[0] * unit, y + spot[1] * unit)
        sheet.circle(*at, radius, pen=0.4, fill="#eeeeee", dash="1.5 1")
        line = [(x + dx * unit, y + dy * unit)
                for dx, dy in feet.outline(Pose(kind, 0, 0))]  # fmt: skip
        sheet.path(_closed(line), pen=0.4, fill=COLOURS[kind])
        sheet.circle(*at, 0.9, stroke="none", fill=PAPER)
        half = LONG[kind] / 2 * unit
        if size == "L":
            ends = half + THICK / 2 * unit
            _arrow(sheet, (x + 11, y - ends), (x + 11, y + ends), size)
        if kind in DEEP:
            sheet.line(x, y - half, x, y + half, stroke=PALE, dash="1.5 1")
            _arrow(sheet, (x + 6, y - half), (x + 6, y + half), "C")
            _arrow(sheet, (x - DEEP[kind] * unit, y + 4), (x, y + 4), "D")


def _arrow(sheet: Sheet, start: Point, end: Point, name: str) -> None:
    """Draw an arrow with two heads, with the dimension's name in its middle."""
    sheet.line(*start, *end, pen=0.3)
    turn = math.atan2(end[1] - start[1], end[0] - start[0])
    for (x, y), way in ((start, turn), (end, turn + math.pi)):
        for side in (-0.4, 0.4):
            sheet.line(x, y, x + 2.2 * math.cos(way + side),
                       y + 2.2 * math.sin(way + side))  # fmt: skip
    upright = abs(end[0] - start[0]) < 1
    x, y = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2
    sheet.text(
        x + (3.4 if upright else 0), y + (1.4 if upright else -1.2), name, size=4
    )

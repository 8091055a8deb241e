"""
Compute the position of a letter piece's foot, and the distances between feet.

A foot is a disc with a tag, glued below a piece. It has a fixed position on each kind
of piece. That position leaves enough room for the feet of every letter in the zones of
an overlay, if some sticks are turned by 180 degrees. All dimensions of pieces are those
of `words/poses.py`, in units of a 48th of a letter.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise, permutations, product

from firmware_host.board.pieces import Kind
from firmware_host.picture.shapes import THICK
from firmware_host.words.poses import BOX, DEEP, LONG, POSES, Pose, points

#: The distance of a foot's centre from the piece's middle: along a stick, or outwards
#: from a curve's chord.
FOOT: Mapping[Kind, int] = {
    Kind.LONG_STICK: 24,
    Kind.SHORT_STICK: 8,
    Kind.WIDE_CURVE: 13,
    Kind.TIGHT_CURVE: 14,
}

#: The wall of a printed foot around its tag, and the clearance between the two, in mm.
WALL_MM, PLAY_MM = 0.8, 0.25

#: The diameters of common tags in mm, and that of the tags our pieces are made for.
TAGS_MM, OURS_MM = (10, 13, 15, 18, 20, 22, 25), 15

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Room:
    """
    The part of a zone that is available to a letter.

    Args:
        wide: Its width, in mm.
        high: Its height between the printed parts above and below the letter, in mm.
        unit: A 48th of a letter's height, in mm.
    """

    wide: float
    high: float
    unit: float

    def larger(self, part: float) -> "Room":
        """Return this room with width, height and letter multiplied by *times*."""
        return Room(self.wide * part, self.high * part, self.unit * part)


@dataclass(frozen=True, slots=True)
class Stand:
    """
    The arrangement of a letter's pieces and feet.

    Args:
        poses: Its pieces; a stick may be turned by 180 degrees to move its foot.
        gap: The smallest distance between two feet, in mm.
        edge: The smallest distance between a foot and an edge of the room, in mm.
    """

    poses: tuple[Pose, ...]
    gap: float
    edge: float

    @property
    def free(self) -> float:
        """The least distance to a foot or an edge, in mm; negative on overlap."""
        return min(self.gap, self.edge)


def foot_mm(tag_mm: float) -> float:
    """Return the diameter of the foot for a tag, in mm."""
    return tag_mm + 2 * (WALL_MM + PLAY_MM)


def foot(pose: Pose) -> tuple[float, float]:
    """Return the centre of a piece's foot, in 48ths of a letter."""
    turn, far = math.radians(pose.turn), FOOT[pose.kind]
    if pose.kind in DEEP:
        return pose.x - far * math.cos(turn), pose.y - far * math.sin(turn)
    return pose.x + far * math.sin(turn), pose.y - far * math.cos(turn)


def stand(letter: str, tag_mm: float, room: Room) -> Stand:
    """Return the arrangement of a letter's sticks with the most room for feet."""
    ways = product(*map(_turned, POSES[letter]))
    stands = (_stand(way, foot_mm(tag_mm), room) for way in ways)
    return max(stands, key=lambda one: (min(one.free, 0), one.gap, -_turns(one.poses)))


def _turns(poses: Sequence[Pose]) -> float:
    return sum(pose.turn for pose in poses)


def _turned(pose: Pose) -> Iterator[Pose]:
    """Yield the poses that fill a piece's place: two for a stick, one for a curve."""
    yield pose
    if pose.kind not in DEEP:
        yield Pose(pose.kind, pose.x, pose.y, pose.turn + 180)


def _stand(poses: tuple[Pose, ...], size: float, room: Room) -> Stand:
    feet = [foot(pose) for pose in poses]
    gaps = [
        math.dist(one, other) * room.unit - size for one, other in combinations(feet, 2)
    ]
    middle_x, middle_y = BOX[0] / 2, BOX[1] / 2
    edges = [
        half - size / 2 - abs(at - middle) * room.unit
        for x, y in feet
        for at, middle, half in (
            (x, middle_x, room.wide / 2),
            (y, middle_y, room.high / 2),
        )
    ]
    return Stand(poses, min(gaps, default=math.inf), min(edges))


def lies_on_a_foot(letter: str, tag_mm: float, room: Room) -> bool:
    """
    Return True if a piece of a letter would lie on the foot of another piece.

    An overlap of less than half a stroke does not count: the piece is pushed aside.
    """
    lie = stand(letter, tag_mm, room).poses
    near = foot_mm(tag_mm) / 2
    return any(
        _far(foot(one), points(other)) * room.unit < near
        for one, other in permutations(lie, 2)
    )


def _far(place: Point, line: Sequence[Point]) -> float:
    """Return the distance of a point from a polyline."""
    return min(_from_part(place, *part) for part in pairwise(line))


def _from_part(place: Point, start: Point, end: Point) -> float:
    long = math.dist(start, end)
    along = sum(
        (one - begin) * (stop - begin)
        for one, begin, stop in zip(place, start, end, strict=True)
    )
    part = min(max(along / long**2, 0), 1)
    nearest = [a + part * (b - a) for a, b in zip(start, end, strict=True)]
    return math.dist(place, nearest)


def tightest(letters: Sequence[str], tag_mm: float, room: Room) -> Stand:
    """Return the arrangement of the letter with the least room."""
    return min((stand(one, tag_mm, room) for one in letters), key=lambda one: one.free)


def smallest_mm(letters: Sequence[str], tag_mm: float, room: Room) -> int:
    """Return the width of the narrowest zone that has room for all letters, in mm."""
    wide = math.ceil(room.wide)
    while tightest(letters, tag_mm, room.larger(wide / room.wide)).free < 0:
        wide += 1
    return wide


def outline(pose: Pose, thick: float = THICK) -> list[tuple[float, float]]:
    """Return the outline of a piece with round ends, clockwise."""
    half = thick / 2
    right = _beside(pose, half)
    left = _beside(pose, -half)
    head, tail = right[0], right[-1]
    start = ((left[0][0] + head[0]) / 2, (left[0][1] + head[1]) / 2)
    end = ((left[-1][0] + tail[0]) / 2, (left[-1][1] + tail[1]) / 2)
    foot, top = _round(end, tail, half), _round(start, left[0], half)
    return [*right, *foot, *left[::-1], *top]


def _beside(pose: Pose, far: float) -> list[tuple[float, float]]:
    """Return a parallel to the right of a piece's centre line."""
    line, half = points(pose), LONG[pose.kind] / 2
    deep, turn = DEEP.get(pose.kind, 0), math.radians(pose.turn)
    found = []
    for at, (x, y) in enumerate(line):
        angle = math.pi * at / (len(line) - 1) if deep else math.pi / 2
        dx, dy = -deep * math.cos(angle), half * math.sin(angle)
        way = math.atan2(dy, dx) + turn
        found.append((x - math.sin(way) * far, y + math.cos(way) * far))
    return found


def _round(
    middle: tuple[float, float], start: tuple[float, float], radius: float
) -> list[tuple[float, float]]:
    """Return the points of a round end, counterclockwise from *start*."""
    begin = math.atan2(start[1] - middle[1], start[0] - middle[0])
    return [
        (
            middle[0] + radius * math.cos(begin - math.pi * part / 12),
            middle[1] + radius * math.sin(begin - math.pi * part / 12),
        )
        for part in range(1, 12)
    ]

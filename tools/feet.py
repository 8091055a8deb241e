"""
Where the foot of a letter piece is, and whether the feet of a letter keep apart.

A foot is a disc that carries a tag. It sits where the feet of every letter find room,
in the zone of an overlay, however the sticks of that letter have to be turned for it.
All measures of pieces are those of `words/poses.py`, in parts of a letter's 48.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise, permutations, product

from firmware_host.board.pieces import Kind
from firmware_host.picture.shapes import THICK
from firmware_host.words.poses import BOX, DEEP, LONG, POSES, Pose, points

#: How far a foot is from the middle: along a stick, or from a curve's chord outwards.
FOOT: Mapping[Kind, int] = {
    Kind.LONG_STICK: 24,
    Kind.SHORT_STICK: 8,
    Kind.WIDE_CURVE: 13,
    Kind.TIGHT_CURVE: 14,
}

#: The wall of a foot round its tag, and the play between the two; printed, in mm.
WALL_MM, PLAY_MM = 0.8, 0.25

#: Common tags, in mm across, and the one that our pieces are made for.
TAGS_MM, OURS_MM = (10, 13, 15, 18, 20, 22, 25), 15

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Room:
    """
    A zone to lay a letter in.

    Args:
        wide: From edge to edge, in mm.
        high: From what lies above the letter to what lies below it.
        unit: A 48th of a letter's height.
    """

    wide: float
    high: float
    unit: float

    def larger(self, part: float) -> "Room":
        """Return a room that is so many times as large, and so is its letter."""
        return Room(self.wide * part, self.high * part, self.unit * part)


@dataclass(frozen=True, slots=True)
class Stand:
    """
    The feet of a letter.

    Args:
        poses: Its pieces; a stick is turned half round where its foot needs that.
        gap: Between the two feet that are nearest to each other, in mm.
        edge: From the foot that is nearest to an edge of the room, in mm.
    """

    poses: tuple[Pose, ...]
    gap: float
    edge: float

    @property
    def free(self) -> float:
        """How much room is left; less than nothing where there is none."""
        return min(self.gap, self.edge)


def foot_mm(tag_mm: float) -> float:
    """Return how large the foot of a tag is."""
    return tag_mm + 2 * (WALL_MM + PLAY_MM)


def foot(pose: Pose) -> tuple[float, float]:
    """Return where the middle of a piece's foot is."""
    turn, far = math.radians(pose.turn), FOOT[pose.kind]
    if pose.kind in DEEP:
        return pose.x - far * math.cos(turn), pose.y - far * math.sin(turn)
    return pose.x + far * math.sin(turn), pose.y - far * math.cos(turn)


def stand(letter: str, tag_mm: float, room: Room) -> Stand:
    """Return the best way to turn the sticks of a letter."""
    ways = product(*map(_turned, POSES[letter]))
    stands = (_stand(way, foot_mm(tag_mm), room) for way in ways)
    return max(stands, key=lambda one: (min(one.free, 0), one.gap, -_turns(one.poses)))


def _turns(poses: Sequence[Pose]) -> float:
    return sum(pose.turn for pose in poses)


def _turned(pose: Pose) -> Iterator[Pose]:
    """Yield the ways in which a piece can lie at its place: a stick has two."""
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
    Tell whether a piece of a letter comes to lie on the foot of another one.

    Elsewhere it is less than half a stroke over it, and is pushed aside so far.
    """
    lie = stand(letter, tag_mm, room).poses
    near = foot_mm(tag_mm) / 2
    return any(
        _far(foot(one), points(other)) * room.unit < near
        for one, other in permutations(lie, 2)
    )


def _far(place: Point, line: Sequence[Point]) -> float:
    """Return how far a place is from a line of straight parts."""
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
    """Return the feet of the letter that has the least room of all."""
    return min((stand(one, tag_mm, room) for one in letters), key=lambda one: one.free)


def smallest_mm(letters: Sequence[str], tag_mm: float, room: Room) -> int:
    """Return how wide the narrowest zone is in which all letters find room, in mm."""
    wide = math.ceil(room.wide)
    while tightest(letters, tag_mm, room.larger(wide / room.wide)).free < 0:
        wide += 1
    return wide


def outline(pose: Pose, thick: float = THICK) -> list[tuple[float, float]]:
    """Return the edge of a piece, with round ends, in the order of the clock."""
    half = thick / 2
    right = _beside(pose, half)
    left = _beside(pose, -half)
    head, tail = right[0], right[-1]
    start = ((left[0][0] + head[0]) / 2, (left[0][1] + head[1]) / 2)
    end = ((left[-1][0] + tail[0]) / 2, (left[-1][1] + tail[1]) / 2)
    foot, top = _round(end, tail, half), _round(start, left[0], half)
    return [*right, *foot, *left[::-1], *top]


def _beside(pose: Pose, far: float) -> list[tuple[float, float]]:
    """Return a line beside a piece's middle line, to its right; end to end."""
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
    """Return the points of a round end, from *start* against the clock."""
    begin = math.atan2(start[1] - middle[1], start[0] - middle[0])
    return [
        (
            middle[0] + radius * math.cos(begin - math.pi * part / 12),
            middle[1] + radius * math.sin(begin - math.pi * part / 12),
        )
        for part in range(1, 12)
    ]

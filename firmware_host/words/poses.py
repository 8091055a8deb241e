"""
The poses of each letter's pieces: four rigid shapes, rotated and moved, never scaled.

A letter fills a box 32 wide and 48 high, y downwards. Screens, pages and printed sheets
draw letters by this table.
"""

import math
from collections.abc import Mapping, Sequence

from firmware_host.board.pieces import KINDS, Counts, Kind, counts_of
from firmware_host.board.record import Record

#: The box of a letter: its width and its height.
BOX = (32, 48)

#: How far a piece may extend beyond the box, since a diagonal is as long as a stem.
MARGIN = 1.0

#: How long each piece is from end to end; of a curve that is its chord.
LONG: Mapping[Kind, int] = dict(zip(KINDS, (48, 24, 48, 24), strict=True))

#: The height of each curve over its chord: half of an ellipse, and half of a circle.
DEEP: Mapping[Kind, int] = {Kind.WIDE_CURVE: 16, Kind.TIGHT_CURVE: 12}

#: The number of straight parts of a curve for outputs that cannot draw curves.
PARTS = 24


class Pose(Record):
    """
    The position and the rotation of one piece in a letter.

    Args:
        kind: The kind of the piece.
        x: The middle of the piece, of a curve the middle of its chord; 0 to 32.
        y: The same, 0 to 48.
        turn: The rotation in degrees, clockwise. At 0 a stick is upright and a curve
            looks like "(".
    """

    kind: Kind
    x: float
    y: float
    turn: float = 0


def points(pose: Pose) -> list[tuple[float, float]]:
    """Return the middle line of a piece from end to end; a stick has two points."""
    half = LONG[pose.kind] / 2
    deep = DEEP.get(pose.kind, 0)
    parts = PARTS if deep else 1
    turn = math.radians(pose.turn)
    line = []
    for part in range(parts + 1):
        angle = math.pi * part / parts
        x, y = -deep * math.sin(angle), -half * math.cos(angle)
        line.append(
            (
                pose.x + x * math.cos(turn) - y * math.sin(turn),
                pose.y + x * math.sin(turn) + y * math.cos(turn),
            )
        )
    return line


def build_of(letter: str) -> Counts:
    """Return the pieces that the picture of *letter* is drawn with."""
    return counts_of([pose.kind for pose in POSES.get(letter, ())])


def _poses(*lie: tuple[Kind, float, float, float]) -> Sequence[Pose]:
    return tuple(Pose(*one) for one in lie)


_R, _Y, _B, _G = KINDS

#: The pieces of each letter; later ones lie on top. If the box builds a letter in
#: another way, its pieces are shown in a row.
POSES: Mapping[str, Sequence[Pose]] = {
    "A": _poses((_R, 8.3, 24, 18.5), (_R, 23.7, 24, -18.5), (_Y, 16, 35, 90)),
    "B": _poses((_R, 10, 24, 0), (_G, 10, 12, 180), (_G, 10, 36, 180)),
    "C": _poses((_B, 24, 24, 0)),
    "D": _poses((_R, 8, 24, 0), (_B, 8, 24, 180)),
    "E": _poses((_R, 4, 24, 0), (_Y, 16, 0, 90), (_Y, 16, 24, 90), (_Y, 16, 48, 90)),
    "F": _poses((_R, 4, 24, 0), (_Y, 16, 0, 90), (_Y, 16, 24, 90)),
    "G": _poses((_B, 22.5, 24, 0), (_Y, 23.5, 36, 0)),
    "H": _poses((_R, 4, 24, 0), (_R, 28, 24, 0), (_Y, 16, 24, 90)),
    "I": _poses((_R, 16, 24, 0)),
    "J": _poses((_Y, 27, 22, 0), (_G, 15, 35.5, -90)),
    "K": _poses((_R, 6, 24, 0), (_Y, 15.5, 14.8, 40), (_Y, 15.5, 33.2, -40)),
    "L": _poses((_R, 4, 24, 0), (_Y, 16, 48, 90)),
    "M": _poses(
        *((_R, 2, 24, 0), (_R, 30, 24, 0)),
        *((_Y, 9, 9.8, -35.7), (_Y, 23, 9.8, 35.7)),
    ),
    "N": _poses((_R, 16, 24, -27.3), (_R, 5, 24, 0), (_R, 27, 24, 0)),
    "O": _poses((_B, 16, 24, 0), (_B, 16, 24, 180)),
    "P": _poses((_R, 10, 24, 0), (_G, 10, 12, 180)),
    "Q": _poses((_B, 16, 24, 0), (_B, 16, 24, 180), (_Y, 24.4, 39.4, -45)),
    "R": _poses((_R, 9, 24, 0), (_G, 9, 12, 180), (_Y, 16.5, 35.5, -27)),
    "S": _poses((_G, 20, 12.7, 19.5), (_G, 12, 35.3, 199.5)),
    "T": _poses((_R, 16, 24, 0), (_Y, 16, 0, 90)),
    "U": _poses((_Y, 4, 22, 0), (_Y, 28, 22, 0), (_G, 16, 35.5, -90)),
    "V": _poses((_R, 8.7, 24, -17), (_R, 23.3, 24, 17)),
    "W": _poses(
        *((_R, 2.5, 24, -2.4), (_R, 29.5, 24, 2.4)),
        *((_Y, 9.7, 37.6, 31.5), (_Y, 22.3, 37.6, -31.5)),
    ),
    "X": _poses((_R, 16, 24, 27.3), (_R, 16, 24, -27.3)),
    "Y": _poses((_Y, 9.7, 13.8, -31.5), (_Y, 22.3, 13.8, 31.5), (_Y, 16, 36, 0)),
    "Z": _poses((_R, 16, 24, 27.3), (_Y, 16, 2.3, 90), (_Y, 16, 45.7, 90)),
    "-": _poses((_Y, 16, 24, 90)),
    "'": _poses((_Y, 16, 12, 12)),
}

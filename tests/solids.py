"""Bodies made by OpenSCAD: whether a printed part is closed, and its size."""

import re
import subprocess
from collections import Counter
from pathlib import Path

Corner = tuple[str, str, str]
Triangle = tuple[Corner, ...]


def made(folder: Path, source: Path, *given: str | Path) -> list[Triangle]:
    """
    Return the triangles of a part that OpenSCAD makes.

    Args:
        folder: For the file that it writes.
        source: The part's .scad.
        given: More of its options, such as ``-D part="lid"``.
    """
    path = folder / "part.stl"
    command = ["openscad", "-q", "-o", path, *given, source]
    told = subprocess.run(command, capture_output=True, text=True, check=True)
    assert "WARNING" not in told.stderr + told.stdout
    corners = re.findall(r"vertex (\S+) (\S+) (\S+)", path.read_text())
    return [tuple(corners[at : at + 3]) for at in range(0, len(corners), 3)]


def is_nothing(folder: Path, source: Path, *given: str | Path) -> bool:
    """Return whether nothing is left, as of two parts that do not meet."""
    command = ["openscad", "-o", folder / "none.stl", *given, source]
    told = subprocess.run(command, capture_output=True, text=True, check=False)
    empty = "Current top level object is empty" in told.stderr
    assert empty == (told.returncode != 0), told.stderr
    return empty


def open_edges(triangles: list[Triangle]) -> list[tuple[Corner, Corner]]:
    """Return the edges that do not belong to two faces, where a body is open."""
    edges = Counter(edge for a, b, c in triangles for edge in ((a, b), (b, c), (c, a)))
    return [edge for edge, times in edges.items() if edges[edge[::-1]] != times]


def bodies(triangles: list[Triangle]) -> int:
    """Return of how many bodies a part is: faces that share a corner are of one."""
    groups: list[set[Corner]] = []
    for triangle in triangles:
        touched = [group for group in groups if group & set(triangle)]
        groups = [group for group in groups if group not in touched]
        groups.append(set(triangle).union(*touched))
    return len(groups)


def volume(triangles: list[Triangle]) -> float:
    """Return the volume of a body, in mm3."""
    total = 0.0
    for triangle in triangles:
        a, b, c = (tuple(map(float, corner)) for corner in triangle)
        total += a[0] * (b[1] * c[2] - b[2] * c[1])
        total += a[1] * (b[2] * c[0] - b[0] * c[2])
        total += a[2] * (b[0] * c[1] - b[1] * c[0])
    return total / 6


def size(triangles: list[Triangle]) -> tuple[float, ...]:
    """Return how wide, deep and high a part is, in mm."""
    corners = [tuple(map(float, corner)) for one in triangles for corner in one]
    return tuple(max(along) - min(along) for along in zip(*corners, strict=True))

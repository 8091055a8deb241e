"""
What a scene for POV-Ray is written of: colours, materials, boxes, cylinders, meshes.

All in mm: x to the right, y up, z away from whoever looks. A printed part is a mesh
that OpenSCAD makes; `turned` puts it where it lies.
"""

import math
import re
from collections.abc import Sequence

Point = tuple[float, float, float]


def n(value: float) -> str:
    """Return a number as it stands in a scene: the same on every machine."""
    return f"{value:.3f}".rstrip("0").rstrip(".").replace("-0.", "-.") or "0"


def at(*point: float) -> str:
    """Return a point or a size."""
    return f"<{', '.join(map(n, point))}>"


def colour(code: str) -> str:
    """Return a colour as POV-Ray writes it, from six digits as in CSS."""
    parts = (int(code[place : place + 2], 16) / 255 for place in (1, 3, 5))
    return f"srgb {at(*parts)}"


def plain(code: str, finish: str = "plastic") -> str:
    """Return a material of one colour; *finish* is one of the scene's own."""
    return f"texture {{ pigment {{ color {colour(code)} }} finish {{ {finish} }} }}"


def picture(file: str, left: float, near: float, wide: float, deep: float) -> str:
    """Return a picture that lies flat, its lower left corner at *left*, *near*."""
    return (
        f'pigment {{ image_map {{ png "{file}" interpolate 2 once }} rotate x*90'
        f" scale {at(wide, 1, deep)} translate {at(left, 0, near)} }}"
    )


def box(low: Point, high: Point, looks: str) -> str:
    """Return a box by two corners."""
    return f"box {{ {at(*low)}, {at(*high)} {looks} }}"


def cylinder(foot: Point, high: float, radius: float, looks: str) -> str:
    """Return an upright cylinder on its foot."""
    x, y, z = foot
    return f"cylinder {{ {at(*foot)}, {at(x, y + high, z)}, {n(radius)} {looks} }}"


def cap(foot: Point, high: float, radius: float, looks: str) -> str:
    """Return an upright cylinder whose upper edge is round."""
    x, y, z = foot
    edge = min(0.8, high / 2, radius / 2)
    bend = at(x, y + high - edge, z)
    ring = f"torus {{ {n(radius - edge)}, {n(edge)} translate {bend} }}"
    low = cylinder(foot, high - edge, radius, "")
    top = cylinder((x, y + high - edge - 0.01, z), edge + 0.01, radius - edge, "")
    return f"union {{ {low} {ring} {top} {looks} }}"


def without(body: str, holes: Sequence[str], looks: str) -> str:
    """Return a body with holes."""
    return f"difference {{ {body} {' '.join(holes)} {looks} }}"


def turned(
    name: str, place: Point, looks: str, *, degrees: float = 0, over: float = 0
) -> str:
    """
    Return a mesh that lies flat.

    Args:
        name: The mesh.
        place: Where its origin is.
        looks: Its material.
        degrees: How far it is turned, clockwise from above.
        over: Its height, where it lies upside down.
    """
    turn = math.radians(degrees)
    cos, sin, up = math.cos(turn), math.sin(turn), -1 if over else 1
    x, y, z = place
    rows = (
        (cos, 0, -sin),
        (-up * sin, 0, -up * cos),
        (0, up, 0),
        (x, y + over, z),
    )
    matrix = ", ".join(n(part) for row in rows for part in row)
    return f"object {{ {name} {looks} matrix <{matrix}> }}"


def mesh(name: str, stl: str) -> str:
    """Return the declaration of a mesh, from the text of an STL."""
    corners = re.findall(r"vertex (\S+) (\S+) (\S+)", stl)
    points = [f"<{', '.join(corner)}>" for corner in corners]
    triangles = (
        f"triangle {{ {', '.join(points[start : start + 3])} }}"
        for start in range(0, len(points), 3)
    )
    return f"#declare {name} = mesh {{ {' '.join(triangles)} }}"

"""
Write scenes for POV-Ray: colours, materials, boxes, cylinders, meshes.

All lengths are in mm: x to the right, y up, z away from the viewer. A printed part is a
mesh made by OpenSCAD; `turned` puts it in its place.
"""

import math
import re
from collections.abc import Sequence

Point = tuple[float, float, float]


def n(value: float) -> str:
    """Return a number as text that is the same on every machine."""
    return f"{value:.3f}".rstrip("0").rstrip(".").replace("-0.", "-.") or "0"


def at(*point: float) -> str:
    """Return the text of a point or a size."""
    return f"<{', '.join(map(n, point))}>"


def colour(code: str) -> str:
    """Return a colour as POV-Ray writes it, from six digits as in CSS."""
    parts = (int(code[place : place + 2], 16) / 255 for place in (1, 3, 5))
    return f"srgb {at(*parts)}"


def plain(code: str, finish: str = "plastic") -> str:
    """Return a material of one colour; *finish* names one of the scene's finishes."""
    return f"texture {{ pigment {{ color {colour(code)} }} finish {{ {finish} }} }}"


def picture(file: str, left: float, near: float, wide: float, deep: float) -> str:
    """Return a horizontal picture with its lower left corner at *left*, *near*."""
    return (
        f'pigment {{ image_map {{ png "{file}" interpolate 2 once }} rotate x*90'
        f" scale {at(wide, 1, deep)} translate {at(left, 0, near)} }}"
    )


def box(low: Point, high: Point, looks: str) -> str:
    """Return a box by two corners."""
    return f"box {{ {at(*low)}, {at(*high)} {looks} }}"


def cylinder(foot: Point, high: float, radius: float, looks: str) -> str:
    """Return an upright cylinder, given the centre of its base."""
    x, y, z = foot
    return f"cylinder {{ {at(*foot)}, {at(x, y + high, z)}, {n(radius)} {looks} }}"


def cap(foot: Point, high: float, radius: float, looks: str) -> str:
    """Return an upright cylinder with a rounded upper edge."""
    x, y, z = foot
    edge = min(0.8, high / 2, radius / 2)
    bend = at(x, y + high - edge, z)
    ring = f"torus {{ {n(radius - edge)}, {n(edge)} translate {bend} }}"
    low = cylinder(foot, high - edge, radius, "")
    top = cylinder((x, y + high - edge - 0.01, z), edge + 0.01, radius - edge, "")
    return f"union {{ {low} {ring} {top} {looks} }}"


def without(body: str, holes: Sequence[str], looks: str) -> str:
    """Return a body with holes, as a difference."""
    return f"difference {{ {body} {' '.join(holes)} {looks} }}"


def turned(
    name: str, place: Point, looks: str, *, degrees: float = 0, over: float = 0
) -> str:
    """
    Return a mesh in its place in the scene.

    Args:
        name: The name of the mesh.
        place: The position of its origin.
        looks: Its material.
        degrees: Its rotation, clockwise as seen from above.
        over: Its height if it lies upside down, else None.
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

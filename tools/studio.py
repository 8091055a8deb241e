"""The scene around a drawn board: cloth, light, and a camera that fits its size."""

import math
from collections.abc import Sequence

from povray import at, colour, n

#: Colours, the same as on the web pages.
CLOTH, WOOD, PAPER = "#174b4c", "#d8b27c", "#fff9ec"

#: The direction of the camera from the middle of the scene; the aspect ratio; the focal
#: length; the part of the picture that is used.
EYE, WIDE_BY_HIGH, ZOOM, SPARE = (-0.1376, 0.7806, -0.6097), 1.5, 1.9, 0.96

#: Soft light from the upper left, as on the web pages, with a fill light from the
#: front.
HEAD = f"""
#version 3.7;
global_settings {{ assumed_gamma 1 max_trace_level 6 }}
#declare plastic = finish {{ ambient 0 diffuse 0.78 specular 0.35 roughness 0.015 }}
#declare paper = finish {{ ambient 0 diffuse 0.86 specular 0.04 roughness 0.1 }}
#declare timber = finish {{ ambient 0 diffuse 0.8 specular 0.06 roughness 0.06 }}
#declare lit = finish {{ ambient 0 diffuse 0.2 emission 0.95 specular 0.4 }}
#declare shown = finish {{ ambient 0 diffuse 0.05 emission 0.9 specular 0.3 }}
light_source {{ <-560, 760, -240> color rgb <1.14, 1.06, 0.94>
  area_light <170, 0, -170>, <60, 130, 60>, 6, 6 adaptive 1 jitter }}
light_source {{ <500, 420, -900> color rgb <0.82, 0.9, 1> * 0.38 shadowless }}
light_source {{ <0, 900, 300> color rgb 0.14 shadowless }}
background {{ color {colour(CLOTH)} }}
plane {{ y, 0 texture {{ pigment {{ color {colour(CLOTH)} }}
  finish {{ ambient 0 diffuse 0.85 }} normal {{ bumps 0.25 scale 0.9 }} }} }}
"""

GRAIN = f"""texture {{ pigment {{ wood turbulence 0.04 octaves 3 rotate y*87 rotate x*3
  scale <60, 5, 8> color_map {{ [0 color {colour("#dcb984")}] [0.6 color {colour(WOOD)}]
  [1 color {colour("#c99d63")}] }} }} finish {{ timber }} }}"""


def camera(corners: Sequence[tuple[float, float, float]]) -> str:
    """Return a camera in front, slightly left, as near as all corners allow."""
    look = [(min(along) + max(along)) / 2 for along in zip(*corners, strict=True)]
    far = 100.0
    while not all(_seen(corner, look, far) for corner in corners):
        far += 2
    eye = [one + far * way for one, way in zip(look, EYE, strict=True)]
    return (
        f"camera {{ location {at(*eye)} up y right x*{n(WIDE_BY_HIGH)}"
        f" direction z*{n(ZOOM)} look_at {at(*look)} }}"
    )


def _seen(point: tuple[float, ...], look: list[float], far: float) -> bool:
    """Return True if a point is in the picture from a camera at a distance."""
    x, y, z = (one - other for one, other in zip(point, look, strict=True))
    ex, ey, ez = EYE
    flat = math.hypot(ex, ez)
    across = (z * ex - x * ez) / flat
    up = y * flat - (x * ex + z * ez) * ey / flat
    depth = far - (x * ex + y * ey + z * ez)
    wide, high = abs(across) * ZOOM / depth, abs(up) * ZOOM / depth
    return depth > 0 and wide < SPARE * WIDE_BY_HIGH / 2 and high < SPARE / 2

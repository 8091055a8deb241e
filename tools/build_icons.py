"""
Draw the icons of the tablet's page from the icon of all pages.

    python tools/build_icons.py --write | --check

The background fills the square, because a system may cut an icon to any shape; the
drawing stays in the circle in the middle that is never cut off. Source: W3C, Web
Application Manifest, "Icon masks and safe zone".
"""

import argparse
import re
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "tools")]

from build_materials import differs  # noqa: E402 - needs the path
from PIL import Image, ImageDraw  # noqa: E402 - needs the path

from firmware_host.web.board.virtual import ICONS_PX  # noqa: E402 - needs the path

STATIC = ROOT / "firmware_host/web/static"
FOLDER = STATIC / "icons"

#: The side of the drawing's square in its own units, and the scale at which it is
#: drawn.
UNITS, SAFE = 64, 0.8

#: The factor by which the icon is drawn larger and then scaled down, for smooth edges.
FINE = 4

_RECT = re.compile(r'<rect [^>]*fill="([^"]+)"')
_PATH = re.compile(r'<path d="([^"]+)" stroke="([^"]+)" stroke-width="([\d.]+)"')


def corners(d: str) -> list[tuple[float, float]]:
    """
    Return the corners of an SVG path that consists of moves and straight lines.

    Raises:
        ValueError: The path has other commands.
    """
    if set(re.findall("[a-zA-Z]", d)) - set("MmHhVvl"):
        msg = f"the icon may have straight lines alone: {d}"
        raise ValueError(msg)
    found, x, y = list[tuple[float, float]](), 0.0, 0.0
    for name, numbers in re.findall(r"([MmHhVvl])([^MmHhVvl]*)", d):
        steps = [float(one) for one in re.findall(r"-?[\d.]+", numbers)]
        if name in "Hh":
            moves = [(step, 0.0) for step in steps]
        elif name in "Vv":
            moves = [(0.0, step) for step in steps]
        else:
            moves = list(zip(steps[::2], steps[1::2], strict=True))
        for dx, dy in moves:
            x, y = (dx, dy) if name == "M" else (x + dx, y + dy)
            found.append((x, y))
    return found


def icon(size: int) -> Image.Image:
    """Return the icon, *size* pixels wide and high."""
    svg = (STATIC / "icon.svg").read_text(encoding="utf-8")
    large = size * FINE
    unit = large / UNITS * SAFE
    shift = large * (1 - SAFE) / 2
    ground = _RECT.search(svg)
    assert ground  # noqa: S101 - the icon is ours
    picture = Image.new("RGB", (large, large), ground[1])
    brush = ImageDraw.Draw(picture)
    for d, colour, width in _PATH.findall(svg):
        line = [(x * unit + shift, y * unit + shift) for x, y in corners(d)]
        half = float(width) * unit / 2
        brush.line(line, fill=colour, width=round(2 * half))
        for x, y in line:  # round ends and joins
            brush.ellipse((x - half, y - half, x + half, y + half), fill=colour)
    return picture.resize((size, size), Image.Resampling.LANCZOS)


def main() -> int:
    """Write every icon, or print which ones are out of date."""
    given = argparse.ArgumentParser(description=__doc__)
    given.add_argument("--write", action="store_true")
    given.add_argument("--check", action="store_true")
    if given.parse_args().write:
        FOLDER.mkdir(exist_ok=True)
        for size in ICONS_PX:
            icon(size).save(FOLDER / f"{size}.png", optimize=True)
        return 0
    stale = [one for one in ICONS_PX if differs(icon(one), FOLDER / f"{one}.png")]
    for size in stale:
        print(f"{size}.png differs; python tools/build_icons.py --write")
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main())

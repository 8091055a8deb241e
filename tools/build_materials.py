"""
Make the textures of the table as small tiles that repeat without a seam.

    python tools/build_materials.py --write | --check

Wood is a coloured picture. Felt and linen are only light and shade over transparency:
base.css gives the colour below, so one tile serves the light and the dark scheme. Every
tile is computed from the numbers here; its random numbers have a fixed seed.
"""

import argparse
import math
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random

from PIL import Image, ImageChops, ImageDraw, ImageStat

FOLDER = Path(__file__).parent.parent / "firmware_host/web/static/materials"

#: Width and height in pixels.
WOOD_PX, FELT_PX, LINEN_PX = (512, 256), 128, 96

#: The colours of the wood, from the lightest to the darkest.
PLANK = ((233, 193, 139), (221, 175, 117), (205, 154, 95), (176, 122, 68))

#: The alpha of each step of light (positive) and shade, of 255; 0 is transparent.
STEPS = (-30, -20, -10, 0, 6, 12)
CLEAR = STEPS.index(0)

#: The factor by which fibres are drawn larger and then scaled down.
FINE = 3

#: The difference of tones that is allowed, as versions of Pillow write slightly
#: different pixels.
ALIKE = 3.0


class Noise:
    """
    Smooth random values whose left edge continues the right one, and top bottom.

    Args:
        chance: The source of random numbers.
        across: The number of cells into which the width is divided.
        down: Likewise the height.
    """

    def __init__(self, chance: Random, across: int, down: int) -> None:
        self._across, self._down = across, down
        self._grid = [[chance.random() for _ in range(across)] for _ in range(down)]

    def at(self, x: float, y: float) -> float:
        """Return the value, 0 to 1, at *x* and *y*, each 0 to 1 of the tile."""
        x, y = x % 1 * self._across, y % 1 * self._down
        column, row = int(x), int(y)
        along, below = _smooth(x - column), _smooth(y - row)
        upper, lower = (
            self._grid[(row + more) % self._down]
            for more in (0, 1)  # the row below the last one is the first
        )
        next_one = (column + 1) % self._across
        column %= self._across
        top = upper[column] + (upper[next_one] - upper[column]) * along
        bottom = lower[column] + (lower[next_one] - lower[column]) * along
        return top + (bottom - top) * below


def _smooth(part: float) -> float:
    return part * part * (3 - 2 * part)


def wood() -> Image.Image:
    """Return a wooden plank: bent annual rings, fibres along it, a few dark pores."""
    chance = Random(7)  # noqa: S311 - a picture
    bend, sway = Noise(chance, 2, 4), Noise(chance, 3, 11)
    fibres, fine = Noise(chance, 4, 110), Noise(chance, 14, 128)
    wide, high = WOOD_PX
    image = Image.new("RGB", WOOD_PX)
    for row in range(high):
        for column in range(wide):
            x, y = column / wide, row / high
            ring = (9 * y + 1.5 * bend.at(x, y) + 0.5 * sway.at(x, y)) % 1
            late = ring**1.6 * (1 - _smooth(max(0.0, (ring - 0.8) / 0.2)))
            value = 0.06 + 0.34 * late + 0.46 * fibres.at(x, y) + 0.18 * fine.at(x, y)
            image.putpixel((column, row), _between(PLANK, value))
    draw = ImageDraw.Draw(image, "RGBA")
    for _ in range(70):
        left, top = chance.randrange(wide), chance.randrange(high)
        long = chance.randrange(8, 34)
        for back in (0, wide):
            line = (left - back, top, left - back + long, top)
            draw.line(line, fill=(120, 74, 34, 60))
    return image


def _between(colours: tuple[tuple[int, int, int], ...], part: float) -> tuple[int, ...]:
    """Return the colour at *part*, 0 to 1, of a gradient through *colours*."""
    place = min(max(part, 0.0), 0.999) * (len(colours) - 1)
    first, second = colours[int(place)], colours[int(place) + 1]
    return tuple(
        round(one + (other - one) * (place % 1))
        for one, other in zip(first, second, strict=True)
    )


def felt() -> Image.Image:
    """Return felt: short fibres in all directions, drawn large and scaled down."""
    chance = Random(11)  # noqa: S311 - a picture
    side = FELT_PX * FINE
    image = Image.new("L", (side, side), 128)
    draw = ImageDraw.Draw(image)
    for _ in range(5200):
        x, y = chance.random() * side, chance.random() * side
        angle, long = chance.random() * math.pi, FINE * (2 + 5 * chance.random())
        tone = round(128 + 84 * (chance.random() - 0.5) * 2)
        for dx in (-side, 0, side):
            for dy in (-side, 0, side):
                end = (x + dx + long * math.cos(angle), y + dy + long * math.sin(angle))
                draw.line((x + dx, y + dy, *end), fill=tone, width=FINE)
    small = image.reduce(FINE)
    return _stepped(small.point([_step(tone) for tone in range(256)]))


def _step(tone: int) -> int:
    """Return the index in `STEPS` for a grey tone; 128 is fully transparent."""
    return min(max(round(CLEAR + (tone - 128) / 22), 0), len(STEPS) - 1)


def linen() -> Image.Image:
    """Return linen: threads over and under each other, of varying brightness."""
    chance = Random(5)  # noqa: S311 - a picture
    threads = LINEN_PX // 3
    warp = [chance.random() for _ in range(threads)]
    weft = [chance.random() for _ in range(threads)]
    slub = Noise(chance, 6, threads), Noise(chance, threads, 6)
    image = Image.new("L", (LINEN_PX, LINEN_PX))
    for y in range(LINEN_PX):
        for x in range(LINEN_PX):
            column, row = x // 3, y // 3
            over = (column + row) % 2 == 0
            across = y % 3 if over else x % 3
            value = (2.9, 3.5, 2.2)[across]
            value += 1.5 * ((weft[row] if over else warp[column]) - 0.5)
            value += 1.6 * (slub[not over].at(x / LINEN_PX, y / LINEN_PX) - 0.5)
            image.putpixel((x, y), min(max(round(value), 0), len(STEPS) - 1))
    return _stepped(image)


def _stepped(steps: Image.Image) -> Image.Image:
    """Return a palette image of black and white pixels with the alpha of `STEPS`."""
    image = Image.new("P", steps.size)
    image.frombytes(steps.tobytes())
    tones = [255 if step > 0 else 0 for step in STEPS]
    image.putpalette([tone for tone in tones for _ in "rgb"])
    image.info["transparency"] = bytes(abs(step) for step in STEPS)
    return image


MATERIALS: dict[str, Callable[[], Image.Image]] = {
    "wood.webp": wood,
    "felt.webp": felt,
    "linen.webp": linen,
}


def save(image: Image.Image, path: Path) -> None:
    """Write a tile as WebP: wood with loss, the others without."""
    if image.mode == "P":
        image.convert("RGBA").save(path, lossless=True, quality=100, method=6)
    else:
        image.save(path, quality=58, method=6)


def differs(made: Image.Image, path: Path) -> bool:
    """Return True if a file differs from *made* by more than the compression's loss."""
    if not path.exists():
        return True
    kept = Image.open(path).convert("RGBA")
    if kept.size != made.size:
        return True
    apart = ImageStat.Stat(ImageChops.difference(kept, made.convert("RGBA"))).mean
    return max(apart) > ALIKE


def main() -> int:
    """Write or check the tiles; return 1 if one is out of date."""
    given = argparse.ArgumentParser(description=__doc__)
    what = given.add_mutually_exclusive_group(required=True)
    what.add_argument("--write", action="store_true")
    what.add_argument("--check", action="store_true")
    write = given.parse_args().write
    stale = []
    for name, make in MATERIALS.items():
        made = make()
        if write:
            FOLDER.mkdir(exist_ok=True)
            save(made, FOLDER / name)
        elif differs(made, FOLDER / name):
            stale.append(name)
    print(*(f"{name} is not up to date" for name in stale), sep="\n")
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main())

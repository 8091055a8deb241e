"""Words as pixels: fitted into a box, and kept for the next time."""

from functools import cache, lru_cache
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

FONTS = Path(__file__).parent / "fonts"
BOLD, PLAIN = "DejaVuSansCondensed-Bold.ttf", "DejaVuSansCondensed.ttf"

#: For answers: no capital of it hangs below the line, not even the J of a JA.
ANSWERS = "LiberationSans-Bold.ttf"

#: A capital of it is this share of its size.
#: Source: the font's OS/2 table, sCapHeight 1409 of 2048.
CAPITAL = 1409 / 2048

#: Type smaller than this cannot be read in one bit.
SMALLEST = 9

#: How many fitted words are kept: every text of a game, and its names.
KEPT = 512


@cache
def font(name: str, size: int) -> ImageFont.FreeTypeFont:
    """Return a shipped font at *size* pixels."""
    return ImageFont.truetype(FONTS / name, size, layout_engine=ImageFont.Layout.BASIC)


@lru_cache(maxsize=KEPT)
def capitals(text: str, width: int, height: int) -> Image.Image:
    """
    Return *text* with capitals exactly *height* high, at most *width* wide.

    A long word gets narrower, never lower, so that it reads as far.
    """
    face = font(ANSWERS, round(height / CAPITAL))
    left, _, right, _ = face.getbbox(text)
    ascent = face.getbbox("H", anchor="ls")[1]
    whole = Image.new("L", (int(right - left), -int(ascent)))
    ImageDraw.Draw(whole).text((-left, -ascent), text, fill=255, font=face, anchor="ls")
    wanted = (min(width, whole.width), height)
    scaled = whole.resize(wanted, Image.Resampling.BOX)
    return scaled.point(lambda level: 255 * (level > 100), mode="1")  # noqa: PLR2004 - thin strokes stay


def lines_of(text: str, face: ImageFont.FreeTypeFont, width: int) -> list[str]:
    """Return *text* broken at its spaces into lines of at most *width* pixels."""
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and face.getlength(longer) <= width:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


@lru_cache(maxsize=KEPT)
def fitted(text: str, width: int, height: int, largest: int, name: str) -> Image.Image:
    """
    Return *text* in a box, as large as it goes; too long a word is cut at the end.

    Args:
        text: One sentence.
        width: Of the box, in pixels.
        height: Of the box, in pixels.
        largest: The largest type to try, in pixels.
        name: `BOLD` or `PLAIN`.
    """
    for size in range(largest, SMALLEST - 1, -1):
        face, lines = font(name, size), lines_of(text, font(name, size), width)
        widest = max((face.getlength(line) for line in lines), default=0)
        if widest <= width and len(lines) * _pitch(size) <= height + 2:
            break
    room = max(1, (height + 2) // _pitch(size))
    return _drawn(lines[:room], face, (width, height), _pitch(size))


def fits(text: str, width: int, height: int, name: str) -> bool:
    """Tell whether *text* goes into a box whole, in type that can be read."""
    face = font(name, SMALLEST)
    lines = lines_of(text, face, width)
    widest = max((face.getlength(line) for line in lines), default=0)
    return widest <= width and len(lines) * _pitch(SMALLEST) <= height + 2


def _pitch(size: int) -> int:
    return size + (size > SMALLEST + 1)


def _drawn(
    lines: list[str], face: ImageFont.FreeTypeFont, box: tuple[int, int], pitch: int
) -> Image.Image:
    image = Image.new("1", box)
    draw = ImageDraw.Draw(image)
    draw.fontmode = "1"
    for row, line in enumerate(lines):
        baseline = row * pitch + round(face.size * 0.85)
        draw.text((0, baseline), line, fill=1, font=face, anchor="ls")
    return image


#: Hex digits of three by five pixels; each row is an octal digit of three bits.
_TINY = {
    "0": 0o75557, "1": 0o26227, "2": 0o71747, "3": 0o71717, "4": 0o55711,
    "5": 0o74717, "6": 0o74757, "7": 0o71122, "8": 0o75757, "9": 0o75717,
    "a": 0o25755, "b": 0o65656, "c": 0o34443, "d": 0o65556, "e": 0o74747,
    "f": 0o74744,
}  # fmt: skip

TINY_WIDTH, TINY_HEIGHT = 4, 5


@lru_cache(maxsize=KEPT)
def tiny(digits: str) -> Image.Image:
    """Return hex digits, each three by five pixels with a gap after it."""
    image = Image.new("1", (len(digits) * TINY_WIDTH, TINY_HEIGHT))
    for at, digit in enumerate(digits):
        for bit in range(15):
            if _TINY[digit] >> (14 - bit) & 1:
                image.putpixel((at * TINY_WIDTH + bit % 3, bit // 3), 1)
    return image

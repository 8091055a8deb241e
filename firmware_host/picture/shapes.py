"""The letter pieces as shapes of one bit, and the letters that are built of them."""

from functools import cache, lru_cache

from PIL import Image, ImageDraw

from firmware_host.board.pieces import Kind
from firmware_host.board.record import Record
from firmware_host.picture.type import canvas
from firmware_host.words.poses import POSES, Pose, points

#: A piece's picture is this wide and high.
ICON = (14, 28)

#: The number of cached pictures of laid pieces.
KEPT = 256

#: The width of a letter's piece, of the dark edge around a piece on top of another, and
#: of a missing piece.
THICK, EDGE, THIN = 5, 1, 1

#: The factor by which a letter is drawn larger before it is reduced.
FINE = 4


class Scale(Record):
    """
    The size at which a letter is drawn, in pixels.

    Args:
        size: The width and height of the picture.
        at: The upper left corner of the letter's box in the picture.
        part: The scale of the box relative to that of `poses`.
        thick: The width of the strokes.
    """

    size: tuple[int, int]
    at: tuple[int, int]
    part: float
    thick: int


#: A letter as high as a zone's screen, and one below its band.
LETTER = Scale((48, 60), (8, 6), 1.0, THICK)
SMALL = Scale((30, 31), (6, 4), 1 / 2, 3)


@cache
def letter_picture(letter: str) -> Image.Image:
    """Return a letter drawn from its pieces."""
    return laid_picture(tuple(POSES[letter]), LETTER)


@lru_cache(maxsize=KEPT)
def laid_picture(
    lie: tuple[Pose, ...], scale: Scale, missing: tuple[Pose, ...] = ()
) -> Image.Image:
    """
    Return pieces as they lie; each has an edge, so that it is seen.

    Args:
        lie: The pieces, those on top last.
        scale: How large.
        missing: Places of pieces that do not lie yet, drawn as thin lines.
    """
    image, _ = canvas(scale.size)
    for pose in missing:
        image.paste(1, mask=_stroke(pose, scale, THIN))
    for pose in lie:
        image.paste(0, mask=_stroke(pose, scale, scale.thick + 2 * EDGE))
        image.paste(1, mask=_stroke(pose, scale, scale.thick))
    return image


def _stroke(pose: Pose, scale: Scale, thick: int) -> Image.Image:
    """Return a mask of a piece, drawn large and reduced to keep slanted lines wide."""
    (dx, dy), wide = scale.at, thick * FINE
    image = Image.new("L", (scale.size[0] * FINE, scale.size[1] * FINE))
    draw = ImageDraw.Draw(image)
    line = [
        ((x * scale.part + dx + 0.5) * FINE, (y * scale.part + dy + 0.5) * FINE)
        for x, y in points(pose)
    ]
    draw.line(line, fill=255, width=wide, joint="curve")
    for x, y in (line[0], line[-1]):
        box = (x - wide / 2, y - wide / 2, x + wide / 2, y + wide / 2)
        draw.ellipse(box, fill=255)
    return image.reduce(FINE).point([0] * 128 + [255] * 128, "1")


#: Room for all the pieces of a kind that lie in one zone.
COLUMN_PX = 15


@cache
def column(kind: Kind, count: int) -> Image.Image:
    """
    Return *count* pieces of a kind side by side, 14 wide and 28 high.

    Each kind has a fixed place in the row, so a new piece moves no other one, and few
    bytes are sent to the screen.
    """
    if count == 1:
        return icon(kind)
    image, draw = canvas(ICON)
    for at in range(count):
        x = at * (ICON[0] - 3) // max(1, count - 1)
        match kind:
            case Kind.LONG_STICK:
                draw.rectangle((x, 0, x + 2, 27), fill=1)
            case Kind.SHORT_STICK:
                draw.rectangle((x, 7, x + 2, 20), fill=1)
            case Kind.WIDE_CURVE:
                draw.arc((x // 2, 0, x // 2 + 16, 27), 90, 270, fill=1, width=2)
            case Kind.TIGHT_CURVE:
                y = at * 15 // max(1, count - 1)
                draw.arc((1, y, 12, y + 12), start=90, end=270, fill=1, width=3)
    return image


@cache
def icon(kind: Kind, *, covered: bool = False) -> Image.Image:
    """Return a piece's shape, 14x28 pixels; dark on a token if covered."""
    return _token(kind) if covered else shape(kind, ICON, 5)


def shape(kind: Kind, size: tuple[int, int], thick: int) -> Image.Image:
    """Draw a piece in the middle of a box; a short one is half as high."""
    image, draw = canvas(size)
    wide, high = size
    left, quarter = (wide - thick) // 2, high // 4
    match kind:
        case Kind.LONG_STICK:
            draw.rectangle((left, 0, left + thick - 1, high - 1), fill=1)
        case Kind.SHORT_STICK:
            box = (left, quarter, left + thick - 1, high - quarter - 1)
            draw.rectangle(box, fill=1)
        case Kind.WIDE_CURVE:
            box = (1, 0, 2 * wide - 3, high - 1)
            draw.arc(box, start=90, end=270, fill=1, width=thick)
        case Kind.TIGHT_CURVE:
            box = (wide // 5, quarter, wide // 5 + 2 * quarter - 1, high - quarter - 1)
            draw.arc(box, start=90, end=270, fill=1, width=thick)
    return image


def _token(kind: Kind) -> Image.Image:
    """Draw a NO token: a lit tile, on it the piece's shape and a cross."""
    image, draw = canvas(ICON)
    draw.rounded_rectangle((0, 0, ICON[0] - 1, ICON[1] - 1), 2, fill=1)
    image.paste(0, (2, 2), shape(kind, (ICON[0] - 4, 16), 3))
    for line in ((4, 20, 9, 25), (9, 20, 4, 25)):
        draw.line(line, fill=0, width=2)
    return image

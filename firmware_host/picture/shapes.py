"""The letter pieces as shapes, and the letters that are built from them."""

from functools import cache

from PIL import Image, ImageDraw

from firmware_host.board.pieces import KINDS, Counts, Kind, counts_of
from firmware_host.picture.type import canvas

#: A piece's picture is this wide and high.
ICON = (14, 28)

#: A stroke: its kind; then either two points, or a centre and two angles in degrees,
#: clockwise from the right. In a box 32 wide and 48 high, y downwards.
Line = tuple[Kind, int, int, int, int]

R, Y, B, G = KINDS

#: How far each kind of curve reaches from its centre, sideways and up.
REACH = {B: (16, 24), G: (12, 12)}

#: How thick a letter's strokes are, and the dark edge where one lies on another.
THICK, EDGE = 5, 1

#: A letter's picture, and where its box begins in it.
LETTER, LETTER_AT = (48, 60), (8, 6)

_STEM: Line = (R, 3, 0, 3, 48)

#: Each letter's strokes. Where the box shows another build, pieces are shown in a row.
LETTERS: dict[str, tuple[Line, ...]] = {
    "A": ((R, 0, 48, 16, 0), (R, 16, 0, 32, 48), (Y, 5, 32, 27, 32)),
    "B": (_STEM, (G, 3, 12, -90, 90), (G, 3, 36, -90, 90)),
    "C": ((B, 27, 24, 90, 270),),
    "D": (_STEM, (B, 3, 24, -90, 90)),
    "E": (_STEM, (Y, 3, 0, 27, 0), (Y, 3, 24, 27, 24), (Y, 3, 48, 27, 48)),
    "F": (_STEM, (Y, 3, 0, 27, 0), (Y, 3, 24, 27, 24)),
    "G": ((B, 27, 24, 90, 270), (Y, 27, 26, 27, 48)),
    "H": ((R, 2, 0, 2, 48), (R, 29, 0, 29, 48), (Y, 4, 24, 27, 24)),
    "I": ((R, 16, 0, 16, 48),),
    "J": ((Y, 26, 10, 26, 36), (G, 14, 36, 0, 180)),
    "K": (_STEM, (Y, 5, 24, 25, 3), (Y, 5, 24, 25, 46)),
    "L": (_STEM, (Y, 3, 48, 28, 48)),
    "M": ((R, 0, 0, 0, 48), (R, 32, 0, 32, 48), (Y, 1, 0, 16, 20), (Y, 31, 0, 16, 20)),
    "N": ((R, 2, 0, 2, 48), (R, 3, 0, 29, 48), (R, 30, 0, 30, 48)),
    "O": ((B, 16, 24, 95, 265), (B, 16, 24, -85, 85)),
    "P": (_STEM, (G, 3, 12, -90, 90)),
    "Q": ((B, 16, 24, 95, 265), (B, 16, 24, -85, 85), (Y, 22, 34, 36, 50)),
    "R": (_STEM, (G, 3, 12, -90, 90), (Y, 8, 25, 24, 48)),
    "S": ((G, 16, 12, 85, 320), (G, 16, 36, -95, 140)),
    "T": ((R, 16, 0, 16, 48), (Y, 3, 0, 29, 0)),
    "U": ((Y, 4, 8, 4, 34), (Y, 28, 8, 28, 34), (G, 16, 36, 0, 180)),
    "V": ((R, 1, 0, 16, 48), (R, 31, 0, 16, 48)),
    "W": (
        (R, 0, 0, 0, 48),
        (R, 32, 0, 32, 48),
        (Y, 1, 48, 16, 28),
        (Y, 31, 48, 16, 28),
    ),
    "X": ((R, 1, 0, 31, 48), (R, 31, 0, 1, 48)),
    "Y": ((Y, 2, 0, 16, 22), (Y, 30, 0, 16, 22), (Y, 16, 24, 16, 48)),
    "Z": ((Y, 3, 0, 29, 0), (R, 29, 1, 3, 47), (Y, 3, 48, 29, 48)),
    "-": ((Y, 4, 24, 28, 24),),
    "'": ((Y, 16, 0, 16, 20),),
}


def build_of(letter: str) -> Counts:
    """Return the pieces that the picture of *letter* is drawn with."""
    return counts_of([stroke[0] for stroke in LETTERS.get(letter, ())])


@cache
def letter_picture(letter: str) -> Image.Image:
    """Return a letter drawn from its pieces; each has an edge, so that it is seen."""
    image, draw = canvas(LETTER)
    for stroke in LETTERS[letter]:
        _stroke(draw, stroke, THICK + 2 * EDGE, fill=0)
        _stroke(draw, stroke, THICK, fill=1)
    return image


def _stroke(draw: ImageDraw.ImageDraw, stroke: Line, thick: int, *, fill: int) -> None:
    kind, x, y, to_x, to_y = stroke
    dx, dy = LETTER_AT
    if kind not in REACH:
        draw.line((x + dx, y + dy, to_x + dx, to_y + dy), fill=fill, width=thick)
        return
    wide, high = (reach + thick // 2 for reach in REACH[kind])
    box = (x + dx - wide, y + dy - high, x + dx + wide, y + dy + high)
    draw.arc(box, start=to_x, end=to_y, fill=fill, width=thick)


#: Room for all the pieces of a kind that lie in one zone.
COLUMN_PX = 15


@cache
def column(kind: Kind, count: int) -> Image.Image:
    """
    Return *count* pieces of a kind side by side, 14 wide and 28 high.

    Each kind keeps its place in the row, so a new piece moves no other one, and few
    bytes go to the screen.
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
    """Return a piece's shape, 14 wide and 28 high; dark on a token where covered."""
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

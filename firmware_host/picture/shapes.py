"""The letter pieces as shapes, and the letters that are built from them."""

from functools import cache

from PIL import Image, ImageDraw

from firmware_host.board.pieces import KINDS, Counts, Kind

#: A piece's picture is this wide and high.
ICON = (14, 28)

#: A stroke: its kind; then either two points, or a centre and two angles in degrees,
#: clockwise from the right. In a box 32 wide and 48 high, y downwards.
Line = tuple[Kind, int, int, int, int]

R, Y, B, G = KINDS

#: How far each kind of curve reaches from its centre.
RADIUS = {B: 24, G: 12}

_STEM: Line = (R, 3, 0, 3, 48)

#: Each letter's strokes. Where the box shows another build, pieces are shown in a row.
LETTERS: dict[str, tuple[Line, ...]] = {
    "A": ((R, 0, 48, 16, 0), (R, 16, 0, 32, 48), (Y, 5, 32, 27, 32)),
    "B": (_STEM, (G, 3, 12, -90, 90), (G, 3, 36, -90, 90)),
    "C": ((B, 27, 24, 90, 270),),
    "D": (_STEM, (B, 3, 24, -90, 90)),
    "E": (_STEM, (Y, 3, 0, 27, 0), (Y, 3, 24, 27, 24), (Y, 3, 48, 27, 48)),
    "F": (_STEM, (Y, 3, 0, 27, 0), (Y, 3, 24, 27, 24)),
    "G": ((B, 27, 24, 80, 270), (Y, 14, 28, 31, 28)),
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
    kinds = [stroke[0] for stroke in LETTERS.get(letter, ())]
    return tuple(kinds.count(kind) for kind in KINDS)  # type: ignore[return-value]  # mypy cannot count a comprehension


@cache
def letter_picture(letter: str) -> Image.Image:
    """Return a letter drawn from its pieces, 48 wide and 60 high."""
    image = Image.new("1", (48, 60))
    draw = ImageDraw.Draw(image)
    for stroke in LETTERS[letter]:
        _stroke(draw, stroke, (8, 6))
    return image


def _stroke(draw: ImageDraw.ImageDraw, stroke: Line, at: tuple[int, int]) -> None:
    kind, x1, y1, x2, y2 = stroke
    dx, dy = at
    if kind not in RADIUS:
        draw.line((x1 + dx, y1 + dy, x2 + dx, y2 + dy), fill=1, width=3)
        return
    reach_x = RADIUS[kind] * (2 / 3 if kind is B else 1)
    reach_y = RADIUS[kind]
    box = (x1 + dx - reach_x, y1 + dy - reach_y, x1 + dx + reach_x, y1 + dy + reach_y)
    draw.arc(box, start=x2, end=y2, fill=1, width=3)


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
    image = Image.new("1", ICON)
    draw = ImageDraw.Draw(image)
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
    """Return a piece's shape, 14 wide and 28 high; crossed out where it is covered."""
    image = Image.new("1", ICON)
    draw = ImageDraw.Draw(image)
    match kind:
        case Kind.LONG_STICK:
            draw.rectangle((5, 0, 8, 27), fill=1)
        case Kind.SHORT_STICK:
            draw.rectangle((5, 7, 8, 20), fill=1)
        case Kind.WIDE_CURVE:
            draw.arc((1, 0, 25, 27), start=90, end=270, fill=1, width=4)
        case Kind.TIGHT_CURVE:
            draw.arc((1, 7, 14, 20), start=90, end=270, fill=1, width=4)
    if covered:
        draw.line((0, 4, 13, 23), fill=0, width=6)
        draw.line((13, 4, 0, 23), fill=0, width=6)
        draw.line((0, 4, 13, 23), fill=1, width=2)
        draw.line((13, 4, 0, 23), fill=1, width=2)
    return image

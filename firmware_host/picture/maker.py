"""The screen behind the lid: the word, its pieces, and those that were found."""

from functools import cache

from PIL import Image, ImageDraw

from firmware_host.board.faces import CardsFace, HandFace, TableFace, WordFace
from firmware_host.board.messages import Say
from firmware_host.board.pieces import KINDS, Counts, Kind
from firmware_host.picture.hand import draw_cards, draw_hand
from firmware_host.picture.shapes import shape
from firmware_host.picture.table import draw_table
from firmware_host.picture.type import canvas, capitals, paste_note
from firmware_host.picture.zone import SIZE

#: Columns of one zone, and free ones at the left.
COLUMN_PX, LEFT_PX = 21, 1

#: The height in pixels of a letter while it is chosen, and above its pieces.
SPELLED_PX, STANDING_PX = 20, 11

#: The size of a letter's piece, and the position of the first row of pieces.
PIECE, PIECES_AT = (9, 16), 14

#: The height in pixels of the small print: below a word, and below pieces.
SPELLED_NOTE_PX, NOTE_PX = 28, 14


def draw_maker(
    face: TableFace | WordFace | HandFace | CardsFace | None, say: Say
) -> Image.Image:
    """
    Return the screen behind the lid, 128x64 of mode "1"; dark for None.

    Args:
        face: The face to show.
        say: Returns a message in the words of a screen.
    """
    if isinstance(face, TableFace):
        return draw_table(face, say, alive=False)
    if isinstance(face, HandFace):
        return draw_hand(face, say)
    if isinstance(face, CardsFace):
        return draw_cards(face, say)
    image = Image.new("1", SIZE)
    if face is None:
        return image
    for at, letter in enumerate(face.letters):
        left = LEFT_PX + (face.first_zone - 1 + at) * COLUMN_PX
        if face.builds:
            _draw_letter(image, letter, left, STANDING_PX)
            _build(image, left, face.builds[at], face.found[at])
        else:
            _draw_letter(image, letter, left, SPELLED_PX)
    paste_note(image, face.note, say, NOTE_PX if face.builds else SPELLED_NOTE_PX)
    return image


def _draw_letter(image: Image.Image, letter: str, left: int, height: int) -> None:
    """Draw a letter over its line, or the line alone for an empty letter."""
    base, wide = height + 1, COLUMN_PX - 4
    ImageDraw.Draw(image).line((left, base + 2, left + wide, base + 2), fill=1)
    if letter:
        picture = capitals(letter, wide, height)
        image.paste(picture, (left + (wide - picture.width) // 2, base - height))


def _build(image: Image.Image, left: int, build: Counts, found: Counts) -> None:
    """Show a letter's pieces, two in a row; those that lie on the board are ticked."""
    pieces = [
        (kind, at < found[kind.place])
        for kind in KINDS
        for at in range(build[kind.place])
    ]
    for number, (kind, ticked) in enumerate(pieces):
        x = left + number % 2 * (PIECE[0] + 1)
        y = PIECES_AT + 2 + number // 2 * (PIECE[1] + 1)
        image.paste(_piece_picture(kind, ticked=ticked), (x, y))


@cache
def _piece_picture(kind: Kind, *, ticked: bool) -> Image.Image:
    """Return a small piece; a ticked one is dark on a lit tile, with a tick."""
    if not ticked:
        return shape(kind, PIECE, 3)
    image, draw = canvas(PIECE)
    draw.rounded_rectangle((0, 0, PIECE[0] - 1, PIECE[1] - 1), 1, fill=1)
    image.paste(0, (1, 1), shape(kind, (PIECE[0] - 2, 9), 2))
    draw.line((1, 13, 3, 15, 7, 10), fill=0)
    return image

"""The table screen: the big line, the status, the small print, choices and QR codes."""

from PIL import Image, ImageDraw

from firmware_host.board.faces import TableFace
from firmware_host.board.messages import Message, Say
from firmware_host.picture.shapes import ICON, icon
from firmware_host.picture.type import (
    BOLD,
    PLAIN,
    Ladder,
    canvas,
    fits,
    fitted,
    fitting,
    listed,
    tiny,
)
from firmware_host.picture.zone import SIZE

WIDTH, HEIGHT = SIZE

#: Rows of a status line or a fault, and of a status in two lines.
STATUS_PX, CROWD_PX = 12, 20

#: Rows of one line of small print, and of a sentence.
NOTE_PX, SENTENCE_PX = 14, 26

#: The question above a choice, and the marked answer.
QUESTION_PX, MARKED_PX = 12, 22

#: The columns that are free at the right, for the blinking dot and for a piece.
DOT_PX, PIECE_PX = 6, 22

#: The place of the blinking dot: left, top, right and bottom; the last two excluded.
DOT = (124, 0, 128, 4)

#: The strip of the time that is left: its rows; where its sand begins, and the edges
#: of that; its columns, and the seconds that fill them.
SAND_PX, SAND_AT, SAND_TOP, SAND_BOTTOM = 14, 36, 2, 9
SAND_COLUMNS, SAND_S = 84, 120

#: Digits of a commitment in a row.
HEX_ROW = 32

#: The height in pixels of the line beside a QR code, and the dark columns between them.
BESIDE_PX, BESIDE_GAP = 34, 3


def draw_table(
    face: TableFace, say: Say, *, alive: bool, qr: Image.Image | None = None
) -> Image.Image:
    """
    Return the table screen, 128x64 of mode "1".

    From the bottom: the small print, then a fault or the status. The big line has the
    other rows, below the remaining time if there is a time limit. A long line replaces
    the fault or the status if it would not fit otherwise.

    Args:
        face: The face of the table screen.
        say: Returns texts for screens.
        alive: True if the blinking dot is visible now.
        qr: The QR code for the left half; line and status are then beside it.
    """
    if qr is not None:
        return _draw_beside_qr(qr, face, say, alive=alive)
    image = Image.new("1", SIZE)
    rest = HEIGHT - note_px(face.note, say)
    if face.note is not None:
        _note(image, face.note, say, rest)
    if face.fault is not None and _leaves_room(face, say, rest, STATUS_PX):
        rest -= STATUS_PX
        _inverted(image, f"! {say(face.fault)}", rest, STATUS_PX)
    elif face.status is not None and HEIGHT - rest < SENTENCE_PX and not face.choices:
        text = say(face.status)
        rows = STATUS_PX if fits(text, WIDTH, STATUS_PX, PLAIN) else CROWD_PX
        if _leaves_room(face, say, rest, rows):
            rest -= rows
            image.paste(fitted(text, WIDTH, rows, PLAIN), (0, rest))
    if face.choices:
        _choices(image, face, say, rest)
    else:
        top = 0 if face.left_s is None else _sand(image, face.left_s)
        _line(image, face, say, (top, rest - top))
    return _with_dot(image, alive=alive and not face.busy)


def _draw_beside_qr(
    qr: Image.Image, face: TableFace, say: Say, *, alive: bool
) -> Image.Image:
    """Return the screen with line and status beside a QR code."""
    image, left = Image.new("1", SIZE), qr.width + BESIDE_GAP
    image.paste(qr, (0, 0))
    line = fitted(say(face.line), WIDTH - left - DOT_PX, BESIDE_PX, BOLD)
    image.paste(line, (left, 0))
    if face.status is not None:
        rows = HEIGHT - BESIDE_PX
        status = fitted(say(face.status), WIDTH - left, rows, PLAIN)
        image.paste(status, (left, BESIDE_PX))
    return _with_dot(image, alive=alive)


def _with_dot(image: Image.Image, *, alive: bool) -> Image.Image:
    """Return *image*, with the breathing dot if *alive*."""
    if alive:
        ImageDraw.Draw(image).ellipse((124, 0, 127, 3), fill=1)
    return image


def without_dot(image: Image.Image) -> Image.Image:
    """Return a copy of the table's screen in which the blinking dot is dark."""
    still = image.copy()
    still.paste(0, DOT)
    return still


def note_px(note: Message | None, say: Say) -> int:
    """Return the height of the small print in pixels."""
    if note is None:
        return 0
    if note.code == "commitment" or fits(say(note), WIDTH, NOTE_PX, PLAIN):
        return NOTE_PX
    return SENTENCE_PX


def _sand(image: Image.Image, left_s: int) -> int:
    """Draw the remaining time as digits and sand; return its height in pixels."""
    digits = f"{left_s // 60}:{left_s % 60:02}"
    image.paste(fitted(digits, SAND_AT - 2, SAND_PX, BOLD[-3:]), (0, 0))
    draw = ImageDraw.Draw(image)
    right = SAND_AT + SAND_COLUMNS + 1
    draw.rectangle((SAND_AT, SAND_TOP, right, SAND_BOTTOM), outline=1)
    columns = -(-min(left_s, SAND_S) * SAND_COLUMNS // SAND_S)
    if columns:
        box = (SAND_AT + 1, SAND_TOP + 1, SAND_AT + columns, SAND_BOTTOM - 1)
        draw.rectangle(box, fill=1)
    return SAND_PX


def _line_fits(face: TableFace, say: Say, height: int) -> bool:
    """
    Return True if the big line fits *height* rows, less those of the clock.

    A question above choices has rows of its own.
    """
    top = 0 if face.left_s is None else SAND_PX
    return bool(face.choices) or fits(say(face.line), _room(face), height - top, BOLD)


def _leaves_room(face: TableFace, say: Say, height: int, rows: int) -> bool:
    """Return False if the big line fits *height*, but not less *rows*."""
    return _line_fits(face, say, height - rows) or not _line_fits(face, say, height)


def _room(face: TableFace) -> int:
    """Return the width of the big line in pixels, less a piece or an hourglass."""
    alone = face.kind is None and not face.busy
    return WIDTH - (DOT_PX if alone else PIECE_PX)


def _line(image: Image.Image, face: TableFace, say: Say, rows: tuple[int, int]) -> None:
    """Show the big line, and at its right a piece, or the hourglass before all."""
    top, height = rows
    picture = icon(face.kind) if face.kind is not None else None
    if face.busy:
        picture = _hourglass()
    image.paste(fitted(say(face.line), _room(face), height, BOLD), (0, top))
    if picture is not None:
        top += max(0, (height - picture.height) // 2)
        image.paste(picture, (WIDTH - PIECE_PX + 1, top))


def _choices(image: Image.Image, face: TableFace, say: Say, height: int) -> None:
    """Show the question small, the marked answer big and inverted, then the others."""
    question = fitted(say(face.line), WIDTH - DOT_PX, QUESTION_PX, PLAIN)
    image.paste(question, (0, 0))
    texts = [f"{at}) {say(choice)}" for at, choice in enumerate(face.choices, start=1)]
    _inverted(image, texts[face.marked], QUESTION_PX, MARKED_PX)
    top = QUESTION_PX + MARKED_PX + 1
    if height > top:
        image.paste(_others(texts, face.marked, height - top), (0, top))
    if face.busy:
        image.paste(_hourglass(), (WIDTH - ICON[0], 0))


def _others(texts: list[str], marked: int, height: int) -> Image.Image:
    """Draw the unmarked choices; if not all fit, from the one after the marked one."""
    spaced = tuple(f"{text} " for text in texts)
    before, after = spaced[:marked], spaced[marked + 1 :]
    whole = fitting((*before, *after), WIDTH, height, PLAIN) is not None
    words = (*before, *after) if whole else (*after, *before)
    return listed(words, WIDTH, height, PLAIN)


def _inverted(image: Image.Image, text: str, top: int, height: int) -> None:
    ladder: Ladder = BOLD if height > STATUS_PX else BOLD[-2:]
    ImageDraw.Draw(image).rectangle((0, top, WIDTH, top + height - 1), fill=1)
    image.paste(0, (3, top), fitted(text, WIDTH - 6, height, ladder))


def _note(image: Image.Image, note: Message, say: Say, top: int) -> None:
    if note.code == "commitment":
        digits = str(note["hex"])
        for row in range(0, len(digits), HEX_ROW):
            line = tiny(digits[row : row + HEX_ROW])
            image.paste(line, (0, top + 2 + row // HEX_ROW * 7))
    else:
        image.paste(fitted(say(note), WIDTH, HEIGHT - top, PLAIN), (0, top))


def _hourglass() -> Image.Image:
    """Return an hourglass as wide as a piece."""
    image, draw = canvas((ICON[0], 22))
    draw.polygon(((1, 1), (12, 1), (1, 20), (12, 20)), outline=1, fill=0)
    draw.rectangle((0, 0, 13, 1), fill=1)
    draw.rectangle((0, 20, 13, 21), fill=1)
    draw.polygon(((3, 19), (10, 19), (6, 14)), fill=1)
    draw.polygon(((4, 5), (9, 5), (6, 9)), fill=1)
    return image

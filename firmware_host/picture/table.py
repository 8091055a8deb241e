"""The table screen: whom it waits for and for what, and how things stand."""

from collections.abc import Callable

from PIL import Image, ImageDraw

from firmware_host.board.faces import TableFace
from firmware_host.board.messages import Message
from firmware_host.picture.shapes import ICON, icon
from firmware_host.picture.type import BOLD, PLAIN, fits, fitted, tiny
from firmware_host.picture.zone import SIZE

#: The big line's box, and its type.
LINE_PX, LINE_TYPE = 34, 20

#: The status line's box and type.
STATUS_AT, STATUS_PX, STATUS_TYPE = 36, 11, 10

#: The small print's box and type.
NOTE_AT, NOTE_PX, NOTE_TYPE = 47, 17, 10

#: Digits of a commitment in a row.
HEX_ROW = 32

Say = Callable[[Message], str]


def draw_table(face: TableFace, say: Say, *, alive: bool) -> Image.Image:
    """
    Return the table screen, 128x64 of mode "1".

    Args:
        face: What it shows.
        say: The words, sized for a screen.
        alive: Whether the dot that breathes is to be seen just now.
    """
    image = Image.new("1", SIZE)
    if face.choices:
        _choices(image, face, say)
    else:
        _line(image, face, say)
    note_at = _note_at(face, say)
    if face.fault is not None:
        _inverted(image, f"! {say(face.fault)}", STATUS_AT)
    elif face.status is not None and note_at == NOTE_AT:
        text = fitted(say(face.status), SIZE[0], STATUS_PX, STATUS_TYPE, PLAIN)
        image.paste(text, (0, STATUS_AT))
    if face.note is not None:
        _note(image, face.note, say, note_at)
    if face.busy:
        _hourglass(image)
    elif alive:
        ImageDraw.Draw(image).ellipse((124, 0, 127, 3), fill=1)
    return image


def _line(image: Image.Image, face: TableFace, say: Say) -> None:
    room = SIZE[0] - 6
    if face.kind is not None:
        room -= ICON[0] + 6
        image.paste(icon(face.kind), (room + 4, 4))
    image.paste(fitted(say(face.line), room, LINE_PX, LINE_TYPE, BOLD), (0, 0))


def _choices(image: Image.Image, face: TableFace, say: Say) -> None:
    """Show the question small, and the marked answer big and inverted."""
    question = fitted(say(face.line), SIZE[0] - 6, 11, 10, PLAIN)
    image.paste(question, (0, 0))
    marked = f"{face.marked + 1}) {say(face.choices[face.marked])}"
    _inverted(image, marked, 12, height=21, largest=17)
    if face.status is None and face.fault is None:
        others = "  ".join(
            f"{at + 1}) {say(choice)}"
            for at, choice in enumerate(face.choices)
            if at != face.marked
        )
        rest = fitted(others, SIZE[0], SIZE[1] - STATUS_AT, 10, PLAIN)
        image.paste(rest, (0, STATUS_AT))


def _inverted(
    image: Image.Image,
    text: str,
    top: int,
    *,
    height: int = STATUS_PX,
    largest: int = STATUS_TYPE,
) -> None:
    ImageDraw.Draw(image).rectangle((0, top, SIZE[0], top + height - 1), fill=1)
    words = fitted(text, SIZE[0] - 6, height, largest, BOLD)
    image.paste(0, (3, top), words)


def _note_at(face: TableFace, say: Say) -> int:
    """Return where the small print begins: a long sentence needs the status's place."""
    if face.note is None or face.fault is not None or face.note.code == "commitment":
        return NOTE_AT
    return NOTE_AT if fits(say(face.note), SIZE[0], NOTE_PX, PLAIN) else STATUS_AT


def _note(image: Image.Image, note: Message, say: Say, top: int) -> None:
    if note.code == "commitment":
        digits = str(note["hex"])
        for row in range(0, len(digits), HEX_ROW):
            line = tiny(digits[row : row + HEX_ROW])
            image.paste(line, (0, top + 3 + row // HEX_ROW * 7))
    else:
        text = fitted(say(note), SIZE[0], SIZE[1] - top, NOTE_TYPE, PLAIN)
        image.paste(text, (0, top))


def _hourglass(image: Image.Image) -> None:
    draw = ImageDraw.Draw(image)
    draw.rectangle((115, 0, 127, 17), fill=0)
    draw.polygon(((117, 1), (126, 1), (117, 15), (126, 15)), outline=1, fill=0)
    draw.line((116, 0, 127, 0), fill=1)
    draw.line((116, 16, 127, 16), fill=1)
    draw.polygon(((119, 14), (124, 14), (121, 9)), fill=1)

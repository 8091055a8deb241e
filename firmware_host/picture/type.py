"""Text as pictures: fitted into a box, and cached."""

from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

from firmware_host.board.messages import Message, Say
from firmware_host.board.record import Record

FONTS = Path(__file__).parent / "fonts"

#: The font of answers, in which no capital extends below the base line, not even J.
ANSWERS = "LiberationSans-Bold.ttf"

#: The height of a capital as a share of the font's size.
#: Source: the font's OS/2 table, sCapHeight 1409 of 2048.
CAPITAL = 1409 / 2048

#: Rows for the dots of an Ä above a capital, and for the gap below them.
DOTS, DOTS_GAP = 2, 1

#: The columns between two capitals: normally, and if there is little room; and of a
#: space.
APART, CLOSE, SPACE = 4, 2, 3

#: A grey this dark is lit: thin strokes stay when a word is squeezed.
LIT = 100

#: The number of cached texts: enough for all texts of a game and its names.
KEPT = 256


class Type(Record):
    """
    A font size with its bitmap font.

    Args:
        name: Its font, a file in `FONTS`.
        size: Of the font, in pixels.
        rise: Rows from the top of the first line to its base.
        pitch: Rows from base to base.
        drop: Rows below the last base.
    """

    name: str
    size: int
    rise: int
    pitch: int
    drop: int

    def height(self, lines: int) -> int:
        """Return the height of a number of lines in pixels."""
        return self.rise + (lines - 1) * self.pitch + self.drop


Ladder = tuple[Type, ...]

#: Types from large to small; the last rung sets its lines a little closer.
BOLD: Ladder = (
    Type("helvB24.bdf", 24, 22, 25, 5),
    Type("helvB18.bdf", 18, 16, 18, 4),
    Type("helvB14.bdf", 14, 13, 15, 3),
    Type("helvB12.bdf", 12, 11, 13, 3),
    Type("helvB10.bdf", 10, 10, 12, 2),
    Type("helvB08.bdf", 8, 8, 9, 2),
)
PLAIN: Ladder = (
    Type("helvR10.bdf", 10, 10, 12, 2),
    Type("helvR08.bdf", 8, 8, 9, 2),
    Type("helvR08.bdf", 8, 8, 8, 2),
)


def canvas(size: tuple[int, int]) -> tuple[Image.Image, ImageDraw.ImageDraw]:
    """Return a dark picture of *size* and the pen that draws on it."""
    image = Image.new("1", size)
    return image, ImageDraw.Draw(image)


@cache
def font(name: str, size: int) -> ImageFont.FreeTypeFont:
    """Return a shipped font at *size* pixels."""
    path = str(FONTS / name)  # Debian 12 has Pillow 9.4, which knows no Path here
    return ImageFont.truetype(path, size, layout_engine=ImageFont.Layout.BASIC)


@lru_cache(maxsize=KEPT)
def capitals(text: str, width: int, height: int) -> Image.Image:
    """
    Return a text with capitals exactly *height* pixels high, at most *width* wide.

    A long word is made narrower but not lower, so that it can be read from as far; its
    letters never touch. For letters with dots or accents the picture has `DOTS` and
    `DOTS_GAP` more rows at the top.
    """
    face = font(ANSWERS, round(height / CAPITAL))
    rise = -int(face.getbbox("H", anchor="ls")[1])
    high = max(rise, -int(face.getbbox(text, anchor="ls")[1]))
    whole = _row([_letter(face, letter, high) for letter in text], width)
    letters = whole.crop((0, high - rise, *whole.size))
    dots = whole.crop((0, 0, whole.width, max(0, high - rise - DOTS_GAP)))
    box = dots.getbbox()
    if box is None:
        return _squeezed(letters, (whole.width, height))
    image = Image.new("1", (whole.width, height + DOTS + DOTS_GAP))
    dots = dots.crop((0, box[1], whole.width, box[3]))
    image.paste(_squeezed(dots, (whole.width, DOTS)))
    image.paste(_squeezed(letters, (whole.width, height)), (0, DOTS + DOTS_GAP))
    return image


def _letter(face: ImageFont.FreeTypeFont, letter: str, high: int) -> Image.Image:
    """Return the picture of a letter, in grey, cut to its width."""
    left, _, right, _ = (int(edge) for edge in face.getbbox(letter, anchor="ls"))
    image = Image.new("L", (max(right - left, SPACE), high))
    ImageDraw.Draw(image).text((-left, high), letter, fill=255, font=face, anchor="ls")
    box = image.getbbox()
    image = image if box is None else image.crop((box[0], 0, box[2], high))
    if letter == "Q":  # its tail hangs below the line, and without it it is an O
        right, base = image.width - 1, high - 1
        tail = (right - high // 4, base - high // 4, right, base)
        ImageDraw.Draw(image).line(tail, fill=255, width=max(2, high // 7))
    return image


def _row(letters: Sequence[Image.Image], width: int) -> Image.Image:
    """Draw letters beside each other; make all of them narrower to fit *width*."""
    inked, gaps = sum(letter.width for letter in letters), len(letters) - 1
    gap = APART if inked + gaps * APART <= width else CLOSE
    share = min(1, (width - gaps * gap) / inked)
    widths = [max(1, int(letter.width * share)) for letter in letters]
    image, x = Image.new("L", (sum(widths) + gaps * gap, letters[0].height)), 0
    for letter, wide in zip(letters, widths, strict=True):
        size = (wide, letter.height)
        image.paste(letter.resize(size, Image.Resampling.BOX), (x, 0))
        x += wide + gap
    return image


@cache
def printed(letter: str, height: int) -> Image.Image:
    """Return a printed letter, including its part below the base line."""
    face = font(ANSWERS, round(height / CAPITAL))
    left, _, right, bottom = (int(edge) for edge in face.getbbox(letter, anchor="ls"))
    image, draw = canvas((right - left, max(height, height + bottom)))
    draw.fontmode = "1"
    draw.text((-left, height), letter, fill=1, font=face, anchor="ls")
    return image


def _squeezed(image: Image.Image, size: tuple[int, int]) -> Image.Image:
    scaled = image.resize(size, Image.Resampling.BOX)
    return scaled.point(lambda level: 255 * (level > LIT), mode="1")


@lru_cache(maxsize=KEPT)
def fitted(text: str, width: int, height: int, ladder: Ladder) -> Image.Image:
    """
    Return a text in the largest size that fits a box; cut it with dots if none does.

    Args:
        text: One sentence.
        width: The width of the box in pixels.
        height: The height of the box in pixels.
        ladder: The sizes to try, largest first: `BOLD`, `PLAIN` or a part of them.
    """
    return listed(tuple(text.split()), width, height, ladder)


@lru_cache(maxsize=KEPT)
def listed(
    words: tuple[str, ...], width: int, height: int, ladder: Ladder
) -> Image.Image:
    """Return words in a box like `fitted`; no word is broken, even with spaces."""
    rung = fitting(words, width, height, ladder)
    rung = ladder[-1] if rung is None else rung
    lines = _lines(words, rung, width)
    room = max(1, (height - rung.height(1)) // rung.pitch + 1)
    if len(lines) > room:
        lines = [*lines[: room - 1], _dotted(lines[room - 1], rung, width)]
    return _drawn(lines, rung, (width, height))


def paste_note(image: Image.Image, note: Message | None, say: Say, rows: int) -> None:
    """Draw the small print, if any, into the last *rows* pixel rows of a screen."""
    if note is not None:
        picture = fitted(say(note), image.width, rows, PLAIN)
        image.paste(picture, (0, image.height - rows))


def fits(text: str, width: int, height: int, ladder: Ladder) -> bool:
    """Return True if a text fits a box in a size of the ladder without being cut."""
    return fitting(tuple(text.split()), width, height, ladder) is not None


def fitting(
    words: Sequence[str], width: int, height: int, ladder: Iterable[Type]
) -> Type | None:
    """Return the largest type in which *words* go into a box whole; None if none."""
    for rung in ladder:
        lines = _lines(words, rung, width)
        widest = max((_width(line, rung) for line in lines), default=0)
        if widest <= width and rung.height(len(lines)) <= height:
            return rung
    return None


def _width(text: str, rung: Type) -> float:
    return font(rung.name, rung.size).getlength(text)


def _lines(words: Iterable[str], rung: Type, width: int) -> list[str]:
    lines: list[str] = []
    for word in words:
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and _width(longer, rung) <= width:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def _dotted(line: str, rung: Type, width: int) -> str:
    while line and _width(f"{line}…", rung) > width:
        line = line[:-1]
    return f"{line}…"


def _drawn(lines: list[str], rung: Type, box: tuple[int, int]) -> Image.Image:
    """Draw *lines* from the left, halfway between top and bottom."""
    image, draw = canvas(box)
    draw.fontmode = "1"
    face = font(rung.name, rung.size)
    base = max(0, box[1] - rung.height(len(lines))) // 2 + rung.rise
    for row, line in enumerate(lines):
        draw.text((0, base + row * rung.pitch), line, fill=1, font=face, anchor="ls")
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

"""
Draw a board on a table in the middle of a game: docs/board.png.

    python tools/build_board_picture.py --write | --check

The pictures on the screens are those of a real board, pixel for pixel.
"""

import argparse
import sys
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))

from firmware_host.app.content.languages import load_language, load_texts  # noqa: E402 - needs the path
from firmware_host.board.faces import Face, Lamp  # noqa: E402 - needs the path
from firmware_host.board.pieces import Kind, Seat, Zone  # noqa: E402 - needs the path
from firmware_host.games.contract import Header  # noqa: E402 - needs the path
from firmware_host.games.decipher.game import decipher  # noqa: E402 - needs the path
from firmware_host.games.decipher.rules import HandOver, SetSecret, TapPiece  # noqa: E402 - needs the path
from firmware_host.picture.table import draw_table  # noqa: E402 - needs the path
from firmware_host.picture.zone import draw_zone  # noqa: E402 - needs the path

PICTURE = ROOT / "docs" / "board.png"
SIZE, WOOD, FELT = (1180, 560), (104, 72, 48), (38, 64, 60)
COLOURS = {
    Kind.LONG_STICK: (214, 60, 48),
    Kind.SHORT_STICK: (240, 200, 60),
    Kind.WIDE_CURVE: (70, 130, 210),
    Kind.TIGHT_CURVE: (70, 170, 90),
}
RED, YELLOW, BLUE, GREEN = Kind


def game_face() -> Face:
    """Return the content of the screens in a round with HOBBY, after some taps."""
    header = Header("decipher", 3, 5, language=load_language("en"))
    game = decipher.start(header)
    taps = (
        (1, RED),
        (1, RED),
        (2, BLUE),
        (3, GREEN),
        (4, RED),
        (5, YELLOW),
        (1, YELLOW),
    )
    actions = [SetSecret(Seat(0), "HOBBY", override=True, entropy=bytes(range(32)))]
    actions += [TapPiece(Zone(zone), kind) for zone, kind in taps]
    actions += [HandOver(GREEN), TapPiece(Zone(5), GREEN)]
    for action in actions:
        game = decipher.fold(game, decipher.act(game, action))
    return decipher.face(game, ("Tina", "Lee", "Ben"))


def draw() -> Image.Image:
    """Return the picture."""
    image = Image.new("RGB", SIZE, WOOD)
    pen = ImageDraw.Draw(image)
    face, texts = game_face(), load_texts("en")

    def words(message):
        return texts.say(message, "screen")

    pen.rounded_rectangle((16, 16, SIZE[0] - 17, SIZE[1] - 17), 24, fill=FELT)
    table = draw_table(face.table, words, alive=True)
    paste(image, table, (SIZE[0] // 2 - 192, 36), scale=3)
    for at, zone in enumerate(face.zones):
        left = 36 + at * 186
        pen.rounded_rectangle((left, 262, left + 176, 524), 12, fill=(52, 84, 78))
        lamps(pen, zone.lamp, left)
        paste(image, draw_zone(zone, Zone(at + 1), words), (left + 24, 320), scale=1)
        pen.text((left + 78, 270), str(at + 1), fill=(230, 230, 220), font=type_of(26))
        pieces(pen, zone.placed, left + 12)
    return image


def type_of(size: int) -> ImageFont.FreeTypeFont:
    """Return the font that is part of Pillow, in a size."""
    return ImageFont.load_default(size)


def paste(
    image: Image.Image, screen: Image.Image, at: tuple[int, int], scale: int
) -> None:
    """Draw a screen's picture into its frame."""
    big = screen.convert("L").resize((128 * scale, 64 * scale), 0)
    black, white = Image.new("RGB", big.size, (6, 8, 12)), (176, 220, 255)
    black.paste(white, mask=big)
    framed = Image.new("RGB", (big.width + 10, big.height + 10), (0, 0, 0))
    framed.paste(black, (5, 5))
    image.paste(framed, (at[0] - 5, at[1] - 5))


def lamps(pen: ImageDraw.ImageDraw, lamp: Lamp, left: int) -> None:
    """Draw the lamps of a zone, cross and tick, lit or dark."""
    red = (255, 70, 60) if lamp is Lamp.NO else (84, 44, 42)
    green = (80, 240, 120) if lamp is Lamp.YES else (38, 78, 52)
    x, y = left + 36, 288
    pen.line((x - 9, y - 9, x + 9, y + 9), fill=red, width=6)
    pen.line((x - 9, y + 9, x + 9, y - 9), fill=red, width=6)
    x = left + 140
    pen.line((x - 11, y, x - 3, y + 9, x + 11, y - 9), fill=green, width=6)


def pieces(pen: ImageDraw.ImageDraw, placed: tuple[int, ...], left: int) -> None:
    """Draw the letter pieces in a zone."""
    at = left
    for kind, count in zip(Kind, placed, strict=True):
        for _ in range(count):
            piece(pen, kind, at)
            at += 40


def piece(pen: ImageDraw.ImageDraw, kind: Kind, x: int) -> None:
    """Draw one letter piece in its colour and its shape."""
    colour = COLOURS[kind]
    match kind:
        case Kind.LONG_STICK:
            pen.rounded_rectangle((x + 8, 404, x + 20, 512), 4, fill=colour)
        case Kind.SHORT_STICK:
            pen.rounded_rectangle((x + 8, 430, x + 20, 486), 4, fill=colour)
        case Kind.WIDE_CURVE:
            pen.arc((x, 404, x + 108, 512), start=90, end=270, fill=colour, width=12)
        case Kind.TIGHT_CURVE:
            pen.arc((x, 430, x + 56, 486), start=90, end=270, fill=colour, width=12)


def main() -> int:
    """Write or check the picture; return 1 if it is out of date."""
    given = argparse.ArgumentParser(description=__doc__)
    given.add_argument("--write", action="store_true")
    given.add_argument("--check", action="store_true")
    picture = draw()
    if given.parse_args().write:
        picture.save(PICTURE, optimize=True)
    elif not PICTURE.exists() or Image.open(PICTURE).tobytes() != picture.tobytes():
        print(f"{PICTURE} is not up to date; run this with --write")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())

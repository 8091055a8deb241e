"""
Make the screens' bitmap fonts from the X Window System's own, with a tick and a cross.

    python tools/build_fonts.py FOLDER

FOLDER holds helvB18.pcf.gz and the other sizes: Debian's package xfonts-75dpi,
unpacked. The output is BDF, a text format of bitmaps that were drawn pixel by pixel. It
keeps the letters of Europe's Latin languages and gets the two signs of our buttons.
"""

import gzip
import io
import struct
import sys
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

TARGET = Path(__file__).parent.parent / "firmware_host" / "picture" / "fonts"

#: Name and height in pixels of each font, the largest first.
FONTS = (
    *(("helvB24", 24), ("helvB18", 18), ("helvB14", 14), ("helvB12", 12)),
    *(("helvB10", 10), ("helvB08", 8), ("helvR10", 10), ("helvR08", 8)),
)

#: ASCII, Latin-1, Latin Extended-A, quotation marks and dashes, ellipsis, euro.
LETTERS = (
    *(*range(0x20, 0x7F), *range(0xA0, 0x180), *range(0x2013, 0x201F)),
    *(0x2026, 0x20AC),
)

#: The signs as lines from point to point, in a square of 24 x 24 units.
SIGNS = {"✓": ((1, 13, 8, 21, 23, 2),), "✗": ((2, 2, 22, 22), (22, 2, 2, 22))}

NOTICE = (
    "Copyright 1984-1989, 1994 Adobe Systems Incorporated.",
    "Copyright 1988, 1994 Digital Equipment Corporation. See LICENSE-Helvetica.",
    "Fewer letters than the original; U+2713 and U+2717 added for Letterzone.",
)

#: The number of a PCF table that lists the encoded characters.
ENCODINGS = 1 << 5


def characters(pcf: bytes) -> set[int]:
    """Return the code points for which a PCF font has a glyph."""
    (tables,) = struct.unpack_from("<I", pcf, 4)
    entries = (struct.unpack_from("<4I", pcf, 8 + 16 * at) for at in range(tables))
    offset = next(entry[3] for entry in entries if entry[0] == ENCODINGS)
    (form,) = struct.unpack_from("<I", pcf, offset)
    order = ">" if form & 4 else "<"
    low, high, first, last, _ = struct.unpack_from(f"{order}5H", pcf, offset + 4)
    rows, columns = last - first + 1, high - low + 1
    glyphs = struct.unpack_from(f"{order}{rows * columns}H", pcf, offset + 14)
    return {
        (first + at // columns) * 256 + low + at % columns
        for at, glyph in enumerate(glyphs)
        if glyph != 0xFFFF  # noqa: PLR2004 - the format's word for "none"
    }


def sign(name: str, size: int, *, bold: bool) -> Image.Image:
    """Return the bitmap of a tick or a cross with the height of a capital letter."""
    side = max(7, round(size * 0.75))
    image = Image.new("1", (side, side))
    width = 1 + bold + (bold and size > 16)  # noqa: PLR2004 - thin enough to stay open
    for line in SIGNS[name]:
        points = [round(value * (side - 1) / 24) for value in line]
        ImageDraw.Draw(image).line(points, fill=1, width=width)
    return image


def glyph(code: int, advance: int, image: Image.Image, at: tuple[int, int]) -> str:
    """Return one BDF glyph; *at* is its lower left pixel, relative to the origin."""
    digits = (image.width + 7) // 8 * 2
    packed = image.tobytes().hex().upper()
    rows = [packed[n : n + digits] for n in range(0, len(packed), digits)]
    return "\n".join(
        (
            f"STARTCHAR U+{code:04X}\nENCODING {code}",
            f"SWIDTH {advance * 72} 0\nDWIDTH {advance} 0",
            f"BBX {image.width} {image.height} {at[0]} {at[1]}\nBITMAP",
            *rows,
            "ENDCHAR\n",
        )
    )


def letter(face: ImageFont.FreeTypeFont, code: int) -> str:
    """Return a character of the font *face* as a BDF glyph."""
    canvas = Image.new("1", (80, 80))
    draw = ImageDraw.Draw(canvas)
    draw.fontmode = "1"
    draw.text((20, 40), chr(code), fill=1, font=face, anchor="ls")
    box = canvas.getbbox() or (20, 39, 21, 40)
    at = (box[0] - 20, 40 - box[3])
    return glyph(code, round(face.getlength(chr(code))), canvas.crop(box), at)


def font(pcf: bytes, name: str, size: int) -> str:
    """Return the text of a BDF file."""
    face = ImageFont.truetype(
        io.BytesIO(pcf), size, layout_engine=ImageFont.Layout.BASIC
    )
    ascent, descent = face.getmetrics()
    known = characters(pcf)
    glyphs = [letter(face, code) for code in sorted(LETTERS) if code in known]
    for mark in SIGNS:
        image = sign(mark, size, bold="B" in name)
        glyphs.append(glyph(ord(mark), image.width + 1, image, (0, 0)))
    head = (
        "STARTFONT 2.1",
        *(f"COMMENT {line}" for line in NOTICE),
        f"FONT -Letterzone-{name}-Medium-R-Normal--{size}-{size}0-72-72-P-0-ISO10646-1",
        f"SIZE {size} 72 72",
        f"FONTBOUNDINGBOX {size * 2} {ascent + descent} 0 -{descent}",
        "STARTPROPERTIES 5",
        f"FONT_ASCENT {ascent}\nFONT_DESCENT {descent}\nDEFAULT_CHAR 63",
        'CHARSET_REGISTRY "ISO10646"\nCHARSET_ENCODING "1"',
        f"ENDPROPERTIES\nCHARS {len(glyphs)}\n",
    )
    return "\n".join(head) + "".join(glyphs) + "ENDFONT\n"


def main() -> int:
    """Write every font."""
    folder = Path(sys.argv[1])
    for name, size in FONTS:
        pcf = gzip.decompress((folder / f"{name}.pcf.gz").read_bytes())
        text = font(pcf, name, size)
        (TARGET / f"{name}.bdf").write_text(text, encoding="ascii", newline="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
